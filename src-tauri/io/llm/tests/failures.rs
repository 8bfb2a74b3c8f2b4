//! Every way in which each provider fails, and what is said of it.

use std::time::{Duration, Instant};

use askwell_contract::model::{FailureKind, Form, ProviderKind};
use askwell_contract::ports::Cancel;
use serde_json::json;

use super::cassettes::{all, Cassette};
use super::server::{Answer, Play, Server};
use super::{connected, request, KEY, KINDS, SHORT};
use FailureKind as F;
use ProviderKind::{Anthropic, Gemini, Ollama, OpenAi, OpenAiCompatible};

/// An error in the form that each documents.
fn error(kind: ProviderKind, status: u16, label: &str, message: &str) -> Answer {
    let body = match kind {
        Anthropic => json!({"type": "error", "error": {"type": label, "message": message}, "request_id": "req_011"}),
        Gemini => json!({"error": {"code": status, "message": message, "status": label}}),
        OpenAi => json!({"error": {"message": message, "type": "invalid_request_error", "param": null, "code": label}}),
        OpenAiCompatible => json!({"error": {"code": status, "message": message, "type": label}}),
        _ => json!({"error": message}),
    };
    Answer::json(status, &body)
}

/// One line of `refusals.tsv`.
struct Refusal {
    kind: ProviderKind,
    status: u16,
    label: &'static str,
    message: &'static str,
    expected: FailureKind,
    words: &'static str,
}

fn refusals() -> Vec<Refusal> {
    let lines = include_str!("refusals.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let fields: Vec<&'static str> = line.split('\t').collect();
            let [kind, status, label, message, expected, words] = fields[..] else {
                panic!("{line}")
            };
            Refusal {
                kind: serde_json::from_value(json!(kind)).unwrap(),
                status: status.parse().unwrap(),
                label,
                message,
                expected: serde_json::from_value(json!(expected)).unwrap(),
                words,
            }
        })
        .collect()
}

#[tokio::test]
async fn refusals_are_said_in_plain_words() {
    let all = refusals();
    for kind in KINDS {
        for status in [400, 401, 403, 404, 429, 500, 529] {
            assert!(
                all.iter()
                    .any(|refusal| refusal.kind == kind && refusal.status == status),
                "{kind:?} {status}"
            );
        }
    }
    for refusal in all {
        let Refusal {
            kind,
            status,
            label,
            message,
            expected,
            words,
        } = refusal;
        let body = format!("{message} (you sent {KEY})");
        let said = if message.is_empty() { "" } else { body.as_str() };
        let answer = error(kind, status, label, said).with("retry-after", "3");
        let server = Server::start(vec![Play::Answer(answer)]).await;
        let failure = connected(kind, &server.address, SHORT)
            .call(&request("none"), &Cancel::new())
            .await
            .unwrap_err();
        let case = format!("{kind:?} {status} {message}: {failure:?}");
        assert_eq!(failure.kind, expected, "{case}");
        assert!(failure.message.contains(words), "{case}");
        assert!(failure.hint.is_some(), "{case}");
        assert!(
            !format!("{failure:?}").contains(KEY) && !format!("{failure:?}").contains("sk-pl"),
            "{case}"
        );
        let told = failure.detail.as_deref().unwrap_or_default();
        let first = message.split('*').next().unwrap().trim_end_matches("sk-pl");
        assert!(told.contains(first), "{case}");
        let waits = failure.passing().then_some(3_000);
        assert_eq!(failure.retry_after, waits, "{case}");
        assert_eq!(server.heard().len(), 1, "{case}");
    }
}

/// An answer of this provider as it should be.
fn good(kind: ProviderKind) -> Cassette {
    all()
        .into_iter()
        .map(|(_, cassette)| cassette)
        .find(|cassette| cassette.kind == kind && !cassette.text)
        .unwrap()
}

