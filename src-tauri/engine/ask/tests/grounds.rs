//! What the first stages find, each thing once, and in the smallest of databases.
#![allow(clippy::unwrap_used)]

use askwell_contract::model::Privacy;
use askwell_contract::run::Grounding;
use serde_json::json;

use super::{door, found, shop, QUESTION};
use crate::ask::{generate, ground, link};
use crate::prompt::scripted::{text, ScriptedLlm};
use crate::scripted::{plan, run_advised, Scripted};

/// Of every value found: its words, its place, and how often it is told.
fn told(grounding: &Grounding) -> Vec<(String, String, usize)> {
    let same = |a: &askwell_contract::run::ValueMatch, b: &askwell_contract::run::ValueMatch| {
        a.span == b.span && a.value == b.value && a.table == b.table && a.column == b.column
    };
    let all = &grounding.values;
    let often = |v: &_| all.iter().filter(|o| same(o, v)).count();
    all.iter()
        .map(|v| (v.words.clone(), v.value.clone(), often(v)))
        .collect()
}

#[test]
fn a_value_that_is_found_in_several_ways_is_told_once() {
    // As a people, as a stored value, and as a slip of it.
    let question = "Which german customers live in Germany, which in Germanny?";
    run_advised(shop(), &door(ScriptedLlm::default(), Privacy::Nothing).0, async |cx| {
        let all = told(&ground::find(&cx.knowledge.values, question));
        for words in ["german", "Germany", "Germanny"] {
            assert!(all.contains(&(words.into(), "Germany".into(), 1)), "{words}: {all:?}");
        }
        assert!(all.iter().all(|(_, _, often)| *often == 1), "{all:?}");
    });
}

#[test]
fn what_the_model_names_and_the_rules_found_is_told_once() {
    let llm = ScriptedLlm::default().expects(
        "ground",
        &[QUESTION],
        json!({"literals": ["Germany", "Germany"], "schema_references": []}),
    );
    let (door, llm) = door(llm, Privacy::Values);
    run_advised(shop(), &door, async |cx| {
        let grounding = ground::ground(cx, &plan(QUESTION)).await.unwrap();
        assert_eq!(told(&grounding), [("Germany".to_owned(), "Germany".to_owned(), 1)]);
    });
    assert_eq!(llm.asked.lock().unwrap()[0].to.model, "small", "the fast one");
}

#[test]
fn where_nothing_is_named_nothing_is_looked_up() {
    let llm = ScriptedLlm::default().expects("ground", &[], json!({"literals": [], "schema_references": []}));
    let (door, _llm) = door(llm, Privacy::Values);
    run_advised(shop(), &door, async |cx| {
        let grounding = ground::ground(cx, &plan("How many customers are there?"))
            .await
            .unwrap();
        assert!(grounding.values.is_empty() && grounding.numbers.is_empty());
    });
}

fn one_table() -> Scripted {
    let mut scripted = shop();
    scripted.catalog.tables.truncate(1);
    scripted
}

#[test]
fn a_database_of_one_table_is_linked_and_written_for_like_any_other() {
    let field = json!({"fields": [{"table": "customers", "column": "country", "reason": "compared"}]});
    let llm = ScriptedLlm::default()
        .expects("link_precise", &[QUESTION, "country"], field.clone())
        .expects("link_recall", &[QUESTION], field)
        .expects("generate_direct", &[QUESTION, "customers"], super::COUNT)
        .expects("generate_complex", &[QUESTION, "customers"], super::COUNT);
    let (mut door, llm) = door(llm, Privacy::Values);
    door.settings.effort = askwell_contract::model::Effort::Quick;
    run_advised(one_table(), &door, async |cx| {
        let (grounding, _) = found(cx, QUESTION).await;
        let question = plan(QUESTION);
        let linked = link::link(cx, &question, &grounding).await.unwrap();
        let chosen = linked.chosen.as_ref().unwrap();
        let names = |list: &[askwell_contract::run::FieldName]| -> Vec<String> {
            list.iter().map(|f| format!("{}.{}", f.table, f.column)).collect()
        };
        // The value that was found and the key of the table are there, and nothing of a table that is not.
        let precise = names(&chosen.precise);
        assert!(precise.contains(&"customers.country".to_owned()) && precise.contains(&"customers.id".to_owned()));
        assert!(linked.joins.is_empty());
        let all = generate::generate(cx, &question, &grounding, &linked)
            .await
            .unwrap()
            .unwrap();
        assert!(all.candidates.iter().any(|c| c.sql.eq_ignore_ascii_case(super::COUNT)));
    });
    // The examples of later prompts are of other databases.
    let asked = llm.asked.lock().unwrap();
    let linking = asked.iter().filter(|r| r.purpose.starts_with("link"));
    assert!(linking.map(text).all(|shown| !shown.contains("orders")));
}

/// What a model is asked of a question with these hints, and what is found.
fn hinted(hints: &str, references: &[&str]) -> (Grounding, String) {
    let llm = ScriptedLlm::default().expects(
        "ground",
        &[QUESTION],
        json!({"literals": [], "schema_references": references}),
    );
    let (door, llm) = door(llm, Privacy::Values);
    let mut out = None;
    run_advised(shop(), &door, async |cx| {
        let asked = askwell_contract::run::Plan {
            evidence: hints.into(),
            ..plan(QUESTION)
        };
        out = Some(ground::ground(cx, &asked).await.unwrap());
    });
    let shown = text(&llm.asked.lock().unwrap()[0]);
    (out.unwrap(), shown)
}

fn referred(grounding: &Grounding) -> Vec<String> {
    let name = |f: &askwell_contract::run::FieldMatch| match &f.column {
        Some(column) => format!("{}.{column}", f.table),
        None => f.table.clone(),
    };
    grounding.references.iter().map(name).collect()
}

#[test]
fn names_in_the_hints_are_found_by_rules_and_by_the_model_each_once() {
    let (grounding, shown) = hinted(
        "the share is `total` / customer_id",
        &["orders.total", "status", "flavour"],
    );
    assert_eq!(
        referred(&grounding),
        ["orders.total", "orders.customer_id", "orders.status"]
    );
    assert!(shown.contains("Evidence that came with the question:") && shown.contains("/ customer_id"));
}

#[test]
fn a_question_without_hints_is_grounded_all_the_same() {
    let (grounding, shown) = hinted("", &[]);
    assert_eq!(told(&grounding), [("Germany".to_owned(), "Germany".to_owned(), 1)]);
    assert!(
        grounding.references.is_empty() && !shown.contains("Evidence"),
        "{shown}"
    );
}
