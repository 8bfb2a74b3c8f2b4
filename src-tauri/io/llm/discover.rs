//! Finding out about a provider. In: a provider as the person set it up, and its key. Out: which models it offers, and,
//! step by step, whether it works and what is wrong where it does not.
//!
//! Deliberately absent: anything of the person's databases; what a probe sends is fixed text.

use std::time::Duration;

use askwell_contract::connect::Secret;
use askwell_contract::model::{
    Block, Failure, FailureKind, Form, ModelInfo, ModelRef, Privacy, Probe, ProbeKind, Provider, ProviderKind, Request,
};
use askwell_contract::ports::Cancel;
use serde_json::{json, Value};

use super::call::Call;
use super::fault::{self, Asked};
use super::web::{self, Limits};
use super::{able, address, client, local};

/// A list is short and at hand; nothing is thought out for it.
const LIST: Limits = Limits {
    connect: Duration::from_secs(10),
    silence: Duration::from_secs(20),
    whole: Duration::from_secs(30),
    a_second: 1,
};

/// Pages of a list that are read at most; each holds up to a thousand models.
const PAGES: usize = 10;

/// Which models a provider offers, sorted by name.
pub async fn list(provider: &Provider, key: Option<&Secret>) -> Result<Vec<ModelInfo>, Failure> {
    list_within(provider, key, LIST).await
}

pub(super) async fn list_within(
    provider: &Provider,
    key: Option<&Secret>,
    limits: Limits,
) -> Result<Vec<ModelInfo>, Failure> {
    if provider.kind == ProviderKind::Gguf {
        let path = provider.address.clone().unwrap_or_default();
        let name = std::path::Path::new(&path)
            .file_stem()
            .map(|name| name.to_string_lossy().into_owned());
        return Ok(vec![ModelInfo {
            context: able::file(&path).map(|able| able.window.tokens),
            name: name.unwrap_or(path),
            label: None,
            price: None,
        }]);
    }
    let cancel = Cancel::new();
    client::within(
        address::name(provider),
        limits.whole,
        &cancel,
        pages(provider, key, limits),
    )
    .await
}

async fn pages(provider: &Provider, key: Option<&Secret>, limits: Limits) -> Result<Vec<ModelInfo>, Failure> {
    let mut models = Vec::new();
    let mut after: Option<String> = None;
    for _ in 0..PAGES {
        let (path, query) = match provider.kind {
            ProviderKind::Anthropic => ("models", vec![("limit", "1000".to_string())]),
            ProviderKind::Gemini => ("models", vec![("pageSize", "1000".to_string())]),
            ProviderKind::Ollama => ("api/tags", Vec::new()),
            _ => ("models", Vec::new()),
        };
        let next = match provider.kind {
            ProviderKind::Gemini => "pageToken",
            _ => "after_id",
        };
        let query = query.into_iter().chain(after.take().map(|at| (next, at)));
        let body = get(provider, key, limits, path, query.collect()).await?;
        let Some(found) = read(provider.kind, &body) else {
            return Err(fault::unreadable(
                &asked(provider, key, ""),
                "it is no list of models",
                &body.to_string(),
            ));
        };
        models.extend(found);
        after = match provider.kind {
            ProviderKind::Anthropic if body.get("has_more").and_then(Value::as_bool) == Some(true) => {
                body.get("last_id")
            }
            ProviderKind::Gemini => body.get("nextPageToken"),
            _ => None,
        }
        .and_then(Value::as_str)
        .filter(|at| !at.is_empty())
        .map(str::to_owned);
        if after.is_none() {
            break;
        }
    }
    models.sort_by(|a, b| a.name.cmp(&b.name));
    models.dedup_by(|a, b| a.name == b.name);
    Ok(models)
}

fn asked<'a>(provider: &'a Provider, key: Option<&'a Secret>, model: &'a str) -> Asked<'a> {
    Asked {
        kind: provider.kind,
        who: address::name(provider),
        model,
        key,
    }
}

pub(super) async fn get(
    provider: &Provider,
    key: Option<&Secret>,
    limits: Limits,
    path: &str,
    query: Vec<(&str, String)>,
) -> Result<Value, Failure> {
    let url = |base: &reqwest::Url| {
        let mut url = base.join(path).ok()?;
        if !query.is_empty() {
            url.query_pairs_mut().extend_pairs(&query);
        }
        Some(url)
    };
    talk(provider, key, limits, url, |client, url| client.get(url)).await
}

/// The same of what is asked for with a text.
pub(super) async fn post(
    provider: &Provider,
    key: Option<&Secret>,
    limits: Limits,
    path: &str,
    body: &Value,
) -> Result<Value, Failure> {
    let url = |base: &reqwest::Url| base.join(path).ok();
    talk(provider, key, limits, url, |client, url| client.post(url).json(body)).await
}

