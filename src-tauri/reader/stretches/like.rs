//! "So far this year beside this stage of last year", "May and June this year and the same months last year": two
//! stretches as long as each other, the second a year before the first.
//!
//! In: tokens, the times found in them, and today. Out: both stretches, and the times whose words they take. Deliberately
//! absent: "the same period last year" behind one time that says its own end; what is counted from today was counted before.

use askwell_contract::time::TimeMatch;

use super::feasts::feast;
use super::until_now::to_now;
use super::{day, stretch, Made};
use crate::words::Token;

type Spans<'a> = &'a [Option<(usize, usize)>];

pub(crate) fn as_long(
    tokens: &[Token],
    times: &[TimeMatch],
    spans: Spans<'_>,
    today: Option<&str>,
) -> Option<(Vec<Made>, Vec<usize>)> {
    let (same, after, year) = (0..tokens.len()).find_map(|at| year_before(tokens, at))?;
    let before = |s: &Option<(usize, usize)>| s.filter(|s| s.1 <= same);
    let mut said: Vec<(usize, (usize, usize))> = spans
        .iter()
        .enumerate()
        .filter_map(|(i, s)| Some((i, before(s)?)))
        .collect();
    said.sort_by_key(|s| s.1);
    let instead = |s: &Option<(usize, usize)>| s.is_some_and(|s| same <= s.0 + 1 && s.1 <= after + 1);
    let mut taken: Vec<usize> = (0..times.len()).filter(|i| instead(&spans[*i])).collect();
    let (start, end, from, to) = match up_to_today(tokens, same, today, &said) {
        Some(found) => found,
        None => in_words(tokens, times, today, &said)?,
    };
    let of = said.first()?.0;
    // "The same weeks of 2024" are those of the year before.
    let last = back(&from)?;
    if year.is_some_and(|y| !last.starts_with(&format!("{y:04}"))) {
        return None;
    }
    taken.extend(said.iter().map(|s| s.0));
    let made = |start: usize, end: usize, of: usize, from: String, to: String| Made {
        start,
        end,
        time: TimeMatch {
            relative: true,
            ..stretch(&times[of], Some(from), Some(to))
        },
        source: Some(of),
    };
    let theirs = taken.first().copied().unwrap_or(of);
    let both = vec![
        made(same, after, theirs, last, back(&to)?),
        made(start, end, of, from, to),
    ];
    Some((both, taken))
}

type Found = (usize, usize, String, String);

/// "From January to today", "since the new year, up to now", whatever else says that it is of this year.
fn up_to_today(tokens: &[Token], same: usize, today: Option<&str>, said: &[(usize, (usize, usize))]) -> Option<Found> {
    let word = |at: usize| tokens.get(at).map_or("", |t| t.lower.as_str());
    let until = |at: usize| usize::from(word(at) == ",") + at;
    (0..same).find_map(|at| {
        let month = to_now(tokens, at, today, &[], &[]).map(|m| (m.start, m.end, m.time.from));
        let feast = || {
            let m = feast(tokens, at, today).filter(|m| m.time.to.is_none())?;
            let end = until(m.end);
            let now = word(end) == "up" && word(end + 1) == "to" && matches!(word(end + 2), "now" | "today" | "date");
            now.then_some((m.start, end + 3, m.time.from))
        };
        let (start, end, from) = month.or_else(feast)?;
        let end = end
            + if word(end) == "this" && word(end + 1) == "year" {
                2
            } else {
                0
            };
        let holds = said.iter().all(|(_, s)| start <= s.0 && s.1 <= end) && end <= same;
        holds.then_some(())?;
        Some((start, end, from?, today?.to_owned()))
    })
}

/// A year that has only gone so far, or two times that make one.
fn in_words(
    tokens: &[Token],
    times: &[TimeMatch],
    today: Option<&str>,
    said: &[(usize, (usize, usize))],
) -> Option<Found> {
    let word = |at: usize| tokens.get(at).map_or("", |t| t.lower.as_str());
    let ((first, _), (last, _)) = (said.first()?, said.last()?);
    let ends = |i: usize| Some((times.get(i)?.from.clone()?, times.get(i)?.to.clone()?));
    let ((from, until), (begins, to)) = (ends(*first)?, ends(*last)?);
    let (mut start, mut end) = (said.first()?.1 .0, said.last()?.1 .1);
    let to = match said.len() {
        // As much of this year as there has been of it.
        1 => {
            let whole = times[*first].relative && from.ends_with("-01-01") && to.ends_with("-12-31");
            let today = today.filter(|t| whole && t.get(..4) == from.get(..4))?;
            if start > 1 && word(start - 2) == "so" && word(start - 1) == "far" {
                start -= 2;
            }
            end += match (word(end), word(end + 1), word(end + 2)) {
                ("up", "to", "now" | "today" | "date") => 3,
                ("so", "far", _) | ("to", "date" | "now" | "today", _) | ("until", "now" | "today", _) => 2,
                _ => 0,
            };
            today.to_owned()
        }
        2 => {
            let range = matches!(word(said[0].1 .1), "to" | "until" | "till" | "-" | "through");
            let next = word(said[0].1 .1) == "and" && day(&until, 1).as_ref() == Some(&begins);
            let tied = said[0].1 .1 + 1 == said[1].1 .0 && from < to;
            to.get(..4)
                .filter(|y| tied && (range || next) && from.starts_with(*y))?;
            to
        }
        _ => return None,
    };
    Some((start, end, from, to))
}

