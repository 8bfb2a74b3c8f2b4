//! Whether the queries that are there agree so well that the others need not be waited for (seed 001, 7: 60%, of three
//! at least), and are not all of one family.
//!
//! In: candidates, one by one, as models give them. Out: the sign to stop. A query is run read-only within the run's
//! limits, and what it came to is handed on; one that fails, or finds nothing, agrees with none and is not counted.
//! Deliberately absent: which of them answers the question; `select` decides that, of all there are.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use askwell_contract::beside::Enough;
use askwell_contract::ports::Cancel;
use askwell_contract::run::{Candidate, Outcome, Plan};
use askwell_contract::{Result, ResultSet};
use askwell_sql::normal::normal;

use super::recipes::family;
use crate::compare;
use crate::cx::Cx;
use crate::trial::{self, Tried};

/// Share of those that ran, and how many must have.
pub const SHARE: f64 = 0.6;
pub const LEAST: usize = 3;

/// What a query came to.
struct Came {
    key: String,
    family: &'static str,
    result: ResultSet,
}

pub struct Watch<'a> {
    cx: &'a Cx<'a>,
    plan: &'a Plan,
    tried: &'a Tried,
    /// Ends with the run's own, too.
    pub stop: Cancel,
    ran: Mutex<Vec<Came>>,
    agreed: Mutex<Option<(u32, u32)>>,
    unasked: AtomicU32,
    /// False: there are too few queries to come for one to be spared.
    worth: bool,
    /// How many must have run.
    least: usize,
}

impl<'a> Watch<'a> {
    /// `count`: how many queries are to come.
    pub fn new(cx: &'a Cx<'a>, plan: &'a Plan, count: usize, tried: &'a Tried) -> Self {
        Self {
            cx,
            plan,
            tried,
            stop: cx.cancel.child_token(),
            ran: Mutex::default(),
            agreed: Mutex::default(),
            unasked: AtomicU32::new(0),
            worth: count > LEAST,
            least: LEAST,
        }
    }

    /// The same where no fewer than so many may end it.
    #[must_use]
    pub fn of_at_least(self, least: usize) -> Self {
        Self { least, ..self }
    }

    /// A query is there.
    pub async fn weigh(&self, candidate: &Candidate) -> Result<()> {
        if !self.worth || self.stop.is_cancelled() || candidate.sql.is_empty() {
            return Ok(());
        }
        let key = normal(&candidate.sql, self.cx.knowledge.catalog.dialect);
        let known = locked(&self.ran)
            .iter()
            .find(|came| came.key == key)
            .map(|came| came.result.clone());
        let result = match known {
            Some(result) => result,
            None => {
                let judged = trial::judge_once(self.cx, self.plan, candidate.clone(), self.tried).await?;
                match judged.outcome {
                    Outcome::Ran { result, .. } if !trial::found_nothing(&result) => result,
                    _ => return Ok(()),
                }
            }
        };
        let mut ran = locked(&self.ran);
        ran.push(Came {
            key,
            family: family(&candidate.generator),
            result,
        });
        // Twins of one family make the same mistakes: they alone end nothing.
        let like = |one: &Came| {
            let style = self.cx.switches.style;
            let same = ran.iter().filter(|r| compare::alike(&r.result, &one.result, style));
            let of: Vec<&str> = same.map(|r| r.family).collect();
            match of.iter().any(|family| *family != one.family) {
                true => of.len(),
                false => 0,
            }
        };
        let agree = ran.iter().map(like).max().unwrap_or(0);
        if ran.len() >= self.least && agree as f64 >= SHARE * ran.len() as f64 && !self.stop.is_cancelled() {
            *locked(&self.agreed) = Some((agree as u32, ran.len() as u32));
            self.stop.cancel();
        }
        Ok(())
    }

    /// A call was given up, or not made.
    pub fn spared(&self) {
        if self.stop.is_cancelled() {
            self.unasked.fetch_add(1, Ordering::SeqCst);
        }
    }

    /// What is told of it; `None` where nothing was spared.
    pub fn verdict(&self) -> Option<Enough> {
        let (agree, ran) = (*locked(&self.agreed))?;
        let spared = self.unasked.load(Ordering::SeqCst);
        (spared > 0).then_some(Enough { agree, ran, spared })
    }
}

/// What is kept stays whole whatever panics beside it.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
