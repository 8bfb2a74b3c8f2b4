//! A database whose every answer is scripted, and what tests need around it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use askwell_contract::connect::Powers;
use askwell_contract::ports::{Batch, Cancel, Clock, Database, End, Ran, RowStream};
use askwell_contract::profile::TableProfile;
use askwell_contract::run::{Artifact, Candidate, Event, Explain, Finding, Plan};
use askwell_contract::time::Calendar;
use askwell_contract::{
    Catalog, Cell, Dialect, Limits, Problem, ProblemCode, Result, ResultColumn, Row, Table, Truncation, TypeKind,
};
use async_trait::async_trait;
use tokio::sync::mpsc;

use crate::ask::builtin::score::Weights;
use crate::cx::{Cx, Trace};
use crate::prepare::fake;
use crate::prepare::values::ColumnValues;
use crate::prepare::Knowledge;
use crate::prompt::Door;
use crate::switches::Switches;

#[derive(Clone)]
enum Answer {
    Rows(Vec<Row>),
    Fails(String),
    /// Cancels this when asked, then answers as cancelled.
    Traps(Cancel),
    Breaks(ProblemCode),
}

/// customers(id, name, country, since) and orders(id, customer_id, status, total); unscripted statements fail.
#[derive(Clone)]
pub struct Scripted {
    pub catalog: Catalog,
    answers: BTreeMap<String, Answer>,
    /// Statements that cannot be planned and the findings' codes, and such as are planned without end.
    unplanned: BTreeMap<String, String>,
    endless: Vec<String>,
    /// Statements that take ten seconds.
    slow: Vec<String>,
    /// Every statement that was run, in order.
    pub asked: Arc<Mutex<Vec<String>>>,
}

impl Scripted {
    pub fn shop() -> Self {
        let mut catalog = fake::catalog(vec![
            fake::table("customers", &["id int", "name text", "country text", "since date"]),
            fake::table("orders", &["id int", "customer_id int", "status text", "total real"]),
        ]);
        fake::refer(&mut catalog, "orders.customer_id", "customers.id");
        for table in &mut catalog.tables {
            table.primary_key = vec!["id".into()];
        }
        Self {
            catalog,
            answers: BTreeMap::new(),
            asked: Arc::default(),
            unplanned: BTreeMap::new(),
            endless: Vec::new(),
            slow: Vec::new(),
        }
    }
    fn on(mut self, sql: &str, answer: Answer) -> Self {
        self.answers.insert(sql.into(), answer);
        self
    }
    pub fn gives(self, sql: &str, rows: &[&[&str]]) -> Self {
        let rows = rows.iter().map(|r| fake::row(r)).collect();
        self.on(sql, Answer::Rows(rows))
    }
    pub fn fails(self, sql: &str, code: &str) -> Self {
        self.on(sql, Answer::Fails(code.into()))
    }
    pub fn cannot_plan(mut self, sql: &str, code: &str) -> Self {
        self.unplanned.insert(sql.into(), code.into());
        self
    }
    pub fn plans_without_end(mut self, sql: &str) -> Self {
        self.endless.push(sql.into());
        self
    }
    pub fn slow(mut self, sql: &str) -> Self {
        self.slow.push(sql.into());
        self
    }
    pub fn traps(self, sql: &str, cancel: &Cancel) -> Self {
        self.on(sql, Answer::Traps(cancel.clone()))
    }
    pub fn breaks(self, sql: &str, code: ProblemCode) -> Self {
        self.on(sql, Answer::Breaks(code))
    }
    pub fn knowledge(&self) -> Knowledge {
        let values = |table: &str, column: &str, values: &[(&str, u64)]| {
            ColumnValues::new(
                table,
                column,
                values.iter().map(|(v, n)| ((*v).to_string(), *n)).collect(),
                true,
                None,
            )
        };
        let whole = |t: &Table| TableProfile {
            table: t.name.clone(),
            rows: 12,
            read: 12,
            columns: Vec::new(),
            grain: String::new(),
            freshness: None,
        };
        Knowledge::build(
            self.catalog.clone(),
            "1".into(),
            self.catalog.tables.iter().map(whole).collect(),
            vec![
                values("customers", "country", &[("France", 5), ("Germany", 7)]),
                values("customers", "name", &[("Ada", 1), ("Bob", 1), ("Cy", 1)]),
                values("orders", "status", &[("open", 2), ("paid", 9)]),
            ],
        )
    }
}

