//! Where a runner sits: whoever needs one takes what sits there, or the next one, which is warm already. In: a task. Out: a
//! runner that lives. Deliberately absent: what it is asked.

use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use askwell_contract::{ProblemCode, Result};

use super::process::{Leash, Process};
use super::wire::Task;
use crate::db::worker::spawn;

/// DuckDB has 2 GB for its own and SQLite 1 GB; beyond that are results on their way, and what DuckDB does not count.
pub const LEASH: Leash = Leash {
    memory: 3 << 30,
    grace: Duration::from_millis(1_000),
};

/// Starts runners, and keeps one in reserve.
pub struct Keep {
    task: Task,
    pub leash: Leash,
    reserve: Mutex<Option<Process>>,
    itself: Weak<Keep>,
}

impl Keep {
    pub fn new(task: Task, leash: Leash) -> Arc<Self> {
        Arc::new_cyclic(|itself| Self {
            task,
            leash,
            reserve: Mutex::new(None),
            itself: itself.clone(),
        })
    }

    /// Once more where the first was ended from outside before it was open.
    pub fn start(&self) -> Result<Process> {
        match Process::open(&self.task, self.leash) {
            Err(problem) if problem.code == ProblemCode::Lost => Process::open(&self.task, self.leash),
            other => other,
        }
    }

    /// Whatever was started before now has an old view of the world.
    fn start_anew(&self) -> Result<Process> {
        let old = self.reserve.lock().unwrap_or_else(PoisonError::into_inner).take();
        drop(old);
        let process = self.start();
        self.refill();
        process
    }

    /// The one in reserve, where it lives; then the next is started meanwhile.
    fn take(&self) -> Result<Process> {
        let reserve = self.reserve.lock().unwrap_or_else(PoisonError::into_inner).take();
        let taken = match reserve.filter(|process| !process.has_ended()) {
            Some(process) => process,
            None => self.start()?,
        };
        self.refill();
        Ok(taken)
    }

    /// In the background; best effort, since one can be started when it is needed.
    pub fn refill(&self) {
        let keep = self.itself.clone();
        let _ = spawn("reserve", move || {
            let Some(keep) = keep.upgrade() else { return };
            let is_empty = keep.reserve.lock().unwrap_or_else(PoisonError::into_inner).is_none();
            if !is_empty {
                return;
            }
            if let Ok(process) = keep.start() {
                let before = keep
                    .reserve
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .replace(process);
                drop(before);
            }
        });
    }
}

pub struct Seat {
    keep: Arc<Keep>,
    process: Option<Process>,
}

impl Seat {
    pub fn new(keep: Arc<Keep>, first: Process) -> Self {
        Self {
            keep,
            process: Some(first),
        }
    }

    pub fn another(keep: &Arc<Keep>) -> Result<Self> {
        let process = keep.take()?;
        Ok(Self::new(keep.clone(), process))
    }

    pub fn leash(&self) -> Leash {
        self.keep.leash
    }

    /// One that lives.
    pub fn ready(&mut self) -> Result<&mut Process> {
        if self.process.as_ref().is_none_or(Process::has_ended) {
            self.process = None;
        }
        let process = match self.process.take() {
            Some(process) => process,
            None => self.keep.take()?,
        };
        Ok(self.process.insert(process))
    }

    /// Nobody asks this one any more.
    pub fn leave(&mut self) {
        self.process = None;
    }

    /// Another one, which sees the files as they are now.
    pub fn renew(&mut self) -> Result<()> {
        self.process = None;
        self.process = Some(self.keep.start_anew()?);
        Ok(())
    }
}
