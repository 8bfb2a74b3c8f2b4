//! Reading all tables of a database, several at a time, and going on where a former preparing ended.
//!
//! In: an open database. Out: what every table holds, in the catalog's order, whatever order they were done in.
//! A table that was read before is not read again where the engine proves that it did not change: PostgreSQL counts
//! the writes of every table. A file has one fingerprint for all of its tables, so that all are read again when it
//! changed: a row count that stayed the same proves nothing. Deliberately absent: judgement.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use askwell_contract::api::{Phase, Progress};
use askwell_contract::ports::{Cancel, Database};
use askwell_contract::run::Finding;
use askwell_contract::{Problem, Result, Table};
use tokio::task::{JoinError, JoinSet};

use super::profile::{self, Facts};
use super::store::{self, Part, Stored};
use super::under_way::UnderWay;
use super::{apart, finish, Unread};
use crate::cx::World;

/// A driver runs four queries at once; one is left for a question.
const TABLES: usize = 3;
/// How often progress is told while nothing else happens.
const TELL: Duration = Duration::from_millis(250);
/// Tables that are done are kept together once this many milliseconds have passed, or rows.
const KEEP_EVERY: f64 = 2_000.0;
const KEEP_ROWS: u64 = 100_000;
/// Milliseconds over which speed is measured.
const SPEED: f64 = 3_000.0;

type Read = (usize, Result<std::result::Result<Facts, Finding>>);

pub struct Job<'a> {
    pub database: &'a Arc<dyn Database>,
    pub url: &'a str,
    pub world: &'a World,
    pub under_way: &'a Arc<UnderWay>,
    pub cancel: &'a Cancel,
    pub on_progress: &'a (dyn Fn(Progress) + Send + Sync),
}

pub async fn gather(job: &Job<'_>, fingerprint: String) -> Result<Stored> {
    let mut catalog = job.database.describe().await?;
    let prints = job.database.table_prints().await?;
    job.under_way.begin(&catalog, &fingerprint);
    let (workspace, url) = (job.world.workspace.clone(), job.url.to_owned());
    let former = apart(move || Ok(store::former(&*workspace, &url))).await?;
    let mut work = Work::new(job, &catalog.tables, prints, fingerprint);
    for part in former {
        work.take_over(part);
    }
    let ran = work.run().await;
    if ran.is_err() {
        // What was read is not lost by a stop or a lost connection.
        work.keep(true).await;
    }
    ran?;
    let Work {
        done,
        unread,
        fingerprint,
        prints,
        ..
    } = work;
    apart(move || {
        let tables = catalog.tables.clone();
        let (places, mut facts): (Vec<usize>, Vec<Facts>) = done
            .into_iter()
            .map(|(at, facts)| (at, Arc::unwrap_or_clone(facts)))
            .unzip();
        finish(&mut catalog, &mut facts);
        let parts = places.into_iter().zip(facts).map(|(at, facts)| Part {
            fingerprint: fingerprint.clone(),
            print: prints.get(&tables[at].name).cloned(),
            table: tables[at].clone(),
            facts,
        });
        Ok(Stored::new(catalog, fingerprint.clone(), parts.collect(), unread))
    })
    .await
}

struct Work<'a> {
    job: &'a Job<'a>,
    tables: Vec<Table>,
    prints: BTreeMap<String, String>,
    fingerprint: String,
    done: BTreeMap<usize, Arc<Facts>>,
    unread: Vec<Unread>,
    /// Read by a former preparing.
    taken_over: BTreeSet<usize>,
    /// Done, and not kept yet.
    fresh: Vec<usize>,
    kept_at: f64,
    speed: Speed,
    latest: String,
}

impl<'a> Work<'a> {
    fn new(job: &'a Job<'a>, tables: &[Table], prints: BTreeMap<String, String>, fingerprint: String) -> Self {
        let now = job.world.clock.ticks();
        Self {
            job,
            tables: tables.to_vec(),
            prints,
            fingerprint,
            done: BTreeMap::new(),
            unread: Vec::new(),
            taken_over: BTreeSet::new(),
            fresh: Vec::new(),
            kept_at: now,
            speed: Speed::default(),
            latest: String::new(),
        }
    }

    fn take_over(&mut self, part: Part) {
        let Some(at) = self.tables.iter().position(|t| t.name == part.table.name) else {
            return;
        };
        let table = &self.tables[at];
        if part.holds(table, &self.fingerprint, self.prints.get(&table.name)) {
            let facts = Arc::new(part.facts);
            self.job.under_way.add(at, facts.clone());
            self.done.insert(at, facts);
            self.taken_over.insert(at);
        }
    }

