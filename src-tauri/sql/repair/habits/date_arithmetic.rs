//! `DATE_ADD(d, INTERVAL 3 DAY)`, `DATEADD(day, 3, d)`, `d + INTERVAL '3 days'` in SQLite

use askwell_contract::Dialect;
use sqlparser::ast::{BinaryOperator, Expr, Query};

use super::{each_call, each_expr, made, text_of, unit, Habit, Scene};

pub const HABIT: Habit = Habit {
    name: "date_arithmetic",
    examples: &[
        (
            Dialect::Postgres,
            "SELECT DATE_ADD(since, INTERVAL 3 DAY) FROM customers",
            "SELECT since + INTERVAL '3 day' FROM customers",
        ),
        (
            Dialect::Sqlite,
            "SELECT DATE_SUB(since, INTERVAL 1 MONTH) FROM customers",
            "SELECT date(since, '-1 month') FROM customers",
        ),
        (
            Dialect::Duckdb,
            "SELECT DATEADD(year, -1, since) FROM customers",
            "SELECT since - INTERVAL '1 year' FROM customers",
        ),
        (
            Dialect::Sqlite,
            "SELECT COUNT(*) FROM customers WHERE since > CURRENT_DATE - INTERVAL '30 days'",
            "SELECT COUNT(*) FROM customers WHERE since > date(CURRENT_DATE, '-30 day')",
        ),
    ],
    safe: "The target has no such function or interval; the same stretch of time is added.",
    rewrite,
};

fn rewrite(query: &mut Query, scene: &Scene<'_>) -> Vec<String> {
    let dialect = scene.dialect;
    let mut said = Vec::new();
    if dialect == Dialect::Sqlite {
        said.extend(each_expr(query, |expr| {
            let Expr::BinaryOp { left, op, right } = expr else {
                return None;
            };
            let minus = match op {
                BinaryOperator::Plus => false,
                BinaryOperator::Minus => true,
                _ => return None,
            };
            let (count, unit) = interval(&right.to_string())?;
            let new = shifted(&left.to_string(), if minus { -count } else { count }, unit, dialect)?;
            Some((made(&new)?, format!("{expr} is written {new} here.")))
        }));
    }
    said.extend(each_call(query, |name, args| match (name, args) {
        ("date_add" | "adddate", [date, by]) => {
            let (count, unit) = interval(by)?;
            shifted(date, count, unit, dialect)
        }
        ("date_sub" | "subdate", [date, by]) => {
            let (count, unit) = interval(by)?;
            shifted(date, -count, unit, dialect)
        }
        ("dateadd", [word, by, date]) => shifted(date, by.replace(' ', "").parse().ok()?, unit(word)?, dialect),
        _ => None,
    }));
    said
}

/// `INTERVAL 3 DAY`, `INTERVAL '3' DAY`, `INTERVAL '3 days'` as a number and a unit.
fn interval(text: &str) -> Option<(i64, &'static str)> {
    let rest = text
        .get(..8)
        .filter(|w| w.eq_ignore_ascii_case("interval"))
        .and(text.get(8..))?;
    let rest = rest.trim();
    let words: Vec<&str> = match text_of(rest) {
        Some(inner) => inner.split_whitespace().collect(),
        None => rest.split_whitespace().collect(),
    };
    let [count, word] = words.as_slice() else { return None };
    Some((text_of(count).unwrap_or(count).parse().ok()?, unit(word)?))
}

fn shifted(date: &str, count: i64, unit: &str, dialect: Dialect) -> Option<String> {
    match dialect {
        Dialect::Sqlite => {
            // SQLite knows neither quarters nor weeks.
            let (count, unit) = match unit {
                "quarter" => (count.checked_mul(3)?, "month"),
                "week" => (count.checked_mul(7)?, "day"),
                other => (count, other),
            };
            let exact = matches!(unit, "hour" | "minute" | "second");
            let function = if exact { "datetime" } else { "date" };
            Some(format!("{function}({date}, '{count:+} {unit}')"))
        }
        Dialect::Duckdb | Dialect::Postgres => {
            let (count, unit) = match unit {
                "quarter" => (count.checked_mul(3)?, "month"),
                other => (count, other),
            };
            let sign = if count < 0 { '-' } else { '+' };
            Some(format!("{date} {sign} INTERVAL '{} {unit}'", count.unsigned_abs()))
        }
    }
}
