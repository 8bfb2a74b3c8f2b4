//! Turns that hang on a condition, and turns that a model takes apart.

use std::sync::Arc;

use askwell_contract::model::{Effort, Privacy};
use askwell_contract::run::Combine;
use serde_json::json;

use super::*;
use crate::prompt::scripted::ScriptedLlm;

const CUSTOMERS: &str = "SELECT COUNT(*) AS number_of_customers FROM customers";
const ORDERS: &str = "SELECT COUNT(*) AS number_of_orders FROM orders";

fn shop(customers: &str) -> Scripted {
    Scripted::shop()
        .gives(CUSTOMERS, &[&[customers]])
        .gives(ORDERS, &[&["30"]])
}

fn in_parts(db: Scripted, question: &str) -> Asked {
    let mut out = None;
    run_with(db, Cancel::new(), async |cx| {
        let cx = Cx {
            switches: cx.switches.styled(askwell_reader::Style::People),
            embedder: None,
            ..*cx
        };
        out = Some(ask(&cx, header(), question, "").await);
    });
    out.unwrap()
}

#[test]
fn what_hangs_on_a_condition_is_asked_only_where_it_holds() {
    let question = "If there are more than 10 customers, how many orders are there?";
    let asked = in_parts(shop("12"), question);
    let answer = asked.outcome.answer().unwrap_or_else(|| panic!("{:?}", asked.outcome));
    assert!(
        answer.sentence.contains("12") && answer.sentence.contains("30"),
        "{}",
        answer.sentence
    );
    assert_eq!(answer.combined.as_ref().map(|c| c.by), Some(Combine::Chain));

    let db = shop("10");
    let tried = db.asked.clone();
    let asked = in_parts(db, question);
    let answer = asked.outcome.answer().unwrap_or_else(|| panic!("{:?}", asked.outcome));
    assert_eq!(
        answer.notes,
        ["How many orders are there? Not asked, since “there are more than 10 customers” does not hold."]
    );
    assert!(answer.sentence.contains("10") && !answer.sentence.contains("30"));
    assert!(
        tried.lock().unwrap().iter().all(|sql| !sql.contains("orders")),
        "nothing of it runs"
    );
}

#[test]
fn otherwise_is_asked_in_its_place() {
    let question = "If there are more than 10 customers, show customers, otherwise how many orders are there?";
    let asked = in_parts(shop("10"), question);
    let answer = asked.outcome.answer().unwrap_or_else(|| panic!("{:?}", asked.outcome));
    assert!(answer.sentence.contains("30"), "{}", answer.sentence);
}

/// A turn with signs of several things that grammar cannot part.
const TURN: &str = "Take the number of customers and afterwards the number of orders, please";

fn advised(llm: ScriptedLlm) -> Asked {
    let llm = Arc::new(llm);
    let mut door = llm.door(Privacy::Names);
    (door.settings.sentences, door.settings.effort) = (false, Effort::Auto);
    let mut out = None;
    crate::scripted::run_advised(shop("12"), &door, async |cx| {
        let cx = Cx {
            switches: cx.switches.styled(askwell_reader::Style::People),
            embedder: None,
            ..*cx
        };
        let plan = ask::converse::converse(&cx, TURN, "").await.unwrap();
        let parts = turn::parts(&cx, &plan).await.unwrap();
        out = Some(Asked {
            header: header(),
            plan: Some(Plan { parts, ..plan }),
            judged: Vec::new(),
            selection: None,
            outcome: AskOutcome::Failed(Problem::cancelled()),
            ways: Vec::new(),
        });
    });
    out.unwrap()
}

fn query(id: &str, description: &str) -> serde_json::Value {
    json!({"id": id, "description": description, "depends_on": []})
}

#[test]
fn a_model_parts_what_grammar_cannot() {
    let plan = json!({"complexity": "complex", "sub_queries": [
        query("a", "How many customers are there?"), query("b", "How many orders are there?")
    ]});
    let llm = ScriptedLlm::default().expects("plan", &[TURN, "customers"], plan);
    let parts = advised(llm).plan.unwrap().parts;
    let told: Vec<&str> = parts.iter().map(|p| p.question.as_str()).collect();
    assert_eq!(told, ["How many customers are there?", "How many orders are there?"]);
}

#[test]
fn a_plan_with_a_part_that_nobody_can_answer_is_ignored() {
    let plan = json!({"complexity": "complex", "sub_queries": [
        query("a", "How many customers are there?"), query("b", "What is the meaning of life?")
    ]});
    let llm = ScriptedLlm::default().expects("plan", &[], plan);
    assert!(advised(llm).plan.unwrap().parts.is_empty());
}
