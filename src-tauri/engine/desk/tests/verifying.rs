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
    desk.verify(&asked.header.run).unwrap();
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
    let problem = desk.verify(&asked.header.run).unwrap_err();
    assert!(problem.hint.is_some(), "{problem:?}");
}
