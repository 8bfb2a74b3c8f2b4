//! The desk: what hosts call. Open databases, running questions, saved runs.
//!
//! In: the commands of `contract::api`. Out: their results, and events while they happen. One desk a process.
//! Deliberately absent: any rule about SQL or answers, and any host's own types.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use askwell_contract::api::{Connection, RunSummary};
use askwell_contract::connect::{Attempt, LockCheck, Secrets};
use askwell_contract::ports::{Cancel, Database};
use askwell_contract::run::{Event, Finding, Header};
use askwell_contract::time::Calendar;
use askwell_contract::{Dialect, Limits, Problem, ProblemCode, Result, ResultSet};
use askwell_sql::{format, page};

use crate::ask::builtin::score::Weights;
use crate::cx::{Cx, Trace, World};
use crate::lockcheck;
use crate::pipeline::{self, AskOutcome, Asked};
use crate::prepare::Knowledge;
use crate::switches::Switches;
use askwell_reader::Style;

mod bounds;
mod calendar;
mod choosing;
mod comparing;
mod connect;
mod connections;
mod context;
mod effort;
mod examples;
mod explore;
mod exporting;
pub mod faster;
mod grid;
mod held;
mod keys;
mod measuring;
mod models;
mod own;
mod pinning;
mod planning;
mod preparing;
mod prompts;
mod recall;
mod resuming;
mod runs;
mod secrets;
mod shelf;
#[cfg(test)]
mod tests;
pub mod threads;
mod traces;
mod workload;

pub use askwell_contract::api::Asking;

/// The seed of every run (law 6): there is one answer to a question, not a new one at each try.
const SEED: u64 = 1;

