//! The first and the last day of a month: "since the first of June", "between the first of July and the end of September",
//! and an end of a month that is still to come: "runs out before the end of January".
//!
//! In: tokens, the times found in them, and today. Out: a time. Deliberately absent: days said in figures.

use askwell_contract::time::{TimeKind, TimeMatch};

use super::feasts::is_ahead;
use super::until_now::begun;
use super::{blank, day, month, whole_month, Made};
use crate::words::{among, Token};

/// A day of a month, mostly at one end of it.
struct Bound {
    on: On,
    month: u32,
    year: Option<i32>,
    end: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum On {
    First,
    Last,
    /// "The 15th of June".
    Day(u32),
}

impl Bound {
    fn of(&self, year: i32) -> Option<String> {
        let (first, last) = whole_month(&format!("{year:04}"), self.month)?;
        match self.on {
            On::First => Some(first),
            On::Last => Some(last),
            On::Day(n) => day(&first, i32::try_from(n).ok()? - 1).filter(|day| *day <= last),
        }
    }

    fn is_last(&self) -> bool {
        self.on == On::Last
    }
}

/// The number of "1st" and "22nd".
fn ordinal(word: &str) -> Option<u32> {
    let number = ["st", "nd", "rd", "th"].iter().find_map(|end| word.strip_suffix(end))?;
    number.parse().ok().filter(|n| (1..=31).contains(n))
}

fn bound(tokens: &[Token], at: usize) -> Option<Bound> {
    let word = |i: usize| tokens.get(i).map_or("", |t| t.lower.as_str());
    let at = at + usize::from(word(at) == "the");
    let on = match word(at) {
        "first" | "start" | "beginning" => On::First,
        "end" => On::Last,
        other => On::Day(ordinal(other)?),
    };
    // "1st June", but "first of June".
    let of = usize::from(word(at + 1) == "of");
    if of == 0 && !matches!(on, On::Day(_)) {
        return None;
    }
    let next = at + 1 + of;
    let year = tokens.get(next + 1).and_then(|t| t.number);
    let year = year.filter(|y| (1900.0..2100.0).contains(y)).map(|y| y as i32);
    Some(Bound {
        on,
        month: month(tokens, next)?,
        year,
        end: next + 1 + usize::from(year.is_some()),
    })
}

/// What such days bound, of the year that began last where none is said.
pub(super) fn between(tokens: &[Token], at: usize, today: Option<&str>) -> Option<Made> {
    let word = |i: usize| tokens.get(i).map_or("", |t| t.lower.as_str());
    let lead = word(at);
    if !among("since from between before until till by after", lead) {
        return None;
    }
    let first = bound(tokens, at + 1)?;
    let today = today?;
    let gone = |b: &Bound| match b.year {
        Some(year) => b.of(year),
        None => b.of(begun(b.month, today)?.get(..4)?.parse().ok()?),
    };
    let tied = among("and to until till through", word(first.end));
    let second = tied.then(|| bound(tokens, first.end + 1)).flatten();
    let (from, to, end) = match (lead, second) {
        ("between" | "from", Some(second)) => {
            let to = gone(&second)?;
            let year: i32 = to.get(..4)?.parse().ok()?;
            let from = match first.year {
                Some(year) => first.of(year)?,
                None => first.of(year - i32::from(first.month > second.month))?,
            };
            (Some(from), Some(to), second.end)
        }
        // A day alone is read with the other days.
        (_, None) if matches!(first.on, On::Day(_)) => return None,
        ("since" | "from", None) => {
            let on = usize::from(among("on onward onwards", word(first.end)));
            let from = gone(&first)?;
            let from = if first.is_last() { day(&from, 1)? } else { from };
            (Some(from), None, first.end + on)
        }
        ("after", None) => (day(&gone(&first)?, 1), None, first.end),
        ("before", None) if !first.is_last() => (None, day(&gone(&first)?, -1), first.end),
        ("before" | "until" | "till" | "by", None) => (None, gone(&first), first.end),
        _ => return None,
    };
    Some(Made {
        start: at,
        end,
        time: TimeMatch {
            relative: true,
            ..blank(lead, TimeKind::Stretch, from, to)
        },
        source: None,
    })
}

/// A time without a year that ends what is still to come begins today: a pass that runs out before the end of January.
pub(crate) fn to_come(tokens: &[Token], time: &TimeMatch, today: Option<&str>) -> Option<TimeMatch> {
    let (None, Some(to), Some(today)) = (&time.from, &time.to, today) else {
        return None;
    };
    let said = time.words.contains(|c: char| c.is_ascii_digit());
    if said || time.relative || !time.words.contains("the end of") || !is_ahead(tokens) {
        return None;
    }
    let year: i32 = to.get(..4)?.parse().ok()?;
    let to = match to.as_str() < today {
        true => format!("{:04}{}", year + 1, to.get(4..)?),
        false => to.clone(),
    };
    // "Has lapsed already or runs out".
    let already = tokens.iter().any(|t| t.is("already"));
    Some(TimeMatch {
        from: (!already).then(|| today.to_owned()),
        to: Some(to),
        ..time.clone()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::tokenise;

    #[test]
    fn ends_of_months_bound_a_time() {
        let read = |text: &str| {
            let tokens = tokenise(text);
            let found = (0..tokens.len()).find_map(|at| between(&tokens, at, Some("2026-11-15")));
            found.map(|m| (m.time.from, m.time.to))
        };
        let days = |from: Option<&str>, to: Option<&str>| Some((from.map(str::to_owned), to.map(str::to_owned)));
        assert_eq!(read("visits since the first of June"), days(Some("2026-06-01"), None));
        assert_eq!(
            read("visits from the first of December on"),
            days(Some("2025-12-01"), None)
        );
        assert_eq!(
            read("visits between the first of July and the end of September"),
            days(Some("2026-07-01"), Some("2026-09-30"))
        );
        assert_eq!(
            read("visits from the start of November to the end of February 2025"),
            days(Some("2024-11-01"), Some("2025-02-28"))
        );
        assert_eq!(
            read("visits between the 3rd of June and the end of July 2024"),
            days(Some("2024-06-03"), Some("2024-07-31"))
        );
        assert_eq!(
            read("visits from the start of May 2024 to 15th June 2024"),
            days(Some("2024-05-01"), Some("2024-06-15"))
        );
        assert_eq!(read("visits between the 31st of April and the end of May"), None);
        assert_eq!(read("visits before the first of May"), days(None, Some("2026-04-30")));
        assert_eq!(read("the first of the orders since June"), None);
    }

    #[test]
    fn what_runs_out_does_so_from_today_on() {
        let come = |text: &str| {
            let time = blank(
                "before the end of January",
                TimeKind::Stretch,
                None,
                Some("2026-01-31".into()),
            );
            to_come(&tokenise(text), &time, Some("2026-11-15")).map(|t| (t.from, t.to))
        };
        let days = |from: Option<&str>| Some((from.map(str::to_owned), Some("2027-01-31".to_owned())));
        assert_eq!(
            come("passes that run out before the end of January"),
            days(Some("2026-11-15"))
        );
        assert_eq!(
            come("passes that lapsed already or run out before the end of January"),
            days(None)
        );
        assert_eq!(come("passes sold before the end of January"), None);
    }
}
