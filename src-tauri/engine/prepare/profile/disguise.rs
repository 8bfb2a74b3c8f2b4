//! What values are although their column does not say so: dates as text, numbers as text, codes.
//!
//! In: a column and its distinct values with their rows. Out: disguises, in the contract's order.

use askwell_contract::profile::Disguise;
use askwell_contract::{Cell, Column};

use super::money::{is_money, is_percentage};
use super::shape::classes;
use crate::words::split_name;

/// Rows that must fit; real columns have a few dirty values.
const ENOUGH: f64 = 0.95;
/// Values looked at; the commonest say what a column is.
const LOOKED_AT: usize = 2_000;
/// A code is one short word.
const CODE: usize = 20;
/// Letters alone are a code only where they are as few as those of a country or currency.
const LETTERS: usize = 4;

const YEAR_WORDS: [&str; 12] = [
    "year",
    "yr",
    "season",
    "founded",
    "established",
    "built",
    "born",
    "since",
    "opened",
    "debut",
    "vintage",
    "yyyy",
];
/// Of what happened long ago, too.
const LIVES: [&str; 7] = ["birth", "born", "death", "died", "founded", "built", "made"];
const TIME_WORDS: [&str; 16] = [
    "time",
    "date",
    "timestamp",
    "ts",
    "at",
    "created",
    "updated",
    "modified",
    "epoch",
    "unix",
    "when",
    "on",
    "start",
    "end",
    "seen",
    "login",
];
const DATE_WORDS: [&str; 8] = ["date", "day", "dt", "on", "at", "yyyymmdd", "ymd", "datum"];

/// Two words that say yes and no.
const YES_NO: [[&str; 2]; 7] = [
    ["no", "yes"],
    ["n", "y"],
    ["false", "true"],
    ["f", "t"],
    ["off", "on"],
    ["0", "1"],
    ["inactive", "active"],
];

type Test = fn(&str) -> bool;

pub fn disguises(column: &Column, values: &[(Cell, u64)]) -> Vec<Disguise> {
    let mut commonest: Vec<&(Cell, u64)> = values.iter().collect();
    if commonest.len() > LOOKED_AT {
        commonest.sort_by_key(|v| std::cmp::Reverse(v.1));
        commonest.truncate(LOOKED_AT);
    }
    let words = split_name(&column.name);
    let named = |list: &[&str]| words.iter().any(|w| list.contains(&w.as_str()));
    let mut found = if commonest.iter().any(|v| matches!(v.0, Cell::Text(_))) {
        in_text(&commonest)
    } else {
        // Of births and the like, earlier ones are years, too.
        let long_ago = named(&["year", "yr"]) && named(&LIVES);
        let from = named(&YEAR_WORDS).then_some(if long_ago { 1000 } else { 1800 });
        in_numbers(&commonest, from, named(&TIME_WORDS), named(&DATE_WORDS))
    };
    found.sort_unstable();
    found
}

/// `year`: the first that counts as one; `None`: the name speaks of no year.
fn in_numbers(values: &[&(Cell, u64)], year: Option<i64>, time: bool, date: bool) -> Vec<Disguise> {
    let ints: Option<Vec<i64>> = values
        .iter()
        .map(|v| match v.0 {
            Cell::Int(n) => Some(n),
            // "year NUMERIC(4, 0)", which some engines hand out as 2003.0.
            Cell::Real(n) if year.is_some() && n.fract() == 0.0 && n.abs() < 1e9 => Some(n as i64),
            _ => None,
        })
        .collect();
    let Some(ints) = ints.filter(|i| !i.is_empty()) else {
        return Vec::new();
    };
    let all = |fits: fn(i64) -> bool| ints.iter().all(|&n| fits(n));
    if ints == [0, 1] {
        return vec![Disguise::BooleanInNumber];
    }
    if all(is_compact_date) && (date || time || ints.len() > 1) {
        return vec![Disguise::CompactDate];
    }
    if year.is_some_and(|from| ints.iter().all(|n| (from..=2100).contains(n))) {
        return vec![Disguise::Year];
    }
    // 1980 to 2100: earlier numbers are amounts, identifiers, populations.
    if time && all(|n| (315_532_800..4_102_444_800).contains(&n)) {
        return vec![Disguise::UnixSeconds];
    }
    Vec::new()
}

fn is_compact_date(n: i64) -> bool {
    (1800..=2100).contains(&(n / 10_000)) && (1..=12).contains(&(n / 100 % 100)) && (1..=31).contains(&(n % 100))
}

