//! What is sent differently to different models, and to servers that refuse what others take.

use askwell_contract::connect::Secret;
use askwell_contract::model::{Block, FailureKind, Form, ProviderKind};
use askwell_contract::ports::Cancel;
use serde_json::{json, Value};

use super::server::{Answer, Play, Server};
use super::{connected, provider, request, SHORT};
use crate::llm::client::connect;
use ProviderKind::{Anthropic, Gemini, Ollama, OpenAi, OpenAiCompatible};

/// What was sent, whatever came of it.
async fn sent(kind: ProviderKind, change: impl FnOnce(&mut askwell_contract::model::Request)) -> Value {
    let server = Server::start(vec![Play::Reset]).await;
    let mut asked = request("m");
    change(&mut asked);
    let _ = connected(kind, &server.address, SHORT)
        .call(&asked, &Cancel::new())
        .await;
    server.heard()[0].body()
}

#[tokio::test]
async fn anthropic_models_get_what_they_take() {
    let of = |model: &'static str, thinking| {
        sent(Anthropic, move |asked| {
            asked.to.model = model.into();
            asked.thinking = thinking;
        })
    };
    // A tool can be forced only without thinking; models that take no schema are offered the tool then.
    for (model, thinking, way) in [
        ("claude-sonnet-4-6", None, "tool"),
        ("claude-3-7-sonnet-20250219", Some(4_000), "auto"),
        ("claude-sonnet-4-20250514", Some(4_000), "auto"),
        ("claude-sonnet-4-5-20250929", Some(4_000), "schema"),
        ("claude-opus-4-7", None, "schema"),
        ("claude-sonnet-5", Some(8_000), "schema"),
        ("something-new", None, "schema"),
    ] {
        let body = of(model, thinking).await;
        assert_eq!(body["model"], model);
        let found = match body["tool_choice"]["type"].as_str() {
            Some(choice) => choice,
            None if body["output_config"]["format"]["schema"].is_object() => "schema",
            None => "none",
        };
        assert_eq!(found, way, "{body:#}");
        let temperature = way == "tool";
        assert_eq!(body.get("temperature").is_some(), temperature, "{body:#}");
    }
    let small = of("claude-sonnet-4-6", Some(10)).await;
    assert_eq!(small["thinking"]["budget_tokens"], 1_024);
    assert_eq!(small["max_tokens"], 2_024);
    // It would think unasked.
    assert_eq!(
        of("claude-sonnet-5", None).await["thinking"],
        json!({"type": "disabled"})
    );
}

#[tokio::test]
async fn anthropic_gets_no_more_marks_than_it_takes_and_no_empty_block() {
    let body = sent(Anthropic, |asked| {
        let block = |text: &str| Block {
            text: text.into(),
            cache: true,
        };
        asked.system = vec![block("a"), block(""), block("b"), block("c")];
        asked.user = vec![
            block("d"),
            block("e"),
            Block {
                text: String::new(),
                cache: false,
            },
        ];
    })
    .await;
    let marks = |blocks: &Value| -> Vec<bool> {
        blocks
            .as_array()
            .unwrap()
            .iter()
            .map(|block| block.get("cache_control").is_some())
            .collect()
    };
    assert_eq!(marks(&body["system"]), [false, true, true]);
    assert_eq!(marks(&body["messages"][0]["content"]), [true, true]);
}

#[tokio::test]
async fn gemini_thinks_as_long_as_it_may() {
    for (model, thinking, config, tokens) in [
        ("gemini-2.5-flash", None, json!({"thinkingBudget": 0}), 1_000),
        ("gemini-2.5-pro", None, json!({"thinkingBudget": 128}), 1_128),
        ("gemini-3-pro-preview", None, json!({"thinkingLevel": "LOW"}), 3_048),
        (
            "gemini-3-pro-preview",
            Some(8_000),
            json!({"thinkingLevel": "HIGH", "includeThoughts": true}),
            17_000,
        ),
        ("gemini-2.0-flash", Some(4_000), Value::Null, 5_000),
        (
            "models/gemini-2.5-flash",
            Some(4_000),
            json!({"thinkingBudget": 4_000, "includeThoughts": true}),
            5_000,
        ),
    ] {
        let body = sent(Gemini, |asked| {
            asked.to.model = model.into();
            asked.thinking = thinking;
        })
        .await;
        let got = &body["generationConfig"];
        assert_eq!(got["thinkingConfig"], config, "{model}");
        assert_eq!(got["maxOutputTokens"], tokens, "{model}");
        assert_eq!(got.get("temperature").is_some(), thinking.is_none(), "{model}");
    }
}

