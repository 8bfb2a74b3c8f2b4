//! Months, seasons and days whose year is said in words, or stands behind the last of them: "this October", "last summer",
//! "March last year", "24 December this year", "between 18 and 24 December", "from March to June 2023".
//!
//! In: tokens and today. Out: their days, and how to count them again from another day.

use askwell_contract::time::{TimeKind, TimeMatch};

use super::relative::{comes, relative, Told};
use super::Said;
use crate::ask::builtin::days;
use crate::calendar::{Date, Now, Unit};
use crate::words::{Token, TokenKind};

/// From a day of a month to another; a last day of 0 is the month's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Part {
    from: (u32, u32),
    to: (u32, u32),
}

/// Which of those that come round every year.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Which {
    /// That of the year, so many years on.
    On(i32),
    Of(i32),
    /// The last that is over.
    Over,
    /// The last that has begun.
    Begun,
    Next,
}

pub(super) fn at(now: &Now, tokens: &[Token], i: usize) -> Option<Said> {
    if tokens[i].kind == TokenKind::Quoted {
        return None;
    }
    called(now, tokens, i)
        .or_else(|| from_to(now, tokens, i))
        .or_else(|| of_a_year(now, tokens, i))
}

fn is(tokens: &[Token], at: usize, words: &[&str]) -> bool {
    tokens
        .get(at)
        .is_some_and(|t| t.kind != TokenKind::Quoted && t.is_any(words))
}

/// "This October", "last summer", "next June".
fn called(now: &Now, tokens: &[Token], i: usize) -> Option<Said> {
    let noun = tokens.get(i + 1).filter(|t| t.kind == TokenKind::Word)?;
    // "May" and "march" are verbs as well: "could this may be …".
    let verb = noun.is_any(&["may", "mar"]) && !noun.text.starts_with(char::is_uppercase);
    let month = days::month(&noun.lower).filter(|_| !verb).map(month);
    let (part, season) = match (month, season(&noun.lower)) {
        (Some(part), _) => (part, false),
        (None, season) => (season?, true),
    };
    // "Last March 2023" has a year of its own, "next summer holidays" and "last fall prices" are no seasons.
    let dated = tokens.get(i + 2).is_some_and(|t| t.lower.parse::<u32>().is_ok());
    let both = |t: &[Token]| t[0].is("this") && t[1].is(&noun.lower);
    let which = match tokens[i].lower.as_str() {
        _ if dated || is(tokens, i + 2, &["of"]) => return None,
        "this"
            if season
                && (0..=1).any(|back| {
                    part.of(now.today.year - back)
                        .is_some_and(|d| d.0 <= now.today && now.today <= d.1)
                }) =>
        {
            Which::Begun
        }
        "this" => Which::On(0),
        "last" | "previous" if tokens.windows(2).any(both) => Which::On(-1),
        "last" | "previous" => Which::Over,
        "next" | "coming" => Which::Next,
        _ => return None,
    };
    let mut said = relative(now, Told::Part(part, which), i + 2);
    if season {
        let (first, last) = (name(part.from.0), name(part.to.0));
        said.why = format!("{} is {first} to {last}; {}", noun.lower, said.why);
    } else {
        said.kind = TimeKind::Named;
    }
    Some(said)
}

