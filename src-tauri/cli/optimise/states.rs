//! The folder of a workload: its queries, its states, its leaderboards and what was learned.
//!
//! In: a folder of queries. Out: files, one a query as soon as it is done, so that a run that is cut off goes on behind the
//! last one. Deliberately absent: what the files say, which is `engine/optimise/states`.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{bail, Context, Result};
use askwell_contract::optimise::Optimisation;
use askwell_contract::ports::Cancel;
use askwell_engine::optimise::states::{self, Entry, Lesson};
use askwell_engine::optimise::Settings as Search;
use serde::de::DeserializeOwned;
use serde::Serialize;

use super::Opened;

pub struct Workload<'a> {
    pub opened: &'a Opened,
    pub queries: &'a Path,
    pub folder: &'a Path,
    pub threshold: f64,
}

impl Workload<'_> {
    /// Runs the first state that is not finished.
    pub async fn run(&self, search: &dyn Fn(u32) -> Search, out: &mut dyn Write) -> Result<()> {
        let queries = self.take_queries()?;
        let state = (0..)
            .find(|n| !self.state(*n).join("leaderboard.json").is_file())
            .unwrap_or_default();
        let settings = search(state);
        write(
            &self.folder.join("config.json"),
            &serde_json::json!({
                "engine": self.opened.catalog.dialect,
                "database": self.opened.catalog.name,
                "workers": settings.workers,
                "runs": settings.runs,
                "made_up_databases": settings.databases,
                "promote_threshold": self.threshold,
            }),
        )?;
        let mut entries = Vec::new();
        for id in &queries {
            let kept = self.state(state).join("validation").join(format!("{id}.json"));
            let done: Optimisation = match kept.is_file() {
                true => read(&kept)?,
                false => {
                    let sql = self.baseline(state, id)?;
                    let done = match self.opened.optimise(&sql, settings, &[], &Cancel::new()).await {
                        Ok(done) => done,
                        // A query that cannot be read is an entry of the leaderboard like any other.
                        Err(error) => refused(&sql, &error),
                    };
                    self.keep(state, id, &done)?;
                    write(&kept, &done)?;
                    done
                }
            };
            let entry = states::entry(id, &done);
            writeln!(out, "{id}: {} {:.2}", entry.status.name(), entry.speedup)?;
            write(
                &self.folder.join("learning").join(format!("state_{state}_{id}.json")),
                &states::lesson(&entry, &done, state),
            )?;
            if let Some(promotion) = states::promotion(&entry, &done, state, self.threshold) {
                let next = self.state(state + 1);
                text(&next.join(format!("{id}_promoted.sql")), &entry.sql)?;
                write(&next.join("promotion_context").join(format!("{id}.json")), &promotion)?;
            }
            entries.push(entry);
        }
        self.sum_up(state, &entries)
    }

    fn state(&self, n: u32) -> PathBuf {
        self.folder.join(format!("state_{n}"))
    }

    /// The queries are copied once; from then on the folder stands for itself.
    fn take_queries(&self) -> Result<Vec<String>> {
        let own = self.folder.join("queries");
        if !own.is_dir() {
            for (id, path) in listed(self.queries)? {
                text(&own.join(format!("{id}.sql")), &fs::read_to_string(path)?)?;
            }
        }
        let ids: Vec<String> = listed(&own)?.into_iter().map(|(id, _)| id).collect();
        if ids.is_empty() {
            bail!("{} holds no file that ends in .sql.", self.queries.display());
        }
        Ok(ids)
    }

    /// What a state begins with: the statement carried over from an earlier one, or the query itself.
    fn baseline(&self, state: u32, id: &str) -> Result<String> {
        let carried = (1..=state)
            .rev()
            .map(|n| self.state(n).join(format!("{id}_promoted.sql")));
        let path = carried
            .into_iter()
            .find(|p| p.is_file())
            .unwrap_or_else(|| self.folder.join("queries").join(format!("{id}.sql")));
        fs::read_to_string(&path).with_context(|| format!("{} cannot be read.", path.display()))
    }

    /// A folder a candidate that was raced, as if a worker each had made it.
    fn keep(&self, state: u32, id: &str, done: &Optimisation) -> Result<()> {
        for (n, attempt) in done.attempts.iter().filter(|a| a.proof.is_some()).enumerate() {
            let folder = self.state(state).join(id).join(format!("worker_{n:02}"));
            text(&folder.join("optimized.sql"), &attempt.sql)?;
            write(&folder.join("validation.json"), attempt)?;
        }
        Ok(())
    }

    fn sum_up(&self, state: u32, entries: &[Entry]) -> Result<()> {
        let title = format!("State {state}");
        text(
            &self.state(state).join("leaderboard.md"),
            &states::page(&title, entries),
        )?;
        let overall = self.overall(state, entries)?;
        write(&self.folder.join("leaderboard.json"), &overall)?;
        text(
            &self.folder.join("leaderboard.md"),
            &states::page("All states", &overall),
        )?;
        let mut lessons: Vec<Lesson> = Vec::new();
        for (id, path) in files(&self.folder.join("learning"), "json")? {
            if id != "summary" {
                lessons.push(read(&path)?);
            }
        }
        write(
            &self.folder.join("learning").join("summary.json"),
            &states::summary(&lessons),
        )?;
        // Last, since it says that the state is finished.
        write(&self.state(state).join("leaderboard.json"), &entries)
    }

    /// Gains of states multiply: each was measured against the statement that it began with.
    fn overall(&self, state: u32, entries: &[Entry]) -> Result<Vec<Entry>> {
        let mut overall: Vec<Entry> = entries.to_vec();
        for earlier in (0..state).rev() {
            let path = self.state(earlier).join("leaderboard.json");
            let before: Vec<Entry> = if path.is_file() { read(&path)? } else { Vec::new() };
            for entry in &mut overall {
                let Some(old) = before.iter().find(|e| e.query_id == entry.query_id) else {
                    continue;
                };
                if old.speedup >= self.threshold {
                    entry.speedup *= old.speedup;
                    entry.status = askwell_contract::optimise::Status::of(entry.speedup);
                    entry.explanation = format!("{} {}", old.explanation, entry.explanation);
                }
                entry.baseline_sql.clone_from(&old.baseline_sql);
            }
        }
        Ok(overall)
    }
}