    /// The smallest tables first, so that much is known soon.
    async fn run(&mut self) -> Result<()> {
        let mut waiting: Vec<usize> = (0..self.tables.len())
            .filter(|at| !self.done.contains_key(at))
            .collect();
        waiting.sort_by_key(|&at| self.tables[at].rows.map_or(u64::MAX, |r| r.count));
        let mut waiting = VecDeque::from(waiting);
        let mut reading: JoinSet<Read> = JoinSet::new();
        let mut tick = tokio::time::interval(TELL);
        loop {
            while reading.len() < TABLES {
                let Some(at) = waiting.pop_front() else { break };
                self.latest.clone_from(&self.tables[at].name);
                self.tell();
                self.start(&mut reading, at);
            }
            tokio::select! {
                read = reading.join_next() => match read {
                    Some(read) => self.settle(read).await?,
                    None => break,
                },
                _ = tick.tick() => self.tell(),
            }
        }
        self.latest = self.tables.last().map(|t| t.name.clone()).unwrap_or_default();
        self.tell();
        Ok(())
    }

    fn start(&self, reading: &mut JoinSet<Read>, at: usize) {
        let (database, table) = (self.job.database.clone(), self.tables[at].clone());
        let (clock, under_way, cancel) = (
            self.job.world.clock.clone(),
            self.job.under_way.clone(),
            self.job.cancel.clone(),
        );
        reading.spawn(async move {
            let source = profile::Source {
                database: &database,
                clock: &*clock,
                pace: &under_way.pace,
                cancel: &cancel,
                budget: profile::BUDGET,
            };
            (at, profile::read(&source, &table).await)
        });
    }

    async fn settle(&mut self, read: std::result::Result<Read, JoinError>) -> Result<()> {
        let (at, read) = read.map_err(Problem::internal)?;
        match read? {
            Ok(facts) => {
                let rows = facts.profile.read;
                let facts = Arc::new(facts);
                self.job.under_way.add(at, facts.clone());
                self.done.insert(at, facts);
                self.fresh.push(at);
                self.keep(rows >= KEEP_ROWS).await;
            }
            Err(finding) => {
                let unread = Unread {
                    table: self.tables[at].name.clone(),
                    why: finding.message,
                };
                self.job.under_way.skip(unread.clone());
                self.unread.push(unread);
                let place = |u: &Unread| self.tables.iter().position(|t| t.name == u.table);
                self.unread.sort_by_key(place);
            }
        }
        self.tell();
        Ok(())
    }

    /// A failure here only means that more is read again after a kill.
    async fn keep(&mut self, now: bool) {
        let ticks = self.job.world.clock.ticks();
        if !now && ticks - self.kept_at < KEEP_EVERY {
            return;
        }
        self.kept_at = ticks;
        let parts: Vec<(usize, Arc<Facts>)> = self
            .fresh
            .drain(..)
            .filter_map(|at| Some((at, self.done.get(&at)?.clone())))
            .collect();
        let parts: Vec<Part> = parts
            .into_iter()
            .map(|(at, facts)| Part {
                fingerprint: self.fingerprint.clone(),
                print: self.prints.get(&self.tables[at].name).cloned(),
                table: self.tables[at].clone(),
                facts: (*facts).clone(),
            })
            .collect();
        let (workspace, url) = (self.job.world.workspace.clone(), self.job.url.to_owned());
        let _ = apart(move || store::keep(&*workspace, &url, &parts)).await;
    }

    fn tell(&mut self) {
        let pace = &self.job.under_way.pace;
        let (now, read) = (self.job.world.clock.ticks(), pace.rows());
        let speed = self.speed.measure(now, read, pace.is_paused());
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        (self.job.on_progress)(Progress {
            phase: Phase::Read,
            table: self.latest.clone(),
            done: count(self.done.len() + self.unread.len()),
            of: count(self.tables.len()),
            rows_per_second: speed,
            seconds_left: self.left(read, speed),
            paused: pace.is_paused(),
        });
    }

    /// `None` where the rows of a table are not known.
    fn left(&self, read: u64, speed: f64) -> Option<f64> {
        if speed <= 0.0 {
            return None;
        }
        let rows = (0..self.tables.len())
            .filter(|at| !self.taken_over.contains(at))
            .map(|at| match self.done.get(&at) {
                Some(facts) => Some(facts.profile.read),
                None if self.unread.iter().any(|u| u.table == self.tables[at].name) => Some(0),
                None => self.tables[at].rows.map(|r| r.count.min(profile::BUDGET.rows)),
            });
        let all: u64 = rows.sum::<Option<u64>>()?;
        Some(all.saturating_sub(read) as f64 / speed)
    }
}

/// Rows read, at moments of the last seconds.
#[derive(Default)]
struct Speed(VecDeque<(f64, u64)>);

impl Speed {
    fn measure(&mut self, now: f64, rows: u64, paused: bool) -> f64 {
        if paused {
            self.0.clear();
            return 0.0;
        }
        self.0.push_back((now, rows));
        while self.0.front().is_some_and(|first| now - first.0 > SPEED) && self.0.len() > 2 {
            self.0.pop_front();
        }
        match self.0.front() {
            Some((then, before)) if now > *then => (rows - before) as f64 * 1000.0 / (now - then),
            _ => 0.0,
        }
    }
}
