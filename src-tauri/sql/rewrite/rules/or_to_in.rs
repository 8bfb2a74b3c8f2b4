//! `x = 1 OR x = 2`

use sqlparser::ast::{BinaryOperator, Expr, Query};

use super::{shape, told, Context, Rule, ALL};

pub const RULE: Rule = Rule {
    name: "or_to_in",
    says: "One column was compared with several values one by one; now with their list.",
    before: "SELECT o.id FROM orders o WHERE o.shop_id = 1 OR o.shop_id = 2 OR 3 = o.shop_id",
    after: "SELECT o.id FROM orders o WHERE o.shop_id IN (1, 2, 3)",
    also: &["SELECT o.id FROM orders o WHERE o.total > 1 AND (o.status = 'paid' OR o.status = 'open')"],
    leaves: &["SELECT o.id FROM orders o WHERE o.shop_id = 1 OR o.customer_id = 2"],
    sound: "IN is defined as these equalities joined by OR.",
    source: "ISO/IEC 9075-2, 8.4 <in predicate>",
    engines: ALL,
    tells: Some(told::or_to_in),
    apply,
};

fn apply(query: &Query, _: &Context<'_>) -> Option<Query> {
    let select = shape::select(query)?;
    let mut changed = false;
    let conditions = shape::filters(select)
        .into_iter()
        .map(|condition| match listed(&condition) {
            Some(new) => {
                changed = true;
                new
            }
            None => condition,
        });
    let conditions: Vec<Expr> = conditions.collect();
    let mut done = query.clone();
    shape::select_mut(&mut done)?.selection = shape::all_of(conditions);
    changed.then_some(done)
}

fn listed(condition: &Expr) -> Option<Expr> {
    let branches = shape::disjuncts(condition);
    let pairs: Option<Vec<(Expr, Expr)>> = branches.iter().map(pair).collect();
    let pairs = pairs.filter(|p| p.len() > 1)?;
    let (first, _) = pairs.first()?;
    let one = pairs.iter().all(|(column, _)| column == first);
    one.then(|| Expr::InList {
        expr: Box::new(first.clone()),
        list: pairs.iter().map(|(_, value)| value.clone()).collect(),
        negated: false,
    })
}

fn pair(condition: &Expr) -> Option<(Expr, Expr)> {
    let Expr::BinaryOp {
        left,
        op: BinaryOperator::Eq,
        right,
    } = shape::bare(condition)
    else {
        return None;
    };
    let (left, right) = (shape::bare(left).clone(), shape::bare(right).clone());
    match (
        shape::col(&left).is_some() && shape::literal(&right),
        shape::col(&right).is_some() && shape::literal(&left),
    ) {
        (true, _) => Some((left, right)),
        (_, true) => Some((right, left)),
        _ => None,
    }
}
