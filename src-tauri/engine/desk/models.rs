//! Models at the desk: settings, keys, previews, the ledger.
//!
//! In: what the settings' screens ask. Out: their results. Deliberately absent: how a model is talked to.

use std::sync::Arc;

use askwell_contract::api::{Connection, Exported};
use askwell_contract::connect::{Keep, Secret};
use askwell_contract::model::{
    FoundModel, LedgerPage, ModelInfo, ModelRef, ModelSettings, Privacy, Probe, Provider, ProviderRequest, Spend, Tier,
};
use askwell_contract::ports::{Models, Workspace};
use askwell_contract::{Problem, ProblemCode, Result};
use serde_json::Value;

use super::{connections, keys, Desk};
use crate::cx::World;
use crate::prepare::examples;
use crate::prompt::{self, Door, Library};

/// Settings are one record in this room.
pub const ROOM: &str = "models";
const SETTINGS: &str = "settings";

/// Entries on one page of the ledger.
const PAGE: u32 = 500;

impl Desk {
    /// As they are kept; the door has them from now on. Blocking.
    pub fn model_settings(&self) -> Result<ModelSettings> {
        self.set_up().applied()
    }

    /// Providers that are gone lose their keys.
    pub async fn save_models(&self, settings: ModelSettings) -> Result<ModelSettings> {
        let _one = self.editing.lock().await;
        self.apart(move |set_up| set_up.save(settings)).await
    }

    pub async fn save_provider(&self, request: ProviderRequest) -> Result<ModelSettings> {
        let _one = self.editing.lock().await;
        self.apart(move |set_up| set_up.save_provider(request)).await
    }

    /// Opens a key that is kept under a passphrase, for this run of the program.
    pub async fn unlock_provider(&self, id: &str, passphrase: Secret) -> Result<ModelSettings> {
        let id = id.to_string();
        self.apart(move |set_up| {
            let settings = load_settings(&*set_up.world.workspace)?;
            let provider = settings.providers.iter().find(|provider| provider.id == id);
            let provider = provider.ok_or_else(gone)?;
            keys::unlock(&set_up.world, &set_up.keys, provider, &passphrase)?;
            set_up.applied()
        })
        .await
    }

    /// Tries a provider as the dialog has it, step by step. True: all steps passed.
    pub async fn probe_provider(
        &self,
        request: ProviderRequest,
        model: &str,
        on_probe: impl Fn(Probe) + Send + Sync,
    ) -> Result<bool> {
        let (models, provider, key) = self.asked_about(request).await?;
        Ok(models.probe(&provider, key.as_ref(), model, &on_probe).await)
    }

    /// Which models a provider offers, as the dialog has it.
    pub async fn list_models(&self, request: ProviderRequest) -> Result<Vec<ModelInfo>> {
        let (models, provider, key) = self.asked_about(request).await?;
        Ok(models.list(&provider, key.as_ref()).await?)
    }

    /// Models on this computer.
    pub async fn found_models(&self) -> Result<Vec<FoundModel>> {
        self.apart(|set_up| set_up.applied()).await?;
        Ok(self.models()?.find().await)
    }

    /// What of a database may be in a prompt, from the next one on.
    pub async fn set_privacy(&self, id: &str, privacy: Privacy) -> Result<Connection> {
        let _one = self.editing.lock().await;
        let mut connection = self.connection(id)?;
        connection.privacy = privacy;
        let (workspace, saved) = (self.world.workspace.clone(), connection.clone());
        self.apart(move |_| connections::save(&*workspace, &saved)).await?;
        Ok(connection)
    }

    /// A page of what was sent, newest first. Blocking.
    pub fn ledger(&self, search: &str, id: Option<&str>, offset: u32, limit: u32) -> Result<LedgerPage> {
        self.models()?.ledger(search, id, u64::from(offset), limit.min(PAGE))
    }

    /// All that was ever sent, oldest first, a JSON object a line. Blocking.
    pub fn export_ledger(&self, path: &str) -> Result<Exported> {
        let models = self.models()?;
        let mut sink = self.world.files.create(path)?;
        let (mut rows, mut bytes) = (0, 0);
        models.each_entry(&mut |entry| {
            let mut line = serde_json::to_vec(entry).map_err(Problem::internal)?;
            line.push(b'\n');
            (rows, bytes) = (rows + 1, bytes + line.len() as u64);
            sink.write(&line)
        })?;
        sink.finish()?;
        Ok(Exported {
            path: path.to_string(),
            rows,
            bytes,
            notes: Vec::new(),
        })
    }

    /// Blocking.
    pub fn spend(&self) -> Result<Spend> {
        self.models()?.spend()
    }

