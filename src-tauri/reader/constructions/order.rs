//! "Sorted by age", "ranked by rating", "in descending order of price", "alphabetically", "newest first".

use super::{columns, things, Construction, Edge};
use crate::frame::{Act, Ent, Measure};
use crate::lexicon;
use crate::link::{Meaning, Text};
use crate::words::{among, TokenKind};

pub const ORDER: Construction = Construction {
    name: "order",
    find,
    reads: &[
        "products sorted by price",
        "customers in alphabetical order",
        "products in descending order of price",
        "orders by country, most orders first",
        "orders by country, biggest at the top",
        "orders by country, biggest at the top with the number",
        "orders by country, from the biggest to the smallest",
        "products, cheapest to dearest",
        "rank the products by price",
        "rank customers by revenue",
    ],
    leaves: &["orders of a customer", "the first orders"],
};

/// "Rank the products by price", the highest first; "sort the orders by date".
fn told_to(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let desc = match (at, text.word(0)) {
        (0, "rank") => Some(true),
        (0, "sort" | "order") => None,
        _ => return,
    };
    for (ent, end, score) in things(text, text.past(1, &["the", "our", "all", "my"])) {
        if text.word(end) != "by" {
            continue;
        }
        let from = text.past(end + 1, &["the", "their", "its"]);
        let mut push = |measure: Measure, end: usize, more: f64| {
            let (end, said) = trailing(text, end);
            let acts = vec![Act::Thing(ent), Act::Sort(Some(measure), said.or(desc))];
            out.push(Edge::new("order", at, end, acts, 1.4 + score + more));
        };
        for (col, end, more) in columns(text, from) {
            // Products have a price of their own.
            let own = if ent.table() == col.table { 0.4 } else { 0.0 };
            push(Measure::Col(col), end, more + own);
        }
        for (measure, more) in super::worth::sold(text, from) {
            push(measure, from + 1, more);
        }
    }
}

/// "From highest to lowest salary", "lowest to highest by price": the whole list, and not its ends.
fn from_end_to_end(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let from = text.past(at, &["from", "the"]);
    let ends = (
        text.word(from),
        text.word(from + 1),
        text.word(text.past(from + 2, &["the"])),
    );
    let desc = match ends {
        (first, "to", last) if among(HIGH, first) && among(LOW, last) => true,
        (first, "to", last) if among(LOW, first) && among(HIGH, last) => false,
        _ => return,
    };
    let next = text.past(text.past(from + 2, &["the"]) + 1, &["by", "in", "on", "the", "their"]);
    let score = if from > at { 2.0 } else { 1.6 };
    for (col, end, more) in columns(text, next) {
        let acts = vec![Act::Sort(Some(Measure::Col(col)), Some(desc))];
        out.push(Edge::new("order", at, end, acts, score + more));
    }
}

