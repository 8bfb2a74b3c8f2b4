//! `SELECT SUM(name) FROM customers`

use askwell_contract::run::Finding;
use askwell_contract::TypeKind;

use super::{each_measure, Facts, Rule};

pub const RULE: Rule = Rule {
    name: "sum_of_text",
    about: "Texts, days and yes-or-no cannot be added up or averaged.",
    bad: "SELECT AVG(name) FROM customers",
    good: "SELECT AVG(total) FROM orders",
    check,
};

fn check(facts: &Facts<'_>) -> Vec<Finding> {
    let mut out = Vec::new();
    each_measure(facts.query, facts, |table, column| {
        if matches!(
            column.kind,
            TypeKind::Text | TypeKind::Date | TypeKind::Timestamp | TypeKind::Blob
        ) {
            out.push(Finding::warning(
                RULE.name,
                format!(
                    "{}.{} holds no numbers that could be added up.",
                    table.name, column.name
                ),
            ));
        }
    });
    out
}
