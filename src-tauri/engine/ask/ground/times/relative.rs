//! Times counted from today: "last month", "next week", "last Monday", "2 months ago", "the next 3 weeks", "year to date",
//! "on 5 March", "week 12".
//!
//! In: tokens and today. Out: their days, and how to count them again from another day.

use askwell_contract::time::{TimeKind, WeekStart};

use super::dated::{Part, Which};
use super::past::{self, unit, Past};
use super::Said;
use crate::ask::builtin::days;
use crate::calendar::{week, Date, Now, Unit, WEEKDAYS};
use crate::words::{Token, TokenKind};

/// How to count it again from another day.
#[derive(Clone, Copy)]
pub(super) enum Told {
    Past(Past),
    /// So many units on from the one that holds today; fiscal or not.
    Unit(Unit, i32, bool),
    /// That day of the week, so many weeks on from the last one before today.
    Weekday(usize, i64),
    /// That day of the week that holds today, whichever day it begins with.
    ThisWeekday(usize),
    /// So many units back: that day, or all of the unit it lies in.
    Ago(Unit, u32, bool),
    /// Today and so many units on.
    Ahead(Unit, u32),
    /// So many whole fiscal units before the one that holds today.
    FiscalBack(Unit, u32),
    /// From the beginning of a unit to today; fiscal or not.
    ToDate(Unit, bool),
    /// A part of a year.
    Part(Part, Which),
}

/// The time counted from today that begins at a token.
pub(super) fn at(now: &Now, tokens: &[Token], i: usize) -> Option<Said> {
    to_date(now, tokens, i)
        .or_else(|| past::at(tokens, i).map(|(end, past)| relative(now, Told::Past(past), end)))
        .or_else(|| unit_on(now, tokens, i))
        .or_else(|| weekday(now, tokens, i))
        .or_else(|| ahead(now, tokens, i))
        .or_else(|| ago(now, tokens, i))
        .or_else(|| yearly(now, tokens, i))
}

/// "on 5 March", "week 12": of no year that is said.
fn yearly(now: &Now, tokens: &[Token], i: usize) -> Option<Said> {
    if let Some((month, end)) = until_month(tokens, i) {
        return until(now, tokens, month, end);
    }
    if let Some(said) = to_come(now, tokens, i) {
        return Some(said);
    }
    let (told, end) = match (days::of_year(tokens, i), since_month(tokens, i)) {
        (Some((end, month, day)), _) => (Yearly::Day(month, day), end),
        (_, Some((month, end))) => (Yearly::Since(month), end),
        _ => {
            let led = tokens[i].is("week") && tokens[i].kind == TokenKind::Word;
            let number = tokens.get(i + 1).filter(|_| led)?.lower.parse().ok()?;
            let years = tokens[i + 2..].iter().find(|t| !t.is_any(&["of", "in", ","]));
            let with_year = years.is_some_and(|t| t.lower.parse::<i32>().is_ok());
            let known = (1..=52).contains(&number) && !with_year;
            (known.then_some(Yearly::Week(number))?, i + 2)
        }
    };
    // The last one that there are data of.
    let (last, _) = told.days(now, now.today);
    let ended = now.data_end.filter(|end| *end < last);
    let (from, to) = told.days(now, ended.unwrap_or(now.today));
    let mut why = no_year(now, ended);
    if matches!(told, Yearly::Week(_)) {
        why += &format!("; weeks begin on {}", begins(now.calendar.week_start));
    }
    Some(Said {
        end,
        kind: TimeKind::Stretch,
        from: Some(from),
        to: Some(to).filter(|_| !matches!(told, Yearly::Since(_))),
        told: None,
        why,
    })
}

/// Why it is that year: `ended`, where the data end before the last one.
pub(super) fn no_year(now: &Now, ended: Option<Date>) -> String {
    match ended {
        Some(end) => format!(
            "no year is said, so the last one before the data end on {}",
            end.words()
        ),
        None => format!("no year is said, so the last one; today is {}", now.today.words()),
    }
}