/// Where "the same point last year" or "this time last year" begins and ends, and its year where that is a number.
fn year_before(tokens: &[Token], at: usize) -> Option<(usize, usize, Option<i32>)> {
    let word = |at: usize| tokens.get(at).map_or("", |t| t.lower.as_str());
    let noun = match word(at) {
        "same" => matches!(
            word(at + 1),
            "point"
                | "bit"
                | "part"
                | "stage"
                | "time"
                | "period"
                | "stretch"
                | "span"
                | "dates"
                | "days"
                | "weeks"
                | "months"
                | "date"
                | "day"
        ),
        "this" => matches!(word(at + 1), "time" | "point" | "stage"),
        _ => false,
    };
    let year = at + 2 + usize::from(matches!(word(at + 2), "of" | "in"));
    let number = tokens
        .get(year)
        .and_then(|t| t.number)
        .filter(|n| (1900.0..2100.0).contains(n));
    match (word(year), word(year + 1), word(year + 2)) {
        _ if !noun => None,
        _ if number.is_some() => Some((at, year + 1, number.map(|n| n as i32))),
        ("last" | "previous", "year", _) => Some((at, year + 2, None)),
        ("the" | "a" | "one", "year", "before" | "earlier" | "ago") => Some((at, year + 3, None)),
        ("the", "previous" | "last", "year") => Some((at, year + 3, None)),
        _ => None,
    }
}

/// The same day of the year before; the last of February has no other.
fn back(iso: &str) -> Option<String> {
    let (year, rest) = iso.split_at_checked(4)?;
    let year = year.parse::<i32>().ok()? - 1;
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    Some(match rest {
        "-02-29" if !leap => format!("{year:04}-02-28"),
        rest => format!("{year:04}{rest}"),
    })
}

#[cfg(test)]
mod tests {
    use super::super::blank;
    use super::*;
    use crate::words::tokenise;
    use askwell_contract::time::TimeKind;

    fn read(text: &str, said: &[(&str, &str, &str)]) -> Vec<(String, String)> {
        let tokens = tokenise(text);
        let (mut times, mut spans) = (Vec::new(), Vec::new());
        for (words, from, to) in said {
            let start = text.find(words).unwrap();
            let end = start + words.len();
            times.push(TimeMatch {
                relative: true,
                ..blank(words, TimeKind::Stretch, Some((*from).into()), Some((*to).into()))
            });
            let within = |t: &&Token| t.start < end && t.end > start;
            let first = tokens.iter().position(|t| within(&t)).unwrap();
            spans.push(Some((first, first + tokens[first..].iter().take_while(within).count())));
        }
        let found = as_long(&tokens, &times, &spans, Some("2026-06-15"));
        let days = |m: Made| (m.time.from.unwrap(), m.time.to.unwrap());
        found.into_iter().flat_map(|f| f.0).map(days).collect()
    }

    const THIS: (&str, &str, &str) = ("this year", "2026-01-01", "2026-12-31");
    const LAST: (&str, &str, &str) = ("last year", "2025-01-01", "2025-12-31");

    fn days(from: &str, to: &str) -> (String, String) {
        (from.to_owned(), to.to_owned())
    }

    #[test]
    fn a_year_so_far_is_set_against_as_much_of_the_one_before() {
        let both = [days("2025-01-01", "2025-06-15"), days("2026-01-01", "2026-06-15")];
        assert_eq!(
            read("sales so far this year beside the same stage last year", &[THIS, LAST]),
            both
        );
        assert_eq!(
            read("sales this year to date and this time last year", &[THIS, LAST]),
            both
        );
        let today = ("today", "2026-06-15", "2026-06-15");
        assert_eq!(
            read(
                "sales from January to today this year next to the same days last year",
                &[today, THIS, LAST]
            ),
            both
        );
        let named = ("2025", "2025-01-01", "2025-12-31");
        assert_eq!(
            read(
                "sales since the new year, up to today, and in the same weeks of 2025",
                &[today, named]
            ),
            both
        );
        let other = ("2023", "2023-01-01", "2023-12-31");
        assert!(read("sales this year and in the same weeks of 2023", &[THIS, other]).is_empty());
        assert!(read("sales so far this year against last year", &[THIS, LAST]).is_empty());
        assert!(read("the same sales last year as this year", &[THIS, LAST]).is_empty());
    }

    #[test]
    fn months_that_follow_each_other_are_set_against_those_of_the_year_before() {
        let said = [
            ("May", "2026-05-01", "2026-05-31"),
            ("June this year", "2026-06-01", "2026-06-30"),
            LAST,
        ];
        let both = [days("2025-05-01", "2025-06-30"), days("2026-05-01", "2026-06-30")];
        assert_eq!(
            read("May and June this year and the same months last year", &said),
            both
        );
        assert!(read("May sales, June this year and the same months last year", &said).is_empty());
    }
}
