//! One day written as text. In: a text. Out: in which ways it can be read, if it names a real day.
//!
//! What is read here is what the SQL of `askwell_sql::view` reads. Deliberately absent: which of two ways is meant; one
//! text cannot say.

use askwell_contract::view::{DateFormat, DateMark, DateOrder, Stretch};

pub(super) mod stretch;

const MONTHS: [&str; 12] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
];
const ORDINALS: [&str; 4] = ["st", "nd", "rd", "th"];

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Day {
    /// In one way, or in both that put the year last.
    Real(Vec<DateFormat>),
    /// Written like a day that its month does not have.
    Impossible,
}

pub fn read(text: &str) -> Option<Day> {
    let found = ways(text)?;
    let real: Vec<DateFormat> = found.iter().filter(|(_, date)| is_real(*date)).map(|f| f.0).collect();
    match (real.is_empty(), found.iter().any(|(_, date)| is_nearly(*date))) {
        (false, _) => Some(Day::Real(real)),
        (true, true) => Some(Day::Impossible),
        (true, false) => None,
    }
}

/// Which day it is where these are the formats, the first of them that fits.
pub fn day(text: &str, formats: &[DateFormat]) -> Option<Date> {
    let found = ways(text)?;
    formats.iter().find_map(|known| {
        let same = |way: &DateFormat| {
            DateFormat {
                timed: known.timed,
                ..*way
            } == *known
        };
        let found = found.iter().find(|(way, date)| same(way) && is_real(*date));
        found.map(|f| f.1)
    })
}

/// The formats that a text may be of, each with its date.
fn ways(text: &str) -> Option<Vec<(DateFormat, Date)>> {
    let text = text.trim_matches(' ');
    let (day, timed) = without_time(text)?;
    if day.len() < 5 || !day.is_ascii() {
        return None;
    }
    let mut found = match day.bytes().any(|b| b.is_ascii_alphabetic()) {
        true => stretch::quarter(day)
            .or_else(|| stretch::named_month(day))
            .or_else(|| named(day))
            .into_iter()
            .collect(),
        false => in_numbers(day),
    };
    // A month has no time of day.
    found
        .retain(|(format, _)| !timed || format.order == DateOrder::YearMonth || format.order.stretch() == Stretch::Day);
    found.iter_mut().for_each(|(format, _)| format.timed = timed);
    Some(found)
}

/// Year, month, day.
pub type Date = (u32, u32, u32);

/// `None` where a colon stands in something else than a time.
fn without_time(text: &str) -> Option<(&str, bool)> {
    let Some(colon) = text.find(':') else {
        return Some((text, false));
    };
    let hour = text[..colon].trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = colon - hour.len();
    let day = hour.trim_end_matches([' ', 'T']);
    let clock = |c: char| c.is_ascii_digit() || matches!(c, ':' | '.' | '+' | '-' | 'Z' | ' ') || "APMapm".contains(c);
    let fits = (1..=2).contains(&digits) && day.len() < hour.len() && text[colon..].chars().all(clock);
    fits.then_some((day, true))
}

fn format(order: DateOrder, mark: DateMark, short_year: bool) -> DateFormat {
    DateFormat {
        order,
        mark,
        short_year,
        timed: false,
    }
}

fn in_numbers(text: &str) -> Vec<(DateFormat, Date)> {
    let Some(mark) = [DateMark::Dash, DateMark::Slash, DateMark::Dot]
        .into_iter()
        .find(|mark| text.contains(mark.sign()))
    else {
        return Vec::new();
    };
    let pieces: Vec<&str> = text.split(mark.sign()).collect();
    let [a, b, c] = match pieces.as_slice() {
        [a, b, c] => [a, b, c],
        [year, month] => {
            let found = month_alone(mark, year, month).or_else(|| stretch::month_in_numbers(mark, year, month));
            return found.into_iter().collect();
        }
        _ => return Vec::new(),
    };
    let (Some(first), Some(second), Some(third)) = (number(a), number(b), number(c)) else {
        return Vec::new();
    };
    match (a.len(), b.len(), c.len()) {
        (4, 2, 2) if mark == DateMark::Dash => vec![(format(DateOrder::Iso, mark, false), (first, second, third))],
        (4, 1..=2, 1..=2) => vec![(format(DateOrder::YearFirst, mark, false), (first, second, third))],
        (1..=2, 1..=2, 4) => both(mark, false, first, second, third),
        // `1.2.03` is rather a version.
        (1..=2, 1..=2, 2) if mark != DateMark::Dot => both(mark, true, first, second, century(third)),
        _ => Vec::new(),
    }
}

/// `2024-02`. Of years that are far off it is rather a number.
fn month_alone(mark: DateMark, year: &str, month: &str) -> Option<(DateFormat, Date)> {
    let near = |year: &u32| (1800..=2100).contains(year);
    let (year, month) = (number(year).filter(near)?, number(month).filter(|_| month.len() == 2)?);
    Some((format(DateOrder::YearMonth, mark, false), (year, month, 1)))
}

fn both(mark: DateMark, short: bool, first: u32, second: u32, year: u32) -> Vec<(DateFormat, Date)> {
    vec![
        (format(DateOrder::MonthFirst, mark, short), (year, first, second)),
        (format(DateOrder::DayFirst, mark, short), (year, second, first)),
    ]
}