/// "Since June", "since the end of May", where neither a day nor a year is said: the first month, and where the words end.
fn since_month(tokens: &[Token], i: usize) -> Option<(u32, usize)> {
    let is = |at: usize, words: &[&str]| tokens.get(at).is_some_and(|t| t.is_any(words));
    if !is(i, &["since"]) {
        return None;
    }
    let at = i + 1 + usize::from(is(i + 1, &["the"]));
    let end = is(at, &["end"]) && is(at + 1, &["of"]);
    let at = match end || is(at, &["start", "beginning"]) && is(at + 1, &["of"]) {
        true => at + 2,
        false => i + 1,
    };
    let month = tokens.get(at).filter(|t| t.kind == TokenKind::Word)?;
    let more = tokens.get(at + 1).is_some_and(|t| {
        t.is_any(&["this", "last", "of", "the", "next"]) || t.lower.starts_with(|c: char| c.is_ascii_digit())
    });
    let month = days::month(&month.lower).filter(|_| !more)?;
    Some((if end { month % 12 + 1 } else { month }, at + 1))
}

/// "Up to the end of October", "before the end of January", where no year is said: the month whose last day it is, and where
/// the words end.
fn until_month(tokens: &[Token], i: usize) -> Option<(u32, usize)> {
    let is = |at: usize, words: &[&str]| tokens.get(at).is_some_and(|t| t.is_any(words));
    let lead = match () {
        () if is(i, &["up"]) && is(i + 1, &["to", "until", "till"]) => 2,
        () if is(i, &["until", "till", "by", "before"]) => 1,
        () => return None,
    };
    let at = i + lead + usize::from(is(i + lead, &["the"]));
    let month = tokens.get(at + 2).filter(|_| is(at, &["end"]) && is(at + 1, &["of"]))?;
    let year = tokens.get(at + 3).is_some_and(|t| {
        t.is_any(&["this", "last", "of", "next"]) || t.lower.starts_with(|c: char| c.is_ascii_digit())
    });
    Some((days::month(&month.lower).filter(|_| !year)?, at + 3))
}

/// "Booked in for 30 November", "the week starting Monday 30 November": the next one, where the question speaks of what is to
/// come, and all of the week.
fn to_come(now: &Now, tokens: &[Token], i: usize) -> Option<Said> {
    let is = |at: usize, words: &[&str]| tokens.get(at).is_some_and(|t| t.is_any(words));
    let week = is(i, &["week"]) && is(i + 1, &["starting", "beginning", "commencing", "of"]);
    let mut at = if week { i + 2 } else { i };
    let named = tokens
        .get(at)
        .filter(|_| week)
        .and_then(|t| WEEKDAYS.iter().position(|d| t.is(d)));
    at += usize::from(named.is_some());
    if week && is(at, &["the"]) {
        at += 1;
    }
    tokens.get(at)?;
    let ahead = comes(tokens);
    let written = super::named::written_day(tokens, at).filter(|_| week);
    let why = match &written {
        Some(_) => "seven days from that day on".to_owned(),
        None => format!("no year is said; today is {}", now.today.words()),
    };
    let (end, from) = match (written, days::of_year(tokens, at)) {
        (Some(said), _) => (said.end, said.from?),
        (None, Some((end, month, day))) if week || ahead => {
            let on = |year: i32| Date::new(year, month, day);
            let next = (0..=8)
                .filter_map(|more| on(now.today.year + more))
                .find(|date| *date >= now.today);
            let last = (0..=8)
                .filter_map(|less| on(now.today.year - less))
                .find(|date| *date <= now.today);
            // A Monday is so in one of the years about now.
            let years = [0, 1, -1].into_iter().filter_map(|by| on(now.today.year + by));
            let said = named.and_then(|day| years.into_iter().find(|date| date.weekday() == day));
            (end, said.or(if ahead { next } else { last })?)
        }
        _ => return None,
    };
    Some(Said {
        end,
        kind: if week { TimeKind::Stretch } else { TimeKind::Day },
        from: Some(from),
        to: Some(if week { from.plus(6) } else { from }),
        told: None,
        why,
    })
}

