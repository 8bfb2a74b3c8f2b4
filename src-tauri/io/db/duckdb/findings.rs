//! DuckDB's errors. In: the driver's error. Out: a finding about the query, or a problem of the world, in plain
//! words. Deliberately absent: guesses at what the query should have been; repair does that.

use std::path::Path;

use askwell_contract::ports::Ran;
use askwell_contract::run::Finding;
use askwell_contract::{Problem, ProblemCode};
use duckdb::Error;

use super::super::{file, position, spoken};

/// The query's fault is a finding; a file that went bad under it is a problem.
/// `added`: bytes that stand before the statement in what DuckDB was given.
pub fn sort<T>(error: Error, sql: &str, added: usize) -> Ran<T> {
    let (words, byte) = told(&error);
    let kind = words.split(':').next().unwrap_or_default();
    match kind {
        "FATAL Error" | "INTERNAL Error" if words.contains("orrupt") => Err(damaged().detail(words)),
        "IO Error" => Err(
            Problem::new(ProblemCode::Lost, "The database file could no longer be read.")
                .hint("Check that the disk or network drive it lies on is still there, then try again.")
                .detail(words),
        ),
        _ => Ok(Err(Finding {
            engine_code: Some(kind.to_string()),
            position: byte.and_then(|byte| position(sql, added, byte)),
            ..finding(kind, &words)
        })),
    }
}

/// Why a file did not open.
pub fn opening(error: &Error, path: &Path) -> Problem {
    let words = words(error);
    let name = file::name(path);
    let has = |part: &str| words.contains(part);
    if has("Could not set lock") || has("Conflicting lock") || has("being used by another process") {
        // Inside a runner, DuckDB sees the number of a process and not its program; the other side adds the name.
        let holder = match (holder(&words), process(&words)) {
            (Some((program, pid)), _) => format!("Another program ({program}, process {pid})"),
            (None, Some(pid)) => format!("Another program (process {pid})"),
            (None, None) => "Another program".to_string(),
        };
        return Problem::new(
            ProblemCode::Locked,
            format!("{holder} has \"{name}\" open for writing."),
        )
        .hint("DuckDB lets nobody else in meanwhile. Close it there, or open a copy of the file, then try again.")
        .detail(words);
    }
    if has("Permission denied") {
        return file::denied(path).detail(words);
    }
    if has("encrypted") || has("encryption key") {
        return Problem::new(ProblemCode::NotADatabase, format!("\"{name}\" is encrypted."))
            .hint("Askwell opens DuckDB files that are not encrypted. Open an unencrypted copy.")
            .detail(words);
    }
    if has("version number") || has("newer version") || has("older version") {
        let writer = file::duckdb_writer(path).map_or_else(
            || "a version of DuckDB".to_string(),
            |version| format!("DuckDB {version}, a version"),
        );
        return Problem::new(
            ProblemCode::NotADatabase,
            format!("\"{name}\" was written by {writer} that Askwell cannot read."),
        )
        .hint("Export it with the DuckDB that wrote it (EXPORT DATABASE), and import that with DuckDB 1.5.")
        .detail(words);
    }
    if has("not a valid DuckDB database") {
        return Problem::new(
            ProblemCode::NotADatabase,
            format!("\"{name}\" is not a DuckDB database."),
        )
        .hint("Choose a database file.")
        .detail(words);
    }
    if has("read-only mode") && has("WAL") {
        return Problem::new(
            ProblemCode::Locked,
            format!("A program stopped in the middle of changing \"{name}\", and the change is not yet written."),
        )
        .hint("Open the database once with the program that wrote it, then try again here.")
        .detail(words);
    }
    damaged().detail(words)
}

/// `... Conflicting lock is held in /usr/bin/python3 (PID 1234) by user ...`
fn holder(words: &str) -> Option<(String, u32)> {
    let (_, rest) = words.split_once("held in ")?;
    let (program, rest) = rest.split_once(" (PID ")?;
    let (pid, _) = rest.split_once(')')?;
    Some((file::name(Path::new(program)), pid.parse().ok()?))
}

fn process(words: &str) -> Option<u32> {
    let (_, rest) = words.split_once("PID ")?;
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    rest.get(..digits)?.parse().ok()
}

fn damaged() -> Problem {
    Problem::new(ProblemCode::NotADatabase, "The database file is damaged.")
        .hint("Restore it from a backup, or get it again from where it came from.")
}

fn words(error: &Error) -> String {
    told(error).0
}

/// DuckDB's words as `Binder Error: ...`, and the byte of the statement that they are about. Once a database is open
/// they come as JSON, the only form that holds the byte.
fn told(error: &Error) -> (String, Option<usize>) {
    let plain = match error {
        Error::DuckDBFailure(_, Some(words)) => words.clone(),
        other => other.to_string(),
    };
    let json = plain
        .find('{')
        .and_then(|at| serde_json::from_str::<serde_json::Value>(&plain[at..]).ok());
    let said = |key: &str| json.as_ref()?.get(key)?.as_str();
    match (said("exception_type"), said("exception_message")) {
        (Some(kind), Some(message)) => {
            let byte = said("position").and_then(|at| at.parse().ok());
            (format!("{kind} Error: {message}"), byte)
        }
        _ => (plain, None),
    }
}