fn named(text: &str) -> Option<(DateFormat, Date)> {
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        let mark = [DateMark::Dash, DateMark::Slash, DateMark::Space]
            .into_iter()
            .find(|mark| text.contains(mark.sign()))?;
        let (day, rest) = text.split_once(mark.sign())?;
        let (name, year) = rest.trim_start_matches(' ').split_once(mark.sign())?;
        let (year, short) = year_of(year.trim_start_matches(' '))?;
        let month = month_of(name.strip_suffix(',').unwrap_or(name))?;
        let order = DateOrder::DayThenName;
        return Some((format(order, mark, short), (year, month, day_of(day)?)));
    }
    let (name, rest) = text.split_once(' ')?;
    let (day, year) = rest.trim_start_matches(' ').split_once(' ')?;
    let (year, short) = year_of(year.trim_start_matches(' '))?;
    let day = day_of(day.strip_suffix(',').unwrap_or(day))?;
    Some((
        format(DateOrder::NameThenDay, DateMark::Space, short),
        (year, month_of(name)?, day),
    ))
}

fn number(text: &str) -> Option<u32> {
    text.bytes()
        .all(|b| b.is_ascii_digit())
        .then(|| text.parse().ok())
        .flatten()
}

fn day_of(text: &str) -> Option<u32> {
    let bare = ORDINALS.iter().find_map(|end| text.strip_suffix(end)).unwrap_or(text);
    number(bare).filter(|_| bare.len() <= 2)
}

/// A year in full and one of two digits.
fn year_of(text: &str) -> Option<(u32, bool)> {
    let year = number(text)?;
    match text.len() {
        4 => Some((year, false)),
        2 => Some((century(year), true)),
        _ => None,
    }
}

fn century(year: u32) -> u32 {
    (year + 31) % 100 + 1969
}

fn month_of(text: &str) -> Option<u32> {
    let word = text.strip_suffix('.').unwrap_or(text).to_ascii_lowercase();
    let letters = word.bytes().all(|b| b.is_ascii_lowercase());
    let at = MONTHS.iter().position(|month| word.starts_with(month))?;
    letters.then_some(at as u32 + 1)
}

/// Its month may be one with fewer days.
fn is_nearly((year, month, day): Date) -> bool {
    (1000..3000).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day)
}

fn is_real(date: Date) -> bool {
    let (year, month, day) = date;
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    is_nearly(date) && day <= days
}

#[cfg(test)]
mod tests {
    use super::*;

    fn orders(text: &str) -> Vec<DateOrder> {
        match read(text) {
            Some(Day::Real(formats)) => formats.iter().map(|f| f.order).collect(),
            _ => Vec::new(),
        }
    }

    #[test]
    fn a_day_is_read_in_every_way_that_it_can_be() {
        use DateOrder::{
            DayFirst, DayThenName, Iso, MonthFirst, MonthYear, NameThenDay, NameThenYear, QuarterYear, YearFirst,
            YearMonth, YearQuarter,
        };
        for (text, expected) in [
            ("2016-11-08", &[Iso][..]),
            (" 2016-11-08 ", &[Iso]),
            ("2016-11-08 10:00", &[Iso]),
            ("2016-11-08T10:00:00.25Z", &[Iso]),
            ("2016/11/8", &[YearFirst]),
            ("2016-11", &[YearMonth]),
            ("11/08/2016", &[MonthFirst, DayFirst]),
            ("11/25/2016 9:05 PM", &[MonthFirst]),
            ("25.11.2016", &[DayFirst]),
            ("1/5/98", &[MonthFirst, DayFirst]),
            ("Jun 12 1998", &[NameThenDay]),
            ("June 12th, 1998", &[NameThenDay]),
            ("5 March 2020", &[DayThenName]),
            ("5th Mar., 2020", &[DayThenName]),
            ("08-Nov-2016", &[DayThenName]),
            ("8-Nov-16", &[DayThenName]),
            ("03/2025", &[MonthYear]),
            ("3-2025", &[MonthYear]),
            ("Jan 2025", &[NameThenYear]),
            ("JANUARY 2025", &[NameThenYear]),
            ("Sept. 2024", &[NameThenYear]),
            ("Jan-25", &[NameThenYear]),
            ("Jan '25", &[NameThenYear]),
            ("2025-Q3", &[YearQuarter]),
            ("2025 Q3", &[YearQuarter]),
            ("2025q3", &[YearQuarter]),
            ("Q3 2025", &[QuarterYear]),
            ("Q3-25", &[QuarterYear]),
        ] {
            assert_eq!(orders(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_no_day_is_not_read() {
        for text in [
            "",
            "2016",
            "10:00",
            "13/13/2016",
            "2016-13-01",
            "2016-13",
            "2016-1",
            "1234-05",
            "1.2.03",
            "1/2/3/2016",
            "555-12-3456",
            "Room 12 1998",
            "12 March",
            "March 2020 10:00",
            "13/2025",
            "03.2025",
            "3/25",
            "Q3 FY25",
            "Q5 2025",
            "Q32025",
            "2025-Q3-1",
            "FY25",
            "Jan - 25",
            "Jan 5",
            "Rob 2025",
            "2025 March",
            "10:30 to 11:30",
            "1/5/998",
            "日本 5 2020",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
        for text in ["31/04/2020", "2023-02-29", "Feb 30 2020"] {
            assert_eq!(read(text), Some(Day::Impossible), "{text}");
        }
        assert!(matches!(read("2024-02-29"), Some(Day::Real(_))));
    }
}
