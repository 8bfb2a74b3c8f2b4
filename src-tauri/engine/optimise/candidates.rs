//! Statements that rules make of one, cheapest first by the engine's own estimate.
//!
//! In: a statement's tree. Out: the statements that one more change makes of it, each past the gate: it can be read, only
//! reads, and the engine can plan it. Deliberately absent: running any of them.

use askwell_contract::optimise::Alteration;
use askwell_contract::Result;
use askwell_sql::rewrite::{self, Query, RULES};
use askwell_sql::{format, guard};

use super::{cost, Work};

#[derive(Debug, Clone)]
pub struct Candidate {
    pub query: Query,
    /// Laid out for a person.
    pub sql: String,
    pub changes: Vec<Alteration>,
    pub cost: f64,
}

/// One more change; outputs keep the names that the first statement gave them.
pub async fn next(work: &Work<'_>, from: &Query, changes: &[Alteration], names: &[String]) -> Result<Vec<Candidate>> {
    let dialect = work.catalog.dialect;
    let mut all: Vec<Candidate> = Vec::new();
    for step in rewrite::steps(from, work.catalog) {
        let Some(named) = rewrite::with_names(&step.query, names, dialect) else {
            continue;
        };
        let sql = format::format(&named.to_string(), dialect);
        if guard::check(&sql, dialect).is_err() || all.iter().any(|c| c.sql == sql) {
            continue;
        }
        let Ok(plan) = work.database.explain(&sql, work.cancel).await? else {
            continue;
        };
        let mut changes = changes.to_vec();
        changes.push(change(step.rule));
        all.push(Candidate {
            query: step.query,
            sql,
            changes,
            cost: cost::cost(&plan, work.catalog),
        });
    }
    all.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    Ok(all)
}

pub fn change(rule: &str) -> Alteration {
    let says = RULES.iter().find(|r| r.name == rule).map_or("", |r| r.says);
    Alteration {
        rule: rule.to_string(),
        says: says.to_string(),
    }
}
