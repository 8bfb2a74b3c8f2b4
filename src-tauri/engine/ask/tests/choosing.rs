//! How often a model is asked which of two results is better, and where it is not asked at all.
#![allow(clippy::unwrap_used)]

use askwell_contract::model::{Form, Privacy};
use askwell_contract::run::Method;
use serde_json::json;

use super::{door, pool, shop, COUNT, OWN, QUESTION};
use crate::ask::select;
use crate::prompt::scripted::ScriptedLlm;
use crate::scripted::{plan, run_advised};

const NAMES: &str = "SELECT name FROM customers";
const COUNTRIES: &str = "SELECT country FROM customers";
const ALL: &str = "SELECT COUNT(*) FROM customers";

#[test]
fn where_all_agree_no_model_is_asked() {
    let (door, _llm) = door(ScriptedLlm::default(), Privacy::Rows);
    run_advised(shop().gives(OWN, &[&["7"]]), &door, async |cx| {
        let pool = pool(cx, &[COUNT, OWN, COUNT, OWN, COUNT]).await;
        let selection = select::select(cx, &plan(QUESTION), &pool).await.unwrap();
        assert_eq!((selection.method, selection.clusters.len()), (Method::FastPath, 1));
        let winner = pool.iter().find(|j| j.candidate.id == selection.winner).unwrap();
        assert_eq!(winner.candidate.sql, COUNT, "the shorter of the two");
    });
}

#[test]
fn four_results_are_six_pairs_and_each_is_asked_both_ways_round_for_a_or_b() {
    let llm = (0..6).fold(ScriptedLlm::default(), |llm, _| {
        llm.expects(
            "select",
            &[QUESTION],
            json!({"winner": "A", "reason": "It counts them."}),
        )
        .expects(
            "select",
            &[QUESTION],
            json!({"winner": "B", "reason": "It counts them."}),
        )
    });
    let (door, llm) = door(llm, Privacy::Rows);
    run_advised(shop(), &door, async |cx| {
        let pool = pool(cx, &[COUNT, NAMES, COUNTRIES, ALL]).await;
        let selection = select::select(cx, &plan(QUESTION), &pool).await.unwrap();
        assert_eq!((selection.method, selection.clusters.len()), (Method::Tournament, 4));
        let pairs: Vec<(&str, &str)> = selection.duels.iter().map(|d| (&*d.a, &*d.b)).collect();
        assert_eq!(
            pairs,
            [("A", "B"), ("A", "C"), ("A", "D"), ("B", "C"), ("B", "D"), ("C", "D")]
        );
        assert!(selection.duels.iter().all(|d| d.judge == "small" && d.winner == d.a));
        let wins: Vec<u32> = selection.standings.iter().map(|s| s.wins).collect();
        assert_eq!(wins, [3, 2, 1, 0]);
        assert_eq!(selection.winner, selection.clusters[0].members[0]);
    });
    let asked = llm.asked.lock().unwrap();
    assert_eq!(asked.len(), 12);
    for request in asked.iter() {
        assert_eq!(request.to.model, "small", "the fast one");
        let Form::Json { schema, .. } = &request.form else {
            unreachable!("a free text may say anything")
        };
        assert_eq!(schema["properties"]["winner"]["enum"], json!(["A", "B"]));
    }
}
