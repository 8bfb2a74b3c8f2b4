//! Times of the question as items.
//!
//! In: the times that `ask::ground` found. Out: their place among the tokens, and the items that surely are times.

use askwell_contract::run::{FieldMatch, Grounding, Linked, Span};
use askwell_contract::time::{TimeKind, TimeMatch};

use super::{place, Cue, Kind};
use crate::ask::builtin::query::Part;
use crate::words::{Token, TokenKind};

/// A stretch of days, as `YYYY-MM-DD`.
#[derive(Debug, Clone, PartialEq)]
pub struct Stretch {
    pub from: String,
    /// The last day; `None`: no end.
    pub to: Option<String>,
    /// Counted in years: a column that only keeps years holds it.
    pub years: bool,
}

impl Stretch {
    pub fn of(time: &TimeMatch) -> Option<Self> {
        Some(Self {
            from: time.from.clone()?,
            to: time.to.clone(),
            years: time.kind == TimeKind::Years,
        })
    }
}

/// A time of the question at its tokens.
#[derive(Debug, Clone, Copy)]
pub struct Timed<'a> {
    pub start: usize,
    pub end: usize,
    pub time: &'a TimeMatch,
}

/// The times of the question at their tokens.
pub fn timed<'a>(tokens: &[Token], times: &'a [TimeMatch]) -> Vec<Timed<'a>> {
    let at = |time: &'a TimeMatch| {
        let (start, end) = place(tokens, time.span)?;
        Some(Timed { start, end, time })
    };
    times.iter().filter_map(at).collect()
}

/// What the rows are told apart by, where that is a stretch of time that begins when the person says.
pub fn part_of(time: &TimeMatch) -> Option<Part> {
    Some(match time.kind {
        TimeKind::EachWeek(begins) => Part::Week(begins),
        TimeKind::EachFiscalYear(begins) => Part::FiscalYear(begins),
        TimeKind::EachFiscalQuarter(begins) => Part::FiscalQuarter(begins),
        _ => return None,
    })
}

/// The items that are times: first token, the one behind, and what it is. A time said in words that may also be a name
/// is left to the walk, and so is what a column is called by.
pub(super) fn kinds(tokens: &[Token], grounding: &Grounding, linked: &Linked) -> Vec<(usize, usize, Kind)> {
    let named = |span: &Span| {
        let over = |f: &&FieldMatch| f.span.start < span.end && span.start < f.span.end;
        let column = |f: &FieldMatch| f.column.is_some() && f.by != "search" && f.score >= 0.9;
        linked.precise.iter().filter(over).any(column)
    };
    let kind = |Timed { start, end, time }: Timed<'_>| {
        let free = time.relative || !named(&time.span);
        let kind = match (&time.kind, Stretch::of(time)) {
            (TimeKind::Day, Some(day)) if end - start > 1 || tokens[start].kind == TokenKind::Quoted => {
                Kind::Day(day.from)
            }
            (TimeKind::Stretch | TimeKind::Years, Some(stretch)) if free => Kind::Stretch(stretch),
            (TimeKind::EachFiscalYear(_) | TimeKind::EachFiscalQuarter(_), _) if free => match part_of(time) {
                Some(part) if end - start > 2 => Kind::Cue(Cue::Per(part)),
                _ => Kind::Word(time.words.to_lowercase()),
            },
            _ => return None,
        };
        Some((start, end, kind))
    };
    timed(tokens, &grounding.times).into_iter().filter_map(kind).collect()
}
