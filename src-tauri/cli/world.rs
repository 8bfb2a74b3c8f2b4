//! The engine's ports, as this host gives them. In: the environment and the command line. Out: a [`World`] or a desk.
//! Deliberately absent: everything the engine does with them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result};
use askwell_contract::ports::{Cancel, Database, Embedder};
use askwell_contract::run::Header;
use askwell_contract::time::Calendar;
use askwell_contract::Limits;
use askwell_engine::ask::builtin::score::Weights;
use askwell_engine::calendar::Date;
use askwell_engine::switches::Switches;
use askwell_engine::{Cx, Desk, Knowledge, Trace, World};
use askwell_io::{clock, db::Opener, embed::MiniLm, files::Disk, llm::Providers, vault, workspace::Folder};

/// The same folder as the window's, so that what one of them learned about a database serves the other.
const APPLICATION: &str = "io.askwell.desktop";

pub fn world(workspace: Option<PathBuf>) -> Result<World> {
    let dir = match workspace {
        Some(dir) => dir,
        None => default_workspace()?,
    };
    let (workspace, clock) = (Arc::new(Folder::new(dir).in_use()), Arc::new(clock::System::new()));
    Ok(World {
        connector: Arc::new(Opener),
        models: Some(Arc::new(Providers::new(workspace.clone(), clock.clone()))),
        workspace,
        files: Arc::new(Disk),
        vault: Arc::new(vault::System),
        clock,
        embedder: native().and_then(|dir| embedder(&dir)),
    })
}

/// The world on another day, at noon; calls to models keep the machine's clock.
pub fn on(mut world: World, day: Option<Date>) -> World {
    if let Some(day) = day {
        let noon = (day.days() * 24 + 12) * 3_600_000;
        world.clock = Arc::new(clock::From::new(u64::try_from(noon).unwrap_or_default()));
    }
    world
}

/// A day as it is written on the command line.
pub fn day(text: &str) -> Result<Date, String> {
    let day = (text.len() == 10).then(|| Date::parse(text)).flatten();
    day.ok_or_else(|| format!("{text} is no day. Write it as 2026-11-21."))
}

pub fn desk(workspace: Option<PathBuf>) -> Result<Desk> {
    Ok(Desk::new(world(workspace)?, Vec::new()))
}

/// The XDG base directory specification: `$XDG_DATA_HOME`, else `~/.local/share`; a relative path there is ignored.
fn default_workspace() -> Result<PathBuf> {
    let absolute = |name: &str| {
        std::env::var_os(name)
            .map(PathBuf::from)
            .filter(|dir| dir.is_absolute())
    };
    let data = match absolute("XDG_DATA_HOME") {
        Some(dir) => dir,
        None => absolute("HOME")
            .context("There is no home folder to keep anything in. Name a folder with --workspace DIR.")?
            .join(".local/share"),
    };
    Ok(data.join(APPLICATION))
}

/// Where the native files are: named by `ASKWELL_NATIVE`, beside the installed program, or in the sources.
fn native() -> Option<PathBuf> {
    if let Some(dir) = std::env::var_os("ASKWELL_NATIVE") {
        return Some(dir.into());
    }
    let beside = std::env::current_exe()
        .ok()
        .and_then(|exe| Some(exe.parent()?.join("../lib/Askwell/native")));
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../native");
    beside
        .into_iter()
        .chain([sources])
        .find(|dir| dir.join("minilm").is_dir())
}

/// `None` where the model is not installed: the engine then goes by words alone.
fn embedder(native: &Path) -> Option<Arc<dyn Embedder>> {
    const RUNTIMES: [&str; 3] = [
        "lib/libonnxruntime.so",
        "lib/libonnxruntime.dylib",
        "lib/onnxruntime.dll",
    ];
    let runtime = RUNTIMES
        .iter()
        .map(|file| native.join(file))
        .find(|path| path.is_file())?;
    let model = MiniLm::found(&native.join("minilm"), &runtime).ok()?;
    Some(Arc::new(model))
}

/// The head of a run outside of any history.
pub fn header(world: &World, knowledge: &Knowledge, question: &str) -> Header {
    Header {
        run: "measured".into(),
        askwell: env!("CARGO_PKG_VERSION").into(),
        engine: knowledge.catalog.engine.clone(),
        dialect: knowledge.catalog.dialect,
        database: knowledge.catalog.name.clone(),
        fingerprint: knowledge.fingerprint.clone(),
        question: question.into(),
        evidence: String::new(),
        seed: 1,
        started: world.clock.now(),
        thread: String::new(),
        follows: None,
        anyway: false,
    }
}

/// What a run gets that asks no model and uses everything else, as the window's does.
pub fn context<'a>(
    world: &'a World,
    database: &'a dyn Database,
    knowledge: &'a Knowledge,
    cancel: &'a Cancel,
    trace: &'a Trace<'a>,
) -> Cx<'a> {
    Cx {
        knowledge,
        database,
        embedder: world.embedder.clone(),
        door: None,
        clock: &*world.clock,
        cancel,
        trace,
        limits: Limits::ASK,
        switches: Switches::default(),
        weights: Weights::learned(),
        ranking: askwell_reader::rank::Weights::learned(),
        verified: &[],
        earlier: &[],
        calendar: Calendar::default(),
        seed: 1,
    }
}

#[cfg(test)]
mod tests {
    use super::APPLICATION;

    #[test]
    fn the_folder_is_called_as_the_windows_own() {
        let window = include_str!("../../tauri.conf.json");
        assert!(window.contains(&format!("\"identifier\": \"{APPLICATION}\"")));
    }
}
