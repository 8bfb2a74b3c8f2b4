//! The first row of each group, found by numbering all rows, where DISTINCT ON keeps it

use askwell_contract::Dialect;
use sqlparser::ast::Query;

use super::{numbered, shape, told, Context, Rule};

pub const RULE: Rule = Rule {
    name: "first_of_group_distinct_on",
    says: "All rows were numbered to keep the first of each group; now DISTINCT ON keeps it.",
    before: "SELECT t.shop_id, t.total FROM (SELECT o.shop_id, o.total, ROW_NUMBER() OVER (PARTITION BY o.shop_id ORDER BY o.placed DESC, \
             o.id) AS n FROM orders o) t WHERE t.n = 1",
    after: "SELECT t.shop_id, t.total FROM (SELECT DISTINCT ON (o.shop_id) o.shop_id, o.total FROM orders o ORDER BY o.shop_id, \
            o.placed DESC, o.id, o.total) AS t",
    also: &["SELECT c.name, t.placed FROM customers c JOIN (SELECT o.customer_id AS k, o.placed, ROW_NUMBER() OVER (PARTITION BY \
             o.customer_id, o.status ORDER BY o.total, o.id DESC) AS n FROM orders o WHERE o.total > 2) t ON t.k = c.id WHERE 1 = t.n"],
    leaves: &[
        "SELECT t.id FROM (SELECT o.id, ROW_NUMBER() OVER (PARTITION BY o.shop_id ORDER BY o.placed DESC) AS n FROM orders o) t WHERE \
         t.n = 1",
        "SELECT t.id FROM (SELECT o.id, RANK() OVER (PARTITION BY o.shop_id ORDER BY o.id) AS n FROM orders o) t WHERE t.n = 1",
    ],
    sound: "The order names a key, so that of two rows one comes before the other in both forms, and NULLs are ordered alike in \
            both; what is ordered by after the key changes nothing. DISTINCT ON keeps the first row of each group, and groups \
            are made as PARTITION BY makes them.",
    source: "PostgreSQL 15 documentation, SELECT, DISTINCT Clause; DuckDB documentation, SELECT Clause",
    engines: &[Dialect::Duckdb, Dialect::Postgres],
    tells: Some(told::first_of_group_distinct_on),
    apply,
};

fn apply(query: &Query, cx: &Context<'_>) -> Option<Query> {
    let flat = shape::flat(shape::select(query)?)?;
    let part = numbered::numbered(&flat, query, cx)?;
    let groups: Vec<String> = part.groups.iter().map(ToString::to_string).collect();
    let mut order = groups.clone();
    let mut ordered = part.groups.clone();
    for by in &part.order {
        order.push(by.to_string());
        ordered.push(by.expr.clone());
    }
    // Which row is kept is then plain from the statement alone (`settled`).
    for shown in numbered::shown(&part.select) {
        if !ordered.contains(&shown) {
            order.push(shown.to_string());
            ordered.push(shown);
        }
    }
    let shown: Vec<String> = part.select.projection.iter().map(ToString::to_string).collect();
    let filter = shape::all_of(shape::filters(&part.select)).map_or_else(String::new, |c| format!(" WHERE {c}"));
    let inner = format!(
        "SELECT DISTINCT ON ({}) {} FROM {}{filter} ORDER BY {}",
        groups.join(", "),
        shown.join(", "),
        numbered::source(&part.select)?,
        order.join(", ")
    );
    numbered::replaced(query, flat, &part, &inner, cx)
}
