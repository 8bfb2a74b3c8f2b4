//! `WHERE active = 1` in PostgreSQL

use askwell_contract::{Dialect, TypeKind};
use sqlparser::ast::{BinaryOperator, Expr, Query, Value};

use super::{each_expr, Habit, Scene};
use crate::scope;

pub const HABIT: Habit = Habit {
    name: "boolean_number",
    examples: &[(
        Dialect::Postgres,
        "SELECT COUNT(*) FROM customers WHERE active = 1",
        "SELECT COUNT(*) FROM customers WHERE active = true",
    )],
    safe: "PostgreSQL refuses to compare yes or no with a number; 1 stands for yes and 0 for no.",
    rewrite,
};

fn rewrite(query: &mut Query, scene: &Scene<'_>) -> Vec<String> {
    if scene.dialect != Dialect::Postgres {
        return Vec::new();
    }
    let before = query.clone();
    let names = scope::names(&before, scene.catalog);
    each_expr(query, |old| {
        let Expr::BinaryOp { left, op, right } = old else {
            return None;
        };
        let (_, column) = names.column_of(left)?;
        let Expr::Value(value) = &**right else { return None };
        let yes = match &value.value {
            Value::Number(n, _) if n == "1" => true,
            Value::Number(n, _) if n == "0" => false,
            _ => return None,
        };
        let compares = matches!(op, BinaryOperator::Eq | BinaryOperator::NotEq);
        (compares && column.kind == TypeKind::Boolean).then(|| {
            let new = Expr::BinaryOp {
                left: left.clone(),
                op: op.clone(),
                right: Box::new(Expr::Value(Value::Boolean(yes).with_span(value.span))),
            };
            (new.clone(), format!("{old} is written {new} here."))
        })
    })
}
