//! Calls that are the same and are made at the same time are one call.
//!
//! In: a call's key and how to make it. Out: its reply, and whether this caller is the one for whom it was made. Whoever
//! is stopped leaves; the call itself is stopped when the last one has left. Deliberately absent: what makes two calls
//! the same, and anything kept beyond the call.

use std::collections::BTreeMap;
use std::future::Future;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use askwell_contract::model::{Failure, FailureKind, Reply};
use askwell_contract::ports::Cancel;
use tokio::sync::watch;

use super::stopped;

type Replied = Result<Reply, Failure>;

/// Calls under way, by key.
#[derive(Default)]
pub struct Flights {
    under_way: Mutex<BTreeMap<String, Flight>>,
    next: AtomicU64,
}

struct Flight {
    /// Told from others that had the same key before.
    number: u64,
    waiting: usize,
    cancel: Cancel,
    done: watch::Receiver<Option<Replied>>,
}

/// One caller's place; the last to leave stops the call.
struct Seat<'a> {
    flights: &'a Flights,
    key: &'a str,
    number: u64,
}

impl Flights {
    /// Waits for the call under way under this key, or begins it.
    pub async fn share<F>(
        self: &Arc<Self>,
        key: &str,
        cancel: &Cancel,
        call: impl FnOnce(Cancel) -> F,
    ) -> (Replied, bool)
    where
        F: Future<Output = Replied> + Send + 'static,
    {
        let (seat, mut done, begun) = self.board(key);
        let leads = begun.is_some();
        if let Some((own, tell)) = begun {
            let landing = Landing {
                flights: self.clone(),
                key: key.to_string(),
                number: seat.number,
            };
            let work = call(own);
            // Not in this caller's own future: it may be dropped while others wait.
            tokio::spawn(async move {
                let replied = work.await;
                // Who comes from now on finds the reply where it is kept.
                drop(landing);
                let _ = tell.send(Some(replied));
            });
        }
        let waited = cancel.run_until_cancelled(landed(&mut done)).await;
        let replied = match waited {
            Some(replied) => replied,
            // The last one waits until the call itself has stopped, as if it had been alone.
            None if seat.stops() => landed(&mut done).await,
            None => Err(stopped()),
        };
        (replied, leads)
    }

    fn board<'a>(&'a self, key: &'a str) -> (Seat<'a>, watch::Receiver<Option<Replied>>, Option<Begun>) {
        let mut flights = self.locked();
        let under_way = flights.get_mut(key).filter(|flight| !flight.cancel.is_cancelled());
        if let Some(flight) = under_way {
            flight.waiting += 1;
            let number = flight.number;
            let seat = Seat {
                flights: self,
                key,
                number,
            };
            return (seat, flight.done.clone(), None);
        }
        let (tell, done) = watch::channel(None);
        let cancel = Cancel::new();
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let flight = Flight {
            number,
            waiting: 1,
            cancel: cancel.clone(),
            done: done.clone(),
        };
        flights.insert(key.to_string(), flight);
        let seat = Seat {
            flights: self,
            key,
            number,
        };
        (seat, done, Some((cancel, tell)))
    }

    fn locked(&self) -> MutexGuard<'_, BTreeMap<String, Flight>> {
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

type Begun = (Cancel, watch::Sender<Option<Replied>>);

impl Seat<'_> {
    /// Stops the call where nobody else waits for it.
    fn stops(&self) -> bool {
        let flights = self.flights.locked();
        let alone = |flight: &&Flight| flight.number == self.number && flight.waiting == 1;
        let flight = flights.get(self.key).filter(alone);
        flight.inspect(|flight| flight.cancel.cancel()).is_some()
    }
}

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        let mut flights = self.flights.locked();
        if let Some(flight) = flights.get_mut(self.key).filter(|flight| flight.number == self.number) {
            flight.waiting -= 1;
            if flight.waiting == 0 {
                flight.cancel.cancel();
            }
        }
    }
}

/// Takes the call off the list, also when it panics.
struct Landing {
    flights: Arc<Flights>,
    key: String,
    number: u64,
}

impl Drop for Landing {
    fn drop(&mut self) {
        let mut flights = self.flights.locked();
        if flights
            .get(&self.key)
            .is_some_and(|flight| flight.number == self.number)
        {
            flights.remove(&self.key);
        }
    }
}

async fn landed(done: &mut watch::Receiver<Option<Replied>>) -> Replied {
    let lost = || Failure::new(FailureKind::Unavailable, "The call ended without a reply. Ask again.");
    match done.wait_for(Option::is_some).await {
        Ok(replied) => replied.clone().unwrap_or_else(|| Err(lost())),
        Err(_) => Err(lost()),
    }
}
