//! Ollama, by its own interface. In: a request of ours. Out: a reply, read line by line as the model writes it.
//!
//! Asked without the client library, which passes on neither a schema (`format`) nor the length of the context
//! (`num_ctx`); without the latter Ollama cuts a long prompt in silence, and an answer about half of a schema would look
//! like one about all of it.
//! Deliberately absent: fetching models.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use askwell_contract::connect::Secret;
use askwell_contract::model::{Failure, FailureKind, Form, Provider, Reply, Request, Usage};
use askwell_contract::ports::Cancel;
use async_trait::async_trait;
use reqwest::{Client, Response, Url};
use serde_json::{json, Map, Value};

use super::ask::joined;
use super::hear::{self, Said};
use crate::llm::address;
use crate::llm::call::Call;
use crate::llm::fault::{self, Asked};
use crate::llm::web::{self, Limits};

/// The context is asked for in steps, so that a prompt a little longer than the last does not load the model anew.
const CONTEXT_STEP: u32 = 8_192;

pub struct Ollama {
    provider: Provider,
    key: Option<Secret>,
    base: Url,
    client: Client,
    limits: Limits,
    /// The model cannot think; it is asked without, as it would answer anyway.
    thoughtless: AtomicBool,
}

impl Ollama {
    pub fn new(provider: &Provider, key: Option<&Secret>, limits: Limits) -> Result<Self, Failure> {
        let base = address::base(provider)?;
        super::headers(provider, key)?;
        Ok(Self {
            provider: provider.clone(),
            key: key.cloned(),
            client: web::client(&base, &limits)?,
            base,
            limits,
            thoughtless: AtomicBool::new(false),
        })
    }

    async fn once(&self, request: &Request) -> Result<Reply, Failure> {
        let start = Instant::now();
        let asked = Asked {
            kind: self.provider.kind,
            who: address::name(&self.provider),
            model: &request.to.model,
            key: self.key.as_ref(),
        };
        let place = address::place(&self.base);
        let broken = |error: reqwest::Error| web::broken(asked.who, &place, &error);
        let thinking = request.thinking.is_some() && !self.thoughtless.load(Ordering::Relaxed);
        let url = self
            .base
            .join("api/chat")
            .map_err(|error| Failure::new(FailureKind::BadRequest, "The address cannot be used.").detail(error))?;
        let mut send = self.client.post(url).json(&body(request, thinking));
        for (name, value) in super::headers(&self.provider, self.key.as_ref())? {
            send = send.header(name, value);
        }
        let response = send.send().await.map_err(broken)?;
        let status = response.status();
        if !status.is_success() {
            let headers = response.headers().clone();
            let body = web::body(response).await.map_err(broken)?.unwrap_or_default();
            return Err(fault::refused(&asked, status.as_u16(), &headers, &body));
        }
        let said = listen(&asked, &place, response).await?;
        let mut reply = hear::finish(&asked, request, said)?;
        reply.ms = start.elapsed().as_secs_f64() * 1_000.0;
        Ok(reply)
    }
}

#[async_trait]
impl Call for Ollama {
    async fn call(&self, request: &Request, cancel: &Cancel) -> Result<Reply, Failure> {
        let work = async {
            let first = self.once(request).await;
            let cannot = |failure: &Failure| {
                let words = failure.detail.as_deref().unwrap_or_default();
                failure.kind == FailureKind::BadRequest && words.contains("does not support thinking")
            };
            match first {
                Err(failure) if cannot(&failure) && !self.thoughtless.swap(true, Ordering::Relaxed) => {
                    self.once(request).await
                }
                other => other,
            }
        };
        let tokens = request.max_tokens.saturating_add(request.thinking.unwrap_or(0));
        super::within(address::name(&self.provider), self.limits.whole(tokens), cancel, work).await
    }
}

