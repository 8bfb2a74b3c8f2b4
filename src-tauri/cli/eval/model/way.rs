//! A call of an evaluation on its way: from what is kept, or through the one door to the models, within a budget.
//!
//! In: a request. Out: its reply. Nothing is sent that is known, nor while the same is under way, nor once sending was
//! stopped. Deliberately absent: privacy, the ledger, retries: the door behind this has them all.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use askwell_contract::model::{Abilities, Failure, FailureKind, ModelRef, Reply, Request, Usage};
use askwell_contract::ports::{Cancel, Llm};
use async_trait::async_trait;
use tokio::sync::Notify;
use tokio::time::sleep;

use super::tape::{digest, Known, Tape, Unended};

/// A provider that rests is waited for, so many times this long.
const REST: Duration = Duration::from_secs(10);
const RESTS: usize = 30;
/// Between replies that came one after the other when they were recorded.
const BETWEEN: Duration = Duration::from_millis(5);
/// A call that was given up when it was recorded is given up again within this time.
const GIVEN_UP: Duration = Duration::from_secs(60);

/// Why no more is sent.
#[derive(Debug, Clone, PartialEq)]
pub enum Stop {
    /// The next call might pass it. `unsure`: what calls without a reply may have cost beside what was spent.
    Budget { spent: f64, unsure: f64, limit: f64 },
    /// Every further call would fail like this one.
    Failed(Failure),
}

/// What kept calls of a run from being answered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Trouble {
    /// No reply to them is in the recording.
    pub missing: usize,
    /// Sending was stopped before them.
    pub refused: usize,
}

pub struct Way {
    inner: Arc<dyn Llm>,
    budget: Option<f64>,
    state: Mutex<State>,
    /// A call under way has ended.
    freed: Notify,
}

struct State {
    tape: Tape,
    /// What calls under way may come to.
    promised: f64,
    stop: Option<Stop>,
    troubles: BTreeMap<String, Trouble>,
    /// Requests whose reply was paid by a run of this program.
    paid: BTreeSet<String>,
    turns: BTreeMap<String, Arc<tokio::sync::Mutex<()>>>,
}

impl Way {
    pub fn new(inner: Arc<dyn Llm>, tape: Tape, budget: Option<f64>) -> Self {
        Self {
            inner,
            budget,
            state: Mutex::new(State {
                tape,
                promised: 0.0,
                stop: None,
                troubles: BTreeMap::new(),
                paid: BTreeSet::new(),
                turns: BTreeMap::new(),
            }),
            freed: Notify::new(),
        }
    }

    pub fn trouble(&self, run: &str) -> Trouble {
        self.state().troubles.get(run).copied().unwrap_or_default()
    }

    pub fn stopped(&self) -> Option<Stop> {
        self.state().stop.clone()
    }

    pub fn unended(&self) -> Unended {
        self.state().tape.unended()
    }

    pub fn replaying(&self) -> bool {
        self.state().tape.replaying
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known of it; a reply costs the run that paid for it, once.
    fn known(&self, request: &str, run: &str) -> Option<Known> {
        let mut state = self.state();
        let known = state.tape.known(request).cloned()?;
        let Known::Reply {
            reply,
            run: payer,
            after,
        } = known
        else {
            return Some(known);
        };
        let pays = (payer == run || state.tape.replaying) && state.paid.insert(request.to_owned());
        let reply = if pays { reply } else { reply.nothing_sent() };
        Some(Known::Reply {
            reply,
            run: payer,
            after,
        })
    }

    fn missing(&self, run: &str) -> Failure {
        self.state().troubles.entry(run.to_owned()).or_default().missing += 1;
        Failure::new(
            FailureKind::Unavailable,
            "No reply to this request is in the recording.",
        )
    }

    /// Holds back what the call may come to. Where it might pass the budget beside those under way, it waits for them.
    async fn promise(&self, request: &Request, run: &str, cancel: &Cancel) -> Result<Promise<'_>, Failure> {
        let estimate = self.inner.price(&request.to, at_most(request)).unwrap_or(0.0);
        loop {
            let freed = self.freed.notified();
            if self.fits(estimate, run)? {
                return Ok(Promise { way: self, estimate });
            }
            cancel.run_until_cancelled(freed).await.ok_or_else(stopped)?;
        }
    }

    /// Err: it would not fit even if nothing else were under way, or no more is sent for another reason.
    fn fits(&self, estimate: f64, run: &str) -> Result<bool, Failure> {
        let mut state = self.state();
        let (spent, unsure) = (state.tape.spent(), state.tape.unended().at_most);
        let limit = self.budget.unwrap_or(f64::INFINITY);
        if spent + unsure + estimate > limit {
            state.stop.get_or_insert(Stop::Budget { spent, unsure, limit });
        }
        if let Some(stop) = &state.stop {
            let failure = match stop {
                Stop::Failed(failure) => failure.clone(),
                Stop::Budget { .. } => Failure::new(FailureKind::Budget, "The budget of this evaluation is used up."),
            };
            state.troubles.entry(run.to_owned()).or_default().refused += 1;
            return Err(failure);
        }
        let fits = spent + unsure + state.promised + estimate <= limit;
        if fits {
            state.promised += estimate;
        }
        Ok(fits)
    }

