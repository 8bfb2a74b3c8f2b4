//! What a call costs, and a budget that stops it before it is sent.
//!
//! In: a call. Out: its reply with what it cost, or the refusal of what may cost too much. Deliberately absent:
//! prices, and what is shown of sums (the book counts them).

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use askwell_contract::model::{Budget, Failure, FailureKind, Price, Provider, Reply, Request, Usage};
use askwell_contract::ports::{Cancel, Clock};
use askwell_contract::Problem;
use async_trait::async_trait;
use tokio::task::spawn_blocking;

use crate::llm::book::Book;
use crate::llm::call::Call;
use crate::llm::{day, prices};

/// Characters a token, for what is not sent yet; the same as the previews say.
const CHARACTERS: usize = 4;
/// Questions whose sums are kept; a question has long ended when so many came after it.
const QUESTIONS: usize = 1_000;

/// What was spent and what is promised. All providers share it.
pub struct Purse {
    book: Arc<Book>,
    clock: Arc<dyn Clock>,
    sums: Mutex<Sums>,
    /// The day whose sum the book gave. It is asked again whenever the clock says another day, also an earlier one: a clock
    /// that jumps forward and back must not make the day's budget anew.
    opened: tokio::sync::Mutex<Option<u64>>,
}

#[derive(Default)]
struct Sums {
    today: f64,
    promised: f64,
    runs: BTreeMap<String, f64>,
    order: VecDeque<String>,
}

impl Purse {
    pub fn new(book: Arc<Book>, clock: Arc<dyn Clock>) -> Self {
        Self {
            book,
            clock,
            sums: Mutex::default(),
            opened: tokio::sync::Mutex::default(),
        }
    }

    async fn open(&self) -> Result<(), Failure> {
        let at = self.clock.now();
        let today = day::number(at);
        let mut opened = self.opened.lock().await;
        if *opened == Some(today) {
            return Ok(());
        }
        let (book, before) = (self.book.clone(), self.sums().today);
        let spend = spawn_blocking(move || book.spend_at(at)).await;
        let spend = spend
            .map_err(Problem::internal)
            .and_then(|spend| spend)
            .map_err(unreadable)?;
        let mut sums = self.sums();
        // What was paid while the book was read may not be in it yet.
        sums.today = spend.today + (sums.today - before);
        *opened = Some(today);
        Ok(())
    }

    /// Holds back what a call may come to; given back when the promise is dropped.
    fn promise<'a>(&'a self, run: Option<&'a str>, estimate: f64, budget: &Budget) -> Result<Promise<'a>, Failure> {
        let mut sums = self.sums();
        if let Some(limit) = budget.per_day {
            within(sums.today + sums.promised, estimate, limit, FailureKind::Budget)?;
        }
        if let (Some(limit), Some(run)) = (budget.per_question, run) {
            let spent = sums.runs.get(run).copied().unwrap_or(0.0);
            within(spent, estimate, limit, FailureKind::QuestionBudget)?;
        }
        sums.promised += estimate;
        sums.count(run, estimate);
        Ok(Promise {
            purse: self,
            run,
            estimate,
        })
    }

    fn sums(&self) -> MutexGuard<'_, Sums> {
        self.sums.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Sums {
    fn count(&mut self, run: Option<&str>, dollars: f64) {
        let Some(run) = run else {
            return;
        };
        if !self.runs.contains_key(run) {
            self.order.push_back(run.to_string());
            if self.order.len() > QUESTIONS {
                self.order.pop_front().and_then(|oldest| self.runs.remove(&oldest));
            }
        }
        *self.runs.entry(run.to_string()).or_default() += dollars;
    }
}

struct Promise<'a> {
    purse: &'a Purse,
    run: Option<&'a str>,
    estimate: f64,
}

impl Promise<'_> {
    fn spent(&self, dollars: f64) {
        let mut sums = self.purse.sums();
        sums.today += dollars;
        sums.count(self.run, dollars);
    }
}