const HIGH: &str = "highest most biggest largest greatest";
const LOW: &str = "lowest least fewest smallest";

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let w = |n: usize| text.word(at + n);
    told_to(text, at, out);
    from_end_to_end(text, at, out);
    let mut from = at;
    let desc;
    match (w(0), w(1)) {
        (
            "sorted" | "ordered" | "ranked" | "sort" | "order" | "rank" | "ranking" | "listed" | "arranged",
            "by" | "on",
        ) => {
            from += 2;
            desc = if matches!(w(0), "ranked" | "rank" | "ranking") {
                Some(true)
            } else {
                None
            };
        }
        ("sorted" | "ordered" | "ranked" | "sort" | "arranged" | "listed", "in")
            if direction(text.word(at + 2)).is_some() =>
        {
            desc = direction(text.word(at + 2));
            from += 3;
            if text.word(from) == "order" {
                from += 1;
            }
            if matches!(text.word(from), "of" | "by") {
                from += 1;
            }
        }
        ("in", d) if direction(d).is_some() && matches!(w(2), "order" | "sequence") => {
            desc = direction(d);
            from += 3;
            if matches!(text.word(from), "of" | "by") {
                from += 1;
            }
        }
        ("descending" | "ascending", "order") => {
            desc = direction(w(0));
            from += 2;
            if matches!(text.word(from), "of" | "by") {
                from += 1;
            }
        }
        ("alphabetical" | "alphabetically" | "lexicographic" | "lexicographically", _) => {
            let end = if w(1) == "order" { at + 2 } else { at + 1 };
            // "Alphabetically by surname": what it goes by is no group.
            let keys = columns(text, text.past(end + 1, &["the", "their"]));
            if let ("by", false) = (text.word(end), keys.is_empty()) {
                out.extend(keys.into_iter().map(|(col, end, score)| {
                    let acts = vec![Act::Sort(Some(Measure::Col(col)), Some(false))];
                    Edge::new("order", at, end, acts, 1.4 + score)
                }));
                return;
            }
            out.push(Edge::new("order", at, end, vec![Act::Sort(None, Some(false))], 0.8));
            return;
        }
        ("in" | "sorted" | "listed", "alphabetical" | "alphabetic" | "lexicographic" | "lexicographical") => {
            let mut end = at + if w(2) == "order" { 3 } else { 2 };
            if matches!(text.word(end), "of" | "by") {
                for (col, e, score) in columns(text, end + 1) {
                    let acts = vec![Act::Sort(Some(Measure::Col(col)), Some(false))];
                    out.push(Edge::new("order", at, e, acts, 1.2 + score));
                }
            }
            end = end.min(text.tokens.len());
            out.push(Edge::new("order", at, end, vec![Act::Sort(None, Some(false))], 0.9));
            return;
        }
        // "From the biggest to the smallest".
        ("from", _) => {
            // "From the oldest to the youngest" goes by how old they are, which other rules say.
            const PLAIN: &str = "most biggest largest highest best least fewest smallest lowest worst a z high low";
            let first = text.word(text.past(at + 1, &["the"]));
            let plain = among(PLAIN, first);
            if let (end, Some(desc), true) = (trailing(text, at).0, trailing(text, at).1, plain) {
                if text.tokens.get(end).is_none_or(|t| t.kind == TokenKind::Mark) {
                    out.push(Edge::new("order", at, end, vec![Act::Sort(None, Some(desc))], 1.6));
                }
            }
            return;
        }
        _ => return first(text, at, out),
    }
    let from = text.past(from, &["the", "their", "its", "of"]);
    let mut any = false;
    let mut push = |measure: Option<Measure>, end: usize, score: f64| {
        let (end, said) = trailing(text, end);
        let acts = vec![Act::Sort(measure, said.or(desc))];
        out.push(Edge::new("order", at, end, acts, score));
    };
    for (col, end, score) in columns(text, from) {
        push(Some(Measure::Col(col)), end, 1.2 + score);
        any = true;
    }
    if let Some(agg) = lexicon::aggregate(text.word(from)) {
        for (col, end, score) in columns(text, from + 1) {
            push(Some(Measure::Figure(agg, col)), end, 1.3 + score);
            any = true;
        }
    }
    if matches!(text.word(from), "number" | "count" | "amount") && text.word(from + 1) == "of" {
        for (ent, end, score) in things(text, from + 2) {
            push(Some(Measure::Count(ent)), end, 1.3 + score);
            any = true;
        }
    }
    for (ent, end, score) in things(text, from) {
        if matches!(ent, Ent::Table(_)) {
            push(Some(Measure::Count(ent)), end, score);
            any = true;
        }
    }
    if !any {
        push(None, from, 0.2);
    }
}

fn direction(word: &str) -> Option<bool> {
    match word {
        "descending" | "desc" | "decreasing" | "descend" | "reverse" => Some(true),
        "ascending" | "asc" | "increasing" | "ascend" => Some(false),
        _ => None,
    }
}

