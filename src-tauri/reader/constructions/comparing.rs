//! Comparisons with a number: "price over 20", "more than 3 orders", "older than 30", "at least $500 million".

use super::{measures, takings, things, told_apart, Construction, Edge};
use crate::frame::{Act, Compare, Ent, Measure};
use crate::known::{Column, Role};
use crate::lexicon::{self, Degree};
use crate::link::{Atom, Meaning, Text};
use crate::query::{Agg, Op};
use crate::words::{plurals, stem, Token, TokenKind};

pub const COMPARING: Construction = Construction {
    name: "comparing",
    find,
    reads: &[
        "products with a price over 20",
        "customers with more than 3 orders",
        "products cheaper than $5",
        "orders that came to more than 500",
    ],
    leaves: &["more about customers"],
};

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    scaled(text, at, out);
    ordinal(text, at, out);
    attributive(text, at, out);
    // The column before: "price over 20", "price = 20", "price is 20".
    for (col, end, score) in measures(text, at) {
        let next = text.past(
            end,
            &[
                "is", "are", "was", "were", "that", "which", "of", "has", "have", "being", "value", "a", "the", "score",
            ],
        );
        let (op, next, plain) = match lexicon::comparison(&text.words(next)) {
            Some((op, taken)) => (op, next + taken, false),
            None if next > end || beside(text, next) => (Op::Eq, next, true),
            None => continue,
        };
        if let Some((number, end, unit)) = text.number(next) {
            let year = plain && text.at(next).iter().any(|a| matches!(a.meaning, Meaning::Time(_)));
            let score = score + if plain { 0.3 } else { 1.1 } - if year { 0.8 } else { 0.0 };
            let (op, end, score) = match lexicon::bound(&text.words(end)) {
                Some((op, taken)) if plain || text.word(end) == "or" => (op, end + taken, score + 0.5),
                _ => (op, end, score),
            };
            push(at, end, Some(Measure::Col(col)), op, number, unit, score, out);
        }
    }
    figures(text, at, out);
    came_to(text, at, out);
    let words = text.words(at);
    let Some((op, next)) = lexicon::comparison(&words).map(|(op, taken)| (op, at + taken)) else {
        return behind(text, at, out);
    };
    let Some((number, end, unit)) = text.number(next) else {
        return;
    };
    // "More than 15 times" counts how often, whatever else could be over 15.
    if matches!(text.word(end), "times" | "occasions") {
        return;
    }
    // "Over 2020 ..." is a time when it is one by itself and nothing measures it.
    quantity(text, at, end, op, number, &unit, out);
    if !told_apart(text, end) {
        push(at, end, None, op, number, unit, 0.1, out);
    }
}

/// "Score 93 or better", "grade 4": the number right behind its column.
fn beside(text: &Text<'_>, at: usize) -> bool {
    text.tokens.get(at).is_some_and(|t| t.number.is_some())
}

/// "4th grade", "3rd floor".
fn ordinal(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let Some(word) = text.tokens.get(at).map(|t| t.lower.as_str()) else {
        return;
    };
    let digits = ["st", "nd", "rd", "th"]
        .iter()
        .find_map(|e| word.strip_suffix(e))
        .and_then(|d| d.parse::<f64>().ok());
    let spoken = || {
        [
            "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
        ]
        .iter()
        .position(|w| *w == word)
    };
    let Some(number) = digits.or_else(|| spoken().map(|p| p as f64 + 1.0)) else {
        return;
    };
    for (col, end, score) in measures(text, at + 1) {
        push(at, end, Some(Measure::Col(col)), Op::Eq, number, None, 0.6 + score, out);
    }
}

/// "4 door cars", "3 bedroom houses": a number and its noun in the singular in front of a thing.
fn attributive(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let number = text.tokens.get(at).and_then(|t| t.number);
    let (Some(number), Some(noun)) = (number, text.tokens.get(at + 1)) else {
        return;
    };
    let single = plurals::singular(&noun.lower) == noun.lower && !noun.lower.ends_with('s');
    if number.fract() != 0.0 || number < 2.0 || !single || lexicon::period(&noun.lower).is_some() {
        return;
    }
    for (col, end, score) in measures(text, at + 1) {
        let column = text.known.column(col);
        let thing = |t: &Token| {
            t.kind == TokenKind::Word && (matches!(t.lower.as_str(), "one" | "ones") || !lexicon::is_filler(&t.lower))
        };
        if column.stems.contains(&noun.stem) && text.tokens.get(end).is_some_and(thing) {
            push(at, end, Some(Measure::Col(col)), Op::Eq, number, None, 0.9 + score, out);
        }
    }
}

