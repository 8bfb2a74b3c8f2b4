//! Both ends of when something was: "first and last order of each customer", "the earliest and the latest visit".

use super::{things, Construction, Edge};
use crate::frame::{Act, Ent, Measure};
use crate::known::Col;
use crate::lexicon;
use crate::link::{Meaning, Text};
use crate::query::Agg;
use crate::words::stem;

pub const FIRST_AND_LAST: Construction = Construction {
    name: "first and last",
    find,
    reads: &[
        "first and last order of each customer",
        "earliest and latest order date per customer",
        "the first time and the last time that France ordered",
        "when was the earliest order and when was the latest one",
        "first and last day that each customer ordered",
    ],
    leaves: &[
        "first and last name of a customer",
        "the first 3 and the last 3 orders",
        "the last order",
    ],
};

/// Between the two ends these only tie.
const TIES: &[&str] = &[
    "and", "&", "the", "its", "their", "his", "her", "our", "a", "when", "was", "is", "were",
];

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let Some(first) = end_of(text, at) else { return };
    let ends = (at + 2..(at + 8).min(text.tokens.len())).find_map(|i| Some((i, end_of(text, i)?)));
    let Some((other, _)) = ends.filter(|e| e.1 .0 != first.0) else {
        return;
    };
    let Some(tie) = (at + 1..other).find(|i| matches!(text.word(*i), "and" | "&")) else {
        return;
    };
    if !(tie + 1..other).all(|i| TIES.contains(&text.word(i))) {
        return;
    }
    let (from, next) = (first.1, end_of(text, other).map_or(other + 1, |e| e.1));
    // Each of all, or the two ends of one stretch.
    let apart = text.tokens.iter().any(|t| t.is_any(&["each", "every", "per"]));
    let more = if apart { 0.6 } else { 0.0 };
    let mut push = |end: usize, day: Col, score: f64| {
        let ends = [Agg::Min, Agg::Max].map(|agg| Act::Figure(agg, Measure::Col(day)));
        out.push(Edge::new("first and last", at, end, ends.to_vec(), score + more));
    };
    // "First and last order", "first order and last one"; "the earliest anyone came and the latest".
    for (start, noun_first) in [(next, false), (from, true)] {
        let end = |noun: usize| if noun_first { next } else { noun };
        for (day, noun, score) in days(text, start, noun_first.then_some(tie)) {
            push(end(noun), day, 1.6 + score);
        }
    }
}

/// Whether a word says the first or the last, and where what it is of begins.
pub(super) fn end_of(text: &Text<'_>, at: usize) -> Option<(bool, usize)> {
    match (text.word(at), text.word(at + 1)) {
        ("most", "recent") => Some((true, at + 2)),
        ("last" | "latest" | "newest", _) => Some((true, at + 1)),
        ("first" | "earliest", _) => Some((false, at + 1)),
        _ => None,
    }
}

/// The days that the noun or the verb there may be of, each with where that ends.
pub(super) fn days(text: &Text<'_>, at: usize, until: Option<usize>) -> Vec<(Col, usize, f64)> {
    let last = until.unwrap_or(at + 1);
    if at >= last {
        return Vec::new();
    }
    let word = text.word(last - 1);
    let mut out: Vec<(Col, usize, f64)> = Vec::new();
    // "Time" and "day" are of what stands behind.
    if matches!(word, "time" | "day") {
        let all = 0..text.tokens.len();
        let facts = all
            .clone()
            .flat_map(|i| super::last_done::facts(text, all.clone(), text.word(i)));
        out.extend(facts.map(|(_, day, score)| (day, last, score - 2.0)));
    }
    let doer = stem(word.strip_suffix("ers").or(word.strip_suffix("er")).unwrap_or(word));
    let named = |stems: &[String]| {
        stems
            .iter()
            .any(|s| *s == doer || text.tokens.get(last - 1).is_some_and(|t| t.stem == *s))
    };
    let plain = |s: &str| matches!(s, "date" | "day" | "time");
    for (col, c) in text.known.all().filter(|(_, c)| c.is_time() && !c.is_number()) {
        if !plain(&doer) && named(&c.stems) {
            out.push((col, last, 0.3));
        }
    }
    if until.is_none() {
        for atom in text.at(at) {
            match atom.meaning {
                Meaning::Column(c) if text.known.column(c).is_time() && !text.known.column(c).is_number() => {
                    out.push((c, atom.end, atom.score.max(0.05).ln() + 0.2));
                }
                _ => {}
            }
        }
        for (ent, end, score) in things(text, at) {
            let Ent::Table(t) = ent else { continue };
            let end = end + usize::from(lexicon::period(text.word(end)).is_some());
            out.extend(text.day_of(t).map(|day| (day, end, score)));
        }
    }
    out.sort_by(|a, b| b.2.total_cmp(&a.2));
    out.truncate(4);
    out
}
