//! What a model can take in, and what it can be held to. In: a provider, a model's name. Out: [`Abilities`], by the model's
//! file, by the server that runs it, or by its maker's word.
//!
//! A server that does not know is no failure, and none is waited for longer than a moment.
//! What was found is kept, and holds for as long as nobody says otherwise.

use std::collections::BTreeMap;
use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use askwell_contract::connect::Secret;
use askwell_contract::model::{Abilities, Provider, ProviderKind, Window, WindowFrom};
use askwell_contract::ports::Workspace;
use serde_json::{json, Value};

use super::gguf::{self, Facts};
use super::web::Limits;
use super::{address, discover};

/// A call waits for this before it is made.
const GLANCE: Limits = Limits {
    connect: Duration::from_millis(800),
    silence: Duration::from_millis(1_500),
    whole: Duration::from_secs(2),
    a_second: 1,
};

/// A model on a desk is never given more: what it keeps of a prompt takes memory for each token, and a processor reads
/// some hundred tokens a second.
const MOST: u64 = 32_768;
/// Bytes for what a model keeps of a prompt, beside the model itself.
const MEMORY: u64 = 2 << 30;
/// What is always asked for, whatever memory it takes: with less there is no room for a schema.
const LEAST: u64 = 4_096;
/// What LM Studio gives a model that it loads when it is asked, unless the person set something else.
const UNLOADED: u64 = 4_096;

/// A server may be started anew with another window; until then it is asked once in so many milliseconds.
const FRESH: u64 = 60_000;
/// Where it is kept: beside the settings of models.
const ROOM: &str = "models";
const KEY: &str = "abilities";

/// What was found of each model, by its provider's address and its name, and when.
#[derive(Default)]
pub struct Known(Mutex<Option<BTreeMap<String, (u64, Abilities)>>>);

impl Known {
    /// `open`: whether a socket may be opened.
    pub async fn of<F: Future<Output = Option<Abilities>>>(
        &self,
        workspace: &Arc<dyn Workspace>,
        now: u64,
        provider: &Provider,
        model: &str,
        open: bool,
        ask: impl FnOnce() -> F,
    ) -> Abilities {
        let name = format!(
            "{} {} {model}",
            provider.id,
            provider.address.as_deref().unwrap_or_default()
        );
        self.read(workspace).await;
        let known = self.with(|known| known.get(&name).copied());
        if let Some((at, able)) = known {
            if !open || now.abs_diff(at) < FRESH {
                return able;
            }
        }
        let found = match open {
            true => ask().await,
            false => None,
        };
        let Some(able) = found else {
            return known.map_or(Abilities::ASSUMED, |(_, able)| able);
        };
        let changed = known.is_none_or(|(_, before)| before != able);
        let all = self.with(|known| {
            known.insert(name, (now, able));
            serde_json::to_vec(known)
        });
        if let (true, Ok(bytes)) = (changed, all) {
            let workspace = workspace.clone();
            // What cannot be kept is asked for again.
            let _ = tokio::task::spawn_blocking(move || workspace.save(ROOM, KEY, &bytes)).await;
        }
        able
    }

    /// What an earlier run of the program kept, once.
    async fn read(&self, workspace: &Arc<dyn Workspace>) {
        if self.0.lock().unwrap_or_else(PoisonError::into_inner).is_some() {
            return;
        }
        let workspace = workspace.clone();
        let bytes = tokio::task::spawn_blocking(move || workspace.load(ROOM, KEY)).await;
        let bytes = bytes.ok().and_then(Result::ok).flatten();
        let kept: Option<BTreeMap<String, (u64, Abilities)>> = bytes.and_then(|b| serde_json::from_slice(&b).ok());
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get_or_insert_with(|| {
            // Kept, and to be asked about again.
            let old = kept.unwrap_or_default().into_iter();
            old.map(|(name, (_, able))| (name, (0, able))).collect()
        });
    }

