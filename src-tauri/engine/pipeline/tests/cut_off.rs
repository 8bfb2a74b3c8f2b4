//! Runs that are killed at every one of their events, and gone on with.

use std::sync::{Arc, Mutex};

use askwell_contract::model::{Effort, Privacy};
use serde_json::{json, Value};

use super::*;
use crate::ask::builtin::score::Weights;
use crate::prompt::scripted::ScriptedLlm;
use crate::prompt::Door;
use crate::scripted::Ticking;
use crate::switches::Switches;

const QUESTION: &str = "How many customers are in Germany?";

/// Without the times: a run that was cut off took longer.
fn timeless(events: &[Event]) -> Vec<Value> {
    let mut out: Vec<Value> = events.iter().map(|e| serde_json::to_value(e).unwrap()).collect();
    out.iter_mut().for_each(strip);
    out
}

fn strip(value: &mut Value) {
    match value {
        Value::Object(map) => {
            map.shift_remove("at");
            map.shift_remove("ms");
            map.values_mut().for_each(strip);
        }
        Value::Array(list) => list.iter_mut().for_each(strip),
        _ => {}
    }
}

/// What a log holds of them.
fn saved(events: &[Event]) -> Vec<Event> {
    let line = |e: &Event| serde_json::from_str(&serde_json::to_string(e).unwrap()).unwrap();
    events.iter().map(line).collect()
}

/// Goes on with what is left of a run; all of its events then.
fn gone_on(db: &Scripted, door: Option<&Door>, left: &[Event]) -> (Asked, Vec<Event>) {
    let kept = Kept::of(left);
    let events = Mutex::new(left[..kept.events].to_vec());
    let (knowledge, clock, cancel) = (db.knowledge(), Ticking::default(), Cancel::new());
    let asked = {
        let trace = Trace::behind(&left[kept.events - 1], &clock, |e| events.lock().unwrap().push(e));
        let cx = Cx {
            knowledge: &knowledge,
            database: db,
            embedder: None,
            door,
            clock: &clock,
            cancel: &cancel,
            trace: &trace,
            limits: askwell_contract::Limits::ASK,
            switches: Switches::default(),
            weights: Weights::learned(),
            ranking: askwell_reader::rank::Weights::learned(),
            verified: &[],
            earlier: &[],
            calendar: Default::default(),
            seed: 1,
        };
        let going = go_on(&cx, kept.header.clone().unwrap(), kept);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.unwrap().block_on(going)
    };
    (asked, events.into_inner().unwrap())
}

/// Three readings that disagree, one of them misspelt, so that every stage has something to tell.
fn shop() -> Scripted {
    let own = "SELECT COUNT(*) AS number_of_customers FROM customers WHERE country = 'Germany'";
    Scripted::shop()
        .gives("SELECT name FROM customers WHERE country = 'germany'", &[])
        .gives(
            "SELECT name FROM customers WHERE country = 'Germany'",
            &[&["Ada"], &["Bob"]],
        )
        .gives(own, &[&["7"]])
        .gives("SELECT COUNT(*) FROM customers", &[&["12"]])
}

/// Every call of the run, in order.
fn turns() -> Vec<(&'static str, Value)> {
    let field = json!({"fields": [{"table": "customers", "column": "country", "reason": "the country"}], "sketch": ""});
    let mut turns = vec![
        ("ground", json!({"literals": ["Germany"], "schema_references": []})),
        ("link_precise", field.clone()),
        ("link_recall", field),
        (
            "generate_direct",
            json!("SELECT name FROM customers WHERE country = 'germany'"),
        ),
        ("generate_complex", json!("SELECT COUNT(*) FROM customers")),
    ];
    // The two counts, twice; the list, which answers no "how many", is not compared with them.
    let vote = ("select", json!({"winner": "A", "reason": "It stands first."}));
    turns.extend(std::iter::repeat_n(vote, 2));
    turns.push(("answer", json!({"sentence": "They are in Germany."})));
    let passes = json!({"issues": [], "suggestions": [], "confidence": 0.9, "status": "pass"});
    turns.push(("grade", passes));
    turns
}