fn finding(kind: &str, words: &str) -> Finding {
    let (code, message) = read(kind, words);
    spoken(code, message, words)
}

fn read(kind: &str, words: &str) -> (&'static str, String) {
    let has = |part: &str| words.contains(part);
    let named = || words.split('"').nth(1).unwrap_or_default().to_string();
    match kind {
        "Parser Error" => ("syntax", "The SQL is not well formed.".into()),
        "INTERRUPT Error" => ("cancelled", "The query was stopped.".into()),
        "Out of Memory Error" => ("memory", "The query needs more memory than it may have.".into()),
        "Out of Range Error" => ("overflow", "A number became too large for its type.".into()),
        "Conversion Error" | "Mismatch Type Error" => {
            ("type", "A value cannot be read as the type it is used as.".into())
        }
        "Permission Error" => (
            "not_read_only",
            "Only reading this one database is allowed; this was refused.".into(),
        ),
        "Invalid Input Error" if has("read-only") => (
            "not_read_only",
            "The database is open for reading only; this was refused.".into(),
        ),
        "Catalog Error" if has("Table with name") || has("View with name") => {
            let name = between(words, "with name ", " does not exist").unwrap_or_default();
            ("unknown_table", format!("There is no table {name}."))
        }
        "Catalog Error" if has("Function with name") => {
            let name = between(words, "with name ", " does not exist").unwrap_or_default();
            ("unknown_function", format!("DuckDB has no function {name}."))
        }
        "Catalog Error" => (
            "unknown_table",
            "Something that the query names is not in the database.".into(),
        ),
        "Binder Error" if has("Ambiguous reference") => (
            "ambiguous_column",
            format!("More than one table has a column {}; it must say which.", named()),
        ),
        "Binder Error" if has("Referenced column") || has("does not have a column") => {
            let column = between(words, "column named \"", "\"").unwrap_or_else(named);
            ("unknown_column", format!("There is no column {column}."))
        }
        "Binder Error" if has("Referenced table") => (
            "unknown_table",
            format!("The query uses {} without reading from it.", named()),
        ),
        "Binder Error" if has("must appear in the GROUP BY") || has("aggregate") || has("window function") => (
            "aggregate",
            "A total, a count or a window is mixed with single rows that are not grouped.".into(),
        ),
        "Binder Error" if has("No function matches") || has("Cannot compare") || has("Cannot mix values") => (
            "type",
            "A function or comparison is given values of a type it does not take.".into(),
        ),
        "Binder Error" => ("binding", "DuckDB could not make sense of a part of the query.".into()),
        _ if has("read-only") => (
            "not_read_only",
            "The database is open for reading only; this was refused.".into(),
        ),
        _ if has("configuration has been locked") => (
            "not_read_only",
            "Settings cannot be changed here; this was refused.".into(),
        ),
        _ => ("engine", "DuckDB could not run the query.".into()),
    }
}

fn between(words: &str, before: &str, after: &str) -> Option<String> {
    let (_, rest) = words.split_once(before)?;
    rest.split_once(after)
        .map(|(name, _)| name.trim_matches('"').to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engines_words_become_codes() {
        let connection = duckdb::Connection::open_in_memory().unwrap();
        connection
            .execute_batch("SET errors_as_json = true; CREATE TABLE a(x VARCHAR); CREATE TABLE b(x INT); INSERT INTO a VALUES ('q')")
            .unwrap();
        for (sql, code) in [
            ("SELECT y FROM a", "unknown_column"),
            ("SELECT a.y FROM a", "unknown_column"),
            ("SELECT c.x FROM a", "unknown_table"),
            ("SELECT * FROM c", "unknown_table"),
            ("SELECT nothere(x) FROM a", "unknown_function"),
            ("SELECT x FROM a, b", "ambiguous_column"),
            ("SELECT FROM WHERE", "syntax"),
            ("SELECT (1", "syntax"),
            ("SELECT x, count(*) FROM a", "aggregate"),
            ("SELECT * FROM a WHERE count(*) > 1", "aggregate"),
            ("SELECT x::INT FROM a", "type"),
            ("SELECT sum(x) FROM a", "type"),
            ("SELECT 200::TINYINT", "type"),
            ("SELECT 9223372036854775807::BIGINT + 1", "overflow"),
        ] {
            let ran = connection.prepare(sql).and_then(|mut s| s.execute([]));
            let words = words(&ran.unwrap_err());
            let kind = words.split(':').next().unwrap();
            let finding = finding(kind, &words);
            assert_eq!(finding.code, code, "{sql}: {finding:?}");
        }
    }

    #[test]
    fn the_holder_of_a_lock_is_named() {
        let words = "IO Error: Could not set lock on file \"/d/a.duckdb\": Conflicting lock is held in \
            /usr/bin/python3.11 (PID 4242) by user root. See also https://duckdb.org";
        assert_eq!(holder(words), Some(("python3.11".into(), 4242)));
        let problem = opening(
            &Error::DuckDBFailure(duckdb::ffi::Error::new(1), Some(words.into())),
            Path::new("a.duckdb"),
        );
        assert_eq!(problem.code, ProblemCode::Locked);
        assert!(problem.message.contains("python3.11, process 4242"), "{problem:?}");
    }
}
