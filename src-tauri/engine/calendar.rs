//! Days of the calendar, and the stretches that people cut it into.
//!
//! In: a clock's milliseconds, ISO days, a person's [`Calendar`]. Out: days. Deliberately absent: words of a question
//! (`ask::ground::times`), hours, and time zones: a day is one of UTC, as the engines count it.

use std::fmt;

use askwell_contract::profile::TableProfile;
use askwell_contract::time::{Calendar, WeekStart};

use crate::ask::builtin::days::last_day;
pub use crate::ask::builtin::days::{month, MONTHS};
use crate::prepare::known::packed;
use crate::prepare::Knowledge;
use crate::words::tokenise;
pub use askwell_reader::known::WEEKDAYS;

const DAY_MS: u64 = 86_400_000;

/// A stretch of time by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    Day,
    Week,
    Month,
    Quarter,
    Year,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    pub year: i32,
    pub month: u32,
    pub day: u32,
}

/// What times are counted from, and by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Now {
    pub today: Date,
    /// The last day in the data, where that is before today.
    pub data_end: Option<Date>,
    pub calendar: Calendar,
}

impl Now {
    /// The data's last day is that of the tables that the question names, where it names any with days: returns may go on
    /// for a month after the last order. Where more is recorded of a thing than there are things, as of doctors in their
    /// appointments, that tells the day, and not when the last doctor came.
    pub fn of_the_asked(&self, knowledge: &Knowledge, question: &str) -> Now {
        let stems: Vec<String> = tokenise(question).into_iter().map(|t| t.stem).collect();
        let named = |table: &str| {
            let place = knowledge.catalog.tables.iter().position(|t| t.name == table);
            place.is_some_and(|t| {
                let name = &knowledge.fields.of_table(t).stems;
                !name.is_empty() && name.iter().all(|stem| stems.contains(stem))
            })
        };
        let newest = last_days(knowledge).filter_map(|(profile, day)| {
            let speaks =
                |(p, _): &(&TableProfile, Date)| p.rows > profile.rows && refers(knowledge, &p.table, &profile.table);
            let more = last_days(knowledge).filter(speaks).max_by_key(|(p, _)| p.rows);
            named(&profile.table).then_some(more.map_or(day, |(_, day)| day))
        });
        match newest.max() {
            Some(day) => Now {
                data_end: Some(day).filter(|day| *day < self.today),
                ..*self
            },
            None => *self,
        }
    }

    pub fn new(knowledge: &Knowledge, millis: u64, calendar: Calendar) -> Self {
        let today = Date::from_days((millis / DAY_MS) as i64);
        // Of a database as a whole the largest table with days speaks: a few returns or plans reach beyond it.
        let newest = last_days(knowledge).max_by_key(|(profile, _)| profile.rows);
        Self {
            today,
            data_end: newest.map(|(_, day)| day).filter(|day| *day < today),
            calendar,
        }
    }
}

/// Whether rows of a table belong to rows of another, perhaps through others.
fn refers(knowledge: &Knowledge, from: &str, to: &str) -> bool {
    let mut reached = vec![from.to_owned()];
    let mut at = 0;
    while let Some(name) = reached.get(at).cloned() {
        let keys = knowledge.catalog.table(&name).into_iter().flat_map(|t| &t.foreign_keys);
        for key in keys {
            if key.to_table.eq_ignore_ascii_case(to) {
                return true;
            }
            if !reached.contains(&key.to_table) {
                reached.push(key.to_table.clone());
            }
        }
        at += 1;
    }
    false
}

