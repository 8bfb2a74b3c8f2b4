//! One pass over a table: what each column holds.
//!
//! In: an open database and a table of its catalog. Out: the profile, the distinct texts for the value index, and
//! a sketch of every column for finding keys. Deliberately absent: anything per column that would be a query of
//! its own; a table is read once.

use std::sync::Arc;
use std::time::Duration;

use askwell_contract::ports::{Cancel, Clock, Database, End, Lot, RowStream};
use askwell_contract::profile::TableProfile;
use askwell_contract::run::Finding;
use askwell_contract::{Cell, Limits, Problem, ProblemCode, Result, Row, Table, TableKind, Truncation, TypeKind};
use askwell_sql::dialect;
use serde::{Deserialize, Serialize};
use tokio::time::timeout;

use super::codebook;
use super::health::{spellings, Spellings};
use super::pace::Pace;
use super::values::ColumnValues;
use crate::words::split_name;

pub mod about;
mod beyond;
mod column;
mod disguise;
mod hash;
mod moment;
mod money;
mod order;
mod places;
mod sample;
mod shape;
mod sketch;
mod spread;
mod tally;
#[cfg(test)]
mod tests;
pub mod view;

pub use hash::{bytes as hash_of, hash};
pub use sketch::Sketch;

use column::Tally;

/// How much of a table is read; the rest makes it a sample.
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    pub rows: u64,
    pub milliseconds: f64,
}

impl Budget {
    fn at_most(self, other: Self) -> Self {
        Self {
            rows: self.rows.min(other.rows),
            milliseconds: self.milliseconds.min(other.milliseconds),
        }
    }
}

/// Nobody waits longer for the first question, and what an answer needs of a profile a part of so many rows tells, too.
pub const BUDGET: Budget = Budget {
    rows: 20_000_000,
    milliseconds: 120_000.0,
};
/// A view is a query, and may take as long as it likes for every row; its tables are read anyway.
const VIEW: Budget = Budget {
    rows: 1_000_000,
    milliseconds: 10_000.0,
};
/// Counting the rows of a view may take as long as running it.
const COUNTING: Limits = Limits {
    milliseconds: 10_000,
    rows: 1,
    bytes: 1 << 20,
};

/// What one pass over a table gives.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Facts {
    pub profile: TableProfile,
    pub values: Vec<ColumnValues>,
    pub sketches: Vec<Sketch>,
    /// Some of its first rows, one without a gap before the others; all rows of a small table that explains codes; one cell a
    /// column of the catalog.
    pub examples: Vec<Row>,
    pub spellings: Vec<Spellings>,
}

/// Where a table is read from, and how.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    pub database: &'a Arc<dyn Database>,
    pub clock: &'a dyn Clock,
    pub pace: &'a Pace,
    pub cancel: &'a Cancel,
    pub budget: Budget,
}

/// Reads a table. The finding says why it could not be read, for example a view over a table that is gone.
pub async fn read(from: &Source<'_>, table: &Table) -> Result<std::result::Result<Facts, Finding>> {
    let Source { database, cancel, .. } = from;
    let from = &Source {
        budget: match table.kind {
            TableKind::View => from.budget.at_most(VIEW),
            _ => from.budget,
        },
        ..*from
    };
    stopped(cancel)?;
    let name = dialect::table(table, database.dialect());
    // Ends this reading alone, when its time is up.
    let reading = cancel.child_token();
    let mut time = Time::new(from);
    let part = sample::statement(table, database.dialect(), &name, from.budget.rows);
    let mut sampled = part.is_some();
    let mut opened = match part {
        Some(sql) => open(from, &sql, &time, &reading).await?,
        None => open(from, &format!("SELECT * FROM {name}"), &time, &reading).await?,
    };
    if sampled && opened.is_err() {
        // A table without row numbers, for example.
        sampled = false;
        opened = open(from, &format!("SELECT * FROM {name}"), &time, &reading).await?;
    }
    let stream = match opened {
        Ok(stream) => stream,
        Err(finding) => return stopped(cancel).and(Ok(Err(finding))),
    };
    let tallies = tally::Tallies::start(columns(table, &stream));
    let names: Vec<Vec<String>> = table.columns.iter().map(|c| split_name(&c.name)).collect();
    let explains = names.len() <= NARROW && codebook::places(&names).is_some();
    let most = if explains { CODES } else { EXAMPLES };
    let (read, end, examples) = hand_over(stream, &tallies, &mut time, most, from).await?;
    reading.cancel();
    let columns = tallies.finish().await?;
    let rows = match end {
        End::Complete if !sampled => read,
        End::Failed(finding) => return stopped(cancel).and(Ok(Err(finding))),
        End::Complete | End::Cut(_) => rows_of(database, table, &name, cancel)
            .await?
            .unwrap_or(0)
            .max(read + 1),
    };
    let table = table.clone();
    let facts = tokio::task::spawn_blocking(move || Facts {
        examples: match examples.first() {
            Some(row) if row.len() == table.columns.len() => examples,
            _ => Vec::new(),
        },
        ..facts(&table, rows, read, columns)
    });
    Ok(Ok(facts.await.map_err(Problem::internal)?))
}

