//! EXISTS asked again for every row, where one list of keys would do

use sqlparser::ast::{Expr, Query, SetExpr};

use super::{shape, tied, told, Context, Rule, ALL};

pub const RULE: Rule = Rule {
    name: "exists_to_membership",
    says: "Whether a matching row exists was looked up for every row; now the matching keys are listed once.",
    before: "SELECT c.name FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id AND o.total > 5)",
    after: "SELECT c.name FROM customers c WHERE c.id IN (SELECT o.customer_id FROM orders o WHERE o.total > 5)",
    also: &["SELECT o.id FROM orders o WHERE o.status = 'paid' AND EXISTS (SELECT * FROM orders p WHERE p.shop_id = \
             o.shop_id AND p.customer_id = o.customer_id AND p.status = 'open')"],
    leaves: &["SELECT c.name FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id > c.id)"],
    sound: "Both are true exactly where a row matches; where the membership is NULL and EXISTS is false, WHERE drops the \
            row either way, and the change is made only there.",
    source: "ISO/IEC 9075-2, 8.4 <in predicate> and 8.10 <exists predicate>",
    engines: ALL,
    tells: Some(told::exists_to_membership),
    apply,
};

fn apply(query: &Query, cx: &Context<'_>) -> Option<Query> {
    let select = shape::select(query)?;
    let outside = shape::factors(select);
    let mut conditions = shape::filters(select);
    let (at, tied) = conditions
        .iter()
        .enumerate()
        .find_map(|(at, condition)| match shape::bare(condition) {
            Expr::Exists {
                subquery,
                negated: false,
            } => {
                let tied = tied::tied(subquery, &outside, cx)?;
                (!shape::is_folded(&tied.select)).then_some((at, tied))
            }
            _ => None,
        })?;
    *conditions.get_mut(at)? = membership(&tied, cx)?;
    let mut done = query.clone();
    shape::select_mut(&mut done)?.selection = shape::all_of(conditions);
    Some(done)
}

/// `outer IN (SELECT inner ...)`, of several ties as rows of values.
fn membership(tied: &tied::Tied, cx: &Context<'_>) -> Option<Expr> {
    let mut select = tied.select.clone();
    let inner = tied
        .ties
        .iter()
        .map(|t| sqlparser::ast::SelectItem::UnnamedExpr(t.inner_expr.clone()));
    select.projection = inner.collect();
    let body = SetExpr::Select(Box::new(select));
    let outer: Vec<String> = tied.ties.iter().map(|t| t.outer_expr.to_string()).collect();
    match outer.as_slice() {
        [one] => cx.expr(&format!("{one} IN ({body})")),
        several => cx.expr(&format!("({}) IN ({body})", several.join(", "))),
    }
}
