//! DISTINCT and ORDER BY inside IN and EXISTS

use sqlparser::ast::{Distinct, Expr, Query};

use super::{shape, told, Context, Rule, ALL};

pub const RULE: Rule = Rule {
    name: "distinct_in_membership_dropped",
    says: "A list that is only searched was made distinct or put in order first; it no longer is.",
    before: "SELECT c.name FROM customers c WHERE c.id IN (SELECT DISTINCT o.customer_id FROM orders o ORDER BY 1)",
    after: "SELECT c.name FROM customers c WHERE c.id IN (SELECT o.customer_id FROM orders o)",
    also: &["SELECT c.name FROM customers c WHERE c.id NOT IN (SELECT DISTINCT o.customer_id FROM orders o WHERE o.total > 3)"],
    leaves: &["SELECT c.name FROM customers c WHERE c.id IN (SELECT o.customer_id FROM orders o ORDER BY o.customer_id LIMIT 1)"],
    sound: "IN and EXISTS ask which rows there are, not how often or in which order; a list that LIMIT cuts is left alone.",
    source: "ISO/IEC 9075-2, 8.4 <in predicate> and 8.10 <exists predicate>",
    engines: ALL,
    tells: Some(told::distinct_in_membership_dropped),
    apply,
};

fn apply(query: &Query, _: &Context<'_>) -> Option<Query> {
    let mut done = query.clone();
    let select = shape::select_mut(&mut done)?;
    let count =
        shape::replace_here(&mut select.selection, &lighter) + shape::replace_here(&mut select.having, &lighter);
    (count > 0).then_some(done)
}

fn lighter(expr: &Expr) -> Option<Expr> {
    let mut new = expr.clone();
    let (Expr::InSubquery { subquery, .. } | Expr::Exists { subquery, .. }) = &mut new else {
        return None;
    };
    if subquery.limit_clause.is_some() || subquery.fetch.is_some() {
        return None;
    }
    let ordered = subquery.order_by.take().is_some();
    let select = shape::select_mut(subquery)?;
    let distinct = matches!(select.distinct, Some(Distinct::Distinct));
    if distinct {
        select.distinct = None;
    }
    (ordered || distinct).then_some(new)
}
