//! A condition on what a subquery gives, moved into it

use sqlparser::ast::{Expr, Query, Select, SetExpr, TableFactor};

use super::{shape, told, Context, Rule, ALL};

pub const RULE: Rule = Rule {
    name: "filter_into_subquery",
    says: "Rows were dropped only after a part had been worked out whole; now they are dropped inside it.",
    before: "SELECT p.total FROM (SELECT o.customer_id, o.total FROM orders o) p WHERE p.customer_id = 1",
    after: "SELECT p.total FROM (SELECT o.customer_id, o.total FROM orders o WHERE o.customer_id = 1) p",
    also: &["SELECT u.k FROM (SELECT c.id AS k, c.name FROM customers c UNION ALL SELECT o.id, o.status FROM orders o) u, \
             shops s WHERE u.k > 1 AND s.id = u.k"],
    leaves: &[
        "SELECT p.n FROM (SELECT COUNT(*) AS n FROM orders o) p WHERE p.n > 1",
        "SELECT s.id FROM shops s LEFT JOIN (SELECT o.shop_id, o.total FROM orders o) p ON p.shop_id = s.id WHERE p.total > 1",
    ],
    sound: "Without groups, windows and limits every row of the subquery is decided by itself, so it may be dropped before or \
            after; of a union each branch is. The subquery is part of an inner join.",
    source: "Pirahesh, Hellerstein and Hasan, Extensible/Rule Based Query Rewrite Optimization in Starburst, SIGMOD 1992",
    engines: ALL,
    tells: Some(told::filter_into_subquery),
    apply,
};

fn apply(query: &Query, cx: &Context<'_>) -> Option<Query> {
    moved(query, cx, &into_rows)
}

/// Takes conditions on one subquery in FROM into it, by `into`, which says what the branch becomes.
pub fn moved(query: &Query, _: &Context<'_>, into: &dyn Fn(&Select, &[Expr]) -> Option<Select>) -> Option<Query> {
    let select = shape::select(query)?;
    let mut flat = shape::flat(select)?;
    for at in 0..flat.sources.len() {
        let Some(alias) = flat.alias(at) else { continue };
        let (own, rest) = shape::of_source(&flat.conditions, &alias);
        let Some(TableFactor::Derived {
            subquery,
            alias: Some(given),
            ..
        }) = flat.sources.get_mut(at)
        else {
            continue;
        };
        if own.is_empty() || !given.columns.is_empty() || !shape::is_body_only(subquery) {
            continue;
        }
        let Some(names) = names(&subquery.body) else { continue };
        // As many as can be taken; what one condition prevents must not keep the others out.
        let (mut taken, mut kept, mut body) = (0, rest, (*subquery.body).clone());
        for condition in own {
            match pushed(&body, &condition, &names, into) {
                Some(new) => {
                    body = new;
                    taken += 1;
                }
                None => kept.push(condition),
            }
        }
        if taken > 0 {
            *subquery.body = body;
            let mut done = query.clone();
            let select = shape::select_mut(&mut done)?;
            select.from = flat.from();
            select.selection = shape::all_of(kept);
            return Some(done);
        }
    }
    None
}

/// Output names by place, in lower case.
fn names(body: &SetExpr) -> Option<Vec<String>> {
    match body {
        SetExpr::Select(select) => {
            let outputs = shape::outputs(select).filter(|_| shape::ordinary(select))?;
            Some(
                outputs
                    .into_iter()
                    .map(|(_, n)| n.map(|n| n.value.to_lowercase()).unwrap_or_default())
                    .collect(),
            )
        }
        SetExpr::SetOperation { left, .. } => names(left),
        _ => None,
    }
}

fn pushed(
    body: &SetExpr,
    condition: &Expr,
    names: &[String],
    into: &dyn Fn(&Select, &[Expr]) -> Option<Select>,
) -> Option<SetExpr> {
    match body {
        SetExpr::Select(select) if shape::ordinary(select) => {
            let outputs = shape::outputs(select)?;
            let mut inner = condition.clone();
            let place = |e: &Expr| {
                let (_, column) = shape::col(e).filter(|_| matches!(e, Expr::CompoundIdentifier(_)))?;
                let at = names.iter().position(|n| *n == column)?;
                outputs.get(at).map(|(expr, _)| shape::nested(expr.clone()))
            };
            let columns = shape::cols(condition).len();
            if shape::replace(&mut inner, &place) < columns {
                return None;
            }
            into(select, &[inner]).map(|s| SetExpr::Select(Box::new(s)))
        }
        SetExpr::SetOperation {
            left,
            op,
            set_quantifier,
            right,
        } => Some(SetExpr::SetOperation {
            left: Box::new(pushed(left, condition, names, into)?),
            op: *op,
            set_quantifier: *set_quantifier,
            right: Box::new(pushed(right, condition, names, into)?),
        }),
        _ => None,
    }
}

fn into_rows(select: &Select, conditions: &[Expr]) -> Option<Select> {
    let mut bare = select.clone();
    bare.distinct = None;
    if shape::is_folded(&bare) || !conditions.iter().all(shape::is_plain) {
        return None;
    }
    let mut done = select.clone();
    let all = shape::filters(select).into_iter().chain(conditions.iter().cloned());
    done.selection = shape::all_of(all.collect());
    Some(done)
}
