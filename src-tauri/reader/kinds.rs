//! "What genres are there", "list all lesson types", "which towns do our members live in": each text once, and no list of rows.
//!
//! In: the question and a query that lists rows. Out: the same with the different texts of what is asked for. Deliberately
//! absent: figures, rankings, and lists whose other columns are asked for, too.

use crate::asked::Style;
use crate::known::Col;
use crate::link::{Atom, Meaning, Text};
use crate::query::{Expr, Query};
use crate::read::{keep_better, Reading};
use crate::words::{among, plurals, Token, TokenKind};

/// What stands before what is asked for.
const BEFORE: &[&str] = &[
    "what",
    "whats",
    "what's",
    "which",
    "list",
    "show",
    "give",
    "name",
    "tell",
    "see",
    "me",
    "us",
    "are",
    "is",
    "all",
    "the",
    "of",
    "our",
    "my",
    "different",
    "distinct",
    "unique",
    "various",
    "possible",
    "available",
    "every",
    "please",
];

/// What sets one of them against others.
const COUNTS: &str =
    "half least most more less fewer times time never once twice average only each than over under above below top \
    best worst no not without total number many much";

pub(crate) fn each_once(text: &Text<'_>, q: &mut Query) {
    let plain = q.group.is_empty() && q.having.is_empty() && q.over.is_none() && q.limit.is_none();
    let lists = plain && !q.distinct && !q.select.iter().any(Expr::is_figure);
    if !lists || text.asked.style != Style::People {
        return;
    }
    let kinds = asked(text);
    let Some(kind) = kinds.iter().find(|c| q.select.contains(&Expr::Col(**c))) else {
        return;
    };
    let also = |e: &Expr| matches!(e, Expr::Col(c) if !kinds.contains(c) && named(text, *c));
    if !q.select.iter().any(also) {
        q.select = vec![Expr::Col(*kind)];
        q.order.retain(|o| o.0 == Expr::Col(*kind));
        q.distinct = true;
    }
}

/// The texts themselves where a reading gives them.
pub(crate) fn settle(text: &Text<'_>, readings: &mut Vec<Reading>) {
    let kinds = asked(text);
    let gives =
        |r: &Reading| r.query.distinct && matches!(r.query.select.as_slice(), [Expr::Col(c)] if kinds.contains(c));
    if text.asked.style == Style::People && only_kinds(text) {
        keep_better(readings, gives);
    }
}

/// Whether nothing is said of the kinds but that they are there: "what genres are there", "which do we have".
fn only_kinds(text: &Text<'_>) -> bool {
    const REST: &str = "are is there do does we you they have offer sell stock use exist in our your the data database";
    let at = text.past(0, BEFORE);
    let kind = text
        .at(at)
        .iter()
        .filter(|a| matches!(a.meaning, Meaning::Column(_) | Meaning::Table(_)));
    let end = kind.map(|a| a.end).max().unwrap_or(at);
    let names = |at: usize| {
        text.at(at)
            .iter()
            .any(|a| matches!(a.meaning, Meaning::Column(_)) && a.score >= 0.9)
    };
    let end = if names(end) { end + 1 } else { end };
    text.tokens[end..]
        .iter()
        .all(|t| t.kind == TokenKind::Mark || among(REST, &t.lower))
}

/// The columns of a few texts whose name, in the plural, stands where a question or an order begins.
fn asked(text: &Text<'_>) -> Vec<Col> {
    let at = text.past(0, BEFORE);
    // "Which visitors have come at least 20 times" asks for more than their names.
    let counts = |t: &Token| t.number.is_some() || among(COUNTS, &t.lower);
    if at == 0 || text.tokens[at..].iter().any(counts) {
        return Vec::new();
    }
    // "Lesson types" begin with what the rows are called.
    let rows = |a: &Atom| match a.meaning {
        Meaning::Table(t) if a.score >= 0.9 => Some((t, a.end)),
        _ => None,
    };
    let tables: Vec<(usize, usize)> = text.at(at).iter().filter_map(rows).collect();
    let kind = |from: usize, a: &Atom| match a.meaning {
        Meaning::Column(c) if a.score >= 0.9 => {
            let column = text.known.column(c);
            let last = text.word(a.end - 1);
            let said = text.tokens[..at]
                .iter()
                .any(|t| t.is_any(&["different", "distinct", "unique"]));
            let several = said || last.ends_with('s') || plurals::singular(last) != last;
            let few = column.is_text() && !column.is_time() && column.repeats();
            let own = from == at || tables.contains(&(c.table, from)) && column.stems.len() > 1;
            // "Which towns and how many", "genres by year" ask for more.
            let more = among("and by per with", text.word(a.end)) || text.word(a.end) == ",";
            (several && few && own && !more).then_some((c, a.end))
        }
        _ => None,
    };
    let starts = std::iter::once(at).chain(tables.iter().map(|t| t.1));
    let found: Vec<(Col, usize)> = starts
        .flat_map(|from| text.at(from).iter().filter_map(move |a| kind(from, a)))
        .collect();
    let end = found.iter().map(|f| f.1).max().unwrap_or_default();
    // A column that is called just so is meant, whatever rows are called nearly so.
    let exact = |c: &Col| {
        let stems = text.tokens[at..end.max(at)].iter().map(|t| &t.stem);
        stems.eq(&text.known.column(*c).stems)
    };
    if tables.iter().any(|t| t.1 >= end) && !found.iter().any(|f| exact(&f.0)) {
        return Vec::new();
    }
    found.into_iter().filter(|f| f.1 == end).map(|f| f.0).collect()
}

fn named(text: &Text<'_>, col: Col) -> bool {
    let of = |a: &Atom| a.score >= 0.8 && a.meaning == Meaning::Column(col);
    (0..text.tokens.len()).any(|at| text.at(at).iter().any(of))
}
