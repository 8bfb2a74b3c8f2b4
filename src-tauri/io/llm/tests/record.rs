//! Recording cassettes from the real providers: `ASKWELL_RECORD=anthropic ASKWELL_RECORD_KEY=... cargo test -p
//! askwell-io -- --ignored record_cassettes`; `ASKWELL_RECORD_ADDRESS` for a server of one's own, `ASKWELL_RECORD_MODEL`
//! for another model than the cassette names, `ASKWELL_RECORD_ONLY` for the cassettes whose names hold this.

use askwell_contract::connect::Secret;
use askwell_contract::model::ProviderKind;
use askwell_contract::ports::Cancel;
use serde_json::Value;

use super::cassettes::{all, Expected, Origin};
use super::provider;
use super::server::{Answer, Play, Server};
use crate::llm::web::{client, Limits};
use crate::llm::{address, client::connect};

/// Sends on what comes in, byte for byte, and keeps what comes back.
async fn forward(kind: ProviderKind, base: Option<String>, path: &str, body: Value, key: &Secret) -> Answer {
    let real = provider(kind, base);
    let base = address::base(&real).unwrap();
    let mut send = client(&base, &Limits::of(kind))
        .unwrap()
        .post(base.join(path).unwrap())
        .json(&body);
    for (name, value) in crate::llm::client::headers(&real, Some(key)).unwrap() {
        send = send.header(name, value);
    }
    let response = send.send().await.unwrap();
    let status = response.status().as_u16();
    let kind = response
        .headers()
        .get("content-type")
        .map(|kind| kind.to_str().unwrap().to_string());
    Answer {
        status,
        headers: vec![("content-type".into(), kind.unwrap_or_default())],
        body: response.text().await.unwrap(),
    }
}

#[tokio::test]
#[ignore = "asks a real provider; see the head of this file"]
async fn record_cassettes() {
    let var = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let wanted = var("ASKWELL_RECORD").expect("ASKWELL_RECORD names the kind of the provider");
    let wanted: ProviderKind = serde_json::from_value(Value::String(wanted)).unwrap();
    let key = Secret::new(var("ASKWELL_RECORD_KEY").unwrap_or_default());
    let real = var("ASKWELL_RECORD_ADDRESS");
    let only = var("ASKWELL_RECORD_ONLY").unwrap_or_default();
    let mut recorded = 0;
    for (file, mut cassette) in all() {
        if cassette.kind != wanted || !file.to_string_lossy().contains(&only) {
            continue;
        }
        if let Some(model) = var("ASKWELL_RECORD_MODEL") {
            cassette.path = cassette.path.replace(&cassette.model, &model);
            cassette.model = model;
        }
        let request = cassette.ask();
        // Once to see what is sent, once to read what came back: the bytes in between are the provider's own.
        let silent = Server::start(vec![Play::Reset]).await;
        let _ = connect(&provider(wanted, Some(silent.address.clone())), Some(&key))
            .unwrap()
            .call(&request, &Cancel::new())
            .await;
        let sent = silent.heard()[0].clone();
        let version = address::base(&provider(wanted, Some(silent.address.clone())))
            .unwrap()
            .path()
            .to_string();
        let path = sent.path.strip_prefix(&version).unwrap().to_string();
        let answer = forward(wanted, real.clone(), &path, sent.body(), &key).await;
        assert!(!answer.body.contains(key.expose()) || key.is_empty());
        let playing = Server::start(vec![Play::Answer(answer.clone())]).await;
        let reply = connect(&provider(wanted, Some(playing.address.clone())), None)
            .unwrap()
            .call(&request, &Cancel::new())
            .await
            .unwrap_or_else(|failure| panic!("{}: {failure:?}", file.display()));
        cassette.origin = Origin::Recorded;
        cassette.of = format!(
            "recorded from {}",
            real.as_deref().unwrap_or("the provider's own address")
        );
        cassette.path = sent.path.clone();
        cassette.request = sent.body();
        cassette.status = answer.status;
        cassette.content_type = answer.headers[0].1.clone();
        cassette.body = serde_json::from_str(&answer.body).unwrap_or_else(|_| {
            let lines = answer.body.lines().filter(|line| !line.trim().is_empty());
            Value::Array(lines.map(|line| serde_json::from_str(line).unwrap()).collect())
        });
        cassette.reply = Expected {
            text: reply.text,
            value: reply.value,
            thinking: reply.thinking,
            usage: reply.usage,
        };
        std::fs::write(&file, serde_json::to_string_pretty(&cassette).unwrap() + "\n").unwrap();
        recorded += 1;
    }
    assert!(recorded > 0, "there is no cassette of that kind");
}
