//! Every cassette: the request it expects is sent, field by field, and its answer is read as it should be.

use std::collections::BTreeMap;
use std::path::PathBuf;

use askwell_contract::model::{Form, ProviderKind, Request, Usage};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::server::{Answer, Play, Server};
use super::{ask, request};

/// A call as it goes over the network, and what is made of it.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Cassette {
    pub origin: Origin,
    /// The documented format that it was written after, or when it was recorded.
    pub of: String,
    pub kind: ProviderKind,
    pub model: String,
    /// Asks for text in place of an object.
    #[serde(default)]
    pub text: bool,
    #[serde(default)]
    pub thinking: Option<u32>,
    /// With the base of the address, as the provider has it.
    pub path: String,
    /// Those that matter.
    pub headers: BTreeMap<String, String>,
    pub request: Value,
    pub status: u16,
    pub content_type: String,
    pub body: Value,
    pub reply: Expected,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    Recorded,
    Transcribed,
}

#[derive(Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Expected {
    pub text: String,
    pub value: Option<Value>,
    pub thinking: Option<String>,
    pub usage: Usage,
}

pub fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("llm/tests/cassettes")
}

pub fn all() -> Vec<(PathBuf, Cassette)> {
    let mut paths: Vec<_> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap();
        let cassette = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        (path, cassette)
    };
    paths.into_iter().map(read).collect()
}

impl Cassette {
    pub fn ask(&self) -> Request {
        let mut request = request(&self.model);
        request.thinking = self.thinking;
        if self.text {
            request.form = Form::Text;
        }
        request
    }

    /// Lines are sent as lines; everything else as JSON.
    pub fn answer(&self) -> Answer {
        let body = match &self.body {
            Value::Array(lines) => lines.iter().map(|line| format!("{line}\n")).collect(),
            body => body.to_string(),
        };
        Answer {
            status: self.status,
            headers: vec![("content-type".into(), self.content_type.clone())],
            body,
        }
    }
}

#[tokio::test]
async fn requests_are_as_documented_and_replies_are_understood() {
    let all = all();
    for kind in super::KINDS {
        assert!(
            all.iter().any(|(_, cassette)| cassette.kind == kind),
            "no cassette of {kind:?}"
        );
    }
    for (path, cassette) in all {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let server = Server::start(vec![Play::Answer(cassette.answer())]).await;
        let reply = ask(cassette.kind, &server.address, &cassette.ask())
            .await
            .unwrap_or_else(|failure| panic!("{name}: {failure:?}"));

        let heard = server.heard();
        assert_eq!(heard.len(), 1, "{name}");
        let heard = &heard[0];
        assert_eq!(heard.method, "POST", "{name}");
        assert_eq!(heard.path, cassette.path, "{name}");
        for (header, value) in &cassette.headers {
            assert_eq!(heard.headers.get(header), Some(value), "{name}: {header}");
        }
        assert_eq!(heard.headers["content-type"], "application/json", "{name}");
        assert!(
            !heard.path.contains(super::KEY) && !heard.text.contains(super::KEY),
            "{name}"
        );
        let sent = heard.body();
        assert_eq!(sent, cassette.request, "{name}: sent {sent:#}");

        let got = Expected {
            text: reply.text,
            value: reply.value,
            thinking: reply.thinking,
            usage: reply.usage,
        };
        assert_eq!(got, cassette.reply, "{name}");
        assert!(reply.ms > 0.0 && reply.cost.is_none() && !reply.cached, "{name}");
    }
}

/// How the keys of providers begin.
const BEGINNINGS: [&str; 6] = ["sk-", "AIza", "gsk_", "xai-", "hf_", "ya29."];

#[test]
fn a_cassette_holds_no_key_but_the_planted_one() {
    for (path, cassette) in all() {
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(
            text.contains(super::KEY),
            !cassette.headers.is_empty(),
            "{}: what is sent with a key is asserted",
            path.display()
        );
        let rest = text.replace(super::KEY, "");
        for beginning in BEGINNINGS {
            let begins = |(at, _): (usize, &str)| !rest[..at].ends_with(|c: char| c.is_alphanumeric());
            let found = rest.match_indices(beginning).find(|hit| begins(*hit));
            assert!(found.is_none(), "{} holds a key: {found:?}", path.display());
        }
        let [authorised, x_api] = ["authorization", "x-api-key"].map(|name| cassette.headers.get(name));
        let planted = |value: &&String| value.trim_start_matches("Bearer ") == super::KEY;
        assert!(authorised.iter().chain(&x_api).all(planted), "{}", path.display());
    }
}
