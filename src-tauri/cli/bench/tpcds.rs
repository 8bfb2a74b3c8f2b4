//! `bench --tpcds`: a folder of queries made faster by the rules alone, checked again on other data.
//!
//! In: a database, a folder of queries, a second database with the same tables and other rows. Out: a line a query and the
//! counts. What is offered is run once more on the first database and compared on the second: 0 may differ.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Result;
use askwell_contract::optimise::Status;
use askwell_contract::ports::Cancel;
use askwell_contract::Limits;
use askwell_engine::optimise::Settings as Search;

use crate::optimise::{open, states::listed, Opened};

#[derive(clap::Args, Default)]
pub struct Faster {
    /// Make the queries of --queries faster on this database, and count
    #[arg(long, value_name = "URL", requires = "queries")]
    tpcds: Option<String>,
    #[arg(long, value_name = "DIR")]
    queries: Option<PathBuf>,
    /// Compare what is offered on these other rows, too
    #[arg(long, value_name = "URL")]
    again: Option<String>,
    /// Seconds in which candidates of one query are tried
    #[arg(long, default_value_t = 20.0, value_name = "S")]
    budget: f64,
    /// Leave a query alone that takes longer than this by itself
    #[arg(long, default_value_t = 60.0, value_name = "S")]
    patience: f64,
    /// Only queries whose names contain this
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
}

impl Faster {
    pub fn wanted(&self) -> Option<(&str, &Path)> {
        self.tpcds.as_deref().zip(self.queries.as_deref())
    }
}

pub async fn run(settings: &Faster, address: &str, queries: &Path, out: &mut dyn Write) -> Result<()> {
    let opened = open(address).await?;
    let again = match &settings.again {
        Some(address) => Some(open(address).await?),
        None => None,
    };
    let search = Search {
        candidates: 16,
        workers: 2,
        proven: 1,
        budget_ms: settings.budget * 1_000.0,
        limits: Limits {
            milliseconds: (settings.patience * 1_000.0) as u64,
            ..Search::default().limits
        },
        ..Search::default()
    };
    writeln!(
        out,
        "| query | status | faster | between | again | same on other rows | rules | tried |"
    )?;
    writeln!(out, "|---|---|---:|---|---:|---|---|---:|")?;
    let (mut counts, mut gains, mut differing, mut slower) = ([0_usize; 5], Vec::new(), 0, 0);
    let began = Instant::now();
    for (id, path) in listed(queries)?
        .into_iter()
        .filter(|(id, _)| id.contains(&settings.only))
    {
        let sql = std::fs::read_to_string(path)?;
        let done = match opened.optimise(&sql, search, &[], &Cancel::new()).await {
            Ok(done) => done,
            Err(error) => {
                writeln!(out, "| {id} | ERROR | | | | | {error} | |")?;
                counts[4] += 1;
                continue;
            }
        };
        let Some((best, gain)) = done.best().and_then(|b| Some((b, b.gain?))) else {
            let refused = if done.refused.is_empty() {
                ""
            } else {
                done.refused.as_str()
            };
            let status = if refused.is_empty() { "NEUTRAL" } else { "ERROR" };
            counts[if refused.is_empty() { 2 } else { 4 }] += 1;
            let open = done
                .attempts
                .iter()
                .filter(|a| a.turned_down == Some(askwell_contract::optimise::Hurdle::MadeUp));
            let why = open.map(|a| a.why.as_str()).next().unwrap_or(refused);
            writeln!(out, "| {id} | {status} | | | | | {why} | {} |", done.attempts.len())?;
            out.flush()?;
            continue;
        };
        let repeated = measured_again(&opened, &search, &done.before, &best.sql).await?;
        let same = match &again {
            Some(other) => other_rows(other, &search, &done.before, &best.sql).await?,
            None => "not tried".to_string(),
        };
        differing += usize::from(same == "DIFFERS");
        slower += usize::from(repeated.is_some_and(|r| r < 0.95));
        counts[match best.status {
            Status::Win => 0,
            Status::Improved => 1,
            Status::Neutral => 2,
            Status::Regression => 3,
            Status::Error => 4,
        }] += 1;
        gains.push(gain.speedup);
        let rules: Vec<&str> = best.changes.iter().map(|c| c.rule.as_str()).collect();
        writeln!(
            out,
            "| {id} | {} | {:.2} | {:.2} to {:.2} | {} | {same} | {} | {} |",
            best.status.name(),
            gain.speedup,
            gain.low,
            gain.high,
            repeated.map_or_else(|| "failed".into(), |r| format!("{r:.2}")),
            rules.join(", "),
            done.attempts.len()
        )?;
        out.flush()?;
    }
    let geometric = (gains.iter().map(|g: &f64| g.ln()).sum::<f64>() / gains.len().max(1) as f64).exp();
    writeln!(out)?;
    writeln!(
        out,
        "WIN {}, IMPROVED {}, NEUTRAL {}, REGRESSION {}, ERROR {}; geometric mean of the {} offered {geometric:.2}; \
         {differing} differ on other rows, {slower} below 0.95 when measured again; {:.0} s",
        counts[0],
        counts[1],
        counts[2],
        counts[3],
        counts[4],
        gains.len(),
        began.elapsed().as_secs_f64()
    )?;
    Ok(())
}

async fn measured_again(opened: &Opened, search: &Search, before: &str, after: &str) -> Result<Option<f64>> {
    let settings = Search {
        runs: 4,
        most_runs: 4,
        ..*search
    };
    let gains = opened.race(settings, before, &[after.to_string()]).await?;
    Ok(gains.first().copied().flatten().map(|g| g.speedup))
}

async fn other_rows(other: &Opened, search: &Search, before: &str, after: &str) -> Result<String> {
    let same = askwell_engine::optimise::same_on(&*other.database, &other.catalog, search, before, after).await?;
    Ok(match same {
        Some(true) => "yes".into(),
        Some(false) => "DIFFERS".into(),
        None => "cannot be run".into(),
    })
}
