//! Calls that wait for nothing of each other are under way at the same time.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use askwell_contract::model::{Effort, Failure, FailureKind, ModelRef, Privacy, Reply, Request, Usage};
use askwell_contract::ports::{Cancel, Llm};
use askwell_contract::run::Judged;
use async_trait::async_trait;

use super::{found, pool, shop, written, QUESTION};
use crate::ask::{generate, repair, select};
use crate::prompt::scripted::{reply, ScriptedLlm};
use crate::prompt::Door;
use crate::scripted::{plan, run_advised, Scripted};
use crate::trial;

/// Nobody gets a reply before so many have asked: one after the other, they would wait for ever.
struct Gate {
    wanted: usize,
    asked: AtomicUsize,
    /// Those for whom nobody came.
    alone: AtomicUsize,
    purposes: Mutex<Vec<String>>,
    reply: fn(&str, usize) -> String,
}

impl Gate {
    fn door(wanted: usize, reply: fn(&str, usize) -> String) -> (Door, Arc<Self>) {
        let gate = Arc::new(Self {
            wanted,
            asked: AtomicUsize::new(0),
            alone: AtomicUsize::new(0),
            purposes: Mutex::default(),
            reply,
        });
        let mut door = Arc::new(ScriptedLlm::default()).door(Privacy::Values);
        door.llm = gate.clone();
        door.settings.effort = Effort::Thorough;
        (door, gate)
    }
    /// How many asked, and how many of them alone.
    fn seen(&self) -> (usize, usize) {
        (self.asked.load(Ordering::SeqCst), self.alone.load(Ordering::SeqCst))
    }
}

#[async_trait]
impl Llm for Gate {
    async fn complete(&self, request: Request, _: &Cancel) -> Result<Reply, Failure> {
        let at = self.asked.fetch_add(1, Ordering::SeqCst);
        self.purposes.lock().unwrap().push(request.purpose.clone());
        // Far more turns than all of the others need to get here.
        for _ in 0..10_000 {
            if self.asked.load(Ordering::SeqCst) >= self.wanted {
                return Ok(reply(&(self.reply)(&request.purpose, at), None));
            }
            tokio::task::yield_now().await;
        }
        self.alone.fetch_add(1, Ordering::SeqCst);
        Err(Failure::new(FailureKind::TimedOut, "It is alone."))
    }
    fn price(&self, _: &ModelRef, _: Usage) -> Option<f64> {
        None
    }
    fn destination(&self, _: &ModelRef) -> (String, bool) {
        ("gate".into(), false)
    }
}

#[test]
fn all_kinds_of_generators_are_under_way_together() {
    let (door, gate) = Gate::door(10, |_, at| format!("SELECT {at} FROM customers"));
    run_advised(Scripted::shop(), &door, async |cx| {
        let (grounding, linked) = found(cx, QUESTION).await;
        let all = generate::generate(cx, &plan(QUESTION), &grounding, &linked).await;
        let all = all.unwrap().unwrap().candidates;
        assert_eq!(all.iter().filter(|c| crate::ask::advice::is_written(c)).count(), 11);
    });
    assert_eq!(gate.seen(), (11, 0));
    // Of the first ten there are all kinds.
    let purposes = gate.purposes.lock().unwrap();
    for kind in ["reasoning", "standard", "complex", "direct", "chain"] {
        let within = purposes.iter().take(10).any(|p| *p == format!("generate_{kind}"));
        assert!(within, "{kind}: {purposes:?}");
    }
}

#[test]
fn candidates_that_fail_are_mended_together() {
    let broken: Vec<String> = (0..4).map(|n| format!("SELECT age{n}x FROM customers")).collect();
    let (door, gate) = Gate::door(4, |_, _| "SELECT name FROM customers".into());
    let db = broken.iter().fold(shop(), |db, sql| db.fails(sql, "unknown_column"));
    run_advised(db, &door, async |cx| {
        let question = plan(QUESTION);
        let (grounding, linked) = found(cx, QUESTION).await;
        let mut all = Vec::new();
        for sql in &broken {
            all.push(trial::judge(cx, &question, written(sql)).await.unwrap());
        }
        let mended = repair::repair(cx, &question, &grounding, &linked, all).await.unwrap();
        assert!(mended.iter().all(Judged::ran), "{mended:?}");
    });
    assert_eq!(gate.seen(), (4, 0));
}

#[test]
fn pairs_are_judged_together() {
    let (door, gate) = Gate::door(3, |_, _| "{\"winner\": \"A\", \"reason\": \"It stands first.\"}".into());
    run_advised(shop(), &door, async |cx| {
        let pool = pool(
            cx,
            &[
                "SELECT name FROM customers",
                "SELECT country FROM customers",
                super::COUNT,
            ],
        )
        .await;
        let selection = select::select(cx, &plan("Something about the customers"), &pool)
            .await
            .unwrap();
        assert_eq!(selection.duels.len(), 3);
    });
    assert_eq!(gate.seen(), (6, 0), "each pair twice, and nobody alone");
}
