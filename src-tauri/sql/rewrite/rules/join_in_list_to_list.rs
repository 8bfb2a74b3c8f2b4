//! A table joined inside a list of keys only to see whether it has a partner

use sqlparser::ast::{BinaryOperator, Expr, Query, TableFactor};

use super::{shape, tied, told, Context, Rule, ALL};

pub const RULE: Rule = Rule {
    name: "join_in_list_to_list",
    says: "A join repeated the keys of a list once for each partner; now the partners are a list themselves.",
    before: "SELECT c.name FROM customers c WHERE c.id IN (SELECT o.customer_id FROM orders o, lines l WHERE l.order_id = o.id AND \
             l.quantity > 3)",
    after: "SELECT c.name FROM customers c WHERE c.id IN (SELECT o.customer_id FROM orders o WHERE o.id IN (SELECT l.order_id FROM \
            lines l WHERE l.quantity > 3))",
    also: &["SELECT s.town FROM shops s WHERE s.id IN (SELECT o.shop_id FROM customers c JOIN orders o ON o.customer_id = c.id WHERE \
             o.total > 2)"],
    leaves: &[
        "SELECT c.name FROM customers c WHERE c.id IN (SELECT o.customer_id FROM orders o, lines l WHERE l.order_id = o.id AND \
         l.quantity > o.shop_id)",
        "SELECT c.name FROM customers c WHERE c.id IN (SELECT o.customer_id FROM orders o, lines l WHERE l.order_id = o.id GROUP BY \
         o.customer_id HAVING COUNT(*) > 1)",
        "SELECT c.name FROM customers c WHERE c.id NOT IN (SELECT o.customer_id FROM orders o, lines l WHERE l.order_id = o.id)",
    ],
    sound: "How often a key stands in a list makes no difference to IN, so that a source of which nothing but one equality is \
            asked need only have a partner; a NULL on either side of the equality has none.",
    source: "Pirahesh, Hellerstein and Hasan, Extensible/Rule Based Query Rewrite Optimization in Starburst, SIGMOD 1992",
    engines: ALL,
    tells: Some(told::join_in_list_to_list),
    apply,
};

fn apply(query: &Query, cx: &Context<'_>) -> Option<Query> {
    let select = shape::select(query)?;
    let mut conditions = shape::filters(select);
    let (at, new) = conditions.iter().enumerate().find_map(|(at, condition)| {
        let (expr, _, listed) = shape::membership(condition)?;
        if shape::is_folded(listed) {
            return None;
        }
        let value = shape::col(tied::value(listed)?)?;
        let flat = shape::flat(listed)?;
        if flat.sources.len() < 2 || !flat.conditions.iter().all(shape::is_plain) {
            return None;
        }
        let (source, list) = (0..flat.sources.len()).find_map(|n| apart(&flat, n, &value, cx))?;
        let mut select = listed.clone();
        select.from = source;
        select.selection = shape::all_of(list);
        Some((at, cx.expr(&format!("{} IN ({select})", shape::nested(expr.clone())))?))
    })?;
    *conditions.get_mut(at)? = new;
    let mut done = query.clone();
    shape::select_mut(&mut done)?.selection = shape::all_of(conditions);
    Some(done)
}

/// The other sources, and all conditions with the `n`th source as a list among them.
fn apart(
    flat: &shape::Flat,
    n: usize,
    value: &shape::Col,
    cx: &Context<'_>,
) -> Option<(Vec<sqlparser::ast::TableWithJoins>, Vec<Expr>)> {
    let alias = flat.alias(n)?;
    if value.0 == alias {
        return None;
    }
    let (own, rest) = shape::of_source(&flat.conditions, &alias);
    let (mut ties, mut others): (Vec<Expr>, Vec<Expr>) = rest
        .into_iter()
        .partition(|c| shape::cols(c).iter().any(|(source, _)| *source == alias));
    let (Some(tie), true) = (ties.pop(), ties.is_empty()) else {
        return None;
    };
    let Expr::BinaryOp {
        left,
        op: BinaryOperator::Eq,
        right,
    } = shape::bare(&tie)
    else {
        return None;
    };
    let (a, b) = (shape::col(left)?, shape::col(right)?);
    let (inner, outer) = if a.0 == alias { (left, right) } else { (right, left) };
    let (inner_col, outer_col) = if a.0 == alias { (a, b) } else { (b, a) };
    let sources: Vec<&TableFactor> = flat.sources.iter().collect();
    let beside = sources
        .iter()
        .any(|s| shape::alias_of(s).as_ref() == Some(&outer_col.0));
    if !beside || outer_col.0 == alias || !cx.alike(&sources, &inner_col, &sources, &outer_col) {
        return None;
    }
    let filter = shape::all_of(own).map_or_else(String::new, |own| format!(" WHERE {own}"));
    let list = format!("{outer} IN (SELECT {inner} FROM {}{filter})", flat.sources.get(n)?);
    others.push(cx.expr(&list)?);
    let from = flat.sources.iter().enumerate().filter(|(at, _)| *at != n);
    Some((from.map(|(_, s)| shape::from_one(s.clone())).collect(), others))
}
