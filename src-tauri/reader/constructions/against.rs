//! One column of a row against another: "more bronze than gold", "price below cost", "shipped before ordered".

use super::{columns, measures, things, Construction, Edge};
use crate::frame::{Act, Ent};
use crate::known::{Col, Column};
use crate::lexicon;
use crate::link::Text;
use crate::query::{Cond, Expr, Op};

pub const AGAINST: Construction = Construction {
    name: "against",
    find,
    reads: &[
        "products with more profit than cost",
        "products with a price below cost",
        "orders with a ship date after the due date",
        "products with a price of more than twice the cost",
        "products with a cost over 40% of the price",
        "products with a cost of at least half the price",
        "orders that were shipped the same day they were ordered",
    ],
    leaves: &["products with a price below 5", "orders after May"],
};

/// Words between a column and what it is held against.
const BETWEEN: &[&str] = &[
    "is",
    "are",
    "was",
    "were",
    "of",
    "the",
    "a",
    "their",
    "its",
    "they",
    "it",
    "we",
    "even",
    "got",
    "been",
    "had",
    "has",
    "have",
    "that",
    "fell",
    "fall",
    "falls",
    "ended",
    "up",
    "actually",
    "first",
    "originally",
];

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    // "More bronze than gold".
    let op = match text.word(at) {
        "more" | "higher" | "greater" | "larger" | "bigger" => Some(Op::Gt),
        "less" | "fewer" | "lower" | "smaller" => Some(Op::Lt),
        _ => None,
    };
    if let Some(op) = op {
        for (a, end, x) in measures(text, at + 1) {
            if text.word(end) == "than" {
                beyond(text, at, end + 1, (a, op), 1.4 + x, out);
            }
        }
    }
    for (a, end, x) in measures(text, at) {
        let next = text.past(end, BETWEEN);
        if let Some((op, taken)) = lexicon::comparison(&text.words(next)) {
            beyond(text, at, next + taken, (a, op), 1.2 + x, out);
        }
    }
    same_day(text, at, out);
    // "Closed before they were raised": a day against a day.
    for (a, end, x) in days(text, at) {
        let next = text.past(end, BETWEEN);
        let (op, taken) = match (text.word(next), text.word(next + 1)) {
            ("before", _) => (Op::Lt, 1),
            ("after", _) => (Op::Gt, 1),
            ("earlier", "than") => (Op::Lt, 2),
            ("later", "than") => (Op::Gt, 2),
            // "Shipped the same day as ordered".
            ("same", "day") if text.word(next + 2) == "as" && text.known.column(a).days_only => (Op::Eq, 3),
            _ => continue,
        };
        for (b, end, y) in days(text, text.past(next + taken, BETWEEN)) {
            push(text, at, end, (a, op, b), 1.2 + x + y, out);
        }
    }
}

/// So many times, or so many percent, of what stands behind: "twice the cost", "40% of the price".
fn times(text: &Text<'_>, at: usize) -> Option<(f64, usize)> {
    let n = || text.tokens.get(at)?.number;
    let of = |i: usize| (text.word(i) == "of").then_some(i + 1);
    match (text.word(at), text.word(at + 1)) {
        ("twice" | "double", _) => Some((2.0, at + 1)),
        (_, "times") => Some((n()?, at + 2)),
        (_, "%" | "percent") => Some((n()? / 100.0, of(at + 2)?)),
        (word, _) if word.ends_with('%') => {
            Some((word.trim_end_matches('%').parse::<f64>().ok()? / 100.0, of(at + 1)?))
        }
        _ => None,
    }
}

fn beyond(text: &Text<'_>, at: usize, next: usize, (a, op): (Col, Op), score: f64, out: &mut Vec<Edge>) {
    // "A deposit of at least half the price".
    let part = || super::fraction::part(text, next).map(|(percent, next)| (percent / 100.0, next));
    if let Some((so_many, next)) = times(text, next).or_else(part) {
        let next = text.past(text.past(next, BETWEEN), &["what", "was", "were", "is"]);
        for (b, end, y) in measures(text, text.past(next, BETWEEN)) {
            if a != b && a.table == b.table {
                let much = Expr::math(Expr::Num(so_many), '*', Expr::Col(b));
                let act = Act::Where(Cond::Compare(Expr::Col(a), op, much));
                out.push(Edge::new("against", at, end, vec![act], 0.6 + score + y));
            }
        }
        return;
    }
    for (b, end, y) in measures(text, text.past(next, BETWEEN)) {
        push(text, at, end, (a, op, b), score + y, out);
    }
}