    async fn patient(&self, request: &Request, cancel: &Cancel) -> Result<Reply, Failure> {
        let mut rests = 0;
        loop {
            match self.inner.complete(request.clone(), cancel).await {
                Err(failure) if failure.kind == FailureKind::Resting && rests < RESTS => {
                    rests += 1;
                    cancel.run_until_cancelled(sleep(REST)).await.ok_or_else(stopped)?;
                }
                ended => return ended,
            }
        }
    }

    async fn sent(&self, digest: &str, request: &Request, run: &str, cancel: &Cancel) -> Result<Reply, Failure> {
        let promise = self.promise(request, run, cancel).await?;
        self.state()
            .tape
            .sent(digest, request, promise.estimate)
            .map_err(unwritten)?;
        let mut under_way = UnderWay {
            way: self,
            digest,
            request,
            ended: false,
        };
        let ended = self.patient(request, cancel).await;
        under_way.ended = true;
        let mut state = self.state();
        if let Err(failure) = &ended {
            if hopeless(failure.kind) {
                state.stop.get_or_insert(Stop::Failed(failure.clone()));
                state.troubles.entry(run.to_owned()).or_default().refused += 1;
            }
        }
        if ended.is_ok() {
            state.paid.insert(digest.to_owned());
        }
        // It was paid for: a reply that cannot be kept is used all the same, and the run then goes no further.
        if let Err(error) = state.tape.ended(digest, request, &ended) {
            let failure = unwritten(error);
            state.stop.get_or_insert(Stop::Failed(failure));
        }
        ended
    }
}

#[async_trait]
impl Llm for Way {
    async fn complete(&self, request: Request, cancel: &Cancel) -> Result<Reply, Failure> {
        let digest = digest(&request);
        let run = request.run.clone().unwrap_or_default();
        let turn = self.state().turns.entry(digest.clone()).or_default().clone();
        // The same request waits for the one that is under way, and then finds its reply.
        let _turn = cancel.run_until_cancelled(turn.lock()).await.ok_or_else(stopped)?;
        match self.known(&digest, &run) {
            Some(Known::Reply { reply, after, .. }) => {
                if self.replaying() && after > 0 {
                    let wait = sleep(BETWEEN * after);
                    cancel.run_until_cancelled(wait).await.ok_or_else(stopped)?;
                }
                Ok(reply)
            }
            Some(Known::Failed(failure)) => Err(failure),
            Some(Known::Left) => match cancel.run_until_cancelled(sleep(GIVEN_UP)).await {
                None => Err(stopped()),
                Some(()) => Err(self.missing(&run)),
            },
            None if self.replaying() => Err(self.missing(&run)),
            None => self.sent(&digest, &request, &run, cancel).await,
        }
    }

    async fn abilities(&self, to: &ModelRef) -> Abilities {
        self.inner.abilities(to).await
    }

    fn price(&self, to: &ModelRef, usage: Usage) -> Option<f64> {
        self.inner.price(to, usage)
    }

    fn destination(&self, to: &ModelRef) -> (String, bool) {
        match self.replaying() {
            true => ("the recording".to_owned(), false),
            false => self.inner.destination(to),
        }
    }
}

struct Promise<'a> {
    way: &'a Way,
    estimate: f64,
}

impl Drop for Promise<'_> {
    fn drop(&mut self) {
        self.way.state().promised -= self.estimate;
        self.way.freed.notify_waiters();
    }
}

/// Dropped in the middle, it was given up.
struct UnderWay<'a> {
    way: &'a Way,
    digest: &'a str,
    request: &'a Request,
    ended: bool,
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        if !self.ended {
            // That it cannot be written down changes nothing: then it counts as cut off.
            let _ = self.way.state().tape.ended(self.digest, self.request, &Err(stopped()));
        }
    }
}

/// Never less than it is: a byte of a prompt is a token at most, and everything may come back that may.
fn at_most(request: &Request) -> Usage {
    let bytes = |cache: bool| -> usize {
        let blocks = request
            .system
            .iter()
            .chain(&request.user)
            .filter(|block| block.cache == cache);
        blocks.map(|block| block.text.len()).sum()
    };
    let tokens = |bytes: usize| u32::try_from(bytes).unwrap_or(u32::MAX);
    let form = serde_json::to_string(&request.form).map_or(0, |form| form.len());
    Usage {
        input: tokens(bytes(false) + form),
        cached: 0,
        written: tokens(bytes(true)),
        // Some providers take twice the thinking that they are granted.
        output: request
            .max_tokens
            .saturating_add(request.thinking.unwrap_or(0).saturating_mul(2)),
    }
}

/// What no later call would fare better with.
fn hopeless(kind: FailureKind) -> bool {
    use FailureKind::{Airplane, Budget, Credit, Key, Region, Resting, UnknownModel};
    matches!(kind, Airplane | Budget | Credit | Key | Region | Resting | UnknownModel)
}

fn stopped() -> Failure {
    Failure::new(FailureKind::Cancelled, "Stopped.")
}

fn unwritten(error: std::io::Error) -> Failure {
    Failure::new(
        FailureKind::Unavailable,
        "What is sent cannot be kept, so nothing more is sent.",
    )
    .detail(error)
}
