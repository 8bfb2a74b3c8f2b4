//! `SELECT DISTINCT country, COUNT(*) FROM customers GROUP BY country`

use askwell_contract::run::{Finding, Severity};
use sqlparser::ast::Distinct;

use super::{each_select, Facts, Rule};
use crate::features::grouped;

pub const RULE: Rule = Rule {
    name: "distinct_beside_group",
    about: "GROUP BY gives each group once already; DISTINCT beside it hides groups that look alike.",
    bad: "SELECT DISTINCT COUNT(*) FROM customers GROUP BY country",
    good: "SELECT COUNT(*) FROM customers GROUP BY country",
    check,
};

fn check(facts: &Facts<'_>) -> Vec<Finding> {
    let mut out = Vec::new();
    each_select(facts.query, |select| {
        if matches!(select.distinct, Some(Distinct::Distinct)) && grouped(select) {
            out.push(Finding {
                severity: Severity::Note,
                ..Finding::warning(
                    RULE.name,
                    "DISTINCT after GROUP BY leaves out groups with the same figures.",
                )
            });
        }
    });
    out
}
