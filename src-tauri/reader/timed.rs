//! What follows from how long something took: the hours of a row that keeps its minutes, and what they cost where it keeps
//! the rate of an hour.
//!
//! In: a table. Out: columns made of others. Deliberately absent: tables that keep the hours or the money already, and lengths
//! that nobody adds up, such as those of films.

use crate::known::{place, Column, Role, Table};
use crate::link::Text;
use crate::read::Reading;
use crate::worths::REVENUE;

/// What the made column is called.
pub const HOURS: &str = "hours";
/// And what is made of seconds.
const LASTS: &str = "minutes";
const MINUTES: [&str; 3] = ["minutes", "mins", "min"];
const WHOLE: [&str; 2] = ["hours", "hrs"];
const RATES: [&str; 4] = ["rate", "price", "charge", "fee"];
const HOURLY: [&str; 4] = ["hour", "hr", "hourly", "hours"];

/// The column of minutes, or of hours, that each row lasted.
fn lasted(table: &Table, words: &[&str]) -> Option<usize> {
    let is = |c: &Column| {
        // A least temperature lasts no minutes.
        let within = |(at, w): (usize, &String)| words.contains(&w.as_str()) && (w != "min" || at + 1 == c.words.len());
        let named = c.words.iter().enumerate().any(within);
        named && c.words.len() <= 2 && c.is_number() && c.role == Role::Measure && c.told.is_none() && !c.is_made()
    };
    let mut found = (0..table.columns.len()).filter(|at| is(&table.columns[*at]));
    found.next().filter(|_| found.next().is_none())
}

/// Rows that happened on a day took their time then: the minutes of a film are its length.
fn happened(table: &Table) -> bool {
    let made = |w: &String| {
        matches!(
            w.as_str(),
            "release" | "released" | "published" | "created" | "birth" | "born" | "dob"
        )
    };
    table
        .columns
        .iter()
        .any(|c| c.is_time() && !c.is_number() && !c.words.iter().any(made))
}

/// The rate of an hour, which may be called no more than a rate.
fn rate(table: &Table) -> Option<usize> {
    let is = |c: &Column| {
        let has = |list: &[&str]| c.words.iter().any(|w| list.contains(&w.as_str()));
        let named = has(&RATES) && (has(&HOURLY) || c.words == ["rate"]);
        named && c.is_number() && c.role == Role::Measure && c.told.is_none()
    };
    let mut found = (0..table.columns.len()).filter(|at| is(&table.columns[*at]));
    found.next().filter(|_| found.next().is_none())
}

/// The columns that a table is given.
pub(crate) fn of(table: &Table) -> Vec<Column> {
    let mut out = Vec::new();
    let minutes = lasted(table, &MINUTES).filter(|_| happened(table));
    let hours = lasted(table, &WHOLE).filter(|_| happened(table));
    let written = |at: usize| table.columns[at].written(at);
    let spent = match (minutes, hours) {
        (Some(at), None) => Some((at, format!("({} / 60.0)", written(at)))),
        (None, Some(at)) => Some((at, written(at))),
        _ => None,
    };
    out.extend(minutes_of(table));
    let Some((at, sql)) = spent else { return out };
    let many = &table.columns[at];
    if minutes.is_some() {
        out.push(Column::made(HOURS, table.rows, many.nulls, many.distinct, sql.clone()));
    }
    let rate = rate(table);
    let paid = table.columns.iter().enumerate().any(|(at, c)| {
        c.is_made() && c.name == REVENUE || Some(at) != rate && c.is_number() && c.words.iter().any(|w| kept(w))
    });
    if let (Some(rate), false) = (rate, paid) {
        let nulls = many.nulls.max(table.columns[rate].nulls);
        let sql = format!("({sql} * {})", written(rate));
        out.push(Column::made(REVENUE, table.rows, nulls, many.distinct, sql));
    }
    out
}

/// The minutes of what is kept in seconds or in thousandths of them, under a name that has no minutes in it.
fn minutes_of(table: &Table) -> Option<Column> {
    const SECONDS: [&str; 4] = ["seconds", "second", "secs", "sec"];
    const THOUSANDTHS: [&str; 3] = ["milliseconds", "millisecond", "ms"];
    if lasted(table, &MINUTES).or(lasted(table, &WHOLE)).is_some() {
        return None;
    }
    let (at, of) = match (lasted(table, &SECONDS), lasted(table, &THOUSANDTHS)) {
        (Some(at), None) => (at, 60),
        (None, Some(at)) => (at, 60_000),
        _ => return None,
    };
    let kept = &table.columns[at];
    let sql = format!("({} / {of}.0)", kept.written(at));
    Some(Column::made(LASTS, table.rows, kept.nulls, kept.distinct, sql))
}

/// Whether a column's minutes are made of its seconds: nobody means them who does not say so.
pub(crate) fn is_converted(column: &Column) -> bool {
    column.is_made() && column.name == LASTS
}

/// Whether a name says that the money of a row is kept.
fn kept(word: &str) -> bool {
    matches!(
        word,
        "total" | "amount" | "revenue" | "cost" | "price" | "fee" | "fees" | "paid" | "bill" | "invoice"
    )
}

