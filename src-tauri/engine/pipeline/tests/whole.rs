//! Whole questions with a scripted model, from the first stage to the answer, and where nothing that was written runs.

use std::sync::Arc;

use askwell_contract::model::{Effort, FailureKind, Privacy};
use askwell_contract::run::{Method, Selection};
use askwell_sql::{guard, parse};
use serde_json::json;

use super::*;
use crate::prompt::scripted::ScriptedLlm;

const QUESTION: &str = "How many customers are in Germany?";

/// Up to the queries: what two recipes write.
fn written(direct: &str, complex: &str) -> ScriptedLlm {
    let field = json!({"fields": [{"table": "customers", "column": "country", "reason": "the country"}], "sketch": ""});
    ScriptedLlm::default()
        .expects(
            "ground",
            &[QUESTION],
            json!({"literals": ["Germany"], "schema_references": []}),
        )
        .expects("link_precise", &[QUESTION], field.clone())
        .expects("link_recall", &[QUESTION], field)
        .expects("generate_direct", &[QUESTION], direct)
        .expects("generate_complex", &[QUESTION], complex)
}

fn advised(db: Scripted, llm: ScriptedLlm) -> (Asked, Vec<Event>) {
    let llm = Arc::new(llm);
    let mut door = llm.door(Privacy::Values);
    door.settings.effort = Effort::Quick;
    let mut out = None;
    let events = crate::scripted::run_advised(db, &door, async |cx| {
        out = Some(ask(cx, header(), QUESTION, "").await);
    });
    well_formed(&events);
    (out.unwrap(), events)
}

fn selection(events: &[Event]) -> &Selection {
    let chosen = events.iter().find_map(|e| match &e.artifact {
        Artifact::Selection(selection) => Some(selection),
        _ => None,
    });
    chosen.expect("a selection is told")
}

fn candidates(events: &[Event]) -> Vec<(String, String)> {
    let told = events.iter().filter_map(|e| match &e.artifact {
        Artifact::Candidate(c) => Some((c.id.clone(), c.sql.clone())),
        _ => None,
    });
    told.collect()
}

#[test]
fn a_whole_question_ends_in_a_statement_that_reads_and_says_how_it_was_chosen() {
    let count = "SELECT COUNT(*) FROM customers WHERE country = 'Germany'";
    let all = "SELECT COUNT(*) FROM customers";
    let db = Scripted::shop().gives(count, &[&["7"]]).gives(all, &[&["12"]]);
    let vote = |winner: &str| json!({"winner": winner, "reason": "It keeps to the country."});
    let llm = written(&format!("```sql\n{count};\n```"), all)
        .expects("select", &[QUESTION], vote("B"))
        .expects("select", &[QUESTION], vote("A"))
        .expects(
            "grade",
            &[QUESTION, count],
            json!({"issues": [], "suggestions": [], "confidence": 0.9, "status": "pass"}),
        );
    let (asked, events) = advised(db, llm);
    let AskOutcome::Answered(answer) = &asked.outcome else {
        panic!("{:?}", asked.outcome)
    };
    parse::query(&answer.sql, Dialect::Sqlite).unwrap();
    guard::check(&answer.sql, Dialect::Sqlite).unwrap();
    assert_eq!(answer.headline.as_deref(), Some("7"));
    let (chosen, candidates) = (selection(&events), candidates(&events));
    assert_eq!((chosen.method, chosen.clusters.len()), (Method::Tournament, 2));
    assert!(candidates.len() >= 2 && candidates.iter().any(|(id, sql)| *id == chosen.winner && sql == count));
    let judged = events.iter().filter(|e| matches!(e.artifact, Artifact::Judged(_)));
    assert!(judged.count() >= candidates.len(), "each was evaluated");
}

#[test]
fn where_nothing_runs_it_ends_in_a_problem_that_says_what_to_do_and_the_statement_stays_to_be_seen() {
    let (one, other) = ("SELECT age FROM customers", "SELECT height FROM customers");
    let db = Scripted::shop()
        .fails(one, "unknown_column")
        .fails(other, "unknown_column");
    let llm = written(one, other)
        .expects("repair_schema", &[other], FailureKind::Network)
        .expects("repair_schema", &[one], FailureKind::Network);
    let (asked, events) = advised(db, llm);
    let AskOutcome::Failed(problem) = &asked.outcome else {
        panic!("{:?}", asked.outcome)
    };
    assert!(problem.hint.is_some() && problem.detail.is_some(), "{problem:?}");
    let (chosen, candidates) = (selection(&events), candidates(&events));
    assert_eq!((chosen.method, chosen.clusters.len()), (Method::Fallback, 0));
    let best = candidates.iter().find(|(id, _)| *id == chosen.winner).unwrap();
    assert!(!best.1.is_empty());
}
