//! After too many failures in a row nothing is sent to a provider for a while; then one call tries.
//!
//! In: a call and how it ended. Out: the call's end, or at once the word that the provider rests. Deliberately absent:
//! waiting, and whose fault it was.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use askwell_contract::model::{Failure, FailureKind, Reply, Request};
use askwell_contract::ports::Cancel;
use async_trait::async_trait;
use tokio::time::Instant;

use crate::llm::call::Call;

/// Seed 002, 4.2.
const FAILURES: u32 = 5;
/// Seed 002, 4.2.
const REST: Duration = Duration::from_secs(120);

/// How one provider fares. All calls to it share it.
#[derive(Default)]
pub struct Breaker {
    state: Mutex<State>,
}

#[derive(Clone, Copy)]
enum State {
    /// With so many failures in a row.
    Closed(u32),
    Resting {
        until: Instant,
    },
    /// One call is finding out whether the provider is well again.
    Trying,
}

impl Default for State {
    fn default() -> Self {
        Self::Closed(0)
    }
}

impl Breaker {
    /// Err: how long it still rests.
    fn enter(&self) -> Result<Ticket<'_>, Duration> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match *state {
            State::Closed(_) => Ok(Ticket::new(self, false)),
            State::Resting { until } => {
                let left = until.saturating_duration_since(Instant::now());
                if left > Duration::ZERO {
                    return Err(left);
                }
                *state = State::Trying;
                Ok(Ticket::new(self, true))
            }
            State::Trying => Err(Duration::ZERO),
        }
    }
}

/// One call's way through. One that is dropped half-way says nothing of the provider.
struct Ticket<'a> {
    breaker: &'a Breaker,
    tries: bool,
    ended: Option<bool>,
}

impl<'a> Ticket<'a> {
    fn new(breaker: &'a Breaker, tries: bool) -> Self {
        Self {
            breaker,
            tries,
            ended: None,
        }
    }
}

impl Drop for Ticket<'_> {
    fn drop(&mut self) {
        let mut state = self.breaker.state.lock().unwrap_or_else(PoisonError::into_inner);
        let rest = State::Resting {
            until: Instant::now() + REST,
        };
        *state = match (self.ended, *state) {
            (Some(true), State::Closed(_)) => State::Closed(0),
            (Some(true), State::Trying) if self.tries => State::Closed(0),
            (Some(false), State::Closed(failures)) if failures + 1 < FAILURES => State::Closed(failures + 1),
            (Some(false), State::Closed(_)) => rest,
            (Some(false), State::Trying) if self.tries => rest,
            // The next one tries.
            (None, State::Trying) if self.tries => State::Resting { until: Instant::now() },
            // A call that was sent before the rest began changes nothing about it.
            (_, state) => state,
        };
    }
}

pub struct Breaking {
    pub inner: Arc<dyn Call>,
    pub breaker: Arc<Breaker>,
    /// The provider's, for messages.
    pub name: String,
}

#[async_trait]
impl Call for Breaking {
    async fn call(&self, request: &Request, cancel: &Cancel) -> Result<Reply, Failure> {
        let mut ticket = self.breaker.enter().map_err(|left| resting(&self.name, left))?;
        let replied = self.inner.call(request, cancel).await;
        ticket.ended = match &replied {
            Ok(_) => Some(true),
            Err(failure) => well(failure.kind),
        };
        replied
    }
}

/// Whether a failure shows that the provider is there and works; `None`: it shows neither.
fn well(kind: FailureKind) -> Option<bool> {
    match kind {
        FailureKind::Network | FailureKind::TimedOut | FailureKind::Unavailable => Some(false),
        // A provider that asks us to slow down says when to come back, which the retries heed.
        FailureKind::RateLimited | FailureKind::Cancelled => None,
        _ => Some(true),
    }
}

