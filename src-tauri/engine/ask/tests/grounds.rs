//! What the first stages find, each thing once, and in the smallest of databases.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use askwell_contract::model::Privacy;
use askwell_contract::run::Grounding;
use serde_json::json;

use super::{door, found, shop, QUESTION};
use crate::ask::{generate, ground, link};
use crate::prepare::values::{ColumnValues, ValueIndex};
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
fn a_word_that_is_spelt_right_is_no_slip_of_a_name() {
    let names = |values: &[&str]| values.iter().map(|v| ((*v).to_owned(), 1)).collect();
    let members = ColumnValues::new(
        "members",
        "last_name",
        names(&["Olver", "Cabinets", "Panetta"]),
        true,
        None,
    );
    let index = ValueIndex::build(vec![members]);
    let found = |question: &str| -> Vec<String> {
        let all = ground::find(&index, question).values;
        all.into_iter().map(|v| v.value).collect()
    };
    assert!(found("are they getting older").is_empty());
    assert_eq!(found("are they getting Oliver"), ["Olver"]);
    assert_eq!(found("jobs of leon pannetta"), ["Panetta"]);
    // A form of the same word is no slip.
    assert_eq!(found("who was in the cabinet"), ["Cabinets"]);
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
        assert!(grounding.values.is_empty());
    });
}

fn one_table() -> Scripted {
    let mut scripted = shop();
    scripted.catalog.tables.truncate(1);
    scripted
}

