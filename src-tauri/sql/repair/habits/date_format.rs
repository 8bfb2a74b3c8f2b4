//! `DATE_FORMAT(d, '%Y-%m')`, `to_char(d, 'YYYY-MM')`, `strftime('%Y-%m', d)`, `date_trunc('month', d)`

use askwell_contract::Dialect;
use sqlparser::ast::Query;

use super::{each_call, text_of, unit, Habit, Scene};

pub const HABIT: Habit = Habit {
    name: "date_format",
    examples: &[
        (
            Dialect::Sqlite,
            "SELECT DATE_FORMAT(since, '%Y-%m') FROM customers",
            "SELECT strftime('%Y-%m', since) FROM customers",
        ),
        (
            Dialect::Postgres,
            "SELECT strftime('%Y-%m', since) FROM customers",
            "SELECT to_char(CAST(since AS TIMESTAMP), 'YYYY-MM') FROM customers",
        ),
        (
            Dialect::Duckdb,
            "SELECT to_char(since, 'YYYY-MM') FROM customers",
            "SELECT strftime(CAST(since AS TIMESTAMP), '%Y-%m') FROM customers",
        ),
        (
            Dialect::Sqlite,
            "SELECT date_trunc('month', since) FROM customers",
            "SELECT date(since, 'start of month') FROM customers",
        ),
    ],
    safe: "The target has no function of that name; the same parts of the date are written in the same order.",
    rewrite,
};

/// Parts that `strftime`, `DATE_FORMAT` (first, where it differs second) and `to_char` have in common.
const PARTS: [(&str, &str); 6] = [
    ("%Y", "YYYY"),
    ("%m", "MM"),
    ("%d", "DD"),
    ("%H", "HH24"),
    ("%M", "MI"),
    ("%S", "SS"),
];

fn rewrite(query: &mut Query, scene: &Scene<'_>) -> Vec<String> {
    let dialect = scene.dialect;
    each_call(query, |name, args| {
        let (date, pattern) = match (name, args) {
            // MySQL's minutes are `%i`, its `%M` the month's name.
            ("date_format", [date, format]) => {
                let format = text_of(format)?;
                if format.contains("%M") {
                    return None;
                }
                (date, format.replace("%i", "%M").replace("%s", "%S"))
            }
            ("to_char", [date, format]) if dialect != Dialect::Postgres => {
                let mut pattern = text_of(format)?.to_string();
                for (ours, theirs) in PARTS {
                    pattern = pattern.replace(theirs, ours);
                }
                let left = PARTS.iter().fold(pattern.clone(), |p, (ours, _)| p.replace(ours, ""));
                if left.chars().any(char::is_alphabetic) {
                    return None;
                }
                (date, pattern)
            }
            ("strftime", [format, date]) if dialect == Dialect::Postgres => (date, text_of(format)?.to_string()),
            ("strftime", [format, date]) if dialect == Dialect::Duckdb => {
                let pattern = text_of(format).filter(|p| p.contains('%'))?;
                (date, pattern.to_string())
            }
            ("date_trunc", [word, date]) if dialect == Dialect::Sqlite => {
                return match unit(word)? {
                    unit @ ("year" | "month" | "day") => Some(format!("date({date}, 'start of {unit}')")),
                    _ => None,
                };
            }
            _ => return None,
        };
        formatted(date, &pattern, dialect)
    })
}

fn formatted(date: &str, pattern: &str, dialect: Dialect) -> Option<String> {
    match dialect {
        Dialect::Sqlite => Some(format!("strftime('{pattern}', {date})")),
        Dialect::Duckdb => Some(format!("strftime(CAST({date} AS TIMESTAMP), '{pattern}')")),
        Dialect::Postgres => {
            let mut out = pattern.to_string();
            for (theirs, ours) in PARTS {
                out = out.replace(theirs, ours);
            }
            // A part that has no counterpart: the day of the year, the name of the month.
            (!out.contains('%')).then(|| format!("to_char(CAST({date} AS TIMESTAMP), '{out}')"))
        }
    }
}