pub struct Desk {
    world: World,
    samples: Vec<Connection>,
    open: Mutex<BTreeMap<String, Arc<OpenDatabase>>>,
    secrets: secrets::Memory,
    keys: Arc<keys::Memory>,
    running: Mutex<BTreeMap<String, Cancel>>,
    /// By connection; apart from the runs, since a lock check goes by the connection's id, too.
    preparing: Mutex<BTreeMap<String, preparing::Going>>,
    /// By connection: the person stopped preparing it and has not said since that it should go on.
    stopped: Mutex<BTreeMap<String, Arc<preparing::Stopped>>>,
    /// One at a time: each edit of what a person told begins with what the last one left.
    editing: tokio::sync::Mutex<()>,
    /// Files that were written since the start; no other is opened.
    exported: Mutex<BTreeSet<String>>,
    faster: Mutex<faster::Found>,
    runs: Mutex<runs::Index>,
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
            secrets: Mutex::default(),
            keys: Arc::default(),
            running: Mutex::default(),
            preparing: Mutex::default(),
            stopped: Mutex::default(),
            editing: tokio::sync::Mutex::default(),
            exported: Mutex::default(),
            faster: Mutex::default(),
            runs: Mutex::default(),
        }
    }

    /// Questions made from this database that the built-in engine can answer.
    pub async fn examples(&self, id: &str) -> Result<Vec<String>> {
        let open = self.opened(id).await?;
        let knowledge = self.ready(&open, &Cancel::new()).await?;
        let trace = Trace::new("examples".into(), &*self.world.clock, |_| {});
        let cancel = Cancel::new();
        let cx = self.context(&open, &knowledge, &cancel, &trace);
        examples::examples(&cx, &*self.world.workspace, id).await
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
        self.ask_or_recall(id, question, evidence, run, false, on_event).await
    }

    /// The same; `anew`: never answered from an earlier question (`recall.rs`).
    pub async fn ask_or_recall(
        &self,
        id: &str,
        question: &str,
        evidence: &str,
        run: Option<String>,
        anew: bool,
        on_event: impl Fn(Event) + Send + Sync,
    ) -> Result<Asked> {
        let asking = Asking {
            evidence: evidence.to_owned(),
            anew,
            ..Asking::default()
        };
        self.ask_in_turn(id, question, asking, run, on_event).await
    }

    /// The same, in a conversation.
    pub async fn ask_in_turn(
        &self,
        id: &str,
        question: &str,
        asking: Asking,
        run: Option<String>,
        on_event: impl Fn(Event) + Send + Sync,
    ) -> Result<Asked> {
        let Asking {
            evidence,
            anew,
            after,
            anyway,
        } = asking;
        let evidence = evidence.as_str();
        let run = runs::name(
            &*self.world.workspace,
            run,
            self.world.clock.now(),
            &locked(&self.running),
        )?;
        let connection = self.connection(id)?;
        let place = threads::place(&*self.world.workspace, &connection.id, &run, after.as_deref())?;
        let (cancel, _done) = self.begin(&run);
        let log = runs::Log::start(self.world.workspace.clone(), run.clone());
        let calls = recall::Calls::default();
        let trace = Trace::new(run.clone(), &*self.world.clock, |event: Event| {
            calls.see(&event);
            log.write(&event);
            on_event(event);
        });
        let header = |knowledge: Option<&Knowledge>| Header {
            run: run.clone(),
            askwell: env!("CARGO_PKG_VERSION").to_string(),
            engine: knowledge.map_or_else(String::new, |k| k.catalog.engine.clone()),
            dialect: connection.dialect,
            database: connection.id.clone(),
            fingerprint: knowledge.map_or_else(String::new, |k| k.fingerprint.clone()),
            question: question.to_string(),
            evidence: evidence.to_string(),
            seed: SEED,
            started: self.world.clock.now(),
            thread: place.thread.clone(),
            follows: place.follows.clone(),
            anyway,
        };
        let ready = async {
            let open = self.opened(id).await?;
            let knowledge = self.ready(&open, &cancel).await?;
            Ok::<_, Problem>((open, knowledge))
        };
        let asked = match ready.await {
            Ok((open, knowledge)) => {
                let door = self.door(id, Some(&run)).await;
                let verified = self.verified(id).await;
                let cx = Cx {
                    door: door.as_ref(),
                    verified: &verified,
                    earlier: &place.earlier,
                    calendar: self.calendar_of_run().await,
                    limits: self.bounds_of_run().await,
                    ..self.context(&open, &knowledge, &cancel, &trace)
                };
                let memory = recall::Memory {
                    workspace: &self.world.workspace,
                    calls: &calls,
                    anew,
                    editing: &self.editing,
                };
                recall::ask(&cx, header(Some(&knowledge)), evidence, memory).await
            }
            // The screen asks for the secret and then asks the question again.
            Err(problem) if problem.code == ProblemCode::NeedsSecret => return Err(problem),
            // The question is kept even where the database is gone.
            Err(problem) => pipeline::failed(&trace, header(None), problem),
        };
        drop(trace);
        log.finish().await?;
        self.traced(&run).await;
        Ok(asked)
    }

    /// Stops a run at the engine, or an export, or preparing a connection. It has stopped when `Finished` arrives; an
    /// unknown run is already over.
    pub fn stop(&self, run: &str) {
        self.stop_preparing(run);
        if let Some(cancel) = locked(&self.running).get(run) {
            cancel.cancel();
        }
    }

    /// Runs of a database, newest first; those under way are left out.
    pub fn history(&self, id: &str) -> Result<Vec<RunSummary>> {
        self.history_beside(id, None)
    }

    /// The same; `now`: the database's fingerprint, so that verified answers to another state of it are told apart.
    pub fn history_beside(&self, id: &str, now: Option<&str>) -> Result<Vec<RunSummary>> {
        let running: Vec<String> = locked(&self.running).keys().cloned().collect();
        runs::history(&*self.world.workspace, id, &running, now, &mut locked(&self.runs))
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

    /// Tries to write, to reach outside and to hang, through all locks, and says what held each attempt. `stop` with
    /// the connection's id stops it.
    pub async fn lock_check(&self, id: &str, on_attempt: impl Fn(Attempt) + Send + Sync) -> Result<LockCheck> {
        let (cancel, _done) = self.begin(id);
        let open = self.opened(id).await?;
        let catalog = open.database.describe().await?;
        lockcheck::lock_check(&*open.database, &catalog, &*self.world.clock, &cancel, &on_attempt).await
    }

    /// From now on `stop` knows it.
    fn begin<'a>(&'a self, run: &'a str) -> (Cancel, Done<'a>) {
        self.begin_under(run, &Cancel::new())
    }

    /// Work that ends with what it is a part of, and may be ended alone.
    fn begin_under<'a>(&'a self, run: &'a str, whole: &Cancel) -> (Cancel, Done<'a>) {
        let cancel = whole.child_token();
        locked(&self.running).insert(run.to_string(), cancel.clone());
        (cancel, Done { desk: self, run })
    }

    fn hold(&self, connection: Connection, secrets: Secrets, database: Arc<dyn Database>) -> Arc<OpenDatabase> {
        let id = connection.id.clone();
        let database = held::Held::new(&self.world, &connection, secrets, database, held::IDLE);
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
        let open = locked(&self.open).get(id).cloned();
        match open {
            Some(open) => Ok(open),
            None => self.open_again(id).await,
        }
    }

    fn dialect(&self, id: &str) -> Result<Dialect> {
        if let Some(open) = locked(&self.open).get(id) {
            return Ok(open.database.dialect());
        }
        Ok(self.connection(id)?.dialect)
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
            door: None,
            clock: &*self.world.clock,
            cancel,
            trace,
            limits: Limits::ASK,
            switches: Switches::default().styled(Style::People),
            weights: Weights::learned(),
            ranking: askwell_reader::rank::Weights::learned(),
            verified: &[],
            earlier: &[],
            calendar: Calendar::default(),
            seed: SEED,
        }
    }
}

/// Takes a run off the list of those under way, also when its caller drops the future half-way: a run that is not
/// under way can be stopped by nobody.
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
            Self::Declined(_) | Self::Replied(_) | Self::Failed(_) => None,
        }
    }
}
