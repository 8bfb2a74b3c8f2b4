//! The stages with a scripted model beside them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::sync::Arc;

use askwell_contract::model::{Effort, FailureKind, Privacy};
use askwell_contract::run::{Artifact, Candidate, Event, Grounding, Judged, Linked, Outcome, RepairAttempt};
use serde_json::json;

use super::advice::is_written;
use super::{answer, evaluate, generate, ground, link, repair, select};
use crate::cx::Cx;
use crate::prompt::scripted::{text, ScriptedLlm};
use crate::prompt::Door;
use crate::scripted::{candidate, plan, run_advised, Scripted};
use crate::trial;

mod at_once;
mod cascade;
mod choosing;
mod enough;
mod fixing;
mod grounds;
mod linking;
mod missing;
mod room;
mod times;
mod trained;
mod writing;

const QUESTION: &str = "How many customers are in Germany?";
const COUNT: &str = "SELECT COUNT(*) FROM customers WHERE country = 'Germany'";
/// The same as the built-in engine writes it.
const OWN: &str = "SELECT COUNT(*) AS number_of_customers FROM customers WHERE country = 'Germany'";

fn shop() -> Scripted {
    Scripted::shop()
        .gives(COUNT, &[&["7"]])
        .gives("SELECT COUNT(*) FROM customers", &[&["12"]])
        .gives("SELECT name FROM customers", &[&["Ada"], &["Bob"]])
        .gives("SELECT country FROM customers", &[&["France"], &["Germany"]])
        .fails("SELECT age FROM customers", "unknown_column")
        .fails("SELECT total FROM customers", "unknown_column")
}

fn door(llm: ScriptedLlm, privacy: Privacy) -> (Door, Arc<ScriptedLlm>) {
    let llm = Arc::new(llm);
    (llm.door(privacy), llm)
}

/// What the first stages find, without the model.
async fn found(cx: &Cx<'_>, question: &str) -> (Grounding, Linked) {
    let mut grounding = ground::find(&cx.knowledge.values, question);
    if let Some(door) = cx.door {
        grounding.examples = ground::like(cx.knowledge, door, question, None);
    }
    let linked = link::find(cx.knowledge, &plan(question), &grounding);
    (grounding, linked)
}

fn calls(events: &[Event]) -> Vec<(String, bool)> {
    let call = |e: &Event| match &e.artifact {
        Artifact::Model(call) => Some((call.purpose.clone(), call.failure.is_none())),
        _ => None,
    };
    events.iter().filter_map(call).collect()
}

#[test]
fn a_literal_that_the_model_names_is_looked_up_where_the_rules_found_none() {
    // "germ" is no stored value and no slip of one that the rules would take.
    let question = "How many customers live in germanyy land?";
    let llm = ScriptedLlm::default().expects(
        "ground",
        &[question],
        json!({"literals": ["Germanyy", "not in the question"], "schema_references": []}),
    );
    let (door, _llm) = door(llm, Privacy::Values);
    run_advised(shop(), &door, async |cx| {
        let before = ground::find(&cx.knowledge.values, question);
        let after = ground::ground(cx, &plan(question)).await.unwrap();
        assert!(after.values.len() >= before.values.len());
        let found = after.values.iter().find(|v| v.value == "Germany").expect("found");
        assert_eq!(
            &question[found.span.start as usize..found.span.end as usize].to_lowercase(),
            "germanyy"
        );
        assert!(after.values.iter().all(|v| !v.words.is_empty()));
    });
}

