//! THE SHELL. In: the window's calls. Out: one-line calls into the engine, and its events on one channel a call.
//!
//! Deliberately absent: any rule about SQL, databases or questions. The whole file is behind `desktop`, so nothing
//! else of the house ever sees Tauri.
#![cfg(feature = "desktop")]

mod drawing;
mod explorer;
mod faster;
mod grid;
mod models;
mod own;
mod pins;
mod places;
mod threads;
mod times;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use askwell_contract::api::{
    Connection, ExportProgress, ExportRequest, Exported, Opened, Prepared, Progress, RunSummary, Show,
};
use askwell_contract::connect::{Attempt, ConnectRequest, Keep, Keychain, LockCheck, Pasted, Secret, Secrets, Step};
use askwell_contract::run::{Event, Planned};
use askwell_contract::{Problem, Result, ResultSet};
use askwell_engine::desk::{Asking, Desk};
use tauri::ipc::{Channel, IpcResponse};
use tauri::{Manager, State, Window, WindowEvent};

/// How long a closing window waits for the engine to stop. DuckDB and SQLite stop within milliseconds of being asked;
/// after this the process ends anyway and the run counts as interrupted.
const PATIENCE: Duration = Duration::from_secs(3);

/// The engine, and the questions and exports it is at right now.
pub struct Shell {
    desk: Arc<Desk>,
    runs: Mutex<BTreeSet<String>>,
    /// Files that the program was started with, until the window takes them.
    given: Mutex<Vec<String>>,
}

