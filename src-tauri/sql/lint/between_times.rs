//! `WHERE placed_at BETWEEN '2024-01-01' AND '2024-01-31'`

use askwell_contract::run::Finding;
use askwell_contract::TypeKind;
use sqlparser::ast::{Expr, Value};

use super::{each_expr, Facts, Rule};

pub const RULE: Rule = Rule {
    name: "between_times",
    about: "BETWEEN two days on a column with a time of day leaves out the last day after midnight.",
    bad: "SELECT COUNT(*) FROM orders WHERE placed_at BETWEEN '2024-01-01' AND '2024-01-31'",
    good: "SELECT COUNT(*) FROM orders WHERE placed_at >= '2024-01-01' AND placed_at < '2024-02-01'",
    check,
};

fn check(facts: &Facts<'_>) -> Vec<Finding> {
    let mut out = Vec::new();
    each_expr(facts.query, |expr| {
        let Expr::Between { expr, high, .. } = expr else { return };
        let Some((table, column)) = facts.names.column_of(expr) else {
            return;
        };
        if let (TypeKind::Timestamp, Some(day)) = (column.kind, day(high)) {
            out.push(Finding::warning(
                RULE.name,
                format!(
                    "{}.{} has a time of day: what happened on {day} after midnight is left out.",
                    table.name, column.name
                ),
            ));
        }
    });
    out
}

/// The text of a literal that is a day without a time.
fn day(expr: &Expr) -> Option<&str> {
    let value = match expr {
        Expr::Value(value) => &value.value,
        Expr::TypedString(typed) => &typed.value.value,
        _ => return None,
    };
    match value {
        Value::SingleQuotedString(text) if text.trim().len() == 10 => Some(text),
        _ => None,
    }
}
