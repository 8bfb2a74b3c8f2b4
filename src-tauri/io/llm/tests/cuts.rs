//! A network that cuts every answer of every provider at every byte.

use askwell_contract::model::{FailureKind, ProviderKind};
use askwell_contract::ports::Cancel;
use serde_json::json;

use super::cassettes::{all, Cassette};
use super::server::{wire, Answer, Frame, Play, Server};
use super::{connected, SHORT};

const FRAMES: [Frame; 3] = [Frame::Length, Frame::Close, Frame::Chunks];

/// Cuts tried, and those behind which nothing was missing.
async fn cut(cassette: &Cassette, answer: &Answer, frame: Frame) -> (usize, usize) {
    let bytes = wire(answer, frame).len();
    let plays = (0..bytes).map(|at| Play::Cut(answer.clone(), frame, at)).collect();
    let server = Server::start(plays).await;
    let call = connected(cassette.kind, &server.address, SHORT);
    let mut whole = 0;
    for at in 0..bytes {
        let asked = call.call(&cassette.ask(), &Cancel::new()).await;
        let case = format!("{} with {frame:?} cut at {at} of {bytes}: {asked:?}", cassette.of);
        match asked {
            // Only what ends an answer may be missing from one that counts.
            Ok(reply) => {
                assert_eq!(answer.status, 200, "{case}");
                assert!(at + "0\r\n\r\n".len() + 3 >= bytes, "{case}");
                assert_eq!(reply.text, cassette.reply.text, "{case}");
                assert_eq!(reply.value, cassette.reply.value, "{case}");
                assert_eq!(reply.usage, cassette.reply.usage, "{case}");
                whole += 1;
            }
            Err(failure) => {
                assert!(failure.passing(), "{case}");
                assert_ne!(failure.kind, FailureKind::TimedOut, "{case}");
                assert!(failure.kind == FailureKind::Network || answer.status != 200, "{case}");
                assert!(failure.message.ends_with('.') && failure.hint.is_some(), "{case}");
                let said = format!("{failure:?}");
                assert!(!said.contains(super::KEY), "{case}");
            }
        }
    }
    assert_eq!(server.heard().len(), bytes, "{}: each is asked once", cassette.of);
    (bytes, whole)
}

/// Every cassette of a provider, its answer and a refusal, in every form in which a body may come.
async fn cut_all(kind: ProviderKind) {
    let mut tried = (0, 0);
    let busy = json!({"error": {"code": 503, "message": "Overloaded", "status": "UNAVAILABLE"}});
    let busy = Answer::json(503, &busy);
    for (at, (_, cassette)) in all()
        .into_iter()
        .filter(|(_, cassette)| cassette.kind == kind)
        .enumerate()
    {
        for frame in FRAMES {
            let refusal = (at == 0).then(|| busy.clone());
            for answer in [cassette.answer()].into_iter().chain(refusal) {
                let (cuts, whole) = cut(&cassette, &answer, frame).await;
                tried = (tried.0 + cuts, tried.1 + whole);
            }
        }
    }
    eprintln!("{kind:?}: {} cuts, {} of them behind a whole answer", tried.0, tried.1);
    assert!(tried.0 > 1_000, "{tried:?}");
}

#[tokio::test]
async fn anthropic_cut_at_every_byte_is_a_broken_answer() {
    cut_all(ProviderKind::Anthropic).await;
}

#[tokio::test]
async fn gemini_cut_at_every_byte_is_a_broken_answer() {
    cut_all(ProviderKind::Gemini).await;
}

#[tokio::test]
async fn openai_cut_at_every_byte_is_a_broken_answer() {
    cut_all(ProviderKind::OpenAi).await;
}

#[tokio::test]
async fn compatible_servers_cut_at_every_byte_are_a_broken_answer() {
    cut_all(ProviderKind::OpenAiCompatible).await;
}

#[tokio::test]
async fn ollama_cut_at_every_byte_is_a_broken_answer() {
    cut_all(ProviderKind::Ollama).await;
}
