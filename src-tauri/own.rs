//! The commands about the program itself: what it keeps, how it is erased, and files it was started with. In: the window's calls.
//! Out: one-line calls of the desk.
//!
//! Deliberately absent: any rule about what is kept.

use std::path::Path;

use askwell_contract::api::{Bounds, OwnFiles};
use askwell_contract::Result;
use tauri::{AppHandle, Emitter, Manager};

use super::{apart, Held, Shell};

/// The window hears that files were given, and asks which.
const GIVEN: &str = "given-files";

#[tauri::command]
#[specta::specta]
pub async fn own_files(shell: Held<'_>) -> Result<OwnFiles> {
    apart(&shell, |desk| desk.own_files()).await
}

#[tauri::command]
#[specta::specta]
pub async fn show_own_files(shell: Held<'_>) -> Result<()> {
    apart(&shell, |desk| desk.show_own_files()).await
}

#[tauri::command]
#[specta::specta]
pub async fn erase_all(shell: Held<'_>) -> Result<Vec<String>> {
    apart(&shell, |desk| desk.erase()).await
}

#[tauri::command]
#[specta::specta]
pub async fn start_again(app: AppHandle) -> Result<()> {
    app.request_restart();
    Ok(())
}

#[tauri::command]
#[specta::specta]
pub async fn bounds(shell: Held<'_>) -> Result<Bounds> {
    apart(&shell, |desk| desk.bounds()).await
}

#[tauri::command]
#[specta::specta]
pub async fn save_bounds(shell: Held<'_>, bounds: Bounds) -> Result<Bounds> {
    apart(&shell, move |desk| desk.save_bounds(bounds)).await
}

#[tauri::command]
#[specta::specta]
pub async fn given_files(shell: Held<'_>) -> Result<Vec<String>> {
    Ok(std::mem::take(&mut *shell.given()))
}

/// Files among a program's arguments, by their whole paths. Whether they are there is told when they are opened.
pub fn files_in(arguments: impl Iterator<Item = String>, folder: &Path) -> Vec<String> {
    let named = arguments
        .skip(1)
        .filter(|word| !word.starts_with('-') && !word.is_empty());
    let whole = named.map(|word| folder.join(word).display().to_string());
    whole.collect()
}

/// A second start: its files are opened here, and the window that was asked for comes to the front.
pub fn started_again(app: &AppHandle, arguments: Vec<String>, folder: &str) {
    give(app, files_in(arguments.into_iter(), Path::new(folder)));
    if let Some(window) = app.get_webview_window("main") {
        // A window manager may refuse; the files are open all the same.
        let _ = window.unminimize();
        let _ = window.set_focus();
    }
}

pub fn give(app: &AppHandle, files: Vec<String>) {
    if files.is_empty() {
        return;
    }
    if let Some(shell) = app.try_state::<Shell>() {
        shell.given().extend(files);
    }
    // A window that is still loading asks by itself.
    let _ = app.emit(GIVEN, ());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_taken_from_the_folder_of_the_start_and_switches_are_none() {
        let words = ["askwell", "--hidden", "sales.csv", "/data/shop.sqlite", ""];
        let files = files_in(words.iter().map(|word| (*word).to_owned()), Path::new("/home/me"));
        assert_eq!(files, ["/home/me/sales.csv", "/data/shop.sqlite"]);
        assert!(files_in(std::iter::once("askwell".to_owned()), Path::new("/")).is_empty());
    }
}
