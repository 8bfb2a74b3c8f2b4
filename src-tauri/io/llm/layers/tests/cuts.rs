//! A network that cuts an answer, and what is kept of it: one entry, one cost.

use super::*;
use crate::llm::tests::cassettes;
use crate::llm::tests::server::{wire, Answer, Frame, Play, Server};
use crate::llm::tests::{connected, SHORT};

/// Every so many bytes: each cut waits a second or two to be tried again.
const STEP: usize = 8;

/// An answer cut at `at` and asked for again; what came of both attempts.
async fn cut(cassette: Arc<cassettes::Cassette>, at: usize) -> (Option<f64>, f64) {
    let answer = cassette.answer();
    let plays = vec![Play::Cut(answer.clone(), Frame::Length, at), Play::Answer(answer)];
    let server = Server::start(plays).await;
    let world = World::over(connected(cassette.kind, &server.address, SHORT), &settings());
    let reply = world.ask(request("x")).await.unwrap();
    assert_eq!(reply.text, cassette.reply.text, "cut at {at}");
    let entries = world.entries();
    assert_eq!(entries.len(), 1, "cut at {at}");
    assert!(
        matches!(entries[0].ended, Ended::Replied { .. }),
        "cut at {at}: {:?}",
        entries[0].ended
    );
    (reply.cost, world.providers.spend().unwrap().today)
}

#[tokio::test]
async fn an_answer_that_was_cut_is_asked_for_again_and_paid_for_once() {
    let openai = |(_, one): &(_, cassettes::Cassette)| one.kind == ProviderKind::OpenAi;
    let cassette = Arc::new(cassettes::all().into_iter().find(openai).unwrap().1);
    let bytes = wire(&cassette.answer(), Frame::Length).len();
    let cuts: Vec<_> = (0..bytes)
        .step_by(STEP)
        .map(|at| tokio::spawn(cut(cassette.clone(), at)))
        .collect();
    let mut costs = Vec::new();
    for one in cuts {
        costs.push(one.await.unwrap());
    }
    let (cost, spent) = costs[0];
    assert!(cost.is_some_and(|cost| cost > 0.0 && cost == spent), "{cost:?} {spent}");
    assert!(costs.iter().all(|one| *one == costs[0]), "{costs:?}");
}

#[tokio::test]
async fn a_cut_and_a_refusal_cost_nothing_and_have_their_end_in_the_ledger() {
    let openai = |(_, one): &(_, cassettes::Cassette)| one.kind == ProviderKind::OpenAi;
    let cassette = cassettes::all().into_iter().find(openai).unwrap().1;
    let refusal = Answer::json(
        401,
        &serde_json::json!({"error": {"message": "Incorrect API key provided"}}),
    );
    let plays = vec![Play::Cut(cassette.answer(), Frame::Chunks, 150), Play::Answer(refusal)];
    let server = Server::start(plays).await;
    let world = World::over(connected(cassette.kind, &server.address, SHORT), &settings());
    assert_eq!(world.kind(request("x")).await, Some(FailureKind::Key));
    assert_eq!(server.heard().len(), 2);
    let entries = world.entries();
    assert_eq!(entries.len(), 1);
    assert!(
        matches!(entries[0].ended, Ended::Failed { .. }),
        "{:?}",
        entries[0].ended
    );
    assert_eq!(world.providers.spend().unwrap().today, 0.0);
}
