//! A database in another process. In: what to open. Out: a [`Database`] like that of the driver itself. A statement is
//! checked here, before it goes through the pipe. Deliberately absent: engines.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use askwell_contract::connect::{Powers, Walls};
use askwell_contract::ports::{Cancel, Database, Ran, RowStream};
use askwell_contract::run::{Explain, Finding};
use askwell_contract::{Catalog, Dialect, Limits, Problem, ProblemCode, Result};
use async_trait::async_trait;

use super::process::{broken_off, unexpected, Answer, Process};
use super::seat::{Keep, Seat, LEASH};
use super::walls::Standing;
use super::wire::{tree, Heard, Order, Task, Word};
use crate::db::feed::{feed, Feed, Heading};
use crate::db::files::{Parts, Set};
use crate::db::worker::Pool;
use crate::db::{apart, file, holder, Locks};

/// A plan is made without running anything, and a catalog read, within this; then something is wrong.
const PLANNING: Duration = Duration::from_secs(30);
const DESCRIBING: Duration = Duration::from_secs(600);
/// A workbook may be a large one.
const LOADING: Duration = Duration::from_secs(3_600);

/// So often a query is begun again whose runner something else ended: the one that was ready behind it may have gone, too.
const FELLED: u32 = 3;

pub struct Remote {
    path: PathBuf,
    dialect: Dialect,
    pool: Pool<Seat>,
    locks: Locks,
    walls: Standing,
}

impl Remote {
    pub fn sqlite(path: &Path, locks: Locks) -> Result<Self> {
        let task = Task::Sqlite { path: path.into() };
        Self::open(path, Dialect::Sqlite, Keep::new(task, LEASH), locks)
    }

    pub fn duckdb(path: &Path, locks: Locks) -> Result<Self> {
        let task = Task::Duckdb {
            path: path.into(),
            agree: locks.agree(),
        };
        Self::open(path, Dialect::Duckdb, Keep::new(task, LEASH), locks)
    }

    /// A database of our own making, whose views read these files.
    pub fn over(path: &Path, files: &[PathBuf], locks: Locks) -> Result<Self> {
        let files = files.iter().map(Into::into).collect();
        let task = Task::Over {
            path: path.into(),
            files,
            agree: locks.agree(),
        };
        Self::open(path, Dialect::Duckdb, Keep::new(task, LEASH), locks)
    }

    pub fn open(path: &Path, dialect: Dialect, keep: Arc<Keep>, locks: Locks) -> Result<Self> {
        let first = keep.start().map_err(|problem| named(problem, path))?;
        let walls = first.walls;
        let seat = Seat::new(keep.clone(), first);
        keep.refill();
        let pool = Pool::new("runner", seat, move || Seat::another(&keep))?;
        Ok(Self {
            path: path.to_path_buf(),
            dialect,
            pool,
            locks,
            walls,
        })
    }

    async fn ask(&self, sql: &str, limits: Limits, cancel: &Cancel, in_columns: bool) -> Ran<RowStream> {
        if let Err(finding) = self.locks.check(sql, self.dialect) {
            return Ok(Err(finding));
        }
        let (feed, reply) = feed(limits, cancel);
        let order = Order::Query {
            sql: sql.to_string(),
            limits: limits.into(),
            in_columns,
        };
        self.pool.submit(move |seat| query(seat, &order, feed));
        reply.stream(cancel).await
    }

    async fn plan(&self, sql: &str, measured: Option<Limits>, cancel: &Cancel) -> Ran<Explain> {
        if let Err(finding) = self.locks.check(sql, self.dialect) {
            return Ok(Err(finding));
        }
        if cancel.is_cancelled() {
            return Err(Problem::cancelled());
        }
        let order = Order::Explain {
            sql: sql.to_string(),
            measured: measured.map(Into::into),
        };
        // The engine keeps the time that it may measure for; the runner is ended where it does not.
        let measuring = measured.map_or(0, |limits| limits.milliseconds);
        let patience = PLANNING.saturating_add(Duration::from_millis(measuring));
        match self.word(order, patience, cancel).await? {
            Ok(Word::Plan(nodes)) => match tree(nodes) {
                Some(plan) => Ok(Ok(plan)),
                None => Err(Problem::internal("a plan without a beginning")),
            },
            Ok(Word::Failed(finding)) | Err(finding) => Ok(Err(finding)),
            Ok(other) => Err(unexpected(&other)),
        }
    }

