//! Answers that a person found right.

use super::world::{self, Net, Safe};
use super::*;

const QUESTION: &str = "How many customers are there?";

#[tokio::test]
async fn a_verified_answer_leads_the_examples_of_the_same_question() {
    let net = Arc::new(Net::default());
    let desk = world::desk(&Arc::default(), &net, &Arc::new(Safe::default()));
    let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
    let asked = desk.ask(&id, QUESTION, "", None, |_| {}).await.unwrap();
    let before = desk.model_context(&id, QUESTION).await.unwrap().examples;
    assert!(!before.is_empty() && before.iter().all(|e| !e.verified), "{before:?}");
    desk.verify(&asked.header.run, true).unwrap();
    let after = desk.model_context(&id, QUESTION).await.unwrap().examples;
    assert!(after[0].verified, "{after:?}");
    assert_eq!(after[0].example.question, QUESTION);
    assert_eq!(after[0].example.sql, asked.outcome.answer().unwrap().sql);
}

#[tokio::test]
async fn a_run_without_an_answer_cannot_be_right() {
    let net = Arc::new(Net::default());
    let desk = world::desk(&Arc::default(), &net, &Arc::new(Safe::default()));
    let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
    let asked = desk
        .ask(&id, "What is the meaning of life?", "", None, |_| {})
        .await
        .unwrap();
    let problem = desk.verify(&asked.header.run, true).unwrap_err();
    assert!(problem.hint.is_some(), "{problem:?}");
}

#[tokio::test]
async fn an_answer_in_parts_is_kept_as_no_one_query() {
    let net = Arc::new(Net::default());
    let desk = world::desk(&Arc::default(), &net, &Arc::new(Safe::default()));
    let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
    let both = format!("{QUESTION} How many customers are in Peru?");
    let asked = desk.ask(&id, &both, "", None, |_| {}).await.unwrap();
    assert_eq!(asked.plan.as_ref().unwrap().parts.len(), 2, "{asked:?}");
    let problem = desk.verify(&asked.header.run, true).unwrap_err();
    assert!(problem.message.contains("in parts"), "{problem:?}");
}

#[tokio::test]
async fn the_history_says_which_answers_are_right_until_it_is_taken_back() {
    let (memory, net) = (Arc::<Memory>::default(), Arc::new(Net::default()));
    let desk = world::desk(&memory, &net, &Arc::new(Safe::default()));
    let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
    let asked = desk.ask(&id, QUESTION, "", None, |_| {}).await.unwrap();
    desk.ask(&id, "How many orders are there?", "", None, |_| {})
        .await
        .unwrap();
    let right = |desk: &Desk| -> Vec<String> {
        let runs = desk.history(&id).unwrap().into_iter();
        runs.filter(|r| r.verified).map(|r| r.question).collect()
    };
    assert!(right(&desk).is_empty());
    desk.verify(&asked.header.run, true).unwrap();
    assert_eq!(right(&desk), [QUESTION]);
    // Another sitting knows it, too.
    assert_eq!(
        right(&world::desk(&memory, &net, &Arc::new(Safe::default()))),
        [QUESTION]
    );
    desk.verify(&asked.header.run, false).unwrap();
    assert!(right(&desk).is_empty());
    let examples = desk.model_context(&id, QUESTION).await.unwrap().examples;
    assert!(examples.iter().all(|e| !e.verified), "{examples:?}");
}

#[tokio::test]
async fn a_verified_answer_to_another_state_of_the_database_is_told_apart() {
    let desk = world::desk(&Arc::default(), &Arc::new(Net::default()), &Arc::new(Safe::default()));
    let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
    let asked = desk.ask(&id, QUESTION, "", None, |_| {}).await.unwrap();
    let now = desk.fingerprint(&id).await.unwrap();
    let stale = |now: Option<&str>| {
        let (runs, threads) = (
            desk.history_beside(&id, now).unwrap(),
            desk.threads_beside(&id, now).unwrap(),
        );
        assert_eq!(threads[0].runs[0].stale, runs[0].stale);
        runs[0].stale
    };
    assert!(!stale(Some("later")), "nobody said that it was right");
    desk.verify(&asked.header.run, true).unwrap();
    assert!(!stale(Some(&now)) && !stale(None));
    assert!(stale(Some("later")));
}
