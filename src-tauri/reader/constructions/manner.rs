//! By what means something is done: "how do people pay", "how did they hear about us", "members by how they joined".

use super::{things, value_cond, Construction, Edge};
use crate::frame::{Act, Ent, Key};
use crate::known::{Col, Column};
use crate::lexicon;
use crate::link::{Meaning, Text};
use crate::query::{Cond, Expr, Query};
use crate::words::among;

pub const MANNER: Construction = Construction {
    name: "manner",
    find,
    reads: &[
        "how are parcels sent",
        "how did people send parcels, by year",
        "parcels by how they were sent",
        "number of parcels for each way people send them",
    ],
    leaves: &["how did sales do", "how many people paid", "how much do people pay"],
};

/// Verbs, and the names of columns that say how it was done, likeliest first; a name of two words has both.
const MEANS: [(&str, &str); 5] = [
    (
        "pay pays paid paying settle settled settling",
        "pay+method paid+by pay+by pay+type pay+mode payment+method payment+type method tender",
    ),
    (
        "hear heard hearing find found finding discover discovered",
        "heard how+heard referred+by referral found+us source channel campaign",
    ),
    (
        "book books booked booking order ordered ordering buy bought come came coming join joined joining arrive arrived",
        "channel source booked+via booked+through method heard",
    ),
    (
        "send sends sent sending ship shipped shipping post posted",
        "sent+by sent+via shipping+method delivery+method carrier method channel",
    ),
    ("travel travels travelled get", "transport travel+mode travels+by mode"),
];
const WHO: &[&str] = &[
    "people",
    "they",
    "we",
    "most",
    "folk",
    "folks",
    "everyone",
    "everybody",
    "our",
    "the",
    "it",
    "was",
    "were",
    "been",
    "have",
    "has",
    "had",
    "each",
    "of",
    "them",
    "all",
    "usually",
    "mostly",
];
/// What follows the verb and says no more.
const REST: &[&str] = &["out", "about", "of", "us", "me", "for", "it", "them", "here", "to"];

/// "Each way people pay", "every way of booking": what they are told apart by.
fn ways(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let told = ["each", "every", "per", "by", "which", "of", "what", "different", "the"];
    if !matches!(text.word(at), "way" | "ways") || at == 0 || !told.contains(&text.word(at - 1)) {
        return;
    }
    let first = text.past(at + 1, WHO);
    let named = things(text, first).into_iter().filter(|t| matches!(t.0, Ent::Table(_)));
    for verb in [first].into_iter().chain(named.map(|t| t.1).take(1)) {
        let Some((_, names)) = MEANS.iter().find(|m| among(m.0, text.word(verb))) else {
            continue;
        };
        let end = text.past(verb + 1, REST);
        for (col, score) in columns(text, None, names) {
            let acts = vec![Act::Group(vec![Key::Ent(Ent::Column(col))])];
            out.push(Edge::new("manner", at, end, acts, 1.1 + score));
        }
    }
}

/// "Paid by card", "pay in cash", "booked through the website": the rows where it was done so, and none where it was done at all.
fn by(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let Some((_, names)) = MEANS.iter().find(|m| among(m.0, text.word(at))) else {
        return;
    };
    if !among("by with in through via using on", text.word(at + 1)) {
        return;
    }
    let means = columns(text, None, names);
    let next = text.past(at + 2, &["a", "the", "our", "their"]);
    for atom in text.at(next).iter().filter(|a| a.score >= 0.9) {
        let Meaning::Value {
            col,
            value,
            part: false,
        } = &atom.meaning
        else {
            continue;
        };
        if means.iter().any(|m| m.0 == *col) {
            let not = (at.saturating_sub(2)..at).any(|i| lexicon::is_not(text.word(i)));
            let acts = vec![Act::Where(value_cond(*col, value, false, not))];
            out.push(Edge::new("manner", at, atom.end, acts, 2.2));
        }
    }
}

