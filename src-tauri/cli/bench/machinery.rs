//! What the pipeline itself takes, beside models and databases. In: a question, a model that answers at once. Out: the
//! time of a run, and what of it passed while no statement was under way. Deliberately absent: a model worth asking; its
//! replies are chosen so that eleven queries disagree four ways and every pair of results is compared.

use std::future::Future;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use anyhow::{ensure, Result};
use askwell_contract::connect::Powers;
use askwell_contract::model::{Effort, Failure, ModelRef, ModelSettings, Privacy, Reply, Request, Tiers, Usage};
use askwell_contract::ports::{Cancel, Database, Llm, Ran, RowStream};
use askwell_contract::run::Explain;
use askwell_contract::{Catalog, Dialect, Limits};
use askwell_engine::pipeline::{self, Asked};
use askwell_engine::prompt::{Door, Library};
use askwell_engine::{Cx, Knowledge, Trace, World};
use async_trait::async_trait;
use serde_json::{json, Value};

use crate::{sample, world};

/// One more is made before them: it fills caches.
const RUNS: usize = 30;

/// Candidates, results and comparisons that a run has at least to be counted.
const PROMISED: (usize, usize, usize) = (11, 4, 6);

/// After this many times the runs wanted it is given up.
const TRIES: usize = 10;

const QUESTION: &str = "How many customers are there?";

/// Four results, given by 4, 3, 2 and 2 queries: none has a majority. The condition tells the statements apart.
const RESULTS: [(&str, &str, usize); 4] = [
    ("customers", "customer_id", 4),
    ("orders", "order_id", 3),
    ("products", "product_id", 2),
    ("employees", "employee_id", 2),
];

pub async fn run(out: &mut dyn Write) -> Result<()> {
    measure(RUNS, out).await
}

async fn measure(runs: usize, out: &mut dyn Write) -> Result<()> {
    let folder = super::folder()?;
    let paths = sample::build(folder.path())?;
    let world = world::world(Some(folder.path().join("workspace")))?;
    let url = format!("sqlite:{}", paths[0].display());
    let database = world.connector.open_address(&url).await?;
    let (knowledge, _) = askwell_engine::prepare(database.clone(), &url, &world, &Cancel::new(), &|_| {}).await?;
    let timed = Timed {
        inner: database,
        busy: Mutex::default(),
    };
    let (mut totals, mut own) = (Vec::new(), Vec::new());
    let mut last = PROMISED;
    for at in 0.. {
        timed.forget();
        let began = Instant::now();
        let asked = once(&world, &timed, &knowledge).await;
        let total = began.elapsed().as_secs_f64() * 1000.0;
        let seen = counted(&asked);
        // Where three queries of one result happen to come first, the others are rightly not waited for.
        if !(seen.0 >= PROMISED.0 && seen.1 >= PROMISED.1 && seen.2 >= PROMISED.2) {
            let (candidates, clusters, duels) = seen;
            ensure!(
                at < TRIES * runs,
                "{candidates} candidates, {clusters} results and {duels} comparisons are less than was to be measured"
            );
            continue;
        }
        if at == 0 {
            continue;
        }
        last = seen;
        totals.push(total);
        own.push(total - timed.busy());
        if totals.len() == runs {
            break;
        }
    }
    let (candidates, clusters, duels) = last;
    writeln!(
        out,
        "{runs} runs of {candidates} candidates, {clusters} results, {duels} comparisons; the model answers at once"
    )?;
    for (name, times) in [("own time", &mut own), ("total, with SQLite", &mut totals)] {
        times.sort_by(f64::total_cmp);
        let middle = times.get(times.len() / 2).copied().unwrap_or_default();
        writeln!(
            out,
            "{name:<20} p50 {middle:>7.1} ms   p95 {:>7.1} ms",
            super::p95(times)
        )?;
    }
    Ok(())
}

fn counted(asked: &Asked) -> (usize, usize, usize) {
    let selection = asked.selection.as_ref();
    let of = |count: fn(&askwell_contract::run::Selection) -> usize| selection.map_or(0, count);
    (asked.judged.len(), of(|s| s.clusters.len()), of(|s| s.duels.len()))
}

async fn once(world: &World, database: &dyn Database, knowledge: &Knowledge) -> Asked {
    let model = Some(ModelRef {
        provider: "instant".into(),
        model: "instant".into(),
    });
    let door = Door {
        llm: Arc::new(Instantly(Mutex::new(statements()))),
        settings: ModelSettings {
            tiers: Tiers {
                fast: model.clone(),
                powerful: model.clone(),
                reasoning: model,
            },
            effort: Effort::Thorough,
            ..ModelSettings::default()
        },
        privacy: Privacy::Values,
        connection: "bench".into(),
        run: None,
        prompts: Library::shipped(),
        verified: Vec::new(),
        able: askwell_engine::prompt::Able::new(),
    };
    let (cancel, trace) = (Cancel::new(), Trace::new("bench".into(), &*world.clock, |_| {}));
    let header = world::header(world, knowledge, QUESTION);
    let cx = Cx {
        door: Some(&door),
        ..world::context(world, database, knowledge, &cancel, &trace)
    };
    pipeline::ask(&cx, header, QUESTION, "").await
}

