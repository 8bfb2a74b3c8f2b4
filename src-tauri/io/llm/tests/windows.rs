//! How much a model takes in, as the servers that run it say it.

use std::sync::Arc;

use askwell_contract::model::{Abilities, Form, ProviderKind, Window, WindowFrom};
use askwell_contract::ports::Cancel;
use serde_json::{json, Value};

use super::server::{Answer, Play, Server};
use super::{connected, provider, request, SHORT};
use crate::llm::able::{find, Known};
use crate::llm::scripted::Paper;
use ProviderKind::{Ollama, OpenAiCompatible};

fn says(body: &Value) -> Play {
    Play::Answer(Answer::json(200, body))
}

fn lacks() -> Play {
    Play::Answer(Answer::json(404, &json!({"error": {"message": "no such thing"}})))
}

async fn found(kind: ProviderKind, plays: Vec<Play>) -> (Option<Abilities>, Server) {
    let server = Server::start(plays).await;
    let found = find(&provider(kind, Some(server.address.clone())), None, "m").await;
    (found, server)
}

#[tokio::test]
async fn ollama_is_asked_about_the_model_and_memory_bounds_it() {
    let shown = |context: u32| {
        json!({"model_info": {"general.architecture": "qwen2", "qwen2.context_length": context, "qwen2.block_count": 28,
            "qwen2.embedding_length": 3_584, "qwen2.attention.head_count": 28, "qwen2.attention.head_count_kv": 4}})
    };
    let (able, server) = found(Ollama, vec![says(&shown(4_096))]).await;
    assert_eq!(able.unwrap().window, Window::new(4_096, WindowFrom::Server));
    let heard = &server.heard()[0];
    assert_eq!(
        (heard.path.as_str(), &heard.body()["model"]),
        ("/api/show", &json!("m"))
    );
    let (able, _server) = found(Ollama, vec![says(&shown(131_072))]).await;
    assert_eq!(able.unwrap().window.tokens, 32_768);
    assert!(!able.unwrap().grammar, "it takes no grammar");
}

/// Plays by what is asked for, whatever the order.
async fn compatible(props: Play, studio: Play, list: Play) -> Option<Abilities> {
    let server = Server::by_path(vec![
        ("/props", props),
        ("/api/v0/models", studio),
        ("/v1/models", list),
    ])
    .await;
    find(&provider(OpenAiCompatible, Some(server.address.clone())), None, "m").await
}

#[tokio::test]
async fn servers_of_one_interface_say_it_in_their_own_ways() {
    let props = json!({"default_generation_settings": {"n_ctx": 6_144}, "total_slots": 1});
    let studio =
        |loaded: Value| json!({"data": [{"id": "m", "max_context_length": 131_072, "loaded_context_length": loaded}]});
    let list = json!({"data": [{"id": "m", "max_model_len": 16_384}]});
    let llama = compatible(says(&props), lacks(), says(&list)).await.unwrap();
    assert_eq!(
        (llama.window.tokens, llama.grammar),
        (6_144, true),
        "llama.cpp takes grammars"
    );
    let loaded = compatible(lacks(), says(&studio(json!(8_192))), says(&list))
        .await
        .unwrap();
    assert_eq!(
        (loaded.window.tokens, loaded.grammar),
        (8_192, false),
        "LM Studio takes none"
    );
    let unloaded = compatible(lacks(), says(&studio(Value::Null)), says(&list))
        .await
        .unwrap();
    assert_eq!(
        unloaded.window.tokens, 4_096,
        "as it will be loaded, not as it could be"
    );
    let other = compatible(lacks(), lacks(), says(&list)).await.unwrap();
    assert_eq!(other.window.tokens, 16_384);
    let silent = json!({"data": [{"id": "m"}]});
    assert_eq!(compatible(lacks(), lacks(), says(&silent)).await, None);
}

