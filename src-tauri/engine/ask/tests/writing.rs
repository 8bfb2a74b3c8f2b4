//! What each of the eleven recipes is asked, and what becomes of each reply.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeSet;

use askwell_contract::model::{Abilities, Effort, FailureKind, Privacy, Request, Tier, Window, WindowFrom};
use askwell_contract::run::{Artifact, Candidate, Event, FieldName, Picked};

use super::{door, found, written, QUESTION};
use crate::ask::advice::is_written;
use crate::ask::generate::recipes::RECIPES;
use crate::ask::{evaluate, generate, select};
use crate::cx::Cx;
use crate::prepare::examples::{self, Example};
use crate::prompt::scripted::{text, Answer, ScriptedLlm};
use crate::prompt::Door;
use crate::scripted::{plan, run_advised, Scripted};
use crate::trial::Tried;

/// Its value is spelt otherwise in the data.
const GERMAN: &str = "How many german customers are there?";
const WIDE: [&str; 7] = ["a3", "a4", "b1b", "b2b", "c1", "c2", "c3"];

/// A reply for each recipe, in the order in which they are called on.
fn script(question: &str, reply: impl Fn(&str) -> Answer) -> ScriptedLlm {
    RECIPES.iter().fold(ScriptedLlm::default(), |llm, recipe| {
        let purpose = match recipe.name.rsplit_once('_').unwrap().1 {
            "a1" | "a3" => "generate_reasoning",
            "a2" | "a4" => "generate_reasoning_steps",
            "b1a" | "b1b" => "generate_standard",
            "b2a" | "b2b" => "generate_complex",
            "c1" => "generate_direct",
            "c2" => "generate_chain",
            _ => "generate_step_back",
        };
        llm.expects(purpose, &[question], reply(recipe.name))
    })
}

/// Another statement for each, which none of the engines can run: so none agrees with another, and all are asked.
fn own(name: &str) -> String {
    format!("SELECT '{name}' FROM customers")
}

/// S1: the country; S2: the day since when, too.
async fn candidates(cx: &Cx<'_>, question: &str) -> Vec<Candidate> {
    let (grounding, mut linked) = found(cx, question).await;
    let column = |column: &str| FieldName {
        table: "customers".into(),
        column: column.into(),
    };
    linked.chosen = Some(Picked {
        precise: ["id", "country"].map(column).into(),
        recall: ["id", "country", "since"].map(column).into(),
        dropped: Vec::new(),
        sketch: String::new(),
    });
    let all = generate::generate(cx, &plan(question), &grounding, &linked).await;
    all.unwrap().unwrap().candidates
}

fn thorough(llm: ScriptedLlm) -> (Door, std::sync::Arc<ScriptedLlm>) {
    let (mut door, llm) = door(llm, Privacy::Values);
    door.settings.effort = Effort::Thorough;
    (door, llm)
}

