//! `DATEDIFF(a, b)`, `DATEDIFF(day, a, b)`, `TIMESTAMPDIFF(MONTH, a, b)`, `julianday(a) - julianday(b)`

use askwell_contract::Dialect;
use sqlparser::ast::{BinaryOperator, Expr, Query};

use super::{call, each_call, each_expr, made, unit, Habit, Scene};

pub const HABIT: Habit = Habit {
    name: "date_difference",
    examples: &[
        (
            Dialect::Sqlite,
            "SELECT DATEDIFF(since, '2024-01-01') FROM customers",
            "SELECT CAST(julianday(date(since)) - julianday(date('2024-01-01')) AS INTEGER) FROM customers",
        ),
        (
            Dialect::Postgres,
            "SELECT DATEDIFF(day, since, CURRENT_DATE) FROM customers",
            "SELECT (CAST(CURRENT_DATE AS DATE) - CAST(since AS DATE)) FROM customers",
        ),
        (
            Dialect::Duckdb,
            "SELECT DATEDIFF(month, since, CURRENT_DATE) FROM customers",
            "SELECT date_diff('month', CAST(since AS DATE), CAST(CURRENT_DATE AS DATE)) FROM customers",
        ),
        (
            Dialect::Postgres,
            "SELECT julianday(since) - julianday('2024-01-01') FROM customers",
            "SELECT (CAST(since AS DATE) - CAST('2024-01-01' AS DATE)) FROM customers",
        ),
        (
            Dialect::Postgres,
            "SELECT TIMESTAMPDIFF(YEAR, since, CURRENT_DATE) FROM customers",
            "SELECT CAST(EXTRACT(YEAR FROM AGE(CAST(CURRENT_DATE AS TIMESTAMP), CAST(since AS TIMESTAMP))) AS INTEGER) \
             FROM customers",
        ),
        (
            Dialect::Postgres,
            "SELECT TIMESTAMPDIFF(HOUR, placed_at, '2024-01-01') FROM orders",
            "SELECT CAST(TRUNC(EXTRACT(EPOCH FROM (CAST('2024-01-01' AS TIMESTAMP) - CAST(placed_at AS TIMESTAMP))) / \
             3600) AS BIGINT) FROM orders",
        ),
        (
            Dialect::Duckdb,
            "SELECT TIMESTAMPDIFF(MONTH, since, '2024-01-01') FROM customers",
            "SELECT (EXTRACT(YEAR FROM AGE(CAST('2024-01-01' AS TIMESTAMP), CAST(since AS TIMESTAMP))) * 12 + \
             EXTRACT(MONTH FROM AGE(CAST('2024-01-01' AS TIMESTAMP), CAST(since AS TIMESTAMP)))) FROM customers",
        ),
        (
            Dialect::Duckdb,
            "SELECT TIMESTAMPDIFF(DAY, placed_at, '2024-01-01') FROM orders",
            "SELECT date_sub('day', CAST(placed_at AS TIMESTAMP), CAST('2024-01-01' AS TIMESTAMP)) FROM orders",
        ),
        (
            Dialect::Sqlite,
            "SELECT TIMESTAMPDIFF(YEAR, since, '2024-01-01') FROM customers",
            "SELECT ((CAST(strftime('%Y%m%d%H%M%S', '2024-01-01') AS INTEGER) - \
             CAST(strftime('%Y%m%d%H%M%S', since) AS INTEGER)) / 10000000000) FROM customers",
        ),
        (
            Dialect::Sqlite,
            "SELECT TIMESTAMPDIFF(MONTH, since, '2024-01-01') FROM customers",
            "SELECT ((((CAST(strftime('%Y', '2024-01-01') AS INTEGER) * 12 + \
             CAST(strftime('%m', '2024-01-01') AS INTEGER)) * 100000000 + \
             CAST(strftime('%d%H%M%S', '2024-01-01') AS INTEGER)) - ((CAST(strftime('%Y', since) AS INTEGER) * 12 + \
             CAST(strftime('%m', since) AS INTEGER)) * 100000000 + CAST(strftime('%d%H%M%S', since) AS INTEGER))) / \
             100000000) FROM customers",
        ),
        (
            Dialect::Postgres,
            "SELECT TIMESTAMPDIFF(QUARTER, since, '2024-01-01') FROM customers",
            "SELECT CAST(TRUNC((EXTRACT(YEAR FROM AGE(CAST('2024-01-01' AS TIMESTAMP), CAST(since AS TIMESTAMP))) * 12 + \
             EXTRACT(MONTH FROM AGE(CAST('2024-01-01' AS TIMESTAMP), CAST(since AS TIMESTAMP)))) / 3) AS INTEGER) \
             FROM customers",
        ),
        (
            Dialect::Sqlite,
            "SELECT TIMESTAMPDIFF(DAY, placed_at, '2024-01-01') FROM orders",
            "SELECT ((CAST(strftime('%s', '2024-01-01') AS INTEGER) - CAST(strftime('%s', placed_at) AS INTEGER)) / \
             86400) FROM orders",
        ),
    ],
    safe: "The target has no function of that name; the difference counts the same days, or the same whole units.",
    rewrite,
};

fn rewrite(query: &mut Query, scene: &Scene<'_>) -> Vec<String> {
    let mut said = julian(query, scene.dialect);
    said.extend(each_call(query, |name, args| {
        if name == "timestampdiff" {
            let [word, from, to] = args else { return None };
            return passed(unit(word)?, from, to, scene.dialect);
        }
        if name != "datediff" {
            return None;
        }
        let (unit, from, to) = match args {
            // MySQL: the later day first.
            [to, from] => ("day", from, to),
            [word, from, to] if !word.starts_with('\'') || scene.dialect != Dialect::Duckdb => (unit(word)?, from, to),
            _ => return None,
        };
        difference(unit, from, to, scene.dialect)
    }));
    said
}

