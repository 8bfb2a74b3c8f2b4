//! `bench --tpcds`: a folder of queries made faster by the rules alone, checked again on other data.
//!
//! In: a database, a folder of queries, a second database with the same tables and other rows. Out: a line a query and the
//! counts. What is offered is run once more on the first database and compared on the second: 0 may differ, and one that
//! does is an error. With a file to keep lines in, a run that was cut off goes on there.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{bail, Result};
use askwell_contract::optimise::{Gain, Hurdle, Status};
use askwell_contract::ports::Cancel;
use askwell_contract::Limits;
use askwell_engine::optimise::Settings as Search;
use serde::{Deserialize, Serialize};

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
    /// Where each query's line is kept as soon as it is there; what has one is not tried again
    #[arg(long, value_name = "FILE")]
    kept: Option<PathBuf>,
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
        // On a busy machine two runs say too little of a small gain.
        runs: 5,
        budget_ms: settings.budget * 1_000.0,
        limits: Limits {
            milliseconds: (settings.patience * 1_000.0) as u64,
            ..Search::default().limits
        },
        ..Search::default()
    };
    let mut lines = match &settings.kept {
        Some(path) if path.exists() => read(&std::fs::read_to_string(path)?)?,
        _ => Vec::new(),
    };
    writeln!(
        out,
        "| query | status | faster | between | again | same on other rows | rules | tried |"
    )?;
    writeln!(out, "|---|---|---:|---|---:|---|---|---:|")?;
    for line in &lines {
        writeln!(out, "{}", line.says())?;
    }
    let began = Instant::now();
    for (id, path) in listed(queries)?
        .into_iter()
        .filter(|(id, _)| id.contains(&settings.only))
    {
        if lines.iter().any(|line| line.id == id) {
            continue;
        }
        let sql = std::fs::read_to_string(path)?;
        let line = tried(&opened, again.as_ref(), &search, id, &sql).await?;
        if let Some(path) = &settings.kept {
            let mut file = std::fs::OpenOptions::new().create(true).append(true).open(path)?;
            writeln!(file, "{}", serde_json::to_string(&line)?)?;
        }
        writeln!(out, "{}", line.says())?;
        out.flush()?;
        lines.push(line);
    }
    let tally = Tally::of(&lines);
    writeln!(out)?;
    writeln!(out, "{}; {:.0} s", tally.says(), began.elapsed().as_secs_f64())?;
    match tally.differing {
        0 => Ok(()),
        n => bail!("{n} of the statements offered give other rows on the second database."),
    }
}

/// What became of one query.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Line {
    id: String,
    status: Status,
    offered: Option<Offered>,
    /// Why nothing is offered, where there is more to say than that nothing was faster.
    why: String,
    tried: usize,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Offered {
    gain: Gain,
    again: Option<f64>,
    same: Same,
    rules: Vec<String>,
}

/// The lines of an earlier run; the last one may be cut off.
fn read(text: &str) -> Result<Vec<Line>> {
    let (whole, _) = text.rsplit_once('\n').unwrap_or_default();
    let lines = whole.lines().filter(|line| !line.is_empty());
    Ok(lines.map(serde_json::from_str).collect::<Result<_, _>>()?)
}

impl Line {
    fn says(&self) -> String {
        let Some(offered) = &self.offered else {
            return format!(
                "| {} | {} | | | | | {} | {} |",
                self.id,
                self.status.name(),
                self.why,
                self.tried
            );
        };
        format!(
            "| {} | {} | {:.2} | {:.2} to {:.2} | {} | {} | {} | {} |",
            self.id,
            self.status.name(),
            offered.gain.speedup,
            offered.gain.low,
            offered.gain.high,
            offered.again.map_or_else(|| "failed".into(), |r| format!("{r:.2}")),
            offered.same.says(),
            offered.rules.join(", "),
            self.tried
        )
    }
}

async fn tried(opened: &Opened, again: Option<&Opened>, search: &Search, id: String, sql: &str) -> Result<Line> {
    let done = match opened.optimise(sql, *search, &[], &Cancel::new()).await {
        Ok(done) => done,
        Err(error) => {
            return Ok(Line {
                id,
                status: Status::Error,
                offered: None,
                why: error.to_string(),
                tried: 0,
            });
        }
    };
    let tried = done.attempts.len();
    let Some((best, gain)) = done.best().and_then(|b| Some((b, b.gain?))) else {
        let refused = done.refused.as_str();
        let status = if refused.is_empty() {
            Status::Neutral
        } else {
            Status::Error
        };
        let open = done.attempts.iter().filter(|a| a.turned_down == Some(Hurdle::MadeUp));
        let why = open.map(|a| a.why.as_str()).next().unwrap_or(refused).to_string();
        return Ok(Line {
            id,
            status,
            offered: None,
            why,
            tried,
        });
    };
    let repeated = measured_again(opened, search, &done.before, &best.sql).await?;
    let same = match again {
        Some(other) => other_rows(other, search, &done.before, &best.sql).await?,
        None => Same::NotTried,
    };
    Ok(Line {
        id,
        status: best.status,
        offered: Some(Offered {
            gain,
            again: repeated,
            same,
            rules: best.changes.iter().map(|c| c.rule.clone()).collect(),
        }),
        why: String::new(),
        tried,
    })
}

/// Whether both statements give the same on the second database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
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
    fn of(lines: &[Line]) -> Self {
        let mut tally = Self::default();
        for line in lines {
            tally.statuses.push(line.status);
            let Some(offered) = &line.offered else { continue };
            tally.gains.push(offered.gain.speedup);
            tally.slower += usize::from(offered.again.is_none_or(|r| r < 0.95));
            tally.differing += usize::from(offered.same == Same::Differs);
            tally.cannot_be_run += usize::from(offered.same == Same::CannotBeRun);
        }
        tally
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
        most_runs: 12,
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
        let line = |id: &str, status, offered| Line {
            id: id.into(),
            status,
            offered,
            why: String::new(),
            tried: 1,
        };
        let offered = |speedup, again, same| {
            let gain = Gain {
                speedup,
                low: speedup,
                high: speedup,
                runs: 3,
                before_ms: speedup,
                after_ms: 1.0,
            };
            let rules = vec!["or_to_in".to_string()];
            Some(Offered {
                gain,
                again,
                same,
                rules,
            })
        };
        let lines = [
            line("1", Status::Neutral, None),
            line("2", Status::Error, None),
            line("3", Status::Win, offered(2.0, Some(1.9), Same::Yes)),
            line("4", Status::Win, offered(8.0, Some(0.9), Same::Differs)),
            line("5", Status::Improved, offered(4.0, None, Same::CannotBeRun)),
        ];
        let text: Vec<String> = lines.iter().map(|l| serde_json::to_string(l).unwrap()).collect();
        // Cut off in the middle of a line, it is the one that is tried again.
        let kept = read(&format!("{}\n{}", text.join("\n"), &text[0][..9])).unwrap();
        assert_eq!(kept, lines);
        let tally = Tally::of(&kept);
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