fn resting(name: &str, left: Duration) -> Failure {
    let seconds = left.as_secs_f64().ceil();
    let when = if seconds > 0.0 {
        format!("It is tried again in {seconds} seconds.")
    } else {
        "It is being tried again right now.".to_string()
    };
    Failure::new(
        FailureKind::Resting,
        format!("{name} failed {FAILURES} times in a row, so nothing is sent to it for a while."),
    )
    .hint(when)
}

#[cfg(test)]
mod tests {
    use tokio::time::sleep;

    use super::*;
    use crate::llm::scripted::{request, Scripted, Step};

    fn breaking(steps: Vec<Step>) -> (Arc<Scripted>, Breaking) {
        let provider = Arc::new(Scripted::new().then(steps));
        let breaking = Breaking {
            inner: provider.clone(),
            breaker: Arc::default(),
            name: "Acme".into(),
        };
        (provider, breaking)
    }

    async fn kind(breaking: &Breaking) -> Option<FailureKind> {
        let ended = breaking.call(&request("x"), &Cancel::new()).await;
        ended.err().map(|failure| failure.kind)
    }

    #[tokio::test(start_paused = true)]
    async fn five_failures_in_a_row_give_it_a_rest_and_one_call_ends_it() {
        let down = || Step::Fails(FailureKind::Unavailable);
        let mut steps: Vec<Step> = (0..4).map(|_| down()).collect();
        steps.push(Step::Replies);
        steps.extend((0..5).map(|_| down()));
        steps.push(down());
        let (provider, breaking) = breaking(steps);
        for _ in 0..10 {
            assert_ne!(kind(&breaking).await, Some(FailureKind::Resting));
        }
        assert_eq!(kind(&breaking).await, Some(FailureKind::Resting));
        sleep(REST - Duration::from_millis(1)).await;
        assert_eq!(kind(&breaking).await, Some(FailureKind::Resting));
        assert_eq!(provider.texts().len(), 10);
        sleep(Duration::from_millis(1)).await;
        // The trial fails: another rest.
        assert_eq!(kind(&breaking).await, Some(FailureKind::Unavailable));
        assert_eq!(kind(&breaking).await, Some(FailureKind::Resting));
        sleep(REST).await;
        assert_eq!(kind(&breaking).await, None);
        assert_eq!(kind(&breaking).await, None);
    }

    #[tokio::test(start_paused = true)]
    async fn only_one_call_tries() {
        let (provider, breaking) = breaking((0..5).map(|_| Step::Fails(FailureKind::Network)).collect());
        for _ in 0..5 {
            kind(&breaking).await;
        }
        sleep(REST).await;
        provider.take(Duration::from_secs(10));
        let (first, second) = tokio::join!(kind(&breaking), kind(&breaking));
        assert_eq!((first, second), (None, Some(FailureKind::Resting)));
    }

    #[tokio::test(start_paused = true)]
    async fn a_trial_that_is_given_up_leaves_the_next_one_to_try() {
        let (provider, breaking) = breaking((0..5).map(|_| Step::Fails(FailureKind::TimedOut)).collect());
        for _ in 0..5 {
            kind(&breaking).await;
        }
        sleep(REST).await;
        provider.take(Duration::from_secs(10));
        let (given_up, cancel) = (request("x"), Cancel::new());
        let dropped = tokio::time::timeout(Duration::from_secs(1), breaking.call(&given_up, &cancel));
        assert!(dropped.await.is_err());
        assert_eq!(kind(&breaking).await, None);
    }

    #[tokio::test(start_paused = true)]
    async fn a_provider_that_answers_no_is_not_broken() {
        let no = [FailureKind::Key, FailureKind::BadRequest, FailureKind::RateLimited];
        let (_, breaking) = breaking((0..30).map(|n| Step::Fails(no[n % 3])).collect());
        for _ in 0..30 {
            assert_ne!(kind(&breaking).await, Some(FailureKind::Resting));
        }
    }
}