fn difference(unit: &str, from: &str, to: &str, dialect: Dialect) -> Option<String> {
    match (dialect, unit) {
        (Dialect::Duckdb, _) => Some(format!("date_diff('{unit}', CAST({from} AS DATE), CAST({to} AS DATE))")),
        (Dialect::Postgres, "day") => Some(format!("(CAST({to} AS DATE) - CAST({from} AS DATE))")),
        (Dialect::Sqlite, "day") => Some(format!(
            "CAST(julianday(date({to})) - julianday(date({from})) AS INTEGER)"
        )),
        // SQL Server counts the borders that are crossed.
        (Dialect::Postgres, "year") => Some(format!("(EXTRACT(YEAR FROM {to}) - EXTRACT(YEAR FROM {from}))")),
        (Dialect::Sqlite, "year") => Some(format!(
            "(CAST(strftime('%Y', {to}) AS INTEGER) - CAST(strftime('%Y', {from}) AS INTEGER))"
        )),
        (Dialect::Postgres, "month") => Some(format!(
            "((EXTRACT(YEAR FROM {to}) - EXTRACT(YEAR FROM {from})) * 12 \
             + EXTRACT(MONTH FROM {to}) - EXTRACT(MONTH FROM {from}))"
        )),
        (Dialect::Sqlite, "month") => Some(format!(
            "((CAST(strftime('%Y', {to}) AS INTEGER) - CAST(strftime('%Y', {from}) AS INTEGER)) * 12 \
             + CAST(strftime('%m', {to}) AS INTEGER) - CAST(strftime('%m', {from}) AS INTEGER))"
        )),
        _ => None,
    }
}

/// MySQL's `TIMESTAMPDIFF`: whole units that have passed, down to the second; below zero where `to` is the earlier.
fn passed(unit: &str, from: &str, to: &str, dialect: Dialect) -> Option<String> {
    let seconds = match unit {
        "second" => 1,
        "minute" => 60,
        "hour" => 3600,
        "day" => 86_400,
        "week" => 604_800,
        _ => return calendar_passed(unit, from, to, dialect),
    };
    let (start, end) = (format!("CAST({from} AS TIMESTAMP)"), format!("CAST({to} AS TIMESTAMP)"));
    Some(match dialect {
        Dialect::Duckdb => format!("date_sub('{unit}', {start}, {end})"),
        Dialect::Postgres => format!("CAST(TRUNC(EXTRACT(EPOCH FROM ({end} - {start})) / {seconds}) AS BIGINT)"),
        Dialect::Sqlite => {
            format!("((CAST(strftime('%s', {to}) AS INTEGER) - CAST(strftime('%s', {from}) AS INTEGER)) / {seconds})")
        }
    })
}

fn calendar_passed(unit: &str, from: &str, to: &str, dialect: Dialect) -> Option<String> {
    if dialect == Dialect::Sqlite {
        // Year, month, day and time read as one number: what is left of a year or month never fills the digits below
        // it, so that a division which cuts off counts the whole ones, in both directions.
        let months = |at: &str| {
            format!(
                "((CAST(strftime('%Y', {at}) AS INTEGER) * 12 + CAST(strftime('%m', {at}) AS INTEGER)) * 100000000 \
                 + CAST(strftime('%d%H%M%S', {at}) AS INTEGER))"
            )
        };
        let years = |at: &str| format!("CAST(strftime('%Y%m%d%H%M%S', {at}) AS INTEGER)");
        return Some(match unit {
            "year" => format!("(({} - {}) / 10000000000)", years(to), years(from)),
            "quarter" => format!("(({} - {}) / 300000000)", months(to), months(from)),
            "month" => format!("(({} - {}) / 100000000)", months(to), months(from)),
            _ => return None,
        });
    }
    // Not DuckDB's `date_sub`: to it, a month has passed from 31 January to 29 February.
    let age = format!("AGE(CAST({to} AS TIMESTAMP), CAST({from} AS TIMESTAMP))");
    let years = format!("EXTRACT(YEAR FROM {age})");
    let months = format!("({years} * 12 + EXTRACT(MONTH FROM {age}))");
    // PostgreSQL's EXTRACT gives a number with a fraction, and DuckDB's an integer.
    Some(match (unit, dialect) {
        ("year", Dialect::Postgres) => format!("CAST({years} AS INTEGER)"),
        ("year", _) => years,
        ("month", Dialect::Postgres) => format!("CAST({months} AS INTEGER)"),
        ("month", _) => months,
        ("quarter", _) => format!("CAST(TRUNC({months} / 3) AS INTEGER)"),
        _ => return None,
    })
}

/// SQLite's day numbers, elsewhere.
fn julian(query: &mut Query, dialect: Dialect) -> Vec<String> {
    if dialect == Dialect::Sqlite {
        return Vec::new();
    }
    each_expr(query, |expr| {
        let Expr::BinaryOp {
            left,
            op: BinaryOperator::Minus,
            right,
        } = expr
        else {
            return None;
        };
        let day = |e: &Expr| match call(e) {
            Some((name, args)) if name == "julianday" => args.first().cloned(),
            _ => None,
        };
        let new = difference("day", &day(right)?, &day(left)?, dialect)?;
        Some((
            made(&new)?,
            "Days between two dates are counted by taking one from the other here.".into(),
        ))
    })
}
