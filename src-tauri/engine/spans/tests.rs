#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeSet;

use askwell_contract::model::{Failure, FailureKind, Usage};
use askwell_contract::run::{Declined, Plan};
use askwell_contract::Problem;

use super::*;

fn started(run: &str) -> Artifact {
    Artifact::Started(Header {
        run: run.into(),
        askwell: "0".into(),
        engine: "Fake 1".into(),
        dialect: Dialect::Postgres,
        database: "shop".into(),
        fingerprint: "1".into(),
        question: "How many?".into(),
        evidence: String::new(),
        seed: 1,
        started: 1_000,
        thread: "t1".into(),
        follows: None,
        anyway: false,
    })
}

fn declined() -> Artifact {
    Artifact::Declined(Declined {
        message: "There is nothing like it here.".into(),
        missing: Vec::new(),
        suggestions: Vec::new(),
    })
}

fn call(cached: bool, failure: Option<Failure>) -> Artifact {
    Artifact::Model(ModelCall {
        purpose: "ground".into(),
        provider: "acme".into(),
        model: "m-1".into(),
        leaves: true,
        usage: Usage {
            input: 7,
            cached: 2,
            written: 1,
            output: 5,
        },
        cost: Some(0.25),
        cached,
        ms: 4.0,
        failure,
        left_out: None,
    })
}

fn events(of: Vec<(f64, Artifact)>) -> Vec<Event> {
    (0..)
        .zip(of)
        .map(|(seq, (at, artifact))| Event {
            seq,
            run: "r1".into(),
            stage: None,
            at,
            artifact,
        })
        .collect()
}

fn whole() -> Vec<Event> {
    events(vec![
        (0.0, started("r1")),
        (1.0, Artifact::Entered(Stage::Converse)),
        (2.0, Artifact::Plan(Plan::default())),
        (3.0, Artifact::Entered(Stage::Ground)),
        (10.0, call(false, None)),
        (14.0, call(true, None)),
        (
            19.0,
            call(false, Some(Failure::new(FailureKind::Network, "Nothing answers."))),
        ),
        (20.0, declined()),
        (21.5, Artifact::Finished { ms: 21.5 }),
    ])
}

fn spans(line: &str) -> Vec<Value> {
    let line: Value = serde_json::from_str(line).unwrap();
    line["resourceSpans"][0]["scopeSpans"][0]["spans"]
        .as_array()
        .unwrap()
        .clone()
}

fn attribute(span: &Value, name: &str) -> Value {
    let all = span["attributes"].as_array().unwrap();
    let one = all.iter().find(|a| a["key"] == name);
    one.map_or(Value::Null, |a| {
        a["value"].as_object().unwrap().values().next().unwrap().clone()
    })
}

