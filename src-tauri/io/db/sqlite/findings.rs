//! SQLite's errors. In: the driver's error. Out: a finding about the query, or a problem of the world, in plain
//! words. Deliberately absent: guesses at what the query should have been; repair does that.

use std::path::Path;

use askwell_contract::ports::Ran;
use askwell_contract::run::Finding;
use askwell_contract::{Problem, ProblemCode};
use rusqlite::{Error, ErrorCode};

use super::super::{file, position, spoken};
use super::locked;

/// The query's fault is a finding; a file that went bad under it is a problem.
/// `added`: bytes that stand before the statement in what SQLite was given.
pub fn sort<T>(error: Error, sql: &str, added: usize) -> Ran<T> {
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Err(damaged(&error)),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Err(locked().detail(error)),
        // What lies beside the file is not what it was when it was opened.
        Some(ErrorCode::ReadOnly) if needs_a_look_beside(&error) => Err(Problem::new(
            ProblemCode::Lost,
            "Another program has changed how this database is kept.",
        )
        .hint("Try again.")
        .detail(error)),
        Some(ErrorCode::SystemIoFailure | ErrorCode::CannotOpen) => Err(Problem::new(
            ProblemCode::Lost,
            "The database file could no longer be read.",
        )
        .hint("Check that the disk or network drive it lies on is still there, then try again.")
        .detail(error)),
        _ => {
            let (code, byte) = match &error {
                Error::SqlInputError { error, offset, .. } => {
                    (Some(error.extended_code), usize::try_from(*offset).ok())
                }
                other => (other.sqlite_error().map(|e| e.extended_code), None),
            };
            Ok(Err(Finding {
                engine_code: code.map(|code| code.to_string()),
                position: byte.and_then(|byte| position(sql, added, byte)),
                ..finding(&error)
            }))
        }
    }
}

/// Why a file did not open.
pub fn opening(error: &Error, path: &Path) -> Problem {
    let name = file::name(path);
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => file::not_sqlite(path).detail(error),
        Some(ErrorCode::DatabaseCorrupt) => damaged(error),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => locked().detail(error),
        Some(ErrorCode::ReadOnly) => Problem::new(
            ProblemCode::Locked,
            format!("A program stopped in the middle of changing \"{name}\", and the change is not yet undone."),
        )
        .hint("Open the database once with the program that wrote it, then try again here.")
        .detail(error),
        Some(ErrorCode::PermissionDenied) => file::denied(path).detail(error),
        Some(ErrorCode::CannotOpen) => Problem::new(ProblemCode::Denied, format!("\"{name}\" could not be opened."))
            .hint("Check that this user may read the file and the folder it lies in.")
            .detail(error),
        _ => Problem::new(ProblemCode::Lost, format!("\"{name}\" could not be read.")).detail(error),
    }
}

/// A write-ahead database whose companion files are missing and cannot be made.
pub fn needs_files_beside(error: &Error) -> bool {
    match error.sqlite_error() {
        Some(e) => {
            e.code == ErrorCode::CannotOpen
                || e.extended_code == rusqlite::ffi::SQLITE_READONLY_DIRECTORY
                || e.extended_code == rusqlite::ffi::SQLITE_READONLY_CANTINIT
        }
        None => false,
    }
}

fn needs_a_look_beside(error: &Error) -> bool {
    use rusqlite::ffi::{SQLITE_READONLY_CANTLOCK, SQLITE_READONLY_RECOVERY, SQLITE_READONLY_ROLLBACK};
    let looks = [
        SQLITE_READONLY_CANTLOCK,
        SQLITE_READONLY_RECOVERY,
        SQLITE_READONLY_ROLLBACK,
    ];
    let code = error.sqlite_error().map(|e| e.extended_code);
    needs_files_beside(error) || code.is_some_and(|code| looks.contains(&code))
}

fn damaged(error: &Error) -> Problem {
    Problem::new(ProblemCode::NotADatabase, "The database file is damaged.")
        .hint("Restore it from a backup, or repair a copy with SQLite's own tool: sqlite3 copy.db \".recover\".")
        .detail(error)
}

