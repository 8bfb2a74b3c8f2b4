//! Months, seasons and days whose year is said in words, or stands behind the last of them: "this October", "last summer",
//! "March last year", "24 December this year", "between 18 and 24 December", "from March to June 2023".
//!
//! In: tokens and today. Out: their days, and how to count them again from another day.

use askwell_contract::time::{TimeKind, TimeMatch};
use askwell_reader::lexicon;

use super::named::month_name;
use super::relative::{comes, no_year, relative, Told};
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
    /// The last that has begun, and the one before it.
    Begun,
    Before,
    /// The first that is not over.
    Next,
}

pub(super) fn at(now: &Now, tokens: &[Token], i: usize) -> Option<Said> {
    if tokens[i].kind == TokenKind::Quoted {
        return None;
    }
    called(now, tokens, i)
        .or_else(|| from_day_to_day(now, tokens, i))
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
    // "Could this may be …": with a small letter it is a verb.
    let verb = is(tokens, i, &["this"]) && noun.is_any(&["may", "mar"]) && !noun.text.starts_with(char::is_uppercase);
    let month = days::month(&noun.lower).filter(|_| !verb).map(month);
    let (part, season) = match month {
        Some(part) => (part, false),
        None => (season(&noun.lower).filter(|_| !names_more(tokens, i))?, true),
    };
    // "Last March 2023" and "last October 15th" have a year or a day of their own.
    let dated = tokens
        .get(i + 2)
        .is_some_and(|t| t.lower.starts_with(|c: char| c.is_ascii_digit()));
    if dated || is(tokens, i + 2, &["of"]) {
        return None;
    }
    let both = |t: &[Token]| t[0].is("this") && t[1].is(&noun.lower);
    let this = || this(now, tokens, part, season);
    let which = match tokens[i].lower.as_str() {
        "this" => this(),
        "last" | "previous" if tokens.windows(2).any(both) => match this() {
            Which::On(on) => Which::On(on - 1),
            _ => Which::Before,
        },
        "last" | "previous" => Which::Over,
        "next" | "coming" => Which::Next,
        _ => return None,
    };
    let which = match which {
        // "Next October" in October is that of the next year.
        Which::Next if part.days(Which::Next, now.today).is_some_and(|d| d.0 <= now.today) => Which::On(1),
        which => which,
    };
    let mut said = stretch(now, part, which, i + 2, TimeKind::Stretch)?;
    if season {
        let (first, last) = (month_name(part.from.0), month_name(part.to.0));
        said.why = format!("{} is {first} to {last}; {}", noun.lower, said.why);
    } else {
        said.kind = TimeKind::Named;
    }
    Some(said)
}

/// Which is "this" one: that of the year, and the one that it is or has been, where the question speaks of what was.
fn this(now: &Now, tokens: &[Token], part: Part, season: bool) -> Which {
    const WAS: [&str; 8] = ["did", "was", "were", "had", "came", "went", "has", "have"];
    let begun = part.days(Which::Begun, now.today);
    let running = season && begun.is_some_and(|d| now.today <= d.1);
    let ahead = part.days(Which::On(0), now.today).is_some_and(|d| now.today < d.0);
    let was = tokens.iter().any(|t| t.is_any(&WAS));
    match running || ahead && was {
        true => Which::Begun,
        false => Which::On(0),
    }
}

/// "Next summer holidays", "last Summer Ale", "her last fall": the season is a part of another name, or none.
fn names_more(tokens: &[Token], i: usize) -> bool {
    const NAMED: [&str; 14] = [
        "holiday",
        "holidays",
        "school",
        "camp",
        "camps",
        "menu",
        "collection",
        "fair",
        "party",
        "break",
        "term",
        "course",
        "courses",
        "special",
    ];
    let behind = tokens.get(i + 2).filter(|t| t.kind == TokenKind::Word);
    let named = behind.is_some_and(|t| t.is_any(&NAMED) || t.text.starts_with(char::is_uppercase));
    let fell = is(tokens, i + 1, &["fall"]) && {
        // A possessive is no part of its word, and leaves a gap behind it.
        let whose = |t: &Token| tokens[i].start > t.end + 2 || t.is_any(&["her", "his", "their", "my", "its", "a"]);
        is(tokens, i + 2, &["in", "from", "of", "down", "off", "by"]) || i > 0 && whose(&tokens[i - 1])
    };
    named || fell
}

