//! Lists of models, probing step by step, and servers on this machine.

use std::sync::Mutex;

use askwell_contract::connect::Secret;
use askwell_contract::model::{Failure, FailureKind, Probe, ProbeKind, ProviderKind};
use serde_json::{json, Value};

use super::server::{Answer, Play, Server};
use super::{key, provider, KEY, KINDS, SHORT};
use crate::llm::discover::{list, list_within, probe};
use crate::llm::find;
use ProviderKind::{Anthropic, Gemini, Ollama, OpenAi, OpenAiCompatible};

/// A list in the form that each documents, of two models, and what is not a model for talking to.
fn models(kind: ProviderKind) -> Value {
    match kind {
        Anthropic => json!({"data": [
            {"type": "model", "id": "m-two", "display_name": "Two", "created_at": "2025-02-19T00:00:00Z"},
            {"type": "model", "id": "m", "display_name": "M", "created_at": "2025-02-19T00:00:00Z"}],
            "has_more": false, "first_id": "m-two", "last_id": "m"}),
        Gemini => json!({"models": [
            {"name": "models/m", "displayName": "M", "inputTokenLimit": 1_048_576, "supportedGenerationMethods": ["generateContent"]},
            {"name": "models/m-embed", "supportedGenerationMethods": ["embedContent"]},
            {"name": "models/m-two", "displayName": "Two", "inputTokenLimit": 8_192, "supportedGenerationMethods": ["generateContent", "countTokens"]}]}),
        Ollama => json!({"models": [
            {"name": "m-two:1b", "model": "m-two:1b", "size": 1_321_098_329, "details": {"format": "gguf"}},
            {"name": "m:latest", "model": "m:latest", "size": 1_000}]}),
        _ => json!({"object": "list", "data": [
            {"id": "m", "object": "model", "owned_by": "x", "meta": {"n_ctx_train": 8_192}},
            {"id": "m-two", "object": "model", "owned_by": "x"}]}),
    }
}

fn list_of(kind: ProviderKind) -> Play {
    Play::Answer(Answer::json(200, &models(kind)))
}

#[tokio::test]
async fn lists_are_read_as_documented() {
    for (kind, path, header, names) in [
        (Anthropic, "/v1/models?limit=1000", Some("x-api-key"), ["m", "m-two"]),
        (
            Gemini,
            "/v1beta/models?pageSize=1000",
            Some("x-goog-api-key"),
            ["m", "m-two"],
        ),
        (OpenAi, "/v1/models", Some("authorization"), ["m", "m-two"]),
        (OpenAiCompatible, "/v1/models", Some("authorization"), ["m", "m-two"]),
        (Ollama, "/api/tags", None, ["m-two:1b", "m:latest"]),
    ] {
        let server = Server::start(vec![list_of(kind)]).await;
        let found = list(&provider(kind, Some(server.address.clone())), Some(&key()))
            .await
            .unwrap();
        let found: Vec<_> = found.iter().map(|model| model.name.as_str()).collect();
        assert_eq!(found, names, "{kind:?}");
        let heard = &server.heard()[0];
        assert_eq!((heard.method.as_str(), heard.path.as_str()), ("GET", path));
        if let Some(header) = header {
            assert!(heard.headers[header].ends_with(KEY), "{kind:?}");
        }
    }
}

#[tokio::test]
async fn a_list_in_pages_is_read_to_its_end() {
    let page = |id: &str, more: bool| {
        Play::Answer(Answer::json(
            200,
            &json!({"data": [{"id": id}], "has_more": more, "last_id": id}),
        ))
    };
    let server = Server::start(vec![page("b", true), page("a", false)]).await;
    let found = list(&provider(Anthropic, Some(server.address.clone())), None)
        .await
        .unwrap();
    assert_eq!(
        found.iter().map(|model| model.name.as_str()).collect::<Vec<_>>(),
        ["a", "b"]
    );
    assert_eq!(server.heard()[1].path, "/v1/models?limit=1000&after_id=b");
}

