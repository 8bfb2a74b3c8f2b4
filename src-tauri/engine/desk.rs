//! The desk: what hosts call. Open databases, running questions, saved runs.
//!
//! In: the commands of `contract::api`. Out: their results, and events while they happen. One desk a process.
//! Deliberately absent: any rule about SQL or answers, and any host's own types.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use askwell_contract::api::{Connection, CsvOptions, ExportProgress, Exported, Opened, Prepared, Progress, RunSummary};
use askwell_contract::connect::{Attempt, LockCheck, Secrets, Target};
use askwell_contract::ports::{Cancel, Database};
use askwell_contract::run::{Event, Finding, Header};
use askwell_contract::{Catalog, Dialect, Limits, Problem, ProblemCode, Result, ResultSet};
use askwell_sql::{format, page};

use crate::cx::{Cx, Trace, World};
use crate::export;
use crate::lockcheck;
use crate::pipeline::{self, AskOutcome, Asked};
use crate::prepare::{self, Knowledge};

mod connections;
mod examples;
mod runs;
#[cfg(test)]
mod tests;

/// The seed of every run (law 6): there is one answer to a question, not a new one at each try.
const SEED: u64 = 1;

pub struct Desk {
    world: World,
    samples: Vec<Connection>,
    open: Mutex<BTreeMap<String, Arc<OpenDatabase>>>,
    running: Mutex<BTreeMap<String, Cancel>>,
}

struct OpenDatabase {
    connection: Connection,
    database: Arc<dyn Database>,
    /// Held while preparing, so that two callers do not read the same tables twice.
    knowledge: tokio::sync::Mutex<Option<Arc<Knowledge>>>,
}

impl Desk {
    pub fn new(world: World, samples: Vec<Connection>) -> Self {
        Self {
            world,
            samples,
            open: Mutex::default(),
            running: Mutex::default(),
        }
    }

    /// The samples first, then most recently opened first.
    pub fn connections(&self) -> Result<Vec<Connection>> {
        connections::all(&*self.world.workspace, &self.samples)
    }

    /// Opens a database and remembers it.
    pub async fn open(&self, url: &str) -> Result<Opened> {
        let url = url.trim();
        if url.is_empty() {
            return Err(Problem::new(ProblemCode::BadInput, "There is no database to open yet.")
                .hint("Choose a file, or give an address such as sqlite:/path/to/file.db."));
        }
        let understood = self.world.connector.understand(url).await?;
        // As it is kept: in one spelling, and without a password.
        let url = self.world.connector.address(&understood.place);
        let known = self.connections()?.into_iter().find(|c| c.url == url);
        let target = known
            .as_ref()
            .map_or_else(|| understood.place.into(), |c| c.target.clone());
        let secrets = Secrets {
            database: understood.password,
            tunnel: None,
        };
        let (database, catalog) = self.connect(&target, &secrets).await?;
        let powers = database.powers().await?;
        let mut connection = known.unwrap_or_else(|| connections::new(&url, target, &catalog));
        connection.opened = Some(self.world.clock.now());
        connections::save(&*self.world.workspace, &connection)?;
        self.keep(connection.clone(), database);
        Ok(Opened {
            connection,
            catalog,
            powers,
        })
    }

    /// Forgets a connection; the file itself is untouched. A sample is closed and stays in the list.
    pub fn forget(&self, id: &str) -> Result<()> {
        locked(&self.open).remove(id);
        self.world.workspace.remove(connections::ROOM, id)
    }

    pub async fn prepare(&self, id: &str, on_progress: impl Fn(Progress) + Send + Sync) -> Result<Prepared> {
        let began = self.world.clock.ticks();
        let open = self.opened(id).await?;
        let (knowledge, cached) = self.knowledge(&open, &Cancel::new(), &on_progress).await?;
        Ok(Prepared {
            tables: knowledge.profiles.clone(),
            values: knowledge.values.len() as u64,
            ms: self.world.clock.ticks() - began,
            cached,
        })
    }