/// What is told in hours gives way to the same in the minutes that are kept, where nobody speaks of hours.
pub(crate) fn settle(text: &Text<'_>, readings: &mut Vec<Reading>) {
    let made = text.known.all().any(|(_, c)| c.is_made() && c.name == HOURS);
    if !made || text.tokens.iter().any(|t| t.stem.starts_with("hour") || t.is("hrs")) {
        return;
    }
    let kept: Vec<String> = (readings.iter().filter(|r| !r.sql.contains(IN_HOURS)))
        .map(|r| in_minutes(&r.sql))
        .collect();
    readings.retain(|r| !r.sql.contains(IN_HOURS) || !kept.contains(&in_minutes(&r.sql)));
}

/// How minutes are written as hours.
const IN_HOURS: &str = " / 60.0)";

/// A statement with minutes instead of hours, and without the names of what it shows.
fn in_minutes(sql: &str) -> String {
    let mut sql = sql.to_owned();
    while let Some(end) = sql.find(IN_HOURS) {
        let Some(open) = sql[..end].rfind('(') else { break };
        sql.replace_range(end..end + IN_HOURS.len(), "");
        sql.replace_range(open..open + 1, "");
    }
    let mut out = String::new();
    for (i, piece) in sql.split(" AS ").enumerate() {
        let name = match piece.strip_prefix('"') {
            Some(quoted) => quoted.find('"').map_or(piece.len(), |at| at + 2),
            None => piece.find([',', ' ', ')']).unwrap_or(piece.len()),
        };
        out += if i == 0 { piece } else { &piece[name..] };
    }
    out
}

/// What such a column is made of, in words; `None` for any other column.
pub fn meaning(table: &Table, name: &str) -> Option<String> {
    let made = table.columns.iter().find(|c| c.is_made() && c.name == name)?;
    let view = made.view.as_deref()?;
    let said = |at: usize| table.columns[at].words.join(" ");
    if is_converted(made) {
        let kept = table
            .columns
            .iter()
            .enumerate()
            .find(|(at, _)| view.contains(&place(*at)));
        return kept.map(|(_, c)| format!("{} in minutes", c.words.join(" ")));
    }
    let lasted = lasted(table, &MINUTES).or_else(|| lasted(table, &WHOLE))?;
    let rate = rate(table).filter(|at| view.contains(&place(*at)));
    match (name, rate) {
        (HOURS, None) => Some(format!("{} divided by 60", said(lasted))),
        (REVENUE, Some(rate)) => Some(format!("hours times {}", said(rate))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constructions::tests::{column, table};
    use askwell_contract::TypeKind::{Date, Integer, Real};

    fn made(columns: &[(&str, Role)]) -> Vec<(String, String)> {
        let kind = |role: &Role| if *role == Role::Time { Date } else { Integer };
        let columns = columns.iter().map(|(n, role)| column(n, kind(role), *role)).collect();
        let found = of(&table("lessons", columns, None)).into_iter();
        found.map(|c| (c.name, c.view.unwrap_or_default())).collect()
    }

    #[test]
    fn minutes_are_hours_and_hours_at_a_rate_are_money() {
        let hours = ("hours".to_owned(), "({#1} / 60.0)".to_owned());
        let day = ("held_on", Role::Time);
        let minutes = ("mins", Role::Measure);
        assert_eq!(made(&[day, minutes]), std::slice::from_ref(&hours));
        let worth = ("revenue".to_owned(), "(({#1} / 60.0) * {#2})".to_owned());
        assert_eq!(made(&[day, minutes, ("rate", Role::Measure)]), [hours, worth]);
        // The minutes of a film are its length, and where the money is kept it is not calculated.
        assert!(made(&[minutes]).is_empty());
        let kept = made(&[
            day,
            ("hours", Role::Measure),
            ("hourly_rate", Role::Measure),
            ("total", Role::Measure),
        ]);
        assert!(kept.is_empty());
    }

    #[test]
    fn a_statement_in_hours_is_the_same_in_minutes() {
        let hours = "SELECT kind, AVG((mins / 60.0)) AS average_hours FROM lessons ORDER BY AVG((mins / 60.0)) DESC";
        let minutes = "SELECT kind, AVG(mins) AS average_mins FROM lessons ORDER BY AVG(mins) DESC";
        assert_eq!(in_minutes(hours), in_minutes(minutes));
        assert_ne!(in_minutes(hours), in_minutes(&minutes.replace("mins", "fee")));
    }

    #[test]
    fn what_is_made_says_what_of() {
        let columns = [
            ("held_on", Date, Role::Time),
            ("mins", Integer, Role::Measure),
            ("rate", Real, Role::Measure),
        ];
        let mut lessons = table("lessons", columns.map(|(n, k, r)| column(n, k, r)).to_vec(), None);
        lessons.columns.extend(of(&lessons));
        assert_eq!(meaning(&lessons, HOURS).as_deref(), Some("mins divided by 60"));
        assert_eq!(meaning(&lessons, REVENUE).as_deref(), Some("hours times rate"));
    }
}
