//! The way of a call, with a door behind it that counts.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use askwell_contract::model::{Block, Failure, FailureKind, Form, ModelRef, Privacy, Reply, Request, Usage};
use askwell_contract::ports::{Cancel, Llm};
use async_trait::async_trait;

use super::tape::{Tape, Unended, FILE};
use super::way::{Stop, Trouble, Way};

/// Replies to everything after a moment, a dollar a call, but to what it is told to fail.
#[derive(Default)]
struct Behind {
    asked: AtomicUsize,
    fails: Mutex<Vec<FailureKind>>,
}

#[async_trait]
impl Llm for Behind {
    async fn complete(&self, request: Request, cancel: &Cancel) -> Result<Reply, Failure> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        let wait = tokio::time::sleep(Duration::from_millis(20));
        if cancel.run_until_cancelled(wait).await.is_none() {
            return Err(Failure::new(FailureKind::Cancelled, "Stopped."));
        }
        if let Some(kind) = self.fails.lock().unwrap().pop() {
            return Err(Failure::new(kind, "It failed."));
        }
        Ok(Reply {
            text: format!("re: {}", request.user[0].text),
            value: None,
            thinking: None,
            usage: Usage {
                input: 10,
                ..Usage::default()
            },
            cost: Some(1.0),
            cached: false,
            ms: 20.0,
        })
    }
    fn price(&self, _: &ModelRef, _: Usage) -> Option<f64> {
        Some(2.0)
    }
    fn destination(&self, _: &ModelRef) -> (String, bool) {
        ("here".into(), false)
    }
}

fn request(text: &str, run: &str) -> Request {
    Request {
        purpose: "test".into(),
        prompt: "hash".into(),
        to: ModelRef {
            provider: "p".into(),
            model: "m".into(),
        },
        system: vec![],
        user: vec![Block {
            text: text.into(),
            cache: false,
        }],
        form: Form::Text,
        temperature: Some(0.0),
        thinking: None,
        max_tokens: 10,
        sample: 0,
        privacy: Privacy::Names,
        connection: "c".into(),
        run: Some(run.into()),
        offline: false,
        window: None,
    }
}

async fn ask(way: &Way, text: &str, run: &str) -> Result<Reply, Failure> {
    way.complete(request(text, run), &Cancel::new()).await
}

fn way(behind: &Arc<Behind>, tape: Tape, budget: Option<f64>) -> Way {
    Way::new(behind.clone(), tape, budget)
}

#[tokio::test]
async fn what_is_known_is_not_asked_again_and_costs_its_first_asker_alone() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("run.replies");
    let behind = Arc::new(Behind::default());
    {
        let way = way(&behind, Tape::open(&file, false).unwrap(), None);
        let (a, b) = tokio::join!(ask(&way, "x", "q1"), ask(&way, "x", "q1"));
        let costs = [a.unwrap().cost, b.unwrap().cost];
        assert!(costs.contains(&Some(1.0)) && costs.contains(&Some(0.0)), "{costs:?}");
        assert_eq!(ask(&way, "x", "q2").await.unwrap().cost, Some(0.0));
    }
    assert_eq!(behind.asked.load(Ordering::SeqCst), 1);
    // Started again, the question that paid pays again in its own line, once, and no other does.
    let again = way(&behind, Tape::open(&file, true).unwrap(), None);
    assert_eq!(ask(&again, "x", "q2").await.unwrap().cost, Some(0.0));
    let reply = ask(&again, "x", "q1").await.unwrap();
    assert_eq!((reply.cost, reply.text.as_str()), (Some(1.0), "re: x"));
    assert_eq!(ask(&again, "x", "q1").await.unwrap().cost, Some(0.0));
    assert_eq!(behind.asked.load(Ordering::SeqCst), 1);
    // Begun anew it would be lost: that is refused, and says what to do; an empty file holds nothing to lose.
    let before = std::fs::read(&file).unwrap();
    let refused = Tape::open(&file, false).map(|_| ()).unwrap_err();
    assert!(refused.to_string().contains("holds replies already"), "{refused}");
    assert_eq!(std::fs::read(&file).unwrap(), before);
    std::fs::write(&file, "").unwrap();
    let anew = way(&behind, Tape::open(&file, false).unwrap(), None);
    ask(&anew, "x", "q1").await.unwrap();
    assert_eq!(behind.asked.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn a_torn_line_and_a_call_cut_off_are_asked_again_and_counted() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("run.replies");
    let behind = Arc::new(Behind::default());
    {
        let way = way(&behind, Tape::open(&file, false).unwrap(), None);
        ask(&way, "x", "q1").await.unwrap();
        ask(&way, "y", "q1").await.unwrap();
    }
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, &text[..text.len() - 9]).unwrap();
    let way = way(&behind, Tape::open(&file, true).unwrap(), None);
    let unended = Unended {
        cut_off: 1,
        at_most: 2.0,
        ..Unended::default()
    };
    assert_eq!(way.unended(), unended);
    ask(&way, "x", "q1").await.unwrap();
    ask(&way, "y", "q1").await.unwrap();
    assert_eq!(behind.asked.load(Ordering::SeqCst), 3);
}

