//! A stretch of time moved: "and the year before?"
//!
//! In: a query taken apart, and by how many months. Out: the query with every day and year of its conditions moved.

use std::collections::BTreeSet;

use askwell_sql::amend::Parts;

use crate::words::lexicon::is_function_word;

/// `None`: its conditions name no time, or a single year is to be moved by months.
pub fn shifted(earlier: &Parts, months: i32) -> Option<Parts> {
    let mut out = earlier.clone();
    let mut some = false;
    for cond in &mut out.filter {
        if let Some(sql) = moved(&cond.sql, months) {
            cond.sql = sql;
            some = true;
        }
    }
    some.then_some(out)
}

/// The one year that all its conditions of time lie in.
pub fn year(earlier: &Parts) -> Option<i32> {
    let years: BTreeSet<i32> = earlier.filter.iter().flat_map(|c| years(&c.sql)).collect();
    years.first().copied().filter(|_| years.len() == 1)
}

/// The year of a turn that names one and nothing else: "and in 2022?", but not "only those launched in 2022".
pub fn alone(turn: &str) -> Option<i32> {
    let [year] = years(turn)[..] else { return None };
    let lower = turn.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty());
    let small =
        |w: &str| is_function_word(w) || matches!(w, "what" | "how" | "about" | "same" | "now" | "instead" | "year");
    words.all(|w| small(w) || w == year.to_string()).then_some(year)
}

/// Every year that a text names, alone or as a part of a day.
pub fn years(text: &str) -> Vec<i32> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    let year = |w: &str| w.parse().ok().filter(|y| w.len() == 4 && (1500..2200).contains(y));
    words.filter_map(year).collect()
}

fn moved(sql: &str, months: i32) -> Option<String> {
    let of_time = |c: char| c.is_ascii_digit() || c == '-';
    let mut out = String::with_capacity(sql.len());
    let (mut rest, mut some, mut before) = (sql, false, ' ');
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c| !of_time(c)).unwrap_or(rest.len());
        let word = &rest[..end];
        let new = match before.is_alphanumeric() || before == '_' || before == '.' {
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
    use super::{alone, moved, years};

    #[test]
    fn a_year_takes_the_place_of_another_only_where_nothing_else_is_said() {
        for turn in ["and in 2022?", "what about 2022", "2022", "the same for 2022, please"] {
            assert_eq!(alone(turn), Some(2022), "{turn}");
        }
        for turn in [
            "only those launched in 2022",
            "in 2022 and 2023",
            "and by month",
            "customers since 2022",
        ] {
            assert_eq!(alone(turn), None, "{turn}");
        }
    }

    #[test]
    fn years_stand_alone_or_in_a_day_and_other_numbers_are_none() {
        assert_eq!(years("and in 2022?"), [2022]);
        assert_eq!(years("d BETWEEN '2024-01-01' AND '2024-12-31'"), [2024, 2024]);
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
            ("t2024 = 'x'", -12, None),
        ] {
            assert_eq!(moved(sql, months).as_deref(), want, "{sql}");
        }
    }
}
