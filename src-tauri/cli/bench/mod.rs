//! `bench`: how fast rows come through, beside each engine's own client in the same run.
//!
//! In: a number of rows. Out: a table of seconds, ratios and memory. Deliberately absent: any verdict; the figures of
//! two machines are not comparable, their ratios are.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result};
use askwell_contract::ports::{Cancel, Connector, End};
use askwell_contract::{Dialect, Limits};
use askwell_io::db::Opener;

mod clients;
mod fields;
mod gold;
mod machinery;
mod memory;
mod profile;
mod tables;
mod tpcds;
mod values;
mod whole;
pub mod wrong;

#[derive(clap::Args)]
pub struct Settings {
    /// Rows of ten columns each
    #[arg(long, default_value_t = 1_000_000)]
    rows: u64,
    /// The best of so many runs counts
    #[arg(long, default_value_t = 3)]
    runs: u32,
    /// A server on which a database may be made and dropped again
    #[arg(long, value_name = "URL")]
    postgres: Option<String>,
    /// How fast a table of twenty columns is profiled, beside the same in SQL
    #[arg(long)]
    profile: bool,
    /// Build the index of so many different values and look misspelt ones up, beside datasketch
    #[arg(long, value_name = "N")]
    texts: Option<usize>,
    /// So many of them for datasketch, which takes its time
    #[arg(long, value_name = "N")]
    beside: Option<usize>,
    /// Find the columns of questions with known SQL
    #[arg(long, value_name = "FILE")]
    fields: Option<PathBuf>,
    /// The folder that their databases are named from
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
    /// A database of many columns, for the time from a question to its columns
    #[arg(long, value_name = "URL")]
    schema: Vec<String>,
    /// Embed so many descriptions, beside sentence-transformers
    #[arg(long, value_name = "N")]
    embed: Option<usize>,
    /// What a question takes beside models and databases: eleven queries by a model that answers at once
    #[arg(long)]
    machinery: bool,
    /// Ask each database of --schema so many whole questions about its own tables
    #[arg(long, value_name = "N")]
    whole: Option<usize>,
    #[command(flatten)]
    tpcds: tpcds::Faster,
    #[command(flatten)]
    examples: gold::Examples,
    #[command(flatten)]
    faults: wrong::Faults,
}

/// Seconds to the first row and to the last, and the most memory used above what was used before, in bytes.
#[derive(Debug, Clone, Copy)]
struct Figures {
    first: f64,
    last: f64,
    memory: Option<u64>,
}

impl Figures {
    fn best(self, other: Self) -> Self {
        Self {
            first: self.first.min(other.first),
            last: self.last.min(other.last),
            memory: self.memory.max(other.memory),
        }
    }
}

pub async fn run(settings: &Settings, out: &mut dyn Write) -> Result<()> {
    if let Some((address, queries)) = settings.tpcds.wanted() {
        return tpcds::run(&settings.tpcds, address, queries, out).await;
    }
    if settings.examples.wanted() {
        return gold::run(&settings.examples, settings.postgres.as_deref(), out).await;
    }
    if settings.faults.wanted() {
        return wrong::run(settings.postgres.as_deref(), out).await;
    }
    if settings.machinery {
        return machinery::run(out).await;
    }
    if let Some(count) = settings.whole {
        return whole::run(&settings.schema, count, out).await;
    }
    if settings.profile {
        return profile::run(settings, out).await;
    }
    let indexes = settings.texts.is_some() || settings.fields.is_some() || settings.embed.is_some();
    if indexes {
        return indexed(settings, out).await;
    }
    let folder = folder()?;
    writeln!(out, "{} rows of 10 columns, best of {}", settings.rows, settings.runs)?;
    writeln!(
        out,
        "{:<12} {:>10} {:>10} {:>7}   {:>9} {:>9} {:>7}   {:>9}",
        "engine", "first row", "client", "ratio", "last row", "client", "ratio", "memory"
    )?;
    let mut places = vec![
        (Dialect::Sqlite, tables::sqlite(folder.path(), settings.rows)?),
        (Dialect::Duckdb, tables::duckdb(folder.path(), settings.rows)?),
    ];
    let server = settings
        .postgres
        .as_deref()
        .map(|url| tables::Server::make(url, settings.rows))
        .transpose()?;
    if let Some(server) = &server {
        places.push((Dialect::Postgres, server.url.clone()));
    }
    for (dialect, url) in places {
        let mut ours: Option<Figures> = None;
        let mut theirs: Option<Figures> = None;
        for _ in 0..settings.runs.max(1) {
            let figures = port(&url, settings.rows).await?;
            ours = Some(ours.map_or(figures, |best| best.best(figures)));
            if let Some(figures) = clients::read(dialect, &url)? {
                theirs = Some(theirs.map_or(figures, |best| best.best(figures)));
            }
        }
        let ours = ours.context("no run")?;
        line(out, dialect, ours, theirs)?;
    }
    Ok(())
}