impl Shell {
    fn running(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn given(&self) -> MutexGuard<'_, Vec<String>> {
        self.given.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

type Held<'a> = State<'a, Shell>;

/// Calls that read files leave the async runtime alone.
async fn apart<T: Send + 'static>(shell: &Shell, work: impl FnOnce(&Desk) -> Result<T> + Send + 'static) -> Result<T> {
    let desk = shell.desk.clone();
    tauri::async_runtime::spawn_blocking(move || work(&desk))
        .await
        .map_err(Problem::internal)?
}

#[tauri::command]
#[specta::specta]
async fn connections(shell: Held<'_>) -> Result<Vec<Connection>> {
    apart(&shell, |desk| desk.connections()).await
}

#[tauri::command]
#[specta::specta]
async fn open(shell: Held<'_>, url: String) -> Result<Opened> {
    shell.desk.open(&url).await
}

#[tauri::command]
#[specta::specta]
async fn reopen(
    shell: Held<'_>,
    id: String,
    secrets: Secrets,
    passphrase: Option<Secret>,
    keep: Option<Keep>,
) -> Result<Opened> {
    shell.desk.reopen(&id, secrets, passphrase, keep).await
}

#[tauri::command]
#[specta::specta]
async fn paste(shell: Held<'_>, address: String) -> Result<Pasted> {
    shell.desk.paste(&address).await
}

#[tauri::command]
#[specta::specta]
async fn connect(shell: Held<'_>, request: ConnectRequest) -> Result<Opened> {
    shell.desk.connect(request).await
}

#[tauri::command]
#[specta::specta]
async fn test(shell: Held<'_>, request: ConnectRequest, on_step: Channel<Step>) -> Result<bool> {
    shell.desk.test(request, |step| send(&on_step, step)).await
}

#[tauri::command]
#[specta::specta]
async fn keychain(shell: Held<'_>) -> Result<Keychain> {
    apart(&shell, |desk| Ok(desk.keychain())).await
}

#[tauri::command]
#[specta::specta]
async fn forget(shell: Held<'_>, id: String) -> Result<()> {
    apart(&shell, move |desk| desk.forget(&id)).await
}

#[tauri::command]
#[specta::specta]
async fn prepare(shell: Held<'_>, id: String, on_progress: Channel<Progress>) -> Result<Prepared> {
    shell.desk.prepare(&id, |progress| send(&on_progress, progress)).await
}

#[tauri::command]
#[specta::specta]
async fn pause(shell: Held<'_>, id: String, paused: bool) -> Result<()> {
    shell.desk.pause(&id, paused);
    Ok(())
}

#[tauri::command]
#[specta::specta]
async fn examples(shell: Held<'_>, id: String) -> Result<Vec<String>> {
    shell.desk.examples(&id).await
}

#[tauri::command]
#[specta::specta]
async fn ask(
    shell: Held<'_>,
    id: String,
    run: String,
    question: String,
    asking: Asking,
    on_event: Channel<Event>,
) -> Result<String> {
    shell.running().insert(run.clone());
    let told = |event| send(&on_event, event);
    let asked = shell
        .desk
        .ask_in_turn(&id, &question, asking, Some(run.clone()), told)
        .await;
    shell.running().remove(&run);
    asked.map(|asked| asked.header.run)
}

#[tauri::command]
#[specta::specta]
async fn stop(shell: Held<'_>, run: String) -> Result<()> {
    shell.desk.stop(&run);
    Ok(())
}

#[tauri::command]
#[specta::specta]
async fn history(shell: Held<'_>, id: String) -> Result<Vec<RunSummary>> {
    let now = shell.desk.fingerprint(&id).await;
    apart(&shell, move |desk| desk.history_beside(&id, now.as_deref())).await
}

#[tauri::command]
#[specta::specta]
async fn replay(shell: Held<'_>, run: String) -> Result<Vec<Event>> {
    apart(&shell, move |desk| desk.replay(&run)).await
}

#[tauri::command]
#[specta::specta]
async fn resume(shell: Held<'_>, run: String, on_event: Channel<Event>) -> Result<()> {
    shell.running().insert(run.clone());
    let asked = shell.desk.resume(&run, |event| send(&on_event, event)).await;
    shell.running().remove(&run);
    asked.map(drop)
}

#[tauri::command]
#[specta::specta]
async fn choose(shell: Held<'_>, id: String, run: String, candidate: Option<String>) -> Result<Event> {
    shell.desk.choose(&id, &run, candidate.as_deref()).await
}

#[tauri::command]
#[specta::specta]
async fn verify(shell: Held<'_>, run: String, right: bool) -> Result<()> {
    apart(&shell, move |desk| desk.verify(&run, right)).await
}

#[tauri::command]
#[specta::specta]
async fn page(shell: Held<'_>, id: String, sql: String, offset: u32, limit: u32) -> Result<ResultSet> {
    shell.desk.page(&id, &sql, offset.into(), limit.into()).await
}

#[tauri::command]
#[specta::specta]
async fn plan(shell: Held<'_>, id: String, job: String, sql: String) -> Result<Planned> {
    shell.desk.plan(&id, &job, &sql).await
}

#[tauri::command]
#[specta::specta]
async fn format_sql(shell: Held<'_>, id: String, sql: String) -> Result<String> {
    shell.desk.format_sql(&id, &sql)
}

#[tauri::command]
#[specta::specta]
async fn export_rows(
    shell: Held<'_>,
    id: String,
    run: String,
    request: ExportRequest,
    on_progress: Channel<ExportProgress>,
) -> Result<Exported> {
    shell.running().insert(run.clone());
    let progress = |progress| send(&on_progress, progress);
    let exported = shell.desk.export(&id, &run, &request, progress).await;
    shell.running().remove(&run);
    exported
}

#[tauri::command]
#[specta::specta]
async fn save_picture(shell: Held<'_>, path: String, picture: Vec<u8>) -> Result<Exported> {
    apart(&shell, move |desk| desk.save_picture(&path, &picture)).await
}

#[tauri::command]
#[specta::specta]
async fn show_exported(shell: Held<'_>, path: String, how: Show) -> Result<()> {
    apart(&shell, move |desk| desk.show_exported(&path, how)).await
}

#[tauri::command]
#[specta::specta]
async fn lock_check(shell: Held<'_>, id: String, on_attempt: Channel<Attempt>) -> Result<LockCheck> {
    shell.running().insert(id.clone());
    let checked = shell.desk.lock_check(&id, |attempt| send(&on_attempt, attempt)).await;
    shell.running().remove(&id);
    checked
}

/// The commands with their types: handed to Tauri, and written to `ui/src/contract.ts`.
pub fn commands() -> tauri_specta::Builder<tauri::Wry> {
    tauri_specta::Builder::new()
        .disable_serde_phases()
        .commands(tauri_specta::collect_commands![
            connections,
            open,
            reopen,
            paste,
            connect,
            test,
            keychain,
            forget,
            prepare,
            pause,
            examples,
            ask,
            stop,
            history,
            replay,
            resume,
            choose,
            verify,
            page,
            plan,
            format_sql,
            export_rows,
            save_picture,
            show_exported,
            lock_check,
            grid::grid_page,
            grid::grid_find,
            grid::grid_facts,
            explorer::explore,
            explorer::complete,
            explorer::table_detail,
            explorer::describe,
            explorer::preview_descriptions,
            explorer::import_descriptions,
            explorer::undo_import,
            explorer::decide_key,
            explorer::diagram,
            explorer::health,
            explorer::measured,
            explorer::measure,
            explorer::glossary,
            explorer::save_glossary,
            explorer::term_rows,
            models::models,
            models::save_models,
            models::save_provider,
            models::unlock_provider,
            models::probe_provider,
            models::list_models,
            models::found_models,
            models::shelf,
            models::save_shelf,
            models::measure_memory,
            models::fetch_model,
            models::set_privacy,
            models::preview_prompts,
            models::prompts,
            models::save_prompt,
            models::ledger,
            models::export_ledger,
            models::spend,
            models::effort_estimates,
            models::describe_estimate,
            models::describe_by_model,
            own::own_files,
            own::show_own_files,
            own::erase_all,
            own::start_again,
            own::given_files,
            own::bounds,
            own::save_bounds,
            times::calendar,
            times::save_calendar,
            threads::threads,
            threads::export_thread,
            threads::rename_thread,
            threads::delete_thread,
            threads::follow_ups,
            threads::compare_runs,
            threads::export_trace,
            pins::pins,
            pins::pin,
            pins::run_pin_again,
            pins::export_pins,
            faster::make_faster,
            faster::keep_faster,
            faster::kept_faster,
            faster::take_back_faster,
            faster::workload,
            faster::workload_query
        ])
}

/// Opens the window; returns when it is closed.
pub fn run() -> anyhow::Result<()> {
    drawing::choose();
    let app = tauri::Builder::default()
        // First of all, so that a second start does nothing but hand over its files.
        .plugin(tauri_plugin_single_instance::init(|app, words, folder| {
            own::started_again(app, words, &folder);
        }))
        .plugin(tauri_plugin_dialog::init())
        .invoke_handler(commands().invoke_handler())
        .setup(|app| {
            let (world, samples) = places::furnish(app.handle())?;
            let desk = Arc::new(Desk::new(world, samples));
            let given = own::files_in(std::env::args(), &std::env::current_dir().unwrap_or_default());
            app.manage(Shell {
                desk,
                runs: Mutex::default(),
                given: Mutex::new(given),
            });
            Ok(())
        })
        .on_window_event(close_politely)
        .build(tauri::generate_context!())?;
    app.run(|_app, _event| {
        // The one system that hands over files by an event instead of by arguments.
        #[cfg(target_os = "macos")]
        if let tauri::RunEvent::Opened { urls } = _event {
            let files = urls.iter().filter_map(|url| url.to_file_path().ok());
            own::give(_app, files.map(|file| file.display().to_string()).collect());
        }
    });
    Ok(())
}

/// A window that went away no longer listens; the run is saved all the same.
fn send<T: IpcResponse>(channel: &Channel<T>, message: T) {
    let _ = channel.send(message);
}

/// Closing the window stops what the engine is doing and goes once it has.
fn close_politely(window: &Window, event: &WindowEvent) {
    let WindowEvent::CloseRequested { api, .. } = event else {
        return;
    };
    let shell = window.state::<Shell>();
    let runs = shell.running().clone();
    if runs.is_empty() {
        return;
    }
    api.prevent_close();
    runs.iter().for_each(|run| shell.desk.stop(run));
    let window = window.clone();
    tauri::async_runtime::spawn(async move {
        let stopped = async {
            while !window.state::<Shell>().running().is_empty() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let _ = tokio::time::timeout(PATIENCE, stopped).await;
        let _ = window.destroy();
    });
}
