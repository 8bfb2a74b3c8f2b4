//! "Another row of the same key with another value", found by comparing all rows of a key with each other

use sqlparser::ast::{BinaryOperator, Expr, Query, UnaryOperator};

use super::{shape, told, Context, Rule, ALL};

pub const RULE: Rule = Rule {
    name: "differing_pair_to_group",
    says: "All rows of a key were compared with each other; now the least and the greatest value of each key are.",
    before: "SELECT o.id FROM orders o WHERE EXISTS (SELECT * FROM orders p WHERE p.customer_id = o.customer_id AND \
             p.shop_id <> o.shop_id)",
    after: "SELECT o.id FROM orders o WHERE o.shop_id IS NOT NULL AND o.customer_id IN (SELECT p.customer_id \
            FROM orders p WHERE p.customer_id IS NOT NULL GROUP BY p.customer_id HAVING MIN(p.shop_id) <> \
            MAX(p.shop_id))",
    also: &["SELECT COUNT(*) AS n FROM orders o WHERE o.total > 1 AND EXISTS (SELECT 1 FROM orders p WHERE o.status <> \
             p.status AND o.shop_id = p.shop_id)"],
    leaves: &[
        "SELECT o.id FROM orders o WHERE EXISTS (SELECT * FROM orders p WHERE p.customer_id = o.customer_id AND p.shop_id > \
         o.shop_id)",
        "SELECT o.id FROM orders o WHERE EXISTS (SELECT * FROM orders p WHERE p.customer_id = o.customer_id AND p.id <> \
         o.id AND p.status = 'paid')",
    ],
    sound: "The row itself is among the rows of its key, so some row differs from it exactly where its own value is not \
            NULL and the key has two values, which is where the least and the greatest differ.",
    source: "Own; by case analysis over the values of a key",
    engines: ALL,
    tells: Some(told::differing_pair_to_group),
    apply,
};

fn apply(query: &Query, cx: &Context<'_>) -> Option<Query> {
    let select = shape::select(query)?;
    let outside = shape::factors(select);
    let mut conditions = shape::filters(select);
    let (at, new) = conditions.iter().enumerate().find_map(|(at, condition)| {
        let (subquery, negated) = match shape::bare(condition) {
            Expr::Exists { subquery, negated } => (subquery, *negated),
            Expr::UnaryOp {
                op: UnaryOperator::Not,
                expr,
            } => match shape::bare(expr) {
                Expr::Exists {
                    subquery,
                    negated: false,
                } => (subquery, true),
                _ => return None,
            },
            _ => return None,
        };
        let inner = shape::select(subquery).filter(|_| shape::is_body_only(subquery))?;
        let flat = shape::flat(inner).filter(|_| !shape::is_folded(inner))?;
        let ([source], [a, b]) = (flat.sources.as_slice(), flat.conditions.as_slice()) else {
            return None;
        };
        let (table, own) = (cx.table(source)?, shape::alias_of(source)?);
        let (keys, values) = match (pair(a, &own)?, pair(b, &own)?) {
            ((BinaryOperator::Eq, keys), (BinaryOperator::NotEq, values)) => (keys, values),
            ((BinaryOperator::NotEq, values), (BinaryOperator::Eq, keys)) => (keys, values),
            _ => return None,
        };
        let (key, value) = (shape::col(&keys.1)?, shape::col(&values.1)?);
        let around = outside
            .iter()
            .find(|f| shape::alias_of(f).as_deref() == Some(key.0.as_str()))?;
        let same = cx.table(around).is_some_and(|t| t.name == table.name)
            && key.0 == value.0
            && shape::col(&keys.0)?.1 == key.1
            && shape::col(&values.0)?.1 == value.1;
        let inside = [source];
        let kinds = [&key.1, &value.1].iter().all(|c| {
            let column = (own.clone(), (*c).clone());
            cx.alike(&inside, &column, &inside, &column)
        });
        if !same || !kinds {
            return None;
        }
        let ((i, o), (v, ov)) = (keys, values);
        let (lead, not, or) = match negated {
            false => (format!("{ov} IS NOT NULL AND"), "", ""),
            true => (format!("({ov} IS NULL OR {o} IS NULL OR"), "NOT ", ")"),
        };
        let list = format!("SELECT {i} FROM {source} WHERE {i} IS NOT NULL GROUP BY {i} HAVING MIN({v}) <> MAX({v})");
        Some((at, cx.expr(&format!("{lead} {o} {not}IN ({list}){or}"))?))
    })?;
    *conditions.get_mut(at)? = new;
    let mut done = query.clone();
    shape::select_mut(&mut done)?.selection = shape::all_of(conditions);
    Some(done)
}

/// A comparison of a column of the subquery with one of the query around it, in this order.
pub fn pair(condition: &Expr, own: &str) -> Option<(BinaryOperator, (Expr, Expr))> {
    let Expr::BinaryOp { left, op, right } = shape::bare(condition) else {
        return None;
    };
    let (a, b) = (shape::col(left)?, shape::col(right)?);
    let (left, right) = (shape::bare(left).clone(), shape::bare(right).clone());
    match (a.0 == own, b.0 == own) {
        (true, false) => Some((op.clone(), (left, right))),
        (false, true) => Some((op.clone(), (right, left))),
        _ => None,
    }
}
