//! Parts of a year beside a year that is counted from today: "q3 this year", "October against October last year".
//!
//! In: tokens and the times found in them. Out: further times. Deliberately absent: parts of a year that stands in figures.

use askwell_contract::time::TimeMatch;

use super::{month, stretch, whole_month, Made};
use crate::words::{Token, TokenKind};

fn year_of(time: &TimeMatch) -> Option<String> {
    time.from.as_deref().and_then(|f| f.get(..4)).map(str::to_owned)
}

/// The first and the last day of a quarter that stands before a year: "q3 this year".
pub(super) fn quarter(word: &str, year: &TimeMatch) -> Option<(String, String)> {
    let first = match word {
        "q1" => 1,
        "q2" => 4,
        "q3" => 7,
        "q4" => 10,
        _ => return None,
    };
    let whole = year.relative && year.from.as_deref().is_some_and(|f| f.ends_with("-01-01"));
    let of = year_of(year).filter(|_| whole)?;
    Some((whole_month(&of, first)?.0, whole_month(&of, first + 2)?.1))
}

/// "October against October last year": the one without a year is that of the year after.
pub(super) fn set_against(tokens: &[Token], times: &[TimeMatch], spans: &[Option<(usize, usize)>]) -> Option<Made> {
    let word = |at: usize| tokens.get(at).map_or("", |t| t.lower.as_str());
    let compares = |at: usize| {
        matches!(
            word(at),
            "vs" | "versus" | "v" | "compared" | "against" | "than" | "on" | "with"
        )
    };
    let last = |at: usize| matches!((word(at), word(at + 1)), ("last", "year"));
    // "Last year", and the month before it where it is not of that time already.
    let (time, start, place) = times.iter().zip(spans.iter().copied()).find_map(|(time, span)| {
        let (start, _) = span?;
        match month(tokens, start) {
            Some(place) => last(start + 1).then_some((time, start + 1, place)),
            None if last(start) && time.relative => Some((time, start, month(tokens, start.checked_sub(1)?)?)),
            None => None,
        }
    })?;
    let first = (0..start - 1).find(|at| month(tokens, *at) == Some(place))?;
    let alone = tokens.get(first + 1).is_none_or(|t| t.number.is_none());
    if !(alone && (first + 1..start).any(compares)) {
        return None;
    }
    let year = year_of(time)?.parse::<i32>().ok()? + 1;
    let (from, to) = whole_month(&year.to_string(), place)?;
    Some(Made {
        start: first,
        end: first + 1,
        time: stretch(time, Some(from), Some(to)),
        source: None,
    })
}

/// "More last year than this": the year that stands behind without its noun.
pub(super) fn left_unsaid(tokens: &[Token], times: &[TimeMatch], spans: &[Option<(usize, usize)>]) -> Option<Made> {
    const TIES: [&str; 9] = ["than", "vs", "versus", "against", "compared", "to", "with", "in", "the"];
    let word = |at: usize| tokens.get(at).map_or("", |t| t.lower.as_str());
    times.iter().zip(spans.iter().copied()).find_map(|(time, span)| {
        let (start, end) = span?;
        let at = (end..tokens.len()).find(|at| !TIES.contains(&word(*at)))?;
        let by = match (word(start), word(start + 1), word(at)) {
            ("last", "year", "this") => 1,
            ("this", "year", "last") => -1,
            _ => return None,
        };
        // "Than this branch" goes on.
        let ends = tokens.get(at + 1).is_none_or(|t| t.kind == TokenKind::Mark);
        let year = year_of(time).filter(|_| ends && at > end && end == start + 2)?;
        let year = year.parse::<i32>().ok()? + by;
        Some(Made {
            start: at,
            end: at + 1,
            time: stretch(time, Some(format!("{year}-01-01")), Some(format!("{year}-12-31"))),
            source: None,
        })
    })
}

/// "February compared to March 2018": a month before another takes its year.
pub(super) fn same_year(tokens: &[Token], start: usize, other: &TimeMatch) -> Option<Made> {
    let (from, to) = (other.from.as_deref()?, other.to.as_deref()?);
    let year = from.get(..4)?;
    if from.get(..7) != to.get(..7) || !from.ends_with("-01") {
        return None;
    }
    const TIES: [&str; 12] = [
        "and", "or", "vs", "versus", "to", "with", "than", "compared", "against", "in", "the", "&",
    ];
    let at = (0..start).rev().find(|i| !tokens[*i].is_any(&TIES))?;
    let place = month(tokens, at).filter(|_| at + 1 < start)?;
    let (first, next) = whole_month(year, place)?;
    Some(Made {
        start: at,
        end: at + 1,
        time: stretch(other, Some(first), Some(next)),
        source: None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::blank;
    use super::*;
    use crate::words::tokenise;
    use askwell_contract::time::TimeKind;

    fn last_year() -> TimeMatch {
        TimeMatch {
            relative: true,
            ..blank(
                "last year",
                TimeKind::Years,
                Some("2025-01-01".into()),
                Some("2025-12-31".into()),
            )
        }
    }

    fn against(text: &str) -> Option<(Option<String>, Option<String>)> {
        let tokens = tokenise(text);
        let at = tokens.iter().position(|t| t.is("last"))?;
        let made = set_against(&tokens, &[last_year()], &[Some((at, at + 2))])?;
        Some((made.time.from, made.time.to))
    }

    #[test]
    fn a_year_without_its_noun_is_the_one_beside() {
        let said = |text: &str| {
            let tokens = tokenise(text);
            let at = tokens.iter().position(|t| t.is("last"))?;
            left_unsaid(&tokens, &[last_year()], &[Some((at, at + 2))])?.time.from
        };
        assert_eq!(
            said("did we sell more last year than this?"),
            Some("2026-01-01".to_owned())
        );
        assert_eq!(said("did we sell more last year than this branch"), None);
        assert_eq!(said("sales last year, and this"), None);
    }

    #[test]
    fn a_month_against_the_same_one_of_last_year_is_this_years() {
        let october = (Some("2026-10-01".to_owned()), Some("2026-10-31".to_owned()));
        assert_eq!(
            against("october sales compared with october last year"),
            Some(october.clone())
        );
        assert_eq!(against("october sales and october last year"), None);
        assert_eq!(against("september sales compared with october last year"), None);
        // Where the month and its year were found as one time.
        let tokens = tokenise("october sales vs october last year");
        let time = TimeMatch {
            from: Some("2025-10-01".into()),
            to: Some("2025-10-31".into()),
            ..last_year()
        };
        let made = set_against(&tokens, &[time], &[Some((3, 6))]).unwrap();
        assert_eq!((made.time.from, made.time.to, made.start), (october.0, october.1, 0));
    }

    #[test]
    fn a_quarter_has_the_year_behind_it() {
        let days = Some(("2025-07-01".to_owned(), "2025-09-30".to_owned()));
        assert_eq!(quarter("q3", &last_year()), days);
        assert_eq!(quarter("q5", &last_year()), None);
    }
}
