//! What may succeed a little later is tried again, ever later.
//!
//! In: a call. Out: its reply, or the failure of the last attempt. Deliberately absent: failures that would only come
//! again, such as a wrong key.

use std::sync::Arc;
use std::time::Duration;

use askwell_contract::model::{Failure, FailureKind, Reply, Request};
use askwell_contract::ports::Cancel;
use async_trait::async_trait;
use backon::{BackoffBuilder, ExponentialBuilder};
use tokio::time::sleep;

use super::stopped;
use crate::llm::call::Call;

/// Issue "Models".
const ATTEMPTS: usize = 5;
/// Half of seed 002's 2 s, 4 s, 8 s, ... (7.2), since the jitter adds up to as much again.
const FIRST: Duration = Duration::from_secs(1);
/// Seed 002, 7.2. A provider that asks for a longer wait is given up, and says so.
const LONGEST: Duration = Duration::from_secs(60);

pub struct Retrying {
    pub inner: Arc<dyn Call>,
}

#[async_trait]
impl Call for Retrying {
    async fn call(&self, request: &Request, cancel: &Cancel) -> Result<Reply, Failure> {
        let mut waits = ExponentialBuilder::default()
            .with_min_delay(FIRST)
            .with_factor(2.0)
            .with_max_delay(LONGEST)
            .with_max_times(ATTEMPTS - 1)
            .with_jitter()
            .build();
        let mut last: Option<Failure> = None;
        loop {
            let failure = match self.inner.call(request, cancel).await {
                Ok(reply) => return Ok(reply),
                // The breaker opened after an attempt; what the provider itself said is worth more than that it rests.
                Err(failure) if failure.kind == FailureKind::Resting => return Err(last.unwrap_or(failure)),
                Err(failure) => failure,
            };
            let wait = waits.next().filter(|_| failure.passing());
            let Some(wait) = wait.and_then(|wait| heeding(wait, failure.retry_after)) else {
                return Err(failure);
            };
            last = Some(failure);
            cancel.run_until_cancelled(sleep(wait)).await.ok_or_else(stopped)?;
        }
    }
}

/// `None`: the provider asks for more than anybody waits.
fn heeding(wait: Duration, asked: Option<u64>) -> Option<Duration> {
    let asked = asked.map_or(Duration::ZERO, Duration::from_millis);
    (asked <= LONGEST).then_some(wait.max(asked))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::llm::scripted::{request, Scripted, Step};

    async fn tried(steps: Vec<Step>) -> (Arc<Scripted>, Result<Reply, Failure>) {
        let provider = Arc::new(Scripted::new().then(steps));
        let retrying = Retrying {
            inner: provider.clone(),
        };
        let ended = retrying.call(&request("x"), &Cancel::new()).await;
        (provider, ended)
    }

    fn gaps(provider: &Scripted) -> Vec<Duration> {
        provider.times().windows(2).map(|pair| pair[1] - pair[0]).collect()
    }

    #[tokio::test(start_paused = true)]
    async fn what_may_pass_is_tried_five_times_ever_later() {
        let (provider, ended) = tried((0..9).map(|_| Step::Fails(FailureKind::Unavailable)).collect()).await;
        assert_eq!(ended.unwrap_err().kind, FailureKind::Unavailable);
        let gaps = gaps(&provider);
        assert_eq!(gaps.len(), 4);
        for (n, gap) in gaps.iter().enumerate() {
            let least = FIRST * 2u32.pow(n as u32);
            // Timers go by whole milliseconds.
            assert!(
                *gap >= least && *gap <= least * 2 + Duration::from_millis(1),
                "{n}: {gap:?}"
            );
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_success_is_not_sent_again() {
        let (provider, ended) = tried(vec![Step::Fails(FailureKind::TimedOut), Step::Replies]).await;
        assert!(ended.is_ok());
        assert_eq!(provider.texts().len(), 2);
    }

    #[tokio::test(start_paused = true)]
    async fn what_would_only_come_again_is_told_at_once() {
        for kind in [
            FailureKind::Key,
            FailureKind::Credit,
            FailureKind::UnknownModel,
            FailureKind::Region,
            FailureKind::BadRequest,
            FailureKind::BadReply,
            FailureKind::Refused,
            FailureKind::Resting,
        ] {
            let (provider, ended) = tried(vec![Step::Fails(kind), Step::Replies]).await;
            assert_eq!(ended.unwrap_err().kind, kind);
            assert_eq!(provider.texts().len(), 1);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_provider_is_given_the_time_it_asks_for_within_reason() {
        let (provider, ended) = tried(vec![Step::Asks(Duration::from_secs(45)), Step::Replies]).await;
        assert!(ended.is_ok());
        assert!(gaps(&provider)[0] >= Duration::from_secs(45));
        let (provider, ended) = tried(vec![Step::Asks(Duration::from_secs(3_600)), Step::Replies]).await;
        assert_eq!(ended.unwrap_err().kind, FailureKind::RateLimited);
        assert_eq!(provider.texts().len(), 1);
    }

    #[tokio::test(start_paused = true)]
    async fn a_breaker_that_opens_meanwhile_does_not_hide_why() {
        let (provider, ended) = tried(vec![
            Step::Fails(FailureKind::Network),
            Step::Fails(FailureKind::Resting),
            Step::Replies,
        ])
        .await;
        assert_eq!(ended.unwrap_err().kind, FailureKind::Network);
        assert_eq!(provider.texts().len(), 2);
    }

    #[tokio::test(start_paused = true)]
    async fn stop_ends_the_wait() {
        let provider = Arc::new(Scripted::new().then(vec![Step::Asks(Duration::from_secs(50))]));
        let retrying = Retrying {
            inner: provider.clone(),
        };
        let (asked, cancel) = (request("x"), Cancel::new());
        let stop = async {
            tokio::time::sleep(Duration::from_secs(5)).await;
            cancel.cancel();
        };
        let (ended, ()) = tokio::join!(retrying.call(&asked, &cancel), stop);
        assert_eq!(ended.unwrap_err().kind, FailureKind::Cancelled);
        assert_eq!(provider.texts().len(), 1);
    }
}
