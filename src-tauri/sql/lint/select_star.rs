//! `SELECT * FROM customers`

use askwell_contract::run::Finding;

use super::{Facts, Rule};
use crate::features;

pub const RULE: Rule = Rule {
    name: "select_star",
    about: "SELECT * shows every column, and an answer needs only some.",
    bad: "SELECT * FROM customers",
    good: "SELECT id, name FROM customers",
    check,
};

fn check(facts: &Facts<'_>) -> Vec<Finding> {
    if features::of_query(facts.query).wildcard {
        return vec![Finding::warning(RULE.name, "Every column is shown, needed or not.")];
    }
    Vec::new()
}