    /// Questions made from this database that the built-in engine can answer.
    pub async fn examples(&self, id: &str) -> Result<Vec<String>> {
        let open = self.opened(id).await?;
        let (knowledge, _) = self.knowledge(&open, &Cancel::new(), &|_| {}).await?;
        let trace = Trace::new("examples".into(), &*self.world.clock, |_| {});
        let cancel = Cancel::new();
        examples::examples(&self.context(&open, &knowledge, &cancel, &trace)).await
    }

    /// Answers a question. `run` is the caller's name for it, so that `stop` can name it before the first event.
    pub async fn ask(
        &self,
        id: &str,
        question: &str,
        evidence: &str,
        run: Option<String>,
        on_event: impl Fn(Event) + Send + Sync,
    ) -> Result<Asked> {
        let run = runs::name(run, self.world.clock.now(), &locked(&self.running))?;
        let cancel = Cancel::new();
        locked(&self.running).insert(run.clone(), cancel.clone());
        // Also when the caller drops this future half-way: a run that is not under way can be stopped by nobody.
        let _done = Done { desk: self, run: &run };
        let open = self.opened(id).await?;
        let (knowledge, _) = self.knowledge(&open, &cancel, &|_| {}).await?;
        let header = Header {
            run: run.clone(),
            askwell: env!("CARGO_PKG_VERSION").to_string(),
            engine: knowledge.catalog.engine.clone(),
            dialect: knowledge.catalog.dialect,
            database: open.connection.id.clone(),
            fingerprint: knowledge.fingerprint.clone(),
            question: question.to_string(),
            seed: SEED,
            started: self.world.clock.now(),
        };
        let log = runs::Log::start(self.world.workspace.clone(), run.clone());
        let trace = Trace::new(run.clone(), &*self.world.clock, |event: Event| {
            log.write(&event);
            on_event(event);
        });
        let asked = pipeline::ask(
            &self.context(&open, &knowledge, &cancel, &trace),
            header,
            question,
            evidence,
        )
        .await;
        drop(trace);
        log.finish().await?;
        Ok(asked)
    }

    /// Stops a run at the engine. It has stopped when `Finished` arrives; an unknown run is already over.
    pub fn stop(&self, run: &str) {
        if let Some(cancel) = locked(&self.running).get(run) {
            cancel.cancel();
        }
    }

    /// Runs of a database, newest first; those under way are left out.
    pub fn history(&self, id: &str) -> Result<Vec<RunSummary>> {
        let running: Vec<String> = locked(&self.running).keys().cloned().collect();
        runs::history(&*self.world.workspace, id, &running)
    }

    /// The events of a run as they were.
    pub fn replay(&self, run: &str) -> Result<Vec<Event>> {
        runs::replay(&*self.world.workspace, run)
    }

    /// Rows `offset..offset + limit` of a query.
    pub async fn page(&self, id: &str, sql: &str, offset: u64, limit: u64) -> Result<ResultSet> {
        let open = self.opened(id).await?;
        let paged = page::page(sql, open.database.dialect(), offset, limit).map_err(refused)?;
        let limits = Limits {
            rows: limit.max(1),
            ..Limits::ASK
        };
        let stream = open
            .database
            .query(&paged, limits, &Cancel::new())
            .await?
            .map_err(refused)?;
        stream.collect().await.map_err(refused)
    }

    /// The statement laid out on several lines.
    pub fn format_sql(&self, id: &str, sql: &str) -> Result<String> {
        Ok(format::format(sql, self.dialect(id)?))
    }

    /// All rows of a query as a CSV file.
    pub async fn export_csv(
        &self,
        id: &str,
        sql: &str,
        path: &str,
        options: &CsvOptions,
        cancel: &Cancel,
        on_progress: impl Fn(ExportProgress) + Send + Sync,
    ) -> Result<Exported> {
        let open = self.opened(id).await?;
        export::csv(
            &*open.database,
            sql,
            &*self.world.files,
            path,
            options,
            cancel,
            &on_progress,
        )
        .await
    }

