//! Fiscal times: "fiscal year 2023", "FY2023", "Q3 of fiscal 2023", "this fiscal year", "the last 3 fiscal quarters".
//!
//! In: tokens, today, the month that the person's fiscal year begins with. Out: days.

use askwell_contract::time::{Calendar, TimeKind};

use super::named::quarter;
use super::relative::{amount, ends_today, relative, Told};
use super::Said;
use crate::ask::builtin::days;
use crate::calendar::{capital, fiscal_year, Now, Unit};
use crate::words::{Token, TokenKind};

/// How the person's fiscal year lies.
pub(super) fn year_told(calendar: Calendar) -> String {
    match calendar.fiscal_start {
        1 => "the fiscal year is the calendar year".to_owned(),
        month => format!(
            "the fiscal year begins in {} and is named after the year it ends in",
            capital(days::MONTHS[(month as usize - 1) % 12])
        ),
    }
}

/// The unit that two words name, "fiscal year", and whether there are several.
pub(super) fn unit(tokens: &[Token], i: usize) -> Option<(Unit, bool)> {
    let led = tokens.get(i)?.is_any(&["fiscal", "financial"]);
    match tokens.get(i + 1).filter(|_| led)?.lower.as_str() {
        "year" => Some((Unit::Year, false)),
        "years" => Some((Unit::Year, true)),
        "quarter" => Some((Unit::Quarter, false)),
        "quarters" => Some((Unit::Quarter, true)),
        _ => None,
    }
}

/// "this fiscal year", "last fiscal quarter", "the last 3 fiscal quarters", "this fiscal year to date", "FYTD"; and the
/// token behind.
fn counted(tokens: &[Token], i: usize) -> Option<(Told, usize)> {
    if tokens[i].is("fytd") && tokens[i].kind != TokenKind::Quoted {
        return Some((Told::ToDate(Unit::Year, true), i + 1));
    }
    let turn = match tokens[i].lower.as_str() {
        "this" | "current" => Some(0),
        "last" | "previous" | "prior" | "past" => Some(-1),
        "next" | "coming" => Some(1),
        _ => None,
    };
    if let Some((back, at)) = amount(tokens, i + 1).filter(|_| turn == Some(-1)) {
        let (unit, _) = unit(tokens, at)?;
        return Some((Told::FiscalBack(unit, back), at + 2));
    }
    let at = i + usize::from(turn.is_some());
    let (unit, _) = unit(tokens, at).filter(|(_, several)| !several)?;
    if turn.unwrap_or(0) == 0 && ends_today(tokens, at + 2) {
        return Some((Told::ToDate(unit, true), at + 4));
    }
    Some((Told::Unit(unit, turn?, true), at + 2))
}

/// "fiscal year 2023", "FY2023", "fiscal 2023", "Q3 of fiscal 2023", "this fiscal year", "last fiscal quarter".
pub(super) fn at(now: &Now, tokens: &[Token], i: usize) -> Option<Said> {
    let calendar = now.calendar;
    let why = year_told(calendar);
    let word = |k: usize| tokens.get(k).map_or("", |t| t.lower.as_str());
    let with_why = |said: Said| Said {
        why: format!("{}; {why}", said.why),
        ..said
    };
    if let Some((told, end)) = counted(tokens, i) {
        return Some(with_why(relative(now, told, end)));
    }
    // The quarter may stand in front or behind.
    let (first_said, at) = match quarter(word(i)) {
        Some(q) => (Some(q), i + 1 + usize::from(matches!(word(i + 1), "of" | "in"))),
        None => (None, i),
    };
    let (year, end) = fiscal_named(tokens, at)?;
    let first = fiscal_year(year, calendar)?;
    let (from, months, end) = match first_said
        .map(|q| (q, end))
        .or_else(|| Some((quarter(word(end))?, end + 1)))
    {
        Some((q, end)) => (first.plus_months(3 * (q as i32 - 1)), 3, end),
        None => (first, 12, end),
    };
    Some(Said {
        end,
        from: Some(from),
        to: Some(from.plus_months(months).plus(-1)),
        kind: TimeKind::Stretch,
        told: None,
        why,
    })
}

/// A fiscal year by its number, and the token behind it.
fn fiscal_named(tokens: &[Token], i: usize) -> Option<(i32, usize)> {
    let word = |k: usize| tokens.get(k).map_or("", |t| t.lower.as_str());
    let number = |text: &str| {
        let digits = text.strip_prefix('\'').unwrap_or(text);
        let n: i32 = digits.parse().ok()?;
        match digits.len() {
            2 => Some(2000 + n),
            4 if (1700..=2200).contains(&n) => Some(n),
            _ => None,
        }
    };
    if let Some(year) = word(i).strip_prefix("fy").and_then(number) {
        return Some((year, i + 1));
    }
    let at = match (word(i), word(i + 1)) {
        ("fy", _) => i + 1,
        ("fiscal" | "financial", "year") => i + 2,
        ("fiscal", _) => i + 1,
        _ => return None,
    };
    Some((number(word(at))?, at + 1))
}
