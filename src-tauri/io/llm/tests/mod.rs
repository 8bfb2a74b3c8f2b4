//! Providers against servers of our own on this machine that speak their protocols as documented.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stderr)]

use std::sync::Arc;
use std::time::Duration;

use askwell_contract::connect::{Keep, Secret};
use askwell_contract::model::{Block, Failure, Form, ModelRef, Privacy, Provider, ProviderKind, Reply, Request};
use askwell_contract::ports::Cancel;
use serde_json::json;

use super::call::Call;
use super::client::connect_within;
use super::web::Limits;

pub mod cassettes;
mod choices;
mod cuts;
mod discovery;
mod failures;
mod hollow;
mod real;
mod record;
mod secure;
pub mod server;
mod windows;

pub const KEY: &str = "sk-planted-0123456789-key";

/// Those that are asked over the network.
pub const KINDS: [ProviderKind; 5] = [
    ProviderKind::Anthropic,
    ProviderKind::Gemini,
    ProviderKind::OpenAi,
    ProviderKind::OpenAiCompatible,
    ProviderKind::Ollama,
];

pub fn provider(kind: ProviderKind, address: Option<String>) -> Provider {
    Provider {
        id: "p".into(),
        kind,
        name: String::new(),
        address,
        keep: Keep::default(),
        has_key: false,
        per_minute: 60,
        at_once: 10,
    }
}

pub fn key() -> Secret {
    Secret::new(KEY)
}

/// The same call for every provider: two blocks for the system, two of the person, one of each marked.
pub fn request(model: &str) -> Request {
    let block = |text: &str, cache| Block {
        text: text.into(),
        cache,
    };
    Request {
        purpose: "generate".into(),
        prompt: "hash".into(),
        to: ModelRef {
            provider: "p".into(),
            model: model.into(),
        },
        system: vec![
            block("You write one SQL query.", false),
            block("Table orders(id, placed_on).", true),
        ],
        user: vec![
            block("Example: all orders.", true),
            block("How many orders are there?", false),
        ],
        form: Form::Json {
            name: "sql_answer".into(),
            schema: json!({
                "type": "object",
                "properties": {"sql": {"type": "string"}},
                "required": ["sql"],
                "additionalProperties": false
            }),
        },
        temperature: Some(0.25),
        thinking: None,
        max_tokens: 1_000,
        sample: 0,
        privacy: Privacy::Names,
        connection: "c".into(),
        run: None,
        offline: false,
        window: None,
    }
}

/// Limits that a test can wait for.
pub const SHORT: Limits = Limits {
    connect: Duration::from_secs(5),
    silence: Duration::from_millis(400),
    whole: Duration::from_secs(3),
    a_second: u32::MAX,
};

pub fn connected(kind: ProviderKind, address: &str, limits: Limits) -> Arc<dyn Call> {
    connect_within(&provider(kind, Some(address.to_string())), Some(&key()), limits).unwrap()
}

pub async fn ask(kind: ProviderKind, address: &str, request: &Request) -> Result<Reply, Failure> {
    connected(kind, address, Limits::of(kind))
        .call(request, &Cancel::new())
        .await
}
