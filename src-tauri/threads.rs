//! The commands about conversations and their runs. In: the window's calls. Out: one-line calls of the desk.
//!
//! Deliberately absent: any rule about what a turn means.

use askwell_contract::api::{Exported, Thread};
use askwell_contract::run::{Choice, Compared};
use askwell_contract::Result;

use super::{apart, Held};

#[tauri::command]
#[specta::specta]
pub async fn threads(shell: Held<'_>, id: String) -> Result<Vec<Thread>> {
    let now = shell.desk.fingerprint(&id).await;
    apart(&shell, move |desk| desk.threads_beside(&id, now.as_deref())).await
}

#[tauri::command]
#[specta::specta]
pub async fn rename_thread(shell: Held<'_>, thread: String, title: String) -> Result<()> {
    apart(&shell, move |desk| desk.rename_thread(&thread, &title)).await
}

#[tauri::command]
#[specta::specta]
pub async fn delete_thread(shell: Held<'_>, thread: String) -> Result<()> {
    apart(&shell, move |desk| desk.delete_thread(&thread)).await
}

#[tauri::command]
#[specta::specta]
pub async fn export_thread(shell: Held<'_>, run: String, path: String) -> Result<Exported> {
    apart(&shell, move |desk| desk.export_thread(&run, &path)).await
}

#[tauri::command]
#[specta::specta]
pub async fn follow_ups(shell: Held<'_>, id: String, run: String) -> Result<Vec<Choice>> {
    shell.desk.follow_ups(&id, &run).await
}

#[tauri::command]
#[specta::specta]
pub async fn compare_runs(shell: Held<'_>, run: String, other: Option<String>) -> Result<Compared> {
    apart(&shell, move |desk| desk.compare_runs(&run, other.as_deref())).await
}

#[tauri::command]
#[specta::specta]
pub async fn export_trace(shell: Held<'_>, path: String, run: Option<String>) -> Result<Exported> {
    apart(&shell, move |desk| desk.export_trace(&path, run.as_deref())).await
}
