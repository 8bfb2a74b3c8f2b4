//! `ROW_NUMBER() OVER (PARTITION BY country)`

use askwell_contract::run::Finding;
use sqlparser::ast::{Expr, WindowType};

use super::{call, each_expr, Facts, Rule};

pub const RULE: Rule = Rule {
    name: "window_without_order",
    about: "A rank or a neighbour means nothing while the rows have no order.",
    bad: "SELECT name, ROW_NUMBER() OVER (PARTITION BY country) FROM customers",
    good: "SELECT name, ROW_NUMBER() OVER (PARTITION BY country ORDER BY since) FROM customers",
    check,
};

/// Window functions whose result hangs on the order of the rows.
const ORDERED: [&str; 8] = [
    "row_number",
    "rank",
    "dense_rank",
    "lag",
    "lead",
    "first_value",
    "last_value",
    "ntile",
];

fn check(facts: &Facts<'_>) -> Vec<Finding> {
    let mut out = Vec::new();
    each_expr(facts.query, |expr| {
        let (Expr::Function(function), Some((name, _))) = (expr, call(expr)) else {
            return;
        };
        let Some(WindowType::WindowSpec(over)) = &function.over else {
            return;
        };
        if ORDERED.contains(&name.as_str()) && over.order_by.is_empty() && over.window_name.is_none() {
            out.push(Finding::warning(
                RULE.name,
                format!("{} has no order of rows to go by.", name.to_uppercase()),
            ));
        }
    });
    out
}
