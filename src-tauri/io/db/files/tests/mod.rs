//! Dropped files of every kind, made here and opened as a person would.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use askwell_contract::connect::{Place, Secrets};
use askwell_contract::ports::{Cancel, Connector, Database};
use askwell_contract::{Catalog, Cell, Limits, Problem, ProblemCode as Code, Table};

use super::super::steps::Steps;
use super::super::tests::{ask, ran, refused, text};
use super::super::{reach, Locks, Opener};

mod fuzz;
mod kinds;
mod locks;
mod port;
mod sets;
mod text;
mod types;
mod workbooks;

/// A folder of dropped files that goes away with the test.
struct Drop {
    dir: tempfile::TempDir,
}

impl Drop {
    fn new() -> Self {
        Self {
            dir: tempfile::tempdir().unwrap(),
        }
    }

    /// One file.
    fn of(name: &str, bytes: impl AsRef<[u8]>) -> Self {
        let drop = Self::new();
        drop.add(name, bytes);
        drop
    }

    fn add(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        path
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// The folder as it is.
    async fn open(&self) -> Arc<dyn Database> {
        open(self.dir.path()).await
    }

    async fn problem(&self) -> Problem {
        problem(&[self.dir.path()]).await
    }
}

async fn open(path: &Path) -> Arc<dyn Database> {
    try_open(&[path]).await.unwrap_or_else(|problem| panic!("{problem:?}"))
}

async fn try_open(paths: &[&Path]) -> askwell_contract::Result<Arc<dyn Database>> {
    let paths = paths.iter().map(|path| path.to_string_lossy().into_owned()).collect();
    Opener.open_address(&Opener.address(&Place::Files { paths })).await
}

async fn problem(paths: &[&Path]) -> Problem {
    match try_open(paths).await {
        Err(problem) => {
            assert!(problem.hint.is_some(), "{problem:?}");
            problem
        }
        Ok(_) => panic!("{paths:?} opened"),
    }
}

/// The only table.
async fn table(database: &dyn Database) -> Table {
    let catalog = database.describe().await.unwrap();
    let [table] = <[Table; 1]>::try_from(catalog.tables).unwrap();
    table
}

fn types(table: &Table) -> Vec<(&str, &str)> {
    let columns = table.columns.iter();
    columns
        .map(|column| (column.name.as_str(), column.declared_type.as_str()))
        .collect()
}

fn tables(catalog: &Catalog) -> Vec<&str> {
    catalog.tables.iter().map(|table| table.name.as_str()).collect()
}

fn decimal(text: &str) -> Cell {
    Cell::Decimal(text.into())
}

fn date(text: &str) -> Cell {
    Cell::Date(text.into())
}
