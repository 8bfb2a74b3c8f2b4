//! Days written out: "Jan 5, 2023", "5 January 2023", "January 5th of 2023".
//!
//! In: tokens. Out: the tokens of each day and the day as `YYYY-MM-DD`. Deliberately absent: months without a day, and
//! forms like 3/4/2023 that two countries read in two ways.

use crate::words::{Token, TokenKind};

pub const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// The month, from 1, that a word names: in full, or by three letters ("Sept" by four).
pub fn month(word: &str) -> Option<u32> {
    let short = word.len() == 3 || word == "sept";
    MONTHS
        .iter()
        .position(|m| *m == word || short && m.starts_with(word))
        .map(|m| m as u32 + 1)
}

fn year(token: Option<&Token>) -> Option<u32> {
    let n: u32 = token?.lower.parse().ok()?;
    (1700..=2200).contains(&n).then_some(n)
}

fn day(token: Option<&Token>) -> Option<u32> {
    of_month(&token?.lower)
}

/// "5", "5th".
pub fn of_month(lower: &str) -> Option<u32> {
    let digits = ["st", "nd", "rd", "th"]
        .iter()
        .find_map(|end| lower.strip_suffix(end))
        .unwrap_or(lower);
    let n: u32 = digits.parse().ok()?;
    (1..=31).contains(&n).then_some(n)
}

pub fn last_day(year: u32, month: u32) -> u32 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        _ => 31,
    }
}

/// The day that begins at a token: the token behind, and the ISO day.
pub fn at(tokens: &[Token], i: usize) -> Option<(usize, String)> {
    let skip = |at: usize, words: &[&str]| at + usize::from(tokens.get(at).is_some_and(|t| t.is_any(words)));
    if let Some(day) = iso(&tokens[i].text) {
        return Some((i + 1, day));
    }
    if tokens[i].kind == TokenKind::Quoted {
        return None;
    }
    let (m, d, rest) = match month(&tokens[i].lower) {
        Some(m) => (m, day(tokens.get(i + 1))?, i + 2),
        None => {
            let d = day(tokens.get(i))?;
            let next = skip(i + 1, &["of"]);
            (month(&tokens.get(next)?.lower)?, d, next + 1)
        }
    };
    let rest = skip(rest, &[",", "of"]);
    let y = year(tokens.get(rest))?;
    (d <= last_day(y, m)).then(|| (rest + 1, format!("{y}-{m:02}-{d:02}")))
}

/// The day of no year that begins at a token: the token behind, the month and the day. "May 5" and "march 5" may be other
/// words: a capital, an ordinal or an "on" says that it is a day.
pub fn of_year(tokens: &[Token], i: usize) -> Option<(usize, u32, u32)> {
    let plain = |t: &Token| t.kind != TokenKind::Quoted;
    if !plain(&tokens[i]) || at(tokens, i).is_some() {
        return None;
    }
    let (m, d, named, end) = match month(&tokens[i].lower) {
        Some(m) => (m, day(tokens.get(i + 1))?, i, i + 2),
        None => {
            let d = day(tokens.get(i))?;
            let next = i + 1 + usize::from(tokens.get(i + 1).is_some_and(|t| t.is("of")));
            (month(&tokens.get(next)?.lower)?, d, next, next + 1)
        }
    };
    let capital = tokens[named].text.starts_with(char::is_uppercase);
    let ordinal = tokens[i..end]
        .iter()
        .any(|t| t.lower.parse::<u32>().is_err() && day(Some(t)).is_some());
    let led = i > 0 && tokens[i - 1].is_any(&["on", "since", "after", "before", "until", "by"]);
    let leap = 2000;
    ((capital || ordinal || led) && d <= last_day(leap, m)).then_some((end, m, d))
}

/// The text itself where it is an ISO day.
pub fn iso(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let fits = bytes.len() == 10
        && bytes[4] == b'-'
        && bytes[7] == b'-'
        && bytes
            .iter()
            .enumerate()
            .all(|(i, b)| i == 4 || i == 7 || b.is_ascii_digit());
    fits.then(|| text.to_owned())
}

/// The day after.
pub fn next(iso: &str) -> Option<String> {
    let part = |range: std::ops::Range<usize>| iso.get(range)?.parse::<u32>().ok();
    let (y, m, d) = (part(0..4)?, part(5..7)?, part(8..10)?);
    Some(match (m, d) {
        (12, 31) => format!("{}-01-01", y + 1),
        _ if d >= last_day(y, m) => format!("{y}-{:02}-01", m + 1),
        _ => format!("{y}-{m:02}-{:02}", d + 1),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::tokenise;

    fn days(text: &str) -> Vec<String> {
        let tokens = tokenise(text);
        (0..tokens.len()).filter_map(|i| at(&tokens, i)).map(|d| d.1).collect()
    }

    #[test]
    fn days_are_read_in_several_forms() {
        assert_eq!(
            days("between Jan 5, 2023 and March 31 2023"),
            ["2023-01-05", "2023-03-31"]
        );
        assert_eq!(
            days("from 1st of February 2024 to 29 February 2024"),
            ["2024-02-01", "2024-02-29"]
        );
        assert_eq!(days("after '2023-06-01'"), ["2023-06-01"]);
        assert!(days("in March 2023, 5 may orders, February 30, 2023").is_empty());
    }

    #[test]
    fn the_day_after_crosses_months_and_years() {
        assert_eq!(next("2023-02-28").as_deref(), Some("2023-03-01"));
        assert_eq!(next("2024-02-28").as_deref(), Some("2024-02-29"));
        assert_eq!(next("2023-12-31").as_deref(), Some("2024-01-01"));
        assert_eq!(next("nonsense"), None);
    }
}