#[async_trait]
impl Database for Scripted {
    fn dialect(&self) -> Dialect {
        self.catalog.dialect
    }
    async fn describe(&self) -> Result<Catalog> {
        Ok(self.catalog.clone())
    }
    async fn fingerprint(&self) -> Result<String> {
        Ok("1".into())
    }
    async fn query(&self, sql: &str, limits: Limits, _: &Cancel) -> Ran<RowStream> {
        self.asked.lock().unwrap().push(sql.into());
        if limits.milliseconds < 10_000 && self.slow.iter().any(|s| s == sql) {
            return Ok(Err(Finding::error("timeout", "The query was stopped.")));
        }
        let rows = match self.answers.get(sql) {
            None => {
                return Ok(Err(Finding::error(
                    "unscripted",
                    format!("No answer is scripted for {sql}"),
                )))
            }
            Some(Answer::Fails(code)) => return Ok(Err(Finding::error(code.clone(), "The engine refused it."))),
            Some(Answer::Breaks(code)) => return Err(Problem::new(*code, "The connection broke.")),
            Some(Answer::Traps(cancel)) => {
                cancel.cancel();
                return Err(Problem::cancelled());
            }
            Some(Answer::Rows(rows)) => rows.clone(),
        };
        let width = rows.first().map_or(1, Vec::len);
        let kind = |i: usize| match rows.first().and_then(|r| r.get(i)) {
            Some(Cell::Int(_)) => TypeKind::Integer,
            Some(Cell::Real(_)) => TypeKind::Real,
            _ => TypeKind::Text,
        };
        let columns = (0..width)
            .map(|i| ResultColumn {
                name: format!("c{i}"),
                kind: kind(i),
            })
            .collect();
        let end = if rows.len() as u64 > limits.rows {
            End::Cut(Truncation::Rows)
        } else {
            End::Complete
        };
        let kept: Vec<Row> = rows
            .into_iter()
            .take(usize::try_from(limits.rows).unwrap_or(usize::MAX))
            .collect();
        let (give, take) = mpsc::channel(kept.len() + 2);
        for chunk in kept.chunks(2) {
            give.try_send(Batch::Rows(chunk.to_vec())).map_err(Problem::internal)?;
        }
        give.try_send(Batch::End(end)).map_err(Problem::internal)?;
        Ok(Ok(RowStream::new(columns, take)))
    }
    async fn explain(&self, sql: &str, _: &Cancel) -> Ran<Explain> {
        if self.endless.iter().any(|s| s == sql) {
            return std::future::pending().await;
        }
        if let Some(code) = self.unplanned.get(sql) {
            return Ok(Err(Finding::error(code.clone(), "The engine sees no way to run it.")));
        }
        Ok(Ok(Explain {
            label: "SCAN".into(),
            estimated_rows: None,
            cost: None,
            rows: None,
            ms: None,
            children: Vec::new(),
        }))
    }
    async fn powers(&self) -> Result<Powers> {
        Ok(Powers {
            can_write: false,
            says: String::new(),
            server: None,
        })
    }
}

/// One millisecond a look.
#[derive(Default)]
pub struct Ticking(AtomicU64);

impl Ticking {
    pub fn advance(&self, ms: u64) {
        self.0.fetch_add(ms, Ordering::SeqCst);
    }
}

impl Clock for Ticking {
    fn now(&self) -> u64 {
        1_700_000_000_000 + self.0.fetch_add(1, Ordering::SeqCst)
    }
    fn ticks(&self) -> f64 {
        self.0.fetch_add(1, Ordering::SeqCst) as f64
    }
}

/// Runs a test body in a context over the scripted database; gives the artifacts that were emitted.
pub fn run(db: Scripted, body: impl AsyncFnOnce(&Cx<'_>)) -> Vec<Event> {
    run_with(db, Cancel::new(), body)
}

pub fn run_with(db: Scripted, cancel: Cancel, body: impl AsyncFnOnce(&Cx<'_>)) -> Vec<Event> {
    run_in(db, cancel, None, body)
}

/// The same with a model to ask.
pub fn run_advised(db: Scripted, door: &Door, body: impl AsyncFnOnce(&Cx<'_>)) -> Vec<Event> {
    run_in(db, Cancel::new(), Some(door), body)
}

fn run_in(db: Scripted, cancel: Cancel, door: Option<&Door>, body: impl AsyncFnOnce(&Cx<'_>)) -> Vec<Event> {
    let events = Mutex::new(Vec::new());
    let clock = Ticking::default();
    {
        let trace = Trace::new("r1".into(), &clock, |event| events.lock().unwrap().push(event));
        let knowledge = db.knowledge();
        let cx = Cx {
            knowledge: &knowledge,
            database: &db,
            embedder: None,
            door,
            clock: &clock,
            cancel: &cancel,
            trace: &trace,
            limits: Limits::ASK,
            switches: Switches::default(),
            weights: Weights::learned(),
            ranking: askwell_reader::rank::Weights::learned(),
            verified: &[],
            earlier: &[],
            calendar: Calendar::default(),
            seed: 1,
        };
        tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap()
            .block_on(body(&cx));
    }
    events.into_inner().unwrap()
}

pub fn plan(question: &str) -> Plan {
    Plan {
        question: question.into(),
        evidence: String::new(),
        follows: None,
        parts: Vec::new(),
        tells: None,
    }
}

pub fn candidate(sql: &str) -> Candidate {
    Candidate {
        id: "c1".into(),
        generator: "test".into(),
        sql: sql.into(),
        reading: "a reading".into(),
        belief: 1.0,
        uses: Vec::new(),
        unplaced: Vec::new(),
        times: Vec::new(),
    }
}

/// The kinds of events, in order, for comparing with what was expected.
pub fn kinds(events: &[Event]) -> Vec<String> {
    let kind = |e: &Event| match &e.artifact {
        Artifact::Entered(stage) => format!("{stage:?}"),
        other => {
            let value = serde_json::to_value(other).unwrap();
            value["kind"].as_str().unwrap().to_string()
        }
    };
    events.iter().map(kind).collect()
}