#[tokio::test]
async fn the_budget_waits_for_what_is_under_way_and_is_not_passed() {
    let behind = Arc::new(Behind::default());
    let way = way(&behind, Tape::forgetful(), Some(4.0));
    let texts = ["a", "b", "c", "d", "e", "f"];
    let calls = texts.map(|text| ask(&way, text, "q1"));
    let [a, b, c, d, e, f] = calls;
    let all = tokio::join!(a, b, c, d, e, f);
    let replied = [&all.0, &all.1, &all.2, &all.3, &all.4, &all.5];
    // Each may cost two and costs one: two at once, then one after the other, and the fourth might pass the limit.
    assert_eq!(replied.iter().filter(|one| one.is_ok()).count(), 3);
    assert_eq!(behind.asked.load(Ordering::SeqCst), 3);
    let stop = Stop::Budget {
        spent: 3.0,
        unsure: 0.0,
        limit: 4.0,
    };
    assert_eq!(way.stopped(), Some(stop));
    assert_eq!(way.trouble("q1"), Trouble { missing: 0, refused: 3 });
}

#[tokio::test]
async fn a_call_that_was_stopped_counts_as_what_it_may_have_cost_in_this_run_and_the_next() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("run.replies");
    let behind = Arc::new(Behind::default());
    let first = way(&behind, Tape::open(&file, false).unwrap(), Some(6.5));
    let given_up = tokio::time::timeout(Duration::from_millis(2), ask(&first, "slow", "q1")).await;
    assert!(given_up.is_err());
    *behind.fails.lock().unwrap() = vec![FailureKind::TimedOut, FailureKind::Unavailable];
    // One was turned away at the door, the other may have been worked on.
    ask(&first, "busy", "q1").await.unwrap_err();
    ask(&first, "late", "q1").await.unwrap_err();
    let unended = Unended {
        left: 1,
        failed: 1,
        cut_off: 0,
        at_most: 4.0,
    };
    assert_eq!(first.unended(), unended);
    ask(&first, "x", "q1").await.unwrap();
    drop(first);
    let again = way(&behind, Tape::open(&file, true).unwrap(), Some(6.5));
    assert_eq!(again.unended(), unended);
    // One spent, four that may have been, two that the next may cost.
    ask(&again, "y", "q1").await.unwrap_err();
    let stop = Stop::Budget {
        spent: 1.0,
        unsure: 4.0,
        limit: 6.5,
    };
    assert_eq!(again.stopped(), Some(stop));
}

