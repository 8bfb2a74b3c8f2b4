//! Hours of the day: "between 10pm and 5am", "before 9 am", "after 6pm", "from 9 to 17 o'clock".

use askwell_contract::profile::Disguise;
use askwell_contract::TypeKind;

use super::{Construction, Edge};
use crate::frame::Act;
use crate::known::{Col, Column};
use crate::lexicon;
use crate::link::Text;
use crate::query::{Cond, Part};
use crate::words::{among, TokenKind};

pub const HOURS: Construction = Construction {
    name: "hours",
    find,
    reads: &[
        "orders between 10pm and 5am",
        "orders before 9 am",
        "orders from 9 to 5 o'clock",
        "orders before nine in the morning",
        "orders after eight at night",
        "how many orders came before nine",
        "orders from noon on",
        "orders at 5 or later",
    ],
    leaves: &[
        "orders between 10 and 20",
        "orders before 2024",
        "orders before nine customers",
    ],
};

/// Columns of time that are tried.
const COLUMNS: usize = 3;

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let Some((hours, end)) = span(text, at) else { return };
    for (place, (col, score)) in clocks(text).into_iter().take(COLUMNS).enumerate() {
        let cond = Cond::PartIs(Part::Hour, col, hours.clone());
        out.push(Edge {
            start: at,
            end,
            acts: vec![Act::Where(cond)],
            score: 0.9 + score - 0.2 * place as f64,
            by: "hours",
        });
    }
}

/// The hours that words speak of, and where they end.
fn span(text: &Text<'_>, at: usize) -> Option<(Vec<u32>, usize)> {
    let opens = matches!(text.word(at), "between" | "from");
    let first = at + usize::from(opens);
    let open = |w: &str| matches!(w, "and" | "to" | "until" | "till" | "-");
    if let Some((from, half, next)) = hour(text, first) {
        if open(text.word(next)) {
            if let Some((to, other, end)) = hour(text, next + 1) {
                let (from, to) = match (half, other) {
                    (None, None) => return None,
                    // "7 to 9 pm" begins in the evening, "9 to 5 pm" in the morning.
                    (None, Some(_)) if from < 12 && to > 12 && from + 12 < to => (from + 12, to),
                    _ => (from, to),
                };
                return Some((stretch(from, to), end));
            }
        }
    }
    if let Some((from, half, next)) = hour(text, at) {
        match (text.word(next), text.word(next + 1)) {
            // Nobody who says "5 or later" means the early morning.
            ("or", "later" | "after") => {
                let from = if half.is_none() && from < 8 { from + 12 } else { from };
                return Some((stretch(from, 24), next + 2));
            }
            ("or", "earlier" | "before") if half.is_some() => return Some((stretch(0, from + 1), next + 2)),
            _ => {}
        }
    }
    let (hour, half, end) = hour(text, at + 1)?;
    let (hour, end) = match half {
        Some(_) => (hour, end),
        None => spoken(text, at + 1)?,
    };
    match text.word(at) {
        "before" | "until" | "till" => Some((stretch(0, hour), end)),
        "after" | "since" | "past" => Some((stretch(hour, 24), end)),
        // "From noon on".
        "from" if among("on onward onwards", text.word(end)) => Some((stretch(hour, 24), end + 1)),
        "at" => Some((vec![hour % 24], end)),
        _ => None,
    }
}

/// "Nine in the morning", "eight at night", and an hour in a word that nothing else follows, which is of the day that people
/// are up: "before nine", "after five o'clock".
fn spoken(text: &Text<'_>, at: usize) -> Option<(u32, usize)> {
    let token = text.tokens.get(at)?;
    let n = token.number.filter(|n| n.fract() == 0.0 && (1.0..=12.0).contains(n))? as u32;
    let (morning, end) = match (text.word(at + 1), text.word(at + 2), text.word(at + 3)) {
        ("in", "the", "morning") => (true, at + 4),
        ("in", "the", "afternoon" | "evening") => (false, at + 4),
        ("at", "night", _) => (false, at + 3),
        _ => (n > 6, at + 1),
    };
    let in_words = token.lower.chars().all(char::is_alphabetic);
    let alone = text.tokens.get(end).is_none_or(|t| t.kind == TokenKind::Mark) || among("or and", text.word(end));
    let pm = !morning && n < 12;
    (end > at + 1 || in_words && n > 4 && alone).then_some((n + if pm { 12 } else { 0 }, end))
}

