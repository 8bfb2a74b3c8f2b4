//! A database that comes back: opened again when its connection is lost, and let go of while nobody uses it.
//!
//! In: an open database and how to reach it. Out: the same, as the port `Database`. A call that finds the connection
//! lost opens it once more and tries once more. Deliberately absent: any attempt after the second, and a stream that
//! breaks in the middle (its rows were already handed over).

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use askwell_contract::api::Connection;
use askwell_contract::connect::{Place, Powers, Secrets, Target, Walls};
use askwell_contract::ports::{Cancel, Clock, Connector, Database, Ran, RowStream};
use askwell_contract::run::Explain;
use askwell_contract::{Catalog, Dialect, Limits, Problem, ProblemCode, Result};
use async_trait::async_trait;

use super::locked;
use crate::cx::World;

/// How long an unused DuckDB file stays open. Its lock keeps every writing program out, so it should end soon after
/// the person turned away; looking at an answer between two questions takes a few minutes, and opening takes
/// milliseconds.
pub const IDLE: Duration = Duration::from_secs(5 * 60);

pub struct Held {
    connector: Arc<dyn Connector>,
    clock: Arc<dyn Clock>,
    name: String,
    target: Target,
    secrets: Secrets,
    dialect: Dialect,
    state: tokio::sync::Mutex<State>,
    idle: Duration,
    calls: AtomicUsize,
    /// Ticks of the clock.
    used: Mutex<f64>,
}

struct State {
    database: Option<Arc<dyn Database>>,
    /// Counts the openings, so that of several calls that lose one connection only the first opens it again.
    opening: u64,
}

type Answer<'f, T> = Pin<Box<dyn Future<Output = Result<T>> + Send + 'f>>;

impl Held {
    /// `idle`: [`IDLE`], except where a test has less time.
    pub fn new(
        world: &World,
        connection: &Connection,
        secrets: Secrets,
        database: Arc<dyn Database>,
        idle: Duration,
    ) -> Arc<Self> {
        let held = Arc::new(Self {
            connector: world.connector.clone(),
            clock: world.clock.clone(),
            name: connection.name.clone(),
            target: connection.target.clone(),
            secrets,
            dialect: database.dialect(),
            state: tokio::sync::Mutex::new(State {
                database: Some(database),
                opening: 0,
            }),
            idle,
            calls: AtomicUsize::new(0),
            used: Mutex::new(world.clock.ticks()),
        });
        if matches!(connection.target.place, Place::Duckdb { .. }) {
            tokio::spawn(let_go_when_idle(Arc::downgrade(&held), idle));
        }
        held
    }

