//! Made-up databases in a runner. In: a dialect. Out: a [`Scratch`] whose engine sits behind the same walls as any other,
//! with no file at all to read. What is asked is checked here, before it goes through the pipe. Deliberately absent: rows of
//! a person's.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use askwell_contract::optimise::{Lab, Scratch};
use askwell_contract::{Dialect, Limits, Result, ResultSet};
use askwell_sql::guard;

use super::process::{Leash, Process};
use super::scale::Scale;
use super::wire::{Heard, Order, Task, Word};
use crate::db::worker::spawn;

/// DuckDB has half a gigabyte of it for its own (`db/lab.rs`).
const LEASH: Leash = Leash {
    memory: 1 << 30,
    grace: Duration::ZERO,
};
/// A query over a few rows takes milliseconds; one that takes this long is stuck.
const PATIENCE: Duration = Duration::from_secs(20);
const EVERY: Duration = Duration::from_millis(100);

/// Makes each database in a process of its own.
#[derive(Debug, Clone, Copy)]
pub struct Apart;

impl Lab for Apart {
    fn open(&self, dialect: Dialect) -> Result<Box<dyn Scratch>> {
        Ok(Box::new(Remote::open(dialect)?))
    }
}

/// One watcher for all orders: there are thousands, of a millisecond each.
struct Guard {
    since: Arc<Mutex<Option<Instant>>>,
    /// Dropping it ends the thread.
    over: Option<mpsc::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Guard {
    fn over(interrupt: impl Fn() + Send + 'static) -> Result<Self> {
        let since: Arc<Mutex<Option<Instant>>> = Arc::default();
        let (over, wait) = mpsc::channel::<()>();
        let watched = since.clone();
        let thread = spawn("lab", move || {
            while wait.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
                let since = *watched.lock().unwrap_or_else(PoisonError::into_inner);
                if since.is_some_and(|at| at.elapsed() > PATIENCE) {
                    interrupt();
                }
            }
        })?;
        Ok(Self {
            since,
            over: Some(over),
            thread: Some(thread),
        })
    }

    fn set(&self, since: Option<Instant>) {
        *self.since.lock().unwrap_or_else(PoisonError::into_inner) = since;
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.over = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

pub(super) struct Remote {
    dialect: Dialect,
    guard: Guard,
    _scale: Scale,
    pub(super) process: Process,
}

impl Remote {
    pub(super) fn open(dialect: Dialect) -> Result<Self> {
        let process = Process::open(&Task::Lab { dialect }, LEASH)?;
        let scale = process.weigh(LEASH)?;
        let guard = Guard::over(process.interrupt(LEASH.grace))?;
        Ok(Self {
            dialect,
            guard,
            _scale: scale,
            process,
        })
    }

    /// What was said in the end, and the rows before it.
    fn order(&mut self, order: &Order) -> std::result::Result<(Word, ResultSet), String> {
        self.guard.set(Some(Instant::now()));
        let heard = self.hear(order);
        self.guard.set(None);
        heard.map_err(|()| self.process.autopsy().message)
    }

    fn hear(&mut self, order: &Order) -> std::result::Result<(Word, ResultSet), ()> {
        let mut result = ResultSet {
            columns: Vec::new(),
            rows: Vec::new(),
            truncated: None,
        };
        self.process.send(order).map_err(drop)?;
        loop {
            match self.process.hear() {
                Ok(Some(Heard::Word(Word::Columns(columns)))) => result.columns = columns,
                Ok(Some(Heard::Word(word))) => return Ok((word, result)),
                Ok(Some(Heard::Lot(lot))) => result.rows.extend(lot.into_rows()),
                Ok(None) | Err(_) => return Err(()),
            }
        }
    }
}

impl Scratch for Remote {
    fn engine(&self) -> &'static str {
        match self.dialect {
            Dialect::Sqlite => "SQLite",
            Dialect::Duckdb | Dialect::Postgres => "DuckDB",
        }
    }

    fn fill(&mut self, statements: &str) -> std::result::Result<(), String> {
        let order = Order::Fill {
            statements: statements.to_string(),
        };
        match self.order(&order)? {
            (Word::Filled, _) => Ok(()),
            (word, _) => Err(said(word)),
        }
    }

    fn ask(&mut self, sql: &str) -> std::result::Result<ResultSet, String> {
        guard::check(sql, self.dialect).map_err(|finding| finding.message)?;
        let order = Order::Query {
            sql: sql.to_string(),
            // A lab has bounds of its own (`db/lab.rs`).
            limits: Limits::ASK.into(),
            in_columns: false,
        };
        match self.order(&order)? {
            (Word::Complete, result) => Ok(result),
            (word, _) => Err(said(word)),
        }
    }
}

fn said(word: Word) -> String {
    match word {
        Word::Failed(finding) => finding.message,
        Word::Broken(problem) => problem.message,
        other => super::process::unexpected(&other).message,
    }
}
