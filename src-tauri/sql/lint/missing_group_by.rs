//! `SELECT country, COUNT(*) FROM customers`

use askwell_contract::run::Finding;
use askwell_contract::Dialect;

use super::{each_select, Facts, Rule};
use crate::grouping;

pub const RULE: Rule = Rule {
    name: "missing_group_by",
    about: "A column beside an aggregate is not grouped by, so its value would be arbitrary.",
    bad: "SELECT country, COUNT(*) FROM customers",
    good: "SELECT country, COUNT(*) FROM customers GROUP BY country",
    check,
};

fn check(facts: &Facts<'_>) -> Vec<Finding> {
    let mut out = Vec::new();
    each_select(facts.query, |select| {
        let grouping = grouping::of(select, facts.names);
        if grouping.missing.is_empty() {
            return;
        }
        let columns: Vec<String> = grouping.missing.iter().map(ToString::to_string).collect();
        let message = format!(
            "{} stands beside an aggregate but is not grouped by.",
            columns.join(", ")
        );
        // SQLite promises the row of the extreme for a single MIN or MAX.
        let extreme = matches!(grouping.aggregates.as_slice(), [one] if one == "min" || one == "max");
        out.push(if facts.dialect == Dialect::Sqlite && extreme {
            Finding::warning(RULE.name, message)
        } else {
            Finding::error(RULE.name, message)
        });
    });
    out
}