/// The tables that have days, with the last of each.
pub fn last_days(knowledge: &Knowledge) -> impl Iterator<Item = (&TableProfile, Date)> {
    let packed = |p: &TableProfile| {
        let kinds = &knowledge.catalog.table(&p.table)?.columns;
        let kind = |name: &str| kinds.iter().find(|c| c.name == name).map(|c| c.kind);
        let days = p.columns.iter().filter_map(|c| packed::newest(kind(&c.column)?, c));
        days.max()
    };
    let dated = |p: &TableProfile| Date::parse(&p.freshness.as_ref()?.newest.to_string());
    let dated = move |p: &TableProfile| dated(p).or_else(|| packed(p));
    knowledge.profiles.iter().filter_map(move |p| Some((p, dated(p)?)))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
impl Now {
    /// A day of the calendar that everybody has, with data up to it.
    pub fn on(today: &str) -> Self {
        Self {
            today: Date::parse(today).unwrap(),
            data_end: None,
            calendar: Calendar::default(),
        }
    }
}

impl Date {
    pub fn new(year: i32, month: u32, day: u32) -> Option<Self> {
        let fits = (1..=9999).contains(&year) && (1..=12).contains(&month);
        (fits && (1..=last_day(year as u32, month)).contains(&day)).then_some(Self { year, month, day })
    }

    /// The day at the beginning of a text.
    pub fn parse(text: &str) -> Option<Self> {
        let part = |range: std::ops::Range<usize>| text.get(range)?.parse::<u32>().ok();
        let dashes = text.get(4..5)? == "-" && text.get(7..8)? == "-";
        dashes.then(|| Self::new(part(0..4)? as i32, part(5..7)?, part(8..10)?))?
    }

    /// Days since 1970-01-01.
    pub fn days(self) -> i64 {
        let y = i64::from(self.year) - 1;
        let before = 365 * y + y.div_euclid(4) - y.div_euclid(100) + y.div_euclid(400);
        let months: i64 = (1..self.month).map(|m| i64::from(last_day(self.year as u32, m))).sum();
        before + months + i64::from(self.day) - 1 - EPOCH
    }

    /// A day outside the years 1 to 9999, which no engine writes as a day, is the first or the last of these.
    pub fn from_days(days: i64) -> Self {
        let days = days.clamp(-EPOCH, LAST);
        // 400 years have 146 097 days; the guess is a year off at most.
        let mut year = ((days + EPOCH) * 400 / 146_097) as i32 + 1;
        let first = |year| Self { year, month: 1, day: 1 }.days();
        while first(year) > days {
            year -= 1;
        }
        while first(year + 1) <= days {
            year += 1;
        }
        let mut rest = (days - first(year)) as u32;
        let mut month = 1;
        while rest >= last_day(year as u32, month) {
            rest -= last_day(year as u32, month);
            month += 1;
        }
        Self {
            year,
            month,
            day: rest + 1,
        }
    }

    pub fn plus(self, days: i64) -> Self {
        Self::from_days(self.days().saturating_add(days))
    }

    /// The same day of another month, or its last.
    pub fn plus_months(self, months: i32) -> Self {
        let all = (self.year * 12 + self.month as i32 - 1).saturating_add(months);
        let all = all.clamp(12, 9999 * 12 + 11);
        let (year, month) = (all.div_euclid(12), all.rem_euclid(12) as u32 + 1);
        Self {
            year,
            month,
            day: self.day.min(last_day(year as u32, month)),
        }
    }

    /// 0 for Monday.
    pub fn weekday(self) -> usize {
        // 1970-01-01 was a Thursday.
        (self.days() + 3).rem_euclid(7) as usize
    }

    /// So many units later, or earlier.
    pub fn shift(self, unit: Unit, by: i32) -> Self {
        match unit {
            Unit::Day => self.plus(i64::from(by)),
            Unit::Week => self.plus(7 * i64::from(by)),
            Unit::Month => self.plus_months(by),
            Unit::Quarter => self.plus_months(by.saturating_mul(3)),
            Unit::Year => self.plus_months(by.saturating_mul(12)),
        }
    }

    /// The first day of the unit that it lies in.
    pub fn start(self, unit: Unit, calendar: Calendar) -> Self {
        let first = |month| Self { month, day: 1, ..self };
        match unit {
            Unit::Day => self,
            Unit::Week => {
                let begins = match calendar.week_start {
                    WeekStart::Monday => 0,
                    WeekStart::Saturday => 5,
                    WeekStart::Sunday => 6,
                };
                self.plus(-(((self.weekday() + 7 - begins) % 7) as i64))
            }
            Unit::Month => first(self.month),
            Unit::Quarter => first((self.month - 1) / 3 * 3 + 1),
            Unit::Year => first(1),
        }
    }

    /// The first day of the fiscal year or quarter that it lies in.
    pub fn fiscal_start(self, unit: Unit, calendar: Calendar) -> Self {
        let months = match unit {
            Unit::Quarter => 3,
            _ => 12,
        };
        let since = (self.month + 11 + 1 - calendar.fiscal_start.clamp(1, 12)) % 12;
        Self { day: 1, ..self }.plus_months(-((since % months) as i32))
    }

    /// "5 January 2023".
    pub fn words(self) -> String {
        let month = MONTHS[(self.month as usize - 1) % 12];
        format!("{} {} {}", self.day, capital(month), self.year)
    }
}

/// The first day of the fiscal year that ends in a calendar year.
pub fn fiscal_year(year: i32, calendar: Calendar) -> Option<Date> {
    let month = calendar.fiscal_start.clamp(1, 12);
    Date::new(if month == 1 { year } else { year - 1 }, month, 1)
}

/// The first day of a week of a year by its number. Weeks that begin on Monday are those of ISO 8601, where week 1 holds 4
/// January; others are counted from the one that holds 1 January.
pub fn week(year: i32, number: u32, calendar: Calendar) -> Option<Date> {
    let held = match calendar.week_start {
        WeekStart::Monday => 4,
        WeekStart::Sunday | WeekStart::Saturday => 1,
    };
    let first = |year| Some(Date::new(year, 1, held)?.start(Unit::Week, calendar));
    let day = first(year)?.plus(7 * (i64::from(number) - 1));
    (number >= 1 && day < first(year + 1)?).then_some(day)
}

pub fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars
        .next()
        .map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
}

