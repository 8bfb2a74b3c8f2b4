//! Runs of the whole line over a scripted database.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use askwell_contract::ports::Cancel;
use askwell_contract::run::Event;
use askwell_contract::Dialect;

mod closest;
mod cut_off;
mod followed;
mod parts;
mod planned;
mod reviewed;
mod whole;

use super::*;
use crate::scripted::{kinds, run_with, Scripted};

fn header() -> Header {
    Header {
        run: "r1".into(),
        askwell: "0".into(),
        engine: "Fake 1".into(),
        dialect: Dialect::Sqlite,
        database: "shop".into(),
        fingerprint: "1".into(),
        question: "q".into(),
        seed: 1,
        started: 0,
        evidence: String::new(),
        thread: String::new(),
        follows: None,
        anyway: false,
    }
}

fn asked(db: Scripted, cancel: Cancel, question: &str) -> (Asked, Vec<Event>) {
    let mut out = None;
    let events = run_with(db, cancel, async |cx| out = Some(ask(cx, header(), question, "").await));
    (out.unwrap(), events)
}

fn counted() -> Scripted {
    Scripted::shop().gives("SELECT COUNT(*) AS number_of_customers FROM customers", &[&["12"]])
}

/// True for every run, however it ends.
fn well_formed(events: &[Event]) {
    let seqs: Vec<u32> = events.iter().map(|e| e.seq).collect();
    assert_eq!(seqs, (0..events.len() as u32).collect::<Vec<_>>());
    assert!(matches!(events.first().unwrap().artifact, Artifact::Started(_)));
    assert!(matches!(events.last().unwrap().artifact, Artifact::Finished { .. }));
    let ends = events.iter().filter(|e| {
        matches!(
            e.artifact,
            Artifact::Answer(_) | Artifact::Declined(_) | Artifact::Problem(_)
        )
    });
    assert_eq!(ends.count(), 1);
    assert!(events.windows(2).all(|w| w[0].at <= w[1].at));
}

#[test]
fn every_arrow_is_an_event_in_order() {
    let (asked, events) = asked(counted(), Cancel::new(), "How many customers are there?");
    well_formed(&events);
    let AskOutcome::Answered(answer) = &asked.outcome else {
        panic!("{:?}", asked.outcome)
    };
    assert_eq!(answer.headline.as_deref(), Some("12"));
    let mut seen = kinds(&events);
    seen.dedup();
    let stages: Vec<&str> = seen
        .iter()
        .map(String::as_str)
        .filter(|k| k.chars().next().unwrap().is_uppercase())
        .collect();
    assert_eq!(
        stages,
        ["Converse", "Ground", "Link", "Generate", "Evaluate", "Repair", "Select", "Answer", "Grade"]
    );
    for kind in [
        "plan",
        "grounding",
        "linked",
        "candidate",
        "judged",
        "clusters",
        "selection",
        "grade",
        "answer",
    ] {
        assert!(seen.contains(&kind.to_string()), "{kind} is missing in {seen:?}");
    }
}

#[test]
fn an_empty_question_is_a_problem_and_still_finishes() {
    let (asked, events) = asked(counted(), Cancel::new(), "  ");
    well_formed(&events);
    assert!(matches!(asked.outcome, AskOutcome::Failed(p) if p.code == ProblemCode::BadInput));
}

#[test]
fn a_question_about_nothing_is_declined() {
    let (asked, events) = asked(counted(), Cancel::new(), "What is the meaning of life?");
    well_formed(&events);
    assert!(matches!(asked.outcome, AskOutcome::Declined(_)), "{:?}", asked.outcome);
}

#[test]
fn stop_ends_the_run_between_and_within_stages() {
    let stopped = Cancel::new();
    stopped.cancel();
    let (first, events) = asked(counted(), stopped, "How many customers are there?");
    well_formed(&events);
    assert!(matches!(first.outcome, AskOutcome::Failed(p) if p.code == ProblemCode::Cancelled));
    assert_eq!(kinds(&events), ["started", "problem", "finished"]);

    let cancel = Cancel::new();
    let db = Scripted::shop().traps("SELECT COUNT(*) AS number_of_customers FROM customers", &cancel);
    let (second, events) = asked(db, cancel, "How many customers are there?");
    well_formed(&events);
    assert!(matches!(second.outcome, AskOutcome::Failed(p) if p.code == ProblemCode::Cancelled));
}

#[test]
fn a_broken_connection_is_a_problem() {
    let db = Scripted::shop().breaks(
        "SELECT COUNT(*) AS number_of_customers FROM customers",
        ProblemCode::Lost,
    );
    let (asked, events) = asked(db, Cancel::new(), "How many customers are there?");
    well_formed(&events);
    assert!(matches!(asked.outcome, AskOutcome::Failed(p) if p.code == ProblemCode::Lost));
}

#[tokio::test]
async fn a_panic_becomes_a_problem() {
    let result: Result<()> = calm(async { panic!("split at 7") }).await;
    let problem = result.unwrap_err();
    assert_eq!(problem.code, ProblemCode::Internal);
    assert_eq!(problem.detail.as_deref(), Some("split at 7"));
}

#[test]
fn the_same_question_gives_the_same_events() {
    let run = || asked(counted(), Cancel::new(), "How many customers are there?").1;
    assert_eq!(run(), run());
}
