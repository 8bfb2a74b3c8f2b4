//! How often a model is asked which of two results is better, and where it is not asked at all.
#![allow(clippy::unwrap_used)]

use askwell_contract::model::{Form, Privacy};
use askwell_contract::run::Method;
use serde_json::json;

use super::{door, found, pool, shop, COUNT, OWN, QUESTION};
use crate::ask::advice::VERIFIED;
use crate::ask::{answer, generate, select};
use crate::cx::Cx;
use crate::prepare::examples::{with_hint, Example};
use crate::prompt::scripted::ScriptedLlm;
use crate::scripted::{plan, run, run_advised};

const NAMES: &str = "SELECT name FROM customers";
const COUNTRIES: &str = "SELECT country FROM customers";
const ALL: &str = "SELECT COUNT(*) FROM customers";

/// A question that no gate has anything against, whatever the query.
const OPEN: &str = "Something about the customers in Germany";

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
        llm.expects("select", &[OPEN], json!({"winner": "A", "reason": "It counts them."}))
            .expects("select", &[OPEN], json!({"winner": "B", "reason": "It counts them."}))
    });
    let (door, llm) = door(llm, Privacy::Rows);
    run_advised(shop(), &door, async |cx| {
        let pool = pool(cx, &[COUNT, NAMES, COUNTRIES, ALL]).await;
        let selection = select::select(cx, &plan(OPEN), &pool).await.unwrap();
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

#[test]
fn every_pair_of_what_models_wrote_is_played_by_one_and_other_readings_by_rules() {
    let models = [COUNT, NAMES, COUNTRIES, ALL, "SELECT id FROM customers"];
    let own = [
        "SELECT since FROM customers",
        "SELECT MAX(since) FROM customers",
        "SELECT MIN(since) FROM customers",
    ];
    // Each of six against each other, twice: the first of the built-in engine's plays, too.
    let llm = (0..15).fold(ScriptedLlm::default(), |llm, _| {
        let vote = |winner: &str| json!({"winner": winner, "reason": "It counts them."});
        llm.expects("select", &[OPEN], vote("A"))
            .expects("select", &[OPEN], vote("B"))
    });
    let (door, llm) = door(llm, Privacy::Rows);
    let all: Vec<&str> = models.into_iter().chain(own).collect();
    let database = all.iter().enumerate().fold(shop(), |database, (n, sql)| {
        let cell = n.to_string();
        database.gives(sql, &[&[cell.as_str()]])
    });
    run_advised(database, &door, async |cx| {
        let mut pool = pool(cx, &all).await;
        for judged in &mut pool[models.len()..] {
            judged.candidate.generator = "plain".into();
            judged.candidate.belief = 0.2;
        }
        let selection = select::select(cx, &plan(OPEN), &pool).await.unwrap();
        assert_eq!((selection.method, selection.clusters.len()), (Method::Tournament, 8));
        assert_eq!(selection.duels.len(), 28, "every pair");
        let by_model = selection.duels.iter().filter(|d| d.judge == "small");
        assert_eq!(by_model.count(), 15);
    });
    assert_eq!(
        llm.asked.lock().unwrap().len(),
        select::advised::most_votes(models.len())
    );
}

#[test]
fn what_the_rules_refute_is_not_sent_into_a_duel_unless_all_are() {
    // A list of names answers no "how many"; the two counts are compared.
    let vote = |winner: &str| json!({"winner": winner, "reason": "It keeps to the country."});
    let llm = ScriptedLlm::default()
        .expects("select", &[QUESTION, COUNT, ALL], vote("A"))
        .expects("select", &[QUESTION, COUNT, ALL], vote("B"));
    let (door, llm) = door(llm, Privacy::Rows);
    run_advised(shop(), &door, async |cx| {
        let pool = pool(cx, &[COUNT, NAMES, ALL]).await;
        let selection = select::select(cx, &plan(QUESTION), &pool).await.unwrap();
        let by_model = selection.duels.iter().filter(|d| d.judge == "small");
        assert_eq!((by_model.count(), selection.duels.len()), (1, 3));
    });
    let asked = llm.asked.lock().unwrap();
    assert!(asked.iter().all(|r| !crate::prompt::scripted::text(r).contains(NAMES)));
    // Both votes begin alike, so that a provider keeps what they share.
    assert_eq!(asked[0].user[..2], asked[1].user[..2]);
    let shown = crate::prompt::scripted::text(&asked[0]);
    for told in [
        "stored: customers.country = 'Germany'",
        "1 row of A is not in B.",
        "The database is SQLite.",
    ] {
        assert!(shown.contains(told), "{told}:\n{shown}");
    }
}

/// What a person said is right for a question.
fn said(sql: &str) -> [Example; 1] {
    [Example {
        database: "shop".into(),
        question: "how many  customers are in germany?".into(),
        sql: sql.into(),
    }]
}

#[test]
fn what_the_person_said_is_right_is_the_answer_when_the_question_comes_again() {
    let database = shop().gives(ALL, &[&["12"]]).gives(OWN, &[&["7"]]);
    run(database, async |cx| {
        for verified in [said(ALL), said(OWN)] {
            let cx = Cx {
                verified: &verified,
                embedder: None,
                ..*cx
            };
            let (grounding, linked) = found(&cx, QUESTION).await;
            let made = generate::generate(&cx, &plan(QUESTION), &grounding, &linked).await;
            let candidates = made.unwrap().unwrap().candidates;
            assert_eq!(candidates[0].sql, verified[0].sql);
            assert!(candidates[0].generator.starts_with(VERIFIED), "{:?}", candidates[0]);
            let mut pool = Vec::new();
            for candidate in candidates {
                pool.push(crate::trial::judge(&cx, &plan(QUESTION), candidate).await.unwrap());
            }
            let selection = select::select(&cx, &plan(QUESTION), &pool).await.unwrap();
            let answer = answer::answer(&cx, &plan(QUESTION), &pool, &selection).await.unwrap();
            let flat = answer.sql.split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(flat, verified[0].sql);
            // Where nothing else ran, there was nothing to choose from.
            if selection.method == Method::FastPath {
                assert_eq!(answer.reasons[0], "You said before that this reading is right.");
            }
        }
    });
}

#[test]
fn last_month_is_another_month_than_when_the_person_said_that_it_is_right() {
    const ASKED: &str = "How many customers came last month?";
    let of = |days: &str| format!("SELECT COUNT(*) AS number_of_customers FROM customers WHERE since BETWEEN {days}");
    let now = of("'2023-10-01' AND '2023-10-31'");
    run(shop().gives(&now, &[&["7"]]), async |cx| {
        let said = |sql: &str| {
            let mut said = said(sql);
            said[0].question = ASKED.into();
            said
        };
        let then = said(&of("'2023-08-01' AND '2023-08-31'"));
        // No reading differs from it in its days only.
        let other = said("SELECT id FROM customers WHERE since BETWEEN '2023-08-01' AND '2023-08-31'");
        for (verified, confirmed) in [(then, true), (other, false)] {
            let cx = Cx {
                verified: &verified,
                embedder: None,
                ..*cx
            };
            let grounding = crate::ask::ground::by_rules(cx.knowledge, ASKED, &cx.now());
            let linked = crate::ask::link::find(cx.knowledge, &plan(ASKED), &grounding);
            let made = generate::generate(&cx, &plan(ASKED), &grounding, &linked).await;
            let candidates = made.unwrap().unwrap().candidates;
            assert_eq!(candidates[0].sql, now);
            assert_eq!(candidates[0].generator.starts_with(VERIFIED), confirmed);
            assert!(candidates.iter().all(|c| !c.sql.contains("2023-08")));
        }
    });
}

#[test]
fn of_another_question_nothing_was_said() {
    run(shop().gives(OWN, &[&["7"]]), async |cx| {
        let mut verified = said(ALL);
        verified[0].question = "How many customers are there?".into();
        let cx = Cx {
            verified: &verified,
            embedder: None,
            ..*cx
        };
        let (grounding, linked) = found(&cx, QUESTION).await;
        let made = generate::generate(&cx, &plan(QUESTION), &grounding, &linked).await;
        let candidates = made.unwrap().unwrap().candidates;
        assert!(candidates.iter().all(|c| !c.generator.contains(VERIFIED)));
    });
}

#[test]
fn what_was_right_without_a_hint_is_not_said_of_the_question_with_one() {
    const HINT: &str = "only those since 2021";
    run(shop().gives(OWN, &[&["7"]]), async |cx| {
        for (question, hint, counts) in [
            (QUESTION.to_owned(), "", true),
            (QUESTION.to_owned(), HINT, false),
            (with_hint(QUESTION, HINT), HINT, true),
            (with_hint(QUESTION, HINT), "", false),
        ] {
            let mut verified = said(ALL);
            verified[0].question = question;
            let cx = Cx {
                verified: &verified,
                embedder: None,
                ..*cx
            };
            let asked = askwell_contract::run::Plan {
                evidence: hint.into(),
                ..plan(QUESTION)
            };
            let (grounding, linked) = found(&cx, QUESTION).await;
            let made = generate::generate(&cx, &asked, &grounding, &linked).await;
            let candidates = made.unwrap().unwrap().candidates;
            let said = candidates.iter().any(|c| c.generator.contains(VERIFIED));
            assert_eq!(said, counts, "{verified:?} {hint}");
        }
    });
}

#[test]
fn what_hardly_anybody_believes_in_is_not_sent_into_a_duel() {
    let vote = |winner: &str| json!({"winner": winner, "reason": "It keeps to the country."});
    let (least, most) = (0.04, 0.06);
    for (belief, games) in [(least, 1), (most, 3)] {
        let llm = (0..games).fold(ScriptedLlm::default(), |llm, _| {
            llm.expects("select", &[OPEN], vote("A"))
                .expects("select", &[OPEN], vote("B"))
        });
        let (door, llm) = door(llm, Privacy::Rows);
        run_advised(shop(), &door, async |cx| {
            let mut pool = pool(cx, &[COUNT, ALL, NAMES]).await;
            pool[2].candidate.belief = belief;
            let selection = select::select(cx, &plan(OPEN), &pool).await.unwrap();
            let by_model = selection.duels.iter().filter(|d| d.judge == "small");
            assert_eq!((by_model.count(), selection.duels.len()), (games, 3));
        });
        let asked = llm.asked.lock().unwrap();
        let shown = asked
            .iter()
            .filter(|r| crate::prompt::scripted::text(r).contains(NAMES));
        assert_eq!(shown.count() > 0, belief == most);
    }
}
