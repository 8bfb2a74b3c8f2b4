//! A name looked up row by row in another table, whose key says that there is at most one

use sqlparser::ast::{Join, JoinConstraint, JoinOperator, Query, TableFactor};

use super::{shape, tied, told, Context, Rule, ALL};

pub const RULE: Rule = Rule {
    name: "lookup_to_join",
    says: "A value was looked up in another table for every row by itself; now the two tables are joined.",
    before: "SELECT o.id, (SELECT c.name FROM customers c WHERE c.id = o.customer_id) AS who FROM orders o",
    after: "SELECT o.id, looked_up.name AS who FROM orders o LEFT OUTER JOIN customers AS looked_up ON \
            looked_up.id = o.customer_id",
    also: &[
        "SELECT o.id, (SELECT s.town FROM shops s WHERE s.id = o.shop_id AND s.town <> 'Lima') AS town FROM orders o \
             WHERE o.total > 10",
    ],
    leaves: &["SELECT c.id, (SELECT o.status FROM orders o WHERE o.customer_id = c.id) AS status FROM customers c"],
    sound:
        "The columns compared hold a declared key of the looked-up table, so at most one row matches: the outer join \
            repeats no row, and where none matches the column is NULL, as the subquery was.",
    source: "Galindo-Legaria and Joshi, Orthogonal Optimization of Subqueries and Aggregation, SIGMOD 2001",
    engines: ALL,
    tells: Some(told::lookup_to_join),
    apply,
};

fn apply(query: &Query, cx: &Context<'_>) -> Option<Query> {
    let select = shape::select(query)?;
    if shape::is_folded(select) || select.from.len() != 1 {
        return None;
    }
    let outside = shape::factors(select);
    let outputs = shape::outputs(select)?;
    let subs = outputs.iter().flat_map(|(expr, _)| tied::scalars(expr));
    let (sub, tied) = subs.into_iter().find_map(|sub| {
        let tied = tied::tied(&sub, &outside, cx)?;
        let source = tied.select.from.first().map(|f| &f.relation)?;
        let keys: Vec<String> = tied.ties.iter().map(|t| t.inner.1.clone()).collect();
        let one = cx.table(source).is_some_and(|table| cx.unique(table, &keys));
        let plain = tied::value(&tied.select).is_some_and(|v| shape::col(v).is_some());
        let rest = shape::filters(&tied.select).iter().all(shape::is_plain);
        let alone = tied.select.from.len() == 1 && !shape::is_folded(&tied.select);
        (one && plain && rest && alone).then_some((sub, tied))
    })?;
    let source = tied.select.from.first().map(|f| f.relation.clone())?;
    let (own, alias) = (shape::alias_of(&source)?, cx.fresh("looked_up"));
    let TableFactor::Table { name, .. } = &source else {
        return None;
    };
    let relation = cx.query(&format!("SELECT 1 FROM {name} AS {alias}"))?;
    let relation = shape::select(&relation)?.from.first()?.relation.clone();
    let ties = tied
        .ties
        .iter()
        .map(|t| shape::equal(t.inner_expr.clone(), t.outer_expr.clone()));
    let mut on = shape::all_of(ties.chain(shape::filters(&tied.select)).collect())?;
    // The tie's outer column may belong to a source that is called alike in another case only.
    shape::rename_source(&mut on, &own, &alias);
    let mut value = tied::value(&tied.select)?.clone();
    shape::rename_source(&mut value, &own, &alias);
    let mut done = query.clone();
    let select = shape::select_mut(&mut done)?;
    for item in &mut select.projection {
        tied::put(item, &sub, &value);
    }
    select.from.first_mut()?.joins.push(Join {
        relation,
        global: false,
        join_operator: JoinOperator::LeftOuter(JoinConstraint::On(on)),
    });
    Some(done)
}
