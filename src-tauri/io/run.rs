//! Queries run in a process of their own, a *runner*: this program started once more in another role. In: what is to be
//! opened, and statements. Out: a database behind the port, whose engine may hang, crash or eat memory without the
//! window noticing more than a finding. Deliberately absent: any statement that was not checked (`remote` does that), and
//! anything that a runner could ask of the program: it answers orders, and nothing else goes through the pipe.
//!
//! A runner does one thing at a time, so that ending it costs one query. It keeps nothing: killed at any moment it leaves
//! no lock on a file, and it ends by itself when the pipe does.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::OnceLock;

use askwell_contract::{Problem, ProblemCode, Result};

mod cells;
mod inside;
pub mod lab;
mod process;
mod remote;
mod scale;
mod seat;
pub(crate) mod walls;
pub(crate) mod wire;

pub(crate) use remote::{load, Remote};
#[cfg(test)]
pub(crate) use seat::Keep;

/// The word on the command line that starts the other role.
const ROLE: &str = "--runner";
/// The role's own program, for programs that cannot take it themselves.
const ALONE: &str = "askwell-runner";

static TAKES_THE_ROLE: OnceLock<()> = OnceLock::new();

/// The first thing in a program's `main`: `Some` once it was started as a runner and has ended.
pub fn enter() -> Option<ExitCode> {
    if std::env::args_os().nth(1).is_some_and(|word| word == OsStr::new(ROLE)) {
        return Some(inside::run());
    }
    let _ = TAKES_THE_ROLE.set(());
    None
}

/// What is started as a runner.
fn program() -> Result<PathBuf> {
    let own = std::env::current_exe().map_err(Problem::internal)?;
    if TAKES_THE_ROLE.get().is_some() {
        // By its handle, so that an update meanwhile does not pull it away.
        return Ok(if cfg!(target_os = "linux") {
            "/proc/self/exe".into()
        } else {
            own
        });
    }
    let name = format!("{ALONE}{}", std::env::consts::EXE_SUFFIX);
    let mut near = own.ancestors().skip(1).take(2).map(|folder| folder.join(&name));
    near.find(|path| path.is_file()).ok_or_else(|| {
        Problem::new(
            ProblemCode::Internal,
            format!("\"{name}\", which runs queries, is not where this program is."),
        )
        .hint("Install the program again.")
    })
}

#[cfg(test)]
mod tests;