/// Days from 0001-01-01 to 1970-01-01.
const EPOCH: i64 = 719_162;
/// Days from 1970-01-01 to 9999-12-31.
const LAST: i64 = 2_932_896;

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(iso: &str) -> Date {
        Date::parse(iso).unwrap()
    }

    #[test]
    fn every_day_of_eight_centuries_is_the_day_after_the_one_before() {
        let mut at = day("1600-01-01");
        let mut weekday = at.weekday();
        while at.year < 2400 {
            let next = at.plus(1);
            let iso = crate::ask::builtin::days::next(&at.to_string()).unwrap();
            assert_eq!(next.to_string(), iso);
            assert_eq!((next.weekday(), next.plus(-1)), ((weekday + 1) % 7, at));
            (at, weekday) = (next, next.weekday());
        }
    }

    #[test]
    fn days_beyond_the_calendar_are_its_first_and_its_last() {
        let (first, last) = (day("0001-01-01"), day("9999-12-31"));
        assert_eq!((first.days(), last.days()), (-EPOCH, LAST));
        for far in [1_i64 << 20, i64::from(i32::MAX), i64::MAX] {
            assert_eq!((last.plus(far), first.plus(-far)), (last, first));
            let far = i32::try_from(far).unwrap_or(i32::MAX);
            for unit in [Unit::Day, Unit::Week, Unit::Month, Unit::Quarter, Unit::Year] {
                assert_eq!(last.shift(unit, far), last, "{unit:?}");
                let back = first.shift(unit, -far);
                assert_eq!((back.year, back.month, back.day), (1, 1, 1), "{unit:?}");
            }
        }
    }

    #[test]
    fn the_clock_begins_on_a_thursday() {
        let first = Date::from_days(0);
        assert_eq!(
            (first.to_string().as_str(), WEEKDAYS[first.weekday()]),
            ("1970-01-01", "thursday")
        );
        assert_eq!(Date::from_days(20_000).to_string(), "2024-10-04");
    }

    #[test]
    fn a_month_later_is_never_in_the_month_after_that() {
        assert_eq!(day("2024-01-31").plus_months(1), day("2024-02-29"));
        assert_eq!(day("2024-03-31").shift(Unit::Quarter, -1), day("2023-12-31"));
        assert_eq!(day("2024-02-29").shift(Unit::Year, -1), day("2023-02-28"));
    }

    #[test]
    fn weeks_begin_when_the_person_says() {
        let week = |week_start| {
            let calendar = Calendar {
                week_start,
                ..Calendar::default()
            };
            day("2024-10-05").start(Unit::Week, calendar).to_string()
        };
        assert_eq!(week(WeekStart::Monday), "2024-09-30");
        assert_eq!(week(WeekStart::Sunday), "2024-09-29");
        assert_eq!(week(WeekStart::Saturday), "2024-10-05");
    }

    #[test]
    fn fiscal_years_are_named_after_the_year_they_end_in() {
        let calendar = Calendar {
            fiscal_start: 7,
            ..Calendar::default()
        };
        assert_eq!(fiscal_year(2024, calendar), Some(day("2023-07-01")));
        assert_eq!(fiscal_year(2024, Calendar::default()), Some(day("2024-01-01")));
        assert_eq!(day("2024-02-10").fiscal_start(Unit::Year, calendar), day("2023-07-01"));
        assert_eq!(day("2024-07-01").fiscal_start(Unit::Year, calendar), day("2024-07-01"));
        assert_eq!(
            day("2024-02-10").fiscal_start(Unit::Quarter, calendar),
            day("2024-01-01")
        );
        let october = Calendar {
            fiscal_start: 11,
            ..calendar
        };
        assert_eq!(
            day("2024-10-10").fiscal_start(Unit::Quarter, october),
            day("2024-08-01")
        );
    }

    #[test]
    fn texts_that_are_no_days_are_none() {
        for text in ["", "2024", "2024-13-01", "2023-02-29", "20240101xx", "é-24-01-01"] {
            assert_eq!(Date::parse(text), None, "{text}");
        }
        assert_eq!(Date::parse("2024-01-01T10:00:00Z"), Date::new(2024, 1, 1));
    }
}