    fn with<T>(&self, work: impl FnOnce(&mut BTreeMap<String, (u64, Abilities)>) -> T) -> T {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        work(known.get_or_insert_default())
    }
}

/// `None`: nobody says.
pub async fn find(provider: &Provider, key: Option<&Secret>, model: &str) -> Option<Abilities> {
    match provider.kind {
        ProviderKind::Gguf => {
            let path = provider.address.clone()?;
            let read = move || file(&path);
            tokio::task::spawn_blocking(read).await.ok()?
        }
        ProviderKind::Ollama => ollama(provider, key, model).await,
        ProviderKind::OpenAiCompatible => server(provider, key, model).await,
        ProviderKind::Anthropic | ProviderKind::Gemini | ProviderKind::OpenAi => made(provider.kind, model),
    }
}

fn of(tokens: u64, from: WindowFrom, grammar: bool) -> Abilities {
    Abilities {
        window: Window::new(u32::try_from(tokens).unwrap_or(u32::MAX), from),
        grammar,
    }
}

/// Of a model file.
pub fn file(path: &str) -> Option<Abilities> {
    let file = std::fs::File::open(path.trim()).ok()?;
    let facts = gguf::facts(std::io::BufReader::new(file)).ok()?;
    let tokens = bounded(|name| facts.number(name))?;
    Some(of(tokens, WindowFrom::File, cfg!(feature = "local-llm")))
}

/// What a model's own numbers allow, as far as memory does.
fn bounded(number: impl Fn(&str) -> Option<u64>) -> Option<u64> {
    let context = number("context_length").filter(|tokens| *tokens > 0)?;
    let fits = a_token(&number).map_or(MOST, |bytes| MEMORY / bytes.max(1));
    Some(context.min(MOST).min(fits.max(LEAST)))
}

/// Bytes that are kept of a token: a key and a value of two bytes each, for every layer and head.
fn a_token(number: &impl Fn(&str) -> Option<u64>) -> Option<u64> {
    let (layers, heads) = (number("block_count")?, number("attention.head_count")?);
    let kept = number("attention.head_count_kv").unwrap_or(heads);
    let wide = match number("attention.key_length") {
        Some(wide) => wide,
        None => number("embedding_length")?.checked_div(heads)?,
    };
    layers.checked_mul(kept)?.checked_mul(wide)?.checked_mul(4)
}

async fn ollama(provider: &Provider, key: Option<&Secret>, model: &str) -> Option<Abilities> {
    let body = json!({"model": model});
    let shown = discover::post(provider, key, GLANCE, "api/show", &body);
    let shown = tokio::time::timeout(GLANCE.whole, shown).await.ok()?.ok()?;
    let info = shown.get("model_info")?.as_object()?;
    let numbers = info
        .iter()
        .filter_map(|(name, value)| Some((name.clone(), value.as_u64()?)));
    let facts = Facts {
        architecture: info.get("general.architecture")?.as_str()?.to_owned(),
        numbers: numbers.collect(),
    };
    // It takes JSON schemas, and no grammar.
    Some(of(bounded(|name| facts.number(name))?, WindowFrom::Server, false))
}

/// llama.cpp's server, LM Studio, and whoever writes it into the list of models.
async fn server(provider: &Provider, key: Option<&Secret>, model: &str) -> Option<Abilities> {
    let ask = |path: &'static str| async move {
        let got = discover::get(provider, key, GLANCE, path, Vec::new());
        tokio::time::timeout(GLANCE.whole, got).await.ok()?.ok()
    };
    // Beside the interface that all of these share, from the root of the same host.
    let root = address::base(provider).ok()?.path().trim_matches('/') == "v1";
    let beside = |path| async move {
        match root {
            true => ask(path).await,
            false => None,
        }
    };
    let (props, studio, list) = tokio::join!(beside("/props"), beside("/api/v0/models"), ask("models"));
    if let Some(tokens) = props.as_ref().and_then(slot) {
        return Some(of(tokens, WindowFrom::Server, true));
    }
    if let Some(tokens) = studio.as_ref().and_then(|body| loaded(body, model)) {
        return Some(of(tokens, WindowFrom::Server, false));
    }
    let listed = discover::read(ProviderKind::OpenAiCompatible, &list?)?;
    let known = listed.iter().find(|info| info.name == model);
    // A server of one model answers to any name.
    let known = known.or(listed.first().filter(|_| listed.len() == 1))?;
    Some(of(u64::from(known.context?), WindowFrom::Server, false))
}

