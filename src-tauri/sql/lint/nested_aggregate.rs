//! `SELECT MAX(COUNT(*)) FROM orders GROUP BY customer_id`

use askwell_contract::run::Finding;
use sqlparser::ast::{Expr, FunctionArgumentList, FunctionArguments};

use super::{each_expr, Facts, Rule};
use crate::features::is_aggregate;

pub const RULE: Rule = Rule {
    name: "nested_aggregate",
    about: "An aggregate of an aggregate needs a subquery between the two.",
    bad: "SELECT MAX(COUNT(*)) FROM orders GROUP BY customer_id",
    good: "SELECT MAX(n) FROM (SELECT COUNT(*) AS n FROM orders GROUP BY customer_id) AS counts",
    check,
};

fn check(facts: &Facts<'_>) -> Vec<Finding> {
    let mut out = Vec::new();
    each_expr(facts.query, |expr| {
        let Expr::Function(outer) = expr else { return };
        let FunctionArguments::List(FunctionArgumentList { args, .. }) = &outer.args else {
            return;
        };
        if !is_aggregate(outer) {
            return;
        }
        for arg in args {
            let mut inner = None;
            each_expr(arg, |e| {
                if let Expr::Function(f) = e {
                    if is_aggregate(f) {
                        inner = Some(f.to_string());
                    }
                }
            });
            if let Some(inner) = inner {
                out.push(Finding::error(
                    RULE.name,
                    format!("{inner} stands inside another aggregate; it has to be worked out in a subquery first."),
                ));
            }
        }
    });
    out
}