/// The candidates of eleven different replies, and what each recipe was asked.
fn eleven(question: &str) -> (Vec<Candidate>, Vec<(&'static str, Request)>) {
    eleven_of(Scripted::shop(), question)
}

/// A shop with so many columns that no prompt shows them all.
fn large() -> Scripted {
    let mut shop = Scripted::shop();
    let columns: Vec<String> = (0..200).map(|n| format!("reading_{n} real")).collect();
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    shop.catalog
        .tables
        .push(crate::prepare::fake::table("archive", &columns));
    shop
}

fn eleven_of(shop: Scripted, question: &str) -> (Vec<Candidate>, Vec<(&'static str, Request)>) {
    let (door, llm) = thorough(script(question, |name| own(name).as_str().into()));
    let mut out = Vec::new();
    run_advised(shop, &door, async |cx| out = candidates(cx, question).await);
    let asked = llm.asked.lock().unwrap().clone();
    assert_eq!(asked.len(), RECIPES.len());
    (out, RECIPES.iter().map(|r| r.name).zip(asked).collect())
}

#[test]
fn eleven_different_replies_are_eleven_candidates_each_with_its_own_name() {
    let (all, _) = eleven(GERMAN);
    let written: Vec<&Candidate> = all.iter().filter(|c| is_written(c)).collect();
    let of = |start: &str| written.iter().filter(|c| c.generator.starts_with(start)).count();
    assert_eq!(written.len(), 11);
    assert_eq!(
        (of("reasoning_a"), of("standard_b1"), of("complex_b2"), of("icl_c")),
        (4, 2, 2, 3)
    );
    for candidate in &written {
        assert_eq!(candidate.sql, own(&candidate.generator), "the reply of another recipe");
    }
    let names: BTreeSet<&str> = written.iter().map(|c| c.generator.as_str()).collect();
    let ids: BTreeSet<&str> = all.iter().map(|c| c.id.as_str()).collect();
    assert_eq!((names.len(), ids.len()), (11, all.len()));
}

#[test]
fn half_of_each_kind_sees_the_narrow_schema_and_those_with_examples_the_wide_one() {
    let (_, asked) = eleven_of(large(), GERMAN);
    let mut narrow = 0;
    for (name, request) in &asked {
        let shown = text(request);
        assert!(shown.contains("country"), "{name}");
        let wide = shown.contains("\n  since ") || shown.contains("| since |");
        assert_eq!(
            wide,
            WIDE.iter().any(|w| name.ends_with(&format!("_{w}"))),
            "{name}:\n{shown}"
        );
        narrow += usize::from(!wide);
    }
    assert!(narrow >= 4 && asked.len() - narrow >= 4);
}

#[test]
fn a_schema_that_fits_is_shown_whole_to_all_and_half_of_each_kind_has_the_needed_columns_marked() {
    for (name, request) in eleven(GERMAN).1 {
        let shown = text(&request);
        for column in ["since", "customer_id", "status", "total"] {
            assert!(shown.contains(column), "{name} lacks {column}:\n{shown}");
        }
        assert!(shown.contains("The schema, whole:"), "{name}");
        let marked = shown.contains("Columns that the question points at");
        assert_eq!(marked, !WIDE.iter().any(|w| name.ends_with(&format!("_{w}"))), "{name}");
        assert_eq!(marked, shown.contains("\ncustomers.country\n"), "{name}:\n{shown}");
        // Only then can a model know what the database does not have.
        assert!(shown.contains("-- missing: "), "{name}");
    }
    for (name, request) in eleven_of(large(), GERMAN).1 {
        let shown = text(&request);
        assert!(
            !shown.contains("-- missing: ") && !shown.contains("The schema, whole:"),
            "{name}"
        );
    }
}

#[test]
fn who_thinks_reads_ddl_and_the_others_markdown() {
    for (name, request) in eleven(GERMAN).1 {
        let shown = text(&request);
        let (ddl, markdown) = (
            shown.contains("\nCREATE TABLE customers ("),
            shown.contains("\n## Table: customers") && shown.contains("\n| country | "),
        );
        assert_eq!(
            (ddl, markdown),
            (name.starts_with("reasoning_"), !name.starts_with("reasoning_")),
            "{name}"
        );
        assert_eq!(request.thinking.is_some(), name.starts_with("reasoning_"), "{name}");
    }
}

#[test]
fn values_as_they_are_stored_are_told_to_all_of_them() {
    for (name, request) in eleven(GERMAN).1 {
        assert!(
            text(&request).contains("customers.country holds 'Germany' (for \"german\")"),
            "{name}"
        );
    }
}

#[test]
fn each_recipe_leads_another_way() {
    let asked = eleven(GERMAN).1;
    let shown = |name: &str| text(&asked.iter().find(|(n, _)| *n == name).unwrap().1);
    assert!(shown("complex_b2a").contains("(WITH)") && shown("complex_b2a").contains("window functions"));
    assert!(!shown("standard_b1a").contains("window functions"));
    assert!(
        shown("reasoning_a2").contains("Think in this order") && !shown("reasoning_a1").contains("Think in this order")
    );
    assert!(shown("icl_c2").contains("First say in a few lines which tables are needed, how they join"));
    assert!(shown("icl_c3").contains("Take a step back") && !shown("icl_c1").contains("First say"));
    let all: BTreeSet<String> = asked.iter().map(|(_, request)| text(request)).collect();
    assert_eq!(all.len(), 11, "no two are asked the same");
}

/// The examples of a prompt, by their questions.
fn examples_in(request: &Request) -> Vec<String> {
    let shown = text(request);
    let parts = shown
        .split("\nExample ")
        .skip(1)
        .chain(shown.starts_with("Example ").then_some(""));
    let question = |part: &str| {
        let line = part.lines().find_map(|l| l.strip_prefix("Question: "));
        line.unwrap_or_default().to_owned()
    };
    parts.map(question).collect()
}

#[test]
fn the_eight_likest_examples_are_shown_to_those_who_learn_from_them_and_the_nearest_three_to_all_others() {
    let knowledge = Scripted::shop().knowledge();
    let (all, asked) = eleven(GERMAN);
    let own = all.iter().find(|c| !is_written(c)).unwrap();
    let built = examples::shape(&own.sql, knowledge.catalog.dialect);
    let near = examples::near(GERMAN, Some(&built), "fake", &knowledge.values).unwrap();
    let near: Vec<String> = near.into_iter().map(|s| s.example.question).collect();
    assert_eq!(near.len(), examples::NEAREST);
    let likest = examples::for_question(GERMAN, "fake", &knowledge.values, Vec::new(), None).unwrap();
    let likest: Vec<String> = likest.into_iter().map(|s| s.example.question).collect();
    for (name, request) in asked {
        match name.starts_with("icl_") {
            true => assert_eq!(examples_in(&request), likest, "{name}"),
            false => assert_eq!(examples_in(&request), near, "{name}"),
        }
    }
    assert_eq!(likest.len(), 8);
}

#[test]
fn where_nothing_is_near_nothing_is_shown_but_to_those_who_learn_from_examples() {
    let strange = "customers xylophone qwerty zither?";
    for (name, request) in eleven(strange).1 {
        let shown = examples_in(&request).len();
        assert!(shown == 8 || !name.starts_with("icl_") && shown == 0, "{name} {shown}");
    }
}

#[test]
fn no_example_is_of_the_database_that_is_asked() {
    // Where it is called as one of ours is, nearly all of its own examples are like the question.
    let question = "How many customers are there?";
    let source = examples::for_question(question, "fake", &Scripted::shop().knowledge().values, Vec::new(), None);
    let first = source.unwrap().remove(0).example;
    for (name, there) in [("fake", true), (first.database.as_str(), false)] {
        let (door, llm) = thorough(script(question, |name| own(name).as_str().into()));
        let mut shop = Scripted::shop();
        shop.catalog.name = name.into();
        run_advised(shop, &door, async |cx| {
            candidates(cx, question).await;
        });
        let asked = llm.asked.lock().unwrap();
        let direct = asked.iter().find(|r| r.purpose == "generate_direct").unwrap();
        assert_eq!(examples_in(direct).contains(&first.question), there, "{name}");
        assert_eq!(examples_in(direct).len(), 8);
    }
}

#[test]
fn of_long_examples_six_are_shown() {
    let long = |n: usize| Example {
        database: "shop".into(),
        question: GERMAN.replace("german", &format!("german{}", " big".repeat(n))),
        sql: format!("SELECT {}", "1, ".repeat(9_000)),
    };
    let (mut door, llm) = thorough(script(GERMAN, |name| own(name).as_str().into()));
    door.verified = (0..8).map(long).collect();
    // A model that takes in a whole book.
    for to in Tier::ALL.into_iter().filter_map(|tier| door.settings.tiers.serve(tier)) {
        let window = Window::new(1_000_000, WindowFrom::Server);
        let wide = Abilities {
            window,
            ..Abilities::ASSUMED
        };
        door.able.insert(to.clone(), wide);
    }
    run_advised(Scripted::shop(), &door, async |cx| {
        candidates(cx, GERMAN).await;
    });
    let asked = llm.asked.lock().unwrap();
    let direct = asked.iter().find(|r| r.purpose == "generate_direct").unwrap();
    assert_eq!(examples_in(direct).len(), 6);
}

fn failures(events: &[Event]) -> Vec<FailureKind> {
    let failed = |e: &Event| match &e.artifact {
        Artifact::Model(call) => call.failure.as_ref().map(|f| f.kind),
        _ => None,
    };
    events.iter().filter_map(failed).collect()
}

#[test]
fn an_empty_reply_is_no_candidate_and_the_calls_are_told() {
    let llm = ScriptedLlm::default()
        .expects("generate_direct", &[QUESTION], "")
        .expects("generate_direct", &["the reply is empty"], "")
        .expects("generate_complex", &[QUESTION], super::COUNT);
    let (mut door, _llm) = door(llm, Privacy::Values);
    door.settings.effort = Effort::Quick;
    let events = run_advised(super::shop(), &door, async |cx| {
        let all = candidates(cx, QUESTION).await;
        let of: Vec<&str> = all
            .iter()
            .filter(|c| is_written(c))
            .map(|c| c.generator.as_str())
            .collect();
        assert!(of.len() == 1 && of[0].ends_with("complex_b2a"), "{of:?}");
        assert!(all.iter().all(|c| !c.sql.trim().is_empty()));
    });
    let calls = events
        .iter()
        .filter(|e| matches!(e.artifact, Artifact::Model(_)))
        .count();
    assert_eq!(
        (calls, failures(&events)),
        (3, vec![]),
        "the connection was sound each time"
    );
}

#[test]
fn of_results_with_as_many_votes_the_reasoning_ones_stand_before_the_plain_ones() {
    let reply = |name: &str| match name {
        "standard_b1a" => "SELECT name FROM customers".into(),
        "reasoning_a1" => "SELECT country FROM customers".into(),
        _ => FailureKind::Network.into(),
    };
    let first = |name: &str| RECIPES.iter().position(|r| r.name == name);
    assert!(
        first("standard_b1a") < first("reasoning_a1"),
        "though it is asked before"
    );
    let vote = serde_json::json!({"winner": "A", "reason": "It stands first."});
    let llm = script(GERMAN, reply)
        .expects("select", &[], vote.clone())
        .expects("select", &[], vote);
    let (door, _llm) = thorough(llm);
    run_advised(super::shop(), &door, async |cx| {
        let all: Vec<Candidate> = candidates(cx, GERMAN).await.into_iter().filter(is_written).collect();
        assert_eq!(all.len(), 2);
        let pool = evaluate::evaluate(cx, &plan(GERMAN), all, &Tried::default())
            .await
            .unwrap();
        // Of a question that no gate refutes them for.
        let open = plan("Something about german customers");
        let selection = select::select(cx, &open, &pool).await.unwrap();
        let groups: Vec<&str> = selection.clusters.iter().map(|c| c.members[0].as_str()).collect();
        let of = |id: &str| {
            pool.iter()
                .find(|j| j.candidate.id == id)
                .unwrap()
                .candidate
                .generator
                .clone()
        };
        assert_eq!(
            groups.iter().map(|id| of(id)).collect::<Vec<_>>(),
            ["reasoning_a1", "standard_b1a"]
        );
    });
    assert!(is_written(&written("SELECT 1")));
}
