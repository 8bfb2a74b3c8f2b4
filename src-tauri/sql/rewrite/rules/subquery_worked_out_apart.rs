//! A subquery in FROM worked out by itself, first and once

use askwell_contract::Dialect;
use sqlparser::ast::{Query, TableFactor};

use super::{settled, shape, told, Context, Rule};

pub const RULE: Rule = Rule {
    name: "subquery_worked_out_apart",
    says: "The parts in FROM were worked out together with what is around them; now each is worked out by itself, first and once.",
    before: "SELECT a.id, b.total FROM (SELECT o.id, o.shop_id FROM orders o WHERE o.status = 'paid') a, (SELECT o.shop_id, o.total FROM \
             orders o WHERE o.status = 'open') b WHERE a.shop_id = b.shop_id",
    after: "WITH apart1 AS MATERIALIZED (SELECT o.id, o.shop_id FROM orders o WHERE o.status = 'paid'), apart2 AS MATERIALIZED (SELECT \
            o.shop_id, o.total FROM orders o WHERE o.status = 'open') SELECT a.id, b.total FROM apart1 AS a, apart2 AS b WHERE a.shop_id = \
            b.shop_id",
    also: &["WITH paid AS (SELECT o.customer_id, o.total FROM orders o WHERE o.status = 'paid') SELECT c.name, t.total FROM customers c LEFT \
             JOIN (SELECT p.customer_id, MAX(p.total) AS total FROM paid p GROUP BY p.customer_id) t ON t.customer_id = c.id"],
    leaves: &[
        "SELECT a.id FROM (SELECT o.id FROM orders o WHERE o.status = 'paid') a",
        "SELECT c.name FROM customers c, orders o WHERE o.customer_id = c.id AND c.id IN (SELECT t.k FROM (SELECT p.customer_id AS k \
         FROM orders p) t)",
    ],
    sound: "A subquery in FROM that reads nothing of what is around it gives the same rows wherever and whenever it is worked out; \
            MATERIALIZED says when, and not which.",
    source: "PostgreSQL 15 documentation, 7.8.3 Common Table Expression Materialization",
    engines: &[Dialect::Postgres],
    tells: Some(told::subquery_worked_out_apart),
    apply,
};

fn apply(query: &Query, cx: &Context<'_>) -> Option<Query> {
    let select = shape::select(query)?;
    if query.with.as_ref().is_some_and(|with| with.recursive) || shape::factors(select).len() < 2 {
        return None;
    }
    let mut done = query.clone();
    let mut parts: Vec<String> = Vec::new();
    let joined = |from: &mut sqlparser::ast::TableWithJoins, put: &mut dyn FnMut(&mut TableFactor)| {
        put(&mut from.relation);
        from.joins.iter_mut().for_each(|join| put(&mut join.relation));
    };
    let mut put = |factor: &mut TableFactor| {
        let Some(named) = apart(factor, parts.len() + 1, cx) else {
            return;
        };
        parts.push(named.0);
        *factor = named.1;
    };
    for from in &mut shape::select_mut(&mut done)?.from {
        joined(from, &mut put);
    }
    if parts.is_empty() {
        return None;
    }
    let made = cx.query(&format!("WITH {} SELECT 1", parts.join(", ")))?.with?;
    match &mut done.with {
        Some(with) => with.cte_tables.extend(made.cte_tables),
        none => *none = Some(made),
    }
    Some(done)
}

/// The subquery as a named part, and what stands in its place.
fn apart(factor: &TableFactor, nth: usize, cx: &Context<'_>) -> Option<(String, TableFactor)> {
    let TableFactor::Derived {
        lateral: false,
        subquery,
        alias: Some(alias),
        sample: None,
    } = factor
    else {
        return None;
    };
    let alone = shape::free(subquery.as_ref()).is_empty() && settled::obstacle(subquery, cx.dialect()).is_none();
    if !alone || !alias.columns.is_empty() {
        return None;
    }
    let name = cx.fresh(&format!("apart{nth}"));
    let query = cx.query(&format!("SELECT 1 FROM {name} AS {}", alias.name))?;
    let from = shape::select(&query)?.from.first()?;
    Some((format!("{name} AS MATERIALIZED ({subquery})"), from.relation.clone()))
}
