//! Providers that are asked over the network. In: a provider as the person set it up, and its key. Out: what answers a
//! call ([`Call`]).
//!
//! The client library makes the requests and reads the replies of Anthropic, Gemini, OpenAI and what speaks like it;
//! Ollama is asked directly ([`ollama`]), because the library cannot pass it a schema or the length of its context.
//! A reply is not streamed but for Ollama's: what comes back is read whole by the engine, and a refusal in the middle
//! of a stream would hide behind a status of success.
//! Deliberately absent: everything that stands in front of a call (the ledger, retries, limits), and any decision about
//! what is sent.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::time::Instant;

use askwell_contract::connect::Secret;
use askwell_contract::model::{Failure, FailureKind, Form, Provider, ProviderKind, Reply, Request};
use askwell_contract::ports::Cancel;
use async_trait::async_trait;
use genai::resolver::{AuthData, Endpoint};
use genai::webc;
use genai::{Client, Headers, ModelIden, ServiceTarget};
use reqwest::header::{HeaderMap, HeaderValue};
use reqwest::Url;

use super::call::Call;
use super::fault::{self, Asked};
use super::web::{self, Limits};
use super::{address, local};

mod ask;
pub(super) mod hear;
pub(super) mod ollama;

pub use super::address::destination;
#[cfg(feature = "local-llm")]
pub(super) use ask::joined;

/// What answers this provider's calls. Opens no connection yet.
pub fn connect(provider: &Provider, key: Option<&Secret>) -> Result<Arc<dyn Call>, Failure> {
    connect_within(provider, key, Limits::of(provider.kind))
}

/// The same with limits of one's own.
pub fn connect_within(provider: &Provider, key: Option<&Secret>, limits: Limits) -> Result<Arc<dyn Call>, Failure> {
    match provider.kind {
        ProviderKind::Gguf => local::open(provider),
        ProviderKind::Ollama => Ok(Arc::new(ollama::Ollama::new(provider, key, limits)?)),
        _ => Ok(Arc::new(Remote::new(provider, key, limits)?)),
    }
}

/// The headers that carry the key, and the version of the interface where it is asked for; a key is in no address.
pub(super) fn headers(provider: &Provider, key: Option<&Secret>) -> Result<Vec<(&'static str, String)>, Failure> {
    let mut headers = Vec::new();
    if provider.kind == ProviderKind::Anthropic {
        headers.push(("anthropic-version", "2023-06-01".to_string()));
    }
    let Some(key) = key.map(|key| key.expose().trim()).filter(|key| !key.is_empty()) else {
        return Ok(headers);
    };
    if HeaderValue::from_str(key).is_err() {
        return Err(Failure::new(
            FailureKind::Key,
            format!(
                "The key of {} holds characters that no key has.",
                address::name(provider)
            ),
        )
        .hint("Copy it again, without line breaks and what stands around it."));
    }
    headers.push(match provider.kind {
        ProviderKind::Anthropic => ("x-api-key", key.to_string()),
        ProviderKind::Gemini => ("x-goog-api-key", key.to_string()),
        _ => ("authorization", format!("Bearer {key}")),
    });
    Ok(headers)
}

struct Remote {
    provider: Provider,
    key: Option<Secret>,
    base: Url,
    client: Client,
    limits: Limits,
    /// The server said that it cannot be held to a form; it is then asked without, and read leniently.
    formless: AtomicBool,
}

impl Remote {
    fn new(provider: &Provider, key: Option<&Secret>, limits: Limits) -> Result<Self, Failure> {
        let base = address::base(provider)?;
        headers(provider, key)?;
        let web = web::client(&base, &limits)?;
        let client = Client::builder().with_reqwest(web).build().map_err(|error| {
            Failure::new(FailureKind::BadRequest, "The client of model providers cannot be made.").detail(error)
        })?;
        Ok(Self {
            provider: provider.clone(),
            key: key.cloned(),
            base,
            client,
            limits,
            formless: AtomicBool::new(false),
        })
    }

    fn asked<'a>(&'a self, model: &'a str) -> Asked<'a> {
        Asked {
            kind: self.provider.kind,
            who: address::name(&self.provider),
            model,
            key: self.key.as_ref(),
        }
    }