fn body(request: &Request, thinking: bool) -> Value {
    let (system, user) = (joined(&request.system), joined(&request.user));
    let write = request.max_tokens.saturating_add(request.thinking.unwrap_or(0));
    // Three characters a token is on the safe side for the text of schemas.
    let read = u32::try_from((system.len() + user.len()) / 3).unwrap_or(u32::MAX);
    let needed = read.saturating_add(write).saturating_add(256);
    let context = needed.div_ceil(CONTEXT_STEP).saturating_mul(CONTEXT_STEP);
    // Not more than the model has, or than memory is for: a prompt that is longer than that was shortened to fit.
    let context = request.window.map_or(context, |window| context.min(window.max(needed)));
    let mut options = Map::from_iter([
        ("num_ctx".to_string(), json!(context)),
        ("num_predict".to_string(), json!(write)),
    ]);
    if let Some(temperature) = request.temperature.filter(|_| request.thinking.is_none()) {
        options.insert("temperature".into(), json!(temperature));
    }
    let mut messages = Vec::new();
    if !system.is_empty() {
        messages.push(json!({"role": "system", "content": system}));
    }
    messages.push(json!({"role": "user", "content": user}));
    let mut body = json!({
        "model": request.to.model,
        "messages": messages,
        "stream": true,
        "think": thinking,
        // A prompt that is too long is refused rather than cut (versions that do not know these leave them aside).
        "truncate": false,
        "shift": false,
        "options": options,
    });
    if let Form::Json { schema, .. } = &request.form {
        body["format"] = schema.clone();
    }
    body
}

/// A line of JSON for every few tokens; the last one says that it is the last.
async fn listen(asked: &Asked<'_>, place: &str, mut response: Response) -> Result<Said, Failure> {
    let headers = response.headers().clone();
    let kind = headers
        .get("content-type")
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    if kind.starts_with("text/html") {
        let body = web::body(response).await.ok().flatten().unwrap_or_default();
        return Err(fault::unreadable(asked, &format!("it is {kind}"), &body));
    }
    let mut said = Said {
        text: String::new(),
        tool: None,
        thinking: None,
        cut: false,
        usage: Usage::default(),
    };
    let mut rest: Vec<u8> = Vec::new();
    let mut read = 0;
    loop {
        let chunk = response
            .chunk()
            .await
            .map_err(|error| web::broken(asked.who, place, &error))?;
        let ended = chunk.is_none();
        read += chunk.as_ref().map_or(0, |chunk| chunk.len());
        if read > web::MOST_BYTES {
            return Err(fault::endless(asked));
        }
        rest.extend_from_slice(chunk.as_deref().unwrap_or_default());
        if ended {
            rest.push(b'\n');
        }
        while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = rest.drain(..=end).collect();
            let line = String::from_utf8_lossy(&line);
            if line.trim().is_empty() {
                continue;
            }
            let Ok(value) = serde_json::from_str::<Value>(&line) else {
                if ended {
                    return Err(broke_off(asked, &line));
                }
                return Err(fault::unreadable(asked, "a line of it is no JSON", &line));
            };
            if let Some(failure) = fault::hidden(asked, &headers, &value) {
                return Err(failure);
            }
            if take(&mut said, &value) {
                return Ok(said);
            }
        }
        if ended {
            return Err(broke_off(asked, &said.text));
        }
    }
}

fn broke_off(asked: &Asked<'_>, heard: &str) -> Failure {
    Failure::new(FailureKind::Network, format!("The answer of {} broke off.", asked.who))
        .hint("Try again. The server's log may say why.")
        .detail(fault::detail(asked.key, heard))
}

/// Adds a line to what was said; true: it is the last.
fn take(said: &mut Said, line: &Value) -> bool {
    let part = |name: &str| {
        line.pointer(&format!("/message/{name}"))
            .and_then(Value::as_str)
            .unwrap_or_default()
    };
    said.text.push_str(part("content"));
    let thought = part("thinking");
    if !thought.is_empty() {
        said.thinking.get_or_insert_default().push_str(thought);
    }
    if line.get("done").and_then(Value::as_bool) != Some(true) {
        return false;
    }
    let count = |name: &str| {
        let count = line.get(name).and_then(Value::as_u64).unwrap_or(0);
        u32::try_from(count).unwrap_or(u32::MAX)
    };
    let cached = count("prompt_eval_cached_count");
    said.usage = Usage {
        input: count("prompt_eval_count").saturating_sub(cached),
        cached,
        written: 0,
        output: count("eval_count"),
    };
    said.cut = line.get("done_reason").and_then(Value::as_str) == Some("length");
    true
}
