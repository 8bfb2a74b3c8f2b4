//! Statements that fail, with rules and a model to put them right: which goes first, how often, and what is shown.
#![allow(clippy::unwrap_used)]

use askwell_contract::run::{Judged, Outcome};

use super::{door, found, mended, shop, written, QUESTION};
use crate::ask::repair;
use crate::cx::Cx;
use crate::prompt::scripted::{text, ScriptedLlm};
use crate::scripted::{candidate, plan, run, run_advised, Scripted};
use crate::trial;

use askwell_contract::model::{FailureKind, Privacy};

const NAMES: &str = "SELECT name FROM customers";

fn rules(judged: &Judged) -> Vec<(&str, bool)> {
    judged.repairs.iter().map(|r| (r.rule.as_str(), r.worked)).collect()
}

async fn pool(cx: &Cx<'_>, sqls: &[&str]) -> Vec<Judged> {
    let question = plan(QUESTION);
    let (grounding, linked) = found(cx, QUESTION).await;
    let mut all = Vec::new();
    for sql in sqls {
        all.push(trial::judge(cx, &question, written(sql)).await.unwrap());
    }
    repair::repair(cx, &question, &grounding, &linked, all).await.unwrap()
}

#[test]
fn what_the_engine_said_is_in_the_prompt_of_its_kind() {
    for (sql, code, purpose) in [
        (
            "SELECT name FROM customers WHERE name ~~ 'A'",
            "syntax",
            "repair_syntax",
        ),
        ("SELECT name FROM customers WHERE name > 3.5", "type", "repair_type"),
    ] {
        let llm = ScriptedLlm::default().expects(purpose, &[sql, "The engine refused it.", QUESTION], NAMES);
        let (door, llm) = door(llm, Privacy::Values);
        run_advised(shop().fails(sql, code), &door, async |cx| {
            let judged = mended(cx, sql).await;
            assert!(judged.ran() && judged.candidate.sql == NAMES, "{:?}", judged.outcome);
            assert_eq!(rules(&judged), [(purpose, true)]);
        });
        assert_eq!(llm.asked.lock().unwrap()[0].to.model, "small", "the fast one");
    }
}

#[test]
fn what_the_question_asks_for_and_the_statement_does_not_do_is_in_the_prompt() {
    let sql = "SELECT age FROM customers";
    let llm = ScriptedLlm::default().expects(
        "repair_schema",
        &["In what the query seems to miss the question", "does not work it out"],
        NAMES,
    );
    let (door, llm) = door(llm, Privacy::Values);
    run_advised(shop(), &door, async |cx| {
        mended(cx, sql).await;
    });
    assert_eq!(llm.asked.lock().unwrap().len(), 1);
}

#[test]
fn a_statement_that_stays_wrong_is_given_up_after_two_rounds() {
    let llm = ScriptedLlm::default()
        .expects(
            "repair_schema",
            &["SELECT age FROM customers"],
            "SELECT height FROM customers",
        )
        .expects("repair_schema", &["SELECT"], "SELECT width FROM customers");
    let (door, _llm) = door(llm, Privacy::Values);
    let db = shop()
        .fails("SELECT height FROM customers", "unknown_column")
        .fails("SELECT width FROM customers", "unknown_column");
    run_advised(db, &door, async |cx| {
        let judged = mended(cx, "SELECT age FROM customers").await;
        assert!(matches!(judged.outcome, Outcome::Failed { .. } | Outcome::NotRun));
        assert_eq!(rules(&judged), [("repair_schema", false), ("repair_schema", false)]);
        assert_eq!(judged.candidate.sql, "SELECT age FROM customers");
        assert_eq!(judged.confidence, 0.0);
    });
}

#[test]
fn rules_go_first_and_all_rounds_together_are_three() {
    let first = "SELECT nmae FROM custmers";
    let llm = ScriptedLlm::default().expects("repair_schema", &[first], "SELECT also_wrong FROM customers");
    let (door, _llm) = door(llm, Privacy::Values);
    let db = Scripted::shop()
        .fails(first, "unknown_table")
        .fails("SELECT nmae FROM customers", "unknown_column")
        .fails(NAMES, "locked")
        .fails("SELECT also_wrong FROM customers", "unknown_column");
    run_advised(db, &door, async |cx| {
        let judged = mended(cx, first).await;
        let tried = [
            ("nearest_table", false),
            ("nearest_column", false),
            ("repair_schema", false),
        ];
        assert_eq!(rules(&judged), tried);
    });
}

