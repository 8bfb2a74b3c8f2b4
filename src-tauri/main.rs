//! The window's entry point; everything else is in `lib.rs`.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

fn main() -> anyhow::Result<()> {
    askwell_lib::run()
}
