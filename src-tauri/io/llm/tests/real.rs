//! The OpenAI-compatible provider against a real llama.cpp server: `make test-llama-server`.

use std::sync::Mutex;
use std::time::Duration;

use askwell_contract::model::{FailureKind, Form, Probe, ProviderKind};
use askwell_contract::ports::Cancel;
use serde_json::{json, Value};

use super::{provider, request};
use crate::llm::client::connect;
use crate::llm::discover::{list, probe};

fn address() -> String {
    std::env::var("ASKWELL_LLAMA_SERVER").expect("run `make test-llama-server`, which starts the server")
}

/// One after the other: the server has one place.
#[tokio::test]
#[ignore = "asks a real server; run by `make test-llama-server`"]
async fn real_llama_server() {
    let server = provider(ProviderKind::OpenAiCompatible, Some(address()));
    let call = connect(&server, None).unwrap();

    let models = list(&server, None).await.unwrap();
    assert_eq!(models.len(), 1, "{models:?}");
    assert_eq!((models[0].name.as_str(), models[0].context), ("small", Some(4_096)));

    let mut text = request("small");
    text.form = Form::Text;
    text.temperature = Some(0.0);
    text.system.truncate(1);
    text.user.truncate(1);
    text.user[0].text = "What is the capital of France? Answer in one short sentence.".into();
    text.max_tokens = 48;
    let reply = call.call(&text, &Cancel::new()).await.unwrap();
    assert!(reply.text.contains("Paris"), "{reply:?}");
    assert!(
        reply.usage.input + reply.usage.cached > 20 && reply.usage.output > 2,
        "{reply:?}"
    );

    let mut formed = request("small");
    formed.max_tokens = 300;
    formed.form = Form::Json {
        name: "answer".into(),
        schema: json!({"type": "object", "properties": {
            "table": {"enum": ["orders", "customers"]},
            "steps": {"type": "array", "items": {"type": "integer"}, "minItems": 1, "maxItems": 3}
        }, "required": ["table", "steps"], "additionalProperties": false}),
    };
    let value = call
        .call(&formed, &Cancel::new())
        .await
        .unwrap()
        .value
        .expect("of the form");
    assert!(
        ["orders", "customers"].contains(&value["table"].as_str().unwrap()),
        "{value}"
    );
    assert!(value["steps"].as_array().unwrap().iter().all(Value::is_i64), "{value}");

    let mut long = text.clone();
    long.user[0].text = "Write a very long story about the sea.".into();
    long.max_tokens = 3_500;
    let cancel = Cancel::new();
    let (stopped, ()) = tokio::join!(call.call(&long, &cancel), async {
        tokio::time::sleep(Duration::from_secs(1)).await;
        cancel.cancel();
    });
    assert_eq!(stopped.unwrap_err().kind, FailureKind::Cancelled);
    // The server's one place is free again: it would else be taken until the story is over.
    let next = tokio::time::timeout(Duration::from_secs(240), call.call(&text, &Cancel::new())).await;
    assert_eq!(next.expect("the server stopped too").unwrap().text, reply.text);

    let mut heavy = text.clone();
    heavy.user[0].text = "orders ".repeat(9_000);
    let failure = call.call(&heavy, &Cancel::new()).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::BadRequest, "{failure:?}");
    assert!(failure.message.contains("longer than"), "{failure:?}");

    let steps = Mutex::new(Vec::new());
    let on_probe = |step: Probe| steps.lock().unwrap().push(step);
    assert!(
        probe(&server, None, "small", &on_probe).await,
        "{:?}",
        steps.lock().unwrap()
    );
}