    async fn call<'f, T>(&self, call: impl Fn(Arc<dyn Database>) -> Answer<'f, T> + Send + Sync) -> Result<T> {
        let _use = self.used();
        let (database, opening) = self.database().await?;
        match call(database).await {
            Err(problem) if problem.code == ProblemCode::Lost => {
                let database = self.open_again(opening, &problem).await?;
                call(database).await
            }
            answer => answer,
        }
    }

    /// As `call`, but no longer than until `cancel`.
    async fn until<'f, T>(
        &self,
        cancel: &Cancel,
        call: impl Fn(Arc<dyn Database>) -> Answer<'f, T> + Send + Sync,
    ) -> Result<T> {
        let _use = self.used();
        let opened = cancel.run_until_cancelled(self.database()).await;
        let (database, opening) = opened.unwrap_or_else(|| Err(Problem::cancelled()))?;
        match call(database).await {
            Err(problem) if problem.code == ProblemCode::Lost => {
                let again = cancel.run_until_cancelled(self.open_again(opening, &problem)).await;
                call(again.unwrap_or_else(|| Err(Problem::cancelled()))?).await
            }
            answer => answer,
        }
    }

    /// The database, opened again where it was let go of.
    async fn database(&self) -> Result<(Arc<dyn Database>, u64)> {
        let mut state = self.state.lock().await;
        if let Some(database) = &state.database {
            return Ok((database.clone(), state.opening));
        }
        let database = self.connector.open(&self.target, &self.secrets).await?;
        state.database = Some(database.clone());
        state.opening += 1;
        Ok((database, state.opening))
    }

    async fn open_again(&self, opening: u64, lost: &Problem) -> Result<Arc<dyn Database>> {
        let mut state = self.state.lock().await;
        if let Some(database) = state.database.as_ref().filter(|_| state.opening != opening) {
            return Ok(database.clone());
        }
        state.database = None;
        let opened = self.connector.open(&self.target, &self.secrets).await;
        let database = opened.map_err(|problem| self.gone(lost, problem))?;
        state.database = Some(database.clone());
        state.opening += 1;
        Ok(database)
    }

    fn gone(&self, lost: &Problem, why: Problem) -> Problem {
        // The screen asks for a secret and tries again; for everything else the news is the loss.
        if why.code == ProblemCode::NeedsSecret {
            return why;
        }
        let hint = why
            .hint
            .unwrap_or_else(|| "Try again when the database is back.".to_string());
        let details = [lost.detail.as_ref(), why.detail.as_ref()];
        let details: Vec<&str> = details.into_iter().flatten().map(String::as_str).collect();
        let problem = Problem::new(
            ProblemCode::Lost,
            format!(
                "The connection to \"{}\" was lost, and connecting again failed: {}",
                self.name, why.message
            ),
        )
        .hint(hint);
        if details.is_empty() {
            problem
        } else {
            problem.detail(details.join("\n"))
        }
    }

    fn used(&self) -> Use<'_> {
        self.calls.fetch_add(1, Ordering::SeqCst);
        Use(self)
    }

    /// Closes it if it was not used for a while; says when to look again.
    pub async fn let_go(&self) -> Duration {
        let mut state = self.state.lock().await;
        if self.calls.load(Ordering::SeqCst) > 0 {
            return self.idle;
        }
        let unused = (self.clock.ticks() - *locked(&self.used)).max(0.0);
        let left = self.idle.saturating_sub(Duration::from_millis(unused as u64));
        if !left.is_zero() {
            return left;
        }
        state.database = None;
        self.idle
    }
}

async fn let_go_when_idle(held: Weak<Held>, mut left: Duration) {
    loop {
        tokio::time::sleep(left).await;
        let Some(held) = held.upgrade() else { return };
        left = held.let_go().await;
    }
}

struct Use<'a>(&'a Held);

impl Drop for Use<'_> {
    fn drop(&mut self) {
        *locked(&self.0.used) = self.0.clock.ticks();
        self.0.calls.fetch_sub(1, Ordering::SeqCst);
    }
}

#[async_trait]
impl Database for Held {
    fn dialect(&self) -> Dialect {
        self.dialect
    }
    async fn describe(&self) -> Result<Catalog> {
        self.call(|database| Box::pin(async move { database.describe().await }))
            .await
    }
    async fn fingerprint(&self) -> Result<String> {
        self.call(|database| Box::pin(async move { database.fingerprint().await }))
            .await
    }
    async fn table_prints(&self) -> Result<BTreeMap<String, String>> {
        self.call(|database| Box::pin(async move { database.table_prints().await }))
            .await
    }
    async fn query(&self, sql: &str, limits: Limits, cancel: &Cancel) -> Ran<RowStream> {
        self.until(cancel, |database| {
            Box::pin(async move { database.query(sql, limits, cancel).await })
        })
        .await
    }
    async fn scan(&self, sql: &str, limits: Limits, cancel: &Cancel) -> Ran<RowStream> {
        self.until(cancel, |database| {
            Box::pin(async move { database.scan(sql, limits, cancel).await })
        })
        .await
    }
    async fn explain(&self, sql: &str, cancel: &Cancel) -> Ran<Explain> {
        self.until(cancel, |database| {
            Box::pin(async move { database.explain(sql, cancel).await })
        })
        .await
    }
    async fn measure(&self, sql: &str, limits: Limits, cancel: &Cancel) -> Ran<Explain> {
        self.until(cancel, |database| {
            Box::pin(async move { database.measure(sql, limits, cancel).await })
        })
        .await
    }
    async fn powers(&self) -> Result<Powers> {
        self.call(|database| Box::pin(async move { database.powers().await }))
            .await
    }
    async fn try_walls(&self) -> Result<Walls> {
        self.call(|database| Box::pin(async move { database.try_walls().await }))
            .await
    }
}
