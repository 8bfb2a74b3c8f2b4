//! `YEAR(d)`, `DATEPART(month, d)`, `EXTRACT(YEAR FROM d)` in SQLite

use askwell_contract::Dialect;
use sqlparser::ast::{Expr, Query};

use super::{each_call, each_expr, made, unit, Habit, Scene};

pub const HABIT: Habit = Habit {
    name: "date_part",
    examples: &[
        (
            Dialect::Postgres,
            "SELECT YEAR(since) FROM customers",
            "SELECT CAST(EXTRACT(YEAR FROM since) AS INTEGER) FROM customers",
        ),
        (
            Dialect::Sqlite,
            "SELECT EXTRACT(MONTH FROM since), QUARTER(since) FROM customers",
            "SELECT CAST(strftime('%m', since) AS INTEGER), (CAST(strftime('%m', since) AS INTEGER) + 2) / 3 \
             FROM customers",
        ),
        (
            Dialect::Duckdb,
            "SELECT DATEPART(year, since) FROM customers",
            "SELECT year(since) FROM customers",
        ),
    ],
    safe: "The target has no function of that name; the same part of the date is taken.",
    rewrite,
};

const PARTS: [&str; 6] = ["year", "quarter", "month", "day", "hour", "minute"];

fn rewrite(query: &mut Query, scene: &Scene<'_>) -> Vec<String> {
    let dialect = scene.dialect;
    let mut said = Vec::new();
    if dialect == Dialect::Sqlite {
        said.extend(each_expr(query, |expr| {
            let Expr::Extract { field, expr: date, .. } = expr else {
                return None;
            };
            let new = part(unit(&field.to_string())?, &date.to_string(), dialect)?;
            Some((made(&new)?, format!("{expr} is written {new} here.")))
        }));
    }
    said.extend(each_call(query, |name, args| match (name, args) {
        ("datepart", [word, date]) => part(unit(word)?, date, dialect),
        ("date_part", [word, date]) if dialect == Dialect::Sqlite => part(unit(word)?, date, dialect),
        ("dayofmonth", [date]) if dialect != Dialect::Duckdb => part("day", date, dialect),
        (name, [date]) if dialect != Dialect::Duckdb && PARTS.contains(&name) => part(name, date, dialect),
        _ => None,
    }));
    said
}

fn part(unit: &str, date: &str, dialect: Dialect) -> Option<String> {
    match dialect {
        Dialect::Duckdb => Some(format!("{unit}({date})")),
        Dialect::Postgres => Some(format!("CAST(EXTRACT({} FROM {date}) AS INTEGER)", unit.to_uppercase())),
        Dialect::Sqlite => {
            let field = |f: &str| format!("CAST(strftime('{f}', {date}) AS INTEGER)");
            Some(match unit {
                "year" => field("%Y"),
                "month" => field("%m"),
                "day" => field("%d"),
                "hour" => field("%H"),
                "minute" => field("%M"),
                "quarter" => format!("({} + 2) / 3", field("%m")),
                _ => return None,
            })
        }
    }
}
