//! `optimise`: make a query, or a folder of queries, faster, with proof.
//!
//! In: a database and SQL. Out: the old and the new statement with the changes, the proof and the gain; of a folder, the
//! states of its workload as files. Deliberately absent: any change to the database and any verdict of its own.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result};
use askwell_contract::optimise::{Gain, Optimisation, Trying};
use askwell_contract::ports::{Cancel, Clock, Connector, Database};
use askwell_contract::Catalog;
use askwell_engine::optimise::written::Asking;
use askwell_engine::optimise::{self, Settings as Search, Work};
use askwell_engine::prompt::Door;
use askwell_engine::{Knowledge, World};
use askwell_io::clock::System;
use askwell_io::db::Opener;

use crate::eval::model;

mod calls;
pub mod states;
#[cfg(test)]
mod tests;

#[derive(clap::Args)]
pub struct Settings {
    /// As for `ask`
    #[arg(long, value_name = "URL")]
    database: String,
    /// One query
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with = "queries",
        required_unless_present = "queries"
    )]
    sql: Option<PathBuf>,
    /// A statement of your own, or a model's reply, for the same query: shown to be equal or not, and measured
    #[arg(long = "try", value_name = "FILE", requires = "sql")]
    tries: Vec<PathBuf>,
    /// A folder of queries, one a file
    #[arg(long, value_name = "DIR", requires = "state")]
    queries: Option<PathBuf>,
    /// Where the states of a folder of queries are kept; a run that was cut off goes on there
    #[arg(long, value_name = "DIR")]
    state: Option<PathBuf>,
    /// States to run: the first discovers, later ones go on from what was carried over
    #[arg(long, default_value_t = 1, value_name = "N")]
    states: u32,
    /// Candidates of each step whose own candidates are tried: 5 in the first state and 1 later, unless given
    #[arg(long, value_name = "N")]
    workers: Option<usize>,
    /// Runs of each statement at the least; the first is not counted
    #[arg(long, default_value_t = 3)]
    runs: u32,
    /// Only what is so many times as fast is offered and carried over
    #[arg(long, default_value_t = 1.05)]
    threshold: f64,
    /// A model that writes statements beside the rules: builtin for none, settings, or PROVIDER/MODEL
    #[arg(long, default_value = model::BUILTIN, value_name = "MODEL")]
    model: String,
    #[command(flatten)]
    models: model::Options,
    /// The result as JSON
    #[arg(long)]
    json: bool,
}

impl Settings {
    fn search(&self, state: u32) -> Search {
        Search {
            runs: self.runs.max(2),
            threshold: self.threshold,
            workers: self.workers.unwrap_or(if state == 0 { 5 } else { 1 }).max(1),
            ..Search::default()
        }
    }
}

/// A database as the search needs it.
pub struct Opened {
    pub database: Arc<dyn Database>,
    pub catalog: Catalog,
    clock: System,
}

pub async fn open(address: &str) -> Result<Opened> {
    let database = Opener.open_address(address).await?;
    let catalog = database.describe().await?;
    Ok(Opened {
        database,
        catalog,
        clock: System::new(),
    })
}

impl Opened {
    pub fn clock(&self) -> &dyn Clock {
        &self.clock
    }

    /// Of the catalog alone: a model is told of tables and keys, and no row is read for it.
    pub fn knowledge(&self) -> Knowledge {
        Knowledge::build(self.catalog.clone(), String::new(), Vec::new(), Vec::new())
    }

    /// By rules, and by what others wrote.
    pub async fn optimise(
        &self,
        sql: &str,
        settings: Search,
        others: &[(String, String)],
        cancel: &Cancel,
    ) -> Result<Optimisation> {
        self.optimise_asking(sql, settings, (others, None), cancel).await
    }

