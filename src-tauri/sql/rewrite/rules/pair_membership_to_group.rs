//! Keys that have two different values, found by joining a table with itself

use sqlparser::ast::{BinaryOperator, Query};

use super::differing_pair_to_group::pair;
use super::{shape, told, Context, Rule, ALL};

pub const RULE: Rule = Rule {
    name: "pair_membership_to_group",
    says: "A table was joined with itself to find keys with two different values; now one pass over it finds them.",
    before: "SELECT c.name FROM customers c WHERE c.id IN (SELECT o.customer_id FROM orders o, orders p WHERE o.customer_id = \
             p.customer_id AND o.shop_id <> p.shop_id)",
    after: "SELECT c.name FROM customers c WHERE c.id IN (SELECT o.customer_id FROM orders o GROUP BY \
            o.customer_id HAVING MIN(o.shop_id) <> MAX(o.shop_id))",
    also: &["SELECT l.product FROM lines l WHERE l.order_id IN (SELECT p.shop_id FROM orders o JOIN orders p ON p.shop_id = \
             o.shop_id AND p.status <> o.status) AND l.quantity > 1"],
    leaves: &["SELECT c.name FROM customers c WHERE c.id NOT IN (SELECT o.customer_id FROM orders o, orders p WHERE \
               o.customer_id = p.customer_id AND o.shop_id <> p.shop_id)"],
    sound: "Two rows of one key with different values exist exactly where the key's least and greatest value differ; how \
            often a key stands in the list makes no difference to IN, and a NULL in it none to WHERE.",
    source: "Own; by case analysis over the values of a key",
    engines: ALL,
    tells: Some(told::pair_membership_to_group),
    apply,
};

fn apply(query: &Query, cx: &Context<'_>) -> Option<Query> {
    let select = shape::select(query)?;
    let mut conditions = shape::filters(select);
    let (at, new) = conditions.iter().enumerate().find_map(|(at, condition)| {
        let (expr, _, inner) = shape::membership(condition)?;
        let flat = shape::flat(inner)?;
        let folded =
            shape::is_grouped(inner) || !shape::aggregates(&inner.projection).is_empty() || inner.having.is_some();
        let ([first, second], [a, b]) = (flat.sources.as_slice(), flat.conditions.as_slice()) else {
            return None;
        };
        let table = cx.table(first).filter(|_| !folded)?;
        let same = cx.table(second).is_some_and(|t| t.name == table.name);
        let value = super::tied::value(inner)?;
        let (source, own) = match shape::col(value)?.0 {
            alias if Some(&alias) == shape::alias_of(first).as_ref() => (first, alias),
            alias => (second, alias),
        };
        let (keys, values) = match (pair(a, &own)?, pair(b, &own)?) {
            ((BinaryOperator::Eq, keys), (BinaryOperator::NotEq, values)) => (keys, values),
            ((BinaryOperator::NotEq, values), (BinaryOperator::Eq, keys)) => (keys, values),
            _ => return None,
        };
        let matched =
            shape::col(&keys.0)?.1 == shape::col(&keys.1)?.1 && shape::col(&values.0)?.1 == shape::col(&values.1)?.1;
        let shown = shape::col(value)?.1 == shape::col(&keys.0)?.1;
        let inside = [source];
        let plain = [&keys.0, &values.0]
            .iter()
            .all(|e| shape::col(e).is_some_and(|column| cx.alike(&inside, &column, &inside, &column)));
        if !(same && matched && shown && plain) {
            return None;
        }
        let (key, value) = (&keys.0, &values.0);
        let list = format!("SELECT {key} FROM {source} GROUP BY {key} HAVING MIN({value}) <> MAX({value})");
        Some((at, cx.expr(&format!("{} IN ({list})", shape::nested(expr.clone())))?))
    })?;
    *conditions.get_mut(at)? = new;
    let mut done = query.clone();
    shape::select_mut(&mut done)?.selection = shape::all_of(conditions);
    Some(done)
}