/// The indexes that questions are looked up in.
async fn indexed(settings: &Settings, out: &mut dyn Write) -> Result<()> {
    if let Some(count) = settings.texts {
        let folder = folder()?;
        values::run(count, settings.beside, folder.path(), out)?;
    }
    if let Some(count) = settings.embed {
        let folder = folder()?;
        fields::embed(count, folder.path(), out)?;
    }
    if let Some(questions) = &settings.fields {
        fields::run(questions, &settings.root, &settings.schema, out).await?;
    }
    Ok(())
}

/// What 95 of 100 do not exceed.
fn p95(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() * 95 / 100).copied().unwrap_or_default()
}

const RESERVE: std::time::Duration = std::time::Duration::from_millis(500);

/// Every row through the port, dropped as it comes.
async fn port(url: &str, rows: u64) -> Result<Figures> {
    let database = Opener.open_address(url).await?;
    // Until the runner in reserve is there, which is no part of the query.
    tokio::time::sleep(RESERVE).await;
    let gauge = memory::Gauge::start();
    let began = Instant::now();
    let stream = database.query(tables::QUERY, Limits::EXPORT, &Cancel::new()).await?;
    let mut stream = stream.map_err(|finding| anyhow::anyhow!("{}", finding.message))?;
    let (mut first, mut read) = (None, 0);
    while let Some(batch) = stream.next().await {
        first.get_or_insert_with(|| began.elapsed().as_secs_f64());
        read += batch.len() as u64;
    }
    let last = began.elapsed().as_secs_f64();
    anyhow::ensure!(
        stream.end() == End::Complete && read == rows,
        "{read} of {rows} rows came through"
    );
    Ok(Figures {
        first: first.unwrap_or(last),
        last,
        memory: gauge.peak(),
    })
}

fn name(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Sqlite => "SQLite",
        Dialect::Duckdb => "DuckDB",
        Dialect::Postgres => "PostgreSQL",
    }
}

fn line(out: &mut dyn Write, dialect: Dialect, ours: Figures, theirs: Option<Figures>) -> Result<()> {
    let name = name(dialect);
    let memory = ours
        .memory
        .map_or("unknown".into(), |bytes| format!("{:.0} MB", bytes as f64 / 1e6));
    match theirs {
        Some(theirs) => writeln!(
            out,
            "{name:<12} {:>8.1}ms {:>8.1}ms {:>7.2}   {:>8.2}s {:>8.2}s {:>7.2}   {memory:>9}",
            ours.first * 1000.0,
            theirs.first * 1000.0,
            ours.first / theirs.first,
            ours.last,
            theirs.last,
            ours.last / theirs.last,
        )?,
        None => writeln!(
            out,
            "{name:<12} {:>8.1}ms {:>10} {:>7}   {:>8.2}s {:>9} {:>7}   {memory:>9}   {} is not installed",
            ours.first * 1000.0,
            "-",
            "-",
            ours.last,
            "-",
            "-",
            clients::program(dialect),
        )?,
    }
    Ok(())
}

/// A folder that goes away with the run.
fn folder() -> Result<tempfile::TempDir> {
    tempfile::Builder::new()
        .prefix("askwell-bench-")
        .tempdir()
        .context("no folder could be made for the tables")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn every_engine_without_a_server_has_its_line() {
        let settings = Settings {
            rows: 3_000,
            runs: 1,
            postgres: None,
            profile: false,
            texts: None,
            beside: None,
            fields: None,
            root: PathBuf::new(),
            schema: Vec::new(),
            embed: None,
            machinery: false,
            whole: None,
            tpcds: tpcds::Faster::default(),
            examples: gold::Examples::default(),
            faults: wrong::Faults::default(),
        };
        let mut out = Vec::new();
        run(&settings, &mut out).await.unwrap();
        let said = String::from_utf8(out).unwrap();
        assert!(said.contains("\nSQLite ") && said.contains("\nDuckDB "), "{said}");
    }
}
