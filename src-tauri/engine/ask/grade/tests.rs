#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::sync::Arc;

use askwell_contract::model::{FailureKind, Privacy};
use askwell_contract::run::{Candidate, Method};
use serde_json::json;

use super::*;
use crate::ask::advice::VERIFIED;
use crate::ask::ground;
use crate::prompt::scripted::ScriptedLlm;
use crate::scripted::{candidate, plan, run, run_advised, Scripted};
use crate::trial;

const QUESTION: &str = "How many customers are there?";
const COUNT: &str = "SELECT COUNT(*) FROM customers";
const NAMES: &str = "SELECT name FROM customers";

fn shop() -> Scripted {
    let steps = "SELECT (SELECT COUNT(*) FROM customers) AS rows_1";
    Scripted::shop()
        .gives(COUNT, &[&["12"]])
        .gives(steps, &[&["12"]])
        .gives(NAMES, &[&["Ada"], &["Bob"]])
}

fn chosen(candidate: &str) -> Selection {
    Selection {
        method: Method::FastPath,
        clusters: vec![],
        duels: vec![],
        standings: vec![],
        winner: candidate.into(),
        why: "Both queries give the same result.".into(),
        others: Vec::new(),
        disagreement: None,
    }
}

async fn graded(cx: &Cx<'_>, question: &str, candidate: Candidate, round: u32) -> Grade {
    let plan = plan(question);
    let pool = [trial::judge(cx, &plan, candidate).await.unwrap()];
    let selection = chosen("c1");
    let answer = crate::ask::answer::answer(cx, &plan, &pool, &selection).await.unwrap();
    let grounding = ground::by_rules(cx.knowledge, question, &cx.now());
    grade(cx, &plan, &grounding, (&pool, &selection), &answer, round)
        .await
        .unwrap()
}

#[test]
fn a_query_that_does_what_was_asked_passes_and_one_that_does_not_fails_with_the_reason() {
    run(shop(), async |cx| {
        let sound = graded(cx, QUESTION, candidate(COUNT), 0).await;
        assert!(sound.passes && sound.by.is_none(), "{sound:?}");
        let wrong = graded(cx, "How many customers are in Germany?", candidate(NAMES), 0).await;
        assert!(!wrong.passes && !wrong.issues.is_empty(), "{wrong:?}");
        let right = Candidate {
            generator: VERIFIED.into(),
            ..candidate(NAMES)
        };
        assert!(graded(cx, "How many customers are in Germany?", right, 0).await.passes);
    });
}

#[test]
fn a_condition_that_leaves_no_row_is_a_doubt() {
    let sql = "SELECT COUNT(*) FROM customers WHERE country = 'Peru'";
    let steps = "SELECT (SELECT COUNT(*) FROM customers) AS rows_1, \
                 (SELECT COUNT(*) FROM customers WHERE (country = 'Peru')) AS rows_2";
    run(shop().gives(sql, &[&["0"]]).gives(steps, &[&["12", "0"]]), async |cx| {
        let grade = graded(cx, "How many customers are in Peru?", candidate(sql), 0).await;
        let said = grade
            .issues
            .iter()
            .any(|i| i.starts_with("No row is left behind the step"));
        assert!(said, "{grade:?}");
    });
}

#[test]
fn a_place_that_is_shared_is_remarked_and_is_no_fault() {
    let sql = "SELECT name FROM customers ORDER BY since DESC LIMIT 1";
    let longer = "SELECT name, since AS askwell_key FROM customers ORDER BY since DESC LIMIT 11";
    let shared = shop()
        .gives(sql, &[&["Ada"]])
        .gives(longer, &[&["Ada", "2024"], &["Bob", "2024"], &["Cy", "2023"]]);
    run(shared, async |cx| {
        let grade = graded(cx, "Who is the newest customer?", candidate(sql), 0).await;
        assert_eq!(
            grade.remarks,
            ["The place is shared: one more is level with this one and not shown."]
        );
        assert!(grade.issues.iter().all(|i| !i.contains("shared")));
    });
}

#[test]
fn a_model_is_asked_where_trust_is_low_and_is_told_what_rules_noticed() {
    let question = "How many customers are in Germany?";
    let reply =
        json!({"issues": ["It lists names."], "suggestions": ["Count them."], "confidence": 0.9, "status": "fail"});
    let llm = Arc::new(ScriptedLlm::default().expects(
        "grade",
        &[
            question,
            "SELECT name FROM customers",
            "What a check by rules noticed",
            "Ada",
        ],
        reply,
    ));
    let mut door = llm.door(Privacy::Rows);
    door.settings.sentences = false;
    run_advised(shop(), &door, async |cx| {
        let grade = graded(cx, question, candidate(NAMES), 0).await;
        assert_eq!(
            (grade.passes, grade.by.as_deref(), grade.confidence),
            (false, Some("small"), Some(0.9))
        );
        assert_eq!(
            (grade.issues[0].as_str(), grade.suggestions[0].as_str()),
            ("It lists names.", "Count them.")
        );
        // A sound answer costs no call: nothing more is scripted.
        assert_eq!(graded(cx, QUESTION, candidate(COUNT), 0).await.by, None);
    });
}

#[test]
fn a_model_that_fails_leaves_the_rules_and_one_that_is_content_does_not_overrule_them() {
    let question = "How many customers are in Germany?";
    let content = json!({"issues": [], "suggestions": [], "confidence": 1, "status": "pass"});
    let llm = ScriptedLlm::default()
        .expects("grade", &[], FailureKind::Network)
        .expects("grade", &[], content);
    let llm = Arc::new(llm);
    let mut door = llm.door(Privacy::Names);
    door.settings.sentences = false;
    run_advised(shop(), &door, async |cx| {
        let alone = graded(cx, question, candidate(NAMES), 0).await;
        assert!(!alone.passes && alone.by.is_none());
        let both = graded(cx, question, candidate(NAMES), 0).await;
        assert!(!both.passes && both.by.is_some() && !both.issues.is_empty());
    });
}

#[test]
fn below_its_level_a_model_sees_neither_rows_nor_the_answer() {
    let question = "How many customers are in Germany?";
    let fails = json!({"issues": ["x"], "suggestions": [], "confidence": 0.5, "status": "fail"});
    let llm = ScriptedLlm::default().checks(
        "grade",
        |request| {
            let all = crate::prompt::scripted::text(request);
            assert!(
                !all.contains("Ada") && !all.contains("The answer as it would be shown"),
                "{all}"
            );
        },
        fails,
    );
    let llm = Arc::new(llm);
    let mut door = llm.door(Privacy::Profile);
    door.settings.sentences = false;
    run_advised(shop(), &door, async |cx| {
        graded(cx, question, candidate(NAMES), 0).await;
    });
}