/// Whether the question speaks of what is to come, and of nothing that was.
pub(super) fn comes(tokens: &[Token]) -> bool {
    const COMES: [&str; 11] = [
        "will", "due", "expire", "expires", "expiring", "upcoming", "renew", "renewal", "ends", "ending", "coming",
    ];
    const WAS: [&str; 9] = [
        "did", "was", "were", "had", "unpaid", "overdue", "still", "came", "went",
    ];
    let is = |t: &Token| t.is_any(&COMES) && !t.text.starts_with(char::is_uppercase);
    let booked = tokens
        .windows(2)
        .any(|t| t[0].is("booked") && t[1].is_any(&["in", "for"]));
    (tokens.iter().any(is) || booked) && !tokens.iter().any(|t| t.is_any(&WAS))
}

/// Until the end of a month: of the next one where the question speaks of what is to come, else of the last.
fn until(now: &Now, tokens: &[Token], month: u32, end: usize) -> Option<Said> {
    let today = now.today;
    let last = |year: i32| Some(Date::new(year, month, 1)?.plus_months(1).plus(-1));
    let to = match comes(tokens) {
        true => last(today.year)
            .filter(|day| *day >= today)
            .or_else(|| last(today.year + 1)),
        false => Date::new(today.year, month, 1)
            .filter(|first| *first <= today)
            .and_then(|_| last(today.year))
            .or_else(|| last(today.year - 1)),
    }?;
    Some(Said {
        end,
        kind: TimeKind::Stretch,
        from: None,
        to: Some(to),
        told: None,
        why: format!("no year is said; today is {}", today.words()),
    })
}

#[derive(Clone, Copy)]
enum Yearly {
    Day(u32, u32),
    Week(u32),
    /// From the first day of a month on.
    Since(u32),
}

impl Yearly {
    /// The last time that it came round until a day.
    fn days(self, now: &Now, until: Date) -> (Date, Date) {
        match self {
            Self::Since(month) => Self::Day(month, 1).days(now, until),
            Self::Day(month, day) => {
                let on = |back: i32| Date::new(until.year - back, month, day).filter(|date| *date <= until);
                // 29 February comes round every eighth year at the latest.
                let date = (0..=8).find_map(on).unwrap_or(until);
                (date, date)
            }
            Self::Week(number) => {
                let on = |back: i32| week(until.year + 1 - back, number, now.calendar).filter(|first| *first <= until);
                let first = (0..=2).find_map(on).unwrap_or(until);
                (first, first.plus(6))
            }
        }
    }
}

/// "year to date", "this month to date", "YTD".
fn to_date(now: &Now, tokens: &[Token], i: usize) -> Option<Said> {
    let short = match tokens[i].lower.as_str() {
        _ if tokens[i].kind == TokenKind::Quoted => None,
        "ytd" => Some(Unit::Year),
        "qtd" => Some(Unit::Quarter),
        "mtd" => Some(Unit::Month),
        "wtd" => Some(Unit::Week),
        _ => None,
    };
    if let Some(unit) = short {
        return Some(relative(now, Told::ToDate(unit, false), i + 1));
    }
    let at = i + usize::from(tokens[i].is_any(&["this", "current"]));
    let unit = unit(tokens.get(at)?).filter(|unit| *unit != Unit::Day && !tokens[at].lower.ends_with('s'))?;
    ends_today(tokens, at + 1).then(|| relative(now, Told::ToDate(unit, false), at + 3))
}

