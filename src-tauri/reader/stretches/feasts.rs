//! Feasts as days: "before Christmas", "since the new year", "by Easter". What is before one is still to come, what is since
//! one has been.
//!
//! In: tokens and today. Out: a time. Deliberately absent: "before Christmas" of what is over, which may be that of any year,
//! and a feast that is part of a name ("Christmas Fair").

use askwell_contract::time::{TimeKind, TimeMatch};

use super::{blank, day, Made};
use crate::lexicon;
use crate::words::{Token, TokenKind};

/// Words of what is still to come.
const AHEAD: [&str; 29] = [
    "due",
    "end",
    "ends",
    "ending",
    "expire",
    "expires",
    "expiring",
    "expiry",
    "run",
    "runs",
    "running",
    "lapse",
    "lapses",
    "will",
    "need",
    "needs",
    "needed",
    "coming",
    "next",
    "upcoming",
    "scheduled",
    "planned",
    "finish",
    "finishes",
    "deadline",
    "falls",
    "arriving",
    "should",
    "going",
];
/// Words of what is over.
const OVER: [&str; 9] = ["did", "was", "were", "had", "didnt", "wasnt", "last", "ago", "used"];

/// Whether a question is of what is still to come.
pub(super) fn is_ahead(tokens: &[Token]) -> bool {
    // The end of a month says nothing of what ends.
    let ends = |i: usize| tokens[i].is("end") && tokens.get(i + 1).is_some_and(|t| t.is("of"));
    let ahead = (0..tokens.len()).any(|i| tokens[i].is_any(&AHEAD) && !ends(i));
    ahead && !tokens.iter().any(|t| t.is_any(&OVER))
}

pub(super) fn feast(tokens: &[Token], at: usize, today: Option<&str>) -> Option<Made> {
    let today = today?;
    let word = |at: usize| tokens.get(at).map_or("", |t| t.lower.as_str());
    let led = at + 1;
    let led = led + usize::from(matches!(word(led), "the" | "last" | "next" | "this"));
    let last = word(led - 1) == "last";
    let (of, end): (fn(i32) -> Option<String>, usize) = match (word(led), word(led + 1)) {
        ("christmas" | "xmas", "day") => (|y| Some(format!("{y:04}-12-25")), led + 2),
        ("christmas" | "xmas", "eve") => (|y| Some(format!("{y:04}-12-24")), led + 2),
        ("christmas" | "xmas", _) => (|y| Some(format!("{y:04}-12-25")), led + 1),
        ("new", "year" | "year's") => (|y| Some(format!("{y:04}-01-01")), led + 2),
        ("easter", _) => (easter, led + 1),
        _ => return None,
    };
    // "Since Christmas Fair tickets", "before Christmas 2024".
    let alone = tokens
        .get(end)
        .is_none_or(|t| t.kind == TokenKind::Mark || lexicon::is_filler(&t.lower));
    let year: i32 = today.get(..4).filter(|_| alone)?.parse().ok()?;
    let gone = || {
        [year, year - 1]
            .into_iter()
            .filter_map(of)
            .find(|d| d.as_str() <= today)
    };
    let next = || {
        [year, year + 1]
            .into_iter()
            .filter_map(of)
            .find(|d| d.as_str() >= today)
    };
    let ahead = is_ahead(tokens);
    let (from, to) = match word(at) {
        "since" => (gone()?, None),
        "after" if last => (day(&gone()?, 1)?, None),
        "before" | "until" | "till" if ahead => (today.to_owned(), Some(day(&next()?, -1)?)),
        "by" if ahead => (today.to_owned(), Some(next()?)),
        _ => return None,
    };
    let time = TimeMatch {
        relative: true,
        ..blank(word(led), TimeKind::Stretch, Some(from), to)
    };
    Some(Made {
        start: at,
        end,
        time,
        source: None,
    })
}

/// Easter Sunday of a year, by the rule of Meeus, Jones and Butcher.
fn easter(year: i32) -> Option<String> {
    let (a, b, c) = (year % 19, year / 100, year % 100);
    let h = (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30;
    let l = (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7;
    let m = (a + 11 * h + 22 * l) / 451;
    let n = h + l - 7 * m + 114;
    Some(format!("{year:04}-{:02}-{:02}", n / 31, n % 31 + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::tokenise;

    fn read(text: &str) -> Option<(String, Option<String>)> {
        let tokens = tokenise(text);
        let made = (0..tokens.len()).find_map(|at| feast(&tokens, at, Some("2026-06-15")))?;
        Some((made.time.from?, made.time.to))
    }

    fn days(from: &str, to: Option<&str>) -> Option<(String, Option<String>)> {
        Some((from.to_owned(), to.map(str::to_owned)))
    }

    #[test]
    fn what_is_before_a_feast_is_to_come_and_what_is_since_one_has_been() {
        assert_eq!(
            read("permits due before Christmas"),
            days("2026-06-15", Some("2026-12-24"))
        );
        assert_eq!(
            read("permits due by Christmas, please"),
            days("2026-06-15", Some("2026-12-25"))
        );
        assert_eq!(read("who came since last Christmas"), days("2025-12-25", None));
        assert_eq!(read("who came since the new year"), days("2026-01-01", None));
        assert_eq!(
            read("which permits end before new year"),
            days("2026-06-15", Some("2026-12-31"))
        );
        assert_eq!(read("orders since Easter"), days("2026-04-05", None));
        // Of what is over nobody knows the year.
        assert_eq!(read("orders to France before Christmas"), None);
    }

    #[test]
    fn a_feast_in_a_name_or_of_a_year_long_gone_is_left() {
        for text in [
            "how many Christmas cards were sold",
            "orders since Christmas Fair",
            "what did we sell before Christmas",
            "permits due before Christmas 2027",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn easter_is_reckoned() {
        let days = [2024, 2025, 2026, 2038].map(easter).map(Option::unwrap);
        assert_eq!(days, ["2024-03-31", "2025-04-20", "2026-04-05", "2038-04-25"]);
    }
}
