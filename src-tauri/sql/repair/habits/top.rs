//! `SELECT TOP 5 name FROM customers`

use askwell_contract::Dialect;
use sqlparser::ast::{LimitClause, Query, SetExpr, TopQuantity};

use super::{made, Habit, Scene};

pub const HABIT: Habit = Habit {
    name: "top",
    examples: &[(
        Dialect::Sqlite,
        "SELECT TOP 5 name FROM customers ORDER BY name",
        "SELECT name FROM customers ORDER BY name LIMIT 5",
    )],
    safe: "None of the three engines has TOP; LIMIT at the end means the same.",
    rewrite,
};

fn rewrite(query: &mut Query, _: &Scene<'_>) -> Vec<String> {
    let mut said = Vec::new();
    for_each(query, &mut |query| {
        let SetExpr::Select(select) = query.body.as_mut() else {
            return;
        };
        let Some(top) = &select.top else { return };
        let quantity = match &top.quantity {
            Some(TopQuantity::Constant(n)) => made(&n.to_string()),
            Some(TopQuantity::Expr(expr)) => Some(expr.clone()),
            None => None,
        };
        // A share of the rows, or all that tie with the last, is not what LIMIT does.
        if top.percent || top.with_ties || query.limit_clause.is_some() {
            return;
        }
        if let Some(limit) = quantity {
            said.push(format!("TOP {limit} is written LIMIT {limit} at the end here."));
            select.top = None;
            query.limit_clause = Some(LimitClause::LimitOffset {
                limit: Some(limit),
                offset: None,
                limit_by: Vec::new(),
            });
        }
    });
    said
}

/// The query and every query inside it.
pub fn for_each(query: &mut Query, f: &mut dyn FnMut(&mut Query)) {
    use std::ops::ControlFlow;

    use sqlparser::ast::VisitorMut;

    struct Each<'f>(&'f mut dyn FnMut(&mut Query));
    impl VisitorMut for Each<'_> {
        type Break = ();
        fn pre_visit_query(&mut self, query: &mut Query) -> ControlFlow<()> {
            (self.0)(query);
            ControlFlow::Continue(())
        }
    }
    crate::tree::change(query, &mut Each(f));
}