fn model(turns: &[(&str, Value)]) -> (Door, Arc<ScriptedLlm>) {
    let script = |llm: ScriptedLlm, (purpose, reply): &(&str, Value)| match reply {
        Value::String(sql) => llm.expects(purpose, &[], sql.as_str()),
        reply => llm.expects(purpose, &[], reply.clone()),
    };
    let llm = Arc::new(turns.iter().fold(ScriptedLlm::default(), script));
    let mut door = llm.door(Privacy::Rows);
    door.settings.effort = Effort::Quick;
    (door, llm)
}

#[test]
fn killed_at_any_event_it_goes_on_to_the_same_end_and_asks_no_model_twice() {
    let turns = turns();
    let (door, _llm) = model(&turns);
    let whole = crate::scripted::run_advised(shop(), &door, async |cx| {
        let header = Header {
            question: QUESTION.into(),
            ..header()
        };
        ask(cx, header, QUESTION, "").await;
    });
    well_formed(&whole);
    let whole = saved(&whole);
    for kind in ["repair", "duel", "answer", "model"] {
        assert!(kinds(&whole).contains(&kind.to_string()), "{:?}", kinds(&whole));
    }
    for left in 1..whole.len() {
        let kept = Kept::of(&whole[..left]);
        assert!(kept.events <= left && !kept.over);
        // What finished stages asked is not asked again: whatever else is asked is an error of the script.
        let before = whole[..kept.events].iter();
        let spent = before.filter(|e| matches!(e.artifact, Artifact::Model(_))).count();
        let (door, _llm) = model(&turns[spent..]);
        let (asked, events) = gone_on(&shop(), Some(&door), &whole[..left]);
        well_formed(&events);
        assert_eq!(timeless(&events), timeless(&whole), "cut off behind {left} events");
        assert!(asked.outcome.answer().is_some());
        assert!(!asked.judged.is_empty() && asked.selection.is_some() && asked.plan.is_some());
    }
    assert!(Kept::of(&whole).over);
}

#[test]
fn candidates_that_ran_are_not_run_again() {
    let (_, whole) = asked(counted(), Cancel::new(), "How many customers are there?");
    let selecting = whole
        .iter()
        .position(|e| e.artifact == Artifact::Entered(Stage::Select))
        .unwrap();
    // A database that answers nothing: the result can only be the one from before.
    let db = Scripted::shop();
    let (asked, _) = gone_on(&db, None, &whole[..=selecting]);
    assert_eq!(asked.outcome.answer().unwrap().headline.as_deref(), Some("12"));
    let of_steps = |sql: &String| sql.starts_with("SELECT (SELECT COUNT(*)");
    assert!(
        db.asked.lock().unwrap().iter().all(of_steps),
        "only the rows of the steps"
    );
    let judging = whole
        .iter()
        .position(|e| e.artifact == Artifact::Entered(Stage::Evaluate))
        .unwrap();
    let db = counted();
    gone_on(&db, None, &whole[..=judging]);
    assert!(!db.asked.lock().unwrap().is_empty());
}

#[test]
fn declined_or_failed_runs_that_only_lack_their_end_get_it() {
    for question in ["What is the meaning of life?", "  "] {
        let (first, whole) = asked(counted(), Cancel::new(), question);
        for left in 1..whole.len() {
            let mut cut = whole[..left].to_vec();
            if let Artifact::Started(header) = &mut cut[0].artifact {
                header.question = question.into();
            }
            let (again, events) = gone_on(&counted(), None, &cut);
            assert_eq!(again.outcome, first.outcome, "{question:?}, {left}");
            well_formed(&events);
            assert_eq!(timeless(&events[1..]), timeless(&whole[1..]));
        }
    }
}

#[test]
fn of_an_answer_that_came_from_an_earlier_question_only_the_question_is_kept() {
    let (_, mut events) = asked(counted(), Cancel::new(), "How many customers are there?");
    let recalled = Event {
        artifact: Artifact::Recalled(askwell_contract::run::Recalled {
            run: "r0".into(),
            question: "How many customers?".into(),
            at: 0,
            similarity: 1.0,
        }),
        ..events[0].clone()
    };
    events.insert(1, recalled);
    let answered = events
        .iter()
        .position(|e| matches!(e.artifact, Artifact::Answer(_)))
        .unwrap();
    let kept = Kept::of(&events[..answered]);
    assert_eq!((kept.events, kept.plan, kept.selection), (1, None, None));
    assert!(kept.header.is_some());
    assert!(Kept::of(&events[..=answered]).end.is_some());
}
