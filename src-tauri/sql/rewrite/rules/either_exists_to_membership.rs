//! EXISTS of one kind or of another, where one list of keys of both would do

use sqlparser::ast::{Expr, Query, SelectItem, SetExpr};

use super::{shape, tied, told, Context, Rule, ALL};

pub const RULE: Rule = Rule {
    name: "either_exists_to_membership",
    says: "Each of several kinds of matching rows was looked up for every row; now the keys of all kinds are one list.",
    before: "SELECT c.name FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id AND o.total > 5) OR \
             EXISTS (SELECT 1 FROM orders p WHERE p.customer_id = c.id AND p.status = 'paid')",
    after: "SELECT c.name FROM customers c WHERE c.id IN (SELECT o.customer_id FROM orders o WHERE o.total > 5 UNION ALL SELECT \
            p.customer_id FROM orders p WHERE p.status = 'paid')",
    also: &["SELECT o.id FROM orders o WHERE o.total > 1 AND (EXISTS (SELECT * FROM lines l WHERE l.order_id = o.id AND l.quantity > \
             3) OR EXISTS (SELECT * FROM lines m WHERE o.id = m.order_id AND m.price > 2))"],
    leaves: &[
        "SELECT o.id FROM orders o WHERE EXISTS (SELECT 1 FROM lines l WHERE l.order_id = o.id) OR EXISTS (SELECT 1 FROM shops s \
         WHERE s.id = o.shop_id)",
        "SELECT c.name FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id) OR c.country = 'Peru'",
        "SELECT c.name FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id) OR EXISTS (SELECT 1 \
         FROM orders p WHERE p.customer_id = c.id AND p.total > 5)",
    ],
    sound: "A key is in the list exactly where one of the subqueries has a row for it; all ties are of one type to one column. \
            Where the membership is NULL none has, and WHERE drops the row either way.",
    source: "ISO/IEC 9075-2, 8.4 <in predicate> and 8.10 <exists predicate>; an OR of memberships is one in the union",
    engines: ALL,
    tells: Some(told::either_exists_to_membership),
    apply,
};

fn apply(query: &Query, cx: &Context<'_>) -> Option<Query> {
    let select = shape::select(query)?;
    let outside = shape::factors(select);
    let mut conditions = shape::filters(select);
    let (at, list) = conditions.iter().enumerate().find_map(|(at, condition)| {
        let branches = shape::disjuncts(condition);
        if branches.len() < 2 {
            return None;
        }
        let tied = branches.iter().map(|branch| match shape::bare(branch) {
            Expr::Exists {
                subquery,
                negated: false,
            } => tied::tied(subquery, &outside, cx).filter(|t| t.ties.len() == 1 && !shape::is_folded(&t.select)),
            _ => None,
        });
        let tied: Vec<tied::Tied> = tied.collect::<Option<_>>()?;
        let key = &tied.first()?.ties.first()?.outer;
        let same = tied.iter().all(|t| t.ties.first().is_some_and(|tie| tie.outer == *key));
        same.then_some((at, tied))
    })?;
    let outer = list.first()?.ties.first()?.outer_expr.clone();
    let selects = list.iter().map(|t| {
        let mut select = t.select.clone();
        select.projection = vec![SelectItem::UnnamedExpr(t.ties.first()?.inner_expr.clone())];
        Some(SetExpr::Select(Box::new(select)).to_string())
    });
    let selects: Vec<String> = selects.collect::<Option<_>>()?;
    *conditions.get_mut(at)? = cx.expr(&format!("{outer} IN ({})", selects.join(" UNION ALL ")))?;
    let mut done = query.clone();
    shape::select_mut(&mut done)?.selection = shape::all_of(conditions);
    Some(done)
}
