//! `SELECT id FROM customers JOIN orders ON ...`

use askwell_contract::run::Finding;

use super::{Facts, Rule};
use crate::scope::Meaning;

pub const RULE: Rule = Rule {
    name: "ambiguous_column",
    about: "Several tables of the query have a column of that name.",
    bad: "SELECT id FROM customers JOIN orders ON orders.customer_id = customers.id",
    good: "SELECT customers.id FROM customers JOIN orders ON orders.customer_id = customers.id",
    check,
};

fn check(facts: &Facts<'_>) -> Vec<Finding> {
    let mut out: Vec<Finding> = Vec::new();
    for used in &facts.names.uses {
        // USING and NATURAL joins merge the columns; where they occur the engine decides.
        let merged = facts.query.to_string().contains(" USING(") || facts.query.to_string().contains("NATURAL ");
        if let (Meaning::Ambiguous(tables), false) = (&used.meaning, merged) {
            let names: Vec<&str> = tables.iter().map(|t| t.name.as_str()).collect();
            let finding = Finding::error(
                RULE.name,
                format!("{} could be a column of {}.", used.name, names.join(" or ")),
            );
            if !out.contains(&finding) {
                out.push(finding);
            }
        }
    }
    out
}
