//! `FROM custmers`

use askwell_contract::run::Finding;

use super::{Facts, Rule};
use crate::near;

pub const RULE: Rule = Rule {
    name: "unknown_table",
    about: "The database has no such table.",
    bad: "SELECT COUNT(*) FROM custmers",
    good: "SELECT COUNT(*) FROM customers",
    check,
};

fn check(facts: &Facts<'_>) -> Vec<Finding> {
    let wrong = facts.names.relations.iter().filter(|r| !r.known);
    wrong
        .map(|r| Finding {
            hint: near::nearest(&r.name, facts.catalog.tables.iter().map(|t| (t.name.as_str(), t)))
                .map(|(t, _)| format!("The nearest name is {}.", t.name)),
            ..Finding::error(RULE.name, format!("There is no table {}.", r.name))
        })
        .collect()
}