#[tokio::test]
async fn a_server_that_says_nothing_is_not_waited_for() {
    let start = std::time::Instant::now();
    let (able, _server) = found(OpenAiCompatible, vec![Play::Hang]).await;
    assert_eq!(able, None);
    assert!(start.elapsed() < SHORT.whole + std::time::Duration::from_secs(3));
}

#[tokio::test]
async fn what_was_found_is_kept_and_asked_for_again_after_a_minute() {
    let workspace: Arc<dyn askwell_contract::ports::Workspace> = Arc::new(Paper::default());
    let of = provider(Ollama, None);
    let able = |tokens| Abilities {
        window: Window::new(tokens, WindowFrom::Server),
        grammar: false,
    };
    let known = Known::default();
    let ask = |tokens: u32| move || async move { Some(able(tokens)) };
    let nobody = || async { None };
    let now = 1_000_000;
    assert_eq!(
        known.of(&workspace, now, &of, "m", true, nobody).await,
        Abilities::ASSUMED
    );
    assert_eq!(known.of(&workspace, now, &of, "m", true, ask(4_096)).await, able(4_096));
    assert_eq!(
        known.of(&workspace, now + 59_000, &of, "m", true, ask(1)).await,
        able(4_096)
    );
    assert_eq!(
        known.of(&workspace, now + 61_000, &of, "m", true, ask(8_192)).await,
        able(8_192)
    );
    // Another run of the program, whose server does not answer, or which may open no socket.
    let later = Known::default();
    assert_eq!(later.of(&workspace, now, &of, "m", true, nobody).await, able(8_192));
    assert_eq!(later.of(&workspace, now, &of, "m", false, ask(1)).await, able(8_192));
    assert_eq!(
        later.of(&workspace, now, &of, "other", false, ask(1)).await,
        Abilities::ASSUMED
    );
}

#[tokio::test]
async fn ollama_is_given_no_longer_context_than_the_model_has() {
    let server = Server::start(vec![Play::Reset]).await;
    let call = connected(Ollama, &server.address, SHORT);
    for (window, given) in [(None, 8_192), (Some(4_096), 4_096), (Some(32_768), 8_192)] {
        let mut asked = request("m");
        asked.window = window;
        let _ = call.call(&asked, &Cancel::new()).await;
        let sent = server.heard().pop().unwrap().body();
        assert_eq!(sent["options"]["num_ctx"], given, "{window:?}");
    }
}

#[tokio::test]
async fn a_grammar_is_sent_where_it_is_kept_to_and_left_out_where_it_is_refused() {
    let text = "SELECT 1";
    let good =
        json!({"choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}]});
    let refusal =
        json!({"error": {"code": 400, "message": "failed to parse grammar", "type": "invalid_request_error"}});
    let plays = vec![
        Play::Answer(Answer::json(400, &refusal)),
        Play::Answer(Answer::json(200, &good)),
    ];
    let server = Server::start(plays).await;
    let call = connected(OpenAiCompatible, &server.address, SHORT);
    let mut asked = request("m");
    asked.form = Form::Grammar("root ::= \"SELECT 1\"".into());
    for _ in 0..2 {
        let reply = call.call(&asked, &Cancel::new()).await.unwrap();
        assert_eq!((reply.text.as_str(), &reply.value), (text, &None));
    }
    let sent: Vec<_> = server
        .heard()
        .iter()
        .map(|h| h.body().get("grammar").cloned())
        .collect();
    assert_eq!(sent, [Some(json!("root ::= \"SELECT 1\"")), None, None]);
    assert!(server.heard().iter().all(|h| h.body().get("response_format").is_none()));
    // No other protocol has such a field.
    for kind in super::KINDS.into_iter().filter(|kind| *kind != OpenAiCompatible) {
        let server = Server::start(vec![Play::Reset]).await;
        let _ = connected(kind, &server.address, SHORT)
            .call(&asked, &Cancel::new())
            .await;
        let body = server.heard()[0].body();
        let heard = body.to_string();
        assert!(!heard.contains("grammar"), "{heard}");
    }
}
