//! New databases from SQL text. In: statements. Out: a file that was not there before, visible only when whole.
//! Deliberately absent: any way to touch a file that exists; here alone (`postgres` for a server) Askwell writes a
//! database.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use askwell_contract::{Problem, Result};

use crate::disk;

mod postgres;

pub use postgres::create_postgres;

/// Each item is one statement or several, with their semicolons.
pub fn create_sqlite(path: &Path, sql: &mut dyn Iterator<Item = String>) -> Result<()> {
    build(path, |draft| {
        let connection = rusqlite::Connection::open(draft).map_err(Problem::internal)?;
        // The file is thrown away unless it becomes whole.
        connection
            .execute_batch("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN")
            .map_err(Problem::internal)?;
        for text in sql {
            connection.execute_batch(&text).map_err(|error| failed(&text, error))?;
        }
        connection.execute_batch("COMMIT").map_err(Problem::internal)?;
        connection.close().map_err(|(_, error)| Problem::internal(error))
    })
}

/// Each item is one statement or several, with their semicolons.
pub fn create_duckdb(path: &Path, sql: &mut dyn Iterator<Item = String>) -> Result<()> {
    build(path, |draft| {
        // DuckDB makes a new file only where there is none.
        fs::remove_file(draft).map_err(|error| disk::problem(&error, draft))?;
        let connection = duckdb::Config::default()
            .enable_external_access(false)
            .and_then(|config| duckdb::Connection::open_with_flags(draft, config))
            .map_err(Problem::internal)?;
        connection.execute_batch("BEGIN").map_err(Problem::internal)?;
        for text in sql {
            connection.execute_batch(&text).map_err(|error| failed(&text, error))?;
        }
        connection
            .execute_batch("COMMIT; CHECKPOINT")
            .map_err(Problem::internal)?;
        connection.close().map_err(|(_, error)| Problem::internal(error))
    })
}

fn build(path: &Path, fill: impl FnOnce(&Path) -> Result<()>) -> Result<()> {
    let said = |error: std::io::Error| disk::problem(&error, path);
    if path.symlink_metadata().is_ok() {
        return Err(said(ErrorKind::AlreadyExists.into()));
    }
    let (draft, file) = disk::draft(path).map_err(said)?;
    drop(file);
    let draft = Draft(draft);
    fill(&draft.0)?;
    File::open(&draft.0).and_then(|file| disk::sync(&file)).map_err(said)?;
    disk::publish_new(&draft.0, path).map_err(said)
}

/// Removed when not published; then there is nothing left to remove.
struct Draft(PathBuf);

impl Drop for Draft {
    fn drop(&mut self) {
        for ending in ["", ".wal", "-journal"] {
            let mut name = self.0.clone().into_os_string();
            name.push(ending);
            let _ = fs::remove_file(name);
        }
    }
}

fn failed(text: &str, error: impl std::fmt::Display) -> Problem {
    let start: String = text.chars().take(300).collect();
    Problem::internal(format!("{error}\nin: {start}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use askwell_contract::ProblemCode;

    type Create = fn(&Path, &mut dyn Iterator<Item = String>) -> Result<()>;

    #[test]
    fn a_new_database_appears_whole_and_an_existing_file_is_never_touched() {
        for create in [create_sqlite as Create, create_duckdb as Create] {
            let dir = tempfile::tempdir().unwrap();
            let path = dir.path().join("new.db");
            let statements = ["CREATE TABLE t(a INTEGER);", "INSERT INTO t VALUES (1), (2);"];
            create(&path, &mut statements.iter().map(|s| s.to_string())).unwrap();
            let bytes = fs::read(&path).unwrap();
            assert!(crate::db::is_database(&bytes));
            let again = create(&path, &mut std::iter::empty()).unwrap_err();
            assert_eq!(again.code, ProblemCode::BadInput);
            assert_eq!(fs::read(&path).unwrap(), bytes);
            assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
        }
    }

    #[test]
    fn a_failing_statement_leaves_nothing() {
        for create in [create_sqlite as Create, create_duckdb as Create] {
            let dir = tempfile::tempdir().unwrap();
            let statements = ["CREATE TABLE t(a INTEGER);", "INSERT INTO nowhere VALUES (1);"];
            let problem = create(&dir.path().join("x"), &mut statements.iter().map(|s| s.to_string())).unwrap_err();
            assert!(problem.detail.is_some_and(|d| d.contains("nowhere")));
            assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
        }
    }
}
