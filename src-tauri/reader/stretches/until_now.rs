//! "September to now": from the month that began last.
//!
//! In: tokens, the times found in them, and today. Out: a time. Deliberately absent: what is counted from today, which was
//! counted before.

use askwell_contract::time::{TimeKind, TimeMatch};

use super::{blank, month, Made};
use crate::words::{Token, TokenKind};

/// The stretch, with a time before it that it lies in and that says no more: "this autumn, September to now".
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
    let year: i32 = today.get(..4)?.parse().ok()?;
    let from = [year, year - 1].map(|y| format!("{y:04}-{place:02}-01"));
    let from = from.into_iter().find(|f| f.as_str() <= today)?;
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
}
