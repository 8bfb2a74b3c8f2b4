//! A named part worked out apart, or with what uses it: the other way than the engine would choose

use sqlparser::ast::{CteAsMaterialized, Query};

use super::{cte_inlined, settled, told, Context, Rule, ALL};

pub const RULE: Rule = Rule {
    name: "cte_materialised",
    says: "Where a named part is worked out was left to the engine; now a part that is used once is worked out by itself, and one \
           that is used several times together with each use.",
    before: "WITH sums AS (SELECT o.shop_id, SUM(o.total) AS total FROM orders o GROUP BY o.shop_id) SELECT a.total FROM sums a JOIN \
             sums b ON a.total < b.total WHERE a.shop_id = 1",
    after: "WITH sums AS NOT MATERIALIZED (SELECT o.shop_id, SUM(o.total) AS total FROM orders o GROUP BY o.shop_id) SELECT a.total \
            FROM sums a JOIN sums b ON a.total < b.total WHERE a.shop_id = 1",
    also: &["WITH paid AS (SELECT o.customer_id, o.total FROM orders o WHERE o.status = 'paid') SELECT c.name, p.total FROM paid p JOIN \
             customers c ON c.id = p.customer_id"],
    leaves: &[
        "WITH paid AS MATERIALIZED (SELECT o.total FROM orders o WHERE o.status = 'paid') SELECT p.total FROM paid p",
        "SELECT p.total FROM (SELECT o.total FROM orders o) p",
    ],
    sound: "Both words say where rows are worked out and not which: a part in which nothing changes from call to call gives the \
            same rows once as each time. A part that counts up from itself is left alone.",
    source: "PostgreSQL 15 documentation, 7.8.3 Common Table Expression Materialization; SQLite, The WITH Clause, 3; DuckDB, WITH Clause",
    engines: ALL,
    tells: Some(told::cte_materialised),
    apply,
};

/// All three engines work out by itself what is used more than once, and the rest where it is used.
fn apply(query: &Query, cx: &Context<'_>) -> Option<Query> {
    let mut done = query.clone();
    let with = done.with.as_mut().filter(|w| !w.recursive)?;
    let mut changed = false;
    for cte in &mut with.cte_tables {
        let uses = cte_inlined::uses(query, &cte.alias.name.value.to_lowercase());
        if cte.materialized.is_some() || uses == 0 || settled::obstacle(&cte.query, cx.dialect()).is_some() {
            continue;
        }
        cte.materialized = Some(match uses {
            1 => CteAsMaterialized::Materialized,
            _ => CteAsMaterialized::NotMaterialized,
        });
        changed = true;
    }
    changed.then_some(done)
}
