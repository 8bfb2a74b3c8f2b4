//! Subqueries that are tied to the query around them, as several rules read them.
//!
//! In: a subquery of a qualified tree. Out: what it asks once the ties are undone, and the ties. Deliberately absent: ties
//! by anything but equality.

use sqlparser::ast::{BinaryOperator, Expr, Query, Select, SelectItem, TableFactor};

use super::shape::{self, Col};
use super::Context;

/// `(SELECT ... WHERE inner = outer AND the rest)`
pub struct Tied {
    /// With the rest alone as its conditions.
    pub select: Select,
    pub ties: Vec<Tie>,
}

#[derive(Clone)]
pub struct Tie {
    pub inner: Col,
    pub outer: Col,
    pub inner_expr: Expr,
    pub outer_expr: Expr,
}

/// At least one tie; every tie joins two plain columns of one kind. `outside`: the sources around the subquery.
pub fn tied(query: &Query, outside: &[&TableFactor], cx: &Context<'_>) -> Option<Tied> {
    if !shape::is_body_only(query) {
        return None;
    }
    let select = shape::select(query)?;
    let flat = shape::flat(select)?;
    let own = shape::aliases(&query.body);
    let (mut ties, mut rest) = (Vec::new(), Vec::new());
    for condition in flat.conditions {
        let free: Vec<Col> = shape::free(&condition);
        if free.iter().all(|(source, _)| own.contains(source)) {
            rest.push(condition);
            continue;
        }
        let Expr::BinaryOp {
            left,
            op: BinaryOperator::Eq,
            right,
        } = shape::bare(&condition)
        else {
            return None;
        };
        let (a, b) = (shape::col(left)?, shape::col(right)?);
        let (inner, inner_expr, outer, outer_expr) = if own.contains(&a.0) {
            (a, left, b, right)
        } else {
            (b, right, a, left)
        };
        let inside: Vec<&TableFactor> = flat.sources.iter().collect();
        if !own.contains(&inner.0) || own.contains(&outer.0) || !cx.alike(&inside, &inner, outside, &outer) {
            return None;
        }
        let (inner_expr, outer_expr) = (shape::bare(inner_expr).clone(), shape::bare(outer_expr).clone());
        ties.push(Tie {
            inner,
            outer,
            inner_expr,
            outer_expr,
        });
    }
    let mut select = select.clone();
    select.from = flat.sources.into_iter().map(shape::from_one).collect();
    select.selection = shape::all_of(rest);
    let mut alone = query.clone();
    alone.body = Box::new(sqlparser::ast::SetExpr::Select(Box::new(select.clone())));
    (!ties.is_empty() && shape::free(&alone).is_empty()).then_some(Tied { select, ties })
}

/// The one output.
pub fn value(select: &Select) -> Option<&Expr> {
    match select.projection.as_slice() {
        [SelectItem::UnnamedExpr(expr) | SelectItem::ExprWithAlias { expr, .. }] => Some(expr),
        _ => None,
    }
}

/// Sums up all rows and is NULL where there are none.
pub fn is_summary(expr: &Expr) -> bool {
    let target = |e: &Expr| matches!(e, Expr::Function(f) if is_sum(f));
    sums_up(expr) && shape::rejects_null(&Expr::IsNotNull(Box::new(expr.clone())), &target)
}

/// Of columns, only what stands within aggregates.
pub fn sums_up(expr: &Expr) -> bool {
    if shape::aggregates(expr).is_empty() || shape::has_window(expr) || shape::subqueries(expr) > 0 {
        return false;
    }
    let mut rest = Expr::Nested(Box::new(expr.clone()));
    shape::replace(&mut rest, &|e| match e {
        Expr::Function(f) if crate::features::is_aggregate(f) => Some(Expr::value(sqlparser::ast::Value::Null)),
        _ => None,
    });
    shape::cols(&rest).is_empty() && !shape::has_loose_name(&rest)
}

fn is_sum(function: &sqlparser::ast::Function) -> bool {
    function.over.is_none()
        && matches!(shape::function_name(function).as_str(), "sum" | "avg" | "min" | "max")
        && shape::argument(function).is_some()
}

pub fn is_count(expr: &Expr) -> bool {
    matches!(shape::bare(expr), Expr::Function(f) if f.over.is_none() && shape::function_name(f) == "count")
}

/// The tied subquery asked once for all: one row a key, called key1, key2 and so on, beside `figure`.
pub fn grouped(tied: &Tied, value: &Expr, alias: &str, cx: &Context<'_>) -> Option<TableFactor> {
    let mut select = tied.select.clone();
    let keys = tied
        .ties
        .iter()
        .enumerate()
        .map(|(i, tie)| shape::named(tie.inner_expr.clone(), &key(i)));
    select.projection = keys.chain([shape::named(value.clone(), "figure")]).collect();
    let by = tied.ties.iter().map(|tie| tie.inner_expr.clone()).collect();
    select.group_by = sqlparser::ast::GroupByExpr::Expressions(by, vec![]);
    cx.derived(&select.to_string(), alias)
}

pub fn key(at: usize) -> String {
    format!("key{}", at + 1)
}

/// `alias.key1 = outer.column` and so on.
pub fn joined(tied: &Tied, alias: &str) -> Vec<Expr> {
    let ties = tied.ties.iter().enumerate();
    ties.map(|(i, tie)| shape::equal(shape::column(alias, &key(i)), tie.outer_expr.clone()))
        .collect()
}

/// The subqueries of an expression that stand for a value.
pub fn scalars(expr: &Expr) -> Vec<Query> {
    use std::ops::ControlFlow;
    struct Scalars(usize, Vec<Query>);
    impl sqlparser::ast::Visitor for Scalars {
        type Break = ();
        fn pre_visit_query(&mut self, _: &Query) -> ControlFlow<()> {
            self.0 += 1;
            ControlFlow::Continue(())
        }
        fn post_visit_query(&mut self, _: &Query) -> ControlFlow<()> {
            self.0 -= 1;
            ControlFlow::Continue(())
        }
        fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<()> {
            if let (0, Expr::Subquery(query)) = (self.0, expr) {
                self.1.push((**query).clone());
            }
            ControlFlow::Continue(())
        }
    }
    let mut scalars = Scalars(0, Vec::new());
    let _ = crate::tree::read(expr, &mut scalars);
    scalars.1
}

/// Puts `new` in the place of a subquery that stands for a value.
pub fn put(node: &mut impl sqlparser::ast::VisitMut, old: &Query, new: &Expr) {
    shape::replace_here(node, &|e| match e {
        Expr::Subquery(query) if **query == *old => Some(new.clone()),
        _ => None,
    });
}