fn in_text(values: &[&(Cell, u64)]) -> Vec<Disguise> {
    let texts: Vec<(&str, u64)> = values
        .iter()
        .filter_map(|v| match &v.0 {
            Cell::Text(text) if !text.trim().is_empty() => Some((text.trim(), v.1)),
            _ => None,
        })
        .collect();
    let rows: u64 = values
        .iter()
        .filter(|v| !matches!(&v.0, Cell::Text(t) if t.trim().is_empty()))
        .map(|v| v.1)
        .sum();
    let most = |fits: Test| {
        let fitting: u64 = texts.iter().filter(|t| fits(t.0)).map(|t| t.1).sum();
        fitting > 0 && fitting as f64 >= ENOUGH * rows as f64
    };
    if yes_no(&texts) {
        return vec![Disguise::BooleanInText];
    }
    let kinds: [(Test, Disguise); 9] = [
        (is_iso_date, Disguise::IsoDate),
        (is_slash_date, Disguise::SlashDate),
        (is_number, Disguise::NumberInText),
        (is_money, Disguise::Money),
        (is_percentage, Disguise::Percentage),
        (is_json, Disguise::Json),
        (is_email, Disguise::Email),
        (is_url, Disguise::Url),
        (is_code, Disguise::Code),
    ];
    kinds.into_iter().find(|k| most(k.0)).map(|k| k.1).into_iter().collect()
}

/// Yes and no, and beside them no more than words for neither.
fn yes_no(texts: &[(&str, u64)]) -> bool {
    const NEITHER: [&str; 5] = ["n/a", "-", "?", "tbc", "unknown"];
    let words = texts.iter().map(|t| t.0.to_lowercase());
    let mut words: Vec<String> = words.filter(|w| !NEITHER.contains(&w.as_str())).collect();
    words.sort_unstable();
    words.dedup();
    YES_NO
        .iter()
        .any(|pair| words.len() == 2 && pair.iter().all(|p| words.iter().any(|w| w == p)))
}

/// The numbers of a text that has nothing else but the marks between them.
fn parts<const N: usize>(text: &str, mark: char) -> Option<[u32; N]> {
    let mut out = [0; N];
    let mut pieces = text.split(mark);
    for slot in &mut out {
        *slot = pieces
            .next()
            .filter(|p| p.len() <= 4 && p.bytes().all(|b| b.is_ascii_digit()))?
            .parse()
            .ok()?;
    }
    pieces.next().is_none().then_some(out)
}

fn is_iso_date(text: &str) -> bool {
    let (Some(date), Some(rest)) = (text.get(..10), text.get(10..)) else {
        return false;
    };
    let bytes = date.as_bytes();
    let dashes = bytes[4] == b'-' && bytes[7] == b'-';
    let valid = |[_, m, d]: [u32; 3]| (1..=12).contains(&m) && (1..=31).contains(&d);
    dashes && parts(date, '-').is_some_and(valid) && (rest.is_empty() || is_time(rest))
}

/// ` 13:05`, `T13:05:00.25Z`, ` 13:05:00+01`.
fn is_time(rest: &str) -> bool {
    let Some(clock) = rest.strip_prefix([' ', 'T']) else {
        return false;
    };
    let bytes = clock.as_bytes();
    let digits = |i: usize| bytes.get(i..i + 2).is_some_and(|b| b.iter().all(u8::is_ascii_digit));
    digits(0)
        && bytes.get(2) == Some(&b':')
        && digits(3)
        && clock[5..]
            .chars()
            .all(|c| c.is_ascii_digit() || matches!(c, ':' | '.' | '+' | '-' | 'Z' | ' '))
}

fn is_slash_date(text: &str) -> bool {
    let day = text.split(' ').next().unwrap_or_default();
    let long_year = day.rsplit('/').next().is_some_and(|y| y.len() == 4);
    let valid = |[a, b, _]: [u32; 3]| a.min(b) >= 1 && a.min(b) <= 12 && a.max(b) <= 31;
    day.len() == text.len() && long_year && parts(day, '/').is_some_and(valid)
}

/// Numbers that mean their value: `02139` is a code, `1e5` a curiosity.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    let plain = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    plain(whole) && plain(fraction) && (whole.len() == 1 || !whole.starts_with('0')) && whole.len() <= 18
}

fn is_json(text: &str) -> bool {
    text.starts_with(['{', '[']) && serde_json::from_str::<serde_json::Value>(text).is_ok()
}

fn is_email(text: &str) -> bool {
    let Some((who, host)) = text.split_once('@') else {
        return false;
    };
    !who.is_empty()
        && host
            .split_once('.')
            .is_some_and(|(name, end)| !name.is_empty() && !end.is_empty())
        && !text.chars().any(|c| c.is_whitespace() || c == ',')
        && !host.contains('@')
}

fn is_url(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    ["http://", "https://", "ftp://", "www."]
        .iter()
        .any(|p| lower.starts_with(p))
        && !text.contains(char::is_whitespace)
}

