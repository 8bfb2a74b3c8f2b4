//! A question whose query was made faster, asked again: at the desk, as the window does it.

use std::sync::Mutex;

use askwell_contract::optimise::Trying;
use askwell_contract::ProblemCode;
use askwell_engine::desk::faster::at_once;
use askwell_engine::prepare::examples;
use askwell_engine::Desk;

use super::whole::{slow, ABOVE_AVERAGE};
use super::*;
use crate::world::world;

const QUESTION: &str = "Which orders are far above the average of their shop?";

async fn answered(desk: &Desk, id: &str) -> (String, String) {
    let asked = desk.ask_or_recall(id, QUESTION, "", None, true, |_| {}).await.unwrap();
    let sql = asked.outcome.answer().expect("an answer").sql.clone();
    (asked.header.run, sql)
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_kept_answers_its_question_until_it_is_taken_back() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("shop.sqlite");
    slow(&path);
    let world = world(Some(dir.path().join("workspace"))).unwrap();
    let workspace = world.workspace.clone();
    let desk = Desk::new(world, Vec::new());
    let opened = desk.open(&format!("sqlite:{}", path.display())).await.unwrap();
    let id = opened.connection.id.as_str();
    examples::verify(&*workspace, id, QUESTION, ABOVE_AVERAGE, true).unwrap();
    // An answer's SQL is laid out; that is the one that the person finds right.
    let (run, before) = answered(&desk, id).await;
    desk.verify(&run, true).unwrap();

    let told: Mutex<Vec<Trying>> = Mutex::default();
    let see = |trying| told.lock().unwrap().push(trying);
    let found = desk.make_faster(id, "job", &before, &see).await.unwrap();
    let best = found.best().expect("something faster").sql.clone();
    let told = told.into_inner().unwrap();
    assert!(told
        .iter()
        .any(|t| t.best.is_some_and(|b| b > 1.02) && !t.best_says.is_empty()));
    assert!(told.iter().any(|t| t.doing == "Measuring"));

    // Only what was found here, of this question's own query, can be kept.
    for (job, of) in [("another", run.as_str()), ("job", "no-such-run")] {
        assert!(desk.keep_faster(id, job, of).await.is_err());
    }
    let kept = desk.keep_faster(id, "job", &run).await.unwrap();
    assert!(kept.was_right && kept.before == before && kept.after == best && kept.gain.speedup > 1.05);
    let (_, now) = answered(&desk, id).await;
    assert_eq!(now, best);
    assert_eq!(desk.kept_faster(id).unwrap(), [kept]);
    // The run before is as right as it was.
    let is_right = |desk: &Desk| desk.history(id).unwrap().iter().all(|r| r.verified);
    assert!(is_right(&desk));

    desk.take_back_faster(id, QUESTION).await.unwrap();
    assert!(desk.kept_faster(id).unwrap().is_empty());
    assert!(desk.take_back_faster(id, QUESTION).await.is_err());
    let (_, then) = answered(&desk, id).await;
    assert_eq!(then, before);

    // Whoever says that the old run is wrong says it of the kept query, too.
    desk.keep_faster(id, "job", &run).await.unwrap();
    desk.verify(&run, false).unwrap();
    assert!(desk.kept_faster(id).unwrap().is_empty());
    assert!(examples::verified(&*workspace, id).unwrap().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_keeps_what_was_found_and_a_second_one_ends_it_at_once() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("shop.sqlite");
    slow(&path);
    let desk = Desk::new(world(Some(dir.path().join("workspace"))).unwrap(), Vec::new());
    let opened = desk.open(&format!("sqlite:{}", path.display())).await.unwrap();
    let id = opened.connection.id.as_str();
    // Once something faster is known, the trying is stopped.
    let stop = |trying: Trying| {
        if trying.best.is_some_and(|best| best > 3.0) {
            desk.stop("job");
        }
    };
    let found = desk.make_faster(id, "job", ABOVE_AVERAGE, &stop).await.unwrap();
    let best = found.best().expect("what was found");
    assert!(found.stopped && best.proof.is_some() && best.gain.is_some());
    assert!(found.attempts.len() < 10, "{} were tried", found.attempts.len());

    let stop = |trying: Trying| {
        if trying.best.is_some_and(|best| best > 3.0) {
            desk.stop("job");
            desk.stop(&at_once("job"));
        }
    };
    let found = desk.make_faster(id, "job", ABOVE_AVERAGE, &stop).await;
    match found {
        Ok(found) => assert!(found.stopped && found.best.is_none()),
        Err(problem) => assert_eq!(problem.code, ProblemCode::Cancelled),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_only_the_data_tells_of_is_used_and_named_in_the_proof() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("plain.sqlite");
    // No declaration at all.
    let rows = |n: u32, row: &dyn Fn(u32) -> String| (1..=n).map(row).collect::<Vec<_>>().join(",");
    let mut sql = vec![
        "CREATE TABLE shops(id INTEGER, town TEXT); CREATE TABLE orders(id INTEGER, shop_id INTEGER, total INTEGER);"
            .to_string(),
        format!(
            "INSERT INTO shops VALUES {};",
            rows(300, &|i| format!("({i}, 'Town {}')", i % 7))
        ),
        format!(
            "INSERT INTO orders VALUES {};",
            rows(9_000, &|i| format!("({i}, {}, {})", i * 7 % 300 + 1, i % 500))
        ),
    ]
    .into_iter();
    askwell_io::create::create_sqlite(&path, &mut sql).unwrap();
    let opened = crate::optimise::open(&format!("sqlite:{}", path.display()))
        .await
        .unwrap();
    let sql =
        "SELECT o.id, (SELECT s.town FROM shops s WHERE s.id = o.shop_id) AS town FROM orders o WHERE o.total > 10";
    let settings = askwell_engine::optimise::Settings {
        databases: 60,
        ..Default::default()
    };
    let done = opened.optimise(sql, settings, &[], &Cancel::new()).await.unwrap();
    let lookups: Vec<_> = done
        .attempts
        .iter()
        .filter(|a| a.changes.iter().any(|c| c.rule == "lookup_to_join") && a.proof.is_some())
        .collect();
    assert!(!lookups.is_empty(), "{:?}", done.attempts);
    for attempt in lookups {
        let proof = attempt.proof.as_ref().unwrap();
        assert_eq!(
            proof.rests_on,
            ["As your data is today: no two rows of shops have the same id, and none lacks it."]
        );
    }
    // What an index would save is said, and nothing is made.
    assert!(done.advice.iter().all(|a| a.sql.starts_with("CREATE INDEX")));
}
