//! `DATEDIFF(a, b)`, `DATEDIFF(day, a, b)`, `julianday(a) - julianday(b)`

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
    ],
    safe: "The target has no function of that name; the difference counts the same days.",
    rewrite,
};

fn rewrite(query: &mut Query, scene: &Scene<'_>) -> Vec<String> {
    let mut said = julian(query, scene.dialect);
    said.extend(each_call(query, |name, args| {
        if name != "datediff" && name != "timestampdiff" {
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
