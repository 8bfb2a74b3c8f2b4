//! `FETCH FIRST 3 ROWS ONLY` in SQLite and DuckDB

use askwell_contract::Dialect;
use sqlparser::ast::{LimitClause, Query};

use super::top::for_each;
use super::{Habit, Scene};

pub const HABIT: Habit = Habit {
    name: "fetch_first",
    examples: &[(
        Dialect::Sqlite,
        "SELECT name FROM customers ORDER BY name FETCH FIRST 3 ROWS ONLY",
        "SELECT name FROM customers ORDER BY name LIMIT 3",
    )],
    safe: "The target has no FETCH; LIMIT means the same.",
    rewrite,
};

fn rewrite(query: &mut Query, scene: &Scene<'_>) -> Vec<String> {
    if scene.dialect == Dialect::Postgres {
        return Vec::new();
    }
    let mut said = Vec::new();
    for_each(query, &mut |query| {
        let fits = query.fetch.as_ref().is_some_and(|f| !f.percent && !f.with_ties);
        let offset = match &query.limit_clause {
            None => None,
            Some(LimitClause::LimitOffset {
                limit: None, offset, ..
            }) => offset.clone(),
            Some(_) => return,
        };
        if !fits {
            return;
        }
        if let Some(limit) = query.fetch.take().and_then(|f| f.quantity) {
            said.push(format!("FETCH FIRST {limit} ROWS is written LIMIT {limit} here."));
            query.limit_clause = Some(LimitClause::LimitOffset {
                limit: Some(limit),
                offset,
                limit_by: Vec::new(),
            });
        }
    });
    said
}