    async fn word(&self, order: Order, patience: Duration, cancel: &Cancel) -> Result<Said> {
        let cancel = cancel.clone();
        self.pool.run(move |seat| word(seat, &order, patience, &cancel)).await?
    }
}

/// Dropped files into a database of our own, by a runner that can reach nothing else.
pub fn load(set: &Set, room: &Path) -> Result<Parts> {
    let task = Task::Load {
        set: set.clone(),
        room: room.into(),
    };
    match Process::once(&task, LEASH, LOADING, &Cancel::new())? {
        Word::Loaded(parts) => Ok(parts),
        other => Err(unexpected(&other)),
    }
}

/// A runner cannot see who holds a file; the program can.
fn named(mut problem: Problem, path: &Path) -> Problem {
    if problem.code == ProblemCode::Locked && !problem.message.contains("(") {
        if let Some(holder) = holder::of(path) {
            problem.message = problem.message.replacen("program", &format!("program ({holder})"), 1);
        }
    } else if let Some(process) = holder::process_in(&problem.message) {
        if let Some(program) = holder::program(process) {
            let bare = format!("(process {process})");
            let full = format!("({program}, process {process})");
            problem.message = problem.message.replacen(&bare, &full, 1);
        }
    }
    problem
}

// ── the port ──────────────────────────────────────────────────────────────────────────────────────────────────────

#[async_trait]
impl Database for Remote {
    fn dialect(&self) -> Dialect {
        self.dialect
    }

    async fn describe(&self) -> Result<Catalog> {
        match self.word(Order::Describe, DESCRIBING, &Cancel::new()).await? {
            Ok(Word::Catalog(catalog)) => Ok(catalog),
            Ok(other) => Err(unexpected(&other)),
            Err(died) => Err(broken_off(died)),
        }
    }

    async fn fingerprint(&self) -> Result<String> {
        let path = self.path.clone();
        let companions = if self.dialect == Dialect::Sqlite {
            "-wal"
        } else {
            ".wal"
        };
        apart(move || file::fingerprint(&path, &[companions])).await?
    }

    async fn query(&self, sql: &str, limits: Limits, cancel: &Cancel) -> Ran<RowStream> {
        self.ask(sql, limits, cancel, false).await
    }

    async fn scan(&self, sql: &str, limits: Limits, cancel: &Cancel) -> Ran<RowStream> {
        self.ask(sql, limits, cancel, true).await
    }

    async fn explain(&self, sql: &str, cancel: &Cancel) -> Ran<Explain> {
        self.plan(sql, None, cancel).await
    }

    async fn measure(&self, sql: &str, limits: Limits, cancel: &Cancel) -> Ran<Explain> {
        self.plan(sql, Some(limits), cancel).await
    }

    async fn powers(&self) -> Result<Powers> {
        let path = self.path.clone();
        let mut powers = apart(move || file::powers(&path)).await??;
        if let Some(missing) = self.walls.missing() {
            powers.says = format!("{} {missing}", powers.says);
        }
        Ok(powers)
    }

    async fn try_walls(&self) -> Result<Walls> {
        let attempts = match self.word(Order::Try, PLANNING, &Cancel::new()).await? {
            Ok(Word::Tried(attempts)) => attempts,
            Ok(other) => return Err(unexpected(&other)),
            Err(died) => return Err(broken_off(died)),
        };
        Ok(Walls {
            attempts,
            missing: self.walls.missing(),
        })
    }
}

// ── on the pool's threads ─────────────────────────────────────────────────────────────────────────────────────────

/// A word, or what the runner died of.
type Said = std::result::Result<Word, Finding>;