    async fn once(&self, request: &Request) -> Result<Reply, Failure> {
        let start = Instant::now();
        let asked = self.asked(&request.to.model);
        let formless = self.formless.load(Ordering::Relaxed);
        let ask::Ask {
            adapter,
            chat,
            options,
            path,
        } = ask::ask(self.provider.kind, request, formless);
        let url = self.base.join(&path).map_err(|error| {
            Failure::new(
                FailureKind::UnknownModel,
                format!("\"{}\" cannot be the name of a model.", asked.model),
            )
            .detail(error)
        })?;
        let target = ServiceTarget {
            endpoint: Endpoint::from_owned(self.base.as_str()),
            // Address and headers are ours, so that a server without a key gets no empty one, and no name of a model is
            // read as more than a name.
            auth: AuthData::RequestOverride {
                url: url.to_string(),
                headers: Headers::from(headers(&self.provider, self.key.as_ref())?),
            },
            model: ModelIden::new(adapter, asked.model),
        };
        let response = self
            .client
            .exec_chat(target, chat, Some(&options))
            .await
            .map_err(|error| self.failed(&asked, error))?;
        let mut reply = hear::hear(&asked, request, response)?;
        reply.ms = start.elapsed().as_secs_f64() * 1_000.0;
        Ok(reply)
    }

    fn failed(&self, asked: &Asked<'_>, error: genai::Error) -> Failure {
        use genai::Error as E;
        let cause = match error {
            E::WebModelCall { webc_error, .. } | E::WebAdapterCall { webc_error, .. } => webc_error,
            E::ChatResponseGeneration {
                response_body, cause, ..
            } => {
                return fault::hidden(asked, &HeaderMap::new(), &response_body)
                    .or_else(|| hear::declined(asked, &response_body))
                    .unwrap_or_else(|| {
                        fault::unreadable(asked, "it lacks what such an answer holds", &response_body.to_string())
                            .detail(fault::detail(asked.key, &format!("{cause}\n{response_body}")))
                    });
            }
            other => {
                return Failure::new(FailureKind::BadRequest, format!("{} could not be asked.", asked.who))
                    .detail(fault::detail(asked.key, &other.to_string()));
            }
        };
        match cause {
            webc::Error::ResponseFailedStatus { status, body, headers } => {
                fault::refused(asked, status.as_u16(), &headers, &body)
            }
            webc::Error::ResponseFailedNotJson { content_type, body } => {
                let what = if content_type.is_empty() {
                    "text of no named kind"
                } else {
                    content_type.as_str()
                };
                fault::unreadable(asked, &format!("it is {what}"), &body)
            }
            webc::Error::ResponseFailedInvalidJson { body, cause } => {
                if cause.contains("EOF while parsing") {
                    return Failure::new(FailureKind::Network, format!("The answer of {} broke off.", asked.who))
                        .hint("The connection was lost on the way. Try again.")
                        .detail(fault::detail(asked.key, &body));
                }
                fault::unreadable(asked, "it is not the JSON it says it is", &body)
            }
            webc::Error::Reqwest(error) => web::broken(asked.who, &address::place(&self.base), &error),
            other => fault::unreadable(asked, "it lacks what such an answer holds", &other.to_string()),
        }
    }
}

#[async_trait]
impl Call for Remote {
    async fn call(&self, request: &Request, cancel: &Cancel) -> Result<Reply, Failure> {
        let work = async {
            let first = self.once(request).await;
            match first {
                Err(failure) if self.takes_no_form(request, &failure) => {
                    self.formless.store(true, Ordering::Relaxed);
                    self.once(request).await
                }
                other => other,
            }
        };
        let tokens = request.max_tokens.saturating_add(request.thinking.unwrap_or(0));
        within(address::name(&self.provider), self.limits.whole(tokens), cancel, work).await
    }
}

impl Remote {
    /// Servers of this kind differ; some refuse a schema that others are held to.
    fn takes_no_form(&self, request: &Request, failure: &Failure) -> bool {
        let words = failure.detail.as_deref().unwrap_or_default().to_lowercase();
        self.provider.kind == ProviderKind::OpenAiCompatible
            && failure.kind == FailureKind::BadRequest
            && request.form != Form::Text
            && !self.formless.load(Ordering::Relaxed)
            && ["response_format", "json_schema", "response format", "grammar"]
                .iter()
                .any(|part| words.contains(part))
    }
}

/// Ends at once when it is cancelled, and at the latest when the time is up; what was under way is dropped, and with it
/// its connection.
pub(super) async fn within<T>(
    who: &str,
    limit: std::time::Duration,
    cancel: &Cancel,
    work: impl std::future::Future<Output = Result<T, Failure>>,
) -> Result<T, Failure> {
    tokio::select! {
        biased;
        () = cancel.cancelled() => Err(web::stopped()),
        done = tokio::time::timeout(limit, work) => done.unwrap_or_else(|_| Err(web::slow(who, limit))),
    }
}