/// "Between 18 and 24 December", "from March to June last year".
fn from_to(now: &Now, tokens: &[Token], i: usize) -> Option<Said> {
    const TIES: [&str; 6] = ["and", "to", "until", "till", "through", "-"];
    let led = is(tokens, i, &["between", "from"]);
    let first = i + usize::from(led) + usize::from(is(tokens, i + 1, &["the"]) && led);
    let hyphened = |t: &Token| {
        let (one, other) = t.lower.split_once(['-', '–'])?;
        Some((number(one)?, number(other)?))
    };
    let day_at = |at: usize| {
        tokens
            .get(at)
            .filter(|t| t.kind != TokenKind::Quoted)
            .and_then(|t| number(&t.lower))
    };
    let month_at = |at: usize| {
        tokens
            .get(at)
            .filter(|t| t.kind == TokenKind::Word)
            .and_then(|t| days::month(&t.lower))
    };
    let of = |at: usize| at + usize::from(is(tokens, at, &["of"]));
    let tied = is(tokens, first + 1, &TIES) && (led || !is(tokens, first + 1, &["and"]));
    let second = first + 2 + usize::from(is(tokens, first + 2, &["the"]));
    let (part, end, named) = if let Some((one, other)) = tokens.get(first).and_then(hyphened) {
        let month = month_at(of(first + 1))?;
        (within(month, one, other)?, of(first + 1) + 1, false)
    } else if let (Some(one), Some(other), true) = (day_at(first), day_at(second), tied) {
        let month = month_at(of(second + 1))?;
        (within(month, one, other)?, of(second + 1) + 1, false)
    } else if let (Some(one), Some(other), true) = (month_at(first), month_at(second), tied && led) {
        (
            Part {
                from: (one, 1),
                to: (other, 0),
            },
            second + 1,
            true,
        )
    } else {
        return None;
    };
    let (which, end) = match year(tokens, end) {
        Some(found) => found,
        // Months of no year come round in each.
        None if named => return None,
        None if comes(tokens) => (Which::Next, end),
        None => (Which::Begun, end),
    };
    Some(stretch(now, part, which, end, TimeKind::Stretch))
}

/// "March last year", "24 December this year", "Q3 last year", "the first six months of 2023", and the first of "May and June
/// last year".
fn of_a_year(now: &Now, tokens: &[Token], i: usize) -> Option<Said> {
    if let Some((part, end)) = months_of(tokens, i) {
        let (which, end) = year(tokens, end)?;
        return Some(stretch(now, part, which, end, TimeKind::Stretch));
    }
    if let Some((end, month, day)) = days::of_year(tokens, i) {
        let part = Part {
            from: (month, day),
            to: (month, day),
        };
        let (which, end) = year(tokens, end).filter(|(which, _)| matches!(which, Which::On(_)))?;
        return Some(stretch(now, part, which, end, TimeKind::Day));
    }
    const TIES: [&str; 8] = ["and", "or", ",", "&", "vs", "versus", "v", "than"];
    let part_at = |at: usize| {
        tokens
            .get(at)
            .filter(|t| t.kind == TokenKind::Word)
            .and_then(part_named)
    };
    let part = part_at(i)?;
    let mut at = i + 1;
    while is(tokens, at, &TIES) && part_at(at + 1).is_some() {
        at += 2;
    }
    let (which, end) = year(tokens, at)?;
    match at == i + 1 {
        // With its own number it is known by its name.
        true if matches!(which, Which::Of(_)) => None,
        true => Some(stretch(now, part, which, end, TimeKind::Named)),
        false => Some(stretch(now, part, which, i + 1, TimeKind::Named)),
    }
}

/// "The first six months", "last 3 months" of a year.
fn months_of(tokens: &[Token], i: usize) -> Option<(Part, usize)> {
    let first = is(tokens, i, &["first"]);
    let led = first || is(tokens, i, &["last"]);
    let count = tokens.get(i + 1).filter(|_| led)?.number?;
    let whole = (1.0..=12.0).contains(&count) && count.fract() == 0.0 && is(tokens, i + 2, &["months"]);
    let count = whole.then_some(count as u32)?;
    let (from, to) = if first { (1, count) } else { (13 - count, 12) };
    // "The last 3 months 2023" is hardly said; "this year" and "last year" stand behind "of" or alone.
    (is(tokens, i + 3, &["of", "in", "this", "last"])).then_some((
        Part {
            from: (from, 1),
            to: (to, 0),
        },
        i + 3,
    ))
}

/// A month or a quarter.
fn part_named(token: &Token) -> Option<Part> {
    let quarter = |q: u32| Part {
        from: (3 * q - 2, 1),
        to: (3 * q, 0),
    };
    days::month(&token.lower)
        .map(month)
        .or_else(|| super::named::quarter(&token.lower).map(quarter))
}

