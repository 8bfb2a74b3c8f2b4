//! The commands of pinned answers. In: the window's calls. Out: one-line calls of the desk.
//!
//! Deliberately absent: any rule about what is pinned.

use askwell_contract::api::{ExportProgress, Exported};
use askwell_contract::pins::{Pin, PinsRequest};
use askwell_contract::Result;
use tauri::ipc::Channel;

use super::{apart, send, Held};

#[tauri::command]
#[specta::specta]
pub async fn pins(shell: Held<'_>, id: String) -> Result<Vec<Pin>> {
    let now = shell.desk.fingerprint(&id).await;
    apart(&shell, move |desk| desk.pins(&id, now.as_deref())).await
}

#[tauri::command]
#[specta::specta]
pub async fn pin(shell: Held<'_>, run: String, pinned: bool) -> Result<()> {
    shell.desk.pin(&run, pinned).await
}

#[tauri::command]
#[specta::specta]
pub async fn run_pin_again(shell: Held<'_>, id: String, pinned: String, run: String) -> Result<Pin> {
    shell.running().insert(run.clone());
    let ran = shell.desk.run_pin_again(&id, &pinned, &run).await;
    shell.running().remove(&run);
    ran
}

#[tauri::command]
#[specta::specta]
pub async fn export_pins(
    shell: Held<'_>,
    id: String,
    run: String,
    request: PinsRequest,
    on_progress: Channel<ExportProgress>,
) -> Result<Exported> {
    shell.running().insert(run.clone());
    let progress = |progress| send(&on_progress, progress);
    let exported = shell.desk.export_pins(&id, &run, &request, progress).await;
    shell.running().remove(&run);
    exported
}
