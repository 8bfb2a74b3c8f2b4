//! A stretch of time moved: "and the year before?"
//!
//! In: a query taken apart, and by how many months. Out: the query with every day and year of its conditions moved.

use std::collections::BTreeSet;

use askwell_sql::amend::Parts;

use crate::calendar::{month, Date};
use crate::words::lexicon::is_function_word;

/// `None`: its conditions name no time, or a single year is to be moved by months.
pub fn shifted(earlier: &Parts, months: i32) -> Option<Parts> {
    let mut out = earlier.clone();
    let mut some = false;
    // A month that no year stands with goes on at the other end; the year beside it goes along.
    let turns = earlier.filter.iter().find_map(|c| Some(of_any_year(&c.sql, months)?.1));
    for cond in &mut out.filter {
        let sql = match of_any_year(&cond.sql, months) {
            Some((sql, _)) => Some(sql),
            None => moved(&cond.sql, turns.map_or(months, |years| years * 12)),
        };
        if let Some(sql) = sql.filter(|sql| *sql != cond.sql) {
            cond.sql = sql;
            some = true;
        }
    }
    some.then_some(out)
}

/// A condition that holds the month and no year: moved, and by how many years it turned.
fn of_any_year(sql: &str, months: i32) -> Option<(String, i32)> {
    let lower = sql.to_lowercase();
    let head = sql.trim_end_matches(|c: char| c.is_ascii_digit());
    let was: i32 = sql[head.len()..].parse().ok().filter(|m| (1..=12).contains(m))?;
    let of_month = ["'%m'", "month(", "month from", "'month'"]
        .iter()
        .any(|m| lower.contains(m));
    if months % 12 == 0 || !of_month || !head.ends_with("= ") || !years(sql).is_empty() {
        return None;
    }
    let at = was - 1 + months;
    Some((format!("{head}{}", at.rem_euclid(12) + 1), at.div_euclid(12)))
}

/// The year and the month that a turn names and nothing else: "and in May?", "so far this year".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Named {
    pub year: Option<i32>,
    pub month: Option<i32>,
}

/// The first and the last day of a stretch that conditions hold between them.
fn days(earlier: &Parts) -> Option<(Date, Date)> {
    let (mut first, mut last) = (None, None);
    for cond in &earlier.filter {
        let mut before = "";
        for piece in cond.sql.split('\'') {
            if let Some((day, whole_month)) = day(piece) {
                match before.trim_end() {
                    b if b.ends_with(">=") || b.ends_with("BETWEEN") => first = Some(day),
                    b if b.ends_with("<=") || b.ends_with("AND") => last = Some(day),
                    b if b.ends_with('<') => last = Some(day.plus(-1)),
                    b if b.ends_with('=') && whole_month => (first, last) = (Some(day), Some(end_of_month(day))),
                    _ => {}
                }
            }
            before = piece;
        }
    }
    first.zip(last)
}

/// `YYYY-MM-DD`, or a month as its first day.
fn day(word: &str) -> Option<(Date, bool)> {
    match word.len() {
        7 => Some((Date::parse(&format!("{word}-01"))?, true)),
        10 => Some((Date::parse(word)?, false)),
        _ => None,
    }
}

/// The last day of the month that begins on a day.
fn end_of_month(first: Date) -> Date {
    first.plus_months(1).plus(-1)
}

/// The one month that all its conditions of time lie in.
pub fn month_of(earlier: &Parts) -> Option<i32> {
    let (first, last) = days(earlier)?;
    (first.day == 1 && last == end_of_month(first)).then_some(first.month as i32)
}

/// A whole year's conditions cut to one of its months.
pub fn cut(earlier: &Parts, month: i32) -> Option<Parts> {
    let (first, last) = days(earlier)?;
    let next = first.plus_months(12);
    if (first.month, first.day) != (1, 1) || last != next.plus(-1) {
        return None;
    }
    let from = first.plus_months(month - 1);
    let mut out = earlier.clone();
    for cond in &mut out.filter {
        for (day, by) in [(first, from), (last, end_of_month(from)), (next, from.plus_months(1))] {
            let day = format!("'{day}'");
            if cond.sql.contains(&day) {
                cond.sql = cond.sql.replace(&day, &format!("'{by}'"));
            }
        }
    }
    (out != *earlier).then_some(out)
}

