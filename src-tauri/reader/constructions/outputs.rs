//! What to show, listed behind a colon: "Members in Leeds: name, address and monthly fee".

use std::ops::Range;

use super::{ahead, columns, Construction, Edge};
use crate::frame::{Act, Ent};
use crate::known::Col;
use crate::lexicon;
use crate::link::{Meaning, Text};
use crate::words::TokenKind;

pub const OUTPUTS: Construction = Construction {
    name: "outputs",
    find,
    reads: &["orders in May: customer, amount and date"],
    leaves: &[
        "orders: how many in May, and how many in June",
        "orders by month: total and average",
    ],
};

/// Before an item, or in its place.
const SMALL: &[&str] = &["the", "its", "their", "his", "her", "which", "what", "and", "&", "also"];

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    if text.word(at) != ":" || at == 0 {
        return;
    }
    let last = text.tokens.len();
    let last = if matches!(text.word(last - 1), "." | "please") {
        last - 1
    } else {
        last
    };
    let breaks = |i: usize| i >= last || matches!(text.word(i), "," | "and" | "&" | ";");
    // Each item by the tokens that it takes.
    let mut items: Vec<Range<usize>> = Vec::new();
    let mut from = at + 1;
    while from < last {
        let start = text.past(from, SMALL);
        let end = (start..=last).find(|i| breaks(*i)).unwrap_or(last);
        if start < end {
            items.push(start..end);
        }
        from = end + 1;
    }
    if items.len() < 2 || items.iter().any(|i| i.len() > 3) {
        return;
    }
    if !items.iter().all(|i| is_plain(text, i)) {
        return;
    }
    let exact: Vec<Vec<(Col, f64)>> = items.iter().map(|i| named(text, i)).collect();
    // Of columns with one name that of the listed rows is meant.
    let home = listed(text, at).or_else(|| most(&exact));
    let found = items.iter().zip(exact).map(|(i, exact)| match exact.is_empty() {
        true => implied(text, home, i),
        false => exact,
    });
    let found: Vec<Vec<(Col, f64)>> = found.collect();
    let chosen = found.iter().map(|list| {
        let own = list.iter().find(|(c, _)| Some(c.table) == home);
        own.or(list.first()).copied()
    });
    let Some(chosen) = chosen.collect::<Option<Vec<(Col, f64)>>>() else {
        return;
    };
    let mut acts: Vec<Act> = Vec::new();
    for (i, (col, _)) in chosen.iter().enumerate() {
        // First and last name belong together.
        let names = text.known.full_label(col.table);
        let whole = matches!(text.word(items[i].end - 1), "name" | "names" | "who")
            || items[i].len() == 1 && !is_named(text, *col, items[i].start);
        let whole = whole && names.contains(col);
        let shown = if whole { names } else { vec![*col] };
        acts.extend(shown.into_iter().map(|c| Act::Thing(Ent::Column(c))));
    }
    let score: f64 = chosen.iter().map(|c| c.1 + 0.5).sum();
    out.push(Edge::new("outputs", at, last, acts, score));
}

/// Whether a word is of the column's own name.
fn is_named(text: &Text<'_>, col: Col, at: usize) -> bool {
    text.known.column(col).stems.contains(&text.tokens[at].stem)
}

/// Numbers ask for more than a column, and so do words that calculate where no column is called so.
fn is_plain(text: &Text<'_>, words: &Range<usize>) -> bool {
    let plain = |i: usize| text.tokens[i].kind == TokenKind::Word && text.tokens[i].number.is_none();
    let figure = |i: usize| lexicon::aggregate(text.word(i)).is_some() || lexicon::comparison(&text.words(i)).is_some();
    words.clone().all(plain) && (!words.clone().any(figure) || !named(text, words).is_empty())
}

/// The columns that an item names, best first.
fn named(text: &Text<'_>, words: &Range<usize>) -> Vec<(Col, f64)> {
    let found = columns(text, words.start).into_iter();
    found
        .filter(|(_, end, score)| *end == words.end && *score > -0.5)
        .map(|(c, _, score)| (c, score))
        .collect()
}

/// What an item stands for that is no column's name: the day, the person, the number that rows go by, another table.
fn implied(text: &Text<'_>, home: Option<usize>, words: &Range<usize>) -> Vec<(Col, f64)> {
    let own = |t: usize| {
        Some(Col {
            table: t,
            column: text.known.tables[t].reference()?,
        })
    };
    let table = |at: usize, end: usize| {
        text.at(at)
            .iter()
            .filter(|a| a.end == end && a.score >= 0.9)
            .find_map(|a| match a.meaning {
                Meaning::Table(t) => Some(t),
                _ => None,
            })
    };
    // "Owner's name".
    let named = matches!(text.word(words.end - 1), "name" | "names") && words.len() > 1;
    let found: Vec<Col> = match (text.word(words.start), words.len()) {
        ("date" | "when" | "day", 1) => ahead::days(text, home).into_iter().map(|d| d.0).collect(),
        ("name" | "names" | "who", 1) => home.into_iter().flat_map(|t| person(text, t)).collect(),
        ("number" | "no" | "ref" | "reference", 1) => home.and_then(own).into_iter().collect(),
        _ => {
            let end = if named { words.end - 1 } else { words.end };
            let end = if named && matches!(text.word(end - 1), "'s" | "s" | "'") {
                end - 1
            } else {
                end
            };
            table(words.start, end)
                .and_then(|t| text.known.label(t))
                .into_iter()
                .collect()
        }
    };
    found.into_iter().map(|c| (c, 0.0)).collect()
}

/// The table whose rows are listed: the first that is named before the colon.
fn listed(text: &Text<'_>, colon: usize) -> Option<usize> {
    (0..colon).find_map(|i| {
        text.at(i).iter().find_map(|a| match a.meaning {
            Meaning::Table(t) if a.score >= 0.9 => Some(t),
            _ => None,
        })
    })
}

fn most(found: &[Vec<(Col, f64)>]) -> Option<usize> {
    let tables: Vec<usize> = found.iter().flatten().map(|c| c.0.table).collect();
    let count = |t: usize| tables.iter().filter(|o| **o == t).count();
    tables
        .iter()
        .copied()
        .max_by_key(|t| (count(*t), std::cmp::Reverse(*t)))
}

/// What the rows or those that they belong to are called by.
fn person(text: &Text<'_>, table: usize) -> Vec<Col> {
    let own = text.known.full_label(table);
    let named = !text.known.tables[table].labels.is_empty();
    let human = text.known.up(table).into_iter().find(|t| text.known.is_human(*t));
    match human.filter(|_| !named) {
        Some(t) => text.known.full_label(t),
        None if named => own,
        None => Vec::new(),
    }
}