/// "What percentage pay by cheque": of those who have paid at all.
pub(crate) fn of_done(text: &Text<'_>, q: &mut Query) {
    let mut edges = Vec::new();
    (0..text.tokens.len()).for_each(|at| by(text, at, &mut edges));
    let means = |cond: &Cond| edges.iter().any(|e: &Edge| e.acts == [Act::Where(cond.clone())]);
    let known = q.select.iter().find_map(|e| match e {
        Expr::Percent(c) => match &**c {
            Cond::Is { col, .. } if means(c) && text.known.column(*col).has_gaps() => Some(*col),
            _ => None,
        },
        _ => None,
    });
    q.filter.extend(known.map(|col| Cond::Null(Expr::Col(col), true)));
}

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    ways(text, at, out);
    by(text, at, out);
    if text.word(at) != "how" {
        return;
    }
    // "By how they were booked", "and how they heard".
    let group = at > 0 && matches!(text.word(at - 1), "by" | "and" | "per" | "with");
    let asks = matches!(text.word(at + 1), "do" | "does" | "did" | "have" | "are" | "were");
    if !group && !asks || group && asks {
        return;
    }
    let first_verb = at + if asks { 2 } else { 1 };
    let first = text.past(first_verb, WHO);
    // Who does it, where that names rows: "how do members pay".
    let mut who: Vec<(Option<usize>, usize)> = vec![(None, first)];
    let named = things(text, first).into_iter().take(2);
    who.extend(
        named
            .filter(|t| matches!(t.0, Ent::Table(_)))
            .map(|t| (Some(t.0.table()), t.1)),
    );
    for (table, verb) in who {
        let verb = text.past(verb, &["usually", "mostly", "all", "have", "were", "been"]);
        let Some((_, names)) = MEANS.iter().find(|m| among(m.0, text.word(verb))) else {
            continue;
        };
        let end = text.past(verb + 1, REST);
        // "How are shipped orders split": what stands before a noun is no verb, and who finds a course was not told of us.
        let finds = names.starts_with("heard") && end == verb + 1;
        let noun = !things(text, verb + 1).is_empty() || text.tokens.get(end).is_some_and(|t| t.lower == "do");
        if (table.is_none() && verb == first_verb || finds) && noun {
            continue;
        }
        for (col, score) in columns(text, table, names) {
            let mut acts = vec![Act::Group(vec![Key::Ent(Ent::Column(col))])];
            if !group {
                let of =
                    table.filter(|t| *t == col.table || text.known.belongs(col.table, *t) && !text.known.is_human(*t));
                let counted = Act::Count {
                    of: Some(Ent::Table(of.unwrap_or(col.table))),
                    distinct: false,
                };
                acts.insert(0, counted);
            }
            let named = if table.is_some() { 0.3 } else { 0.0 };
            out.push(Edge::new("manner", at, end, acts, 0.9 + score + named));
        }
    }
}

/// The columns that say by what means, those of tables that are spoken of first.
fn columns(text: &Text<'_>, table: Option<usize>, names: &str) -> Vec<(Col, f64)> {
    let is = |c: &Column, name: &str| name.split('+').all(|w| c.words.iter().chain(&c.stems).any(|o| o == w));
    let mut out: Vec<(Col, f64)> = Vec::new();
    for (col, c) in text
        .known
        .all()
        .filter(|(_, c)| c.is_text() && c.groups() && !c.is_time())
    {
        let Some(place) = names.split(' ').position(|n| is(c, n)) else {
            continue;
        };
        let near = match table {
            Some(t) if t == col.table => 0.4,
            Some(t) if text.known.belongs(col.table, t) => 0.2,
            Some(_) => continue,
            None if text.said(col.table) => 0.3,
            None => 0.0,
        };
        out.push((col, near - 0.1 * place as f64));
    }
    out.sort_by(|a, b| b.1.total_cmp(&a.1));
    out.truncate(3);
    out
}