/// The one year that all its conditions of time lie in.
pub fn year(earlier: &Parts) -> Option<i32> {
    if let Some((first, last)) = days(earlier) {
        return Some(first.year).filter(|_| first.year == last.year);
    }
    let years: BTreeSet<i32> = earlier.filter.iter().flat_map(|c| years(&c.sql)).collect();
    years.first().copied().filter(|_| years.len() == 1)
}

/// The year or the month of a turn that names one and nothing else: "and in 2022?", "this year so far", but not "only
/// those launched in 2022".
pub fn alone(turn: &str, today: Date) -> Option<Named> {
    let lower = turn.to_lowercase();
    let words: Vec<&str> = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
        .collect();
    let says = |phrase: &[&str]| words.windows(phrase.len()).any(|w| w == phrase);
    let months: Vec<i32> = words
        .iter()
        .filter_map(|w| month(w))
        .filter_map(|m| m.try_into().ok())
        .collect();
    let named = match (years(turn).as_slice(), months.as_slice()) {
        ([year], []) => Named {
            year: Some(*year),
            month: None,
        },
        ([], [month]) => Named {
            year: None,
            month: Some(*month),
        },
        ([], []) if says(&["this", "year"]) || says(&["year", "to", "date"]) => Named {
            year: Some(today.year),
            month: None,
        },
        ([], []) if says(&["last", "year"]) => Named {
            year: Some(today.year - 1),
            month: None,
        },
        _ => return None,
    };
    let small = |w: &&str| {
        is_function_word(w)
            || month(w).is_some()
            || years(w).len() == 1
            || matches!(
                *w,
                "what"
                    | "how"
                    | "about"
                    | "same"
                    | "now"
                    | "instead"
                    | "year"
                    | "this"
                    | "last"
                    | "so"
                    | "far"
                    | "date"
                    | "only"
                    | "just"
            )
    };
    // "And after 1980?" is no whole year.
    let sided = words
        .iter()
        .any(|w| ["after", "before", "since", "until", "till", "from", "by"].contains(w));
    (!sided && words.iter().all(small)).then_some(named)
}

/// Every year that a text names, alone or as a part of a day.
pub fn years(text: &str) -> Vec<i32> {
    let mut words: Vec<(usize, &str)> = Vec::new();
    let mut start = 0;
    for piece in text.split(|c: char| !c.is_ascii_alphanumeric()) {
        words.push((start, piece));
        start += piece.len() + text[start + piece.len()..].chars().next().map_or(0, char::len_utf8);
    }
    let year = |(at, w): (usize, &str)| {
        let year = w.parse().ok().filter(|y| w.len() == 4 && (1500..2200).contains(y));
        year.filter(|_| !is_term(&text[..at]))
    };
    words.into_iter().filter_map(year).collect()
}

/// Whether what stands behind is added or multiplied, as the 1969 that makes a year of two digits whole.
fn is_term(before: &str) -> bool {
    let before = before.strip_suffix(' ').unwrap_or(before);
    before.ends_with(['+', '*', '/', '%']) || before.ends_with(" -")
}

fn moved(sql: &str, months: i32) -> Option<String> {
    let of_time = |c: char| c.is_ascii_digit() || c == '-';
    let mut out = String::with_capacity(sql.len());
    let (mut rest, mut some, mut before) = (sql, false, ' ');
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c| !of_time(c)).unwrap_or(rest.len());
        let word = &rest[..end];
        let term = is_term(&sql[..sql.len() - rest.len()]);
        let new = match before.is_alphanumeric() || before == '_' || before == '.' || term {
            true => None,
            false => time(word, months),
        };
        match new {
            Some(new) => {
                out += &new;
                some = true;
            }
            None if end > 0 => out += word,
            None => out.push(first),
        }
        let passed = if end > 0 { end } else { first.len_utf8() };
        before = rest[..passed].chars().next_back().unwrap_or(' ');
        rest = &rest[passed..];
    }
    some.then_some(out)
}