/// What follows the key: "desc", "in ascending order", "from high to low", "highest first".
fn trailing(text: &Text<'_>, at: usize) -> (usize, Option<bool>) {
    let w = |n: usize| text.word(at + n);
    let high = |word: &str| {
        lexicon::scale(word).map(|(s, _)| s.up).or(match word {
            "most" | "z" | "best" => Some(true),
            "least" | "a" | "fewest" => Some(false),
            _ => None,
        })
    };
    match (w(0), w(1), w(2), w(3)) {
        ("in", d, "order", _) if direction(d).is_some() => (at + 3, direction(d)),
        ("from", a, "to", _) if high(a).is_some() => (at + 4, high(a)),
        ("from", "the", a, "to") if high(a).is_some() => (at + 6, high(a)),
        (a, "to", b, _) if high(a).is_some() && high(b).is_some() => (at + 3, high(a)),
        (a, "first", ..) if high(a).is_some() => (at + 2, high(a)),
        (d, ..) if direction(d).is_some() => (at + if w(1) == "order" { 2 } else { 1 }, direction(d)),
        _ => (at, None),
    }
}

/// "Newest first", "highest first", "ordered oldest down".
fn first(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    const SORTED: &[&str] = &["ordered", "sorted", "ranked", "listed", "arranged", "with", "the"];
    let from = match text.word(at) {
        "with" | "the" => at,
        _ => text.past(at, SORTED),
    };
    let word = text.word(from);
    let desc = match word {
        "most" | "highest" | "commonest" | "busiest" | "best" | "worst" | "top" | "largest" | "biggest"
        | "frequent" | "common" => Some(true),
        "least" | "lowest" | "fewest" | "smallest" | "rarest" | "quietest" => Some(false),
        _ => None,
    };
    // "Thriftiest first", "most orders first", "best club first": nothing is left out.
    let most = desc.or(word.ends_with("est").then_some(true));
    for taken in 1..5 {
        if (1..taken).any(|i| text.tokens.get(from + i).is_none_or(|t| t.kind != TokenKind::Word)) {
            break;
        }
        if let (Some(end), Some(_)) = (leads(text, from + taken), most) {
            out.push(Edge::new("order", at, end, vec![Act::Sort(None, most)], 1.0));
        }
    }
    for atom in text.at(from) {
        let Meaning::Scale { cols, .. } = &atom.meaning else {
            continue;
        };
        let Some(end) = leads(text, atom.end) else { continue };
        for (i, (col, desc)) in cols.iter().take(4).enumerate() {
            let acts = vec![Act::Sort(Some(Measure::Col(*col)), Some(*desc))];
            out.push(Edge::new("order", at, end, acts, 0.9 - 0.2 * i as f64));
        }
        // What nothing is named by goes by the figure that is shown; "oldest down" goes by the ages alone.
        if !matches!(text.word(atom.end), "down" | "downwards") {
            out.push(Edge::new("order", at, end, vec![Act::Sort(None, Some(true))], 0.5));
        }
    }
}

/// "Dearest" is a superlative, "Budapest" is none.
fn is_most(word: &str) -> bool {
    matches!(lexicon::scale(word), Some((_, lexicon::Degree::Superlative)))
}

/// Where words end that say that something stands first and leave nothing out: "first", "at the top", "down".
fn leads(text: &Text<'_>, at: usize) -> Option<usize> {
    let named = |at: usize| text.tokens.get(at).is_some_and(|t| t.kind != TokenKind::Mark);
    let goes_on = |at: usize| matches!(text.word(at), "with" | "and");
    Some(match (text.word(at), text.word(at + 1)) {
        ("first", _) => at + 1,
        ("on" | "at", "top") => at + 2,
        // "At the top store" is a place.
        ("at", "the") if text.word(at + 2) == "top" && (!named(at + 3) || goes_on(at + 3)) => at + 3,
        ("down" | "downwards", _) if !named(at + 1) => at + 1,
        // "Cheapest to dearest", "oldest down to newest": all of them.
        ("to", end) if is_most(end) && !named(at + 2) => at + 2,
        ("down" | "up" | "through", "to") if is_most(text.word(at + 2)) && !named(at + 3) => at + 3,
        _ => return None,
    })
}
