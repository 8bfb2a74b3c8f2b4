//! The same call, made by several at once, is one request.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::time::sleep;

use super::*;

fn of_run(run: &str) -> Request {
    Request {
        run: Some(run.into()),
        ..request("How many?")
    }
}

/// Takes ten seconds, and says how often it was begun and how often it was stopped on the way.
#[derive(Default)]
struct Slow {
    begun: AtomicUsize,
    stopped: AtomicUsize,
}

#[async_trait]
impl Call for Slow {
    async fn call(&self, _: &Request, cancel: &Cancel) -> Result<Reply, Failure> {
        self.begun.fetch_add(1, Ordering::SeqCst);
        let slept = cancel.run_until_cancelled(sleep(Duration::from_secs(10))).await;
        if slept.is_none() {
            self.stopped.fetch_add(1, Ordering::SeqCst);
            return Err(crate::llm::layers::stopped());
        }
        Ok(crate::llm::scripted::reply("12"))
    }
}

impl Slow {
    fn seen(&self) -> (usize, usize) {
        (self.begun.load(Ordering::SeqCst), self.stopped.load(Ordering::SeqCst))
    }
}

#[tokio::test(start_paused = true)]
async fn calls_that_are_the_same_share_one_request_and_one_pays() {
    for hours in [24, 0] {
        let slow = Arc::new(Slow::default());
        let mut kept = settings();
        kept.cache_hours = hours;
        let world = World::over(slow.clone(), &kept);
        let (one, two, three) = tokio::join!(
            world.ask(of_run("a")),
            world.ask(of_run("b")),
            world.ask(request("How many others?"))
        );
        let (one, two) = (one.unwrap(), two.unwrap());
        assert!(three.is_ok());
        assert_eq!(slow.seen(), (2, 0), "one for each question");
        assert_eq!((&one.text, &two.text), (&"12".to_string(), &"12".to_string()));
        let mut costs = [one.cost.unwrap(), two.cost.unwrap()];
        costs.sort_by(f64::total_cmp);
        assert_eq!(costs, [0.0, 0.0028]);
        assert_ne!(one.cached, two.cached);
        // Each is in the ledger, and what was spent is what was sent.
        assert_eq!(world.entries().len(), 3);
        assert!((world.providers.spend().unwrap().today - 0.0056).abs() < 1e-12);
        // Nothing is kept beyond the call where nothing is to be kept.
        assert_eq!(world.ask(of_run("c")).await.unwrap().cached, hours > 0);
    }
}

#[tokio::test(start_paused = true)]
async fn whoever_is_stopped_leaves_and_the_others_get_their_reply() {
    let slow = Arc::new(Slow::default());
    let world = World::over(slow.clone(), &settings());
    let llm = world.providers.llm(Privacy::Rows);
    // The first one began the call; it is not the one to keep it.
    let first = Cancel::new();
    let (one, two, ()) = tokio::join!(
        llm.complete(of_run("a"), &first),
        async {
            sleep(Duration::from_secs(1)).await;
            world.ask(of_run("b")).await
        },
        async {
            sleep(Duration::from_secs(2)).await;
            first.cancel();
        }
    );
    assert_eq!(one.unwrap_err().kind, FailureKind::Cancelled);
    assert_eq!(two.unwrap().text, "12");
    assert_eq!(slow.seen(), (1, 0));
}

#[tokio::test(start_paused = true)]
async fn the_call_stops_when_the_last_one_is_stopped_or_gone() {
    let slow = Arc::new(Slow::default());
    let world = World::over(slow.clone(), &settings());
    let llm = world.providers.llm(Privacy::Rows);
    let (first, second) = (Cancel::new(), Cancel::new());
    let (one, two, ()) = tokio::join!(
        llm.complete(of_run("a"), &first),
        llm.complete(of_run("b"), &second),
        async {
            sleep(Duration::from_secs(1)).await;
            first.cancel();
            sleep(Duration::from_secs(1)).await;
            assert_eq!(slow.seen(), (1, 0), "one still waits");
            second.cancel();
        }
    );
    assert_eq!(one.unwrap_err().kind, FailureKind::Cancelled);
    assert_eq!(two.unwrap_err().kind, FailureKind::Cancelled);
    assert_eq!(slow.seen(), (1, 1));
    // One whose caller is dropped is stopped as well, and the next begins anew.
    let gone = tokio::time::timeout(Duration::from_secs(1), world.ask(of_run("c"))).await;
    assert!(gone.is_err());
    sleep(Duration::from_secs(1)).await;
    assert_eq!(slow.seen(), (2, 2));
    assert!(!world.ask(of_run("d")).await.unwrap().cached);
    assert_eq!(slow.seen(), (3, 2));
}

/// Refuses one question after some seconds, as its budget would.
struct Poor;

#[async_trait]
impl Call for Poor {
    async fn call(&self, request: &Request, _: &Cancel) -> Result<Reply, Failure> {
        sleep(Duration::from_secs(5)).await;
        if request.run.as_deref() == Some("poor") {
            return Err(Failure::new(FailureKind::Budget, "This question's budget is used up."));
        }
        Ok(crate::llm::scripted::reply("12"))
    }
}

#[tokio::test(start_paused = true)]
async fn a_budget_that_refuses_one_question_refuses_no_other() {
    let world = World::over(Arc::new(Poor), &settings());
    let (poor, rich) = tokio::join!(world.ask(of_run("poor")), async {
        sleep(Duration::from_secs(1)).await;
        world.ask(of_run("rich")).await
    });
    assert_eq!(poor.unwrap_err().kind, FailureKind::Budget);
    assert_eq!(rich.unwrap().cost, Some(0.0028));
}