/// "Came to more than 500": in money.
fn came_to(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let Some(from) = takings::came(text, at) else { return };
    let Some((op, taken)) = lexicon::comparison(&text.words(from)) else {
        return;
    };
    if let Some((number, end, unit)) = text.number(from + taken) {
        for col in takings::of_before(text, at) {
            push(at, end, Some(Measure::Col(col)), op, number, unit.clone(), 1.4, out);
        }
    }
}

/// "An average rating above 7", "total sales over 500".
fn figures(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let Some(agg) = lexicon::aggregate(text.word(at)) else {
        return;
    };
    for (col, end, score) in measures(text, at + 1) {
        let next = text.past(end, &["is", "are", "was", "were", "of", "that"]);
        let Some((op, taken)) = lexicon::comparison(&text.words(next)) else {
            continue;
        };
        if let Some((number, end, unit)) = text.number(next + taken) {
            push(
                at,
                end,
                Some(Measure::Figure(agg, col)),
                op,
                number,
                unit,
                1.6 + score,
                out,
            );
        }
    }
}

/// "20 or more orders", "3 or fewer", "5+ orders".
fn behind(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    if text.tokens.get(at).is_none_or(|t| t.number.is_none()) {
        return;
    }
    let Some((number, end, unit)) = text.number(at) else {
        return;
    };
    // "Three times or more" counts how often, even where a table is called times.
    if matches!(text.word(end), "times" | "occasions") {
        return;
    }
    // "Two orders or more".
    for (ent, last, score) in things(text, end) {
        let op = match (text.word(last), text.word(last + 1)) {
            ("or", "more") => Op::Ge,
            ("or", "less" | "fewer") => Op::Le,
            _ => continue,
        };
        push(
            at,
            last + 2,
            Some(Measure::Count(ent)),
            op,
            number,
            None,
            1.0 + score,
            out,
        );
    }
    figured(text, at, number, out);
    // "Has had two heads": just so many.
    let has = at > 0
        && matches!(
            text.word(at - 1),
            "has" | "have" | "had" | "with" | "got" | "exactly" | "in" | "to" | "on" | "for"
        );
    if has && number.fract() == 0.0 && number < 100.0 && text.word(end) != "of" {
        for (ent, last, score) in things(text, end) {
            push(
                at,
                last,
                Some(Measure::Count(ent)),
                Op::Eq,
                number,
                None,
                0.5 + score,
                out,
            );
        }
    }
    // "At 5 or later" is a time of day, not a price.
    let later = (text.word(end), text.word(end + 1)) == ("or", "later") && super::hours::has_clock(text);
    let (op, end) = match lexicon::bound(&text.words(end)).filter(|_| !later) {
        Some((op, taken)) => (op, end + taken),
        // "3+ orders".
        None if text.open(at) => (Op::Ge, end),
        None => return counted(text, at, end, number, out),
    };
    quantity(text, at, end, op, number, &unit, out);
    if !told_apart(text, end) {
        push(at, end, None, op, number, unit, 0.3, out);
    }
}

/// "A 3 bed house": the singular behind a number says what kind, not how many rows.
pub(super) fn is_kind(text: &Text<'_>, at: usize) -> bool {
    let number = text.tokens.get(at).and_then(|t| t.number);
    let Some(number) = number.filter(|n| n.fract() == 0.0 && (2.0..100.0).contains(n)) else {
        return false;
    };
    let singular = |end: usize| plurals::singular(text.word(end - 1)) == text.word(end - 1);
    let counts = |col| {
        let column = text.known.column(col);
        column.role == Role::Measure && column.spans(std::iter::once(number))
    };
    measures(text, at + 1)
        .into_iter()
        .any(|(col, end, _)| singular(end) && counts(col))
}