/// "Between 1 February and 14 March", "from Mar 3 to Mar 9": each end with its own month.
fn from_day_to_day(now: &Now, tokens: &[Token], i: usize) -> Option<Said> {
    let the = |at: usize| at + usize::from(is(tokens, at, &["the"]));
    let day = |at: usize| {
        let plain = |at: usize| tokens.get(at).filter(|t| t.kind != TokenKind::Quoted);
        let (one, two) = (plain(at)?, plain(at + 1)?);
        let (month, day) = match days::month(&one.lower) {
            Some(month) => (month, days::of_month(&two.lower)?),
            None => (days::month(&two.lower)?, days::of_month(&one.lower)?),
        };
        Some((month, day))
    };
    let first = the(i + 1);
    let tied = is(tokens, first + 2, &["and", "to", "until", "till", "through"]);
    if !is(tokens, i, &["between", "from"]) || !tied {
        return None;
    }
    let second = the(first + 3);
    let (from, to) = (day(first)?, day(second)?);
    let part = Part { from, to };
    let end = second + 2;
    match year(tokens, end) {
        Some((which, end)) => {
            let which = if part.wraps() { which.back() } else { which };
            stretch(now, part, which, end, TimeKind::Stretch)
        }
        None if comes(tokens) => stretch(now, part, Which::Next, end, TimeKind::Stretch),
        None => yearless(now, part, end),
    }
}

/// "Between 18 and 24 December", "December 18-24", "from March to June last year".
fn from_to(now: &Now, tokens: &[Token], i: usize) -> Option<Said> {
    const TIES: [&str; 5] = ["and", "to", "until", "till", "through"];
    let led = is(tokens, i, &["between", "from"]);
    let the = |at: usize| at + usize::from(is(tokens, at, &["the"]));
    let of = |at: usize| at + usize::from(is(tokens, at, &["of"]));
    let plain = |at: usize| tokens.get(at).filter(|t| t.kind != TokenKind::Quoted);
    let day_at = |at: usize| plain(at).and_then(|t| days::of_month(&t.lower));
    let month_at = |at: usize| plain(at).and_then(|t| days::month(&t.lower));
    let hyphened = |at: usize| {
        let (one, other) = plain(at)?.lower.split_once('-')?;
        Some((days::of_month(one)?, days::of_month(other)?))
    };
    let first = if led { the(i + 1) } else { i };
    // A dash between two numbers is no word: "18 – 24 December".
    let second_at = |behind: usize| match is(tokens, behind, &TIES) && (led || !is(tokens, behind, &["and"])) {
        true => Some(the(behind + 1)),
        false => day_at(behind).is_some().then_some(behind),
    };
    // The two days, and the first token behind them.
    let pair = |at: usize| match hyphened(at) {
        Some((one, other)) => Some((one, other, at + 1)),
        None => {
            let (one, second) = (day_at(at)?, second_at(at + 1)?);
            Some((one, day_at(second)?, second + 1))
        }
    };
    let (part, end, named, at) = if let Some((one, other, behind)) = pair(first) {
        let month = of(behind);
        (within(month_at(month)?, one, other)?, month + 1, false, month)
    } else if let (Some(month), Some((one, other, behind))) = (month_at(first), pair(the(first + 1))) {
        (within(month, one, other)?, behind, false, first)
    } else if let (Some(one), Some(other), true) = (
        month_at(first),
        month_at(first + 2),
        led && is(tokens, first + 1, &TIES),
    ) {
        let part = Part {
            from: (one, 1),
            to: (other, 0),
        };
        (part, first + 3, true, first + 2)
    } else {
        return None;
    };
    let said = year(tokens, end);
    // "Children aged 5-12 may attend".
    let verb = tokens[at].is_any(&["may", "mar", "march"]) && !tokens[at].text.starts_with(char::is_uppercase);
    let ordinal = tokens[first..end]
        .iter()
        .any(|t| days::of_month(&t.lower).is_some() && t.lower.ends_with(char::is_alphabetic));
    if verb && !named && said.is_none() && !ordinal && !is(tokens, at.saturating_sub(1), &["of"]) {
        return None;
    }
    let (which, end) = match said {
        // The year stands behind the end.
        Some((which, end)) => (if part.wraps() { which.back() } else { which }, end),
        // Months of no year come round in each.
        None if named => return None,
        None if comes(tokens) => (Which::Next, end),
        None => return yearless(now, part, end),
    };
    stretch(now, part, which, end, TimeKind::Stretch)
}

