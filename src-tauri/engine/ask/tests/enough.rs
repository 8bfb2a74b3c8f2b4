//! When queries of models agree, those still under way are not waited for.

use std::sync::atomic::{AtomicUsize, Ordering};

use askwell_contract::beside::Enough;
use askwell_contract::model::{Failure, ModelRef, Reply, Request, Usage};
use askwell_contract::ports::{Cancel, Llm};
use askwell_contract::ProblemCode;
use async_trait::async_trait;

use super::*;
use crate::prompt::scripted::reply;

const ALL: &str = "SELECT COUNT(*) FROM customers";
const BY_ID: &str = "SELECT COUNT(id) FROM customers WHERE country = 'Germany'";
const NAMES: &str = "SELECT name FROM customers";
const PERU: &str = "SELECT COUNT(*) FROM customers WHERE country = 'Peru'";

/// Gives these replies to the first calls; every later one hangs until it is given up.
struct Slow {
    replies: Vec<&'static str>,
    asked: AtomicUsize,
    given_up: AtomicUsize,
}

impl Slow {
    fn door(replies: &[&'static str]) -> (Door, Arc<Self>) {
        let llm = Arc::new(Self {
            replies: replies.to_vec(),
            asked: AtomicUsize::new(0),
            given_up: AtomicUsize::new(0),
        });
        let mut door = Arc::new(ScriptedLlm::default()).door(Privacy::Names);
        door.llm = llm.clone();
        door.settings.effort = Effort::Thorough;
        (door, llm)
    }
}

#[async_trait]
impl Llm for Slow {
    async fn complete(&self, _: Request, cancel: &Cancel) -> Result<Reply, Failure> {
        let at = self.asked.fetch_add(1, Ordering::SeqCst);
        let Some(text) = self.replies.get(at) else {
            cancel.cancelled().await;
            self.given_up.fetch_add(1, Ordering::SeqCst);
            return Err(Failure::new(FailureKind::Cancelled, "Stopped."));
        };
        Ok(reply(text, None))
    }
    fn price(&self, _: &ModelRef, _: Usage) -> Option<f64> {
        None
    }
    fn destination(&self, _: &ModelRef) -> (String, bool) {
        ("slow".into(), false)
    }
}

/// The candidates of models, and what was told of stopping.
fn asked(replies: &[&'static str]) -> (usize, Vec<Enough>, Arc<Slow>) {
    let (door, llm) = Slow::door(replies);
    let mut written = 0;
    let events = run_advised(shop().gives(PERU, &[]).gives(BY_ID, &[&["7"]]), &door, async |cx| {
        let (grounding, linked) = found(cx, QUESTION).await;
        let plan = plan(QUESTION);
        let all = generate::generate(cx, &plan, &grounding, &linked)
            .await
            .unwrap()
            .unwrap()
            .candidates;
        written = all.iter().filter(|c| is_written(c)).count();
        assert!(!cx.cancel.is_cancelled(), "the run itself goes on");
    });
    let told = events.into_iter().filter_map(|e| match e.artifact {
        Artifact::Enough(enough) => Some(enough),
        _ => None,
    });
    (written, told.collect(), llm)
}

fn enough(agree: u32, ran: u32, spared: u32) -> Enough {
    Enough { agree, ran, spared }
}

#[test]
fn three_that_agree_are_enough() {
    let (written, told, llm) = asked(&[COUNT, COUNT, COUNT]);
    assert_eq!((written, told), (1, vec![enough(3, 3, 8)]));
    // Some calls were under way and given up, the others were never made.
    let (asked, given_up) = (llm.asked.load(Ordering::SeqCst), llm.given_up.load(Ordering::SeqCst));
    assert_eq!(asked, 3 + given_up);
}

#[test]
fn half_is_too_few() {
    let (_, told, _) = asked(&[COUNT, ALL, NAMES, COUNT, COUNT]);
    assert_eq!(told, [enough(3, 5, 6)]);
}

#[test]
fn a_query_that_finds_nothing_is_not_counted() {
    let (_, told, _) = asked(&[PERU, COUNT, COUNT, ALL]);
    assert_eq!(told, [enough(2, 3, 7)]);
    let (_, told, _) = asked(&[PERU, PERU, PERU, COUNT, COUNT, COUNT]);
    assert_eq!(told, [enough(3, 3, 5)]);
}

#[test]
fn queries_that_fail_agree_with_none() {
    let broken = "SELECT age FROM customers";
    let (_, told, _) = asked(&[broken, broken, broken, broken, ALL, ALL, ALL]);
    assert_eq!(told, [enough(3, 3, 4)]);
}

#[test]
fn another_statement_with_the_same_result_agrees() {
    let (written, told, _) = asked(&[COUNT, ALL, BY_ID]);
    assert_eq!((written, told), (3, vec![enough(2, 3, 8)]));
}

#[test]
fn what_was_run_to_see_whether_it_agrees_is_not_run_again() {
    let (door, _llm) = Slow::door(&[COUNT, ALL, COUNT]);
    let db = shop().gives(OWN, &[&["7"]]);
    let asked = db.asked.clone();
    let runs = || asked.lock().unwrap().clone();
    run_advised(db, &door, async |cx| {
        let (grounding, linked) = found(cx, QUESTION).await;
        let plan = plan(QUESTION);
        let all = generate::generate(cx, &plan, &grounding, &linked).await;
        let all = all.unwrap().unwrap();
        assert_eq!(runs(), [COUNT, ALL], "early, and what two wrote once");
        let number = all.candidates.len();
        let pool = evaluate::evaluate(cx, &plan, all.candidates, &all.tried).await.unwrap();
        assert!(pool.len() == number && pool.iter().all(Judged::ran), "{pool:?}");
    });
    let mut once = runs();
    once.sort();
    let number = once.len();
    once.dedup();
    assert_eq!(once.len(), number, "{once:?}");
}

#[test]
fn stop_is_the_persons_and_an_error() {
    let (door, _) = Slow::door(&[]);
    run_advised(shop(), &door, async |cx| {
        let (grounding, linked) = found(cx, QUESTION).await;
        let plan = plan(QUESTION);
        let stopping = async {
            tokio::task::yield_now().await;
            cx.cancel.cancel();
        };
        let (all, ()) = tokio::join!(generate::generate(cx, &plan, &grounding, &linked), stopping);
        assert_eq!(all.unwrap_err().code, ProblemCode::Cancelled);
    });
}
