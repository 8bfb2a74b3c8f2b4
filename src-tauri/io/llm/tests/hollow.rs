//! Answers with a status of success that are none.

use askwell_contract::model::{FailureKind, ProviderKind};
use askwell_contract::ports::Cancel;
use serde_json::{json, Value};

use super::server::{Answer, Play, Server};
use super::{connected, request, KINDS, SHORT};
use FailureKind as F;
use ProviderKind::{Anthropic, Gemini, OpenAi, OpenAiCompatible};

/// What each may send, and what it is.
fn hollow(kind: ProviderKind) -> Vec<(&'static str, Value, FailureKind)> {
    let openai = |message: Value, finish: &str| json!({"id": "c", "object": "chat.completion", "choices": [{"index": 0, "message": message, "finish_reason": finish}]});
    let claude = |content: Value, stop: &str| {
        json!({"id": "m", "type": "message", "role": "assistant", "model": "m", "content": content,
               "stop_reason": stop, "usage": {"input_tokens": 1, "output_tokens": 1}})
    };
    let google = |candidate: Value| json!({"candidates": [candidate], "usageMetadata": {"promptTokenCount": 1}});
    let line = |content: &str, reason: &str| json!({"model": "m", "message": {"role": "assistant", "content": content}, "done": true, "done_reason": reason});
    match kind {
        Anthropic => vec![
            (
                "error body",
                json!({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}),
                F::Unavailable,
            ),
            ("empty", claude(json!([]), "end_turn"), F::BadReply),
            (
                "cut",
                claude(
                    json!([{"type": "thinking", "thinking": "Hm", "signature": "s"}]),
                    "max_tokens",
                ),
                F::BadReply,
            ),
            (
                "half",
                claude(json!([{"type": "text", "text": "{\"sql\": \"SEL"}]), "max_tokens"),
                F::BadReply,
            ),
            (
                "refusal",
                claude(json!([{"type": "text", "text": "I cannot."}]), "refusal"),
                F::Refused,
            ),
            ("other", json!({"hello": "world"}), F::BadReply),
        ],
        Gemini => vec![
            (
                "error body",
                json!({"error": {"code": 503, "message": "Overloaded", "status": "UNAVAILABLE"}}),
                F::Unavailable,
            ),
            (
                "empty",
                google(json!({"content": {"role": "model"}, "finishReason": "STOP"})),
                F::BadReply,
            ),
            (
                "cut",
                google(json!({"content": {"role": "model"}, "finishReason": "MAX_TOKENS"})),
                F::BadReply,
            ),
            ("refusal", google(json!({"finishReason": "SAFETY"})), F::Refused),
            (
                "blocked",
                json!({"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}, "usageMetadata": {}}),
                F::Refused,
            ),
            ("other", json!({"hello": "world"}), F::BadReply),
        ],
        OpenAi | OpenAiCompatible => vec![
            (
                "error body",
                json!({"error": {"message": "The server is overloaded", "type": "server_error", "code": null}}),
                F::Unavailable,
            ),
            ("error of a gateway", openai(json!(null), "error"), F::BadReply),
            (
                "error in a choice",
                json!({"choices": [{"error": {"code": 502, "message": "Upstream"}, "message": {"content": ""}, "finish_reason": "error"}]}),
                F::Unavailable,
            ),
            (
                "no credit",
                json!({"error": {"message": "Insufficient credits", "code": 402}}),
                F::Credit,
            ),
            (
                "empty",
                openai(json!({"role": "assistant", "content": ""}), "stop"),
                F::BadReply,
            ),
            (
                "cut",
                openai(json!({"role": "assistant", "content": null}), "length"),
                F::BadReply,
            ),
            (
                "refusal",
                openai(
                    json!({"role": "assistant", "content": null, "refusal": "I cannot."}),
                    "stop",
                ),
                F::Refused,
            ),
            (
                "filter",
                openai(json!({"role": "assistant", "content": ""}), "content_filter"),
                F::Refused,
            ),
            ("other", json!({"hello": "world"}), F::BadReply),
        ],
        _ => vec![
            (
                "error body",
                json!({"error": "an error was encountered while running the model"}),
                F::Unavailable,
            ),
            ("empty", line("", "stop"), F::BadReply),
            ("cut", line("", "length"), F::BadReply),
            ("half", line("{\"sql\": \"SEL", "length"), F::BadReply),
            ("other", json!({"hello": "world"}), F::Network),
        ],
    }
}

#[tokio::test]
async fn a_status_of_success_is_not_believed() {
    for kind in KINDS {
        for (name, body, expected) in hollow(kind) {
            let server = Server::start(vec![Play::Answer(Answer::json(200, &body))]).await;
            let failure = connected(kind, &server.address, SHORT)
                .call(&request("m"), &Cancel::new())
                .await
                .unwrap_err();
            let case = format!("{kind:?} {name}: {failure:?}");
            assert_eq!(failure.kind, expected, "{case}");
            assert!(failure.hint.is_some(), "{case}");
        }
    }
}
