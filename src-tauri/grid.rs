//! The commands of grids. In: the window's calls. Out: one-line calls of the desk.
//!
//! Deliberately absent: any rule about rows.

use askwell_contract::grid::{GridFacts, GridHits, GridPage, GridView, RowSource};
use askwell_contract::Result;

use super::Held;

#[tauri::command]
#[specta::specta]
pub async fn grid_page(
    shell: Held<'_>,
    id: String,
    source: RowSource,
    view: GridView,
    offset: u32,
    limit: u32,
    count: bool,
) -> Result<GridPage> {
    let part = (offset.into(), limit.into());
    shell.desk.grid_page(&id, &source, &view, part, count).await
}

#[tauri::command]
#[specta::specta]
pub async fn grid_find(
    shell: Held<'_>,
    id: String,
    job: String,
    source: RowSource,
    view: GridView,
    words: String,
) -> Result<GridHits> {
    shell.desk.grid_find(&id, &job, &source, &view, &words).await
}

#[tauri::command]
#[specta::specta]
pub async fn grid_facts(
    shell: Held<'_>,
    id: String,
    job: String,
    source: RowSource,
    view: GridView,
    column: u32,
) -> Result<GridFacts> {
    shell.desk.grid_facts(&id, &job, &source, &view, column).await
}
