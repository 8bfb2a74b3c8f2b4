//! `EXTRACT(DAY FROM (a - b))` of two dates in PostgreSQL

use askwell_contract::{Dialect, TypeKind};
use sqlparser::ast::{BinaryOperator, DateTimeField, Expr, Query};

use super::{each_expr, Habit, Scene};
use crate::scope;

pub const HABIT: Habit = Habit {
    name: "extract_days",
    examples: &[(
        Dialect::Postgres,
        "SELECT EXTRACT(DAY FROM (since - DATE '2024-01-01')) FROM customers",
        "SELECT (since - DATE '2024-01-01') FROM customers",
    )],
    safe: "In PostgreSQL one date taken from another is a number of days already, and a number has no days in it.",
    rewrite,
};

fn rewrite(query: &mut Query, scene: &Scene<'_>) -> Vec<String> {
    if scene.dialect != Dialect::Postgres {
        return Vec::new();
    }
    let before = query.clone();
    let names = scope::names(&before, scene.catalog);
    let date = |e: &Expr| {
        let literal = e.to_string().to_uppercase();
        literal == "CURRENT_DATE"
            || literal.starts_with("DATE '")
            || (literal.starts_with("CAST(") && literal.ends_with(" AS DATE)"))
            || literal.ends_with("::DATE")
            || names.column_of(e).is_some_and(|(_, c)| c.kind == TypeKind::Date)
    };
    each_expr(query, |expr| {
        let Expr::Extract {
            field: DateTimeField::Day | DateTimeField::Days,
            expr: inner,
            ..
        } = expr
        else {
            return None;
        };
        let bare = match &**inner {
            Expr::Nested(bare) => bare,
            bare => bare,
        };
        let Expr::BinaryOp {
            left,
            op: BinaryOperator::Minus,
            right,
        } = bare
        else {
            return None;
        };
        let why = "One date taken from another is a number of days already.".to_string();
        (date(left) && date(right)).then(|| (Expr::Nested(Box::new(bare.clone())), why))
    })
}