#[test]
fn another_engines_ways_are_translated_before_names_are_looked_at() {
    let db = Scripted::shop()
        .fails("SELECT TOP 2 nmae FROM customers", "syntax")
        .fails("SELECT nmae FROM customers LIMIT 2", "unknown_column")
        .gives("SELECT name FROM customers LIMIT 2", &[&["Ada"], &["Bob"]]);
    run(db, async |cx| {
        let judged = pool(cx, &["SELECT TOP 2 nmae FROM customers"]).await.remove(0);
        assert_eq!(judged.candidate.sql, "SELECT name FROM customers LIMIT 2");
        assert_eq!(rules(&judged).last(), Some(&("nearest_column", true)));
        assert!(!judged.repairs[0].worked && judged.repairs[0].rule != "nearest_column");
    });
}

#[test]
fn tables_are_put_right_before_columns_and_columns_before_values() {
    let last = "SELECT name FROM customers WHERE country = 'germany'";
    let db = Scripted::shop()
        .fails("SELECT nmae FROM customers WHERE country = 'germany'", "unknown_column")
        .gives(last, &[])
        .gives("SELECT name FROM customers WHERE country = 'Germany'", &[&["Ada"]]);
    run(db, async |cx| {
        let judged = pool(cx, &["SELECT nmae FROM customers WHERE country = 'germany'"])
            .await
            .remove(0);
        assert_eq!(rules(&judged), [("nearest_column", true), ("value_spelling", true)]);
        assert_eq!(
            judged.candidate.sql,
            "SELECT name FROM customers WHERE country = 'Germany'"
        );
    });
}

#[test]
fn of_what_is_too_slow_a_simpler_way_is_asked_for() {
    let slow = "SELECT name FROM customers WHERE name LIKE '%a%'";
    let llm = ScriptedLlm::default().expects("repair_slow", &[slow, "took too long"], NAMES);
    let (door, _llm) = door(llm, Privacy::Values);
    run_advised(shop().fails(slow, "timeout"), &door, async |cx| {
        assert_eq!(rules(&mended(cx, slow).await), [("repair_slow", true)]);
    });
}

#[test]
fn the_second_round_goes_on_from_what_failed_in_the_first() {
    let (first, second) = (
        "SELECT age FROM customers",
        "SELECT age, name FROM customers WHERE 1 ~~ 2",
    );
    let llm = ScriptedLlm::default()
        .expects("repair_schema", &[first], second)
        .checks(
            "repair_syntax",
            move |request| {
                let shown = text(request);
                let (before, tried) = shown
                    .split_once("What was tried before")
                    .expect("what was tried is told");
                assert!(
                    before.contains(second) && before.contains("The engine refused it."),
                    "{shown}"
                );
                assert!(tried.contains(first) && !tried.contains(second), "{shown}");
            },
            NAMES,
        );
    let (door, _llm) = door(llm, Privacy::Values);
    let db = shop().fails(second, "unreadable");
    run_advised(db, &door, async |cx| {
        assert_eq!(
            rules(&mended(cx, first).await),
            [("repair_schema", false), ("repair_syntax", true)]
        );
    });
}

#[test]
fn the_built_in_engines_own_statements_are_shown_to_no_model() {
    let (door, _llm) = door(ScriptedLlm::default(), Privacy::Values);
    let sql = "SELECT name FROM customers WHERE name ~~ 'A'";
    run_advised(shop().fails(sql, "syntax"), &door, async |cx| {
        let question = plan(QUESTION);
        let (grounding, linked) = found(cx, QUESTION).await;
        let own = trial::judge(cx, &question, candidate(sql)).await.unwrap();
        let all = repair::repair(cx, &question, &grounding, &linked, vec![own])
            .await
            .unwrap();
        assert_eq!(all[0].repairs, []);
    });
}