#[test]
fn a_database_of_one_table_is_linked_and_written_for_like_any_other() {
    let field = json!({"fields": [{"table": "customers", "column": "country", "reason": "compared"}], "sketch": ""});
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

fn of_hints(grounding: &Grounding) -> Vec<String> {
    let nowhere = grounding.values.iter().filter(|v| v.span.start == v.span.end);
    nowhere
        .map(|v| format!("{}.{}={}", v.table, v.column, v.value))
        .collect()
}

#[test]
fn literals_of_the_hints_are_looked_up_and_have_no_place_in_the_question() {
    let hints = "ours are 'paid' orders of french people, and Germany is not meant";
    let (grounding, _) = hinted(hints, &[]);
    assert_eq!(of_hints(&grounding), ["orders.status=paid", "customers.country=France"]);
    // What the question says itself stays where it stands.
    let german: Vec<_> = grounding.values.iter().filter(|v| v.value == "Germany").collect();
    assert_eq!(german.len(), 1);
    assert_eq!(german[0].words, "Germany");
    assert!(german[0].span.end > german[0].span.start);
}

#[test]
fn a_hint_changes_nothing_of_what_the_built_in_engine_reads() {
    run_advised(shop(), &door(ScriptedLlm::default(), Privacy::Nothing).0, async |cx| {
        let alone = crate::cx::Cx {
            door: None,
            embedder: None,
            ..*cx
        };
        let mut readings = Vec::new();
        for evidence in ["", "ours are 'paid' orders of french people since 2021"] {
            let asked = askwell_contract::run::Plan {
                evidence: evidence.into(),
                ..plan(QUESTION)
            };
            let grounding = ground::ground(&alone, &asked).await.unwrap();
            assert_eq!(of_hints(&grounding).is_empty(), evidence.is_empty());
            assert!(grounding.examples.is_empty(), "nobody would read them");
            let linked = link::link(&alone, &asked, &grounding).await.unwrap();
            let weights = crate::ask::builtin::score::Weights::learned();
            let all = crate::ask::builtin::candidates(cx.knowledge, &asked, &grounding, &linked, weights, true);
            readings.push(all.into_iter().map(|c| (c.sql, c.belief)).collect::<Vec<_>>());
        }
        assert!(!readings[0].is_empty());
        assert_eq!(readings[0], readings[1]);
    });
}

#[test]
fn a_literal_that_the_model_takes_from_the_hints_is_looked_up_too() {
    let llm = ScriptedLlm::default().expects(
        "ground",
        &[QUESTION],
        json!({"literals": ["fraance", "nowhere at all"], "schema_references": []}),
    );
    let (door, _llm) = door(llm, Privacy::Values);
    run_advised(shop(), &door, async |cx| {
        let asked = askwell_contract::run::Plan {
            evidence: "or in fraance, as they write it".into(),
            ..plan(QUESTION)
        };
        let grounding = ground::ground(cx, &asked).await.unwrap();
        assert_eq!(of_hints(&grounding), ["customers.country=France"]);
    });
}

/// Nine columns that all hold one country.
fn nine() -> crate::prepare::values::ValueIndex {
    use crate::prepare::values::{ColumnValues, ValueIndex};
    let column = |n: usize| {
        let values = vec![("France".to_owned(), n as u64 + 1), ("Francs".to_owned(), 1)];
        ColumnValues::new(&format!("t{n}"), "country", values, true, None)
    };
    ValueIndex::build((0..9).map(column).collect())
}

#[test]
fn of_each_literal_five_values_are_kept_and_none_twice() {
    let values = nine();
    for question in [
        "customers in France",
        "french customers",
        "the 'France' customers of France",
    ] {
        let grounding = ground::find(&values, question);
        assert!(told(&grounding).iter().all(|(.., often)| *often == 1));
        let spans: BTreeSet<_> = grounding.values.iter().map(|v| v.span).collect();
        assert!(!spans.is_empty(), "{question}");
        for span in spans {
            let kept: Vec<_> = grounding.values.iter().filter(|v| v.span == span).collect();
            assert_eq!(kept.len(), 5, "{question}: {kept:?}");
            assert!(kept.iter().all(|v| v.value == "France"), "the likest: {kept:?}");
        }
    }
}

/// The vector of a text: how often each letter is in it.
struct Letters;

impl askwell_contract::ports::Embedder for Letters {
    fn embed(&self, texts: &[String]) -> askwell_contract::Result<Vec<Vec<f32>>> {
        let vector = |text: &String| {
            let count = |c: char| text.to_lowercase().matches(c).count() as f32;
            let counts: Vec<f32> = ('a'..='z').map(count).collect();
            let length = counts.iter().map(|x| x * x).sum::<f32>().sqrt().max(f32::MIN_POSITIVE);
            counts.into_iter().map(|x| x / length).collect()
        };
        Ok(texts.iter().map(vector).collect())
    }
}

#[test]
fn the_eight_likest_examples_are_found_here_and_told_and_by_the_questions_vector_where_there_is_one() {
    let script = || {
        let none = json!({"literals": [], "schema_references": []});
        ScriptedLlm::default().expects("ground", &[QUESTION], none)
    };
    let examples = |embedder: Option<std::sync::Arc<dyn askwell_contract::ports::Embedder>>| {
        let (door, _llm) = door(script(), Privacy::Values);
        let mut out = Vec::new();
        run_advised(shop(), &door, async |cx| {
            let cx = crate::cx::Cx {
                embedder: embedder.clone(),
                ..*cx
            };
            out = ground::ground(&cx, &plan(QUESTION)).await.unwrap().examples;
        });
        out
    };
    let by_words = examples(None);
    assert_eq!(by_words.len(), 8);
    assert!(by_words.windows(2).all(|two| two[0].similarity >= two[1].similarity));
    let by_meaning = examples(Some(std::sync::Arc::new(Letters)));
    assert_eq!(by_meaning.len(), 8);
    assert_ne!(by_words, by_meaning);
}

#[test]
fn what_the_model_made_of_other_words_is_kept_where_it_is_stored_so_and_told() {
    use crate::ask::advice::Brief;
    let question = "How many of them come from the land of Goethe?";
    let llm = ScriptedLlm::default().expects(
        "ground",
        &[question],
        json!({"literals": ["Germany", "Frnace"], "schema_references": []}),
    );
    let (door, _llm) = door(llm, Privacy::Values);
    run_advised(shop(), &door, async |cx| {
        let asked = plan(question);
        let grounding = ground::ground(cx, &asked).await.unwrap();
        // A slip of what nobody wrote is none.
        assert_eq!(of_hints(&grounding), ["customers.country=Germany"]);
        let brief = Brief::new(cx.knowledge, &asked, cx.switches, cx.now().today);
        assert!(!brief.values(&grounding.values).is_absent(Privacy::Values));
        assert!(brief.values(&grounding.values).is_absent(Privacy::Profile));
    });
}

#[test]
fn a_value_that_the_hints_give_to_a_column_is_of_that_column() {
    let found = |hints: &str| of_hints(&hinted(hints, &[]).0);
    assert_eq!(found("settled refers to status = 'paid'"), ["orders.status=paid"]);
    assert_eq!(found("the country is France"), ["customers.country=France"]);
    assert_eq!(found("status = 'lost at sea'"), [""; 0], "it is stored nowhere");
}
