//! Statements that rules make of one, cheapest first by the engine's own estimate.
//!
//! In: a statement's tree. Out: the statements that one more change makes of it, each past the gate: it can be read, only
//! reads, and the engine can plan it. Deliberately absent: running any of them.

use std::collections::{BTreeMap, BTreeSet};

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
    Ok(in_turn(all))
}

/// One of each rule before a second of any, so that a rule with many places leaves room for the others; the cheapest first.
/// What only makes the engine plan otherwise comes before all, since the estimate that it mends says nothing of it, and of such a
/// rule the change of all places at once, which is the last that it makes.
fn in_turn(all: Vec<Candidate>) -> Vec<Candidate> {
    let rule = |c: &Candidate| c.changes.last().map(|last| last.rule.clone()).unwrap_or_default();
    let (mut first, mut others): (Vec<_>, Vec<_>) = all.into_iter().partition(|c| rewrite::only_plans(&rule(c)));
    first.reverse();
    others.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    first.append(&mut others);
    let mut met: BTreeMap<String, usize> = BTreeMap::new();
    let mut placed: Vec<(usize, Candidate)> = Vec::new();
    for candidate in first {
        let turn = met.entry(rule(&candidate)).or_default();
        placed.push((*turn, candidate));
        *turn += 1;
    }
    placed.sort_by_key(|(turn, _)| *turn);
    placed.into_iter().map(|(_, candidate)| candidate).collect()
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

#[cfg(test)]
mod tests {
    use askwell_contract::Dialect;
    use askwell_sql::parse;

    use super::*;

    #[test]
    fn each_rule_has_its_turn_and_what_only_plans_otherwise_comes_first() {
        let candidate = |rule: &str, sql: &str, cost: f64| Candidate {
            query: parse::query("SELECT 1", Dialect::Postgres).unwrap(),
            sql: sql.into(),
            changes: vec![Alteration {
                rule: rule.into(),
                says: String::new(),
            }],
            cost,
            rests_on: BTreeSet::new(),
        };
        let ordered = in_turn(vec![
            candidate("constants_folded", "a", 1.0),
            candidate("constants_folded", "b", 2.0),
            candidate("join_dropped", "c", 3.0),
            candidate("membership_as_filter", "one place", 50.0),
            candidate("membership_as_filter", "all places", 90.0),
        ]);
        let texts: Vec<&str> = ordered.iter().map(|c| c.sql.as_str()).collect();
        assert_eq!(texts, ["all places", "a", "c", "one place", "b"]);
    }
}