/// What of a good reply each kind of provider gives to the two calls of a probe.
fn said(kind: ProviderKind, text: &str) -> Value {
    match kind {
        Anthropic if text.starts_with('{') => {
            json!({"type": "message", "stop_reason": "tool_use", "usage": {}, "content": [
            {"type": "tool_use", "id": "t", "name": "answer", "input": serde_json::from_str::<Value>(text).unwrap()}]})
        }
        Anthropic => {
            json!({"type": "message", "stop_reason": "end_turn", "usage": {}, "content": [{"type": "text", "text": text}]})
        }
        Gemini => json!({"candidates": [{"content": {"parts": [{"text": text}]}, "finishReason": "STOP"}]}),
        Ollama => json!({"message": {"role": "assistant", "content": text}, "done": true, "done_reason": "stop"}),
        _ => json!({"choices": [{"message": {"role": "assistant", "content": text}, "finish_reason": "stop"}]}),
    }
}

async fn probed(kind: ProviderKind, plays: Vec<Play>, key: Option<&Secret>) -> (bool, Vec<Probe>) {
    let server = Server::start(plays).await;
    let steps = Mutex::new(Vec::new());
    let on_probe = |probe: Probe| steps.lock().unwrap().push(probe);
    let passed = probe(&provider(kind, Some(server.address.clone())), key, "m", &on_probe).await;
    (passed, steps.into_inner().unwrap())
}

fn failed(steps: &[Probe]) -> (ProbeKind, Failure) {
    let last = steps.last().unwrap();
    assert!(steps[..steps.len() - 1]
        .iter()
        .all(|step| step.failure.is_none() && step.found.is_some()));
    (last.kind, last.failure.clone().unwrap())
}

#[tokio::test]
async fn a_good_provider_passes_every_step() {
    for kind in KINDS {
        let answer = |text: &str| Play::Answer(Answer::json(200, &said(kind, text)));
        let plays = vec![list_of(kind), answer("ready"), answer("{\"word\":\"ready\"}")];
        let (passed, steps) = probed(kind, plays, Some(&key())).await;
        assert!(passed, "{kind:?} {steps:?}");
        let kinds: Vec<_> = steps.iter().map(|step| step.kind).collect();
        let order = [
            ProbeKind::Reach,
            ProbeKind::Key,
            ProbeKind::Model,
            ProbeKind::Text,
            ProbeKind::Form,
        ];
        assert_eq!(kinds, order, "{kind:?}");
        assert!(
            steps[3].found.as_deref().unwrap().starts_with("It said \"ready\""),
            "{steps:?}"
        );
    }
}

#[tokio::test]
async fn each_step_names_what_failed() {
    let refuse = |status, body: Value| Play::Answer(Answer::json(status, &body));
    let wrong_key = || refuse(401, json!({"error": {"message": "no", "type": "authentication_error"}}));
    let (passed, steps) = probed(OpenAiCompatible, vec![Play::Reset], None).await;
    assert!(!passed);
    assert_eq!(
        (failed(&steps).0, failed(&steps).1.kind),
        (ProbeKind::Reach, FailureKind::Network)
    );

    for kind in KINDS {
        let (_, steps) = probed(kind, vec![wrong_key()], Some(&key())).await;
        let (step, failure) = failed(&steps);
        assert_eq!((step, failure.kind), (ProbeKind::Key, FailureKind::Key), "{kind:?}");
        let (_, steps) = probed(kind, vec![wrong_key()], None).await;
        assert!(failed(&steps).1.message.contains("none is set"), "{kind:?}");
    }

    for kind in [Anthropic, Gemini, OpenAi, Ollama] {
        let empty = match kind {
            Gemini | Ollama => json!({"models": []}),
            _ => json!({"data": []}),
        };
        let none = refuse(
            404,
            json!({"error": {"message": "not here", "type": "not_found_error"}}),
        );
        let (_, steps) = probed(kind, vec![refuse(200, empty), none], None).await;
        let (step, failure) = failed(&steps);
        assert_eq!(
            (step, failure.kind),
            (ProbeKind::Model, FailureKind::UnknownModel),
            "{kind:?}"
        );
    }

    let broke = || refuse(402, json!({"error": {"message": "Insufficient credits"}}));
    let (_, steps) = probed(OpenAiCompatible, vec![list_of(OpenAiCompatible), broke()], Some(&key())).await;
    assert_eq!(
        (failed(&steps).0, failed(&steps).1.kind),
        (ProbeKind::Text, FailureKind::Credit)
    );

    let formless = refuse(200, said(OpenAiCompatible, "ready"));
    let (_, steps) = probed(OpenAiCompatible, vec![list_of(OpenAiCompatible), formless], None).await;
    assert_eq!(
        (failed(&steps).0, failed(&steps).1.kind),
        (ProbeKind::Form, FailureKind::BadReply)
    );
}