/// The rows of a query, once the first of them is there.
async fn open(
    from: &Source<'_>,
    sql: &str,
    time: &Time<'_>,
    reading: &Cancel,
) -> Result<std::result::Result<RowStream, Finding>> {
    match timeout(time.left(), from.database.scan(sql, time.limits(), reading)).await {
        Ok(opened) => opened,
        Err(_) => {
            reading.cancel();
            let seconds = from.budget.milliseconds / 1000.0;
            Ok(Err(Finding::error(
                "timeout",
                format!("It gave no row within {seconds} s."),
            )))
        }
    }
}

/// What is left of a table's time; it stands still while reading is paused.
struct Time<'a> {
    clock: &'a dyn Clock,
    budget: Budget,
    began: f64,
}

impl<'a> Time<'a> {
    fn new(from: &Source<'a>) -> Self {
        Self {
            clock: from.clock,
            budget: from.budget,
            began: from.clock.ticks(),
        }
    }

    fn left(&self) -> Duration {
        let left = self.budget.milliseconds - (self.clock.ticks() - self.began);
        Duration::from_secs_f64(left.max(0.0) / 1000.0)
    }

    /// Time is kept here and not by the driver, whose clock would run on while reading is paused.
    fn limits(&self) -> Limits {
        Limits {
            milliseconds: u64::MAX,
            rows: self.budget.rows,
            bytes: u64::MAX,
        }
    }
}

/// Every batch to those who count, until the end, a stop or the end of the time.
async fn hand_over(
    mut stream: RowStream,
    tallies: &tally::Tallies,
    time: &mut Time<'_>,
    most: usize,
    from: &Source<'_>,
) -> Result<(u64, End, Vec<Row>)> {
    let Source { pace, cancel, .. } = from;
    let mut read = 0;
    let mut examples = Vec::new();
    loop {
        let before = time.clock.ticks();
        if pace.wait(cancel).await {
            time.began += time.clock.ticks() - before;
        }
        stopped(cancel)?;
        let Ok(lot) = timeout(time.left(), stream.next_lot()).await else {
            return Ok((read, End::Cut(Truncation::Time), examples));
        };
        let Some(lot) = lot else { break };
        // The first lot may hold a single row.
        if examples.len() < most {
            examples.extend(first(&lot, most));
            examples.truncate(most);
        }
        read += lot.rows() as u64;
        pace.count(lot.rows() as u64);
        tallies.add(lot).await;
    }
    stopped(cancel)?;
    if read > most as u64 {
        examples.truncate(EXAMPLES);
    }
    Ok((read, stream.end(), examples))
}

/// Rows of a table that are kept to be shown.
const EXAMPLES: usize = 3;
/// Rows and columns at most of a table that explains codes.
const CODES: usize = 200;
const NARROW: usize = 5;

