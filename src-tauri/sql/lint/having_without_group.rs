//! `SELECT name FROM customers HAVING name = 'x'`

use askwell_contract::run::Finding;

use super::{each_select, Facts, Rule};
use crate::features::grouped;
use crate::grouping;

pub const RULE: Rule = Rule {
    name: "having_without_group",
    about: "HAVING is a condition on groups, and the query makes none.",
    bad: "SELECT name FROM customers HAVING name = 'x'",
    good: "SELECT name FROM customers WHERE name = 'x'",
    check,
};

fn check(facts: &Facts<'_>) -> Vec<Finding> {
    let mut out = Vec::new();
    each_select(facts.query, |select| {
        if select.having.is_some() && !grouped(select) && grouping::of(select, facts.names).aggregates.is_empty() {
            out.push(Finding::warning(RULE.name, "HAVING is used without GROUP BY."));
        }
    });
    out
}
