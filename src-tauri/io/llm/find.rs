//! Models on this computer. In: nothing. Out: model files in the folders where other programs keep them, and servers that
//! listen here.
//!
//! Deliberately absent: any other machine (only 127.0.0.1 is asked), and any reading of a file beyond a manifest.

use std::path::{Path, PathBuf};
use std::time::Duration;

use askwell_contract::model::{FoundModel, Provider, ProviderKind};

use super::discover;
use super::web::Limits;

mod files;

/// The ports on which these programs listen unless told otherwise.
const SERVERS: [(ProviderKind, u16); 3] = [
    (ProviderKind::Ollama, 11_434),
    // LM Studio.
    (ProviderKind::OpenAiCompatible, 1_234),
    // llama.cpp.
    (ProviderKind::OpenAiCompatible, 8_080),
];

/// A server on this machine answers a list at once, or it is something else.
const GLANCE: Limits = Limits {
    connect: Duration::from_millis(300),
    silence: Duration::from_millis(1_500),
    whole: Duration::from_secs(2),
    a_second: 1,
};

/// Servers first, then files; each by its name.
pub async fn find() -> Vec<FoundModel> {
    let (mut found, files) = tokio::join!(servers(&SERVERS), files());
    found.extend(files);
    found
}

/// Files alone: no socket is opened.
pub async fn files() -> Vec<FoundModel> {
    // What this build cannot run is not offered.
    if !cfg!(feature = "local-llm") {
        return Vec::new();
    }
    let files = tokio::task::spawn_blocking(|| files::list(&Folders::usual()));
    files.await.unwrap_or_default()
}

/// Where model files are kept.
#[derive(Debug, Clone, Default)]
pub(super) struct Folders {
    /// Ollama's, with `manifests` and `blobs`.
    pub ollama: Vec<PathBuf>,
    /// Folders that hold files as they are, at any depth.
    pub plain: Vec<PathBuf>,
}

impl Folders {
    fn usual() -> Self {
        let var = |name: &str| {
            std::env::var_os(name)
                .filter(|value| !value.is_empty())
                .map(PathBuf::from)
        };
        let home = var("HOME").or_else(|| var("USERPROFILE"));
        let within = |path: &str| home.as_ref().map(|home| home.join(path));
        let cache = if cfg!(target_os = "macos") {
            "Library/Caches"
        } else {
            ".cache"
        };
        let cache = var("XDG_CACHE_HOME")
            .or_else(|| var("LOCALAPPDATA"))
            .or_else(|| within(cache));
        let ollama = [
            var("OLLAMA_MODELS"),
            within(".ollama/models"),
            Some("/usr/share/ollama/.ollama/models".into()),
        ];
        let plain = [
            // What Askwell fetched.
            within("Askwell/models"),
            within(".lmstudio/models"),
            within(".cache/lm-studio/models"),
            var("LLAMA_CACHE"),
            cache.as_ref().map(|cache| cache.join("llama.cpp")),
            var("HF_HUB_CACHE").or_else(|| within(".cache/huggingface/hub")),
        ];
        Self {
            ollama: ollama.into_iter().flatten().collect(),
            plain: plain.into_iter().flatten().collect(),
        }
    }
}

pub(super) async fn servers(places: &[(ProviderKind, u16)]) -> Vec<FoundModel> {
    let asked = places.iter().map(|(kind, port)| server(*kind, *port));
    futures_util::future::join_all(asked)
        .await
        .into_iter()
        .flatten()
        .collect()
}

async fn server(kind: ProviderKind, port: u16) -> Vec<FoundModel> {
    let address = match kind {
        ProviderKind::Ollama => format!("http://127.0.0.1:{port}"),
        _ => format!("http://127.0.0.1:{port}/v1"),
    };
    let provider = Provider {
        id: "found".into(),
        kind,
        name: String::new(),
        address: Some(address.clone()),
        keep: askwell_contract::connect::Keep::default(),
        has_key: false,
        per_minute: 60,
        at_once: 1,
    };
    let models = discover::list_within(&provider, None, GLANCE).await.unwrap_or_default();
    models
        .into_iter()
        .map(|model| FoundModel {
            kind,
            name: model.name,
            address: address.clone(),
            bytes: None,
        })
        .collect()
}

/// The size of a file; `None`: it is not there or no file.
fn size(path: &Path) -> Option<u64> {
    path.metadata()
        .ok()
        .filter(std::fs::Metadata::is_file)
        .map(|meta| meta.len())
}
