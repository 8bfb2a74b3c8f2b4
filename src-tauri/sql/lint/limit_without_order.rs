//! `SELECT name FROM customers LIMIT 5`

use askwell_contract::run::Finding;

use super::{Facts, Rule};
use crate::features;

pub const RULE: Rule = Rule {
    name: "limit_without_order",
    about: "LIMIT without ORDER BY gives some rows, and perhaps others the next time.",
    bad: "SELECT name FROM customers LIMIT 5",
    good: "SELECT name FROM customers ORDER BY name LIMIT 5",
    check,
};

fn check(facts: &Facts<'_>) -> Vec<Finding> {
    let f = features::of_query(facts.query);
    let one_row = !f.aggregates.is_empty() && !f.group_by && !f.set_operation;
    if f.limit.is_some() && !f.order_by && !one_row {
        return vec![Finding::warning(
            RULE.name,
            "LIMIT without ORDER BY: which rows come is left to chance.",
        )];
    }
    Vec::new()
}