fn finding(error: &Error) -> Finding {
    let words = match error {
        Error::SqlInputError { msg, .. } => msg.clone(),
        Error::SqliteFailure(_, Some(msg)) => msg.clone(),
        other => other.to_string(),
    };
    if matches!(error, Error::MultipleStatement) {
        return spoken(
            "not_read_only",
            "There is more than one statement; only one is ever run.",
            words,
        );
    }
    match error.sqlite_error_code() {
        Some(ErrorCode::AuthorizationForStatementDenied | ErrorCode::ReadOnly) => {
            return spoken(
                "not_read_only",
                "The database is open for reading only; this was refused.",
                words,
            );
        }
        Some(ErrorCode::OperationInterrupted) => return spoken("cancelled", "The query was stopped.", words),
        Some(ErrorCode::OutOfMemory | ErrorCode::TooBig) => {
            return spoken("memory", "The query needs more memory than it may have.", words);
        }
        Some(ErrorCode::TypeMismatch) => {
            return spoken("type", "A value does not have the type it is used as.", words);
        }
        _ => {}
    }
    let (code, message) = read(&words);
    spoken(code, message, words)
}

/// SQLite tells most of its errors apart by their text alone.
fn read(words: &str) -> (&'static str, String) {
    let after = |start: &str| words.strip_prefix(start).map(|rest| bare(rest.trim()));
    if let Some(name) = after("no such column:") {
        return ("unknown_column", format!("There is no column {name}."));
    }
    if let Some(name) = after("no such table:") {
        return ("unknown_table", format!("There is no table {name}."));
    }
    if let Some(name) = after("no such function:") {
        return ("unknown_function", format!("SQLite has no function {name}."));
    }
    if let Some(name) = after("ambiguous column name:") {
        return (
            "ambiguous_column",
            format!("More than one table has a column {name}; it must say which."),
        );
    }
    if words.starts_with("wrong number of arguments") || words.starts_with("sub-select returns") {
        return (
            "arguments",
            format!("A function or subquery does not fit where it is used: {}.", bare(words)),
        );
    }
    if words.starts_with("misuse of") {
        return (
            "aggregate",
            "A total, a count or a window is used where only single rows exist.".into(),
        );
    }
    if words.starts_with("near ")
        || words.starts_with("unrecognized token")
        || words.starts_with("incomplete input")
        || words.contains("syntax error")
    {
        return ("syntax", "The SQL is not well formed.".into());
    }
    if words.contains("not authorized") || words.contains("prohibited") || words.contains("unsafe use") {
        return (
            "not_read_only",
            "The database is open for reading only; this was refused.".into(),
        );
    }
    if words.contains("malformed JSON") {
        return ("value", "A value that is read as JSON is not JSON.".into());
    }
    if words.contains("integer overflow") {
        return ("overflow", "A number became too large for SQLite to hold.".into());
    }
    ("engine", "SQLite could not run the query.".into())
}

/// Without what SQLite appends in places, `x - should this be a string literal in single-quotes?`.
fn bare(words: &str) -> &str {
    words.split(" - ").next().unwrap_or(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engines_words_become_codes() {
        let connection = rusqlite::Connection::open_in_memory().unwrap();
        connection
            .execute_batch("CREATE TABLE a(x); CREATE TABLE b(x); INSERT INTO a VALUES ('q')")
            .unwrap();
        for (sql, code) in [
            ("SELECT y FROM a", "unknown_column"),
            ("SELECT * FROM c", "unknown_table"),
            ("SELECT nothere(x) FROM a", "unknown_function"),
            ("SELECT x FROM a, b", "ambiguous_column"),
            ("SELECT FROM a", "syntax"),
            ("SELECT (1", "syntax"),
            ("SELECT * FROM a WHERE count(*) > 1", "aggregate"),
            ("SELECT substr(x) FROM a", "arguments"),
            ("SELECT (SELECT 1, 2)", "arguments"),
            ("SELECT abs(-9223372036854775808)", "overflow"),
            ("SELECT json_extract(x, '$.a') FROM a", "value"),
            ("SELECT 1; SELECT 2", "not_read_only"),
        ] {
            let ran = connection.prepare(sql).and_then(|mut s| {
                let mut rows = s.raw_query();
                while rows.next()?.is_some() {}
                Ok(())
            });
            let finding = finding(&ran.unwrap_err());
            assert_eq!(finding.code, code, "{sql}: {finding:?}");
            assert!(finding.engine.is_some());
        }
    }
}