async fn talk(
    provider: &Provider,
    key: Option<&Secret>,
    limits: Limits,
    url: impl FnOnce(&reqwest::Url) -> Option<reqwest::Url>,
    send: impl FnOnce(reqwest::Client, reqwest::Url) -> reqwest::RequestBuilder,
) -> Result<Value, Failure> {
    let asked = asked(provider, key, "");
    let base = address::base(provider)?;
    let place = address::place(&base);
    let url = url(&base).ok_or_else(|| Failure::new(FailureKind::BadRequest, "The address cannot be used."))?;
    let mut send = send(web::client(&base, &limits)?, url);
    for (name, value) in client::headers(provider, key)? {
        send = send.header(name, value);
    }
    let broken = |error: reqwest::Error| web::broken(asked.who, &place, &error);
    let response = send.send().await.map_err(broken)?;
    let status = response.status();
    let headers = response.headers().clone();
    let body = web::body(response).await.map_err(broken)?;
    let body = body.ok_or_else(|| fault::endless(&asked))?;
    if !status.is_success() {
        return Err(fault::refused(&asked, status.as_u16(), &headers, &body));
    }
    let value: Value = serde_json::from_str(&body).map_err(|_| fault::unreadable(&asked, "it is no JSON", &body))?;
    match fault::hidden(&asked, &headers, &value) {
        Some(failure) => Err(failure),
        None => Ok(value),
    }
}

/// The models of a list, in the form that each documents; `None`: it is no such list.
pub(super) fn read(kind: ProviderKind, body: &Value) -> Option<Vec<ModelInfo>> {
    let entries = match kind {
        ProviderKind::Gemini | ProviderKind::Ollama => body.get("models"),
        // Some gateways send the bare list.
        _ => body.get("data").or(Some(body).filter(|body| body.is_array())),
    };
    let text = |entry: &Value, name: &str| entry.get(name).and_then(Value::as_str).map(str::to_owned);
    let number = |entry: &Value, name: &str| {
        let number = entry
            .get(name)
            .or_else(|| entry.pointer(&format!("/meta/{name}")))?
            .as_u64()?;
        u32::try_from(number).ok()
    };
    let mut models = Vec::new();
    for entry in entries?.as_array()? {
        let chats = |entry: &Value| {
            let methods = entry.get("supportedGenerationMethods").and_then(Value::as_array);
            methods.is_none_or(|methods| methods.iter().any(|method| method == "generateContent"))
        };
        if !chats(entry) {
            continue;
        }
        let name = match kind {
            ProviderKind::Ollama => text(entry, "model").or_else(|| text(entry, "name")),
            ProviderKind::Gemini => text(entry, "name").map(|name| name.trim_start_matches("models/").to_string()),
            _ => text(entry, "id"),
        };
        models.push(ModelInfo {
            name: name?,
            label: text(entry, "display_name").or_else(|| text(entry, "displayName")),
            context: [
                "inputTokenLimit",
                "max_input_tokens",
                "max_model_len",
                "context_length",
                "n_ctx",
                "n_ctx_train",
            ]
            .iter()
            .find_map(|name| number(entry, name)),
            price: None,
        });
    }
    Some(models)
}

/// Tries a provider step by step and ends at the first that fails; true: all passed.
pub async fn probe(
    provider: &Provider,
    key: Option<&Secret>,
    model: &str,
    on_probe: &(dyn Fn(Probe) + Send + Sync),
) -> bool {
    match client::connect(provider, key) {
        Ok(call) => probe_through(call.as_ref(), provider, key, model, on_probe).await,
        Err(failure) => {
            on_probe(failed(ProbeKind::Reach, failure));
            false
        }
    }
}

/// The same, where the two calls of the last steps go through `call`: the ledger's door, for one.
pub async fn probe_through(
    call: &dyn Call,
    provider: &Provider,
    key: Option<&Secret>,
    model: &str,
    on_probe: &(dyn Fn(Probe) + Send + Sync),
) -> bool {
    let passed = async {
        reach(provider, key, model, on_probe).await?;
        let said = ask(call, provider, model, Form::Text)
            .await
            .map_err(|f| (ProbeKind::Text, f))?;
        on_probe(found(ProbeKind::Text, said));
        let said = ask(call, provider, model, form())
            .await
            .map_err(|f| (ProbeKind::Form, f))?;
        on_probe(found(ProbeKind::Form, said));
        Ok::<(), (ProbeKind, Failure)>(())
    };
    match passed.await {
        Ok(()) => true,
        Err((kind, failure)) => {
            on_probe(failed(kind, failure));
            false
        }
    }
}

fn found(kind: ProbeKind, found: impl Into<String>) -> Probe {
    Probe {
        kind,
        found: Some(found.into()),
        failure: None,
    }
}

fn failed(kind: ProbeKind, failure: Failure) -> Probe {
    Probe {
        kind,
        found: None,
        failure: Some(failure),
    }
}