fn days(text: &Text<'_>, at: usize) -> Vec<(Col, usize, f64)> {
    let mut found = columns(text, at);
    found.retain(|c| text.known.column(c.0).is_time());
    found
}

/// "Ordered and delivered the very same day", "same-day bookings": both days of a row, where it has two or names two.
fn same_day(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let end = match (text.word(at), text.word(at + 1)) {
        ("same-day", _) => at + 1,
        ("same", "day") => at + 2,
        _ => return,
    };
    // "The same day of last year", "up to the same day".
    let before = |n: usize| at.checked_sub(n).map_or("", |i| text.word(i));
    let other = matches!(
        text.word(end),
        "of" | "last" | "this" | "next" | "every" | "each" | "in" | "a"
    );
    if other || [before(1), before(2)].iter().any(|w| matches!(*w, "to" | "against")) {
        return;
    }
    let tied = text.past(
        end,
        &[
            "as", "that", "the", "their", "they", "we", "it", "he", "she", "you", "were", "was",
        ],
    );
    let named = |c: Col| {
        let own = |stem: &String| stem != "date" && text.tokens.iter().any(|t| t.stem == *stem);
        text.known.column(c).stems.iter().any(own)
    };
    let dates = |t: usize| -> Vec<Col> {
        let event = |c: &Column| c.is_time() && !c.is_number() && !c.words.iter().any(|w| lexicon::is_birth(w));
        text.known
            .columns(t)
            .filter(|(_, c)| event(c))
            .map(|(c, _)| c)
            .collect()
    };
    let start = (0..at)
        .rev()
        .take_while(|i| matches!(text.word(*i), "the" | "very" | "on"))
        .last();
    let spoken = |t: usize| {
        let atoms = (0..text.tokens.len()).flat_map(|i| text.at(i));
        let mut sure = atoms.filter(|a| a.score >= 0.6).filter_map(|a| a.meaning.thing());
        text.known.tables.len() == 1 || sure.any(|e| e.table() == t)
    };
    for t in (0..text.known.tables.len()).filter(|t| spoken(*t)) {
        let mut own = dates(t);
        let above = things(text, tied).into_iter().find_map(|(e, last, _)| match e {
            // "As invoiced": the invoice's own day.
            Ent::Table(p) if tied > end && text.known.belongs(t, p) => Some((*dates(p).first()?, last)),
            _ => None,
        });
        let all = own.len();
        if all > 2 {
            own.retain(|c| named(*c));
        }
        let (pair, end) = match (own.as_slice(), above) {
            ([a, ..], Some((b, last))) if *a != b => ([*a, b], last),
            // "The same day they rang": the verb says no more.
            ([a, b], _) => ([*a, *b], if tied > end { tied + 1 } else { end }),
            _ => continue,
        };
        let [a, b] = pair.map(|c| text.known.column(c).days_only);
        let cond = match a && b {
            true => Cond::Compare(Expr::Col(pair[0]), Op::Eq, Expr::Col(pair[1])),
            false => Cond::Compare(Expr::Days(pair[0], pair[1]), Op::Eq, Expr::Num(0.0)),
        };
        let far = if text.said(t) { 0.0 } else { -0.5 };
        let less = if all == 2 || own.iter().all(|c| named(*c)) {
            far
        } else {
            far - 0.4
        };
        out.push(Edge::new(
            "against",
            start.unwrap_or(at),
            end,
            vec![Act::Where(cond)],
            2.2 + less,
        ));
    }
}

/// A row has one of each only where they stand in one table, or where it belongs to the other's.
fn push(text: &Text<'_>, start: usize, end: usize, (a, op, b): (Col, Op, Col), score: f64, out: &mut Vec<Edge>) {
    let near = text.known.belongs(a.table, b.table) || text.known.belongs(b.table, a.table);
    if a == b || !near {
        return;
    }
    let far = if a.table == b.table { 0.0 } else { 0.6 };
    out.push(Edge::new(
        "against",
        start,
        end,
        vec![Act::Where(Cond::Compare(Expr::Col(a), op, Expr::Col(b)))],
        score - far,
    ));
}