/// A year, `YYYY-MM` or `YYYY-MM-DD`.
fn time(word: &str, months: i32) -> Option<String> {
    let mut pieces = word.split('-');
    let year: i32 = pieces.next().filter(|y| y.len() == 4)?.parse().ok()?;
    if !(1500..2200).contains(&year) {
        return None;
    }
    let month: Option<i32> = pieces.next().map(str::parse).transpose().ok()?;
    let day: Option<i32> = pieces.next().map(str::parse).transpose().ok()?;
    if pieces.next().is_some() {
        return None;
    }
    let Some(month) = month.filter(|m| (1..=12).contains(m)) else {
        return (months % 12 == 0 && word.len() == 4).then(|| format!("{}", year + months / 12));
    };
    let at = year * 12 + month - 1 + months;
    let (new_year, new_month) = (at.div_euclid(12), at.rem_euclid(12) + 1);
    Some(match day {
        None => format!("{new_year:04}-{new_month:02}"),
        // The last day of a month stays one.
        Some(day) if day >= length(year, month) => {
            format!("{new_year:04}-{new_month:02}-{:02}", length(new_year, new_month))
        }
        Some(day) => format!(
            "{new_year:04}-{new_month:02}-{:02}",
            day.min(length(new_year, new_month))
        ),
    })
}

fn length(year: i32, month: i32) -> i32 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::{alone, moved, of_any_year, years};
    use crate::calendar::Date;

    const TODAY: Date = Date {
        year: 2023,
        month: 3,
        day: 9,
    };

    #[test]
    fn a_month_of_any_year_goes_on_at_the_other_end() {
        for (sql, months, want) in [
            (
                "CAST(strftime('%m', d) AS INTEGER) = 10",
                -1,
                Some(("CAST(strftime('%m', d) AS INTEGER) = 9", 0)),
            ),
            (
                "EXTRACT(MONTH FROM d) = 1",
                -1,
                Some(("EXTRACT(MONTH FROM d) = 12", -1)),
            ),
            ("month(d) = 12", 1, Some(("month(d) = 1", 1))),
            ("strftime('%m', d) = 10", -12, None),
            ("quantity = 10", -1, None),
            ("strftime('%Y-%m', d) = '2024-10'", -1, None),
        ] {
            let found = of_any_year(sql, months);
            assert_eq!(found.as_ref().map(|(sql, n)| (sql.as_str(), *n)), want, "{sql}");
        }
    }

    #[test]
    fn a_year_takes_the_place_of_another_only_where_nothing_else_is_said() {
        let named = |turn: &str| alone(turn, TODAY).map(|n| (n.year, n.month));
        for turn in [
            "and in 2022?",
            "what about 2022",
            "2022",
            "the same for 2022, please",
            "and last year?",
        ] {
            assert_eq!(named(turn), Some((Some(2022), None)), "{turn}");
        }
        assert_eq!(named("so far this year"), Some((Some(2023), None)));
        assert_eq!(named("and in May?"), Some((None, Some(5))));
        for turn in [
            "only those launched in 2022",
            "in 2022 and 2023",
            "and by month",
            "customers since 2022",
            "in may and june",
        ] {
            assert_eq!(named(turn), None, "{turn}");
        }
    }

    #[test]
    fn years_stand_alone_or_in_a_day_and_other_numbers_are_none() {
        assert_eq!(years("and in 2022?"), [2022]);
        assert_eq!(years("d BETWEEN '2024-01-01' AND '2024-12-31'"), [2024, 2024]);
        assert_eq!(years("y + 1969 = '2024' AND ü - 1969 > 2022"), [2024, 2022]);
        assert_eq!(years("total > 20240 AND t2024 = 12"), Vec::<i32>::new());
    }

    #[test]
    fn days_months_and_years_move_and_other_numbers_stay() {
        for (sql, months, want) in [
            ("d >= '2024-01-01'", -12, Some("d >= '2023-01-01'")),
            ("d <= '2024-02-29'", -1, Some("d <= '2024-01-31'")),
            ("strftime('%Y', d) = '2024'", 12, Some("strftime('%Y', d) = '2025'")),
            ("year = 2024", -12, Some("year = 2023")),
            ("year = 2024", -1, None),
            (
                "strftime('%Y-%m', d) = '2024-01'",
                -1,
                Some("strftime('%Y-%m', d) = '2023-12'"),
            ),
            ("total > 20240", -12, None),
            (
                "date((substr(d, -2) + 31) % 100 + 1969) >= '2024-01-01'",
                -12,
                Some("date((substr(d, -2) + 31) % 100 + 1969) >= '2023-01-01'"),
            ),
            ("t2024 = 'x'", -12, None),
        ] {
            assert_eq!(moved(sql, months).as_deref(), want, "{sql}");
        }
    }
}
