//! "September to now", "from September on", "since the summer": from the month that began last, or from the end of a season.
//!
//! In: tokens, the times found in them, and today. Out: a time. Deliberately absent: what is counted from today, which was
//! counted before.

use askwell_contract::time::{TimeKind, TimeMatch};

use super::{blank, day, month, whole_month, Made};
use crate::lexicon;
use crate::words::{Token, TokenKind};

/// The stretch, with a time before it that it lies in and that says no more: "this spring, March to now".
pub(super) fn to_now(
    tokens: &[Token],
    at: usize,
    today: Option<&str>,
    times: &[TimeMatch],
    spans: &[Option<(usize, usize)>],
) -> Option<Made> {
    let word = |i: usize| tokens.get(i).map_or("", |t| t.lower.as_str());
    let place = month(tokens, at)?;
    let until = matches!(word(at + 1), "to" | "until" | "till") && matches!(word(at + 2), "now" | "today" | "date");
    let today = today.filter(|_| until)?;
    let from = begun(place, today)?;
    let mark = |i: usize| tokens[i].kind == TokenKind::Mark;
    let around = spans.iter().zip(times).find_map(|(s, t)| {
        let (start, end) = (*s)?;
        let beside = end <= at && (end..at).all(|i| mark(i) || word(i) == "from");
        let holds =
            |f: &String| t.from.as_ref().is_some_and(|begins| begins <= f) && t.to.as_ref().is_some_and(|to| f <= to);
        (beside && holds(&from)).then_some(start)
    });
    let time = blank(word(at), TimeKind::Stretch, Some(from), Some(today.to_owned()));
    Some(Made {
        start: around.unwrap_or(at - usize::from(at > 0 && word(at - 1) == "from")),
        end: at + 3,
        time: TimeMatch { relative: true, ..time },
        source: None,
    })
}

/// The first day of the month that began last.
pub(super) fn begun(place: u32, today: &str) -> Option<String> {
    let year: i32 = today.get(..4)?.parse().ok()?;
    let from = [year, year - 1].map(|y| format!("{y:04}-{place:02}-01"));
    from.into_iter().find(|f| f.as_str() <= today)
}

/// Whether a month is the one that something goes on from: "from September on", "September onwards".
pub(super) fn goes_on(tokens: &[Token], at: usize) -> bool {
    let word = |i: usize| tokens.get(i).map_or("", |t| t.lower.as_str());
    let last = tokens.get(at + 2).is_none_or(|t| t.kind == TokenKind::Mark);
    let from = at > 0 && matches!(word(at - 1), "from" | "since");
    from && last && word(at + 1) == "on" || matches!(word(at + 1), "onwards" | "onward")
}

/// From a month on, and since a season that is over or still goes on.
pub(super) fn since(tokens: &[Token], at: usize, today: Option<&str>) -> Option<Made> {
    let today = today?;
    let word = |i: usize| tokens.get(i).map_or("", |t| t.lower.as_str());
    let open = |start: usize, end: usize, words: &str, from: String| Made {
        start,
        end,
        time: TimeMatch {
            relative: true,
            ..blank(words, TimeKind::Stretch, Some(from), None)
        },
        source: None,
    };
    if let Some(place) = month(tokens, at).filter(|_| goes_on(tokens, at)) {
        let start = at - usize::from(at > 0 && matches!(word(at - 1), "from" | "since"));
        return Some(open(start, at + 2, word(at), begun(place, today)?));
    }
    let name = at + 1 + usize::from(matches!(word(at + 1), "the" | "last"));
    let (words, first, last) = lexicon::season(word(name)).filter(|_| word(at) == "since")?;
    // "Since the summer sale" is since a sale.
    let alone = tokens
        .get(name + 1)
        .is_none_or(|t| t.kind == TokenKind::Mark || lexicon::is_filler(&t.lower));
    if !alone || tokens.get(name + 1).is_some_and(|t| t.number.is_some() || t.is("of")) {
        return None;
    }
    let from = begun(first, today)?;
    let year: i32 = from.get(..4)?.parse().ok()?;
    let ends = |year: i32| Some(whole_month(&(year + i32::from(last < first)).to_string(), last)?.1);
    let over = ends(year)?;
    let from = match over.as_str() < today {
        true => day(&over, 1)?,
        false if word(name - 1) == "last" => day(&ends(year - 1)?, 1)?,
        false => from,
    };
    Some(open(at, name + 1, words, from))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::tokenise;

    #[test]
    fn it_begins_with_the_month_that_began_last_and_ends_today() {
        let read = |text: &str| {
            let tokens = tokenise(text);
            let found = (0..tokens.len()).find_map(|at| to_now(&tokens, at, Some("2026-06-15"), &[], &[]));
            found.map(|m| (m.time.from.unwrap(), m.time.to.unwrap()))
        };
        let days = |from: &str| Some((from.to_owned(), "2026-06-15".to_owned()));
        assert_eq!(read("walks March to now"), days("2026-03-01"));
        assert_eq!(read("walks from September to date"), days("2025-09-01"));
        assert_eq!(read("walks March to May"), None);
    }

    #[test]
    fn a_season_that_is_over_is_behind_and_a_month_goes_on() {
        let read = |text: &str| {
            let tokens = tokenise(text);
            let found = (0..tokens.len()).find_map(|at| since(&tokens, at, Some("2026-06-15")));
            found.and_then(|m| m.time.from)
        };
        let day = |from: &str| Some(from.to_owned());
        assert_eq!(read("who left since the winter"), day("2026-03-01"));
        assert_eq!(read("who left since the summer"), day("2026-06-01"));
        assert_eq!(read("who left since last summer"), day("2025-09-01"));
        assert_eq!(read("who left from September on"), day("2025-09-01"));
        assert_eq!(read("sales from September on the website"), None);
        assert_eq!(read("who left since summer 2024"), None);
    }
}