#[test]
fn a_run_is_a_span_with_one_of_each_stage_and_call_within_it() {
    let line = line(&whole(), None).unwrap();
    let spans = spans(&line);
    let names: Vec<&str> = spans.iter().map(|s| s["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["ask", "converse", "ground", "chat m-1", "chat m-1", "chat m-1"]);
    assert!(spans[0].get("parentSpanId").is_none());
    assert_eq!(spans[1]["parentSpanId"], spans[0]["spanId"]);
    assert!(spans[3..]
        .iter()
        .all(|s| s["parentSpanId"] == spans[2]["spanId"] && s["kind"] == 3));
    let ids: BTreeSet<&str> = spans.iter().map(|s| s["spanId"].as_str().unwrap()).collect();
    assert!(ids.len() == spans.len() && ids.iter().all(|id| id.len() == 16));
    assert!(spans.iter().all(|s| s["traceId"] == spans[0]["traceId"]));
    assert_eq!(spans[0]["traceId"].as_str().unwrap().len(), 32);
    // Nanoseconds since 1970, as texts.
    assert_eq!(
        (&spans[1]["startTimeUnixNano"], &spans[1]["endTimeUnixNano"]),
        (&json!("1001000000"), &json!("1003000000"))
    );
    assert_eq!(
        (&spans[3]["startTimeUnixNano"], &spans[3]["endTimeUnixNano"]),
        (&json!("1006000000"), &json!("1010000000"))
    );
}

#[test]
fn a_run_says_what_it_was_asked_and_what_it_took() {
    let line = line(&whole(), None).unwrap();
    let root = &spans(&line)[0];
    for (name, value) in [
        ("askwell.run", json!("r1")),
        ("askwell.question", json!("How many?")),
        ("askwell.connection", json!("shop")),
        ("db.system.name", json!("postgresql")),
        ("gen_ai.conversation.id", json!("t1")),
        ("askwell.outcome", json!("declined")),
        ("askwell.duration_ms", json!(21.5)),
        ("askwell.llm_calls", json!("3")),
        ("askwell.cache_hits", json!("1")),
        ("askwell.retries", json!("0")),
        ("askwell.prompts_included", json!(false)),
    ] {
        assert_eq!(attribute(root, name), value, "{name}");
    }
    assert_eq!(root["status"], json!({ "code": 1 }));
    assert_eq!(run_of(&line).as_deref(), Some("r1"));
}

#[test]
fn a_call_has_the_names_that_tools_know() {
    let spans = spans(&line(&whole(), None).unwrap());
    let call = &spans[3];
    for (name, value) in [
        ("gen_ai.operation.name", json!("chat")),
        ("gen_ai.provider.name", json!("acme")),
        ("gen_ai.request.model", json!("m-1")),
        ("gen_ai.usage.input_tokens", json!("10")),
        ("gen_ai.usage.output_tokens", json!("5")),
        ("askwell.cost_usd", json!(0.25)),
    ] {
        assert_eq!(attribute(call, name), value, "{name}");
    }
    assert_eq!(spans[5]["status"], json!({ "code": 2, "message": "Nothing answers." }));
    assert_eq!(attribute(&spans[5], "error.type"), json!("network"));
}

#[test]
fn mended_queries_count_as_retries_and_stand_where_they_were_mended() {
    let repair = RepairAttempt {
        candidate: "c1".into(),
        rule: "unknown_column".into(),
        before: "SELECT nam FROM t".into(),
        after: "SELECT name FROM t".into(),
        why: "There is no column nam.".into(),
        worked: true,
    };
    let run = events(vec![
        (0.0, started("r1")),
        (1.0, Artifact::Entered(Stage::Repair)),
        (2.0, Artifact::Repair(repair)),
        (3.0, Artifact::Finished { ms: 3.0 }),
    ]);
    let spans = spans(&line(&run, None).unwrap());
    assert_eq!(attribute(&spans[0], "askwell.retries"), json!("1"));
    assert_eq!(spans[1]["events"][0]["name"], json!("retry"));
}

#[test]
fn prompts_and_replies_are_there_only_where_they_are_given_and_never_longer_than_told() {
    let long = format!("{}END", "x".repeat(LONGEST));
    let said = |user: &str, reply: Option<&str>| Said {
        purpose: "ground".into(),
        system: "You find values.".into(),
        user: user.into(),
        reply: reply.map(str::to_owned),
    };
    let with = [said("PLANTED", Some("PARIS")), said(&long, Some("b")), said("c", None)];
    let without = line(&whole(), None).unwrap();
    assert!(!without.contains("gen_ai.input.messages") && !tells_prompts(&without));
    let told = line(&whole(), Some(&with)).unwrap();
    assert!(tells_prompts(&told) && told.contains("PLANTED") && told.contains("PARIS"));
    let spans = spans(&told);
    let third = attribute(&spans[4], "gen_ai.input.messages");
    assert!(third.as_str().unwrap().contains("of 16003 characters]") && !told.contains("END"));
    assert_eq!(attribute(&spans[5], "gen_ai.output.messages"), Value::Null);
}

#[test]
fn what_was_cut_off_stopped_or_failed_is_no_success() {
    let cut: Vec<Event> = whole().into_iter().take(5).collect();
    let stopped = events(vec![
        (0.0, started("r1")),
        (1.0, Artifact::Entered(Stage::Link)),
        (2.0, Artifact::Problem(Problem::cancelled())),
        (3.0, Artifact::Finished { ms: 3.0 }),
    ]);
    for (run, outcome) in [(cut, "interrupted"), (stopped, "stopped")] {
        let spans = spans(&line(&run, None).unwrap());
        assert_eq!(attribute(&spans[0], "askwell.outcome"), json!(outcome));
        assert_eq!(spans[0]["status"]["code"], json!(2), "{outcome}");
        let last = spans.iter().rfind(|s| s["kind"] == 1).unwrap();
        assert_eq!(last["status"]["code"], json!(2), "{outcome}");
    }
    assert_eq!(line(&[], None), None);
}

#[test]
fn a_part_is_a_run_within_the_run_and_its_calls_count() {
    let part = events(vec![
        (0.0, started("r1.1")),
        (1.0, Artifact::Entered(Stage::Ground)),
        (6.0, call(true, None)),
        (7.0, declined()),
        (8.0, Artifact::Finished { ms: 8.0 }),
    ]);
    let run = events(vec![
        (0.0, started("r1")),
        (1.0, Artifact::Entered(Stage::Converse)),
        (12.0, Artifact::Part(Box::new(PartRun { part: 0, events: part }))),
        (13.0, declined()),
        (14.0, Artifact::Finished { ms: 14.0 }),
    ]);
    let spans = spans(&line(&run, None).unwrap());
    let names: Vec<&str> = spans.iter().map(|s| s["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["ask", "converse", "part", "ground", "chat m-1"]);
    assert_eq!(spans[2]["startTimeUnixNano"], json!("1004000000"));
    assert_eq!(attribute(&spans[2], "askwell.part"), json!("1"));
    assert_eq!(attribute(&spans[0], "askwell.llm_calls"), json!("1"));
}
