//! What is there several times: "prices that appear more than twice", "customers who ordered the same product", "people
//! sharing a birthday", "duplicate emails", "dates with three orders".

use super::{columns, things, Construction, Edge};
use crate::frame::{Act, Ent, Key};
use crate::known::{Col, Role};
use crate::lexicon;
use crate::link::{Meaning, Text};

pub const ALIKE: Construction = Construction {
    name: "alike",
    find,
    reads: &[
        "prices that appear more than twice",
        "customers who ordered the same product",
        "customers sharing a country",
        "duplicate emails",
        "order dates with three orders",
    ],
    leaves: &["price of products", "customers with orders", "orders over 20"],
};

/// Words between what is there and how often it is.
const BETWEEN: &[&str] = &[
    "that",
    "which",
    "we",
    "are",
    "is",
    "were",
    "was",
    "have",
    "has",
    "had",
    "there",
    "been",
    "show",
    "shows",
    "up",
    "appear",
    "appears",
    "appearing",
    "occur",
    "occurs",
    "occurring",
    "come",
    "comes",
    "turn",
    "turns",
    "used",
    "repeated",
    "with",
    "in",
    "on",
    "where",
    "when",
    "given",
    "entered",
    "booked",
    "reported",
    "billed",
    "charged",
    "held",
    "shared",
    "by",
    "running",
    "run",
    "of",
    "for",
    "listed",
    "recorded",
    "taken",
    "driven",
];

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    // "The very same product", "share a surname".
    let lead = text.past(
        at,
        &[
            "on", "at", "in", "of", "with", "exactly", "the", "very", "have", "has", "had",
        ],
    );
    let same = match text.word(lead) {
        "same" | "identical" | "duplicate" | "duplicated" | "repeated" | "repeat" => Some(lead + 1),
        "share" | "shares" | "shared" | "sharing" => Some(text.past(lead + 1, &["a", "an", "the", "same", "one"])),
        _ => None,
    };
    if let Some(from) = same {
        for (key, end, score) in keys(text, from) {
            out.push(edge(
                at,
                end,
                vec![Act::Group(vec![key]), Act::Alike(true)],
                1.4 + score,
            ));
        }
        for (key, end) in super::by::period_at(text, from) {
            out.push(edge(at, end, vec![Act::Group(vec![key]), Act::Alike(true)], 1.2));
        }
    }
    // "Duplicates in email".
    if matches!(text.word(at), "duplicates" | "duplicate") {
        for (key, end, score) in keys(text, text.past(at + 1, &["in", "of", "by", "on", "the", "values"])) {
            out.push(edge(
                at,
                end,
                vec![Act::Group(vec![key]), Act::Alike(true)],
                1.4 + score,
            ));
        }
    }
    // "Prices that appear more than twice", "dates with three orders".
    for (col, end, score) in columns(text, at).into_iter().take(4) {
        if text.known.column(col).role != Role::Key && often(text, end) {
            let acts = vec![Act::Group(vec![Key::Ent(Ent::Column(col))]), Act::Alike(false)];
            out.push(edge(at, end, acts, 0.3 + score));
        }
    }
    let periods = super::by::period_at(text, at).into_iter().filter(|p| often(text, p.1));
    for (key, end) in periods.filter(|p| matches!(p.0, Key::Part(_)) && text.word(at).ends_with('s')) {
        out.push(edge(at, end, vec![Act::Group(vec![key]), Act::Alike(false)], 0.7));
    }
}

fn edge(start: usize, end: usize, acts: Vec<Act>, score: f64) -> Edge {
    Edge::new("alike", start, end, acts, score)
}

/// What may be alike: a column, or the thing that a row refers to.
fn keys(text: &Text<'_>, at: usize) -> Vec<(Key, usize, f64)> {
    let cols = columns(text, at)
        .into_iter()
        .map(|(c, end, s)| (Ent::Column(c), end, s));
    let tables = things(text, at).into_iter().filter(|t| matches!(t.0, Ent::Table(_)));
    let sets = |c: Col| !text.known.column(c).unique;
    let all = cols
        .chain(tables)
        .filter(|(e, ..)| !matches!(e, Ent::Column(c) if !sets(*c)));
    all.map(|(e, end, s)| (Key::Ent(e), end, s)).take(8).collect()
}

/// Whether how often it is there is said behind: "that appear twice", "more than 2 books have".
fn often(text: &Text<'_>, at: usize) -> bool {
    // "Items more than twice the average price".
    if (at..at + 6).any(|i| super::average_of::is_average(text, i)) {
        return false;
    }
    let next = text.past(at, BETWEEN);
    // "Two or more different items" says what is told apart.
    let apart = |end: usize| (end..end + 3).any(|i| matches!(text.word(i), "different" | "distinct" | "separate"));
    let counted = |end: usize| {
        !apart(end)
            && (things(text, end).iter().any(|t| matches!(t.0, Ent::Table(_)))
                || matches!(text.word(end), "times" | "time" | "or" | "and" | "of" | "occasions"))
    };
    if matches!(text.word(next), "twice" | "once" | "several" | "multiple" | "thrice") {
        return true;
    }
    if text.at(next).iter().any(|a| matches!(a.meaning, Meaning::Time(_))) {
        return false;
    }
    match lexicon::comparison(&text.words(next)) {
        Some((_, taken)) => {
            let then = next + taken;
            matches!(text.word(then), "once" | "twice") || text.number(then).is_some_and(|(_, end, _)| counted(end))
        }
        None => {
            next > at
                && text
                    .number(next)
                    .is_some_and(|(n, end, _)| n >= 2.0 && n.fract() == 0.0 && counted(end))
        }
    }
}
