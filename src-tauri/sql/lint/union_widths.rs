//! `SELECT id, name FROM customers UNION SELECT id FROM orders`

use askwell_contract::run::Finding;
use sqlparser::ast::{SelectItem, SetExpr};

use super::{Facts, Rule};

pub const RULE: Rule = Rule {
    name: "union_widths",
    about: "Two results can be put together only when they have equally many columns.",
    bad: "SELECT id, name FROM customers UNION SELECT id FROM orders",
    good: "SELECT id FROM customers UNION SELECT id FROM orders",
    check,
};

fn check(facts: &Facts<'_>) -> Vec<Finding> {
    let mut widths = Vec::new();
    collect(&facts.query.body, &mut widths);
    let mut known = widths.iter().flatten();
    let first = known.next();
    match (first, known.find(|w| Some(*w) != first)) {
        (Some(a), Some(b)) => vec![Finding::error(
            RULE.name,
            format!("The parts of the query have {a} and {b} columns, and cannot be put together."),
        )],
        _ => Vec::new(),
    }
}

fn collect(body: &SetExpr, into: &mut Vec<Option<usize>>) {
    match body {
        SetExpr::SetOperation { left, right, .. } => {
            collect(left, into);
            collect(right, into);
        }
        SetExpr::Query(inner) => collect(&inner.body, into),
        SetExpr::Select(select) => {
            let open = select
                .projection
                .iter()
                .any(|i| matches!(i, SelectItem::Wildcard(_) | SelectItem::QualifiedWildcard(..)));
            into.push((!open).then_some(select.projection.len()));
        }
        _ => into.push(None),
    }
}