    /// The way to the models for one run, or for preparing; `None`: none is set up, or none may be asked about this
    /// database. Whatever is wrong with the settings is no reason not to answer: the settings' screen tells it.
    pub(super) async fn door(&self, id: &str, run: Option<&str>) -> Option<Door> {
        let privacy = self.connection(id).ok()?.privacy;
        let models = self.world.models.clone()?;
        if privacy == Privacy::Nothing {
            return None;
        }
        let own = id.to_string();
        let opened = self.apart(move |set_up| {
            let workspace = &*set_up.world.workspace;
            // A list of examples that cannot be read costs the examples.
            let verified = examples::verified(workspace, &own).unwrap_or_default();
            Ok((set_up.applied()?, Library::load(workspace), verified))
        });
        let (settings, prompts, verified) = opened.await.ok()?;
        // A tier that is not set is served by another: where one is not served, none is set.
        settings.tiers.serve(Tier::Fast)?;
        let llm = models.llm(privacy);
        let able = prompt::able(&*llm, &settings).await;
        Some(Door {
            llm,
            able,
            settings,
            privacy,
            connection: id.to_string(),
            run: run.map(str::to_string),
            prompts,
            verified,
        })
    }

    pub(super) fn models(&self) -> Result<Arc<dyn Models>> {
        self.world.models.clone().ok_or_else(|| {
            Problem::new(ProblemCode::Denied, "This program talks to no model.")
                .hint("Questions are answered by the built-in engine.")
        })
    }

    async fn asked_about(&self, request: ProviderRequest) -> Result<(Arc<dyn Models>, Provider, Option<Secret>)> {
        let models = self.models()?;
        let (provider, key) = self
            .apart(move |set_up| {
                let settings = set_up.applied()?;
                let kept = settings.providers.iter().find(|kept| kept.id == request.provider.id);
                // Where its key is now, not where the dialog would put it.
                let provider = Provider {
                    keep: kept.map_or(Keep::Run, |kept| kept.keep),
                    ..request.provider
                };
                let (given, passphrase) = (request.key.as_ref(), request.passphrase.as_ref());
                let key = keys::current(&set_up.world, &set_up.keys, &provider, given, passphrase)?;
                Ok((provider, key))
            })
            .await?;
        Ok((models, provider, key))
    }

    fn set_up(&self) -> SetUp {
        SetUp {
            world: self.world.clone(),
            keys: self.keys.clone(),
        }
    }

    /// Keychains ask the person, disks are slow, and a passphrase takes a moment by design.
    pub(super) async fn apart<T: Send + 'static>(
        &self,
        work: impl FnOnce(&SetUp) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let set_up = self.set_up();
        tokio::task::spawn_blocking(move || work(&set_up))
            .await
            .map_err(Problem::internal)?
    }
}

/// What is kept of the settings and keys, for worker threads. All of it is blocking.
pub(super) struct SetUp {
    pub(super) world: World,
    keys: Arc<keys::Memory>,
}

impl SetUp {
    pub(super) fn applied(&self) -> Result<ModelSettings> {
        let mut settings = load_settings(&*self.world.workspace)?;
        let mut known = std::collections::BTreeMap::new();
        for provider in &mut settings.providers {
            let key = keys::known(&self.world, &self.keys, provider);
            provider.has_key = key.is_some();
            known.extend(key.map(|key| (provider.id.clone(), key)));
        }
        if let Some(models) = &self.world.models {
            models.set(&settings, known)?;
        }
        Ok(settings)
    }

    fn save(&self, mut settings: ModelSettings) -> Result<ModelSettings> {
        let before = load_settings(&*self.world.workspace)?;
        for provider in &mut settings.providers {
            let known = before.providers.iter().find(|known| known.id == provider.id);
            // Keys are moved by `save_provider` alone.
            provider.keep = known.map_or(Keep::Run, |known| known.keep);
        }
        write(&*self.world.workspace, &mut settings)?;
        let mut cleared = Ok(());
        for provider in &before.providers {
            if settings.providers.iter().all(|kept| kept.id != provider.id) {
                cleared = cleared.and(keys::forget(&self.world, &self.keys, provider));
            }
        }
        let applied = self.applied();
        cleared.and(applied)
    }

    fn save_provider(&self, request: ProviderRequest) -> Result<ModelSettings> {
        let mut settings = load_settings(&*self.world.workspace)?;
        let mut provider = request.provider;
        if provider.id.is_empty() {
            provider.id = free(&settings, &provider);
        }
        let at = settings.providers.iter().position(|known| known.id == provider.id);
        let before = at.and_then(|at| settings.providers.get(at)).cloned();
        let kept = before.as_ref().map_or(Keep::Run, |before| before.keep);
        let (given, passphrase) = (request.key.as_ref(), request.passphrase.as_ref());
        let wanted = provider.keep;
        provider.keep = kept;
        checked(&provider)?;
        if given.is_some() || wanted != kept {
            let key = keys::current(&self.world, &self.keys, &provider, given, passphrase)?;
            if key.is_none() && given.is_none() && kept == Keep::Passphrase {
                return Err(Problem::new(
                    ProblemCode::NeedsSecret,
                    format!("The key of {} is encrypted under a passphrase.", provider.name),
                )
                .hint("Type the passphrase, or the key itself."));
            }
            let moved = (kept, wanted);
            provider.keep = keys::keep(&self.world, &self.keys, &provider.id, key.as_ref(), moved, passphrase)?;
        }
        match at.and_then(|at| settings.providers.get_mut(at)) {
            Some(known) => *known = provider,
            None => settings.providers.push(provider),
        }
        write(&*self.world.workspace, &mut settings)?;
        self.applied()
    }
}