#[test]
fn the_surely_needed_is_part_of_the_perhaps_needed_with_keys_and_without_inventions() {
    let llm = ScriptedLlm::default()
        .expects(
            "link_precise",
            &["orders", "total"],
            json!({"fields": [
                {"table": "orders", "column": "total", "reason": "summed"},
                {"table": "customers", "column": "name", "reason": "shown"},
                {"table": "orders", "column": "discount", "reason": "made up"},
            ]}),
        )
        .expects(
            "link_recall",
            &["status"],
            json!({"fields": [{"table": "orders", "column": "status", "reason": "perhaps only the paid ones"}], "sketch": ""}),
        );
    let (door, llm) = door(llm, Privacy::Values);
    run_advised(shop(), &door, async |cx| {
        let question = plan("What is the total of the orders of each customer name?");
        let grounding = ground::find(&cx.knowledge.values, &question.question);
        let linked = link::link(cx, &question, &grounding).await.unwrap();
        let chosen = linked.chosen.expect("a model chose");
        assert!(chosen.precise.iter().all(|f| chosen.recall.contains(f)));
        assert!(chosen.precise.len() < chosen.recall.len());
        let has = |list: &[askwell_contract::run::FieldName], name: &str| {
            list.iter().any(|f| format!("{}.{}", f.table, f.column) == name)
        };
        for key in [
            "orders.total",
            "customers.name",
            "customers.id",
            "orders.id",
            "orders.customer_id",
        ] {
            assert!(has(&chosen.precise, key), "{key}: {:?}", chosen.precise);
        }
        assert!(has(&chosen.recall, "orders.status") && !has(&chosen.precise, "orders.status"));
        assert_eq!(chosen.dropped, ["orders.discount"]);
    });
    // The field summaries may be kept by the provider.
    let asked = llm.asked.lock().unwrap();
    assert_eq!(asked.len(), 2);
    assert!(asked
        .iter()
        .all(|r| r.user.iter().any(|b| b.cache) || r.system.iter().any(|b| b.cache)));
    assert!(asked.iter().all(|r| r.to.model == "large"));
}

#[test]
fn what_models_write_stands_beside_what_the_built_in_engine_writes() {
    let llm = ScriptedLlm::default()
        .expects(
            "generate_direct",
            &[QUESTION, "customers", "Germany"],
            format!("-- reading: customers in Germany, counted\n{OWN}").as_str(),
        )
        .expects(
            "generate_complex",
            &[QUESTION],
            "```sql\nSELECT COUNT(*) FROM customers;\n```",
        );
    let (mut door, _llm) = door(llm, Privacy::Values);
    door.settings.effort = Effort::Quick;
    let events = run_advised(shop(), &door, async |cx| {
        let (grounding, linked) = found(cx, QUESTION).await;
        let all = generate::generate(cx, &plan(QUESTION), &grounding, &linked)
            .await
            .unwrap()
            .unwrap()
            .candidates;
        let of = |sql: &str| {
            all.iter()
                .find(|c| c.sql.eq_ignore_ascii_case(sql))
                .unwrap_or_else(|| panic!("{sql}: {all:?}"))
        };
        // The same statement of both is one candidate, and both are named.
        assert!(
            of(OWN).generator.contains("icl_c1") && of(OWN).generator.contains(", "),
            "{}",
            of(OWN).generator
        );
        assert_eq!(
            of("SELECT COUNT(*) FROM customers").generator.split(", ").last(),
            Some("complex_b2a")
        );
        assert_eq!(of(OWN).belief, 1.0, "whom most believe in");
        let ids: std::collections::BTreeSet<&str> = all.iter().map(|c| c.id.as_str()).collect();
        assert_eq!(ids.len(), all.len());
    });
    assert_eq!(calls(&events).len(), 2);
}

#[test]
fn all_eleven_are_asked_where_the_person_wants_it_thorough() {
    let mut llm = ScriptedLlm::default();
    let order = [
        "generate_direct",
        "generate_complex",
        "generate_reasoning",
        "generate_standard",
        "generate_reasoning_steps",
        "generate_chain",
        "generate_complex",
        "generate_reasoning",
        "generate_standard",
        "generate_reasoning_steps",
        "generate_step_back",
    ];
    for purpose in order {
        llm = llm.expects(purpose, &[QUESTION], COUNT);
    }
    let (mut door, llm) = door(llm, Privacy::Values);
    door.settings.effort = Effort::Thorough;
    // What does not run agrees with nothing, so that none is spared.
    run_advised(Scripted::shop(), &door, async |cx| {
        let (grounding, linked) = found(cx, QUESTION).await;
        let all = generate::generate(cx, &plan(QUESTION), &grounding, &linked)
            .await
            .unwrap()
            .unwrap()
            .candidates;
        let agreed = all.iter().find(|c| c.sql.eq_ignore_ascii_case(COUNT)).unwrap();
        assert!(agreed.generator.split(", ").count() >= 11, "{}", agreed.generator);
    });
    let asked = llm.asked.lock().unwrap();
    // One table is joined with nothing, whatever else the words might touch.
    assert!(asked
        .iter()
        .all(|r| !text(r).contains("customers.id = ") && !text(r).contains(" = customers.id")));
    for request in asked.iter() {
        let thinks = request.purpose.starts_with("generate_reasoning");
        // One table: 4,000 tokens of thought, and no temperature beside them.
        assert_eq!(request.thinking, thinks.then_some(4_000), "{}", request.purpose);
        assert_eq!(request.temperature.is_none(), thinks, "{}", request.purpose);
        let tier = match request.purpose.as_str() {
            "generate_standard" => "small",
            p if p.starts_with("generate_reasoning") => "deep",
            _ => "large",
        };
        assert_eq!(request.to.model, tier, "{}", request.purpose);
        let shown = text(request);
        // DDL for those who think, Markdown for the others (seed 000, operation 7).
        assert_eq!(shown.contains("CREATE TABLE"), thinks, "{}", request.purpose);
    }
}

