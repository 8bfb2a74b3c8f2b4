//! One pass over a table: what each column holds.
//!
//! In: an open database and a table of its catalog. Out: the profile, the distinct texts for the value index, and
//! a sketch of every column for finding keys. Deliberately absent: anything per column that would be a query of
//! its own; a table is read once.

use std::sync::Arc;

use askwell_contract::ports::{Cancel, Database, End, RowStream};
use askwell_contract::profile::TableProfile;
use askwell_contract::run::Finding;
use askwell_contract::{Cell, Limits, Problem, ProblemCode, Result, Row, Table, TypeKind};
use askwell_sql::dialect;

use super::values::ColumnValues;

mod column;
mod disguise;
mod order;
#[cfg(test)]
mod tests;

use column::Tally;
pub use order::hash;

/// Enough that a rare value is seen, and few enough that a table takes seconds.
pub const BUDGET: Limits = Limits {
    milliseconds: 60_000,
    rows: 200_000,
    bytes: 1 << 30,
};
/// Counting the rows of a view may take as long as running it.
const COUNTING: Limits = Limits {
    milliseconds: 10_000,
    rows: 1,
    bytes: 1 << 20,
};

/// What one pass over a table gives.
#[derive(Debug)]
pub struct Facts {
    pub profile: TableProfile,
    pub values: Vec<ColumnValues>,
    pub sketches: Vec<Sketch>,
    /// The first row without a gap, else the first; one cell a column of the catalog.
    pub example: Option<Row>,
}

/// The smallest hashes of a column's distinct values. Two columns that keep values by the same hash can be compared
/// without their values (KMV sketch; Bar-Yossef et al. 2002).
#[derive(Debug, Clone, PartialEq)]
pub struct Sketch {
    pub table: String,
    pub column: String,
    /// In order.
    pub hashes: Vec<u64>,
    /// These are all; otherwise the column has values of larger hashes, too.
    pub complete: bool,
    pub unique: bool,
    /// All rows of the table were read.
    pub whole: bool,
}

/// Reads a table. The finding says why it could not be read, for example a view over a table that is gone.
pub async fn read(
    database: &Arc<dyn Database>,
    table: &Table,
    cancel: &Cancel,
) -> Result<std::result::Result<Facts, Finding>> {
    if cancel.is_cancelled() {
        return Err(Problem::cancelled());
    }
    let name = dialect::table(table, database.dialect());
    let stream = match database.query(&format!("SELECT * FROM {name}"), BUDGET, cancel).await {
        Ok(Ok(stream)) => stream,
        Ok(Err(finding)) => return stopped(cancel).and(Ok(Err(finding))),
        Err(problem) => return Err(problem),
    };
    let (columns, stop) = (tallies(table, &stream), cancel.clone());
    let runtime = tokio::runtime::Handle::current();
    // Counting is computing: it must not hold up the threads that serve the screen.
    let counted = tokio::task::spawn_blocking(move || runtime.block_on(count(stream, columns, stop)));
    let Counted {
        read,
        end,
        columns,
        example,
    } = counted.await.map_err(Problem::internal)??;
    let rows = match end {
        End::Complete => read,
        End::Failed(finding) => return stopped(cancel).and(Ok(Err(finding))),
        End::Cut(_) => rows_of(database, table, &name, cancel)
            .await?
            .unwrap_or(0)
            .max(read + 1),
    };
    Ok(Ok(Facts {
        example,
        ..facts(table, rows, read, columns)
    }))
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
fn tallies(table: &Table, stream: &RowStream) -> Vec<Option<Tally>> {
    let names = stream.columns.iter().map(|c| table.column(&c.name));
    names.map(|column| column.map(|c| Tally::new(c.clone()))).collect()
}

struct Counted {
    read: u64,
    end: End,
    columns: Vec<Option<Tally>>,
    example: Option<Row>,
}

async fn count(mut stream: RowStream, mut columns: Vec<Option<Tally>>, cancel: Cancel) -> Result<Counted> {
    let mut read = 0;
    let mut example = None;
    while let Some(rows) = stream.next().await {
        stopped(&cancel)?;
        if read == 0 {
            let whole = rows.iter().find(|row| !row.iter().any(Cell::is_null));
            example = whole.or(rows.first()).cloned();
        }
        read += rows.len() as u64;
        for row in rows {
            for (tally, cell) in columns.iter_mut().zip(row) {
                if let Some(tally) = tally {
                    tally.add(cell);
                }
            }
        }
    }
    stopped(&cancel)?;
    Ok(Counted {
        read,
        end: stream.end(),
        columns,
        example,
    })
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
        example: None,
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
