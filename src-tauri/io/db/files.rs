//! Dropped files. In: paths of CSV, TSV, Parquet, JSON and XLSX files, and of folders of them. Out: a [`Database`] in
//! which each file, and each sheet of a workbook, is a table.
//!
//! Read-only four times, as every DuckDB database here is: the connection may read our own copy and those Parquet
//! files, nothing beside them, and DuckDB's own parser has to call a statement a query; the parsed statement; the
//! limits; the walls around the process that reads them. Deliberately absent: writing to the files, keeping them open, folders below folders.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use askwell_contract::connect::Powers;
use askwell_contract::ports::{Cancel, Database, Ran, RowStream};
use askwell_contract::run::Explain;
use askwell_contract::{Catalog, Dialect, Limits, Result, TableKind};
use async_trait::async_trait;
use tokio::sync::Mutex;

use super::duckdb::{self as driver, Duckdb};
use super::{apart, file, Locks};
use crate::run::{self, Remote};
pub use find::Set;
use find::{Format, Found};
use load::{counted, Loaded, Made};
pub use load::{load, Parts};

mod column;
mod encoding;
pub mod find;
mod header;
mod lines;
mod load;
mod moment;
mod names;
mod number;
mod scan;
mod sheet;
mod structured;
pub mod temporary;
mod workbook;

pub(crate) use scan::{literal, quoted};
pub(crate) use temporary::Temporary;

pub struct Files {
    paths: Vec<String>,
    locks: Locks,
    /// Replaced when a file has changed.
    now: Mutex<Arc<State>>,
}

/// The files as they were at one moment.
struct State {
    // Dropped before the folder that its file is in.
    duckdb: Remote,
    set: Set,
    prints: Vec<String>,
    loaded: Loaded,
}

// ── open ──────────────────────────────────────────────────────────────────────────────────────────────────────────

pub fn open(paths: &[String], set: Set, locks: Locks) -> Result<Files> {
    let state = State::read(set, locks)?;
    Ok(Files {
        paths: paths.to_vec(),
        locks,
        now: Mutex::new(Arc::new(state)),
    })
}

/// Our own database with the files that its views read, inside a runner.
pub fn over(database: &Path, views: &[PathBuf], agree: bool) -> Result<Duckdb> {
    let readable = views.iter().flat_map(|path| {
        let plain = path.to_string_lossy().into_owned();
        [scan::pattern(path), plain]
    });
    driver::over(database, readable.collect(), agree)
}

/// `3 files`
pub fn count(n: usize) -> String {
    if n == 1 {
        "1 file".into()
    } else {
        format!("{n} files")
    }
}

impl State {
    fn read(set: Set, locks: Locks) -> Result<Self> {
        // Before they are read: a change meanwhile is then seen as one.
        let prints = prints(&set)?;
        let room = Temporary::new()?;
        let loaded = Loaded {
            parts: run::load(&set, room.path())?,
            _room: room,
        };
        let duckdb = Remote::over(&loaded.parts.database, &loaded.parts.views, locks)?;
        Ok(Self {
            duckdb,
            set,
            prints,
            loaded,
        })
    }

    /// The files that changed since, or the first that is gone.
    fn changed(&self) -> Result<Vec<&Found>> {
        let now = prints(&self.set)?;
        let pairs = self.set.files.iter().zip(now.iter().zip(&self.prints));
        Ok(pairs
            .filter(|(_, (now, then))| now != then)
            .map(|(found, _)| found)
            .collect())
    }

    /// What was read of the file at some time stays as it was; a view would show two states in one answer.
    fn views_hold(&self) -> Result<bool> {
        Ok(self.changed()?.iter().all(|found| found.format != Format::Parquet))
    }

    fn print(&self) -> String {
        self.prints.join("+")
    }
}

fn prints(set: &Set) -> Result<Vec<String>> {
    set.files
        .iter()
        .map(|found| file::fingerprint(&found.path, &[]))
        .collect()
}

