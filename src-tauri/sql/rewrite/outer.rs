//! What the outermost ORDER BY and LIMIT ask for, and the same statement with others.
//!
//! In: a query. Out: places of outputs, queries. Deliberately absent: inner limits, which `settled` refuses.

use sqlparser::ast::{Expr, Ident, LimitClause, Query, SetExpr, Value};

use super::shape;

/// The outputs that rows are ordered by, and whether something that is not shown is among what they are ordered by.
pub fn order_keys(query: &Query) -> (Vec<usize>, bool) {
    if query.order_by.is_none() {
        return (Vec::new(), false);
    }
    let Some(by) = shape::order(query) else {
        return (Vec::new(), true);
    };
    let outputs = first(&query.body).and_then(shape::outputs).unwrap_or_default();
    let place = |expr: &Expr| match expr {
        Expr::Value(value) => match &value.value {
            Value::Number(text, _) => text.parse::<usize>().ok().and_then(|n| n.checked_sub(1)),
            _ => None,
        },
        Expr::Identifier(name) => outputs.iter().position(|(expr, n)| {
            let named = n.as_ref().is_some_and(|n| n.value.eq_ignore_ascii_case(&name.value));
            named || matches!(expr, Expr::Identifier(i) if i.value.eq_ignore_ascii_case(&name.value))
        }),
        other => outputs.iter().position(|(expr, _)| expr == other),
    };
    let places: Vec<Option<usize>> = by.iter().map(|o| place(&o.expr)).collect();
    let hidden = places.iter().any(Option::is_none);
    (places.into_iter().flatten().collect(), hidden)
}

/// The query with its hidden sort keys among the outputs, and how many these are: rows that are equal in all outputs may
/// then come in any order. `None`: no key is hidden, or a further output would change the rows.
pub fn with_order_shown(query: &Query) -> Option<(Query, usize)> {
    let by = shape::order(query)?;
    let SetExpr::Select(select) = query.body.as_ref() else {
        return None;
    };
    let outputs = shape::outputs(select)?;
    if select.distinct.is_some() || !order_keys(query).1 {
        return None;
    }
    let is_output = |name: &Ident| {
        let named = |n: &Option<Ident>| n.as_ref().is_some_and(|n| n.value.eq_ignore_ascii_case(&name.value));
        outputs
            .iter()
            .any(|(expr, n)| named(n) && !matches!(expr, Expr::Identifier(_)))
    };
    let hidden = |expr: &&Expr| match expr {
        Expr::Value(_) => false,
        Expr::Identifier(name) => !outputs.iter().any(|(e, n)| e == *expr || n.as_ref() == Some(name)),
        other => !outputs.iter().any(|(e, _)| e == *other),
    };
    let hidden: Vec<&Expr> = by.iter().map(|o| &o.expr).filter(hidden).collect();
    if hidden
        .iter()
        .any(|expr| shape::names_within(*expr).iter().any(is_output))
    {
        return None;
    }
    let mut done = query.clone();
    if let SetExpr::Select(select) = done.body.as_mut() {
        let shown = hidden.iter().enumerate();
        let shown = shown.map(|(at, expr)| shape::named((*expr).clone(), &format!("order_by_{at}")));
        select.projection.extend(shown);
    }
    (!order_keys(&done).1).then_some((done, hidden.len()))
}

fn first(body: &SetExpr) -> Option<&sqlparser::ast::Select> {
    match body {
        SetExpr::Select(select) => Some(select),
        SetExpr::SetOperation { left, .. } => first(left),
        SetExpr::Query(query) => first(&query.body),
        _ => None,
    }
}

pub fn is_limited(query: &Query) -> bool {
    query.limit_clause.is_some() || query.fetch.is_some()
}

pub fn without_limit(query: &Query) -> Query {
    let mut done = query.clone();
    done.limit_clause = None;
    done.fetch = None;
    done
}

/// The same with a smaller LIMIT, so that a few rows reach it.
pub fn with_smaller_limit(query: &Query, rows: u32) -> Query {
    let mut done = query.clone();
    if let Some(LimitClause::LimitOffset { limit: Some(limit), .. }) = &mut done.limit_clause {
        if limit.to_string().parse::<u32>().is_ok_and(|n| n > rows) {
            *limit = Expr::value(Value::Number(rows.to_string(), false));
        }
    }
    done
}