/// The steps that need no model to answer.
async fn reach(
    provider: &Provider,
    key: Option<&Secret>,
    model: &str,
    on_probe: &(dyn Fn(Probe) + Send + Sync),
) -> Result<(), (ProbeKind, Failure)> {
    if provider.kind == ProviderKind::Gguf {
        let words = local::look(provider).map_err(|failure| (ProbeKind::Reach, failure))?;
        on_probe(found(ProbeKind::Reach, words));
        on_probe(found(ProbeKind::Key, "None is needed."));
        on_probe(found(ProbeKind::Model, "The file is the model."));
        return Ok(());
    }
    let listed = list(provider, key).await;
    // Whoever refuses a key or a list was reached.
    let answered = match &listed {
        Ok(_) => true,
        Err(failure) => matches!(
            failure.kind,
            FailureKind::Key | FailureKind::Credit | FailureKind::Region | FailureKind::RateLimited
        ),
    };
    // A gateway may offer no list and answer calls all the same.
    let unlisted = provider.kind == ProviderKind::OpenAiCompatible
        && matches!(&listed, Err(failure) if failure.kind == FailureKind::BadRequest);
    let place = client::destination(provider).0;
    let models = match listed {
        Ok(models) => Some(models),
        Err(failure) if answered => {
            on_probe(found(ProbeKind::Reach, format!("{place} answers.")));
            return Err((ProbeKind::Key, failure));
        }
        Err(_) if unlisted => None,
        Err(failure) => return Err((ProbeKind::Reach, failure)),
    };
    on_probe(found(ProbeKind::Reach, format!("{place} answers.")));
    let has_key = key.is_some_and(|key| !key.is_empty());
    on_probe(found(
        ProbeKind::Key,
        if has_key {
            "The key is accepted."
        } else {
            "None is needed."
        },
    ));
    let known = offered(provider, key, model, models.as_deref())
        .await
        .map_err(|f| (ProbeKind::Model, f))?;
    on_probe(found(ProbeKind::Model, known));
    Ok(())
}

/// Whether the model is there: in the list, or, for names that stand for another, by asking for it alone.
async fn offered(
    provider: &Provider,
    key: Option<&Secret>,
    model: &str,
    models: Option<&[ModelInfo]>,
) -> Result<String, Failure> {
    let Some(models) = models else {
        return Ok("The server has no list of models; this one is tried.".into());
    };
    let bare = model.strip_prefix("models/").unwrap_or(model);
    let listed = |name: &str| models.iter().any(|info| info.name == name);
    if listed(bare) || (provider.kind == ProviderKind::Ollama && listed(&format!("{bare}:latest"))) {
        return Ok(format!("It is one of {} models.", models.len()));
    }
    match provider.kind {
        ProviderKind::Anthropic | ProviderKind::Gemini | ProviderKind::OpenAi => {
            let one = get(provider, key, LIST, &format!("models/{bare}"), Vec::new()).await;
            match one {
                Ok(_) => Ok("It is offered under this name.".into()),
                Err(failure) if matches!(failure.kind, FailureKind::BadRequest | FailureKind::UnknownModel) => {
                    Err(fault::no_such_model(&asked(provider, key, model)))
                }
                Err(failure) => Err(failure),
            }
        }
        // Servers of one model answer to any name.
        ProviderKind::OpenAiCompatible => Ok("It is not in the server's list; it is tried all the same.".into()),
        _ => Err(fault::no_such_model(&asked(provider, key, model))),
    }
}

fn form() -> Form {
    Form::Json {
        name: "answer".into(),
        schema: json!({
            "type": "object",
            "properties": {"word": {"type": "string"}},
            "required": ["word"],
            "additionalProperties": false
        }),
    }
}

async fn ask(call: &dyn Call, provider: &Provider, model: &str, form: Form) -> Result<String, Failure> {
    let formed = form != Form::Text;
    let say = if formed {
        "Answer with a JSON object of one field, \"word\", whose value is \"ready\"."
    } else {
        "Answer with the one word: ready"
    };
    let request = Request {
        purpose: "probe".into(),
        prompt: String::new(),
        to: ModelRef {
            provider: provider.id.clone(),
            model: model.into(),
        },
        system: Vec::new(),
        user: vec![Block {
            text: say.into(),
            cache: false,
        }],
        form,
        temperature: Some(0.0),
        thinking: None,
        // Models that think unasked need some room before the word.
        max_tokens: 256,
        sample: 0,
        privacy: Privacy::Nothing,
        connection: String::new(),
        run: None,
        offline: false,
        window: None,
    };
    let reply = call.call(&request, &Cancel::new()).await?;
    let time = format!("{:.1} s", reply.ms / 1_000.0);
    if !formed {
        let mut words: String = reply.text.trim().chars().take(40).collect();
        if words.len() < reply.text.trim().len() {
            words.push('…');
        }
        return Ok(format!("It said \"{words}\" ({time})."));
    }
    match reply.value {
        Some(value) if value.get("word").is_some_and(Value::is_string) => {
            Ok(format!("It kept to the form asked for ({time})."))
        }
        _ => Err(Failure::new(
            FailureKind::BadReply,
            format!("{model} does not keep to a form that is asked for."),
        )
        .hint("Its answers are read as far as they can be, and many will be of no use. A larger model keeps to forms.")
        .detail(reply.text)),
    }
}
