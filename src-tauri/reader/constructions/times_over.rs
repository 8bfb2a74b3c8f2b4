//! How many times something must be there: "ordered more than once", "only once", "at least 3 times", "multiple orders".

use super::{average_of, measures, things, Construction, Edge};
use crate::frame::{Act, Compare, Ent, Measure};
use crate::known::Col;
use crate::lexicon;
use crate::link::{Meaning, Text};
use crate::query::Op;
use crate::words::among;

pub const TIMES_OVER: Construction = Construction {
    name: "times over",
    find,
    reads: &[
        "customers who ordered more than once",
        "customers with multiple orders",
        "customers who ordered three times or more",
    ],
    leaves: &[
        "orders over time",
        "customers without a single order",
        "products at more than twice the cost",
    ],
};

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let w = |n: usize| text.word(at + n);
    let (op, number, end) = match (w(0), w(1), w(2)) {
        ("once" | "twice", "or", "more") => (Op::Ge, if w(0) == "once" { 1.0 } else { 2.0 }, at + 3),
        ("once" | "twice", "or", "less" | "fewer") => (Op::Le, if w(0) == "once" { 1.0 } else { 2.0 }, at + 3),
        ("once", "and", "never") if w(3) == "again" => (Op::Eq, 1.0, at + 4),
        ("less" | "fewer", "than", "twice") => (Op::Lt, 2.0, at + 3),
        ("atleast", "once" | "twice", _) => (Op::Ge, if w(1) == "once" { 1.0 } else { 2.0 }, at + 2),
        ("more", "than", "once") => (Op::Gt, 1.0, at + 3),
        ("more", "than", "twice") => (Op::Gt, 2.0, at + 3),
        ("at", "least", "once") => (Op::Ge, 1.0, at + 3),
        ("at", "least", "twice") => (Op::Ge, 2.0, at + 3),
        ("only" | "just" | "exactly", "once", _) => (Op::Eq, 1.0, at + 2),
        ("only" | "just" | "exactly", "twice", _) => (Op::Eq, 2.0, at + 2),
        ("twice", "or" | "and", "more" | "up") => (Op::Ge, 2.0, at + 3),
        // "Never once" is none.
        ("once", ..) if at > 0 && text.word(at - 1) == "never" => return,
        // "Once we have invoiced them" is a time.
        (
            "once",
            "we" | "weve" | "we've" | "they" | "theyve" | "they've" | "it" | "its" | "it's" | "the" | "you" | "i"
            | "ive" | "i've" | "he" | "she" | "a" | "an" | "our",
            _,
        ) => return,
        ("once" | "twice", ..) => (Op::Eq, if w(0) == "once" { 1.0 } else { 2.0 }, at + 1),
        ("only" | "just" | "exactly", "the", "one" | "single") => (Op::Eq, 1.0, at + 3),
        // "The biggest single order" is one among all.
        ("single", ..) if text.word(at.wrapping_sub(1)).ends_with("est") => return,
        ("single", ..) => (Op::Eq, 1.0, at + 1),
        ("multiple" | "several", ..) => (Op::Gt, 1.0, at + 1),
        ("more", "than", "one") => (Op::Gt, 1.0, at + 3),
        ("only" | "just" | "exactly" | "a", "one" | "single", _) => (Op::Eq, 1.0, at + 2),
        _ => match repeated(text, at) {
            Some(found) => found,
            None => return,
        },
    };
    // "More than twice the average".
    let twice = matches!(text.word(end.saturating_sub(1)), "twice" | "times");
    // "Twice the deposit", "four times what they cost" are so much of something.
    let much = among("as the what our their my its his her", text.word(end)) && text.word(end + 1) != "same";
    if twice && (much || average_of::is_average(text, end)) {
        return;
    }
    // "Not a single order" is none, rather than one.
    let denied = || (at.saturating_sub(5)..at).any(|i| lexicon::is_not(text.word(i)));
    if matches!((w(0), w(1)), ("single", _) | ("a", "single")) && denied() {
        return;
    }
    let mut push = |end: usize, subject: Option<Measure>, score: f64| {
        let compare = Compare {
            subject,
            op,
            number,
            upper: None,
            unit: subject.is_none().then(|| "times".into()),
        };
        out.push(Edge::new("times over", at, end, vec![Act::Compare(compare)], score));
    };
    // "Renewed at least twice": how often is kept as a number.
    if let Some(before) = at.checked_sub(1) {
        // What is so or not is no number of times.
        let often = |m: &(Col, usize, f64)| m.1 == at && !text.is_flag(m.0) && text.known.column(m.0).max != Some(1.0);
        for (col, _, score) in measures(text, before).into_iter().filter(often) {
            push(end, Some(Measure::Col(col)), 0.7 + score);
        }
    }
    for (ent, end, score) in things(text, end) {
        push(end, Some(Measure::Count(ent)), 0.9 + score);
    }
    // "Ordered only once": what is done is the word before.
    if let Some(before) = at.checked_sub(1) {
        let named = text.at(before).iter().find_map(|a| match a.meaning {
            Meaning::Table(t) if a.end == at => Some(Ent::Table(t)),
            // "Posted more than thirty times", of what keeps the day: each row is a time, however many are of one day.
            Meaning::Column(c) if a.end == at && text.known.column(c).is_time() => Some(Ent::Table(c.table)),
            Meaning::Column(c) if a.end == at => Some(Ent::Column(c)),
            _ => None,
        });
        if let Some(ent) = named {
            push(end, Some(Measure::Count(ent)), 0.8);
        }
    }
    push(end, None, 0.2);
}

/// "At least 3 times", "3 times or more", "3+ times".
fn repeated(text: &Text<'_>, at: usize) -> Option<(Op, f64, usize)> {
    let (said, from) = match lexicon::comparison(&text.words(at)) {
        Some((op, taken)) => (Some(op), at + taken),
        None => (None, at),
    };
    let (number, end, _) = text.number(from)?;
    let (behind, end) = match lexicon::bound(&text.words(end)) {
        Some((op, taken)) => (Some(op), end + taken),
        None if text.open(from) => (Some(Op::Ge), end),
        None => (None, end),
    };
    if !matches!(text.word(end), "times" | "occasions") {
        return None;
    }
    let (last, end) = match lexicon::bound(&text.words(end + 1)) {
        Some((op, taken)) => (Some(op), end + 1 + taken),
        None => (None, end + 1),
    };
    Some((said.or(behind).or(last).unwrap_or(Op::Eq), number, end))
}