#[test]
fn a_model_that_fails_costs_nothing_but_its_own_candidates() {
    let llm = ScriptedLlm::default()
        .expects("generate_direct", &[], FailureKind::Network)
        .expects("generate_complex", &[], FailureKind::Key);
    let (mut door, _llm) = door(llm, Privacy::Values);
    door.settings.effort = Effort::Quick;
    let events = run_advised(shop(), &door, async |cx| {
        let (grounding, linked) = found(cx, QUESTION).await;
        let all = generate::generate(cx, &plan(QUESTION), &grounding, &linked)
            .await
            .unwrap()
            .unwrap()
            .candidates;
        assert!(all.iter().any(|c| c.sql == OWN));
        assert!(all.iter().all(|c| !is_written(c)));
    });
    assert_eq!(
        calls(&events),
        [
            ("generate_direct".to_string(), false),
            ("generate_complex".to_string(), false)
        ]
    );
}

#[test]
fn nothing_is_asked_of_a_database_that_nothing_may_be_told_of() {
    let (door, _llm) = door(ScriptedLlm::default(), Privacy::Nothing);
    let events = run_advised(shop(), &door, async |cx| {
        let question = plan(QUESTION);
        let grounding = ground::ground(cx, &question).await.unwrap();
        let linked = link::link(cx, &question, &grounding).await.unwrap();
        assert!(generate::generate(cx, &question, &grounding, &linked)
            .await
            .unwrap()
            .is_ok());
    });
    assert_eq!(calls(&events), []);
}

fn written(sql: &str) -> Candidate {
    Candidate {
        generator: "complex_b2a".into(),
        ..candidate(sql)
    }
}

async fn mended(cx: &Cx<'_>, sql: &str) -> Judged {
    let question = plan(QUESTION);
    let (grounding, linked) = found(cx, QUESTION).await;
    let judged = trial::judge(cx, &question, written(sql)).await.unwrap();
    repair::repair(cx, &question, &grounding, &linked, vec![judged])
        .await
        .unwrap()
        .remove(0)
}

#[test]
fn a_column_that_nobody_has_is_repaired_with_what_is_within_reach() {
    let llm = ScriptedLlm::default().expects(
        "repair_schema",
        &[
            "SELECT age FROM customers",
            "customers.age",
            "customers.country",
            "orders.total",
            QUESTION,
        ],
        "SELECT name FROM customers",
    );
    let (door, llm) = door(llm, Privacy::Values);
    run_advised(shop(), &door, async |cx| {
        let judged = mended(cx, "SELECT age FROM customers").await;
        assert!(judged.ran());
        let [RepairAttempt { rule, worked: true, .. }] = judged.repairs.as_slice() else {
            panic!("{:?}", judged.repairs)
        };
        assert_eq!(rule, "repair_schema");
    });
    assert_eq!(llm.asked.lock().unwrap()[0].to.model, "small");
}

#[test]
fn a_column_of_another_table_is_repaired_with_the_join_that_leads_there() {
    let llm = ScriptedLlm::default()
        .expects(
            "repair_schema",
            &["orders.customer_id", "customers.id"],
            "SELECT age FROM customers",
        )
        .expects("repair_schema", &["SELECT"], "SELECT name FROM customers");
    let (door, _llm) = door(llm, Privacy::Values);
    run_advised(shop(), &door, async |cx| {
        let judged = mended(cx, "SELECT total FROM customers").await;
        // The rule's join is not what this database answers; of the model's two rounds the first did not help.
        assert_eq!(
            judged.repairs.iter().map(|r| r.worked).collect::<Vec<_>>(),
            [false, false, true]
        );
        assert_eq!(judged.candidate.sql, "SELECT name FROM customers");
    });
}