    /// The same with a model beside them.
    pub async fn optimise_asking(
        &self,
        sql: &str,
        settings: Search,
        (others, asking): (&[(String, String)], Option<&Asking<'_>>),
        cancel: &Cancel,
    ) -> Result<Optimisation> {
        let on_progress = |progress: Trying| {
            if std::io::stderr().is_terminal() {
                // A progress line that cannot be written is not missed.
                let _ = write!(std::io::stderr(), "\r{:<70.70} {:>3}", progress.doing, progress.tried);
            }
        };
        let work = Work {
            database: &*self.database,
            catalog: &self.catalog,
            lab: Opener.lab()?,
            clock: &self.clock,
            cancel,
            enough: cancel,
            settings,
            on_progress: &on_progress,
            others,
            asking,
        };
        let done = optimise::optimise(&work, sql).await?;
        if std::io::stderr().is_terminal() {
            let _ = writeln!(std::io::stderr());
        }
        Ok(done)
    }
}

impl Opened {
    /// Only the measuring.
    pub async fn race(&self, settings: Search, before: &str, candidates: &[String]) -> Result<Vec<Option<Gain>>> {
        let cancel = Cancel::new();
        let work = Work {
            database: &*self.database,
            catalog: &self.catalog,
            lab: Opener.lab()?,
            clock: &self.clock,
            cancel: &cancel,
            enough: &cancel,
            settings,
            on_progress: &|_| {},
            others: &[],
            asking: None,
        };
        Ok(optimise::race::race(&work, before, candidates).await?)
    }
}

pub async fn run(settings: &Settings, world: &World, out: &mut dyn Write) -> Result<()> {
    let opened = open(&settings.database).await?;
    let asked = model::open(world, &settings.model, &settings.models, None, false).await?;
    let connection = &opened.catalog.name;
    let door = asked
        .as_ref()
        .map(|asked| move |query: &str| asked.door(&format!("optimise {query}"), connection));
    if let (Some(queries), Some(folder)) = (&settings.queries, &settings.state) {
        for _ in 0..settings.states.max(1) {
            let workload = states::Workload {
                opened: &opened,
                queries,
                folder,
                threshold: settings.threshold,
                door: door.as_ref().map(|door| door as &(dyn Fn(&str) -> Door + Sync)),
            };
            workload.run(&|state| settings.search(state), out).await?;
        }
        return Ok(());
    }
    let path = settings.sql.as_ref().context("Name a file with --sql FILE.")?;
    let sql = std::fs::read_to_string(path).with_context(|| format!("{} cannot be read.", path.display()))?;
    let mut others = Vec::new();
    for path in &settings.tries {
        let text = std::fs::read_to_string(path).with_context(|| format!("{} cannot be read.", path.display()))?;
        others.push((path.display().to_string(), statement(&text)));
    }
    let (search, knowledge) = (settings.search(0), opened.knowledge());
    let door = door.map(|door| door("query"));
    let asking = door.as_ref().map(|door| Asking {
        door,
        knowledge: &knowledge,
        workers: search.workers,
        history: Vec::new(),
        analysis: String::new(),
        on_call: &|_| {},
        on_written: &|_, _| {},
    });
    let done = opened
        .optimise_asking(&sql, search, (&others, asking.as_ref()), &Cancel::new())
        .await?;
    match settings.json {
        true => writeln!(out, "{}", serde_json::to_string(&done)?)?,
        false => writeln!(out, "{}", told(&done))?,
    }
    Ok(())
}

/// The SQL of a reply: what stands between its first fence, or all of it.
fn statement(text: &str) -> String {
    let fenced = text
        .split("```")
        .nth(1)
        .map(|inside| inside.strip_prefix("sql").unwrap_or(inside));
    fenced.unwrap_or(text).trim().trim_end_matches(';').to_string()
}

/// What came of it, for a person.
pub fn told(done: &Optimisation) -> String {
    if !done.refused.is_empty() {
        return format!("This query cannot be made faster here. {}", done.refused);
    }
    let mut lines = Vec::new();
    for attempt in done.attempts.iter().filter(|a| a.by != "rules") {
        let came = match (attempt.gain, attempt.why.as_str()) {
            (Some(gain), "") => format!("gives the same rows, {:.2} times as fast.", gain.speedup),
            (_, why) => why.to_string(),
        };
        lines.push(format!("{}: {came}", attempt.by));
        if let Some(example) = &attempt.counter_example {
            lines.push("It differs on this database:".into());
            lines.extend(example.database.iter().map(|s| format!("  {s};")));
        }
    }
    let tried: Vec<&str> = {
        let mut all: Vec<&str> = done
            .attempts
            .iter()
            .flat_map(|a| &a.changes)
            .map(|c| c.says.as_str())
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    let Some((best, gain, proof)) = done.best().and_then(|b| Some((b, b.gain?, b.proof.as_ref()?))) else {
        lines.push(format!(
            "Nothing faster was found. {} other ways to ask were tried:",
            done.attempts.len()
        ));
        lines.extend(tried.iter().map(|t| format!("- {t}")));
        return lines.join("\n");
    };
    lines.push(format!(
        "{:.1} times faster (between {:.1} and {:.1}, in {} runs of each): {:.0} ms in place of {:.0} ms",
        gain.speedup, gain.low, gain.high, gain.runs, gain.after_ms, gain.before_ms
    ));
    lines.extend(best.changes.iter().map(|c| format!("- {}", c.says)));
    lines.push(format!(
        "Shown: the same {} rows on your data and on {} small made-up databases ({}); {} of these gave it rows. Fractions \
         count as the same where their first ten digits agree.",
        proof.rows, proof.databases, proof.engine, proof.telling
    ));
    lines.extend(proof.rests_on.iter().cloned());
    if !proof.open.is_empty() {
        lines.push(proof.open.clone());
    }
    lines.push(String::new());
    lines.push(best.sql.clone());
    for advice in &done.advice {
        lines.push(format!(
            "\nWhat else would help, to be run by whoever looks after the database: {}",
            advice.why
        ));
        lines.extend(advice.effect.clone());
        lines.push(advice.sql.clone());
    }
    lines.join("\n")
}
