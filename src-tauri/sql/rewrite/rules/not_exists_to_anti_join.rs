//! NOT EXISTS asked again for every row, where one list of keys would do

use sqlparser::ast::{Expr, Query, SelectItem, SetExpr};

use super::{shape, tied, told, Context, Rule, ALL};

pub const RULE: Rule = Rule {
    name: "not_exists_to_anti_join",
    says: "That no matching row exists was looked up for every row; now the matching keys are listed once.",
    before: "SELECT c.name FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id)",
    after: "SELECT c.name FROM customers c WHERE (c.id IS NULL OR c.id NOT IN (SELECT o.customer_id FROM \
            orders o WHERE o.customer_id IS NOT NULL))",
    also: &[
        "SELECT o.id FROM orders o WHERE o.total > 3 AND NOT EXISTS (SELECT * FROM orders p WHERE p.shop_id = \
             o.shop_id AND p.status = 'open')",
    ],
    leaves: &["SELECT c.name FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id < c.id)"],
    sound:
        "A row whose key is NULL matches nothing and stays; the list holds no NULL, so for all others NOT IN is true \
            exactly where no row matches.",
    source: "Date, An Introduction to Database Systems, 8th edition, on NOT IN and NULL",
    engines: ALL,
    tells: Some(told::not_exists_to_anti_join),
    apply,
};

fn apply(query: &Query, cx: &Context<'_>) -> Option<Query> {
    let select = shape::select(query)?;
    let outside = shape::factors(select);
    let mut conditions = shape::filters(select);
    let (at, tied) = conditions.iter().enumerate().find_map(|(at, condition)| {
        let subquery = negated_exists(condition)?;
        let tied = tied::tied(subquery, &outside, cx)?;
        (!shape::is_folded(&tied.select) && tied.ties.len() == 1).then_some((at, tied))
    })?;
    let tie = tied.ties.first()?;
    let mut select = tied.select.clone();
    select.projection = vec![SelectItem::UnnamedExpr(tie.inner_expr.clone())];
    let mut inner = shape::filters(&select);
    inner.push(Expr::IsNotNull(Box::new(tie.inner_expr.clone())));
    select.selection = shape::all_of(inner);
    let (outer, list) = (&tie.outer_expr, SetExpr::Select(Box::new(select)));
    *conditions.get_mut(at)? = cx.expr(&format!("({outer} IS NULL OR {outer} NOT IN ({list}))"))?;
    let mut done = query.clone();
    shape::select_mut(&mut done)?.selection = shape::all_of(conditions);
    Some(done)
}

/// `NOT EXISTS` comes from the parser as one node or as two.
fn negated_exists(condition: &Expr) -> Option<&Query> {
    use sqlparser::ast::UnaryOperator;
    match shape::bare(condition) {
        Expr::Exists {
            subquery,
            negated: true,
        } => Some(subquery),
        Expr::UnaryOp {
            op: UnaryOperator::Not,
            expr,
        } => match shape::bare(expr) {
            Expr::Exists {
                subquery,
                negated: false,
            } => Some(subquery),
            _ => None,
        },
        _ => None,
    }
}