#[test]
fn an_empty_result_is_questioned_once_and_not_forced() {
    let empty = "SELECT name FROM customers WHERE country = 'Peru'";
    let llm = ScriptedLlm::default().expects("repair_empty", &[empty], empty);
    let (door, _llm) = door(llm, Privacy::Values);
    run_advised(shop().gives(empty, &[]), &door, async |cx| {
        let judged = mended(cx, empty).await;
        assert!(matches!(&judged.outcome, Outcome::Ran { result, .. } if result.rows.is_empty()));
        assert_eq!(judged.repairs, []);
    });
}

async fn pool(cx: &Cx<'_>, sqls: &[&str]) -> Vec<Judged> {
    let mut pool = Vec::new();
    for (i, sql) in sqls.iter().enumerate() {
        let candidate = Candidate {
            id: format!("c{}", i + 1),
            ..written(sql)
        };
        pool.push(trial::judge(cx, &plan(QUESTION), candidate).await.unwrap());
    }
    trial::settle(cx, &mut pool);
    pool
}

#[test]
fn a_duel_is_shown_both_ways_round_and_won_by_whom_both_choose() {
    let llm = ScriptedLlm::default()
        .expects(
            "select",
            &["country"],
            json!({"winner": "B", "reason": "It shows the country."}),
        )
        .expects(
            "select",
            &["country"],
            json!({"winner": "A", "reason": "It shows the country."}),
        );
    let (door, llm) = door(llm, Privacy::Rows);
    run_advised(shop(), &door, async |cx| {
        let pool = pool(cx, &["SELECT name FROM customers", "SELECT country FROM customers"]).await;
        let selection = select::select(cx, &plan(QUESTION), &pool).await.unwrap();
        let [duel] = selection.duels.as_slice() else {
            panic!("{:?}", selection.duels)
        };
        assert_eq!((duel.judge.as_str(), duel.winner == duel.b), ("small", true));
        assert!(duel.reasons.iter().all(|r| r.says == "It shows the country."));
    });
    let asked = llm.asked.lock().unwrap();
    let order = |at: usize| text(&asked[at]).find("SELECT name") < text(&asked[at]).find("SELECT country");
    assert_ne!(order(0), order(1), "the second vote sees them the other way round");
    assert_ne!(asked[0].sample, asked[1].sample);
}

#[test]
fn a_model_that_likes_a_place_leaves_the_duel_to_the_rules() {
    let llm = ScriptedLlm::default()
        .expects("select", &[], json!({"winner": "A", "reason": "First."}))
        .expects("select", &[], json!({"winner": "A", "reason": "First."}));
    let (door, _llm) = door(llm, Privacy::Rows);
    run_advised(shop(), &door, async |cx| {
        let pool = pool(cx, &["SELECT name FROM customers", "SELECT country FROM customers"]).await;
        let selection = select::select(cx, &plan(QUESTION), &pool).await.unwrap();
        assert_eq!(selection.duels[0].judge, "rules");
        let says: Vec<_> = selection.duels[0].reasons.iter().map(|r| r.says.as_str()).collect();
        assert!(
            says.contains(&"small chose whichever it was shown first, so its votes do not count."),
            "{says:?}"
        );
    });
}

#[test]
fn a_sentence_of_the_model_is_taken_only_where_its_figures_are_the_results() {
    for (said, taken) in [
        ("Seven, that is 7, customers are in Germany.", true),
        ("There are 8 in Germany.", false),
    ] {
        let llm = ScriptedLlm::default().expects("answer", &[QUESTION, "7"], said);
        let (door, _llm) = door(llm, Privacy::Rows);
        run_advised(shop(), &door, async |cx| {
            let pool = pool(cx, &[COUNT]).await;
            let selection = select::select(cx, &plan(QUESTION), &pool).await.unwrap();
            let answer = answer::answer(cx, &plan(QUESTION), &pool, &selection).await.unwrap();
            assert_eq!(answer.sentence == said, taken, "{}", answer.sentence);
        });
    }
}