/// What one of llama.cpp's slots takes in.
fn slot(props: &Value) -> Option<u64> {
    let tokens = props.pointer("/default_generation_settings/n_ctx")?.as_u64()?;
    (tokens > 0).then_some(tokens)
}

fn loaded(studio: &Value, model: &str) -> Option<u64> {
    let models = studio.get("data")?.as_array()?;
    let known = models
        .iter()
        .find(|entry| entry.get("id").and_then(Value::as_str) == Some(model))?;
    let number = |name: &str| known.get(name).and_then(Value::as_u64).filter(|tokens| *tokens > 0);
    number("loaded_context_length").or_else(|| Some(number("max_context_length")?.min(UNLOADED)))
}

/// The least that any model of these makers takes in that is still offered: far more than a prompt of ours.
fn made(kind: ProviderKind, model: &str) -> Option<Abilities> {
    let tokens = match kind {
        ProviderKind::OpenAi if model == "gpt-4" || model.starts_with("gpt-4-0") => 8_192,
        ProviderKind::OpenAi if model.starts_with("gpt-3.5") => 16_385,
        ProviderKind::Anthropic | ProviderKind::Gemini | ProviderKind::OpenAi => 100_000,
        _ => return None,
    };
    Some(of(tokens, WindowFrom::Maker, false))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::llm::gguf::tests::file as bytes;

    const QWEN: [(&str, u32); 5] = [
        ("context_length", 131_072),
        ("embedding_length", 3_584),
        ("block_count", 28),
        ("attention.head_count", 28),
        ("attention.head_count_kv", 4),
    ];

    #[test]
    fn a_file_says_how_much_its_model_takes_in() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("small.gguf");
        std::fs::write(&path, bytes("llama", &[("context_length", 2_048)])).unwrap();
        let found = file(&path.to_string_lossy()).unwrap();
        assert_eq!(found.window, Window::new(2_048, WindowFrom::File));
        assert_eq!(found.grammar, cfg!(feature = "local-llm"));
        assert_eq!(file("/nowhere.gguf"), None);
    }

    #[test]
    fn memory_bounds_what_is_asked_for() {
        let numbers = |all: &[(&str, u32)]| {
            let all: Vec<(String, u64)> = all.iter().map(|(n, v)| ((*n).to_owned(), u64::from(*v))).collect();
            move |name: &str| all.iter().find(|(n, _)| n == name).map(|(_, v)| *v)
        };
        assert_eq!(bounded(numbers(&QWEN)), Some(MOST), "57,344 bytes a token");
        let mut many = QWEN;
        many[4].1 = 28;
        assert_eq!(bounded(numbers(&many)), Some(MEMORY / 401_408));
        many[2].1 = 400;
        assert_eq!(
            bounded(numbers(&many)),
            Some(LEAST),
            "never less than what a schema needs"
        );
        assert_eq!(bounded(numbers(&[("context_length", 2_048)])), Some(2_048));
        assert_eq!(bounded(numbers(&[("block_count", 28)])), None);
    }

    #[test]
    fn makers_vouch_for_their_models() {
        let tokens = |kind, model: &str| made(kind, model).map(|able| able.window.tokens);
        assert_eq!(tokens(ProviderKind::OpenAi, "gpt-4"), Some(8_192));
        assert_eq!(tokens(ProviderKind::OpenAi, "gpt-4.1"), Some(100_000));
        assert_eq!(tokens(ProviderKind::Anthropic, "claude-x"), Some(100_000));
        assert_eq!(tokens(ProviderKind::Ollama, "x"), None);
    }
}
