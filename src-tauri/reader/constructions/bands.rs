//! Stretches of a number beside each other: "price bands: below 10, 10 to 20, above 20", "under 18, 18 to 65 and older".

use super::{measures, things, Construction, Edge};
use crate::frame::{Act, Bands, Measure};
use crate::known::Col;
use crate::lexicon::{self, Degree};
use crate::link::{Meaning, Text};
use crate::query::{Band, Op};
use crate::words::{number_of, TokenKind};

pub const BANDS: Construction = Construction {
    name: "bands",
    find,
    reads: &[
        "products by price: below 10, 10 to 20, above 20",
        "orders under 5 euros, 5 to 10 and more",
        "amounts in bands: 0-10, 11-20, 21 or more",
    ],
    leaves: &[
        "products with a price over 10 and below 20",
        "orders with an amount between 5 and 10",
    ],
};

/// Words between what is banded and its bands.
const LEADS: &[&str] = &[
    "in", "into", "by", "each", "band", "bands", "group", "groups", "class", "classes", "bracket", "brackets",
    "bucket", "buckets", "range", "ranges", "size", "sizes", "length", "lengths", "level", "levels", "tier", "tiers",
    ":", "(", "two", "three", "four", "five", "grouped", "as",
];
const BETWEEN: &[&str] = &[
    ",", ";", "/", ".", ")", "(", "and", "or", "vs", "versus", "&", "against", "then",
];
/// What is left above and below the band before.
const ABOVE: &[&str] = &[
    "more", "above", "over", "beyond", "rest", "others", "upwards", "higher", "larger", "greater",
];
const BELOW: &[&str] = &["below", "under", "less", "fewer", "lower", "smaller"];

/// What it costs a column that none of the ends lies among its numbers.
pub(crate) const FAR: f64 = 1.5;

/// One band as it is said; an end is in it, is not, or is left open.
#[derive(Debug, Clone, Default)]
struct Part {
    low: Option<(f64, Option<bool>)>,
    high: Option<(f64, Option<bool>)>,
    end: usize,
    unit: Option<String>,
    named: Option<Col>,
    /// "Poor 1-2, good 3-5": what a person calls it.
    called: Option<String>,
}

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    for (col, end, score) in measures(text, at).into_iter().take(4) {
        if let Some((parts, end)) = whole(text, lead(text, end)) {
            push(
                at,
                end,
                &parts,
                Some(Measure::Col(col)),
                2.4 + score + apt(text, col, &parts),
                out,
            );
        }
    }
    let Some((parts, end)) = whole(text, lead(text, at)) else {
        return;
    };
    if let Some(col) = parts.iter().find_map(|p| p.named) {
        push(at, end, &parts, Some(Measure::Col(col)), 2.2, out);
    }
    // What is banded was named before.
    let before = (0..at).rev().flat_map(|i| measures(text, i));
    for (place, (col, _, score)) in before.take(3).enumerate() {
        let score = 1.7 + 0.5 * score - 0.2 * place as f64 + apt(text, col, &parts);
        push(at, end, &parts, Some(Measure::Col(col)), score, out);
    }
    let days = parts.iter().any(|p| {
        p.unit
            .as_deref()
            .is_some_and(|u| u.starts_with("day") || u.starts_with("night") || u.starts_with("week"))
    });
    if days || (0..text.tokens.len()).any(|i| matches!(text.word(i), "late" | "lengths" | "length" | "ahead")) {
        for (a, b, score) in super::lasting::pairs(text).into_iter().take(3) {
            push(at, end, &parts, Some(Measure::Days(a, b)), 1.6 + score, out);
        }
    }
    if super::age::spoken(text) {
        for (col, _, score) in super::age::since(text).into_iter().take(2) {
            push(at, end, &parts, Some(Measure::Age(col)), 1.7 + score, out);
            // "By age group: under 18, 18 and over".
            let from = (0..at).rev().take(4).find(|i| matches!(text.word(*i), "age" | "ages"));
            if let Some(from) = from {
                let from = from - usize::from(from > 0 && matches!(text.word(from - 1), "by" | "per" | "in"));
                push(from, end, &parts, Some(Measure::Age(col)), 2.4 + score, out);
            }
        }
    }
    push(at, end, &parts, None, 1.2, out);
}

