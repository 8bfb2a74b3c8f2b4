//! `name + ', ' + country`

use askwell_contract::{Dialect, TypeKind};
use sqlparser::ast::{BinaryOperator, Expr, Query, Value};

use super::{each_expr, Habit, Scene};
use crate::scope;

pub const HABIT: Habit = Habit {
    name: "concatenation",
    examples: &[
        (
            Dialect::Sqlite,
            "SELECT name + ', ' + country FROM customers",
            "SELECT name || ', ' || country FROM customers",
        ),
        (
            Dialect::Sqlite,
            "SELECT id + 1 + ' of ' + COALESCE(country, '?') + ': ' + id * 2 FROM customers",
            "SELECT (id + 1) || ' of ' || COALESCE(country, '?') || ': ' || (id * 2) FROM customers",
        ),
        (
            Dialect::Postgres,
            "SELECT name + ', ' + country FROM customers",
            "SELECT name || ', ' || country FROM customers",
        ),
    ],
    safe: "Texts cannot be added up: SQLite makes 0 of them, the others refuse.",
    rewrite,
};

fn rewrite(query: &mut Query, scene: &Scene<'_>) -> Vec<String> {
    let before = query.clone();
    let names = scope::names(&before, scene.catalog);
    let text = |e: &Expr| match e {
        Expr::Value(value) => {
            matches!(&value.value, Value::SingleQuotedString(t) if t.trim().parse::<f64>().is_err())
        }
        Expr::BinaryOp {
            op: BinaryOperator::StringConcat,
            ..
        } => true,
        _ => names.column_of(e).is_some_and(|(_, c)| c.kind == TypeKind::Text),
    };
    let why = "Texts are put together with || here.";
    each_expr(query, |expr| {
        let (left, right) = added(expr)?;
        // Two columns may hold numbers, whatever their type says, where SQLite adds them up without complaint.
        let both = scene.failed && text(left) && text(right);
        let either = scene.dialect == Dialect::Sqlite && (worded(left) || worded(right));
        (both || either).then(|| (together(left, right, &text), why.to_string()))
    })
}

fn added(expr: &Expr) -> Option<(&Expr, &Expr)> {
    match expr {
        Expr::BinaryOp {
            left,
            op: BinaryOperator::Plus,
            right,
        } => Some((left, right)),
        _ => None,
    }
}

/// A text that is no number, nor begins with one (`since + '1 day'` is another mistake), or one put together with such.
fn worded(expr: &Expr) -> bool {
    match expr {
        Expr::Value(value) => {
            let Value::SingleQuotedString(text) = &value.value else {
                return false;
            };
            let bare = text.trim_start().trim_start_matches(['+', '-', '.']);
            !text.is_empty() && !bare.starts_with(|c: char| c.is_ascii_digit())
        }
        Expr::BinaryOp {
            left,
            op: BinaryOperator::StringConcat,
            right,
        } => worded(left) || worded(right),
        _ => false,
    }
}

fn together(left: &Expr, right: &Expr, text: &impl Fn(&Expr) -> bool) -> Expr {
    Expr::BinaryOp {
        left: Box::new(part(left, text)),
        op: BinaryOperator::StringConcat,
        right: Box::new(part(right, text)),
    }
}

/// A part of the whole; `first + last`, ahead of the text that gave the sum away, is a text too. What is calculated goes
/// between parentheses, since || binds tighter.
fn part(expr: &Expr, text: &impl Fn(&Expr) -> bool) -> Expr {
    match (added(expr), expr) {
        (Some((left, right)), _) if text(left) || text(right) => together(left, right, text),
        (
            _,
            Expr::BinaryOp {
                op: BinaryOperator::StringConcat,
                ..
            },
        ) => expr.clone(),
        (_, Expr::BinaryOp { .. }) => Expr::Nested(Box::new(expr.clone())),
        _ => expr.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::translate;
    use super::*;
    use askwell_contract::Catalog;

    fn ran(sql: &str, dialect: Dialect) -> Option<String> {
        let catalog = Catalog {
            dialect,
            ..crate::testing::shop()
        };
        let scene = Scene {
            catalog: &catalog,
            dialect,
            failed: false,
        };
        translate(sql, &scene).map(|r| r.sql)
    }

    #[test]
    fn sqlite_runs_it_and_is_still_put_right() {
        for (sql, after) in [
            ("SELECT 'No. ' + id FROM orders", "SELECT 'No. ' || id FROM orders"),
            (
                "SELECT name + country + ' - ' + since FROM customers WHERE name + ' x' = 'Ada x'",
                "SELECT name || country || ' - ' || since FROM customers WHERE name || ' x' = 'Ada x'",
            ),
            (
                "SELECT t.n + ' (' + (t.id + 1) + ')' FROM (SELECT name AS n, id FROM customers) AS t",
                "SELECT t.n || ' (' || (t.id + 1) || ')' FROM (SELECT name AS n, id FROM customers) AS t",
            ),
        ] {
            assert_eq!(ran(sql, Dialect::Sqlite).as_deref(), Some(after));
            assert_eq!(ran(after, Dialect::Sqlite), None);
        }
    }

    #[test]
    fn what_may_be_a_sum_stays_one() {
        for sql in [
            "SELECT name + country FROM customers",
            "SELECT total + '5' FROM orders",
            "SELECT total + ' -1.5 ' FROM orders",
            "SELECT total + '' FROM orders",
            "SELECT placed_at + '1 day' FROM orders",
            "SELECT name || ', ' || country, 1 + id FROM customers",
        ] {
            assert_eq!(ran(sql, Dialect::Sqlite), None, "{sql}");
        }
        assert_eq!(ran("SELECT name + ', ' FROM customers", Dialect::Duckdb), None);
    }
}
