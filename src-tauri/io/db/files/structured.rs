//! Files that say themselves what is in them: JSON and Parquet. In: a file. Out: a table of a JSON file's rows, a view
//! of a Parquet file, which is as quick to ask as a table. Deliberately absent: flattening; what is nested stays so.

use std::path::Path;

use askwell_contract::catalog::Source;
use askwell_contract::Result;
use duckdb::Connection;

use super::column::{Facts, Kind, Reading};
use super::encoding;
use super::scan::{facts, failed, literal, pattern, quoted, words};
use super::{names, Made};

/// Bytes of one value at the top in the second try; DuckDB's own default is 16 MB, and twice as much is set aside.
const LARGEST: usize = 256 << 20;

// ── JSON ──────────────────────────────────────────────────────────────────────────────────────────────────────────

pub fn json(connection: &Connection, path: &Path, packed: bool, table: &str, room: &Path) -> Result<Made> {
    let text = encoding::examine(path, packed)?;
    if !text.filled {
        return Err(super::lines::blank(path));
    }
    // DuckDB takes the mark in front for a part of the text.
    let copied = !text.is_utf8() || text.marked;
    let copy = room.join("text");
    let at = if copied {
        encoding::copy(path, text, &copy)?;
        &copy
    } else {
        path
    };
    let made = into_table(connection, at, packed && !copied, table);
    if copied {
        // Best effort: the folder goes away with the database.
        let _ = std::fs::remove_file(&copy);
    }
    let (names, notes) = made.map_err(|error| failed(path, &error))?;
    Ok(Made {
        table: table.to_string(),
        source: Source {
            path: path.to_string_lossy().into_owned(),
            sheet: None,
            format: "JSON".into(),
            encoding: Some(text.name()),
            delimiter: None,
            header: None,
        },
        comment: None,
        names,
        notes,
    })
}

type Columns = (Vec<String>, Vec<Option<String>>);

fn into_table(connection: &Connection, path: &Path, packed: bool, table: &str) -> duckdb::Result<Columns> {
    match into_table_with(connection, path, packed, table, "") {
        Err(error) if words(&error).contains("maximum_object_size") => into_table_with(
            connection,
            path,
            packed,
            table,
            &format!(", maximum_object_size = {LARGEST}"),
        ),
        done => done,
    }
}

fn into_table_with(
    connection: &Connection,
    path: &Path,
    packed: bool,
    table: &str,
    more: &str,
) -> duckdb::Result<Columns> {
    // Only these two notations are certain; whether the others can be read is decided by all values, below.
    let source = format!(
        "{}, sample_size = -1, dateformat = '%Y-%m-%d', timestampformat = '%Y-%m-%dT%H:%M:%SZ', ignore_errors = false, \
         hive_partitioning = false, compression = '{}'{more}",
        literal(&pattern(path)),
        if packed { "gzip" } else { "uncompressed" }
    );
    let mut statement = connection.prepare(&format!("DESCRIBE SELECT * FROM read_json({source})"))?;
    let columns = statement.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))?;
    let columns: Vec<(String, String)> = columns.collect::<duckdb::Result<_>>()?;
    drop(statement);
    // Numbers are looked at as they are written: a double would round money and long codes.
    let typed: Vec<String> = columns
        .iter()
        .map(|(name, kind)| {
            let kind = if kind == "DOUBLE" { "VARCHAR" } else { kind };
            format!("{}: {}", literal(name), literal(kind))
        })
        .collect();
    let from = format!("FROM read_json({source}, columns = {{{}}})", typed.join(", "));
    let open: Vec<&(String, String)> = columns
        .iter()
        .filter(|(_, kind)| kind == "DOUBLE" || kind == "VARCHAR")
        .collect();
    let seen = if open.is_empty() {
        Vec::new()
    } else {
        let names: Vec<String> = open.iter().map(|(name, _)| quoted(name)).collect();
        facts(connection, &format!("SELECT {} {from}", names.join(", ")), open.len())?.1
    };
    let mut seen = seen.iter();
    let names = names::columns(columns.iter().map(|(name, _)| name.clone()));
    let mut notes = Vec::new();
    let mut selected = Vec::new();
    for ((name, kind), new) in columns.iter().zip(&names) {
        let reading = match kind.as_str() {
            "DOUBLE" => seen.next().map(number),
            "VARCHAR" => seen.next().map(moment),
            _ => None,
        };
        let column = quoted(name);
        let column = reading.as_ref().map_or(column.clone(), |reading| reading.sql(&column));
        selected.push(format!("{column} AS {}", quoted(new)));
        notes.push(reading.and_then(|reading| reading.says()));
    }
    connection.execute_batch(&format!(
        "CREATE TABLE {} AS SELECT {} {from}",
        quoted(table),
        selected.join(", ")
    ))?;
    Ok((names, notes))
}

/// JSON's numbers have one notation, and need not be exact where they have an exponent.
fn number(facts: &Facts) -> Reading {
    facts.reading(false)
}

/// JSON tells numbers from text itself; only a date has to be text there.
fn moment(facts: &Facts) -> Reading {
    let reading = facts.reading(false);
    match reading.kind {
        Kind::Date { .. } | Kind::Timestamp { .. } | Kind::TimestampZone => reading,
        _ => Reading::text(),
    }
}

// ── Parquet ───────────────────────────────────────────────────────────────────────────────────────────────────────

pub fn parquet(connection: &Connection, path: &Path, table: &str) -> Result<Made> {
    let sql = format!(
        "CREATE VIEW {} AS SELECT * FROM read_parquet({}, hive_partitioning = false)",
        quoted(table),
        literal(&pattern(path))
    );
    connection.execute_batch(&sql).map_err(|error| failed(path, &error))?;
    Ok(Made {
        table: table.to_string(),
        source: Source {
            path: path.to_string_lossy().into_owned(),
            sheet: None,
            format: "Parquet".into(),
            encoding: None,
            delimiter: None,
            header: None,
        },
        comment: None,
        names: Vec::new(),
        notes: Vec::new(),
    })
}