/// The first row without a gap, where there is one; then the first of the others.
fn first(lot: &Lot, most: usize) -> Vec<Row> {
    let (rows, whole) = match lot {
        Lot::Rows(rows) => (rows.len(), rows.iter().position(|row| !row.iter().any(Cell::is_null))),
        Lot::Strips(strips) => {
            let whole = |at: &usize| strips.columns.iter().all(|c| c.value(*at).is_some());
            (strips.rows, (0..strips.rows).find(whole))
        }
    };
    let others = (0..rows).filter(|at| Some(*at) != whole);
    let chosen = whole.into_iter().chain(others).take(most);
    chosen
        .filter_map(|at| match lot {
            Lot::Rows(rows) => rows.get(at).cloned(),
            Lot::Strips(strips) => Some(strips.row(at)),
        })
        .collect()
}

fn stopped(cancel: &Cancel) -> Result<()> {
    if cancel.is_cancelled() {
        return Err(Problem::cancelled());
    }
    Ok(())
}

/// The rows of a table that was not read to its end.
async fn rows_of(database: &Arc<dyn Database>, table: &Table, name: &str, cancel: &Cancel) -> Result<Option<u64>> {
    if let Some(rows) = table.rows {
        return Ok(Some(rows.count));
    }
    let sql = format!("SELECT COUNT(*) FROM {name}");
    let counted = match database.query(&sql, COUNTING, cancel).await {
        Ok(Ok(stream)) => stream.collect().await,
        Ok(Err(finding)) => Err(finding),
        Err(problem) if problem.code == ProblemCode::TimedOut => return Ok(None),
        Err(problem) => return Err(problem),
    };
    stopped(cancel)?;
    let cell = counted
        .ok()
        .and_then(|set| set.rows.into_iter().next()?.into_iter().next());
    Ok(match cell {
        Some(Cell::Int(n)) => u64::try_from(n).ok(),
        _ => None,
    })
}

/// A tally for each column of the result; `None` for one that the catalog does not know.
fn columns(table: &Table, stream: &RowStream) -> Vec<Option<Tally>> {
    let bounds = tally::bounds(stream.columns.len());
    let names = stream.columns.iter().map(|c| table.column(&c.name));
    names
        .map(|column| column.map(|c| Tally::new(c.clone(), bounds)))
        .collect()
}

fn facts(table: &Table, rows: u64, read: u64, tallies: Vec<Option<Tally>>) -> Facts {
    let mut facts = Facts {
        profile: TableProfile {
            table: table.name.clone(),
            rows,
            read,
            columns: Vec::new(),
            grain: String::new(),
            freshness: None,
        },
        values: Vec::new(),
        sketches: Vec::new(),
        examples: Vec::new(),
        spellings: Vec::new(),
    };
    for tally in tallies.into_iter().flatten() {
        let single = |key: &[String]| matches!(key, [only] if only.eq_ignore_ascii_case(tally.name()));
        let declared = single(&table.primary_key) || table.unique.iter().any(|key| single(key));
        let about = column::About {
            table: &table.name,
            rows,
            read,
            declared_unique: declared,
        };
        let kept = tally.finish(&about);
        facts.values.extend(texts(&kept, &about));
        facts.profile.columns.push(kept.profile);
        facts.sketches.push(kept.sketch);
    }
    facts.spellings = spellings(&facts.values);
    facts.profile.freshness = about::freshness(table, &facts.profile);
    facts
}

/// What of a column goes into the value index: texts, and in columns declared as text also numbers.
fn texts(kept: &column::Kept, about: &column::About<'_>) -> Option<ColumnValues> {
    if kept.kind.is_time()
        || matches!(
            kept.kind,
            TypeKind::Time | TypeKind::Interval | TypeKind::Json | TypeKind::Blob
        )
    {
        return None;
    }
    let numbers = kept.kind == TypeKind::Text;
    let values: Vec<(String, u64)> = kept
        .values
        .iter()
        .filter_map(|(cell, rows)| match cell {
            Cell::Text(text) if !text.trim().is_empty() => Some((text.clone(), *rows)),
            Cell::Int(number) if numbers => Some((number.to_string(), *rows)),
            _ => None,
        })
        .collect();
    let profile = &kept.profile;
    (!values.is_empty() || kept.texts_are_long()).then(|| {
        ColumnValues::new(
            about.table,
            &profile.column,
            values,
            !kept.overflowed,
            profile.mean_length,
        )
    })
}
