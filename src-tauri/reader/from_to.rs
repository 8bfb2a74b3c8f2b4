//! From one day to another: "from April to September 2026" is one stretch of time, and not two months set side by side.
//!
//! In: the readings of one question. Out: the same without those that take its ends for two times of their own. Deliberately
//! absent: what changed from one to the other.

use crate::link::{Meaning, Text};
use crate::query::{Cond, Query};
use crate::read::{keep_better, Reading};
use crate::words::among;

/// What sets the ends against each other.
const CHANGE: &str =
    "change changed changes grow grew grown growth increase increased rise rose risen fall fell fallen drop dropped decline declined \
    decrease decreased difference differ go gone went compare compared vs versus more less fewer improve improved trend up down";

pub(crate) fn settle(text: &Text<'_>, readings: &mut Vec<Reading>) {
    if text.tokens.iter().any(|t| among(CHANGE, &t.lower)) {
        return;
    }
    for (from, to) in stretches(text) {
        let is = |c: &Cond| matches!(c, Cond::When { from: f, to: t, not: false, .. } if *f == from && *t == to);
        let within = |q: &Query| q.filter.iter().any(is);
        keep_better(readings, |r| {
            within(&r.query) || r.query.over.as_deref().is_some_and(within)
        });
    }
}

/// The first and the last day of each time that goes from one to another.
fn stretches(text: &Text<'_>) -> Vec<(Option<String>, Option<String>)> {
    let opens = (0..text.tokens.len()).filter(|at| matches!(text.word(*at), "from" | "between"));
    let ties =
        |start: usize, end: usize| (start + 2..end).any(|at| among("to until till through and -", text.word(at)));
    let times = opens.flat_map(|at| text.at(at)).filter(|a| ties(a.start, a.end));
    let ends = times.filter_map(|a| match a.meaning {
        Meaning::Time(i) => text.times.get(i),
        _ => None,
    });
    ends.filter(|t| t.from.is_some() && t.to.is_some())
        .map(|t| (t.from.clone(), t.to.clone()))
        .collect()
}