/// From an hour up to another, round midnight where need be.
fn stretch(from: u32, to: u32) -> Vec<u32> {
    match from < to {
        true => (from..to).filter(|h| *h < 24).collect(),
        false => (0..to).chain(from..24).collect(),
    }
}

/// An hour of 24, whether its half of the day was said, and where it ends: "10pm", "9 am", "17 o'clock".
fn hour(text: &Text<'_>, at: usize) -> Option<(u32, Option<bool>, usize)> {
    let token = text.tokens.get(at)?;
    let half = |w: &str| match w {
        "am" | "a.m" => Some(false),
        "pm" | "p.m" => Some(true),
        _ => None,
    };
    let of_day = |hour: u32, pm: bool| (1..=12).contains(&hour).then_some(hour % 12 + if pm { 12 } else { 0 });
    let glued = |suffix: &str| token.lower.strip_suffix(suffix).and_then(|n| n.parse::<u32>().ok());
    if let Some((n, pm)) = glued("am").map(|n| (n, false)).or(glued("pm").map(|n| (n, true))) {
        return Some((of_day(n, pm)?, Some(pm), at + 1));
    }
    match token.lower.as_str() {
        "midnight" => return Some((24, Some(true), at + 1)),
        "noon" | "midday" => return Some((12, Some(true), at + 1)),
        _ => {}
    }
    let n = token.number.filter(|n| n.fract() == 0.0 && (0.0..=24.0).contains(n))? as u32;
    let after = at > 0 && among("after since past before until till", text.word(at - 1));
    match text.word(at + 1) {
        w if half(w).is_some() => {
            let pm = half(w)?;
            Some((of_day(n, pm)?, Some(pm), at + 2))
        }
        // Nobody says five o'clock of what is done at night.
        "o'clock" | "oclock" if after && (1..=6).contains(&n) => Some((n + 12, Some(true), at + 2)),
        "o'clock" | "oclock" | "h" => Some((n, Some(n >= 12), at + 2)),
        _ => Some((n, None, at + 1)),
    }
}

pub(super) fn has_clock(text: &Text<'_>) -> bool {
    !clocks(text).is_empty()
}

/// Columns that keep a time of day, those of tables that are spoken of first, and those named after a day alone last.
fn clocks(text: &Text<'_>) -> Vec<(Col, f64)> {
    let mut out: Vec<(Col, f64)> = Vec::new();
    let timed = |c: &Column| {
        c.clock
            || c.is_time() && c.kind != TypeKind::Date && (!c.view_is_day || c.disguises.contains(&Disguise::IsoDate))
    };
    for (col, c) in text.known.all().filter(|(_, c)| timed(c)) {
        let said = if text.said(col.table) { 0.0 } else { -0.5 };
        let named = c.stems.iter().any(|s| {
            text.tokens
                .iter()
                .any(|t| t.stem == *s && !lexicon::is_filler(&t.lower))
        });
        let clock = c
            .words
            .iter()
            .any(|w| matches!(w.as_str(), "at" | "time" | "timestamp" | "datetime" | "ts"));
        let clock = clock || c.clock;
        let score = said + if named { 0.4 } else { 0.0 } + if clock { 0.2 } else { 0.0 };
        out.push((col, score));
    }
    out.sort_by(|a, b| b.1.total_cmp(&a.1));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stretch_of_hours_ends_before_its_last_and_may_run_round_midnight() {
        assert_eq!(stretch(9, 12), [9, 10, 11]);
        assert_eq!(stretch(22, 2), [0, 1, 22, 23]);
    }
}