/// Capitals, digits and marks, with a digit or very short.
fn is_code(text: &str) -> bool {
    let shape = classes(text);
    let plain = shape
        .chars()
        .all(|c| matches!(c, '9' | 'A' | '-' | '_' | '.' | '/' | '#'));
    let length = text.chars().count();
    plain && length <= CODE && (shape.contains('9') || length <= LETTERS)
}

#[cfg(test)]
mod tests {
    use askwell_contract::TypeKind;

    use super::*;

    fn of(name: &str, values: &[Cell]) -> Vec<Disguise> {
        let column = Column {
            name: name.into(),
            declared_type: String::new(),
            kind: TypeKind::Other,
            nullable: true,
            comment: None,
            labels: Vec::new(),
        };
        let counted: Vec<(Cell, u64)> = values.iter().map(|v| (v.clone(), 1)).collect();
        disguises(&column, &counted)
    }

    fn text(values: &[&str]) -> Vec<Disguise> {
        of("x", &values.iter().map(|v| Cell::Text((*v).into())).collect::<Vec<_>>())
    }

    fn ints(name: &str, values: &[i64]) -> Vec<Disguise> {
        of(name, &values.iter().map(|v| Cell::Int(*v)).collect::<Vec<_>>())
    }

    fn reals(name: &str, values: &[f64]) -> Vec<Disguise> {
        of(name, &values.iter().map(|v| Cell::Real(*v)).collect::<Vec<_>>())
    }

    #[test]
    fn texts_are_recognised() {
        assert_eq!(
            text(&["2024-02-29", "2023-01-01 10:30:00", "2023-01-01T10:30Z"]),
            [Disguise::IsoDate]
        );
        assert_eq!(text(&["31/12/2020", "1/2/2021"]), [Disguise::SlashDate]);
        assert_eq!(text(&["12", "-3.5", "0"]), [Disguise::NumberInText]);
        assert_eq!(text(&["02139", "10001"]), [Disguise::Code]);
        assert_eq!(text(&["A12-001", "B07-113"]), [Disguise::Code]);
        assert_eq!(text(&["USA", "FRA", "D"]), [Disguise::Code]);
        assert_eq!(text(&["Yes", "no", "YES"]), [Disguise::BooleanInText]);
        assert_eq!(text(&["Y", "N", "n/a"]), [Disguise::BooleanInText]);
        assert_eq!(text(&["{\"a\":1}", "[]"]), [Disguise::Json]);
        assert_eq!(text(&["$1,200.00", "$3"]), [Disguise::Money]);
        assert_eq!(text(&["12 %", "0.5%"]), [Disguise::Percentage]);
        assert_eq!(text(&["a.b@example.org", "c@example.com"]), [Disguise::Email]);
        assert_eq!(text(&["https://example.org/x", "www.example.com"]), [Disguise::Url]);
    }

    #[test]
    fn other_texts_are_not() {
        assert_eq!(text(&["Paris", "Rome"]), []);
        assert_eq!(text(&["2024-13-01"]), [Disguise::Code]);
        assert_eq!(text(&["45/45/2020"]), [Disguise::Code]);
        assert_eq!(text(&["Yes", "no", "maybe"]), []);
        assert_eq!(text(&["", "  "]), []);
        assert_eq!(text(&["ümlautäöü", "né@"]), []);
        assert_eq!(text(&[]), []);
    }

    #[test]
    fn integers_are_recognised_by_value_and_name() {
        assert_eq!(ints("paid", &[0, 1]), [Disguise::BooleanInNumber]);
        assert_eq!(ints("shipped", &[20240229, 20231231]), [Disguise::CompactDate]);
        assert_eq!(ints("Year", &[1999, 2024]), [Disguise::Year]);
        assert_eq!(reals("Year", &[1999.0, 2024.0]), [Disguise::Year]);
        assert_eq!(ints("yearOfBirth", &[1527, 1990]), [Disguise::Year]);
        assert_eq!(ints("kept_per_year", &[1527, 1990]), []);
        assert_eq!(reals("Year", &[1999.5, 2024.0]), []);
        assert_eq!(reals("price", &[1999.0, 2024.0]), []);
        assert_eq!(
            ints("created_at", &[1_700_000_000, 1_600_000_000]),
            [Disguise::UnixSeconds]
        );
        assert_eq!(ints("seats", &[1999, 2024]), []);
        assert_eq!(ints("population", &[1_700_000_000, 1_600_000_000]), []);
        assert_eq!(ints("id", &[1, 2, 3]), []);
    }

    #[test]
    fn a_few_dirty_values_do_not_hide_a_date() {
        let mut dates: Vec<String> = (1..=28).map(|d| format!("2024-02-{d:02}")).collect();
        dates.push("unknown".into());
        let dates: Vec<&str> = dates.iter().map(String::as_str).collect();
        assert_eq!(text(&dates), [Disguise::IsoDate]);
    }
}
