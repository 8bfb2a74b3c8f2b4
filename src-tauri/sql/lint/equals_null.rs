//! `WHERE country = NULL`

use askwell_contract::run::Finding;
use sqlparser::ast::{BinaryOperator, Expr, Value};

use super::{each_expr, Facts, Rule};

pub const RULE: Rule = Rule {
    name: "equals_null",
    about: "Nothing is equal to NULL, not even NULL; IS NULL is meant.",
    bad: "SELECT name FROM customers WHERE country = NULL",
    good: "SELECT name FROM customers WHERE country IS NULL",
    check,
};

fn check(facts: &Facts<'_>) -> Vec<Finding> {
    let mut out = Vec::new();
    each_expr(facts.query, |expr| {
        if let Expr::BinaryOp {
            left,
            op: BinaryOperator::Eq | BinaryOperator::NotEq,
            right,
        } = expr
        {
            if is_null(left) || is_null(right) {
                out.push(Finding::warning(RULE.name, format!("{expr} is never true.")));
            }
        }
    });
    out
}

fn is_null(expr: &Expr) -> bool {
    matches!(expr, Expr::Value(v) if v.value == Value::Null)
}
