//! A month or a quarter with its year, written as text. In: a text without a time of day. Out: its first day.

use std::collections::BTreeSet;

use askwell_contract::view::{DateFormat, DateMark, DateOrder};

use super::{format, month_of, number, year_of, Date};
use crate::calendar::{month, MONTHS};

/// Years that months are told of; others are rather numbers.
const NEAR: std::ops::RangeInclusive<u32> = 1800..=2100;
/// Two digits behind the name of a month that are further apart than this are days rather than years.
const YEARS: u32 = 12;

/// `03/2025`, `3-2025`; `03.2025` is a number.
pub fn month_in_numbers(mark: DateMark, month: &str, year: &str) -> Option<(DateFormat, Date)> {
    let fits = mark != DateMark::Dot && (1..=2).contains(&month.len()) && year.len() == 4;
    let date = (number(year).filter(|_| fits)?, number(month)?, 1);
    Some((format(DateOrder::MonthYear, mark, false), date))
}

/// `Jan 2025`, `Jan-25`, `Jan '25`.
pub fn named_month(text: &str) -> Option<(DateFormat, Date)> {
    let (name, rest) = text.split_at(text.find(|c: char| !c.is_ascii_alphabetic() && c != '.')?);
    let mark = [DateMark::Dash, DateMark::Slash, DateMark::Space]
        .into_iter()
        .find(|mark| rest.starts_with(mark.sign()))?;
    let (year, short) = year_of(rest[1..].trim_start_matches([' ', '\'']))?;
    let month = month_of(name).filter(|_| !name.starts_with('.'))?;
    Some((format(DateOrder::NameThenYear, mark, short), (year, month, 1)))
}

/// `2025-Q3`, `2025Q3`, `Q3 2025`, `Q3-25`.
pub fn quarter(text: &str) -> Option<(DateFormat, Date)> {
    let of = |digit: &str| digit.parse().ok().filter(|q| (1..=4).contains(q) && digit.len() == 1);
    if let Some(rest) = text.strip_prefix(['Q', 'q']) {
        let (quarter, rest): (u32, &str) = (of(rest.get(..1)?)?, &rest[1..]);
        let year = rest.trim_start_matches([' ', '-', '/', '\'']);
        let (year, short) = year_of(year).filter(|_| year.len() < rest.len())?;
        let form = format(DateOrder::QuarterYear, DateMark::Space, short);
        return Some((form, (year, quarter * 3 - 2, 1)));
    }
    let (year, rest) = (text.get(..4)?, text.get(4..)?);
    let quarter: u32 = of(rest.trim_start_matches([' ', '-', '/']).strip_prefix(['Q', 'q'])?)?;
    let form = format(DateOrder::YearQuarter, DateMark::Space, false);
    Some((form, (number(year)?, quarter * 3 - 2, 1)))
}

/// Whether texts that read as months with their years may well be something else: `Marble 2025`, `3-2900`, and `Jan 25`,
/// which may be the 25th of any year.
pub fn is_doubtful(read: &[(DateFormat, &str, u64)]) -> bool {
    let year = |text: &str| {
        let digits = text.trim_matches(' ').rsplit(|c: char| !c.is_ascii_digit()).next();
        digits.and_then(number).unwrap_or_default()
    };
    let (mut all, mut blank, mut short) = (0, 0, BTreeSet::new());
    for (format, text, rows) in read {
        all += rows;
        match format.order {
            DateOrder::MonthYear if !NEAR.contains(&year(text)) => return true,
            DateOrder::NameThenYear if !is_month(text) => return true,
            DateOrder::NameThenYear if format.short_year && !text.contains('\'') => {
                short.insert(year(text));
                blank += if format.mark == DateMark::Space { *rows } else { 0 };
            }
            _ => {}
        }
    }
    let wide = short
        .first()
        .zip(short.last())
        .is_some_and(|(first, last)| last - first > YEARS);
    blank * 2 > all || wide && short.iter().all(|day| *day <= 31)
}

/// Whether its ends are those of a month or a quarter with a year.
pub fn is_like(text: &str) -> bool {
    let text = text.trim_matches(' ').to_ascii_lowercase();
    let bytes = text.as_bytes();
    let digits = |part: Option<&[u8]>| part.is_some_and(|p| p.iter().all(u8::is_ascii_digit));
    let quarter = |part: Option<&[u8]>| matches!(part, Some([b'q', b'1'..=b'4']));
    let last = bytes.len().checked_sub(2).map(|at| &bytes[at..]);
    let month = text
        .get(..3)
        .is_some_and(|name| MONTHS.iter().any(|n| n.starts_with(name)));
    month && digits(last) || quarter(last) && digits(bytes.get(..4)) || quarter(bytes.get(..2)) && digits(last)
}

fn is_month(text: &str) -> bool {
    let text = text.trim_matches(' ');
    let word = text
        .split(|c: char| !c.is_ascii_alphabetic())
        .next()
        .unwrap_or_default();
    month(&word.to_ascii_lowercase()).is_some()
}
