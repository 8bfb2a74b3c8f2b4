//! `SELECT SUM(customer_id) FROM orders`

use askwell_contract::run::Finding;

use super::{each_measure, Facts, Rule};

pub const RULE: Rule = Rule {
    name: "sum_of_key",
    about: "A number that only names a row means nothing when it is added up or averaged.",
    bad: "SELECT SUM(customer_id) FROM orders",
    good: "SELECT COUNT(customer_id) FROM orders",
    check,
};

fn check(facts: &Facts<'_>) -> Vec<Finding> {
    let mut out = Vec::new();
    each_measure(facts.query, facts, |table, column| {
        let is = |c: &String| c.eq_ignore_ascii_case(&column.name);
        let key = table.primary_key.iter().any(is) || table.foreign_keys.iter().any(|k| k.columns.iter().any(is));
        if key {
            out.push(Finding::warning(
                RULE.name,
                format!(
                    "{}.{} names rows; its sum or average says nothing.",
                    table.name, column.name
                ),
            ));
        }
    });
    out
}