/// A record of an older version lacks what was added since; that is as it is at first.
pub(super) fn load_settings(workspace: &dyn Workspace) -> Result<ModelSettings> {
    let Some(bytes) = workspace.load(ROOM, SETTINGS)? else {
        return Ok(ModelSettings::default());
    };
    let unreadable = |error: serde_json::Error| {
        Problem::new(ProblemCode::Lost, "The settings of models cannot be read.")
            .hint("Remove the file \"settings\" from the folder \"models\" of the workspace and set them anew. No model is asked until then.")
            .detail(error)
    };
    let mut whole = serde_json::to_value(ModelSettings::default()).map_err(Problem::internal)?;
    let kept: Value = serde_json::from_slice(&bytes).map_err(unreadable)?;
    if let (Value::Object(whole), Value::Object(kept)) = (&mut whole, kept) {
        whole.extend(kept);
    }
    serde_json::from_value(whole).map_err(unreadable)
}

fn write(workspace: &dyn Workspace, settings: &mut ModelSettings) -> Result<()> {
    for provider in &mut settings.providers {
        provider.has_key = false;
        checked(provider)?;
    }
    let ids: Vec<&String> = settings.providers.iter().map(|provider| &provider.id).collect();
    if let Some(twice) = ids.iter().enumerate().find(|(at, id)| ids[..*at].contains(id)) {
        return Err(Problem::internal(format!("two providers are called {}", twice.1)));
    }
    let there = |tier: &ModelRef| settings.providers.iter().any(|provider| provider.id == tier.provider);
    let tiers = [
        settings.tiers.fast.clone(),
        settings.tiers.powerful.clone(),
        settings.tiers.reasoning.clone(),
    ];
    let [fast, powerful, reasoning] = tiers.map(|tier| tier.filter(&there));
    (settings.tiers.fast, settings.tiers.powerful, settings.tiers.reasoning) = (fast, powerful, reasoning);
    let dollars = |amount: f64| amount.is_finite() && amount >= 0.0;
    let budget = [settings.budget.per_question, settings.budget.per_day];
    if !budget.into_iter().flatten().all(dollars) {
        return Err(Problem::new(
            ProblemCode::BadInput,
            "A budget is an amount of dollars, or empty.",
        ));
    }
    for price in &settings.prices {
        if price.model.trim().is_empty() || ![price.input, price.cached, price.output].into_iter().all(dollars) {
            return Err(Problem::new(
                ProblemCode::BadInput,
                format!("The price of \"{}\" is not complete.", price.model),
            )
            .hint("Enter the model's name and what a million tokens cost, in dollars."));
        }
    }
    let bytes = serde_json::to_vec(settings).map_err(Problem::internal)?;
    workspace.save(ROOM, SETTINGS, &bytes)
}

fn checked(provider: &Provider) -> Result<()> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    // As long as a name of the workspace may be, with what is around it.
    if provider.id.is_empty() || provider.id.len() > 100 || !provider.id.chars().all(plain) {
        return Err(Problem::internal(format!("not an id of a provider: {:?}", provider.id)));
    }
    if provider.per_minute == 0 || provider.at_once == 0 {
        return Err(Problem::new(
            ProblemCode::BadInput,
            format!("With these limits nothing could be sent to {}.", provider.name),
        )
        .hint("Allow at least one request a minute, and one at a time."));
    }
    Ok(())
}

/// `anthropic`, `anthropic-2`.
fn free(settings: &ModelSettings, provider: &Provider) -> String {
    let kind = serde_json::to_value(provider.kind).ok();
    let kind = kind
        .as_ref()
        .and_then(Value::as_str)
        .unwrap_or("provider")
        .replace('_', "-");
    let numbered = (2..).map(|number| format!("{kind}-{number}"));
    let taken = |id: &String| settings.providers.iter().any(|known| known.id == *id);
    std::iter::once(kind.clone())
        .chain(numbered)
        .find(|id| !taken(id))
        .unwrap_or(kind)
}

fn gone() -> Problem {
    Problem::new(ProblemCode::NotFound, "This provider is no longer set up.")
}