impl Drop for Promise<'_> {
    fn drop(&mut self) {
        let mut sums = self.purse.sums();
        sums.promised -= self.estimate;
        sums.count(self.run, -self.estimate);
    }
}

/// Whom a call is paid to, and what the person set.
#[derive(Clone)]
pub struct Till {
    pub purse: Arc<Purse>,
    pub provider: Provider,
    pub leaves: bool,
    pub budget: Budget,
    pub prices: Vec<Price>,
}

impl Till {
    fn cost(&self, model: &str, usage: Usage) -> Option<f64> {
        prices::cost(&self.provider, self.leaves, model, usage, &self.prices)
    }
}

pub struct Costing {
    pub inner: Arc<dyn Call>,
    pub till: Till,
}

#[async_trait]
impl Call for Costing {
    async fn call(&self, request: &Request, cancel: &Cancel) -> Result<Reply, Failure> {
        let till = &self.till;
        let model = &request.to.model;
        let limited = till.budget.per_day.is_some() || till.budget.per_question.is_some();
        match till.purse.open().await {
            Err(failure) if limited => return Err(failure),
            _ => {}
        }
        let estimate = match till.cost(model, at_most(request)) {
            Some(estimate) => estimate,
            None if limited => return Err(unpriced(model)),
            None => 0.0,
        };
        let promise = till.purse.promise(request.run.as_deref(), estimate, &till.budget)?;
        let reply = match self.inner.call(request, cancel).await {
            Ok(reply) => reply,
            Err(failure) => {
                if may_be_charged(failure.kind) {
                    promise.spent(estimate);
                }
                return Err(failure);
            }
        };
        let cost = till.cost(model, reply.usage);
        promise.spent(cost.unwrap_or(0.0));
        Ok(Reply { cost, ..reply })
    }
}

/// Whether a provider may have worked on a call that brought no reply: what it may have cost then counts as spent, since
/// nobody says what it did cost.
fn may_be_charged(kind: FailureKind) -> bool {
    matches!(
        kind,
        FailureKind::Cancelled | FailureKind::TimedOut | FailureKind::BadReply
    )
}

/// What a call may come to: every token that may come back, and no help from the provider's cache.
pub fn at_most(request: &Request) -> Usage {
    let tokens = |cache: bool| {
        let blocks = request
            .system
            .iter()
            .chain(&request.user)
            .filter(|block| block.cache == cache);
        let characters: usize = blocks.map(|block| block.text.chars().count()).sum();
        u32::try_from(characters.div_ceil(CHARACTERS)).unwrap_or(u32::MAX)
    };
    Usage {
        input: tokens(false),
        cached: 0,
        written: tokens(true),
        // Thinking comes on top of the reply.
        output: request.max_tokens.saturating_add(request.thinking.unwrap_or(0)),
    }
}

fn within(spent: f64, estimate: f64, limit: f64, kind: FailureKind) -> Result<(), Failure> {
    // A limit of nothing lets through what costs nothing.
    if spent + estimate <= limit {
        return Ok(());
    }
    let whose = match kind {
        FailureKind::QuestionBudget => "this question's",
        _ => "the day's",
    };
    Err(Failure::new(
        kind,
        format!("The call was not sent: it may cost up to ${estimate:.4}, and {whose} budget of ${limit:.2} has ${:.4} left.", (limit - spent).max(0.0)),
    )
    .hint("Raise the budget in the settings, or set a cheaper model."))
}

fn unpriced(model: &str) -> Failure {
    Failure::new(
        FailureKind::Budget,
        format!("The call was not sent: a budget is set, and the price of {model} is not known."),
    )
    .hint("Enter the price of this model in the settings, or remove the budget.")
}

fn unreadable(problem: Problem) -> Failure {
    Failure::new(
        FailureKind::Budget,
        format!(
            "The call was not sent: what was spent today cannot be read. {}",
            problem.message
        ),
    )
}
