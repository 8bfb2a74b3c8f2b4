//! So many requests a minute and so many at once, for each provider.
//!
//! In: a call. Out: the same call, later where it has to wait. Deliberately absent: what a provider says of its own
//! limits, which the retries heed.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use askwell_contract::model::{Failure, FailureKind, Reply, Request};
use askwell_contract::ports::Cancel;
use async_trait::async_trait;
use tokio::sync::{Mutex, Semaphore};
use tokio::time::{sleep_until, Instant};

use super::stopped;
use crate::llm::call::Call;

const MINUTE: Duration = Duration::from_secs(60);

/// What one provider is being sent. All calls to it share it.
pub struct Rate {
    at_once: Semaphore,
    per_minute: usize,
    /// When the requests of the last minute were sent, oldest first. Whoever holds it may wait for the oldest to pass,
    /// and those behind wait in the order in which they came.
    sent: Mutex<VecDeque<Instant>>,
}

impl Rate {
    /// At least one of each: none at all would wait for ever.
    pub fn new(per_minute: u32, at_once: u32) -> Self {
        Self {
            at_once: Semaphore::new(at_once.max(1) as usize),
            per_minute: per_minute.max(1) as usize,
            sent: Mutex::default(),
        }
    }

    async fn turn(&self) {
        let mut sent = self.sent.lock().await;
        while let Some(oldest) = sent.front() {
            let free = *oldest + MINUTE;
            if free > Instant::now() {
                if sent.len() < self.per_minute {
                    break;
                }
                sleep_until(free).await;
            }
            sent.pop_front();
        }
        sent.push_back(Instant::now());
    }
}

pub struct Limited {
    pub inner: Arc<dyn Call>,
    pub rate: Arc<Rate>,
}

#[async_trait]
impl Call for Limited {
    async fn call(&self, request: &Request, cancel: &Cancel) -> Result<Reply, Failure> {
        let waiting = async {
            // First a place among those at once: a place in the minute would go to waste while waiting for one.
            let place = self.rate.at_once.acquire().await;
            self.rate.turn().await;
            place
        };
        let place = cancel.run_until_cancelled(waiting).await.ok_or_else(stopped)?;
        let _place = place.map_err(|closed| Failure::new(FailureKind::Unavailable, closed.to_string()))?;
        self.inner.call(request, cancel).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::llm::scripted::{request, Scripted};

    async fn times(per_minute: u32, at_once: u32, calls: usize, takes: Duration) -> (Vec<Duration>, usize) {
        let provider = Arc::new(Scripted::new().taking(takes));
        let limited = Arc::new(Limited {
            inner: provider.clone(),
            rate: Arc::new(Rate::new(per_minute, at_once)),
        });
        let tasks: Vec<_> = (0..calls)
            .map(|n| {
                let limited = limited.clone();
                tokio::spawn(async move { limited.call(&request(&n.to_string()), &Cancel::new()).await })
            })
            .collect();
        for task in tasks {
            task.await.unwrap().unwrap();
        }
        (provider.times(), provider.most_at_once())
    }

    #[tokio::test(start_paused = true)]
    async fn no_minute_sees_more_than_its_share() {
        let (times, _) = times(60, 100, 200, Duration::ZERO).await;
        assert_eq!(times.len(), 200);
        for (at, time) in times.iter().enumerate() {
            let within = times[at..].iter().take_while(|later| **later < *time + MINUTE).count();
            assert!(within <= 60, "{within} from {time:?}");
        }
        // Not slower than it must be: three waits for two hundred.
        assert!(times[199] >= MINUTE * 3 && times[199] < MINUTE * 3 + Duration::from_secs(1));
    }

    #[tokio::test(start_paused = true)]
    async fn no_more_than_ten_are_under_way() {
        let (times, most) = times(1_000, 10, 95, Duration::from_secs(3)).await;
        assert_eq!((times.len(), most), (95, 10));
    }

    #[tokio::test(start_paused = true)]
    async fn who_stops_waiting_is_not_sent_and_takes_no_place() {
        let provider = Arc::new(Scripted::new());
        let limited = Limited {
            inner: provider.clone(),
            rate: Arc::new(Rate::new(1, 1)),
        };
        limited.call(&request("a"), &Cancel::new()).await.unwrap();
        let cancel = Cancel::new();
        cancel.cancel();
        let failure = limited.call(&request("b"), &cancel).await.unwrap_err();
        assert_eq!(failure.kind, FailureKind::Cancelled);
        limited.call(&request("c"), &Cancel::new()).await.unwrap();
        assert_eq!(provider.texts(), ["a", "c"]);
        assert!(provider.times()[1] >= MINUTE);
    }
}
