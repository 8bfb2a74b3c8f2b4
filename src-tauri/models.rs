//! The commands about models. In: the window's calls. Out: one-line calls of the desk.
//!
//! Deliberately absent: any rule about models, keys, privacy or prices.

use askwell_contract::api::{Connection, Described, Exported, Progress};
use askwell_contract::connect::Secret;
use askwell_contract::model::{
    EffortEstimate, Estimate, FetchedModel, Fetching, FoundModel, LedgerPage, ModelInfo, ModelSettings, Privacy, Probe,
    PromptFile, PromptPreview, ProviderRequest, Shelf, Spend,
};
use askwell_contract::Result;
use tauri::ipc::Channel;

use super::{apart, send, Held};

#[tauri::command]
#[specta::specta]
pub async fn models(shell: Held<'_>) -> Result<ModelSettings> {
    apart(&shell, |desk| desk.model_settings()).await
}

#[tauri::command]
#[specta::specta]
pub async fn save_models(shell: Held<'_>, settings: ModelSettings) -> Result<ModelSettings> {
    shell.desk.save_models(settings).await
}

#[tauri::command]
#[specta::specta]
pub async fn save_provider(shell: Held<'_>, request: ProviderRequest) -> Result<ModelSettings> {
    shell.desk.save_provider(request).await
}

#[tauri::command]
#[specta::specta]
pub async fn unlock_provider(shell: Held<'_>, id: String, passphrase: Secret) -> Result<ModelSettings> {
    shell.desk.unlock_provider(&id, passphrase).await
}

#[tauri::command]
#[specta::specta]
pub async fn probe_provider(
    shell: Held<'_>,
    request: ProviderRequest,
    model: String,
    on_probe: Channel<Probe>,
) -> Result<bool> {
    shell
        .desk
        .probe_provider(request, &model, |probe| send(&on_probe, probe))
        .await
}

#[tauri::command]
#[specta::specta]
pub async fn list_models(shell: Held<'_>, request: ProviderRequest) -> Result<Vec<ModelInfo>> {
    shell.desk.list_models(request).await
}

#[tauri::command]
#[specta::specta]
pub async fn found_models(shell: Held<'_>) -> Result<Vec<FoundModel>> {
    shell.desk.found_models().await
}

#[tauri::command]
#[specta::specta]
pub async fn shelf(shell: Held<'_>) -> Result<Shelf> {
    shell.desk.shelf().await
}

#[tauri::command]
#[specta::specta]
pub async fn save_shelf(shell: Held<'_>, from: Option<String>, into: Option<String>) -> Result<Shelf> {
    shell.desk.save_shelf(from, into).await
}

#[tauri::command]
#[specta::specta]
pub async fn measure_memory(shell: Held<'_>, job: String) -> Result<Shelf> {
    shell.running().insert(job.clone());
    let measured = shell.desk.measure_memory(&job).await;
    shell.running().remove(&job);
    measured
}

#[tauri::command]
#[specta::specta]
pub async fn fetch_model(
    shell: Held<'_>,
    name: String,
    job: String,
    on_progress: Channel<Fetching>,
) -> Result<FetchedModel> {
    shell.running().insert(job.clone());
    let told = |progress| send(&on_progress, progress);
    let fetched = shell.desk.fetch_model(&name, (None, None), &job, told).await;
    shell.running().remove(&job);
    fetched
}

#[tauri::command]
#[specta::specta]
pub async fn set_privacy(shell: Held<'_>, id: String, privacy: Privacy) -> Result<Connection> {
    shell.desk.set_privacy(&id, privacy).await
}

#[tauri::command]
#[specta::specta]
pub async fn preview_prompts(
    shell: Held<'_>,
    id: String,
    question: String,
    privacy: Privacy,
) -> Result<Vec<PromptPreview>> {
    shell.desk.preview_prompts(&id, (&question, ""), privacy).await
}

#[tauri::command]
#[specta::specta]
pub async fn prompts(shell: Held<'_>) -> Result<Vec<PromptFile>> {
    apart(&shell, |desk| desk.prompts()).await
}

#[tauri::command]
#[specta::specta]
pub async fn save_prompt(shell: Held<'_>, name: String, text: Option<String>) -> Result<PromptFile> {
    apart(&shell, move |desk| desk.save_prompt(&name, text)).await
}

#[tauri::command]
#[specta::specta]
pub async fn ledger(
    shell: Held<'_>,
    search: String,
    id: Option<String>,
    offset: u32,
    limit: u32,
) -> Result<LedgerPage> {
    apart(&shell, move |desk| desk.ledger(&search, id.as_deref(), offset, limit)).await
}

#[tauri::command]
#[specta::specta]
pub async fn export_ledger(shell: Held<'_>, path: String) -> Result<Exported> {
    apart(&shell, move |desk| desk.export_ledger(&path)).await
}

#[tauri::command]
#[specta::specta]
pub async fn spend(shell: Held<'_>) -> Result<Spend> {
    apart(&shell, |desk| desk.spend()).await
}

#[tauri::command]
#[specta::specta]
pub async fn effort_estimates(shell: Held<'_>) -> Result<Vec<EffortEstimate>> {
    apart(&shell, |desk| desk.effort_estimates()).await
}

#[tauri::command]
#[specta::specta]
pub async fn describe_estimate(shell: Held<'_>, id: String) -> Result<Estimate> {
    shell.desk.describe_estimate(&id).await
}

#[tauri::command]
#[specta::specta]
pub async fn describe_by_model(shell: Held<'_>, id: String, on_progress: Channel<Progress>) -> Result<Described> {
    shell
        .desk
        .describe_by_model(&id, |progress| send(&on_progress, progress))
        .await
}
