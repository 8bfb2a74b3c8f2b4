//! The explorer's commands. In: the window's calls. Out: one-line calls of the desk.
//!
//! Deliberately absent: any rule about descriptions, keys, notes or terms.

use askwell_contract::explore::{
    Brought, Description, Diagram, Explored, HealthNote, Meaning, Refused, StoredValue, TableDetail, Term, Words,
};
use askwell_contract::measure::{Measured, Measuring};
use askwell_contract::{ForeignKey, Result, RowCount};
use tauri::ipc::Channel;

use super::{send, Held};

#[tauri::command]
#[specta::specta]
pub async fn explore(shell: Held<'_>, id: String, search: String, offset: u32, limit: u32) -> Result<Explored> {
    shell.desk.explore(&id, &search, offset, limit).await
}

#[tauri::command]
#[specta::specta]
pub async fn complete(shell: Held<'_>, id: String, prefix: String) -> Result<Vec<StoredValue>> {
    shell.desk.complete(&id, &prefix).await
}

#[tauri::command]
#[specta::specta]
pub async fn table_detail(shell: Held<'_>, id: String, table: String) -> Result<TableDetail> {
    shell.desk.table_detail(&id, &table).await
}

#[tauri::command]
#[specta::specta]
pub async fn describe(
    shell: Held<'_>,
    id: String,
    table: String,
    column: Option<String>,
    words: Option<Words>,
) -> Result<Description> {
    shell.desk.describe(&id, &table, column.as_deref(), words).await
}

#[tauri::command]
#[specta::specta]
pub async fn preview_descriptions(shell: Held<'_>, id: String, paths: Vec<String>) -> Result<Brought> {
    shell.desk.preview_descriptions(&id, paths).await
}

#[tauri::command]
#[specta::specta]
pub async fn import_descriptions(shell: Held<'_>, id: String, paths: Vec<String>) -> Result<Brought> {
    shell.desk.import_files(&id, paths).await
}

#[tauri::command]
#[specta::specta]
pub async fn undo_import(shell: Held<'_>, id: String) -> Result<u32> {
    shell.desk.undo_import(&id).await
}

#[tauri::command]
#[specta::specta]
pub async fn decide_key(
    shell: Held<'_>,
    id: String,
    table: String,
    key: ForeignKey,
    decision: Option<bool>,
) -> Result<()> {
    shell.desk.decide_key(&id, &table, &key, decision).await
}

#[tauri::command]
#[specta::specta]
pub async fn diagram(shell: Held<'_>, id: String, around: Option<String>) -> Result<Diagram> {
    shell.desk.diagram(&id, around.as_deref()).await
}

#[tauri::command]
#[specta::specta]
pub async fn health(shell: Held<'_>, id: String) -> Result<Vec<HealthNote>> {
    shell.desk.health(&id).await
}

#[tauri::command]
#[specta::specta]
pub async fn glossary(shell: Held<'_>, id: String) -> Result<Vec<Term>> {
    shell.desk.glossary(&id).await
}

#[tauri::command]
#[specta::specta]
pub async fn save_glossary(shell: Held<'_>, id: String, terms: Vec<Term>) -> Result<Vec<Refused>> {
    shell.desk.save_glossary(&id, terms).await
}

#[tauri::command]
#[specta::specta]
pub async fn term_rows(shell: Held<'_>, id: String, meaning: Meaning) -> Result<RowCount> {
    shell.desk.term_rows(&id, &meaning).await
}

#[tauri::command]
#[specta::specta]
pub async fn measured(shell: Held<'_>, id: String) -> Result<Measured> {
    shell.desk.measured(&id).await
}

#[tauri::command]
#[specta::specta]
pub async fn measure(shell: Held<'_>, id: String, run: String, on_progress: Channel<Measuring>) -> Result<Measured> {
    shell.running().insert(run.clone());
    let measured = shell.desk.measure(&id, &run, |so_far| send(&on_progress, so_far)).await;
    shell.running().remove(&run);
    measured
}
