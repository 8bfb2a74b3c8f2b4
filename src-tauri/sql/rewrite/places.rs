//! The places of a statement at which a rule may change something: its queries, then the branches of its unions.
//!
//! In: a statement and the number of a place. Out: the query there, to be changed; a branch is a query of its own for that
//! long. Deliberately absent: any rule.

use std::ops::ControlFlow;

use sqlparser::ast::{Query, SetExpr, VisitorMut};

use crate::tree;

/// How many queries and how many branches.
pub fn count(query: &Query) -> (usize, usize) {
    struct Count(usize, usize);
    impl VisitorMut for Count {
        type Break = ();
        fn pre_visit_query(&mut self, query: &mut Query) -> ControlFlow<()> {
            self.0 += 1;
            self.1 += branches(&mut query.body).len();
            ControlFlow::Continue(())
        }
    }
    let mut count = Count(0, 0);
    tree::change(&mut query.clone(), &mut count);
    (count.0, count.1)
}

/// Hands the query at a place to `with`.
pub fn change(query: &mut Query, at: usize, with: &mut dyn FnMut(&mut Query)) {
    let (queries, _) = count(query);
    let mut walk = match at.checked_sub(queries) {
        None => Walk {
            queries: Some(at),
            branches: None,
            with,
        },
        branch => Walk {
            queries: None,
            branches: branch,
            with,
        },
    };
    tree::change(query, &mut walk);
}

struct Walk<'a> {
    /// Those still to be passed by.
    queries: Option<usize>,
    branches: Option<usize>,
    with: &'a mut dyn FnMut(&mut Query),
}

impl VisitorMut for Walk<'_> {
    type Break = ();
    fn pre_visit_query(&mut self, query: &mut Query) -> ControlFlow<()> {
        match (&mut self.queries, &mut self.branches) {
            (Some(0), _) => {
                (self.with)(query);
                return ControlFlow::Break(());
            }
            (Some(left), _) => *left -= 1,
            (None, Some(left)) => {
                let mut all = branches(&mut query.body);
                let number = all.len();
                if let Some(branch) = all.get_mut(*left) {
                    by_itself(branch, self.with);
                    return ControlFlow::Break(());
                }
                *left -= number;
            }
            (None, None) => return ControlFlow::Break(()),
        }
        ControlFlow::Continue(())
    }
}

/// The SELECTs that stand in a union, an intersection or a difference without parentheses.
fn branches(body: &mut SetExpr) -> Vec<&mut SetExpr> {
    fn within<'a>(body: &'a mut SetExpr, all: &mut Vec<&'a mut SetExpr>) {
        match body {
            SetExpr::SetOperation { left, right, .. } => {
                within(left, all);
                within(right, all);
            }
            SetExpr::Select(_) => all.push(body),
            _ => {}
        }
    }
    let mut all = Vec::new();
    if matches!(body, SetExpr::SetOperation { .. }) {
        within(body, &mut all);
    }
    all
}

fn by_itself(branch: &mut SetExpr, with: &mut dyn FnMut(&mut Query)) {
    let nothing = SetExpr::Values(sqlparser::ast::Values {
        explicit_row: false,
        value_keyword: false,
        rows: Vec::new(),
    });
    let mut query = Query {
        with: None,
        body: Box::new(std::mem::replace(branch, nothing)),
        order_by: None,
        limit_clause: None,
        fetch: None,
        locks: Vec::new(),
        for_clause: None,
        settings: None,
        format_clause: None,
        pipe_operators: Vec::new(),
    };
    with(&mut query);
    // With a name of its own, an order or several branches it has to stand between parentheses.
    let plain = query.with.is_none() && query.order_by.is_none() && query.limit_clause.is_none();
    *branch = match *query.body {
        SetExpr::Select(select) if plain => SetExpr::Select(select),
        body => SetExpr::Query(Box::new(Query {
            body: Box::new(body),
            ..query
        })),
    };
}
