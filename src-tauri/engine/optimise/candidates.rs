//! Statements that rules make of one, cheapest first by the engine's own estimate.
//!
//! In: a statement's tree. Out: the statements that one more change makes of it, each past the gate: it can be read, only
//! reads, and the engine can plan it. Deliberately absent: running any of them.

use std::collections::BTreeSet;

use askwell_contract::optimise::Alteration;
use askwell_contract::{Catalog, Result};
use askwell_sql::rewrite::{self, Query, Rewritten, RULES};
use askwell_sql::{format, guard};

use super::facts::Facts;
use super::{cost, Work};

#[derive(Debug, Clone)]
pub struct Candidate {
    pub query: Query,
    /// Laid out for a person.
    pub sql: String,
    pub changes: Vec<Alteration>,
    pub cost: f64,
    /// Facts of the data that it rests on.
    pub rests_on: BTreeSet<usize>,
}

/// What one more change is made of.
pub struct From<'a> {
    pub query: &'a Query,
    pub changes: &'a [Alteration],
    pub rests_on: &'a BTreeSet<usize>,
    pub facts: &'a Facts,
}

/// One more change; outputs keep the names that the first statement gave them.
pub async fn next(work: &Work<'_>, from: &From<'_>, names: &[String]) -> Result<Vec<Candidate>> {
    let dialect = work.catalog.dialect;
    let mut all: Vec<Candidate> = Vec::new();
    for (step, needs) in steps(from, work.catalog) {
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
        let mut changes = from.changes.to_vec();
        changes.push(Alteration {
            rule: step.rule.to_string(),
            says: step.says,
        });
        all.push(Candidate {
            query: step.query,
            sql,
            changes,
            cost: cost::cost(&plan, work.catalog),
            rests_on: from.rests_on.union(&needs).copied().collect(),
        });
    }
    all.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    Ok(all)
}

/// What the declarations allow; then what the facts allow beyond them, with those that each needs.
fn steps(from: &From<'_>, catalog: &Catalog) -> Vec<(Rewritten, BTreeSet<usize>)> {
    let plain = rewrite::steps(from.query, catalog);
    let mut more: Vec<(Rewritten, BTreeSet<usize>)> = Vec::new();
    if !from.facts.is_empty() {
        let with = from.facts.declared(&from.facts.all(), catalog);
        for step in rewrite::steps(from.query, &with) {
            if plain.iter().any(|p| p.query == step.query) {
                continue;
            }
            let Some(rule) = RULES.iter().find(|r| r.name == step.rule) else {
                continue;
            };
            let makes = |with: &Catalog| {
                let made = rewrite::steps_of(rule, from.query, with);
                made.iter().any(|m| m.query == step.query)
            };
            let needs = from.facts.needed(catalog, &makes);
            more.push((step, needs));
        }
    }
    plain
        .into_iter()
        .map(|step| (step, BTreeSet::new()))
        .chain(more)
        .collect()
}
