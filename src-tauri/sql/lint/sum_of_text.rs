//! `SELECT SUM(name) FROM customers`

use askwell_contract::run::Finding;
use askwell_contract::TypeKind;

use super::{call, each_expr, Facts, Rule};

pub const RULE: Rule = Rule {
    name: "sum_of_text",
    about: "Texts, days and yes-or-no cannot be added up or averaged.",
    bad: "SELECT AVG(name) FROM customers",
    good: "SELECT AVG(total) FROM orders",
    check,
};

fn check(facts: &Facts<'_>) -> Vec<Finding> {
    let mut out = Vec::new();
    each_expr(facts.query, |expr| {
        let Some((name, args)) = call(expr) else { return };
        let ([measure], "sum" | "avg" | "total") = (args.as_slice(), name.as_str()) else {
            return;
        };
        let Some((table, column)) = facts.names.column_of(measure) else {
            return;
        };
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
