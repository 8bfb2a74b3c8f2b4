//! A person's own questions are asked again.

use super::world::{self, Net, Safe};
use super::*;
use crate::prepare::examples;

const QUESTION: &str = "How many customers are there?";
/// The fake database counts four.
const OTHER: &str = "SELECT COUNT(*) FROM customers WHERE country = 'France'";

async fn desk() -> (Desk, Arc<Memory>, String) {
    let memory = Arc::<Memory>::default();
    let desk = world::desk(&memory, &Arc::new(Net::default()), &Arc::new(Safe::default()));
    let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
    (desk, memory, id)
}

#[tokio::test]
async fn questions_whose_answers_were_right_are_asked_again_and_compared_with_the_time_before() {
    let (desk, memory, id) = desk().await;
    examples::verify(&*memory, &id, QUESTION, OTHER, true).unwrap();
    assert_eq!(desk.measured(&id).await.unwrap().ready, 1);
    let told = Mutex::new(Vec::new());
    let first = desk
        .measure(&id, "m1", |so_far| locked(&told).push((so_far.done, so_far.of)))
        .await
        .unwrap();
    assert_eq!(*locked(&told), [(0, 1), (1, 1)]);
    let latest = first.latest.unwrap();
    assert_eq!((latest.right, latest.of, latest.calls), (0, 1, 0));
    assert!(latest.models.is_empty() && latest.low < 0.1 && latest.high > 0.7);
    assert!(first.before.is_none() && first.difference.is_none());
    // Nothing of it is in the history.
    assert_eq!(desk.history(&id).unwrap().len(), 0);

    // As if it had been right the time before.
    let bytes = memory.load("measured", &id).unwrap().unwrap();
    let mut kept: Vec<serde_json::Value> = serde_json::from_slice(&bytes).unwrap();
    kept[0]["questions"][0]["right"] = true.into();
    memory
        .save("measured", &id, &serde_json::to_vec(&kept).unwrap())
        .unwrap();
    let second = desk.measure(&id, "m2", |_| {}).await.unwrap();
    let difference = second.difference.clone().unwrap();
    assert_eq!(
        (difference.lost.as_slice(), difference.both),
        (&[QUESTION.to_owned()][..], 1)
    );
    assert_eq!((difference.won.len(), difference.chance), (0, 1.0));
    assert_eq!(desk.measured(&id).await.unwrap(), second, "it is kept");
}

#[tokio::test]
async fn what_was_said_of_a_question_is_not_known_while_it_is_asked() {
    let (desk, memory, id) = desk().await;
    examples::verify(&*memory, &id, QUESTION, OTHER, true).unwrap();
    let latest = desk.measure(&id, "m1", |_| {}).await.unwrap().latest.unwrap();
    let question = &latest.questions[0];
    assert!(question.sql.as_deref().is_some_and(|sql| sql != OTHER), "{question:?}");
    assert_eq!((question.right, latest.of), (Some(false), 1));
    assert!(!question.says.is_empty());
}

#[tokio::test]
async fn where_the_query_that_was_right_no_longer_runs_nobody_can_tell() {
    let (desk, memory, id) = desk().await;
    examples::verify(&*memory, &id, QUESTION, "SELECT COUNT(*) FROM gone", true).unwrap();
    let latest = desk.measure(&id, "m1", |_| {}).await.unwrap().latest.unwrap();
    let question = &latest.questions[0];
    assert_eq!((question.right, latest.of), (None, 0));
    assert!(
        question.says.starts_with("The query that was right no longer serves"),
        "{}",
        question.says
    );
}

#[tokio::test]
async fn without_a_question_and_when_stopped_nothing_is_kept() {
    let (desk, _, id) = desk().await;
    assert_eq!(
        desk.measure(&id, "m1", |_| {}).await.unwrap_err().code,
        ProblemCode::BadInput
    );
    let asked = desk.ask(&id, QUESTION, "", None, |_| {}).await.unwrap();
    desk.verify(&asked.header.run, true).unwrap();
    let stopped = desk.measure(&id, "m2", |_| desk.stop("m2")).await.unwrap_err();
    assert_eq!(stopped.code, ProblemCode::Cancelled);
    assert_eq!(desk.measured(&id).await.unwrap().latest, None);
}
