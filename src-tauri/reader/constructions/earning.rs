//! Verbs that stand for money: "which town brought in more", "what came in last year", "mileage we've paid out", "what did we
//! shell out on travel".

use super::takings::{by_sum, goes_out, money, most, received};
use super::{measures, Construction, Edge};
use crate::frame::{Act, Measure};
use crate::known::Col;
use crate::link::{Meaning, Text};
use crate::query::Agg;
use crate::words::{among, TokenKind};

pub const EARNING: Construction = Construction {
    name: "earning",
    find,
    reads: &[
        "which country brought in the most",
        "what did we shell out on amounts",
        "amounts we have paid out in 2024",
    ],
    leaves: &["how many orders came in", "which orders came in May"],
};

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    laid_out(text, at, out);
    paid_out(text, at, out);
    makes_most(text, at, out);
    let counts = text.tokens.iter().any(|t| t.is_any(&["many", "number", "average"]));
    let Some(end) = brings(text, at).filter(|_| !counts) else {
        return;
    };
    for (place, (col, near)) in incomes(text).into_iter().take(3).enumerate() {
        let acts = vec![Act::Figure(Agg::Sum, Measure::Col(col))];
        let score = if near { 0.9 } else { 0.5 };
        out.push(Edge::new("earning", at, end, acts, score - 0.2 * place as f64));
    }
}

/// The money that comes in, a column a table, and whether its table is spoken of; those that are come first.
fn incomes(text: &Text<'_>) -> Vec<(Col, bool)> {
    let near = |t: usize| {
        (0..text.tokens.len()).any(|i| {
            let here = |a: &crate::link::Atom| a.score >= 0.8 && a.meaning.thing().is_some_and(|e| e.table() == t);
            text.at(i).iter().any(here)
        })
    };
    let dated = |t: usize| text.day_of(t).is_some() || text.known.up(t).iter().any(|u| text.day_of(*u).is_some());
    let tables = (0..text.known.tables.len()).filter(|t| dated(*t) && !goes_out(text, *t));
    let mut found: Vec<(Col, bool)> = tables
        .filter_map(|t| {
            Some((
                received(text, t)
                    .or_else(|| money(text, t))
                    .filter(|c| !went(text, *c))?,
                near(t),
            ))
        })
        .collect();
    found.sort_by_key(|f| !f.1);
    found
}

/// "Makes the most money", "brought us in the most cash": by what came in, and not by how often.
fn makes_most(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    const MAKES: &str =
        "make makes made making generate generates generated earn earns earned bring brings brought take takes took";
    if !among(MAKES, text.word(at)) {
        return;
    }
    let Some((desc, end)) = most(text, at + 1, &["in", "us", "me", "the"]) else {
        return;
    };
    if !among("money cash income revenue", text.word(end)) {
        return;
    }
    let mut found: Vec<Col> = incomes(text).into_iter().map(|f| f.0).collect();
    // Where a price is all the money that rows keep, it is what came in.
    if found.is_empty() {
        let tables = (0..text.known.tables.len()).filter(|t| text.day_of(*t).is_some() && !goes_out(text, *t));
        found.extend(tables.filter_map(|t| money(text, t)));
    }
    for (place, col) in found.into_iter().take(2).enumerate() {
        let acts = vec![by_sum(desc, col)];
        out.push(Edge::new("earning", at, end + 1, acts, 2.0 - 0.3 * place as f64));
    }
}

/// What was spent did not come in.
fn went(text: &Text<'_>, col: Col) -> bool {
    let out = |w: &String| {
        matches!(
            w.as_str(),
            "cost" | "costs" | "expense" | "expenses" | "wage" | "wages" | "budget"
        )
    };
    // Nor is what one of something costs.
    text.known.column(col).words.iter().any(out) || super::by::usual_of(text.known, col) != Agg::Sum
}

/// The end of a verb of coming in: "brought in more", "earnt", "took the most".
fn brings(text: &Text<'_>, at: usize) -> Option<usize> {
    let w = |n: usize| text.word(at + n);
    let ends = |n: usize| {
        const BEHIND: [&str; 12] = [
            "in", "on", "from", "at", "this", "last", "than", "over", "during", "per", "for", "overall",
        ];
        let next = text.tokens.get(at + n);
        next.is_none_or(|t| t.kind == TokenKind::Mark || t.is_any(&BEHIND))
    };
    // "Took the most days off" is no money.
    let more = |n: usize| {
        let n = n + usize::from(w(n) == "the");
        matches!(w(n), "more" | "most" | "less" | "least") && ends(n + 1)
    };
    const BEEN: [&str; 8] = ["was", "were", "been", "being", "is", "are", "get", "got"];
    let been = at > 0 && BEEN.contains(&text.word(at - 1));
    let asked = || (0..at).any(|i| matches!(text.word(i), "what" | "whats" | "what's"));
    // "What came in last year"; "which came in last year" are things.
    let timed = |i: usize| {
        text.at(i)
            .iter()
            .all(|a| matches!(a.meaning, Meaning::Time(_)) || a.score < 0.6)
    };
    let came = || asked() && (0..at).chain(at + 2..text.tokens.len()).all(timed);
    match (w(0), w(1)) {
        // Pets are brought in, too.
        ("bring" | "brings" | "brought", "in") if !been && (asked() || more(2)) => Some(at + 2),
        ("rake" | "raked" | "rakes", "in") => Some(at + 2),
        ("earnt", _) => Some(at + 1),
        ("take" | "took" | "earn" | "earned" | "earns" | "takes", _) if more(1) => Some(at + 1),
        ("came" | "comes", "in") if came() => Some(at + 2),
        _ => None,
    }
}

/// "Shell out on travel", "forked out for repairs".
fn laid_out(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let verb = matches!(
        text.word(at),
        "shell" | "shelled" | "fork" | "forked" | "lay" | "laid" | "pay" | "paid" | "splash" | "splashed"
    );
    if !verb || text.word(at + 1) != "out" || !matches!(text.word(at + 2), "on" | "for" | "in") {
        return;
    }
    let named = [at + 3, at + 4].into_iter().flat_map(|i| measures(text, i));
    for (col, end, score) in named {
        if text.known.column(col).is_money() {
            let acts = vec![Act::Figure(Agg::Sum, Measure::Col(col))];
            out.push(Edge::new("earning", at, end, acts, 1.6 + score));
        }
    }
}

/// "Mileage we've paid out since March", "fees that we have received": what is told of money of ours is all of it.
fn paid_out(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let first = at == 0 || matches!(text.word(at - 1), "the" | "all" | "total" | "any");
    for (col, end, score) in measures(text, at) {
        let who = text.past(end, &["that", "which"]);
        let verb = match text.word(who) {
            "we've" | "weve" => who + 1,
            "we" => text.past(who + 1, &["have", "had"]),
            _ => continue,
        };
        let done = matches!(
            text.word(verb),
            "paid" | "spent" | "received" | "taken" | "earned" | "collected" | "charged"
        );
        let money = text.known.column(col).is_money();
        if first && done && money {
            let last = verb + 1 + usize::from(matches!(text.word(verb + 1), "out" | "in"));
            let acts = vec![Act::Figure(Agg::Sum, Measure::Col(col))];
            out.push(Edge::new("earning", at, last, acts, 1.5 + score));
        }
    }
}
