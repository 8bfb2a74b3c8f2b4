//! The runner's own program, which the tests of every package find beside them.

#![allow(clippy::unwrap_used)]

use std::process::{Command, Stdio};

/// Cargo builds the program because this test asks for it.
#[test]
fn a_runner_without_orders_ends_by_itself() {
    let runner = env!("CARGO_BIN_EXE_askwell-runner");
    let ran = |word: &str| Command::new(runner).arg(word).stdin(Stdio::null()).output().unwrap();
    let ended = ran("--runner");
    assert!(ended.status.success() && ended.stdout.is_empty(), "{ended:?}");
    assert!(!ran("--other").status.success());
}