fn push(start: usize, end: usize, parts: &[Part], of: Option<Measure>, score: f64, out: &mut Vec<Edge>) {
    let unit = parts.iter().find_map(|p| p.unit.clone());
    let days = matches!(of, Some(Measure::Days(..)));
    let each = crate::build::in_days;
    let scale = |p: &Part| {
        let own = each(p.unit.as_deref().or(unit.as_deref()));
        own / if days { 1.0 } else { each(unit.as_deref()) }
    };
    let open = parts.last().is_some_and(|p| matches!(p.low, Some((_, Some(true)))));
    let mut list = Vec::new();
    for (i, p) in parts.iter().enumerate() {
        let next = parts.get(i + 1).and_then(|n| Some((n.low?, scale(n))));
        // An end that two bands share lies in the one that says so, else in the lower one.
        let to = match (p.high, next) {
            (Some((high, Some(within))), _) => Some((high * scale(p), within)),
            (Some(_), Some(((low, Some(true)), scale))) => Some((low * scale, false)),
            (Some((high, None)), Some(((low, None), _))) if open && high == low => Some((high * scale(p), false)),
            (Some((high, _)), _) => Some((high * scale(p), true)),
            (None, _) => None,
        };
        list.push(Band { name: name(p), to });
    }
    let from = parts.first().and_then(|p| Some((p.low?, scale(p))));
    let bands = Bands {
        of,
        from: from.map(|((low, within), scale)| (low * scale, within.unwrap_or(true))),
        list,
        unit: unit.filter(|_| !days),
    };
    out.push(Edge::new("bands", start, end, vec![Act::Bands(bands)], score));
}

fn name(p: &Part) -> String {
    if let Some(called) = &p.called {
        return called.clone();
    }
    match (p.low, p.high) {
        (Some((low, _)), Some((high, _))) if low == high => format!("{low}"),
        (Some((low, _)), Some((high, _))) => format!("{low} to {high}"),
        (Some((low, Some(true))), None) => format!("{low} and more"),
        (Some((low, _)), None) => format!("over {low}"),
        (None, Some((high, Some(true)))) => format!("up to {high}"),
        (None, Some((high, _))) => format!("under {high}"),
        (None, None) => "all".to_owned(),
    }
}

/// Past "in bands of 20:".
fn lead(text: &Text<'_>, at: usize) -> usize {
    let next = text.past(at, LEADS);
    let wide = next > at && text.word(next) == "of" && text.word(next + 2) == ":";
    text.past(if wide { next + 2 } else { next }, LEADS)
}

/// How well bands fit a column: some of their ends lie among its numbers.
fn apt(text: &Text<'_>, col: Col, parts: &[Part]) -> f64 {
    match text
        .known
        .column(col)
        .spans(parts.iter().filter_map(|p| Some(p.high?.0)))
    {
        true => 0.0,
        false => -FAR,
    }
}

/// A list that is no part of a longer one.
fn whole(text: &Text<'_>, at: usize) -> Option<(Vec<Part>, usize)> {
    let found = list(text, at)?;
    let longer = |from: usize| list(text, from).is_some_and(|l| l.1 > at);
    (!(at.saturating_sub(8)..at).any(|from| lead(text, from) != at && longer(from))).then_some(found)
}

