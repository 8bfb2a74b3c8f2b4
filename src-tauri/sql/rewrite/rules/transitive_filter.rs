//! A condition on one side of a join holds for the other side, too

use sqlparser::ast::{BinaryOperator, Expr, Query, TableFactor};

use super::{shape, told, Context, Rule, ALL};

pub const RULE: Rule = Rule {
    name: "transitive_filter",
    says: "A condition on one table of a join was not used for the other; now both are narrowed down.",
    before: "SELECT o.id FROM orders o, customers c WHERE c.id = o.customer_id AND c.id = 3",
    after: "SELECT o.id FROM orders o, customers c WHERE c.id = o.customer_id AND c.id = 3 AND o.customer_id = 3",
    also: &["SELECT l.product FROM orders o JOIN lines l ON l.order_id = o.id WHERE o.id BETWEEN 1 AND 3 AND l.order_id <> 2"],
    leaves: &["SELECT o.id FROM orders o, customers c WHERE c.id = o.customer_id AND c.name = 'Ada'"],
    sound: "Both columns of the inner join are equal and of one type, so what holds for one holds for the other; the new \
            condition drops no row that the old ones keep.",
    source: "Levy, Mumick and Sagiv, Query Optimization by Predicate Move-Around, VLDB 1994",
    engines: ALL,
    tells: Some(told::transitive_filter),
    apply,
};

fn apply(query: &Query, cx: &Context<'_>) -> Option<Query> {
    let select = shape::select(query)?;
    let flat = shape::flat(select)?;
    let sources: Vec<&TableFactor> = flat.sources.iter().collect();
    let mut pairs = Vec::new();
    for condition in &flat.conditions {
        if let Expr::BinaryOp {
            left,
            op: BinaryOperator::Eq,
            right,
        } = shape::bare(condition)
        {
            if let (Some(a), Some(b)) = (shape::col(left), shape::col(right)) {
                if a != b && cx.alike(&sources, &a, &sources, &b) {
                    pairs.push((a.clone(), (**right).clone()));
                    pairs.push((b, (**left).clone()));
                }
            }
        }
    }
    let mut new: Vec<Expr> = Vec::new();
    for condition in &flat.conditions {
        let Some(column) = narrowed(condition) else { continue };
        for (_, other) in pairs.iter().filter(|(one, _)| *one == column) {
            let mut copy = condition.clone();
            shape::replace(&mut copy, &|e| {
                (shape::col(e).as_ref() == Some(&column) && matches!(e, Expr::CompoundIdentifier(_)))
                    .then(|| other.clone())
            });
            if !flat.conditions.contains(&copy) && !new.contains(&copy) {
                new.push(copy);
            }
        }
    }
    if new.is_empty() {
        return None;
    }
    let mut done = query.clone();
    let select = shape::select_mut(&mut done)?;
    select.selection = shape::all_of(shape::filters(select).into_iter().chain(new).collect());
    Some(done)
}

/// The column that a condition compares with fixed values.
fn narrowed(condition: &Expr) -> Option<shape::Col> {
    match shape::bare(condition) {
        Expr::BinaryOp { left, op, right } if shape::is_comparison(op) => {
            let (column, value) = if shape::literal(right) {
                (left, right)
            } else {
                (right, left)
            };
            shape::col(column).filter(|_| shape::literal(value))
        }
        Expr::InList {
            expr,
            list,
            negated: false,
        } if list.iter().all(shape::literal) => shape::col(expr),
        Expr::Between {
            expr,
            low,
            high,
            negated: false,
        } if shape::literal(low) && shape::literal(high) => shape::col(expr),
        _ => None,
    }
}