/// Whether "to date" stands there.
pub(super) fn ends_today(tokens: &[Token], i: usize) -> bool {
    matches!(tokens.get(i..i + 2), Some([to, date]) if to.is("to") && date.is("date"))
}

/// The day that weeks begin with, as it is said.
pub(super) fn begins(start: WeekStart) -> &'static str {
    match start {
        WeekStart::Monday => "Monday",
        WeekStart::Sunday => "Sunday",
        WeekStart::Saturday => "Saturday",
    }
}

/// "next month", "tomorrow", which is often misspelt.
fn unit_on(now: &Now, tokens: &[Token], i: usize) -> Option<Said> {
    if tokens[i].is_any(&["tomorrow", "tomorow", "tommorow", "tommorrow"]) {
        return Some(relative(now, Told::Unit(Unit::Day, 1, false), i + 1));
    }
    if !tokens[i].is_any(&["next", "coming"]) || tokens[i].kind == TokenKind::Quoted {
        return None;
    }
    let unit = unit(tokens.get(i + 1)?).filter(|unit| *unit != Unit::Day && !tokens[i + 1].lower.ends_with('s'))?;
    Some(relative(now, Told::Unit(unit, 1, false), i + 2))
}

/// "last Monday", "this Friday"; after "since", "after", "before" and "until" also by itself.
fn weekday(now: &Now, tokens: &[Token], i: usize) -> Option<Said> {
    let which = |k: usize| {
        let token = tokens.get(k).filter(|t| t.kind == TokenKind::Word)?;
        WEEKDAYS.iter().position(|d| token.is(d))
    };
    let told = match tokens[i].lower.as_str() {
        "last" | "previous" | "past" => Told::Weekday(which(i + 1)?, 0),
        "next" | "coming" => Told::Weekday(which(i + 1)?, 1),
        "this" => {
            let said = relative(now, Told::ThisWeekday(which(i + 1)?), i + 2);
            return Some(Said {
                why: format!("the one of this week; {}", said.why),
                ..said
            });
        }
        _ => {
            let led = i > 0 && tokens[i - 1].is_any(&["since", "after", "before", "until"]);
            let day = which(i).filter(|_| led)?;
            return Some(relative(now, Told::Weekday(day, 0), i + 1));
        }
    };
    Some(relative(now, told, i + 2))
}

/// "3 days ago": that day; "2 months ago": all of that month, and so weeks, quarters and years. After a word that wants a
/// day ("since 2 months ago") the day itself. After a comparison ("more than 2 months ago") it is no time but a length.
fn ago(now: &Now, tokens: &[Token], i: usize) -> Option<Said> {
    let (number, at) = amount(tokens, i)?;
    let before = |any: &[&str]| i > 0 && tokens[i - 1].is_any(any);
    let unit = unit(tokens.get(at)?)?;
    let fits = tokens.get(at + 1).is_some_and(|t| t.is("ago")) && !before(&["than", "least", "most", "over", "under"]);
    let day = unit == Unit::Day || before(&["since", "after", "before", "until", "from"]);
    fits.then(|| relative(now, Told::Ago(unit, number, day), at + 2))
}

/// "the next 3 weeks": from today on.
fn ahead(now: &Now, tokens: &[Token], i: usize) -> Option<Said> {
    let led = tokens[i].is_any(&["next", "coming", "following"]) && tokens[i].kind != TokenKind::Quoted;
    let (number, at) = amount(tokens, i + 1).filter(|_| led)?;
    let unit = unit(tokens.get(at)?)?;
    Some(relative(now, Told::Ahead(unit, number), at + 1))
}

