//! `WHERE a = 1 AND b = 2 OR c = 3`

use askwell_contract::run::{Finding, Severity};
use sqlparser::ast::{BinaryOperator, Expr};

use super::{each_expr, Facts, Rule};

pub const RULE: Rule = Rule {
    name: "mixed_and_or",
    about: "AND binds before OR, so a list of both without brackets is easily read in another way than it runs.",
    bad: "SELECT name FROM customers WHERE country = 'France' OR country = 'Germany' AND since > '2020-01-01'",
    good: "SELECT name FROM customers WHERE (country = 'France' OR country = 'Germany') AND since > '2020-01-01'",
    check,
};

fn check(facts: &Facts<'_>) -> Vec<Finding> {
    let mut out = Vec::new();
    each_expr(facts.query, |expr| {
        let Expr::BinaryOp {
            left,
            op: BinaryOperator::Or,
            right,
        } = expr
        else {
            return;
        };
        let and = |e: &Expr| {
            matches!(
                e,
                Expr::BinaryOp {
                    op: BinaryOperator::And,
                    ..
                }
            )
        };
        if and(left) || and(right) {
            out.push(Finding {
                severity: Severity::Note,
                ..Finding::warning(
                    RULE.name,
                    "AND and OR stand side by side without brackets; AND is applied first.",
                )
            });
        }
    });
    out
}
