//! Traces of runs, kept in the workspace's room `traces`, a line a run; nothing sends them anywhere.
//!
//! In: a run that ended. Out: its line, kept with the last thousand, and a file where the person wants one. Prompts and
//! replies are in a line only where the person said so before the question was asked. Deliberately absent: what a line
//! says (`spans`).

use askwell_contract::api::Exported;
use askwell_contract::ports::Workspace;
use askwell_contract::{Problem, ProblemCode, Result};

use super::models::load_settings;
use super::{locked, runs, Desk};
use crate::cx::World;
use crate::spans;

const ROOM: &str = "traces";
/// Lines of one log: an old log goes whole.
const LINES: usize = 50;
/// Logs that stay.
const LOGS: usize = 20;

/// Puts a line behind the others; the oldest go.
pub(super) fn keep(workspace: &dyn Workspace, line: &str) -> Result<()> {
    let mut logs = logs(workspace)?;
    let last = logs.last().copied().unwrap_or(1);
    let full = workspace
        .load(ROOM, &key(last))?
        .is_some_and(|bytes| bytes.iter().filter(|b| **b == b'\n').count() >= LINES);
    let at = if full { last + 1 } else { last };
    workspace.append(ROOM, &key(at), format!("{line}\n").as_bytes())?;
    if logs.last() != Some(&at) {
        logs.push(at);
    }
    for old in logs.iter().rev().skip(LOGS) {
        workspace.remove(ROOM, &key(*old))?;
    }
    Ok(())
}

/// All lines that are kept, oldest first. What a kill tore is none.
pub(super) fn each(workspace: &dyn Workspace, mut see: impl FnMut(&str) -> Result<()>) -> Result<()> {
    for log in logs(workspace)? {
        for line in lines(workspace, log)? {
            see(&line)?;
        }
    }
    Ok(())
}

/// Runs that are deleted leave no line behind.
pub(super) fn forget(workspace: &dyn Workspace, runs: &[String]) -> Result<()> {
    let gone = |line: &String| spans::run_of(line).is_some_and(|run| runs.contains(&run));
    for log in logs(workspace)? {
        let all = lines(workspace, log)?;
        if !all.iter().any(gone) {
            continue;
        }
        let left: Vec<String> = all.into_iter().filter(|line| !gone(line)).collect();
        workspace.remove(ROOM, &key(log))?;
        for line in left {
            workspace.append(ROOM, &key(log), format!("{line}\n").as_bytes())?;
        }
    }
    Ok(())
}

fn key(log: u64) -> String {
    format!("{log:08}")
}

/// Oldest first.
fn logs(workspace: &dyn Workspace) -> Result<Vec<u64>> {
    let mut logs: Vec<u64> = workspace
        .list(ROOM)?
        .iter()
        .filter_map(|key| key.parse().ok())
        .collect();
    logs.sort_unstable();
    logs.dedup();
    Ok(logs)
}

fn lines(workspace: &dyn Workspace, log: u64) -> Result<Vec<String>> {
    let bytes = workspace.load(ROOM, &key(log))?.unwrap_or_default();
    let whole = String::from_utf8_lossy(&bytes);
    let lines = whole.split_inclusive('\n').filter(|line| line.ends_with('\n'));
    Ok(lines
        .map(|line| line.trim_end().to_owned())
        .filter(|line| !line.is_empty())
        .collect())
}

/// The line of a run, from its events and, where the person wants that, the ledger.
fn line_of(world: &World, run: &str) -> Result<Option<String>> {
    let events = runs::replay(&*world.workspace, run)?;
    let wanted = load_settings(&*world.workspace).is_ok_and(|settings| settings.prompts_in_traces);
    let mut said = Vec::new();
    if let (true, Some(models)) = (wanted, &world.models) {
        models.each_entry(&mut |entry| {
            said.extend(spans::said_in(std::iter::once(entry), run));
            Ok(())
        })?;
    }
    Ok(spans::line(
        &events,
        (wanted && world.models.is_some()).then_some(&said),
    ))
}

impl Desk {
    /// Keeps the trace of a run that is over. Whatever is wrong with it takes nothing from the answer.
    pub(super) async fn traced(&self, run: &str) {
        let run = run.to_owned();
        let kept = self.apart(move |set_up| match line_of(&set_up.world, &run)? {
            Some(line) => keep(&*set_up.world.workspace, &line),
            None => Ok(()),
        });
        drop(kept.await);
    }

    /// The trace of a run as it was kept; of one that was cut off, or whose line went, made from its events. Blocking.
    pub fn trace(&self, run: &str) -> Result<String> {
        let mut found = None;
        each(&*self.world.workspace, |line| {
            if spans::run_of(line).as_deref() == Some(run) {
                found = Some(line.to_owned());
            }
            Ok(())
        })?;
        let made = || line_of(&self.world, run);
        found.map_or_else(made, |line| Ok(Some(line)))?.ok_or_else(|| {
            Problem::new(ProblemCode::NotFound, "Nothing of this question could be read.").hint("Ask it again.")
        })
    }

    /// All traces that are kept, oldest first. Blocking.
    pub fn traces(&self, see: impl FnMut(&str) -> Result<()>) -> Result<()> {
        each(&*self.world.workspace, see)
    }

    /// The trace of a run, or all that are kept, oldest first, as a file of lines. Blocking.
    pub fn export_trace(&self, path: &str, run: Option<&str>) -> Result<Exported> {
        let one = run.map(|run| self.trace(run)).transpose()?;
        let mut sink = self.world.files.create(path)?;
        let (mut rows, mut bytes, mut told) = (0, 0, false);
        let mut write = |line: &str| {
            let line = format!("{line}\n");
            (rows, bytes) = (rows + 1, bytes + line.len() as u64);
            told = told || spans::tells_prompts(&line);
            sink.write(line.as_bytes())
        };
        match one {
            Some(line) => write(&line)?,
            None => each(&*self.world.workspace, write)?,
        }
        sink.finish()?;
        locked(&self.exported).insert(path.to_owned());
        let notes =
            told.then_some("It holds prompts and replies of models, with whatever the database's level let into them.");
        Ok(Exported {
            path: path.to_owned(),
            rows,
            bytes,
            notes: notes.map(str::to_owned).into_iter().collect(),
        })
    }
}