/// "The same months last year", "the same period a year earlier": the time said before it, a year back, and as much of it as
/// there has been of that time.
pub(super) fn same(now: &Now, tokens: &[Token], i: usize, before: &TimeMatch) -> Option<Said> {
    const STRETCHES: [&str; 11] = [
        "time", "period", "month", "months", "week", "weeks", "quarter", "days", "day", "dates", "stretch",
    ];
    if !is(tokens, i, &["same"]) || !is(tokens, i + 1, &STRETCHES) {
        return None;
    }
    let at = i + 2 + usize::from(is(tokens, i + 2, &["of", "in", ","]));
    let ago = is(tokens, at, &["a", "one", "the"]) && is(tokens, at + 1, &["year"]);
    let end = match () {
        () if is(tokens, at, &["last", "previous"]) && is(tokens, at + 1, &["year"]) => at + 2,
        () if ago && is(tokens, at + 2, &["ago", "earlier", "before"]) => at + 3,
        () => return None,
    };
    let day = |text: &Option<String>| text.as_deref().and_then(Date::parse);
    let (from, to) = (day(&before.from)?, day(&before.to)?);
    let begun = from <= now.today && now.today < to;
    let until = if begun { now.today } else { to };
    Some(Said {
        end,
        kind: TimeKind::Stretch,
        from: Some(from.shift(Unit::Year, -1)),
        to: Some(until.shift(Unit::Year, -1)),
        told: None,
        why: match begun {
            true => format!("as far as it has come this year; today is {}", now.today.words()),
            false => "a year before".to_owned(),
        },
    })
}

fn stretch(now: &Now, part: Part, which: Which, end: usize, kind: TimeKind) -> Said {
    let said = relative(now, Told::Part(part, which), end);
    match which {
        Which::Of(_) => Said {
            kind,
            told: None,
            why: String::new(),
            ..said
        },
        _ => Said { kind, ..said },
    }
}

/// The year said behind a token, and where its words end: "2023", "of this year", "last year".
fn year(tokens: &[Token], end: usize) -> Option<(Which, usize)> {
    let at = end + usize::from(is(tokens, end, &["of", ",", "in"]));
    if let Some(year) = tokens.get(at).and_then(|t| t.lower.parse().ok()) {
        return (1700..=2100).contains(&year).then_some((Which::Of(year), at + 1));
    }
    let on = match tokens.get(at)?.lower.as_str() {
        "this" => 0,
        "last" | "previous" => -1,
        "next" => 1,
        _ => return None,
    };
    is(tokens, at + 1, &["year"]).then_some((Which::On(on), at + 2))
}

fn number(text: &str) -> Option<u32> {
    let ordinal = ["st", "nd", "rd", "th"].iter().find_map(|end| text.strip_suffix(end));
    ordinal.unwrap_or(text).parse().ok().filter(|n| (1..=31).contains(n))
}

fn month(month: u32) -> Part {
    Part {
        from: (month, 1),
        to: (month, 0),
    }
}

fn within(month: u32, one: u32, other: u32) -> Option<Part> {
    let fits = one < other && other <= days::last_day(2000, month);
    fits.then_some(Part {
        from: (month, one),
        to: (month, other),
    })
}

/// Of the northern half of the earth, by whole months.
fn season(word: &str) -> Option<Part> {
    let (from, to) = match word {
        "spring" => (3, 5),
        "summer" => (6, 8),
        "autumn" | "fall" => (9, 11),
        "winter" => (12, 2),
        _ => return None,
    };
    Some(Part {
        from: (from, 1),
        to: (to, 0),
    })
}

fn name(month: u32) -> &'static str {
    const NAMES: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    NAMES[(month as usize + 11) % 12]
}

impl Part {
    /// The one that begins in a year.
    fn of(self, year: i32) -> Option<(Date, Date)> {
        let ((month, day), (last, until)) = (self.from, self.to);
        let ends = year + i32::from((last, if until == 0 { 31 } else { until }) < (month, day));
        let to = match until {
            0 => Date::new(ends, last, 1)?.plus_months(1).plus(-1),
            until => Date::new(ends, last, until)?,
        };
        Some((Date::new(year, month, day)?, to))
    }

    /// As it is told from a day. 29 February comes round every eighth year at the latest.
    pub(super) fn days(self, which: Which, from: Date) -> Option<(Date, Date)> {
        let back = (-1..=9).filter_map(|back| self.of(from.year - back));
        match which {
            Which::On(on) => self.of(from.year + on),
            Which::Of(year) => self.of(year),
            Which::Over => back.into_iter().find(|(_, to)| *to < from),
            Which::Begun => back.into_iter().find(|(first, _)| *first <= from),
            Which::Next => (-1..=9)
                .filter_map(|on| self.of(from.year + on))
                .find(|(first, _)| *first > from),
        }
    }
}
