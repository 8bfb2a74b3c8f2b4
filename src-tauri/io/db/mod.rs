//! Opening databases. In: a place, or its address (`sqlite:PATH`, `duckdb:PATH`, `files:PATH;PATH`, `postgres://...`, a
//! bare path). Out: a `Database`, or a problem in plain words. Deliberately absent: any setting that would let a
//! database be written.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use askwell_contract::connect::{Place, Secrets, Step, StepKind, Target, Understood};
use askwell_contract::optimise::Lab;
use askwell_contract::ports::{Connector, Database};
use askwell_contract::run::Finding;
use askwell_contract::{Dialect, Problem, Result};
use async_trait::async_trait;

pub(crate) use file::hash;
use steps::Steps;

use crate::run::lab::Apart;
use crate::run::Remote;

mod address;
pub(crate) mod duckdb;
pub(crate) mod feed;
pub(crate) mod file;
pub(crate) mod files;
pub(crate) mod holder;
pub(crate) mod lab;
pub(crate) mod postgres;
pub(crate) mod sqlite;
mod steps;
mod text;
pub(crate) mod worker;

pub(crate) use duckdb::common;
pub(crate) use files::{literal, quoted, Temporary};

/// Opens every kind of database that there is a driver for.
#[derive(Debug, Default, Clone, Copy)]
pub struct Opener;

#[async_trait]
impl Connector for Opener {
    async fn understand(&self, address: &str) -> Result<Understood> {
        let address = address.to_string();
        apart(move || address::read(&address)).await?
    }

    fn address(&self, place: &Place) -> String {
        address::write(place)
    }

    async fn open(&self, target: &Target, secrets: &Secrets) -> Result<Arc<dyn Database>> {
        reach(target, secrets, Locks::All, &Steps::silent()).await
    }

    async fn test(&self, target: &Target, secrets: &Secrets, on_step: &(dyn Fn(Step) + Send + Sync)) -> bool {
        let steps = Steps::to(on_step);
        let Ok(database) = reach(target, secrets, Locks::All, &steps).await else {
            return false;
        };
        let tables = |n: usize| {
            if n == 1 {
                "1 table".into()
            } else {
                format!("{n} tables")
            }
        };
        let read = async { database.describe().await.map(|catalog| tables(catalog.tables.len())) };
        steps.take(StepKind::Read, read, Clone::clone).await.is_ok()
    }

    fn lab(&self) -> Result<Arc<dyn Lab>> {
        Ok(Arc::new(Apart))
    }
}

/// The way to a database, the same for opening and for "Test".
async fn reach(target: &Target, secrets: &Secrets, locks: Locks, steps: &Steps<'_>) -> Result<Arc<dyn Database>> {
    let (wanted, path) = match &target.place {
        Place::Sqlite { path } => (Dialect::Sqlite, PathBuf::from(path)),
        Place::Duckdb { path } => (Dialect::Duckdb, PathBuf::from(path)),
        Place::Files { paths } => return dropped(paths, locks, steps).await,
        Place::Postgres(server) => {
            let opened = postgres::open(server, target.tunnel.as_ref(), secrets, locks, steps).await?;
            return Ok(Arc::new(opened));
        }
    };
    let look = async { apart(move || file::readable(&path)).await? };
    let (path, head) = steps.take(StepKind::File, look, |(path, _)| file::name(path)).await?;
    let open = async { apart(move || open(wanted, &path, &head, locks)).await? };
    let name = |_: &Arc<dyn Database>| match wanted {
        Dialect::Sqlite => "SQLite".to_string(),
        _ => "DuckDB".to_string(),
    };
    steps.take(StepKind::Database, open, name).await
}

async fn dropped(paths: &[String], locks: Locks, steps: &Steps<'_>) -> Result<Arc<dyn Database>> {
    let (wanted, paths) = (paths.to_vec(), paths.to_vec());
    let look = async { apart(move || files::find::find(&wanted)).await? };
    let set = steps
        .take(StepKind::File, look, |set| files::count(set.files.len()))
        .await?;
    let open = async { apart(move || files::open(&paths, set, locks)).await? };
    let opened = steps.take(StepKind::Database, open, |_| "DuckDB".to_string()).await?;
    Ok(Arc::new(opened))
}

fn open(wanted: Dialect, path: &Path, head: &[u8], locks: Locks) -> Result<Arc<dyn Database>> {
    match (wanted, file::kind(head)) {
        (Dialect::Sqlite, Some(Dialect::Sqlite)) => Ok(Arc::new(Remote::sqlite(path, locks)?)),
        (Dialect::Duckdb, Some(Dialect::Duckdb)) => Ok(Arc::new(Remote::duckdb(path, locks)?)),
        (Dialect::Sqlite, _) => Err(file::not_a("a SQLite database", path, head)),
        _ => Err(file::not_a("a DuckDB database", path, head)),
    }
}

/// Blocking work, away from the runtime: the disk may be a slow one.
pub(crate) async fn apart<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    let (give, take) = tokio::sync::oneshot::channel();
    worker::spawn("open", move || {
        let _ = give.send(work());
    })?;
    take.await
        .map_err(|_| Problem::internal("opening the database ended without a result"))
}

/// Which of the locks against writing are closed. A test opens one to see that the other holds alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Locks {
    All,
    #[cfg(test)]
    ConnectionOnly,
}

impl Locks {
    /// Whether an engine's own reading is held against the lock on statements.
    pub(crate) fn agree(self) -> bool {
        match self {
            Self::All => true,
            #[cfg(test)]
            Self::ConnectionOnly => false,
        }
    }

    pub(crate) fn check(self, sql: &str, dialect: Dialect) -> std::result::Result<(), Finding> {
        match self {
            Self::All => askwell_sql::guard::check(sql, dialect),
            #[cfg(test)]
            Self::ConnectionOnly => Ok(()),
        }
    }
}

/// Whether a file that begins like this is one of the kinds opened here.
pub fn is_database(head: &[u8]) -> bool {
    file::kind(head).is_some()
}

/// A finding that repeats the engine's own words below ours.
fn spoken(code: &str, message: impl Into<String>, engine: impl Into<String>) -> Finding {
    Finding {
        engine: Some(engine.into()),
        ..Finding::error(code, message)
    }
}

/// The place of a byte in the statement, in characters from 1. `added` bytes stand before the person's statement in
/// what the engine was given.
fn position(sql: &str, added: usize, byte: usize) -> Option<u32> {
    let before = sql.get(..byte.checked_sub(added)?)?;
    u32::try_from(before.chars().count() + 1).ok()
}

#[cfg(test)]
mod tests;