/// A number of what a column keeps: "scored 9 tries", "one star reviews", "5 bedrooms or more".
fn figured(text: &Text<'_>, at: usize, number: f64, out: &mut Vec<Edge>) {
    let ranked = at > 0
        && matches!(
            text.word(at - 1),
            "top" | "first" | "last" | "best" | "worst" | "bottom" | "the" | "next" | "past" | "previous"
        );
    stars(text, at, number, out);
    let bounded = is_bounded(text, at);
    for (col, end, score) in measures(text, at + 1) {
        if text.known.column(col).role != Role::Measure || text.word(at + 1) == "of" {
            continue;
        }
        let kind = is_kind(text, at);
        let (op, end, sure) = match (text.word(end), text.word(end + 1)) {
            ("or", "more" | "over" | "better" | "above" | "up") => (Op::Ge, end + 2, 1.2),
            ("or", "less" | "fewer" | "under" | "below") => (Op::Le, end + 2, 1.2),
            _ if ranked || bounded => continue,
            _ => (Op::Eq, end, if kind { 1.3 } else { 0.4 }),
        };
        push(at, end, Some(Measure::Col(col)), op, number, None, sure + score, out);
    }
}

/// "Over three hours" is not three of them.
fn is_bounded(text: &Text<'_>, at: usize) -> bool {
    let longest = at.min(5);
    (1..=longest)
        .any(|n| matches!(lexicon::comparison(&text.words(at - n)), Some((op, taken)) if taken == n && op != Op::Eq))
}

/// "One star": a mark on a scale of five, where nothing is called a star.
fn stars(text: &Text<'_>, at: usize, number: f64, out: &mut Vec<Edge>) {
    let named = |c: &Column| c.stems.iter().any(|s| s == "star");
    if !matches!(text.word(at + 1), "star" | "stars") || text.known.all().any(|(_, c)| named(c)) {
        return;
    }
    let marks = |c: &Column| {
        let called = c.stems.iter().any(|s| lexicon::concept("stars").contains(s));
        let five = c.min.is_some_and(|min| min >= 0.0) && c.max.is_some_and(|max| max <= 5.0);
        called && five && c.is_number() && c.role == Role::Measure
    };
    for (col, _) in text.known.all().filter(|(_, c)| marks(c)) {
        push(at, at + 2, Some(Measure::Col(col)), Op::Eq, number, None, 1.2, out);
    }
}

/// "3 professors or more", "2 children or fewer".
fn counted(text: &Text<'_>, at: usize, next: usize, number: f64, out: &mut Vec<Edge>) {
    for (ent, end, score) in things(text, next) {
        let op = match (text.word(end), text.word(end + 1)) {
            ("or", "more" | "over") => Op::Ge,
            ("or", "less" | "fewer") => Op::Le,
            _ => continue,
        };
        push(
            at,
            end + 2,
            Some(Measure::Count(ent)),
            op,
            number,
            None,
            1.2 + score,
            out,
        );
    }
}