impl Files {
    /// The files as they are now, read again if they have changed.
    async fn latest(&self) -> Result<Arc<State>> {
        let mut now = self.now.lock().await;
        let (state, paths, locks) = (now.clone(), self.paths.clone(), self.locks);
        let fresh = apart(move || {
            // A file that is gone is told about by its name, even when its folder has others.
            state.changed()?;
            let set = find::find(&paths)?;
            if set == state.set && state.changed()?.is_empty() {
                return Ok(None);
            }
            State::read(set, locks).map(Some)
        });
        if let Some(state) = fresh.await?? {
            *now = Arc::new(state);
        }
        Ok(now.clone())
    }

    /// The files as they were read, which is how they were described.
    async fn known(&self) -> Result<Arc<State>> {
        let state = self.now.lock().await.clone();
        let seen = state.clone();
        if apart(move || seen.views_hold()).await?? {
            Ok(state)
        } else {
            self.latest().await
        }
    }
}

// ── the port ──────────────────────────────────────────────────────────────────────────────────────────────────────

#[async_trait]
impl Database for Files {
    fn dialect(&self) -> Dialect {
        Dialect::Duckdb
    }

    async fn describe(&self) -> Result<Catalog> {
        let state = self.latest().await?;
        let mut catalog = state.duckdb.describe().await?;
        catalog.name.clone_from(&state.set.name);
        catalog.engine = format!(
            "{} over {}{}",
            catalog.engine,
            count(state.set.files.len()),
            left_out(&state)
        );
        for table in &mut catalog.tables {
            let made = state.loaded.parts.made.iter().find(|made| made.table == table.name);
            table.source = made.map(|made| made.source.clone());
            // A view of a file is to a person what a table of a file is.
            table.kind = TableKind::Table;
        }
        let place = |name: &str| state.loaded.parts.made.iter().position(|made| made.table == name);
        catalog.tables.sort_by_key(|table| place(&table.name));
        Ok(catalog)
    }

    async fn fingerprint(&self) -> Result<String> {
        self.latest().await.map(|state| state.print())
    }

    async fn query(&self, sql: &str, limits: Limits, cancel: &Cancel) -> Ran<RowStream> {
        self.known().await?.duckdb.query(sql, limits, cancel).await
    }

    async fn scan(&self, sql: &str, limits: Limits, cancel: &Cancel) -> Ran<RowStream> {
        self.known().await?.duckdb.scan(sql, limits, cancel).await
    }

    async fn explain(&self, sql: &str, cancel: &Cancel) -> Ran<Explain> {
        self.known().await?.duckdb.explain(sql, cancel).await
    }

    async fn measure(&self, sql: &str, limits: Limits, cancel: &Cancel) -> Ran<Explain> {
        self.known().await?.duckdb.measure(sql, limits, cancel).await
    }

    async fn powers(&self) -> Result<Powers> {
        let state = self.now.lock().await.clone();
        let paths: Vec<PathBuf> = state.set.files.iter().map(|found| found.path.clone()).collect();
        let all = paths.len();
        let each = apart(move || paths.iter().map(|path| file::powers(path)).collect::<Result<Vec<_>>>());
        let writable = each.await??.iter().filter(|powers| powers.can_write).count();
        let says = match (writable, all) {
            (0, 1) => "The file is write-protected, and Askwell only reads it.".into(),
            (0, _) => "The files are write-protected, and Askwell only reads them.".into(),
            (1, 1) => "This user may change the file; Askwell only reads it.".into(),
            (n, all) => format!("This user may change {n} of the {all} files; Askwell only reads them."),
        };
        Ok(Powers {
            can_write: writable > 0,
            says,
            server: None,
        })
    }
}

/// Nothing is passed over silently.
fn left_out(state: &State) -> String {
    let mut parts = Vec::new();
    match state.set.others {
        0 => {}
        1 => parts.push("1 other file".to_string()),
        n => parts.push(format!("{n} other files")),
    }
    if !state.loaded.parts.empty.is_empty() {
        let names: Vec<String> = state
            .loaded
            .parts
            .empty
            .iter()
            .map(|name| format!("\"{name}\""))
            .collect();
        parts.push(format!("empty sheets {}", names.join(", ")));
    }
    if parts.is_empty() {
        String::new()
    } else {
        format!(" (left out: {})", parts.join(", "))
    }
}

#[cfg(test)]
mod tests;