#[tokio::test]
async fn a_questions_own_budget_ends_that_question_alone() {
    let behind = Arc::new(Behind::default());
    let way = way(&behind, Tape::forgetful(), None);
    *behind.fails.lock().unwrap() = vec![FailureKind::QuestionBudget];
    let failure = ask(&way, "a", "q1").await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::QuestionBudget);
    assert_eq!((way.stopped(), way.trouble("q1")), (None, Trouble::default()));
    ask(&way, "a", "q2").await.unwrap();
}

#[test]
fn replies_are_found_by_their_folder_by_their_file_and_by_the_run_beside_them() {
    let dir = tempfile::tempdir().unwrap();
    let run = dir.path().join("run.jsonl");
    let kept = dir.path().join("run.jsonl.replies");
    std::fs::write(&kept, "").unwrap();
    assert_eq!(super::replies(dir.path()), dir.path().join(FILE));
    assert_eq!(super::replies(&run), kept);
    assert_eq!(super::replies(&kept), kept);
}

#[tokio::test]
async fn a_key_that_is_refused_ends_it_and_a_failure_that_may_pass_does_not() {
    let behind = Arc::new(Behind::default());
    let way = way(&behind, Tape::forgetful(), None);
    *behind.fails.lock().unwrap() = vec![FailureKind::Key, FailureKind::Unavailable];
    assert!(ask(&way, "a", "q1").await.is_err() && way.stopped().is_none());
    assert_eq!(way.trouble("q1"), Trouble::default());
    assert!(ask(&way, "a", "q1").await.is_err());
    assert!(matches!(way.stopped(), Some(Stop::Failed(failure)) if failure.kind == FailureKind::Key));
    assert!(ask(&way, "b", "q2").await.is_err());
    assert_eq!(behind.asked.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn a_replay_sends_nothing_and_counts_what_it_has_no_reply_to() {
    let dir = tempfile::tempdir().unwrap();
    let behind = Arc::new(Behind::default());
    {
        let way = way(&behind, Tape::open(&dir.path().join(FILE), false).unwrap(), None);
        ask(&way, "x", "q1").await.unwrap();
        // One that would only fail again, and one that is given up on its way.
        *behind.fails.lock().unwrap() = vec![FailureKind::Refused];
        ask(&way, "no", "q1").await.unwrap_err();
        let given_up = tokio::time::timeout(Duration::from_millis(2), ask(&way, "slow", "q1")).await;
        assert!(given_up.is_err());
        let unended = Unended {
            left: 1,
            failed: 1,
            cut_off: 0,
            at_most: 4.0,
        };
        assert_eq!(way.unended(), unended);
    }
    let sent = behind.asked.load(Ordering::SeqCst);
    let replay = way(&behind, Tape::replayed(&dir.path().join(FILE)).unwrap(), None);
    // Another name for the same model, and another connection, ask the same.
    let mut asked = request("x", "q7");
    (asked.to.provider, asked.connection) = ("other".into(), "other".into());
    assert_eq!(replay.complete(asked, &Cancel::new()).await.unwrap().cost, Some(1.0));
    assert_eq!(ask(&replay, "no", "q1").await.unwrap_err().kind, FailureKind::Refused);
    let cancel = Cancel::new();
    let (left, ()) = tokio::join!(replay.complete(request("slow", "q1"), &cancel), async {
        tokio::time::sleep(Duration::from_millis(5)).await;
        cancel.cancel();
    });
    assert_eq!(left.unwrap_err().kind, FailureKind::Cancelled);
    let mut warmer = request("x", "q1");
    warmer.temperature = Some(0.7);
    assert!(replay.complete(warmer, &Cancel::new()).await.is_err());
    assert_eq!(replay.trouble("q1"), Trouble { missing: 1, refused: 0 });
    assert_eq!(behind.asked.load(Ordering::SeqCst), sent);
    assert!(
        Tape::open(&dir.path().join(FILE), false).is_err(),
        "a recording is not written over"
    );
    assert!(Tape::replayed(&dir.path().join("none")).is_err());
}
