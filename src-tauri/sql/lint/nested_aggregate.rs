//! `SELECT MAX(COUNT(*)) FROM orders GROUP BY customer_id`

use askwell_contract::run::Finding;
use sqlparser::ast::{Expr, FunctionArgumentList, FunctionArguments};

use super::{aggregates, each_expr, Facts, Rule};
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
            // What a subquery works out has been worked out before.
            if let Some(inner) = aggregates(arg).last() {
                out.push(Finding::error(
                    RULE.name,
                    format!("{inner} stands inside another aggregate; it has to be worked out in a subquery first."),
                ));
            }
        }
    });
    out
}
