//! The conformance suite: what every engine behind the port has to do. Each claim runs once an engine.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use askwell_contract::ports::{Cancel, Database, End};
use askwell_contract::run::Finding;
use askwell_contract::{Cell, Dialect, Limits, ResultSet};

use super::*;
use crate::create::{create_duckdb, create_sqlite};

mod attacks;
mod describe;
mod functions;
mod limits;
mod locks;
mod opening;
mod values;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    Sqlite,
    Duckdb,
}

/// A database of the test's own, in a folder that goes away with it.
pub struct Sample {
    pub engine: Engine,
    pub dir: tempfile::TempDir,
    pub path: PathBuf,
}

impl Engine {
    /// The one of the two that is for this engine.
    pub fn pick<T>(self, sqlite: T, duckdb: T) -> T {
        match self {
            Self::Sqlite => sqlite,
            Self::Duckdb => duckdb,
        }
    }

    pub fn dialect(self) -> Dialect {
        self.pick(Dialect::Sqlite, Dialect::Duckdb)
    }

    pub fn sample(self, sql: &str) -> Sample {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(self.pick("my data.sqlite", "my data.duckdb"));
        let create = self.pick(
            create_sqlite as fn(&Path, &mut dyn Iterator<Item = String>) -> _,
            create_duckdb,
        );
        create(&path, &mut std::iter::once(sql.to_string())).unwrap();
        Sample {
            engine: self,
            dir,
            path,
        }
    }
}

impl Sample {
    pub async fn open(&self) -> Arc<dyn Database> {
        let url = format!("{}:{}", self.engine.pick("sqlite", "duckdb"), self.path.display());
        Opener.open_address(&url).await.unwrap()
    }

    pub async fn open_with_one_lock(&self) -> Arc<dyn Database> {
        let path = self.path.to_string_lossy().into_owned();
        let place = self
            .engine
            .pick(Place::Sqlite { path: path.clone() }, Place::Duckdb { path });
        let steps = Steps::silent();
        reach(&place.into(), &Secrets::default(), Locks::ConnectionOnly, &steps)
            .await
            .unwrap()
    }
}

pub async fn ran(database: &dyn Database, sql: &str) -> ResultSet {
    ask(database, sql)
        .await
        .unwrap_or_else(|finding| panic!("{sql}: {finding:?}"))
}

pub async fn refused(database: &dyn Database, sql: &str) -> Finding {
    match ask(database, sql).await {
        Err(finding) => finding,
        Ok(result) => panic!("{sql}: {result:?}"),
    }
}

pub async fn ask(database: &dyn Database, sql: &str) -> std::result::Result<ResultSet, Finding> {
    match database.query(sql, Limits::ASK, &Cancel::new()).await.unwrap() {
        Ok(stream) => stream.collect().await,
        Err(finding) => Err(finding),
    }
}

pub fn text(text: &str) -> Cell {
    Cell::Text(text.into())
}

/// One test a claim and engine.
macro_rules! every_engine {
    ($($claim:ident)*) => {
        mod on_sqlite {
            $(#[tokio::test]
            async fn $claim() { super::$claim(super::super::Engine::Sqlite).await; })*
        }
        mod on_duckdb {
            $(#[tokio::test]
            async fn $claim() { super::$claim(super::super::Engine::Duckdb).await; })*
        }
    };
}
use every_engine;
