//! What holds for every query that the built-in engine writes, whatever it is asked: it parses, it only reads, the
//! database takes it, and its reading tells every condition. And: other names for the same tables and columns, or the
//! tables in another order, give the same query.
//!
//! The questions are made from the words of each schema by a seed (`claims/questions.rs`), a share of them spoilt. Every
//! failure of a database is printed before the test fails.

mod questions;
mod renamed;
mod schemas;
mod told;

use std::collections::BTreeSet;

use askwell_cli::sample;
use askwell_contract::Dialect;
use askwell_sql::guard;

use questions::{Chance, Vocabulary};

use crate::dialects::{HARBOR, LEAGUE};
use crate::opened::{Fate, Opened};

/// As many as a debug build asks in half a minute of the slower sample.
const QUESTIONS: usize = 120;

/// Fails with the first forty of all that is wrong.
async fn holds_for(opened: &Opened, seed: u64, number: usize) {
    let words = Vocabulary::of(opened).await;
    let mut chance = Chance::new(seed);
    let (mut asked, mut seen) = (0, BTreeSet::new());
    let mut wrong: Vec<String> = Vec::new();
    for _ in 0..number {
        let question = words.question(&mut chance);
        let candidates = opened.candidates(&question).await;
        asked += usize::from(!candidates.is_empty());
        assert!(candidates.len() <= 13, "{question}: {} candidates", candidates.len());
        for c in candidates {
            let mut fails =
                |what: String| wrong.push(format!("{question}\n    {}\n    {}\n    {what}", c.sql, c.reading));
            if let Err(finding) = guard::check(&c.sql, opened.knowledge.catalog.dialect) {
                fails(format!("refused: {}", finding.message));
                continue;
            }
            for untold in told::untold(&c.sql, &c.reading, opened.knowledge.catalog.dialect) {
                fails(format!("not told: {untold}"));
            }
            // The same statement does the same.
            if seen.insert(c.sql.clone()) {
                if let Fate::Failed(why) = opened.fate(&c.sql).await {
                    fails(format!("fails: {why}"));
                }
            }
        }
    }
    let told = wrong.iter().take(40).cloned().collect::<Vec<_>>().join("\n");
    assert!(wrong.is_empty(), "{} failures\n{told}", wrong.len());
    assert!(
        asked * 2 > number && seen.len() > number,
        "{asked} of {number} questions led to {} statements: this tries too little",
        seen.len()
    );
}

async fn holds_for_a_sample(file: &str, seed: u64) {
    let dir = tempfile::tempdir().unwrap();
    sample::build(dir.path()).unwrap();
    let path = dir.path().join(file);
    let opened = Opened::file(&path, dir.path()).await;
    holds_for(&opened, seed, QUESTIONS).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_query_on_harbor_goods_runs_and_is_told() {
    holds_for_a_sample(sample::harbor::FILE, 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_query_on_the_northern_league_runs_and_is_told() {
    holds_for_a_sample(sample::league::FILE, 2).await;
}

/// Of a copy in another engine, whose words and values are the same.
const OF_A_COPY: usize = 60;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_query_on_harbor_goods_runs_on_duckdb() {
    let dir = tempfile::tempdir().unwrap();
    let url = HARBOR.file(Dialect::Duckdb, dir.path());
    holds_for(&Opened::at(&url, dir.path()).await, 5, OF_A_COPY).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_query_on_the_northern_league_runs_on_sqlite() {
    let dir = tempfile::tempdir().unwrap();
    let url = LEAGUE.file(Dialect::Sqlite, dir.path());
    holds_for(&Opened::at(&url, dir.path()).await, 6, OF_A_COPY).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_query_on_harbor_goods_runs_on_postgres() {
    let Some(server) = HARBOR.on_server("tried") else {
        return;
    };
    let dir = tempfile::tempdir().unwrap();
    holds_for(&Opened::at(&server.url(), dir.path()).await, 7, OF_A_COPY).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_query_on_the_northern_league_runs_on_postgres() {
    let Some(server) = LEAGUE.on_server("tried") else {
        return;
    };
    let dir = tempfile::tempdir().unwrap();
    holds_for(&Opened::at(&server.url(), dir.path()).await, 8, OF_A_COPY).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_query_over_odd_names_runs_and_is_told() {
    for (at, kind) in ["sqlite", "duckdb"].into_iter().enumerate() {
        let dir = tempfile::tempdir().unwrap();
        let path = schemas::made(schemas::ODD, kind, dir.path());
        let opened = Opened::file(&path, dir.path()).await;
        holds_for(&opened, 3 + at as u64, QUESTIONS).await;
    }
}