/// Eleven statements, no two alike, the last to be handed out first. The results take turns: as soon as most of three
/// queries agreed, the others would not be waited for.
fn statements() -> Vec<String> {
    let most = RESULTS.iter().map(|result| result.2).max().unwrap_or_default();
    let turn = |n: usize| RESULTS.iter().filter(move |result| n < result.2).map(move |r| (n, r));
    let mut out: Vec<String> = (0..most)
        .flat_map(turn)
        .map(|(n, (table, key, _))| format!("SELECT COUNT(*) FROM {table} WHERE {key} <> -{}", n + 1))
        .collect();
    out.reverse();
    out
}

/// Answers every prompt at once; each query is handed out once.
struct Instantly(Mutex<Vec<String>>);

#[async_trait]
impl Llm for Instantly {
    async fn complete(&self, request: Request, _: &Cancel) -> std::result::Result<Reply, Failure> {
        let value: Option<Value> = match request.purpose.as_str() {
            "ground" => Some(json!({"literals": ["customers"], "schema_references": ["customers"]})),
            "select" => Some(json!({"winner": "A", "reason": "It counts customers."})),
            "answer" => Some(json!({"sentence": "They are counted."})),
            purpose if purpose.starts_with("link") => Some(
                json!({"fields": [{"table": "customers", "column": "customer_id", "reason": "counted"}], "sketch": ""}),
            ),
            _ => None,
        };
        let written = || self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let text = match &value {
            Some(value) => value.to_string(),
            None => written().unwrap_or_default(),
        };
        Ok(Reply {
            text,
            value,
            thinking: None,
            usage: Usage {
                input: 0,
                cached: 0,
                written: 0,
                output: 0,
            },
            cost: None,
            cached: false,
            ms: 0.0,
        })
    }
    fn price(&self, _: &ModelRef, _: Usage) -> Option<f64> {
        None
    }
    fn destination(&self, _: &ModelRef) -> (String, bool) {
        ("this computer".into(), false)
    }
}

/// A database that knows for how long statements were under way, several at a time counted once.
struct Timed {
    inner: Arc<dyn Database>,
    busy: Mutex<Busy>,
}

#[derive(Default)]
struct Busy {
    under_way: usize,
    since: Option<Instant>,
    milliseconds: f64,
}

impl Timed {
    fn state(&self) -> std::sync::MutexGuard<'_, Busy> {
        self.busy.lock().unwrap_or_else(PoisonError::into_inner)
    }
    fn forget(&self) {
        *self.state() = Busy::default();
    }
    fn busy(&self) -> f64 {
        self.state().milliseconds
    }
    async fn time<T>(&self, call: impl Future<Output = T>) -> T {
        {
            let mut state = self.state();
            state.under_way += 1;
            state.since.get_or_insert_with(Instant::now);
        }
        let out = call.await;
        let mut state = self.state();
        state.under_way -= 1;
        if state.under_way == 0 {
            let since = state.since.take();
            state.milliseconds += since.map_or(0.0, |since| since.elapsed().as_secs_f64() * 1000.0);
        }
        out
    }
}

#[async_trait]
impl Database for Timed {
    fn dialect(&self) -> Dialect {
        self.inner.dialect()
    }
    async fn describe(&self) -> askwell_contract::Result<Catalog> {
        self.inner.describe().await
    }
    async fn fingerprint(&self) -> askwell_contract::Result<String> {
        self.inner.fingerprint().await
    }
    async fn query(&self, sql: &str, limits: Limits, cancel: &Cancel) -> Ran<RowStream> {
        self.time(self.inner.query(sql, limits, cancel)).await
    }
    async fn explain(&self, sql: &str, cancel: &Cancel) -> Ran<Explain> {
        self.time(self.inner.explain(sql, cancel)).await
    }
    async fn powers(&self) -> askwell_contract::Result<Powers> {
        self.inner.powers().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn the_run_that_is_measured_is_the_one_that_is_promised() {
        let mut out = Vec::new();
        measure(1, &mut out).await.unwrap();
        let said = String::from_utf8(out).unwrap();
        assert!(
            said.contains("own time") && said.contains("total, with SQLite"),
            "{said}"
        );
    }
}
