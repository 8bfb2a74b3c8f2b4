//! `describe`: what tables and columns mean, from files of descriptions or from a model. In: a URL, and files or folders of
//! them. Out: how much was described, and what of the files was not used and why.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use askwell_contract::api::Progress;
use askwell_contract::explore::Brought;
use askwell_engine::Desk;

use crate::unlock;

/// Names of what is not there, before the rest is only counted.
const NAMED: usize = 10;

#[derive(Debug, Default, clap::Args)]
pub struct How {
    /// Take back what files said before
    #[arg(long, conflicts_with_all = ["files", "by_model"])]
    forget: bool,
    /// Say what files would bring, and what not; nothing is kept
    #[arg(long, conflicts_with_all = ["forget", "by_model"])]
    preview: bool,
    /// Have the model that is set up describe what has no words yet, table by table; stopped, it goes on where it was
    #[arg(long, conflicts_with = "files")]
    by_model: bool,
    /// With --by-model: say what it would cost, and ask nothing
    #[arg(long, requires = "by_model")]
    estimate: bool,
    #[arg(value_name = "FILE", required_unless_present_any = ["forget", "by_model"])]
    files: Vec<PathBuf>,
}

pub async fn run(desk: &Desk, url: &str, how: &How, out: &mut dyn Write) -> Result<()> {
    let paths = how.files.iter().map(|path| listed(path)).collect::<Result<Vec<_>>>()?;
    let opened = desk.open(url).await?;
    let id = &opened.connection.id;
    if how.forget {
        let count = desk.forget_descriptions(id).await?;
        writeln!(out, "taken back: {}", counted(count, "description"))?;
        return Ok(());
    }
    if how.by_model {
        unlock::keys(desk, &opened.connection, unlock::passphrase).await?;
        return by_model(desk, id, how.estimate, out).await;
    }
    let brought = match how.preview {
        true => desk.preview_descriptions(id, paths.concat()).await?,
        false => desk.import_files(id, paths.concat()).await?,
    };
    told(&brought, how.preview, out)
}

/// Every line of the files is in one of these.
fn told(brought: &Brought, preview: bool, out: &mut dyn Write) -> Result<()> {
    let (tables, columns) = (counted(brought.tables(), "table"), counted(brought.columns(), "column"));
    let done = if preview { "would be described" } else { "described" };
    writeln!(out, "{done}: {tables}, {columns}")?;
    let own: Vec<String> = brought
        .found
        .iter()
        .filter(|one| one.own.is_some())
        .map(|one| match &one.column {
            Some(column) => format!("{}.{column}", one.table),
            None => one.table.clone(),
        })
        .collect();
    named("keep your own words", &own, out)?;
    named("not in this database", &brought.unknown, out)?;
    named("not usable", &brought.unread, out)?;
    if brought.silent > 0 {
        writeln!(out, "without words: {}", counted(brought.silent as usize, "name"))?;
    }
    Ok(())
}

fn named(what: &str, names: &[String], out: &mut dyn Write) -> Result<()> {
    if names.is_empty() {
        return Ok(());
    }
    let shown = names.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>();
    let more = match names.len().saturating_sub(NAMED) {
        0 => String::new(),
        n => format!(" and {n} more"),
    };
    writeln!(out, "{what}: {}{more}", shown.join(", "))?;
    Ok(())
}

/// What it may cost comes first, how far it is while it goes on, what it came to last.
async fn by_model(desk: &Desk, id: &str, estimate: bool, out: &mut dyn Write) -> Result<()> {
    let ahead = desk.describe_estimate(id).await?;
    let to = ahead.to.as_ref().map_or("no model", |to| to.model.as_str());
    writeln!(
        out,
        "{to}: about {}, {} tokens in and {} out, {}",
        counted(ahead.calls as usize, "request"),
        ahead.input,
        ahead.output,
        dollars(ahead.cost, "about ")
    )?;
    if estimate || ahead.calls == 0 {
        return Ok(());
    }
    let progress = |at: Progress| {
        // Nobody reads a closed standard error.
        let _ = writeln!(std::io::stderr(), "{} of {}: {}", at.done, at.of, at.table);
    };
    let described = desk.describe_by_model(id, progress).await?;
    writeln!(
        out,
        "described: {} of {}, {}",
        described.columns,
        counted(described.of as usize, "column"),
        dollars(described.cost, "")
    )?;
    for note in &described.notes {
        writeln!(out, "{note}")?;
    }
    Ok(())
}

fn dollars(cost: Option<f64>, about: &str) -> String {
    match cost {
        None => "at an unknown price".to_owned(),
        Some(cost) => format!("{about}${cost:.4}"),
    }
}

fn counted(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    }
}

/// A file, or those of a folder that may hold descriptions.
fn listed(path: &Path) -> Result<Vec<String>> {
    let mut paths = vec![path.to_owned()];
    if path.is_dir() {
        let all = std::fs::read_dir(path).with_context(|| format!("The folder {} cannot be read.", path.display()))?;
        paths = all.filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.retain(|p| {
            let ending = p.extension().map(|e| e.to_string_lossy().to_lowercase());
            p.is_file() && matches!(ending.as_deref(), Some("csv" | "tsv" | "yml" | "yaml"))
        });
        paths.sort();
    }
    Ok(paths.iter().map(|path| path.to_string_lossy().into_owned()).collect())
}
