//! `WHERE COUNT(*) > 1`

use askwell_contract::run::Finding;

use super::{aggregates, each_select, Facts, Rule};

pub const RULE: Rule = Rule {
    name: "aggregate_in_where",
    about: "WHERE looks at single rows; a condition on an aggregate belongs into HAVING.",
    bad: "SELECT country FROM customers WHERE COUNT(*) > 1 GROUP BY country",
    good: "SELECT country FROM customers GROUP BY country HAVING COUNT(*) > 1",
    check,
};

fn check(facts: &Facts<'_>) -> Vec<Finding> {
    let mut out = Vec::new();
    each_select(facts.query, |select| {
        if let Some(name) = aggregates(&select.selection).first() {
            let message = format!("{name} stands in WHERE, which looks at single rows.");
            out.push(Finding {
                hint: Some("Conditions on groups belong into HAVING.".to_string()),
                ..Finding::error(RULE.name, message)
            });
        }
    });
    out
}