    /// Tries to write, to reach outside and to hang, through all locks, and says what held each attempt.
    pub async fn lock_check(
        &self,
        id: &str,
        cancel: &Cancel,
        on_attempt: impl Fn(Attempt) + Send + Sync,
    ) -> Result<LockCheck> {
        let open = self.opened(id).await?;
        let catalog = open.database.describe().await?;
        lockcheck::lock_check(&*open.database, &catalog, &*self.world.clock, cancel, &on_attempt).await
    }

    async fn connect(&self, target: &Target, secrets: &Secrets) -> Result<(Arc<dyn Database>, Catalog)> {
        let database = self.world.connector.open(target, secrets).await?;
        let catalog = database.describe().await?;
        Ok((database, catalog))
    }

    fn keep(&self, connection: Connection, database: Arc<dyn Database>) -> Arc<OpenDatabase> {
        let id = connection.id.clone();
        let open = Arc::new(OpenDatabase {
            connection,
            database,
            knowledge: tokio::sync::Mutex::new(None),
        });
        locked(&self.open).insert(id, open.clone());
        open
    }

    /// The open database of a connection, opened now where it is not.
    async fn opened(&self, id: &str) -> Result<Arc<OpenDatabase>> {
        if let Some(open) = locked(&self.open).get(id) {
            return Ok(open.clone());
        }
        let connection = self.connection(id)?;
        let (database, _) = self.connect(&connection.target, &Secrets::default()).await?;
        Ok(self.keep(connection, database))
    }

    fn connection(&self, id: &str) -> Result<Connection> {
        self.connections()?.into_iter().find(|c| c.id == id).ok_or_else(|| {
            Problem::new(ProblemCode::NotFound, "This database is no longer in the list.").hint("Open it again.")
        })
    }

    fn dialect(&self, id: &str) -> Result<Dialect> {
        if let Some(open) = locked(&self.open).get(id) {
            return Ok(open.database.dialect());
        }
        Ok(self.connection(id)?.dialect)
    }

    /// What is known of the database as it is now; read again where it has changed.
    async fn knowledge(
        &self,
        open: &OpenDatabase,
        cancel: &Cancel,
        on_progress: &(dyn Fn(Progress) + Send + Sync),
    ) -> Result<(Arc<Knowledge>, bool)> {
        let mut known = open.knowledge.lock().await;
        if let Some(knowledge) = known.as_ref() {
            if open.database.fingerprint().await? == knowledge.fingerprint {
                return Ok((knowledge.clone(), true));
            }
        }
        let (knowledge, cached) = prepare::prepare(
            open.database.clone(),
            &open.connection.url,
            &self.world,
            cancel,
            on_progress,
        )
        .await?;
        *known = Some(knowledge.clone());
        Ok((knowledge, cached))
    }

    fn context<'a>(
        &'a self,
        open: &'a OpenDatabase,
        knowledge: &'a Knowledge,
        cancel: &'a Cancel,
        trace: &'a Trace<'a>,
    ) -> Cx<'a> {
        Cx {
            knowledge,
            database: &*open.database,
            embedder: self.world.embedder.clone(),
            clock: &*self.world.clock,
            cancel,
            trace,
            limits: Limits::ASK,
            seed: SEED,
        }
    }
}

/// Takes a run off the list of those under way.
struct Done<'a> {
    desk: &'a Desk,
    run: &'a str,
}

impl Drop for Done<'_> {
    fn drop(&mut self) {
        locked(&self.desk.running).remove(self.run);
    }
}

/// A query that the person asked to see or to export cannot be run: that is their input's fault, not a wrong guess.
fn refused(finding: Finding) -> Problem {
    let code = if finding.code == "timeout" {
        ProblemCode::TimedOut
    } else {
        ProblemCode::BadInput
    };
    let problem = Problem::new(code, finding.message);
    let problem = finding.hint.into_iter().fold(problem, Problem::hint);
    finding.engine.into_iter().fold(problem, Problem::detail)
}

/// The maps stay whole whatever panics beside them.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How a run ended, for hosts that need a word or an exit code.
impl AskOutcome {
    pub fn answer(&self) -> Option<&askwell_contract::run::Answer> {
        match self {
            Self::Answered(answer) => Some(answer),
            Self::Declined(_) | Self::Failed(_) => None,
        }
    }
}
