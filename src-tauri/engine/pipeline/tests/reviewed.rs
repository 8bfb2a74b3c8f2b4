//! Answers that a model reviews, and queries that are written anew.

use std::sync::Arc;

use askwell_contract::model::{Effort, Privacy};
use askwell_contract::run::Grade;
use serde_json::{json, Value};

use super::*;
use crate::prompt::scripted::ScriptedLlm;

const QUESTION: &str = "How many customers are in Germany?";
const LIST: &str = "SELECT name FROM customers";
const COUNT: &str = "SELECT COUNT(*) FROM customers WHERE country = 'Germany'";
const OTHER: &str = "SELECT COUNT(*) FROM customers";

fn shop() -> Scripted {
    Scripted::shop()
        .gives(LIST, &[&["Ada"], &["Bob"]])
        .gives(COUNT, &[&["7"]])
        .gives(OTHER, &[&["12"]])
}

fn verdict(passes: bool) -> Value {
    let issues = if passes {
        json!([])
    } else {
        json!(["It does not count."])
    };
    let status = if passes { "pass" } else { "fail" };
    json!({"issues": issues, "suggestions": ["Count the customers of Germany."], "confidence": 0.8, "status": status})
}

/// A pool of one query that is no answer, reviewed as scripted.
fn reviewed(llm: ScriptedLlm) -> (Answer, Option<Selection>, Vec<Event>) {
    let llm = Arc::new(llm);
    let mut door = llm.door(Privacy::Rows);
    (door.settings.sentences, door.settings.effort) = (false, Effort::Auto);
    let mut out = None;
    let events = crate::scripted::run_advised(shop(), &door, async |cx| {
        let plan = crate::scripted::plan(QUESTION);
        let grounding = crate::ask::ground::find(&cx.knowledge.values, QUESTION);
        let linked = crate::ask::link::find(cx.knowledge, &plan, &grounding);
        let judged = crate::trial::judge(cx, &plan, crate::scripted::candidate(LIST))
            .await
            .unwrap();
        let mut so_far = SoFar {
            judged: vec![judged],
            ..SoFar::default()
        };
        let selection = crate::ask::select::select(cx, &plan, &so_far.judged).await.unwrap();
        let answer = crate::ask::answer::answer(cx, &plan, &so_far.judged, &selection)
            .await
            .unwrap();
        let answer = super::super::review::review(cx, &plan, (&grounding, &linked), &mut so_far, selection, answer)
            .await
            .unwrap();
        out = Some((answer, so_far.selection));
    });
    let (answer, selection) = out.unwrap();
    (answer, selection, events)
}

fn grades(events: &[Event]) -> Vec<&Grade> {
    let grade = |e: &'_ Event| matches!(e.artifact, Artifact::Grade(_));
    events
        .iter()
        .filter(|e| grade(e))
        .filter_map(|e| match &e.artifact {
            Artifact::Grade(grade) => Some(grade),
            _ => None,
        })
        .collect()
}

#[test]
fn a_query_is_written_anew_with_what_was_wrong_and_its_answer_is_shown_once_it_passes() {
    let llm = ScriptedLlm::default()
        .expects("grade", &[QUESTION, LIST], verdict(false))
        .expects(
            "generate_again",
            &[
                QUESTION,
                LIST,
                "How it understood the question:",
                "a reading",
                "Its result:",
                "Bob",
                "It does not count.",
                "Count the customers of Germany.",
            ],
            COUNT,
        )
        .expects("grade", &[COUNT], verdict(true));
    let (answer, selection, events) = reviewed(llm);
    assert_eq!(
        (answer.candidate.as_str(), answer.headline.as_deref()),
        ("c2", Some("7"))
    );
    assert_eq!(selection.unwrap().winner, "c2");
    assert!(answer
        .reasons
        .iter()
        .any(|r| r.ends_with("reviewed the answer and found nothing wrong.")));
    assert!(answer.notes.iter().all(|n| !n.contains("review")));
    let rounds: Vec<(u32, bool)> = grades(&events).iter().map(|g| (g.round, g.passes)).collect();
    assert_eq!(rounds, [(0, false), (1, true)]);
}

#[test]
fn after_two_rounds_the_first_answer_stands_with_a_warning() {
    let llm = ScriptedLlm::default()
        .expects("grade", &[LIST], verdict(false))
        .expects("generate_again", &[LIST], OTHER)
        .expects("grade", &[OTHER], verdict(false))
        .expects("generate_again", &[OTHER], COUNT)
        .expects("grade", &[COUNT], verdict(false));
    let (answer, _, events) = reviewed(llm);
    assert_eq!((answer.candidate.as_str(), answer.trust), ("c1", Trust::Low));
    assert_eq!(
        answer.notes[0],
        "This answer did not pass its review: It does not count."
    );
    assert_eq!(grades(&events).len(), 3);
}

#[test]
fn a_query_that_does_not_run_costs_a_round_and_one_that_is_the_same_ends_them() {
    let llm = ScriptedLlm::default()
        .expects("grade", &[], verdict(false))
        .expects("generate_again", &[], "SELECT age FROM customers")
        .expects(
            "generate_again",
            &["SELECT age FROM customers"],
            "SELECT age FROM customers",
        );
    let (answer, _, events) = reviewed(llm);
    assert_eq!((answer.candidate.as_str(), answer.trust), ("c1", Trust::Low));
    assert_eq!(grades(&events).len(), 1);
}
