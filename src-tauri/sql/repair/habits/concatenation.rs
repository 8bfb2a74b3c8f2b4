//! `name + ', ' + country`

use askwell_contract::{Dialect, TypeKind};
use sqlparser::ast::{BinaryOperator, Expr, Query, Value};

use super::{each_expr, Habit, Scene};
use crate::scope;

pub const HABIT: Habit = Habit {
    name: "concatenation",
    examples: &[(
        Dialect::Sqlite,
        "SELECT name + ', ' + country FROM customers",
        "SELECT name || ', ' || country FROM customers",
    )],
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
    each_expr(query, |expr| match expr {
        Expr::BinaryOp {
            left,
            op: BinaryOperator::Plus,
            right,
        } if text(left) && text(right) => {
            let new = Expr::BinaryOp {
                left: left.clone(),
                op: BinaryOperator::StringConcat,
                right: right.clone(),
            };
            Some((new, "Texts are put together with || here.".to_string()))
        }
        _ => None,
    })
}
