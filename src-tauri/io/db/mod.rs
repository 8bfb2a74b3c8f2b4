//! Opening databases. In: a URL (`sqlite:PATH`, `duckdb:PATH`) or the path of a file. Out: a `Database`, or a problem
//! in plain words. Deliberately absent: PostgreSQL, and any setting that would let a database be written.

use std::path::PathBuf;
use std::sync::Arc;

use askwell_contract::ports::{Connector, Database};
use askwell_contract::run::Finding;
use askwell_contract::{Dialect, Problem, ProblemCode, Result};
use async_trait::async_trait;

mod duckdb;
mod feed;
mod file;
mod sqlite;
mod text;
mod worker;

/// Opens every kind of database that there is a driver for.
#[derive(Debug, Default, Clone, Copy)]
pub struct Opener;

#[async_trait]
impl Connector for Opener {
    async fn open(&self, url: &str) -> Result<Arc<dyn Database>> {
        let address = address(url)?;
        // Opening reads the disk, which may be a slow one.
        let (give, take) = tokio::sync::oneshot::channel();
        worker::spawn("open", move || {
            let _ = give.send(open(&address, Locks::All));
        })?;
        take.await
            .map_err(|_| Problem::internal("opening the database ended without a result"))?
    }
}

/// Which of the locks against writing are closed. A test opens one to see that the other holds alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Locks {
    All,
    #[cfg(test)]
    ConnectionOnly,
}

impl Locks {
    fn check(self, sql: &str, dialect: Dialect) -> std::result::Result<(), Finding> {
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

#[derive(Debug, Clone, PartialEq, Eq)]
struct Address {
    /// `None`: a bare path; the file says itself what it is.
    dialect: Option<Dialect>,
    path: PathBuf,
}

fn address(url: &str) -> Result<Address> {
    let bad = |what: String| {
        Problem::new(ProblemCode::BadInput, what)
            .hint("Give the path of a SQLite or DuckDB file, or sqlite:PATH or duckdb:PATH.")
    };
    let url = url.trim();
    let lower = url.to_ascii_lowercase();
    if lower.starts_with("postgres:") || lower.starts_with("postgresql:") {
        return Err(Problem::new(
            ProblemCode::BadInput,
            "PostgreSQL connections arrive with a later version of Askwell.",
        )
        .hint("Until then, Askwell opens SQLite and DuckDB files."));
    }
    let (dialect, path) = if lower.starts_with("sqlite:") {
        (Some(Dialect::Sqlite), &url["sqlite:".len()..])
    } else if lower.starts_with("duckdb:") {
        (Some(Dialect::Duckdb), &url["duckdb:".len()..])
    } else {
        if let Some((scheme, _)) = url.split_once("://") {
            return Err(bad(format!(
                "Askwell does not know databases of the kind \"{scheme}\"."
            )));
        }
        (None, url)
    };
    // `sqlite:///home/x` and `sqlite:/home/x` are the same file.
    let path = path.strip_prefix("//").filter(|_| dialect.is_some()).unwrap_or(path);
    if path.is_empty() {
        return Err(bad("The address names no file.".into()));
    }
    if path.contains('\0') || path == ":memory:" {
        return Err(bad("The address does not name a file.".into()));
    }
    Ok(Address {
        dialect,
        path: PathBuf::from(path),
    })
}

fn open(address: &Address, locks: Locks) -> Result<Arc<dyn Database>> {
    let (path, head) = file::readable(&address.path)?;
    let found = file::kind(&head);
    match (address.dialect, found) {
        (Some(Dialect::Sqlite) | None, Some(Dialect::Sqlite)) => Ok(Arc::new(sqlite::open(&path, locks)?)),
        (Some(Dialect::Duckdb) | None, Some(Dialect::Duckdb)) => Ok(Arc::new(duckdb::open(&path, locks)?)),
        (Some(Dialect::Sqlite), _) => Err(file::not_a("a SQLite database", &path, &head)),
        (Some(_), _) => Err(file::not_a("a DuckDB database", &path, &head)),
        (None, _) => Err(file::not_a("a SQLite or DuckDB database", &path, &head)),
    }
}

/// A finding that repeats the engine's own words below ours.
fn spoken(code: &str, message: impl Into<String>, engine: impl Into<String>) -> Finding {
    Finding {
        engine: Some(engine.into()),
        ..Finding::error(code, message)
    }
}

#[cfg(test)]
mod tests;
