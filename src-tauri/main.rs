//! The window's entry point; everything else is in `lib.rs`.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

use std::process::ExitCode;

fn main() -> anyhow::Result<ExitCode> {
    // Queries run in another process, which is this program in another role.
    if let Some(ended) = askwell_io::run::enter() {
        return Ok(ended);
    }
    askwell_lib::run()?;
    Ok(ExitCode::SUCCESS)
}
