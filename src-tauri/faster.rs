//! Commands of making queries faster. In: the window's calls. Out: one-line calls of the desk.
//!
//! Deliberately absent: any rule about SQL or speed.

use askwell_contract::optimise::{Kept, Optimisation, Trying, Workload};
use askwell_contract::Result;
use askwell_engine::desk::faster::at_once;
use tauri::ipc::Channel;

use super::{apart, send, Held};

#[tauri::command]
#[specta::specta]
pub async fn make_faster(
    shell: Held<'_>,
    id: String,
    job: String,
    sql: String,
    on_progress: Channel<Trying>,
) -> Result<Optimisation> {
    // A window that closes waits for no measuring.
    let now = at_once(&job);
    shell.running().insert(now.clone());
    let told = |trying| send(&on_progress, trying);
    let done = shell.desk.make_faster(&id, &job, &sql, &told).await;
    shell.running().remove(&now);
    done
}

#[tauri::command]
#[specta::specta]
pub async fn keep_faster(shell: Held<'_>, id: String, job: String, run: String) -> Result<Kept> {
    shell.desk.keep_faster(&id, &job, &run).await
}

#[tauri::command]
#[specta::specta]
pub async fn kept_faster(shell: Held<'_>, id: String) -> Result<Vec<Kept>> {
    apart(&shell, move |desk| desk.kept_faster(&id)).await
}

#[tauri::command]
#[specta::specta]
pub async fn take_back_faster(shell: Held<'_>, id: String, question: String) -> Result<()> {
    shell.desk.take_back_faster(&id, &question).await
}

#[tauri::command]
#[specta::specta]
pub async fn workload(shell: Held<'_>, folder: String) -> Result<Workload> {
    apart(&shell, move |desk| desk.workload(&folder)).await
}

#[tauri::command]
#[specta::specta]
pub async fn workload_query(shell: Held<'_>, folder: String, state: u32, query: String) -> Result<Optimisation> {
    apart(&shell, move |desk| desk.workload_query(&folder, state, &query)).await
}
