//! All layers together, over providers that are scripted.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use askwell_contract::connect::{Keep, Secret};
use askwell_contract::model::{
    Budget, Ended, Failure, FailureKind, FoundModel, LedgerEntry, ModelInfo, ModelSettings, Privacy, Probe, ProbeKind,
    Provider, ProviderKind, Reply, Request,
};
use askwell_contract::ports::{Cancel, Models};
use async_trait::async_trait;
use tempfile::TempDir;

use crate::llm::call::Call;
use crate::llm::link::Link;
use crate::llm::providers::Providers;
use crate::llm::scripted::{noon, request, Hands, Scripted, Step};
use crate::workspace::Folder;

mod books;
mod clock;
mod cuts;
mod entries;
mod kept;
mod leak;
mod load;
mod money;
mod one;
mod order;
mod twice;

/// Every provider is this one.
pub struct Fixed(pub Arc<dyn Call>);

#[async_trait]
impl Link for Fixed {
    fn connect(&self, _: &Provider, _: Option<&Secret>) -> Result<Arc<dyn Call>, Failure> {
        Ok(self.0.clone())
    }
    fn destination(&self, provider: &Provider) -> (String, bool) {
        match &provider.address {
            Some(address) => (address.clone(), !address.starts_with("127.")),
            None if provider.kind == ProviderKind::Gguf => ("this computer".into(), false),
            None => ("api.acme.example:443".into(), true),
        }
    }
    async fn list(&self, _: &Provider, _: Option<&Secret>) -> Result<Vec<ModelInfo>, Failure> {
        let model = |name: &str| ModelInfo {
            name: name.into(),
            label: None,
            context: None,
            price: None,
        };
        Ok(vec![model("gpt-4.1"), model("gpt-9")])
    }
    async fn probe(
        &self,
        call: &dyn Call,
        _: &Provider,
        key: Option<&Secret>,
        model: &str,
        on_probe: &(dyn Fn(Probe) + Send + Sync),
    ) -> bool {
        let mut asked = request("Say hello.");
        asked.to.model = model.into();
        let said = call.call(&asked, &Cancel::new()).await;
        let repeated = key.map_or(String::new(), |key| key.expose().to_string());
        on_probe(Probe {
            kind: ProbeKind::Key,
            found: None,
            failure: Some(Failure::new(
                FailureKind::Key,
                format!("Wrong key: {repeated}, {said:?}"),
            )),
        });
        false
    }
    async fn find(&self, servers: bool) -> Vec<FoundModel> {
        let found = |kind, address: &str| FoundModel {
            kind,
            name: "qwen".into(),
            address: address.into(),
            bytes: None,
        };
        let server = servers.then(|| found(ProviderKind::Ollama, "127.0.0.1:11434"));
        server
            .into_iter()
            .chain([found(ProviderKind::Gguf, "/models/qwen.gguf")])
            .collect()
    }
}

pub fn acme() -> Provider {
    Provider {
        id: "acme".into(),
        kind: ProviderKind::OpenAi,
        name: "Acme".into(),
        address: None,
        keep: Keep::Run,
        has_key: true,
        per_minute: 60,
        at_once: 10,
    }
}

pub fn settings() -> ModelSettings {
    ModelSettings {
        providers: vec![acme()],
        ..ModelSettings::default()
    }
}

/// A door over a scripted provider, in a workspace of its own.
pub struct World {
    pub dir: TempDir,
    pub clock: Arc<Hands>,
    pub providers: Providers,
}

pub const KEY: &str = "sk-planted-7f3a9c";

impl World {
    pub fn over(call: Arc<dyn Call>, settings: &ModelSettings) -> Self {
        let dir = tempfile::tempdir().unwrap();
        Self::at(dir, call, settings)
    }
    pub fn at(dir: TempDir, call: Arc<dyn Call>, settings: &ModelSettings) -> Self {
        let (clock, folder) = (noon(), Arc::new(Folder::new(dir.path())));
        let providers = Providers::over(folder, clock.clone(), Arc::new(Fixed(call)));
        let world = Self { dir, clock, providers };
        world.set(settings);
        world
    }
    pub fn set(&self, settings: &ModelSettings) {
        let keys = BTreeMap::from([("acme".to_string(), Secret::new(KEY))]);
        self.providers.set(settings, keys).unwrap();
    }
    pub async fn ask(&self, request: Request) -> Result<Reply, Failure> {
        let llm = self.providers.llm(Privacy::Rows);
        llm.complete(request, &Cancel::new()).await
    }
    pub async fn kind(&self, request: Request) -> Option<FailureKind> {
        self.ask(request).await.err().map(|failure| failure.kind)
    }
    pub fn entries(&self) -> Vec<LedgerEntry> {
        let mut all = Vec::new();
        let mut take = |entry: &LedgerEntry| {
            all.push(entry.clone());
            Ok(())
        };
        self.providers.each_entry(&mut take).unwrap();
        all
    }
}