/// What is counted or measured behind the number: "more than 3 orders", "over 500 points".
fn quantity(text: &Text<'_>, at: usize, end: usize, op: Op, number: f64, unit: &Option<String>, out: &mut Vec<Edge>) {
    // "More than 40 hours", where hours are kept: what they come to for each.
    if let Some(unit) = unit.as_deref().filter(|_| end > at + 1) {
        let word = stem(unit);
        for (col, c) in text.known.all() {
            let hours = c.is_number() && c.role == Role::Measure && c.stems.len() == 1 && c.stems[0] == word;
            if hours && text.word(end - 1) == unit {
                let sum = Some(Measure::Figure(Agg::Sum, col));
                push(at, end, sum, op, number, None, 0.5, out);
            }
        }
    }
    let next = text.past(end, &["of", "in", "different", "distinct", "separate", "total"]);
    let whole = number.fract() == 0.0 && number < 100_000.0;
    // "On four or more different dates": days on which there is a row.
    let apart = told_apart(text, end);
    if apart && matches!(text.word(end + 1), "dates" | "days") {
        for table in (0..text.known.tables.len()).filter(|t| text.said(*t)) {
            if let Some(day) = text.day_of(table).filter(|day| text.known.column(*day).days_only) {
                let count = Some(Measure::Count(Ent::Column(day)));
                push(at, end + 2, count, op, number, None, 1.2, out);
            }
        }
    }
    // "Two different items" are told apart by the column that keeps them.
    let kinds = apart
        && things(text, next)
            .iter()
            .any(|t| matches!(t.0, Ent::Column(_)) && t.2 > -0.6);
    for (ent, end, score) in things(text, next) {
        if whole && !(kinds && matches!(ent, Ent::Table(_))) {
            let score = if kinds { score + 1.0 } else { score };
            push(at, end, Some(Measure::Count(ent)), op, number, None, 0.8 + score, out);
        }
    }
    // "3 or more unpaid bills": what is counted stands behind how it stands.
    let stands = |a: &Atom| a.score < 0.9 || matches!(a.meaning, Meaning::Value { .. });
    if whole && text.at(next).iter().all(stands) {
        for (ent, _, score) in things(text, next + 1) {
            let table = matches!(ent, Ent::Table(_));
            if table && score > -0.2 {
                push(at, end, Some(Measure::Count(ent)), op, number, None, 0.7 + score, out);
            }
        }
    }
    // "Over 38 tonnes gross", "over 120 minutes": the unit is what the column is called, or part of it.
    // "Who average over 70 minutes" is not said of each row.
    let mean = at > 0 && matches!(text.word(at - 1), "average" | "averages" | "averaging" | "averaged");
    let named = unit.iter().filter(|u| !mean && end > at && text.word(end - 1) == *u);
    for (col, last, score) in named.flat_map(|_| measures(text, end - 1)) {
        if last >= end && text.known.column(col).role == Role::Measure {
            let of = Some(Measure::Col(col));
            push(at, last, of, op, number, unit.clone(), 1.0 + score, out);
        }
    }
    for (col, end, score) in measures(text, next) {
        // "At least 20 ratings", of which none is above 5, are so many.
        let most = text.known.column(col).max;
        if whole && most.is_some_and(|most| most < number) && text.word(end - 1).ends_with('s') {
            let count = Some(Measure::Count(Ent::Table(col.table)));
            push(at, end, count, op, number, None, 1.0 + score, out);
            continue;
        }
        if text.known.column(col).role == Role::Measure {
            push(
                at,
                end,
                Some(Measure::Col(col)),
                op,
                number,
                unit.clone(),
                0.8 + score,
                out,
            );
        }
    }
}

/// "Older than 30", "cheaper than $20", "over 2 hours long".
fn scaled(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    for atom in text.at(at) {
        let Meaning::Scale {
            degree: Degree::Comparative,
            cols,
            ..
        } = &atom.meaning
        else {
            continue;
        };
        if !matches!(text.word(atom.end), "than" | "then") {
            continue;
        }
        if let Some((number, end, unit)) = text.number(atom.end + 1) {
            for (i, (col, more)) in cols.iter().take(5).enumerate() {
                let op = if *more { Op::Gt } else { Op::Lt };
                let score = 0.9 - 0.25 * i as f64;
                push(at, end, Some(Measure::Col(*col)), op, number, unit.clone(), score, out);
            }
        }
    }
    let words = text.words(at);
    if let Some((op, taken)) = lexicon::comparison(&words) {
        if let Some((number, end, unit)) = text.number(at + taken) {
            for atom in text.at(end) {
                let Meaning::Scale {
                    degree: Degree::Positive,
                    cols,
                    ..
                } = &atom.meaning
                else {
                    continue;
                };
                for (i, (col, _)) in cols.iter().take(5).enumerate() {
                    let score = 1.0 - 0.25 * i as f64;
                    push(
                        at,
                        atom.end,
                        Some(Measure::Col(*col)),
                        op,
                        number,
                        unit.clone(),
                        score,
                        out,
                    );
                }
            }
        }
    }
}

#[allow(clippy::too_many_arguments)]
fn push(
    start: usize,
    end: usize,
    subject: Option<Measure>,
    op: Op,
    number: f64,
    unit: Option<String>,
    score: f64,
    out: &mut Vec<Edge>,
) {
    let compare = Compare {
        subject,
        op,
        number,
        upper: None,
        unit,
    };
    out.push(Edge::new("comparing", start, end, vec![Act::Compare(compare)], score));
}