/// How many, and the token behind: "2", "two", "a", "a couple of". Beyond a thousand it is no stretch of time that any
/// calendar knows.
pub(super) fn amount(tokens: &[Token], i: usize) -> Option<(u32, usize)> {
    let word = |k: usize, any: &[&str]| tokens.get(k).is_some_and(|t| t.is_any(any));
    if word(i, &["a"]) && word(i + 1, &["couple"]) && word(i + 2, &["of"]) {
        return Some((2, i + 3));
    }
    if word(i, &["a", "an"]) {
        return Some((1, i + 1));
    }
    let number = tokens.get(i)?.number?;
    (number >= 1.0 && number.fract() == 0.0 && number < 1000.0).then_some((number as u32, i + 1))
}

/// Counted from today.
pub(super) fn relative(now: &Now, told: Told, end: usize) -> Said {
    let (from, to) = told.days(now, now.today);
    let week = match told {
        Told::Past(past) => past.whole && past.unit == Unit::Week,
        Told::Unit(unit, ..) => unit == Unit::Week,
        Told::Ago(unit, _, day) => unit == Unit::Week && !day,
        Told::ToDate(unit, _) => unit == Unit::Week,
        _ => false,
    };
    let years = match told {
        Told::Past(past) => past.unit == Unit::Year,
        Told::ToDate(unit, fiscal) => unit == Unit::Year && !fiscal,
        _ => false,
    };
    let mut why = format!("today is {}", now.today.words());
    if week {
        why += &format!(", and weeks begin on {}", begins(now.calendar.week_start));
    }
    Said {
        end,
        kind: if years { TimeKind::Years } else { TimeKind::Stretch },
        from: Some(from),
        to,
        told: Some(told),
        why,
    }
}

impl Told {
    pub(super) fn days(self, now: &Now, from: Date) -> (Date, Option<Date>) {
        let calendar = now.calendar;
        match self {
            Self::Past(past) => {
                let begin = |back: u32| match past.whole {
                    true => from.start(past.unit, calendar).shift(past.unit, -(back as i32)),
                    false => from.shift(past.unit, -(back as i32)),
                };
                // What lies ahead is not "this year" or "the last 30 days": bookings may be for the next.
                let end = match past.until {
                    Some(until) => begin(until),
                    None if past.whole && past.from == 0 => begin(0).shift(past.unit, 1),
                    None => from.plus(1),
                };
                (begin(past.from), Some(end.plus(-1)))
            }
            Self::Unit(unit, by, fiscal) => {
                let start = match fiscal {
                    true => from.fiscal_start(unit, calendar),
                    false => from.start(unit, calendar),
                };
                let first = start.shift(unit, by);
                (first, Some(first.shift(unit, 1).plus(-1)))
            }
            Self::Weekday(day, weeks) => {
                let back = (from.weekday() + 6 - day) % 7 + 1;
                let date = from.plus(7 * weeks - back as i64);
                // "next Friday" said on a Friday is a week on.
                let date = if weeks > 0 && date <= from { date.plus(7) } else { date };
                (date, Some(date))
            }
            Self::ThisWeekday(day) => {
                let start = from.start(Unit::Week, calendar);
                let date = start.plus(((day + 7 - start.weekday()) % 7) as i64);
                (date, Some(date))
            }
            Self::Ago(unit, back, day) => {
                let date = from.shift(unit, -(back as i32));
                match day {
                    true => (date, Some(date)),
                    false => {
                        let first = date.start(unit, calendar);
                        (first, Some(first.shift(unit, 1).plus(-1)))
                    }
                }
            }
            Self::Ahead(unit, on) => (from, Some(from.shift(unit, on as i32))),
            Self::FiscalBack(unit, back) => {
                let first = from.fiscal_start(unit, calendar);
                (first.shift(unit, -(back as i32)), Some(first.plus(-1)))
            }
            Self::ToDate(unit, true) => (from.fiscal_start(unit, calendar), Some(from)),
            Self::ToDate(unit, false) => (from.start(unit, calendar), Some(from)),
            Self::Part(part, which) => part
                .days(which, from)
                .map_or((from, Some(from)), |(first, to)| (first, Some(to))),
        }
    }
}