#[tokio::test]
async fn what_breaks_on_the_way_is_told_apart() {
    for kind in KINDS {
        let good = good(kind).answer();
        let page = Answer {
            body: "<html><head><title>Sign in</title></head></html>".into(),
            ..good.clone().with("content-type", "text/html")
        };
        let garbled = Answer {
            body: "{\"choices\": [}\n".into(),
            ..good.clone()
        };
        let drip = Play::Drip(good.clone(), Duration::from_millis(60));
        let cases = [
            ("truncated", Play::Truncated(good.clone()), F::Network, "broke"),
            ("ended", Play::Ended(good.clone()), F::Network, "broke"),
            ("reset", Play::Reset, F::Network, "broke"),
            ("drip", drip, F::TimedOut, "did not finish"),
            ("stall", Play::Stall(good), F::TimedOut, "sent nothing"),
            ("hang", Play::Hang, F::TimedOut, "sent nothing"),
            ("page", Play::Answer(page), F::BadReply, "text/html"),
            ("garbled", Play::Answer(garbled), F::BadReply, "JSON"),
        ];
        for (name, play, expected, words) in cases {
            let server = Server::start(vec![play]).await;
            let limits = super::Limits {
                whole: Duration::from_millis(1_500),
                ..SHORT
            };
            let failure = connected(kind, &server.address, limits)
                .call(&request("m"), &Cancel::new())
                .await
                .unwrap_err();
            let case = format!("{kind:?} {name}: {failure:?}");
            assert_eq!(failure.kind, expected, "{case}");
            assert!(failure.message.contains(words), "{case}");
            assert!(failure.hint.is_some(), "{case}");
        }
    }
}

#[tokio::test]
async fn a_text_that_was_cut_is_still_a_text() {
    let body = json!({"id": "m", "type": "message", "role": "assistant", "model": "m", "stop_reason": "max_tokens",
                      "content": [{"type": "text", "text": "Once upon"}], "usage": {"input_tokens": 1, "output_tokens": 2}});
    let server = Server::start(vec![Play::Answer(Answer::json(200, &body))]).await;
    let mut asked = request("m");
    asked.form = Form::Text;
    let reply = connected(Anthropic, &server.address, SHORT)
        .call(&asked, &Cancel::new())
        .await
        .unwrap();
    assert_eq!((reply.text.as_str(), reply.value), ("Once upon", None));
}

#[tokio::test]
async fn a_call_that_is_cancelled_ends_at_once_and_its_connection_with_it() {
    for kind in KINDS {
        let server = Server::start(vec![Play::Hang]).await;
        let call = connected(kind, &server.address, super::Limits::of(kind));
        let cancel = Cancel::new();
        let asked = request("m");
        let start = Instant::now();
        let (failure, ()) = tokio::join!(call.call(&asked, &cancel), async {
            while server.heard().is_empty() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            cancel.cancel();
        });
        assert_eq!(failure.unwrap_err().kind, F::Cancelled, "{kind:?}");
        // Not a measurement: without it the limits of minutes would end the call, and the test with another kind.
        assert!(start.elapsed() < Duration::from_secs(60), "{kind:?}");
        let again = call.call(&asked, &cancel).await.unwrap_err();
        assert_eq!((again.kind, server.heard().len()), (F::Cancelled, 1), "{kind:?}");
    }
}

#[tokio::test]
async fn a_place_where_nothing_listens_is_named() {
    let port = std::net::TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    for kind in KINDS {
        let failure = connected(kind, &format!("http://127.0.0.1:{port}"), SHORT)
            .call(&request("m"), &Cancel::new())
            .await
            .unwrap_err();
        assert_eq!(failure.kind, F::Network, "{failure:?}");
        assert_eq!(
            failure.message,
            format!("Nothing listens at 127.0.0.1:{port}."),
            "{failure:?}"
        );
    }
    let failure = connected(OpenAiCompatible, "http://no-such-host.invalid/v1", SHORT)
        .call(&request("m"), &Cancel::new())
        .await
        .unwrap_err();
    assert!(matches!(failure.kind, F::Network | F::TimedOut), "{failure:?}");
}