#[test]
fn of_an_empty_result_another_statement_is_kept_only_where_it_runs() {
    let empty = "SELECT name FROM customers WHERE country = 'Peru'";
    for (answer, kept, worked) in [(NAMES, NAMES, true), ("SELECT age FROM customers", empty, false)] {
        let llm = ScriptedLlm::default().expects("repair_empty", &[empty], answer);
        let (door, llm) = door(llm, Privacy::Values);
        run_advised(shop().gives(empty, &[]), &door, async |cx| {
            let judged = mended(cx, empty).await;
            assert_eq!(judged.candidate.sql, kept);
            assert_eq!(rules(&judged), [("repair_empty", worked)]);
        });
        assert_eq!(llm.asked.lock().unwrap().len(), 1, "questioned once");
    }
}

#[test]
fn each_candidate_is_mended_by_itself() {
    let (a, b) = ("SELECT age FROM customers", "SELECT total FROM customers WHERE 1 ~~ 2");
    let llm = ScriptedLlm::default().expects("repair_schema", &[a], NAMES).expects(
        "repair_syntax",
        &[b],
        "SELECT country FROM customers",
    );
    let (door, llm) = door(llm, Privacy::Values);
    run_advised(shop().fails(b, "syntax"), &door, async |cx| {
        let all = pool(cx, &[a, "SELECT COUNT(*) FROM customers", b]).await;
        let sqls: Vec<&str> = all.iter().map(|j| j.candidate.sql.as_str()).collect();
        assert_eq!(
            sqls,
            [NAMES, "SELECT COUNT(*) FROM customers", "SELECT country FROM customers"]
        );
        assert!(all[1].repairs.is_empty() && all[0].confidence < all[1].confidence);
    });
    assert!(!text(&llm.asked.lock().unwrap()[0]).contains(b), "nothing of another's");
}

#[test]
fn a_model_that_cannot_be_reached_leaves_the_statement_as_it_is() {
    let llm = ScriptedLlm::default().expects("repair_schema", &[], FailureKind::Network);
    let (door, _llm) = door(llm, Privacy::Values);
    run_advised(shop(), &door, async |cx| {
        let judged = mended(cx, "SELECT age FROM customers").await;
        assert_eq!((judged.repairs.len(), judged.ran()), (0, false));
    });
}

#[test]
fn a_plausible_number_of_rows_is_trusted_more() {
    let few = "SELECT name FROM customers WHERE id < 101";
    let many = "SELECT name FROM customers WHERE id < 102";
    let count = "SELECT COUNT(*) FROM customers";
    let rows: Vec<&[&str]> = vec![&["Ada"]; 101];
    let db = Scripted::shop()
        .gives(few, &rows[..100])
        .gives(many, &rows)
        .gives(count, &[&["500"]]);
    run(db, async |cx| {
        let confidence = |all: Vec<Judged>| -> Vec<f64> { all.iter().map(|j| j.confidence).collect() };
        // One figure is one row, a list has up to a hundred: half as much again as the bare running.
        let found = confidence(pool(cx, &[count, few, many]).await);
        assert_eq!(found, [1.0, 1.0, 1.0 / 1.5]);
    });
}

#[test]
fn of_a_value_that_finds_nothing_the_nearest_stored_ones_are_told_where_values_may_be() {
    let empty = "SELECT name FROM customers WHERE country = 'Frankonia'";
    for (level, told) in [(Privacy::Values, true), (Privacy::Profile, false)] {
        let llm = ScriptedLlm::default().checks(
            "repair_empty",
            move |request| {
                let shown = text(request);
                let says = shown.contains("customers.country holds no 'Frankonia'; it holds 'France'");
                assert_eq!(says, told, "{shown}");
                assert!(told || !shown.contains("France"), "{shown}");
            },
            NAMES,
        );
        let (door, llm) = door(llm, level);
        run_advised(shop().gives(empty, &[]), &door, async |cx| {
            mended(cx, empty).await;
        });
        assert_eq!(llm.asked.lock().unwrap().len(), 1);
    }
}