/// Bands that follow on each other, from the lowest to the highest.
fn list(text: &Text<'_>, at: usize) -> Option<(Vec<Part>, usize)> {
    let mut parts: Vec<Part> = Vec::new();
    let mut next = at;
    let mut end = at;
    while let Some(mut part) = one(text, next, parts.last()) {
        // "Below 10, up to 20": from where the one before ends.
        if let (None, Some(high), Some(before)) = (part.low, part.high, parts.last().and_then(|p| p.high)) {
            part.low = (before.0 < high.0).then_some((before.0, None));
        }
        end = part.end;
        parts.push(part);
        next = text.past(end, BETWEEN);
        if next == end {
            break;
        }
    }
    // "Savings: under 1k, 1k to 10k": a word before the first band alone is no name of it.
    if parts.len() > 1 && parts[0].called.is_some() && parts[1..].iter().all(|p| p.called.is_none()) {
        return None;
    }
    let factor = (at..end).filter_map(|i| factor(text, i)).fold(1.0, f64::max);
    let full = |end: &mut Option<(f64, Option<bool>)>| {
        if let Some((n, _)) = end.as_mut().filter(|e| e.0 < 1000.0) {
            *n *= factor;
        }
    };
    for p in &mut parts {
        full(&mut p.low);
        full(&mut p.high);
    }
    let floor = |p: &Part| p.low.map_or(f64::NEG_INFINITY, |l| l.0);
    parts.sort_by(|a, b| floor(a).total_cmp(&floor(b)));
    let follows = |w: &[Part]| match w {
        [a, b] => a
            .high
            .zip(b.low)
            .is_some_and(|(high, low)| high.0 == low.0 || high.0 < low.0 && parts.len() > 2),
        _ => false,
    };
    // Years and days between others are times; a number that is no year says that none is.
    let years = |n: f64| (1800.0..=2100.0).contains(&n);
    let dated = |i: &usize| text.at(*i).iter().any(|a| matches!(a.meaning, Meaning::Time(_)));
    let numbers = (at..end).filter(|i| text.tokens.get(*i).is_some_and(|t| t.number.is_some()));
    let other = numbers
        .clone()
        .any(|i| text.tokens[i].number.is_some_and(|n| n >= 1000.0 && !years(n)));
    let (dates, plain): (Vec<usize>, Vec<usize>) = numbers.partition(dated);
    let times = !other && !dates.is_empty() && dates.len() >= plain.len();
    (parts.len() > 1 && !times && parts.windows(2).all(follows)).then_some((parts, end))
}

/// "20 to 30 thousand": both ends are thousands.
pub(super) fn factor(text: &Text<'_>, at: usize) -> Option<f64> {
    let token = text.tokens.get(at)?;
    token.number.filter(|n| *n >= 1000.0)?;
    let lower = token.lower.as_str();
    match lower.rsplit(' ').next().unwrap_or_default() {
        "thousand" => Some(1e3),
        "million" => Some(1e6),
        "billion" => Some(1e9),
        _ if lower.ends_with('k') => Some(1e3),
        _ if lower.ends_with('m') => Some(1e6),
        _ => None,
    }
}

fn one(text: &Text<'_>, at: usize, before: Option<&Part>) -> Option<Part> {
    let at = text.past(at, &["the", "those", "of", "from", "aged", "between", "with", "then"]);
    let plain = |at: usize| {
        compared(text, at)
            .or_else(|| written(text, at))
            .or_else(|| ranged(text, at))
            .or_else(|| left(text, at, before?))
    };
    let called = || {
        let token = text.tokens.get(at).filter(|t| t.kind == TokenKind::Word)?;
        let known = lexicon::is_filler(&token.lower)
            || text
                .at(at)
                .iter()
                .any(|a| a.score >= 0.9 && a.meaning.thing().is_some());
        let part =
            plain(text.past(at + 1, &["(", ":"])).filter(|_| !known && (before.is_some() || token.lower.len() > 1))?;
        Some(Part {
            called: Some(token.text.clone()),
            ..part
        })
    };
    let mut part = plain(at).or_else(called)?;
    // "Under 150 pages", "5 days late".
    let next = text.past(part.end, &["late", "old", "long", "sq", "square"]);
    part.end = next;
    if let Some((col, end, _)) = measures(text, next).first().filter(|m| m.1 == next + 1) {
        part.named = Some(*col);
        part.end = *end;
    } else if let Some((_, end, _)) = things(text, next).first().filter(|t| t.1 == next + 1) {
        part.end = *end;
    }
    Some(part)
}

