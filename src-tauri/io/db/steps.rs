//! The steps on the way to a database, told as they are taken.
//!
//! In: one piece of work a step. Out: its result, and a `Step` to whoever listens. Deliberately absent: what the steps
//! do, and their order.

use std::future::Future;
use std::time::Instant;

use askwell_contract::connect::{Step, StepKind, StepResult};
use askwell_contract::Result;

type Listener<'a> = &'a (dyn Fn(Step) + Send + Sync);

pub struct Steps<'a>(Option<Listener<'a>>);

impl<'a> Steps<'a> {
    pub fn to(listener: Listener<'a>) -> Self {
        Self(Some(listener))
    }
    pub fn silent() -> Self {
        Self(None)
    }

    /// Takes one step. `found` says what it came to, in a few words.
    pub async fn take<T>(
        &self,
        step: StepKind,
        work: impl Future<Output = Result<T>>,
        found: impl FnOnce(&T) -> String,
    ) -> Result<T> {
        let began = Instant::now();
        let done = work.await;
        if let Some(listener) = self.0 {
            let result = match &done {
                Ok(value) => StepResult::Passed { found: found(value) },
                Err(problem) => StepResult::Failed {
                    problem: problem.clone(),
                },
            };
            let ms = began.elapsed().as_secs_f64() * 1000.0;
            listener(Step { step, result, ms });
        }
        done
    }
}
