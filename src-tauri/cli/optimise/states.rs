//! The folder of a workload: its queries, its states, its leaderboards and what was learned.
//!
//! In: a folder of queries. Out: files, one a query as soon as it is done, so that a run that is cut off goes on behind the
//! last one. Deliberately absent: what the files say, which is `engine/optimise/states`.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{bail, Context, Result};
use askwell_contract::optimise::Optimisation;
use askwell_contract::ports::Cancel;
use askwell_engine::optimise::states::{self, Entry, Lesson, Promotion};
use askwell_engine::optimise::written::{Asking, Tried};
use askwell_engine::optimise::Settings as Search;
use askwell_engine::prompt::Door;
use serde::de::DeserializeOwned;
use serde::Serialize;

use super::calls::Recorded;
use super::Opened;

pub struct Workload<'a> {
    pub opened: &'a Opened,
    pub queries: &'a Path,
    pub folder: &'a Path,
    pub threshold: f64,
    /// The way to a model for each query; `None`: rules alone.
    pub door: Option<&'a (dyn Fn(&str) -> Door + Sync)>,
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
                "queries": queries,
            }),
        )?;
        let mut entries = Vec::new();
        for id in &queries {
            let kept = self.state(state).join("validation").join(format!("{id}.json"));
            let done: Optimisation = match kept.is_file() {
                true => read(&kept)?,
                false => {
                    let sql = self.baseline(state, id)?;
                    let done = self.one(state, id, &sql, settings).await?;
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

    /// One query of a state, by rules and, where one may be asked, by a model that is told of all earlier states.
    async fn one(&self, state: u32, id: &str, sql: &str, settings: Search) -> Result<Optimisation> {
        // A query that cannot be read is an entry of the leaderboard like any other.
        let told = |done: Result<Optimisation>| done.unwrap_or_else(|error| refused(sql, &error));
        let Some(door) = self.door.map(|door| door(id)) else {
            let done = told(self.opened.optimise(sql, settings, &[], &Cancel::new()).await);
            self.keep(state, id, &done, 0)?;
            return Ok(done);
        };
        let recorded = Recorded::new(door.llm.clone());
        let door = Door {
            llm: recorded.clone(),
            ..door
        };
        let knowledge = self.opened.knowledge();
        let written: Mutex<Vec<(u32, String)>> = Mutex::default();
        let asking = Asking {
            door: &door,
            knowledge: &knowledge,
            workers: settings.workers,
            history: self.history(state, id)?,
            analysis: self.analysis(state, id)?,
            on_call: &|_| {},
            on_written: &|worker, sql| {
                let mut written = written.lock().unwrap_or_else(PoisonError::into_inner);
                written.push((worker, sql.to_string()));
            },
        };
        let nobody: &[(String, String)] = &[];
        let asked = (nobody, Some(&asking));
        let done = told(self.opened.optimise_asking(sql, settings, asked, &Cancel::new()).await);
        let written = written.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let calls = recorded.calls();
        for call in &calls {
            let folder = self.worker(state, id, call.sample);
            text(&folder.join("prompt.txt"), &call.prompt)?;
            text(&folder.join("response.txt"), &call.reply)?;
            let own = written.iter().find(|(worker, _)| *worker == call.sample);
            let attempt = own.and_then(|(_, sql)| done.attempts.iter().find(|a| a.sql == *sql));
            if let Some(attempt) = attempt {
                text(&folder.join("optimized.sql"), &attempt.sql)?;
                write(&folder.join("validation.json"), attempt)?;
            }
        }
        let asked = calls.last().map_or(0, |call| call.sample + 1);
        self.keep(state, id, &done, asked)?;
        Ok(done)
    }

    /// All attempts of earlier states.
    fn history(&self, state: u32, id: &str) -> Result<Vec<Tried>> {
        let mut all = Vec::new();
        for earlier in 0..state {
            let path = self.state(earlier).join("validation").join(format!("{id}.json"));
            if path.is_file() {
                let done: Optimisation = read(&path)?;
                all.extend(done.attempts.iter().map(Tried::of));
            }
        }
        Ok(all)
    }

    /// Of the last state from which the query was carried on.
    fn analysis(&self, state: u32, id: &str) -> Result<String> {
        let contexts = (1..=state)
            .rev()
            .map(|n| self.state(n).join("promotion_context").join(format!("{id}.json")));
        let Some(path) = contexts.into_iter().find(|path| path.is_file()) else {
            return Ok(String::new());
        };
        Ok(states::analysis(&read::<Promotion>(&path)?))
    }

    fn worker(&self, state: u32, id: &str, n: u32) -> PathBuf {
        self.state(state).join(id).join(format!("worker_{n:02}"))
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

    /// A folder for each candidate of the rules that was raced, as if a worker each had made it, behind the `asked` workers.
    fn keep(&self, state: u32, id: &str, done: &Optimisation, asked: u32) -> Result<()> {
        let raced = done.attempts.iter().filter(|a| a.proof.is_some() && a.by == "rules");
        for (n, attempt) in (asked..).zip(raced) {
            let folder = self.worker(state, id, n);
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
                    // What a later state tried in vain takes nothing from what an earlier one found.
                    entry.explanation = match entry.speedup >= self.threshold {
                        true => format!("{} {}", old.explanation, entry.explanation),
                        false => old.explanation.clone(),
                    };
                    entry.speedup *= old.speedup;
                    entry.status = askwell_contract::optimise::Status::of(entry.speedup);
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