/// "Under 10", "over 2 to 6", "older than 50".
fn compared(text: &Text<'_>, at: usize) -> Option<Part> {
    let scaled = || {
        text.at(at).iter().find_map(|a| match a.meaning {
            Meaning::Scale {
                degree: Degree::Comparative,
                up,
                ..
            } if text.word(a.end) == "than" => Some((if up { Op::Gt } else { Op::Lt }, a.end + 1)),
            _ => None,
        })
    };
    let (op, next) = match lexicon::comparison(&text.words(at)) {
        Some((op, taken)) => (op, at + taken),
        None => scaled()?,
    };
    let (n, end, unit) = text.number(next)?;
    let mut part = Part {
        end,
        unit,
        ..Part::default()
    };
    match op {
        Op::Lt | Op::Le => part.high = Some((n, Some(op == Op::Le))),
        Op::Gt | Op::Ge => {
            part.low = Some((n, Some(op == Op::Ge)));
            if let Some((high, end, unit)) = tied(text, end).and_then(|next| text.number(next)) {
                part = Part {
                    high: Some((high, None)),
                    end,
                    unit: unit.or(part.unit),
                    ..part
                };
            }
        }
        Op::Eq | Op::Ne => return None,
    }
    Some(part)
}

/// "21-40" as one word, and none at all.
fn written(text: &Text<'_>, at: usize) -> Option<Part> {
    let word = text.word(at);
    let part = |low: f64, high: f64, unit| Part {
        low: Some((low, None)),
        high: Some((high, None)),
        end: at + 1 + usize::from(unit),
        ..Part::default()
    };
    if matches!(word, "none" | "zero" | "nothing") {
        return Some(part(0.0, 0.0, false));
    }
    let (low, high) = word.split_once('-')?;
    let (low, high) = (number_of(low)?, number_of(high)?);
    // "20-40k".
    let low = if word.ends_with('k') && low < 1000.0 {
        low * 1e3
    } else {
        low
    };
    let mark = text.word(at + 1) == "%";
    (low < high).then(|| part(low, high, mark))
}

/// "10 to 20", "30 or more", "60k and up", "one".
fn ranged(text: &Text<'_>, at: usize) -> Option<Part> {
    let (low, end, unit) = text.number(at)?;
    if let Some((high, last, other)) = tied(text, end).and_then(|next| text.number(next)) {
        return Some(Part {
            low: Some((low, None)),
            high: Some((high, None)),
            end: last,
            unit: other.or(unit),
            ..Part::default()
        });
    }
    let tie = matches!(text.word(end), "or" | "and");
    let next = if tie { end + 1 } else { end };
    let up = matches!(text.word(next), "up" | "upwards" | "plus")
        || tie && (ABOVE.contains(&text.word(next)) || text.word(next) == "older");
    let down = tie && BELOW.contains(&text.word(next));
    let (low, high, end) = match (up, down) {
        (true, _) => (Some((low, Some(true))), None, next + 1),
        (_, true) => (None, Some((low, Some(true))), next + 1),
        _ => (Some((low, None)), Some((low, None)), end),
    };
    Some(Part {
        low,
        high,
        end,
        unit,
        ..Part::default()
    })
}

/// "More", "longer than that", "below": what the band before leaves.
fn left(text: &Text<'_>, at: usize, before: &Part) -> Option<Part> {
    let word = text.word(at);
    let scale = text.at(at).iter().find_map(|a| match a.meaning {
        Meaning::Scale {
            degree: Degree::Comparative,
            up,
            ..
        } => Some(up),
        _ => None,
    });
    let above = ABOVE.contains(&word) || scale == Some(true);
    let below = BELOW.contains(&word) || scale == Some(false);
    // "Small (under 20), medium (20 to 99) and large": the last name needs no number.
    let last = || at + 1 == text.tokens.len() && text.tokens[at].kind == TokenKind::Word;
    let called = (before.called.is_some() && before.low.is_some() && last()).then(|| text.tokens[at].text.clone());
    let flip = |(n, within): (f64, Option<bool>)| (n, within.map(|w| !w));
    let (low, high) = match (above || called.is_some(), below) {
        (true, _) => (Some(flip(before.high?)), None),
        (_, true) => (None, Some(flip(before.low?))),
        _ => return None,
    };
    Some(Part {
        low: low.map(|(n, within)| (n, Some(within.unwrap_or(false)))),
        high: high.map(|(n, within)| (n, Some(within.unwrap_or(false)))),
        end: text.past(at + 1, &["than", "that", "this", "those"]),
        called,
        ..Part::default()
    })
}

fn tied(text: &Text<'_>, at: usize) -> Option<usize> {
    matches!(text.word(at), "to" | "and" | "or" | "-" | "through").then_some(at + 1)
}
