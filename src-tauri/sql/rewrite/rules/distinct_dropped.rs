//! DISTINCT over rows that cannot repeat

use sqlparser::ast::{Distinct, Query, Select};

use super::{shape, told, Context, Rule, ALL};

pub const RULE: Rule = Rule {
    name: "distinct_dropped",
    says: "Rows that cannot repeat were searched for repetitions; that search is gone.",
    before: "SELECT DISTINCT o.id, o.total FROM orders o WHERE o.status = 'paid'",
    after: "SELECT o.id, o.total FROM orders o WHERE o.status = 'paid'",
    also: &[
        "SELECT DISTINCT c.id, o.id AS order_id, c.name FROM customers c JOIN orders o ON o.customer_id = c.id",
        "SELECT DISTINCT o.status, COUNT(*) AS n FROM orders o GROUP BY o.status",
    ],
    leaves: &[
        "SELECT DISTINCT o.customer_id FROM orders o",
        "SELECT DISTINCT c.id, c.name FROM customers c JOIN orders o ON o.customer_id = c.id",
        "SELECT DISTINCT COUNT(*) AS n FROM orders o GROUP BY o.status",
    ],
    sound: "The outputs hold a declared key without NULLs of every table of an inner join, or all keys of the groups, so no \
            two rows are equal.",
    source: "Paulley and Larson, Exploiting Uniqueness in Query Optimization, ICDE 1994",
    engines: ALL,
    tells: Some(told::distinct_dropped),
    apply,
};

fn apply(query: &Query, cx: &Context<'_>) -> Option<Query> {
    let select = shape::select(query)?;
    let distinct = matches!(select.distinct, Some(Distinct::Distinct));
    if !distinct || !cannot_repeat(select, cx) {
        return None;
    }
    let mut done = query.clone();
    shape::select_mut(&mut done)?.distinct = None;
    Some(done)
}

/// Whether no two rows of a SELECT, its own DISTINCT left out, are equal.
pub fn cannot_repeat(select: &Select, cx: &Context<'_>) -> bool {
    let Some(outputs) = shape::outputs(select) else {
        return false;
    };
    let shown: Vec<_> = outputs.iter().map(|(expr, _)| shape::bare(expr).clone()).collect();
    if shape::is_grouped(select) {
        return shape::group_by(select).is_some_and(|by| by.iter().all(|key| shown.contains(shape::bare(key))));
    }
    if !shape::aggregates(&select.projection).is_empty() {
        return true;
    }
    let Some(flat) = shape::flat(select) else { return false };
    let columns: Vec<shape::Col> = shown.iter().filter_map(shape::col).collect();
    !flat.sources.is_empty()
        && flat.sources.iter().all(|source| {
            let alias = shape::alias_of(source).unwrap_or_default();
            let of_it: Vec<String> = columns.iter().filter(|c| c.0 == alias).map(|c| c.1.clone()).collect();
            cx.table(source).is_some_and(|table| cx.unique(table, &of_it))
        })
}
