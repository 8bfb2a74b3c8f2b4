//! A person's own questions are asked again.

use super::world::{self, Net, Safe};
use super::*;
use crate::prepare::examples;

const QUESTION: &str = "How many customers are there?";
/// The fake database cannot answer it.
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
    let asked = desk.ask(&id, QUESTION, "", None, |_| {}).await.unwrap();
    desk.verify(&asked.header.run, true).unwrap();
    assert_eq!(desk.measured(&id).await.unwrap().ready, 1);
    let told = Mutex::new(Vec::new());
    let first = desk
        .measure(&id, "m1", |so_far| locked(&told).push((so_far.done, so_far.right)))
        .await
        .unwrap();
    assert_eq!(*locked(&told), [(0, 0), (1, 1)]);
    let latest = first.latest.unwrap();
    assert_eq!((latest.right, latest.of, latest.calls), (1, 1, 0));
    assert!(latest.models.is_empty() && latest.low > 0.1 && latest.low < 0.9);
    assert!(first.before.is_none() && first.difference.is_none());
    // Nothing of it is in the history.
    assert_eq!(desk.history(&id).unwrap().len(), 1);

    // As if it had been wrong the time before.
    let mut kept: Vec<serde_json::Value> =
        serde_json::from_slice(&memory.load("measured", &id).unwrap().unwrap()).unwrap();
    kept[0]["questions"][0]["right"] = false.into();
    memory
        .save("measured", &id, &serde_json::to_vec(&kept).unwrap())
        .unwrap();
    let second = desk.measure(&id, "m2", |_| {}).await.unwrap();
    let difference = second.difference.clone().unwrap();
    assert_eq!(
        (difference.won.as_slice(), difference.both),
        (&[QUESTION.to_owned()][..], 1)
    );
    assert_eq!((difference.lost.len(), difference.chance), (0, 1.0));
    assert_eq!(desk.measured(&id).await.unwrap(), second, "it is kept");
}

#[tokio::test]
async fn what_was_said_of_a_question_is_not_known_while_it_is_asked() {
    let (desk, memory, id) = desk().await;
    examples::verify(&*memory, &id, QUESTION, OTHER, true).unwrap();
    let latest = desk.measure(&id, "m1", |_| {}).await.unwrap().latest.unwrap();
    let question = &latest.questions[0];
    assert!(question.sql.as_deref().is_some_and(|sql| sql != OTHER), "{question:?}");
    // The query that was right fails by now: nobody can tell, and it is in no share.
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
