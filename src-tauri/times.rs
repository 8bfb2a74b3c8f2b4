//! The commands about how times are counted. In: the window's calls. Out: one-line calls of the desk.
//!
//! Deliberately absent: any rule about days.

use askwell_contract::time::Calendar;
use askwell_contract::Result;

use super::{apart, Held};

#[tauri::command]
#[specta::specta]
pub async fn calendar(shell: Held<'_>) -> Result<Calendar> {
    apart(&shell, |desk| desk.calendar()).await
}

#[tauri::command]
#[specta::specta]
pub async fn save_calendar(shell: Held<'_>, calendar: Calendar) -> Result<Calendar> {
    apart(&shell, move |desk| desk.save_calendar(calendar)).await
}
