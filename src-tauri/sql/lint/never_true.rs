//! `WHERE country = 'France' AND country = 'Germany'`

use askwell_contract::run::Finding;
use sqlparser::ast::{BinaryOperator, Expr, Value};

use super::{each_select, Facts, Rule};

pub const RULE: Rule = Rule {
    name: "never_true",
    about: "One column of one row cannot be two different values at once.",
    bad: "SELECT name FROM customers WHERE country = 'France' AND country = 'Germany'",
    good: "SELECT name FROM customers WHERE country = 'France' OR country = 'Germany'",
    check,
};

fn check(facts: &Facts<'_>) -> Vec<Finding> {
    let mut out = Vec::new();
    each_select(facts.query, |select| {
        let mut demanded: Vec<(String, &str)> = Vec::new();
        let mut stack: Vec<&Expr> = select.selection.iter().collect();
        while let Some(expr) = stack.pop() {
            match expr {
                Expr::Nested(inner) => stack.push(inner),
                Expr::BinaryOp {
                    left,
                    op: BinaryOperator::And,
                    right,
                } => stack.extend([&**right, &**left]),
                Expr::BinaryOp {
                    left,
                    op: BinaryOperator::Eq,
                    right,
                } => {
                    let Expr::Value(value) = &**right else { continue };
                    let (Value::SingleQuotedString(text) | Value::Number(text, _)) = &value.value else {
                        continue;
                    };
                    if facts.names.column_of(left).is_none() {
                        continue;
                    }
                    let column = left.to_string().to_lowercase();
                    if demanded.iter().any(|(c, t)| *c == column && t != text) {
                        out.push(Finding::warning(
                            RULE.name,
                            format!("{left} would have to be two different values at once, so no row is found."),
                        ));
                    }
                    demanded.push((column, text));
                }
                _ => {}
            }
        }
    });
    out
}
