//! ORDER BY inside a subquery whose rows are put in order or added up afterwards

use sqlparser::ast::{Query, TableFactor};

use super::{shape, told, Context, Rule, ALL};

pub const RULE: Rule = Rule {
    name: "order_in_subquery_dropped",
    says: "Rows were put in order and then in another one, or added up; the first ordering is gone.",
    before: "SELECT t.shop_id, SUM(t.total) AS total FROM (SELECT o.shop_id, o.total FROM orders o ORDER BY o.placed) t GROUP BY \
             t.shop_id",
    after: "SELECT t.shop_id, SUM(t.total) AS total FROM (SELECT o.shop_id, o.total FROM orders o) t GROUP BY \
            t.shop_id",
    also: &["SELECT t.id FROM (SELECT o.id, o.total FROM orders o ORDER BY o.total) t ORDER BY t.id"],
    leaves: &[
        "SELECT t.id FROM (SELECT o.id FROM orders o ORDER BY o.id) t",
        "SELECT t.id FROM (SELECT o.id FROM orders o ORDER BY o.id LIMIT 3) t ORDER BY t.id",
    ],
    sound: "A table has no order; what is added up or ordered anew does not depend on it. Aggregates that do, such as lists \
            and joined texts, keep it.",
    source: "ISO/IEC 9075-2, 4.15 on tables as multisets",
    engines: ALL,
    tells: Some(told::order_in_subquery_dropped),
    apply,
};

fn apply(query: &Query, _: &Context<'_>) -> Option<Query> {
    let select = shape::select(query)?;
    let known = ["sum", "avg", "min", "max", "count"];
    let aggregates = shape::aggregates(&select.projection);
    let unordered = aggregates
        .iter()
        .all(|f| known.contains(&shape::function_name(f).as_str()));
    let reordered = query.order_by.is_some() && query.limit_clause.is_none();
    let summed = shape::is_grouped(select) || !aggregates.is_empty();
    if !unordered || !(reordered || summed) || shape::has_window(&select.projection) {
        return None;
    }
    let mut done = query.clone();
    let mut changed = false;
    for from in &mut shape::select_mut(&mut done)?.from {
        let joined = from.joins.iter_mut().map(|j| &mut j.relation);
        for factor in std::iter::once(&mut from.relation).chain(joined) {
            if let TableFactor::Derived { subquery, .. } = factor {
                if subquery.limit_clause.is_none() && subquery.fetch.is_none() {
                    changed |= subquery.order_by.take().is_some();
                }
            }
        }
    }
    changed.then_some(done)
}
