//! What the readers of all formats say to DuckDB. In: paths, values, queries. Out: SQL text, rows as text, and the
//! engine's complaints as problems that name the file. Deliberately absent: any format.

use std::path::Path;

use askwell_contract::{Problem, ProblemCode};
use duckdb::arrow::array::{Array, AsArray};
use duckdb::{Connection, Error};

use super::super::file;
use super::column::Facts;

/// A string in SQL.
pub fn literal(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// A name in SQL.
pub fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// A path as DuckDB's readers take it: none of its characters stands for others.
pub fn pattern(path: &Path) -> String {
    let path = path.to_string_lossy();
    // Windows' long form of a path holds a question mark.
    let path = path.strip_prefix(r"\\?\").unwrap_or(&path);
    let mut pattern = String::with_capacity(path.len());
    for c in path.chars() {
        if matches!(c, '*' | '?' | '[') {
            pattern.extend(['[', c, ']']);
        } else {
            pattern.push(c);
        }
    }
    pattern
}

/// The first rows of text columns.
pub fn preview(connection: &Connection, sql: &str, rows: usize) -> duckdb::Result<Vec<Vec<Option<String>>>> {
    let mut found = Vec::new();
    let mut statement = connection.prepare(&format!("{sql} LIMIT {rows}"))?;
    drop(statement.stream_arrow([])?);
    while let Some(batch) = statement.step()? {
        for row in 0..batch.len() {
            let cell = |column: &dyn Array| {
                let column = column.as_string_opt::<i32>()?;
                column.is_valid(row).then(|| column.value(row).to_string())
            };
            found.push(batch.columns().iter().map(|column| cell(column)).collect());
        }
    }
    Ok(found)
}

/// The number of rows, and what every value of every column has in common; all of them are text.
pub fn facts(connection: &Connection, sql: &str, columns: usize) -> duckdb::Result<(u64, Vec<Facts>)> {
    let mut rows = 0;
    let mut facts = vec![Facts::default(); columns];
    let mut statement = connection.prepare(sql)?;
    drop(statement.stream_arrow([])?);
    while let Some(batch) = statement.step()? {
        rows += batch.len() as u64;
        for (facts, column) in facts.iter_mut().zip(batch.columns()) {
            if let Some(column) = column.as_string_opt::<i32>() {
                column.iter().flatten().for_each(|value| facts.see(value));
            }
        }
    }
    Ok((rows, facts))
}

pub fn words(error: &Error) -> String {
    match error {
        Error::DuckDBFailure(_, Some(words)) => words.clone(),
        other => other.to_string(),
    }
}

/// What DuckDB says while a file is read into a table.
pub fn failed(path: &Path, error: &Error) -> Problem {
    let words = words(error);
    let name = file::name(path);
    let detail: String = words.lines().take(4).collect::<Vec<_>>().join("\n");
    if words.contains("No space left") || words.contains("max_temp_directory_size") {
        return Problem::new(ProblemCode::Lost, format!("There is no room left to read \"{name}\"."))
            .hint("Askwell keeps a copy of what it reads while the file is open. Free some space on the disk, then try again.")
            .detail(detail);
    }
    if words.starts_with("Out of Memory") {
        return Problem::new(
            ProblemCode::Lost,
            format!("\"{name}\" needs more memory than there is for it."),
        )
        .hint("Save it as Parquet, or in several files, and open those.")
        .detail(detail);
    }
    let line = after(&words, "on Line: ").or_else(|| after(&words, "in line "));
    let at = line.map_or_else(|| format!("\"{name}\""), |line| format!("Line {line} of \"{name}\""));
    let fields = (after(&words, "Expected Number of Columns: "), after(&words, "Found: "));
    let why = match fields {
        (Some(expected), Some(found)) => format!("has {found} fields instead of {expected}"),
        _ if words.contains("unterminated quote") => "opens a quotation mark that is not closed properly".into(),
        _ if words.contains("Maximum line size") => "is longer than a line may be".into(),
        _ if words.contains("JSON") => "is not well-formed JSON".into(),
        _ => "cannot be read; it is damaged or not what its name says".into(),
    };
    Problem::new(ProblemCode::NotADatabase, format!("{at} {why}."))
        .hint("Correct it there, or save the file again from the program that made it. Askwell leaves no row out silently.")
        .detail(detail)
}

fn after(words: &str, mark: &str) -> Option<u64> {
    let (_, rest) = words.split_once(mark)?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}
