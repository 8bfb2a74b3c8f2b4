//! `bench --tpcds`: a folder of queries made faster by the rules alone, checked again on other data.
//!
//! In: a database, a folder of queries, a second database with the same tables and other rows. Out: a line a query and the
//! counts. What is offered is run once more on the first database and compared on the second: 0 may differ, and one that
//! does is an error.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{bail, Result};
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
    let mut tally = Tally::default();
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
                tally.count(Status::Error);
                continue;
            }
        };
        let Some((best, gain)) = done.best().and_then(|b| Some((b, b.gain?))) else {
            let refused = done.refused.as_str();
            let status = if refused.is_empty() {
                Status::Neutral
            } else {
                Status::Error
            };
            tally.count(status);
            let open = done
                .attempts
                .iter()
                .filter(|a| a.turned_down == Some(askwell_contract::optimise::Hurdle::MadeUp));
            let why = open.map(|a| a.why.as_str()).next().unwrap_or(refused);
            writeln!(
                out,
                "| {id} | {} | | | | | {why} | {} |",
                status.name(),
                done.attempts.len()
            )?;
            out.flush()?;
            continue;
        };
        let repeated = measured_again(&opened, &search, &done.before, &best.sql).await?;
        let same = match &again {
            Some(other) => other_rows(other, &search, &done.before, &best.sql).await?,
            None => Same::NotTried,
        };
        tally.offered(best.status, gain.speedup, repeated, same);
        let rules: Vec<&str> = best.changes.iter().map(|c| c.rule.as_str()).collect();
        writeln!(
            out,
            "| {id} | {} | {:.2} | {:.2} to {:.2} | {} | {} | {} | {} |",
            best.status.name(),
            gain.speedup,
            gain.low,
            gain.high,
            repeated.map_or_else(|| "failed".into(), |r| format!("{r:.2}")),
            same.says(),
            rules.join(", "),
            done.attempts.len()
        )?;
        out.flush()?;
    }
    writeln!(out)?;
    writeln!(out, "{}; {:.0} s", tally.says(), began.elapsed().as_secs_f64())?;
    match tally.differing {
        0 => Ok(()),
        n => bail!("{n} of the statements offered give other rows on the second database."),
    }
}

/// Whether both statements give the same on the second database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Same {
    Yes,
    Differs,
    /// One of them fails there or is cut, so that nothing is known.
    CannotBeRun,
    NotTried,
}

impl Same {
    fn says(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::Differs => "DIFFERS",
            Self::CannotBeRun => "cannot be run",
            Self::NotTried => "not tried",
        }
    }
}

/// What the whole run came to.
#[derive(Default)]
struct Tally {
    statuses: Vec<Status>,
    gains: Vec<f64>,
    differing: usize,
    cannot_be_run: usize,
    /// Below 0.95 when measured again, or failed then.
    slower: usize,
}

impl Tally {
    fn count(&mut self, status: Status) {
        self.statuses.push(status);
    }

    fn offered(&mut self, status: Status, gain: f64, repeated: Option<f64>, same: Same) {
        self.count(status);
        self.gains.push(gain);
        self.slower += usize::from(repeated.is_none_or(|r| r < 0.95));
        self.differing += usize::from(same == Same::Differs);
        self.cannot_be_run += usize::from(same == Same::CannotBeRun);
    }

    fn says(&self) -> String {
        let counts = Status::ALL.map(|status| {
            let count = self.statuses.iter().filter(|s| **s == status).count();
            format!("{} {count}", status.name())
        });
        let mean = self.gains.iter().map(|g| g.ln()).sum::<f64>() / self.gains.len().max(1) as f64;
        format!(
            "{}; geometric mean of the {} offered {:.2}; on other rows {} differ and {} cannot be run; {} below 0.95 when \
             measured again",
            counts.join(", "),
            self.gains.len(),
            mean.exp(),
            self.differing,
            self.cannot_be_run,
            self.slower
        )
    }
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

async fn other_rows(other: &Opened, search: &Search, before: &str, after: &str) -> Result<Same> {
    let same = askwell_engine::optimise::same_on(&*other.database, &other.catalog, search, before, after).await?;
    Ok(match same {
        Some(true) => Same::Yes,
        Some(false) => Same::Differs,
        None => Same::CannotBeRun,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_and_what_cannot_be_run_on_other_rows_are_counted_apart() {
        let mut tally = Tally::default();
        tally.count(Status::Neutral);
        tally.count(Status::Error);
        tally.offered(Status::Win, 2.0, Some(1.9), Same::Yes);
        tally.offered(Status::Win, 8.0, Some(0.9), Same::Differs);
        tally.offered(Status::Improved, 4.0, None, Same::CannotBeRun);
        assert_eq!(
            tally.says(),
            "WIN 2, IMPROVED 1, NEUTRAL 1, REGRESSION 0, ERROR 1; geometric mean of the 3 offered 4.00; on other rows 1 \
             differ and 1 cannot be run; 2 below 0.95 when measured again"
        );
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_query_that_fails_on_the_other_rows_is_no_proof() {
        let folder = tempfile::tempdir().unwrap();
        let database = async |name: &str, sql: &str| {
            let path = folder.path().join(name);
            askwell_io::create::create_sqlite(&path, &mut std::iter::once(sql.to_string())).unwrap();
            open(&format!("sqlite:{}", path.display())).await.unwrap()
        };
        let full = database(
            "full.sqlite",
            "CREATE TABLE t(a INTEGER); INSERT INTO t VALUES (1), (NULL);",
        )
        .await;
        let search = Search::default();
        let (all, some) = ("SELECT a FROM t", "SELECT a FROM t WHERE a > 0");
        assert_eq!(other_rows(&full, &search, all, all).await.unwrap(), Same::Yes);
        assert_eq!(other_rows(&full, &search, all, some).await.unwrap(), Same::Differs);
        let other = "SELECT a FROM u";
        assert_eq!(other_rows(&full, &search, all, other).await.unwrap(), Same::CannotBeRun);
    }
}
