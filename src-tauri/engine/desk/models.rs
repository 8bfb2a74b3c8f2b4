//! Models at the desk: settings, keys, previews, the ledger.
//!
//! In: what the settings' screens ask. Out: their results. Deliberately absent: how a model is talked to.

use askwell_contract::api::{Connection, Described, Exported, Progress};
use askwell_contract::connect::Secret;
use askwell_contract::model::{
    Estimate, FoundModel, LedgerPage, ModelInfo, ModelSettings, Privacy, Probe, PromptFile, PromptPreview,
    ProviderRequest, Spend,
};
use askwell_contract::{Problem, Result};

use super::Desk;

#[allow(unused_variables, clippy::unused_async)]
impl Desk {
    pub fn model_settings(&self) -> Result<ModelSettings> {
        Ok(ModelSettings::default())
    }
    pub async fn save_models(&self, settings: ModelSettings) -> Result<ModelSettings> {
        Err(Problem::internal("pending"))
    }
    pub async fn save_provider(&self, request: ProviderRequest) -> Result<ModelSettings> {
        Err(Problem::internal("pending"))
    }
    pub async fn unlock_provider(&self, id: &str, passphrase: Secret) -> Result<ModelSettings> {
        Err(Problem::internal("pending"))
    }
    pub async fn probe_provider(
        &self,
        request: ProviderRequest,
        model: &str,
        on_probe: impl Fn(Probe) + Send + Sync,
    ) -> Result<bool> {
        Err(Problem::internal("pending"))
    }
    pub async fn list_models(&self, request: ProviderRequest) -> Result<Vec<ModelInfo>> {
        Err(Problem::internal("pending"))
    }
    pub async fn found_models(&self) -> Result<Vec<FoundModel>> {
        Err(Problem::internal("pending"))
    }
    pub async fn set_privacy(&self, id: &str, privacy: Privacy) -> Result<Connection> {
        Err(Problem::internal("pending"))
    }
    pub async fn preview_prompts(&self, id: &str, question: &str, privacy: Privacy) -> Result<Vec<PromptPreview>> {
        Err(Problem::internal("pending"))
    }
    pub fn prompts(&self) -> Result<Vec<PromptFile>> {
        Err(Problem::internal("pending"))
    }
    pub fn save_prompt(&self, name: &str, text: Option<String>) -> Result<PromptFile> {
        Err(Problem::internal("pending"))
    }
    pub fn ledger(&self, search: &str, id: Option<&str>, offset: u32, limit: u32) -> Result<LedgerPage> {
        Err(Problem::internal("pending"))
    }
    pub fn export_ledger(&self, path: &str) -> Result<Exported> {
        Err(Problem::internal("pending"))
    }
    pub fn spend(&self) -> Result<Spend> {
        Err(Problem::internal("pending"))
    }
    pub async fn describe_estimate(&self, id: &str) -> Result<Estimate> {
        Err(Problem::internal("pending"))
    }
    pub async fn describe_by_model(&self, id: &str, on_progress: impl Fn(Progress) + Send + Sync) -> Result<Described> {
        Err(Problem::internal("pending"))
    }
}