/// The last that there are data of.
fn yearless(now: &Now, part: Part, end: usize) -> Option<Said> {
    let (first, _) = part.days(Which::Begun, now.today)?;
    let ended = now.data_end.filter(|day| *day < first);
    let (from, to) = part.days(Which::Begun, ended.unwrap_or(now.today))?;
    Some(Said {
        end,
        kind: TimeKind::Stretch,
        from: Some(from),
        to: Some(to),
        told: None,
        why: no_year(now, ended),
    })
}

/// "March last year", "24 December this year", "Q3 last year", "the first six months of 2023", and the first of "May and June
/// last year".
fn of_a_year(now: &Now, tokens: &[Token], i: usize) -> Option<Said> {
    if let Some((part, end)) = months_of(tokens, i) {
        let (which, end) = year(tokens, end)?;
        return stretch(now, part, which, end, TimeKind::Stretch);
    }
    if let Some((end, month, day)) = days::of_year(tokens, i) {
        let part = Part {
            from: (month, day),
            to: (month, day),
        };
        let (which, end) = year(tokens, end).filter(|(which, _)| matches!(which, Which::On(_)))?;
        return stretch(now, part, which, end, TimeKind::Stretch);
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
    loop {
        // "October, November, and December".
        let ties = (0..2).take_while(|n| is(tokens, at + n, &TIES)).count();
        if ties == 0 || part_at(at + ties).is_none() {
            break;
        }
        at += ties + 1;
    }
    let (which, end) = year(tokens, at)?;
    match at == i + 1 {
        // With its own number it is known by its name.
        true if matches!(which, Which::Of(_)) => None,
        true => stretch(now, part, which, end, TimeKind::Named),
        false => stretch(now, part, which, i + 1, TimeKind::Named),
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
    // "The last 3 months this year" are counted from today.
    let behind: &[&str] = if first {
        &["of", "in", "this", "last"]
    } else {
        &["of", "in"]
    };
    is(tokens, i + 3, behind).then_some((
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
    // A month that ends on the 28th ended on the 29th the year before, or the other way round.
    let whole = until.plus(1).day == 1;
    let back = match whole {
        true => until.plus(1).shift(Unit::Year, -1).plus(-1),
        false => until.shift(Unit::Year, -1),
    };
    Some(Said {
        end,
        kind: TimeKind::Stretch,
        from: Some(from.shift(Unit::Year, -1)),
        to: Some(back),
        told: None,
        why: match begun {
            true => format!("as far as it has come this year; today is {}", now.today.words()),
            false => "a year before".to_owned(),
        },
    })
}

/// `None`: there is no such day.
fn stretch(now: &Now, part: Part, which: Which, end: usize, kind: TimeKind) -> Option<Said> {
    part.days(which, now.today)?;
    let said = relative(now, Told::Part(part, which), end);
    Some(match which {
        Which::Of(_) => Said {
            kind,
            told: None,
            why: String::new(),
            ..said
        },
        _ => Said { kind, ..said },
    })
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

fn season(word: &str) -> Option<Part> {
    let (_, from, to) = lexicon::season(word)?;
    Some(Part {
        from: (from, 1),
        to: (to, 0),
    })
}

impl Part {
    /// The one that begins in a year. A stretch ends with its month, however long that is.
    fn of(self, year: i32) -> Option<(Date, Date)> {
        let ((month, day), (last, until)) = (self.from, self.to);
        let from = Date::new(year, month, day)?;
        let end = Date::new(year + i32::from(self.wraps()), last, 1)?
            .plus_months(1)
            .plus(-1);
        let to = match until {
            0 => end,
            until => Date::new(end.year, last, until).unwrap_or(end),
        };
        Some((from, to))
    }

    /// Whether it goes over the new year.
    fn wraps(self) -> bool {
        let (last, until) = self.to;
        (last, if until == 0 { 31 } else { until }) < self.from
    }

    /// As it is told from a day. 29 February comes round every eighth year at the latest.
    pub(super) fn days(self, which: Which, from: Date) -> Option<(Date, Date)> {
        let mut back = (-1..=9).filter_map(|back| self.of(from.year - back));
        match which {
            Which::On(on) => self.of(from.year + on),
            Which::Of(year) => self.of(year),
            Which::Over => back.find(|(_, to)| *to < from),
            Which::Begun => back.find(|(first, _)| *first <= from),
            Which::Before => back.filter(|(first, _)| *first <= from).nth(1),
            Which::Next => (-1..=9)
                .filter_map(|on| self.of(from.year + on))
                .find(|(_, to)| *to >= from),
        }
    }
}

impl Which {
    fn back(self) -> Self {
        match self {
            Self::On(on) => Self::On(on - 1),
            Self::Of(year) => Self::Of(year - 1),
            which => which,
        }
    }
}