fn refused(sql: &str, error: &anyhow::Error) -> Optimisation {
    Optimisation {
        before: sql.to_string(),
        parts: vec![],
        attempts: vec![],
        best: None,
        refused: error.to_string(),
        stopped: false,
        plan_before: None,
        plan_after: None,
        advice: vec![],
    }
}

/// Queries by their file's stem, in order.
pub fn listed(folder: &Path) -> Result<Vec<(String, PathBuf)>> {
    files(folder, "sql")
}

fn files(folder: &Path, ending: &str) -> Result<Vec<(String, PathBuf)>> {
    let mut found = Vec::new();
    let entries = fs::read_dir(folder).with_context(|| format!("{} cannot be read.", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|e| e == ending) {
            let id = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            found.push((id, path));
        }
    }
    found.sort();
    Ok(found)
}

fn read<T: DeserializeOwned>(path: &Path) -> Result<T> {
    let bytes = fs::read(path).with_context(|| format!("{} cannot be read.", path.display()))?;
    serde_json::from_slice(&bytes).with_context(|| format!("{} is not what was written there.", path.display()))
}

fn write(path: &Path, value: &impl Serialize) -> Result<()> {
    text(path, &serde_json::to_string_pretty(value)?)
}

/// Whole or not at all.
fn text(path: &Path, content: &str) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let half = path.with_extension("half");
    fs::write(&half, content).with_context(|| format!("{} cannot be written.", path.display()))?;
    fs::rename(&half, path)?;
    Ok(())
}
