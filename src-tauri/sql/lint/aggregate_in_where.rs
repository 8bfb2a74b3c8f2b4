//! `WHERE COUNT(*) > 1`

use askwell_contract::run::Finding;
use sqlparser::ast::{Expr, Query, Visitor};
use std::ops::ControlFlow;

use super::{each_select, Facts, Rule};
use crate::features::is_aggregate;
use crate::tree;

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
        let mut found = Aggregates {
            depth: 0,
            names: Vec::new(),
        };
        let _ = tree::read(&select.selection, &mut found);
        if let Some(name) = found.names.first() {
            let message = format!("{name} stands in WHERE, which looks at single rows.");
            out.push(Finding {
                hint: Some("Conditions on groups belong into HAVING.".to_string()),
                ..Finding::error(RULE.name, message)
            });
        }
    });
    out
}

/// Aggregates outside subqueries.
struct Aggregates {
    depth: usize,
    names: Vec<String>,
}

impl Visitor for Aggregates {
    type Break = ();
    fn pre_visit_query(&mut self, _: &Query) -> ControlFlow<()> {
        self.depth += 1;
        ControlFlow::Continue(())
    }
    fn post_visit_query(&mut self, _: &Query) -> ControlFlow<()> {
        self.depth -= 1;
        ControlFlow::Continue(())
    }
    fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<()> {
        if let (0, Expr::Function(f)) = (self.depth, expr) {
            if is_aggregate(f) {
                self.names.push(f.to_string());
            }
        }
        ControlFlow::Continue(())
    }
}