#[tokio::test]
async fn a_gateway_without_a_list_is_tried_all_the_same() {
    let none = Play::Answer(Answer::json(404, &json!({"detail": "Not Found"})));
    let answer = |text: &str| Play::Answer(Answer::json(200, &said(OpenAiCompatible, text)));
    let (passed, steps) = probed(
        OpenAiCompatible,
        vec![none, answer("ready"), answer("{\"word\":\"x\"}")],
        None,
    )
    .await;
    assert!(passed, "{steps:?}");
}

#[tokio::test]
async fn a_file_is_looked_at_before_it_is_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let other = folder.path().join("other.gguf");
    std::fs::write(&other, "text").unwrap();
    for (path, words) in [
        (String::new(), "No model file"),
        ("/no/such.gguf".to_string(), "cannot be read"),
        (other.to_string_lossy().into_owned(), "is not a model file"),
    ] {
        let steps = Mutex::new(Vec::new());
        let on_probe = |probe: Probe| steps.lock().unwrap().push(probe);
        assert!(!probe(&provider(ProviderKind::Gguf, Some(path)), None, "m", &on_probe).await);
        let steps = steps.into_inner().unwrap();
        let (step, failure) = failed(&steps);
        assert_eq!(step, ProbeKind::Reach);
        let expected = if cfg!(feature = "local-llm") {
            words
        } else {
            "cannot run model files"
        };
        assert!(failure.message.contains(expected), "{failure:?}");
    }
}

#[tokio::test]
async fn servers_on_this_machine_are_found_and_others_left_alone() {
    let ollama = Server::start(vec![list_of(Ollama)]).await;
    let studio = Server::start(vec![list_of(OpenAiCompatible)]).await;
    let page = Server::start(vec![Play::Answer(Answer::json(200, &json!({"hello": "world"})))]).await;
    let silent = Server::start(vec![Play::Hang]).await;
    let closed = std::net::TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let found = find::servers(&[
        (Ollama, ollama.port),
        (OpenAiCompatible, studio.port),
        (OpenAiCompatible, page.port),
        (OpenAiCompatible, silent.port),
        (OpenAiCompatible, closed),
    ])
    .await;
    let names: Vec<_> = found.iter().map(|model| (model.kind, model.name.as_str())).collect();
    assert_eq!(
        names,
        [
            (Ollama, "m-two:1b"),
            (Ollama, "m:latest"),
            (OpenAiCompatible, "m"),
            (OpenAiCompatible, "m-two")
        ]
    );
    assert_eq!(found[0].address, ollama.address);
    assert_eq!(found[2].address, format!("{}/v1", studio.address));
    let none = list_within(&provider(Ollama, Some(page.address.clone())), None, SHORT)
        .await
        .unwrap_err();
    assert_eq!(none.kind, FailureKind::BadReply);
}
