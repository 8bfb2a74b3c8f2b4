//! The queries that a turn may mean, as candidates.
//!
//! In: what converse made of the turn before. Out: candidates, best first, ids given.

use askwell_contract::run::{Candidate, Follow};
use askwell_contract::Catalog;
use askwell_sql::{amend, steps};

use crate::ask::advice::TURN;

pub fn candidates(follow: &Follow, catalog: &Catalog) -> Vec<Candidate> {
    let candidate = |(at, query): (usize, &askwell_contract::run::Rewritten)| Candidate {
        id: format!("c{}", at + 1),
        generator: TURN.to_owned(),
        sql: query.sql.clone(),
        reading: amend::phrase(&query.sql, catalog).unwrap_or_else(|| steps::told(&query.sql, catalog.dialect)),
        belief: query.belief,
        uses: Vec::new(),
        unplaced: query.unplaced.clone(),
        times: query.times.clone(),
    };
    follow.queries.iter().enumerate().map(candidate).collect()
}
