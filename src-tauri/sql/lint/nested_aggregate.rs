//! `SELECT MAX(COUNT(*)) FROM orders GROUP BY customer_id`

use std::ops::ControlFlow;

use askwell_contract::run::Finding;
use sqlparser::ast::{Expr, FunctionArgumentList, FunctionArguments, Query, Visit, Visitor};

use super::{each_expr, Facts, Rule};
use crate::features::is_aggregate;

pub const RULE: Rule = Rule {
    name: "nested_aggregate",
    about: "An aggregate of an aggregate needs a subquery between the two.",
    bad: "SELECT MAX(COUNT(*)) FROM orders GROUP BY customer_id",
    good: "SELECT MAX(n) FROM (SELECT COUNT(*) AS n FROM orders GROUP BY customer_id) AS counts",
    check,
};

fn check(facts: &Facts<'_>) -> Vec<Finding> {
    let mut out = Vec::new();
    each_expr(facts.query, |expr| {
        let Expr::Function(outer) = expr else { return };
        let FunctionArguments::List(FunctionArgumentList { args, .. }) = &outer.args else {
            return;
        };
        if !is_aggregate(outer) {
            return;
        }
        for arg in args {
            let mut inside = Inside::default();
            let _ = arg.visit(&mut inside);
            if let Some(inner) = inside.found {
                out.push(Finding::error(
                    RULE.name,
                    format!("{inner} stands inside another aggregate; it has to be worked out in a subquery first."),
                ));
            }
        }
    });
    out
}

/// An aggregate of the same query; what a subquery works out has been worked out before.
#[derive(Default)]
struct Inside {
    queries: usize,
    found: Option<String>,
}

impl Visitor for Inside {
    type Break = ();

    fn pre_visit_query(&mut self, _: &Query) -> ControlFlow<()> {
        self.queries += 1;
        ControlFlow::Continue(())
    }

    fn post_visit_query(&mut self, _: &Query) -> ControlFlow<()> {
        self.queries -= 1;
        ControlFlow::Continue(())
    }

    fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<()> {
        match expr {
            Expr::Function(f) if self.queries == 0 && is_aggregate(f) => self.found = Some(f.to_string()),
            _ => {}
        }
        ControlFlow::Continue(())
    }
}