#[tokio::test]
async fn openai_models_get_what_they_take() {
    for (model, thinking, effort, temperature) in [
        ("gpt-4.1", None, Value::Null, true),
        ("gpt-4.1", Some(4_000), Value::Null, false),
        ("gpt-5", None, json!("minimal"), false),
        ("gpt-5-nano-2025-08-07", None, json!("minimal"), false),
        ("gpt-5.1", None, json!("none"), false),
        ("gpt-5.1", Some(8_000), json!("high"), false),
        ("o3", None, json!("low"), false),
        ("o4-mini", Some(4_000), json!("low"), false),
        ("gpt-5-chat-latest", None, Value::Null, true),
    ] {
        let body = sent(OpenAi, |asked| {
            asked.to.model = model.into();
            asked.thinking = thinking;
        })
        .await;
        assert_eq!(body["model"], model);
        assert_eq!(body["reasoning_effort"], effort, "{model}");
        assert_eq!(body.get("temperature").is_some(), temperature, "{model}");
        assert!(
            body["max_completion_tokens"].is_u64() && body.get("max_tokens").is_none(),
            "{model}"
        );
    }
    let marked = sent(OpenAi, |asked| asked.to.model = "gpt-5.6".into()).await;
    let place = "prompt_cache_breakpoint";
    assert!(marked["messages"][0]["content"][0].get(place).is_some(), "{marked:#}");
    assert!(marked["messages"][1]["content"][0].get(place).is_some(), "{marked:#}");
    assert!(marked["messages"][2]["content"].is_string(), "{marked:#}");
}

#[tokio::test]
async fn names_of_models_are_names_only() {
    for (kind, model) in [
        (OpenAiCompatible, "qwen3-max"),
        (OpenAiCompatible, "openai::gpt-low"),
        (OpenAiCompatible, "maker/model-none"),
        (Anthropic, "claude-gate::own-high"),
        (OpenAi, "o3-high"),
    ] {
        let body = sent(kind, |asked| asked.to.model = model.into()).await;
        assert_eq!(body["model"], model);
        if kind == OpenAiCompatible {
            assert_eq!(body.get("reasoning_effort"), None, "{model}");
        }
    }
}

#[tokio::test]
async fn a_server_without_a_key_gets_none() {
    for kind in [OpenAiCompatible, Ollama, Anthropic, Gemini] {
        for key in [None, Some(Secret::new(" "))] {
            let server = Server::start(vec![Play::Reset]).await;
            let call = connect(&provider(kind, Some(server.address.clone())), key.as_ref()).unwrap();
            let _ = call.call(&request("m"), &Cancel::new()).await;
            let heard = &server.heard()[0];
            for header in ["authorization", "x-api-key", "x-goog-api-key"] {
                assert_eq!(heard.headers.get(header), None, "{kind:?}");
            }
        }
    }
    let failure = connect(&provider(OpenAi, None), Some(&Secret::new("two\nlines")))
        .err()
        .unwrap();
    assert_eq!(failure.kind, FailureKind::Key);
    assert!(!format!("{failure:?}").contains("lines"));
}

#[tokio::test]
async fn a_server_that_takes_no_schema_is_asked_without() {
    let refusal = Answer::json(
        400,
        &json!({"error": {"message": "This response_format type is unavailable now", "type": "invalid_request_error"}}),
    );
    let text = "```json\n{\"sql\": \"SELECT 1\"}\n```";
    let good = Answer::json(
        200,
        &json!({"choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}]}),
    );
    let server = Server::start(vec![Play::Answer(refusal), Play::Answer(good)]).await;
    let call = connected(OpenAiCompatible, &server.address, SHORT);
    let asked = request("m");
    for _ in 0..2 {
        let reply = call.call(&asked, &Cancel::new()).await.unwrap();
        assert_eq!((reply.text.as_str(), &reply.value), (text, &None));
    }
    let formed: Vec<bool> = server
        .heard()
        .iter()
        .map(|heard| heard.body().get("response_format").is_some())
        .collect();
    assert_eq!(formed, [true, false, false]);
}

#[tokio::test]
async fn a_model_that_cannot_think_is_asked_without() {
    let refusal = Answer::json(400, &json!({"error": "\"m\" does not support thinking"}));
    let good = Answer::json(
        200,
        &json!({"message": {"role": "assistant", "content": "{\"sql\": \"SELECT 1\"}"}, "done": true, "done_reason": "stop"}),
    );
    let server = Server::start(vec![Play::Answer(refusal), Play::Answer(good)]).await;
    let mut asked = request("m");
    asked.thinking = Some(4_000);
    let reply = connected(Ollama, &server.address, SHORT)
        .call(&asked, &Cancel::new())
        .await
        .unwrap();
    assert_eq!(reply.value, Some(json!({"sql": "SELECT 1"})));
    let thought: Vec<_> = server
        .heard()
        .iter()
        .map(|heard| heard.body()["think"].clone())
        .collect();
    assert_eq!(thought, [json!(true), json!(false)]);
}

#[tokio::test]
async fn ollama_reads_the_whole_prompt() {
    let long = "x".repeat(90_000);
    let body = sent(Ollama, |asked| {
        asked.form = Form::Text;
        asked.user[0].text = long;
    })
    .await;
    assert_eq!(body["options"]["num_ctx"], 32_768);
    assert_eq!(body["truncate"], json!(false));
    assert_eq!(body.get("format"), None);
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    for kind in super::KINDS {
        let elsewhere = Server::start(vec![Play::Hang]).await;
        for status in [301, 302, 307, 308] {
            let away = Answer::json(status, &json!({})).with("location", &format!("{}/v1/messages", elsewhere.address));
            let server = Server::start(vec![Play::Answer(away)]).await;
            let failure = connected(kind, &server.address, SHORT)
                .call(&request("m"), &Cancel::new())
                .await
                .unwrap_err();
            assert_eq!(failure.kind, FailureKind::BadRequest, "{failure:?}");
        }
        assert!(elsewhere.heard().is_empty(), "{kind:?}");
    }
}