fn word(seat: &mut Seat, order: &Order, patience: Duration, cancel: &Cancel) -> Result<Said> {
    let leash = seat.leash();
    let (mut renewed, mut felled) = (false, 0);
    loop {
        let process = seat.ready()?;
        match process.ask(order, leash, Some(Instant::now() + patience), cancel) {
            Ok(Answer::Word(Word::Broken(problem))) if !renewed && is_old(&problem) => {
                renewed = true;
                seat.renew()?;
            }
            Ok(Answer::Word(Word::Broken(problem))) => return Err(problem),
            Ok(Answer::Word(word)) => return Ok(Ok(word)),
            Ok(Answer::Died(_)) if process.is_felled() && felled < FELLED => {
                felled += 1;
                seat.leave();
            }
            Ok(Answer::Died(finding)) => {
                seat.leave();
                return Ok(Err(finding));
            }
            Err(problem) => {
                seat.leave();
                return Err(problem);
            }
        }
    }
}

/// How a query ended as the runner tells it.
enum Ended {
    Word(Word),
    Died(Finding),
}

fn query(seat: &mut Seat, order: &Order, mut feed: Feed) {
    let leash = seat.leash();
    let (mut renewed, mut felled) = (false, 0);
    loop {
        let process = match seat.ready() {
            Ok(process) => process,
            Err(problem) => return feed.fail(problem),
        };
        let watch = match feed.start(process.interrupt(leash.grace)) {
            Ok(Some(watch)) => watch,
            Ok(None) => return feed.end(Ok(())),
            Err(problem) => return feed.fail(problem),
        };
        let ended = match process.weigh(leash) {
            Ok(scale) => {
                let ended = rows(process, order, &mut feed);
                drop(scale);
                ended
            }
            Err(problem) => Ended::Word(Word::Broken(problem)),
        };
        drop(watch);
        let from_outside = matches!(ended, Ended::Died(_)) && process.is_felled();
        if process.is_bloated(leash) {
            seat.leave();
        }
        return match ended {
            Ended::Word(Word::Broken(problem)) if !renewed && is_old(&problem) && feed.is_untouched() => {
                renewed = true;
                match seat.renew() {
                    Ok(()) => continue,
                    Err(problem) => feed.fail(problem),
                }
            }
            Ended::Word(Word::Broken(problem)) => feed.fail(problem),
            Ended::Word(Word::Complete) => feed.end(Ok(())),
            Ended::Word(Word::Cut(why)) => feed.end_cut(why),
            Ended::Word(Word::Failed(finding)) => feed.end(Err(finding)),
            Ended::Word(other) => {
                seat.leave();
                feed.fail(unexpected(&other));
            }
            // The query is not to blame, and a reading that is lost so would leave the answer to another.
            Ended::Died(_) if from_outside && felled < FELLED && feed.is_untouched() => {
                felled += 1;
                seat.leave();
                continue;
            }
            // One that was ended from here is told as the stop that it was.
            Ended::Died(finding) => {
                seat.leave();
                feed.end(Err(finding));
            }
        };
    }
}

fn rows(process: &mut Process, order: &Order, feed: &mut Feed) -> Ended {
    let mut wanted = true;
    if process.send(order).is_err() {
        return Ended::Died(process.autopsy());
    }
    loop {
        match process.hear() {
            Ok(Some(Heard::Word(Word::Columns(columns)))) => {
                feed.columns(columns.into_iter().map(Heading::from).collect())
            }
            Ok(Some(Heard::Word(word))) => return Ended::Word(word),
            // What is not wanted is read all the same, so that the runner can come to its end.
            Ok(Some(Heard::Lot(lot))) => wanted = wanted && feed.lot(lot),
            Ok(None) | Err(_) => return Ended::Died(process.autopsy()),
        }
    }
}

/// A runner opens nothing after it has begun, so that a file which another program has made or moved since then takes a
/// new one.
fn is_old(problem: &Problem) -> bool {
    matches!(
        problem.code,
        ProblemCode::Lost | ProblemCode::Denied | ProblemCode::Internal
    )
}
