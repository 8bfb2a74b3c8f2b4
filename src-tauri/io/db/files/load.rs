//! Dropped files become one DuckDB database of our own. In: the files. Out: a database file in a temporary folder,
//! with a table for each file and sheet, and how each was read. Deliberately absent: asking; that is DuckDB's driver.
//!
//! CSV, JSON and workbooks are read into tables: questions about text files would read them again and again, and a
//! type has to hold for all rows. Parquet has types and is quick, so it stays where it is, behind a view.

use std::path::{Path, PathBuf};

use askwell_contract::catalog::Source;
use askwell_contract::{Problem, ProblemCode, Result};
use duckdb::{Config, Connection};
use serde::{Deserialize, Serialize};

use super::super::{duckdb as driver, file};
use super::find::{stem, Format, Found, Set};
use super::scan::{literal, quoted};
use super::temporary::Temporary;
use super::workbook::Workbook;
use super::{lines, names, structured, workbook};

/// What one file or sheet became.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Made {
    pub table: String,
    pub source: Source,
    /// Of the table.
    pub comment: Option<String>,
    pub names: Vec<String>,
    /// Of each column: what was decided about it.
    pub notes: Vec<Option<String>>,
}

/// What a runner made of the files.
#[derive(Debug, Serialize, Deserialize)]
pub struct Parts {
    pub database: PathBuf,
    pub made: Vec<Made>,
    /// Read where they lie.
    pub views: Vec<PathBuf>,
    /// Sheets without a cell.
    pub empty: Vec<String>,
}

pub struct Loaded {
    pub parts: Parts,
    /// Holds the database; gone with this value.
    pub _room: Temporary,
}

/// One table that is to be.
struct Part<'a> {
    found: &'a Found,
    sheet: Option<String>,
}

pub fn load(set: &Set, room: &Path) -> Result<Parts> {
    let database = room.join("tables.duckdb");
    let connection = connect(&database, room).map_err(Problem::internal)?;
    let mut empty = Vec::new();
    let mut books: Vec<(PathBuf, Workbook)> = Vec::new();
    let mut parts = Vec::new();
    let mut wishes = Vec::new();
    for found in &set.files {
        let from = found.path.parent().map(file::name).unwrap_or_default();
        if found.format != Format::Workbook {
            wishes.push((stem(&found.path), from));
            parts.push(Part { found, sheet: None });
            continue;
        }
        let mut book = workbook::open(&found.path)?;
        let (filled, blank): (Vec<_>, Vec<_>) = book.names()?.into_iter().partition(|(_, filled)| *filled);
        if filled.is_empty() {
            return Err(no_cells(&found.path));
        }
        empty.extend(blank.into_iter().map(|(name, _)| name));
        let single = filled.len() == 1;
        for (sheet, _) in filled {
            // One sheet is the file; of several, each has its own name, or the file's in front of "Sheet1".
            wishes.push(match (single, is_given(&sheet)) {
                (true, _) => (stem(&found.path), from.clone()),
                (false, true) => (sheet.clone(), stem(&found.path)),
                (false, false) => (format!("{} {sheet}", stem(&found.path)), from.clone()),
            });
            parts.push(Part {
                found,
                sheet: Some(sheet),
            });
        }
        books.push((found.path.clone(), book));
    }
    let mut made = Vec::new();
    let mut views = Vec::new();
    for (part, table) in parts.into_iter().zip(names::tables(&wishes)) {
        let Found { path, format, packed } = part.found;
        made.push(match format {
            Format::Lines => lines::load(&connection, path, *packed, &table, room)?,
            Format::Json => structured::json(&connection, path, *packed, &table, room)?,
            Format::Parquet => {
                views.push(path.clone());
                structured::parquet(&connection, path, &table)?
            }
            Format::Workbook => {
                let book = books.iter_mut().find(|(of, _)| of == path);
                let (Some((_, book)), Some(sheet)) = (book, part.sheet) else {
                    continue;
                };
                book.load(&connection, &sheet, &table, room)?
            }
        });
    }
    for made in &made {
        comment(&connection, made).map_err(Problem::internal)?;
    }
    connection.execute_batch("CHECKPOINT").map_err(Problem::internal)?;
    connection.close().map_err(|(_, error)| Problem::internal(error))?;
    Ok(Parts {
        database,
        made,
        views,
        empty,
    })
}

/// Every row that was read is in the table.
pub fn counted(connection: &Connection, table: &str, rows: u64) -> Result<()> {
    let sql = format!("SELECT count(*) FROM {}", quoted(table));
    let count: i64 = connection
        .query_row(&sql, [], |row| row.get(0))
        .map_err(Problem::internal)?;
    if u64::try_from(count) == Ok(rows) {
        return Ok(());
    }
    Err(Problem::internal(format!(
        "{rows} rows were read, and {count} are in the table {table}"
    )))
}

/// May write, and read files: it runs nothing but what is in this folder of the program.
fn connect(database: &Path, room: &Path) -> duckdb::Result<Connection> {
    let config = driver::common(Config::default(), &room.join("spill"))?;
    let connection = Connection::open_with_flags(database, config)?;
    connection.execute_batch("SET GLOBAL TimeZone = 'UTC'")?;
    Ok(connection)
}

fn comment(connection: &Connection, made: &Made) -> duckdb::Result<()> {
    let table = quoted(&made.table);
    if let Some(comment) = &made.comment {
        connection.execute_batch(&format!("COMMENT ON TABLE {table} IS {}", literal(comment)))?;
    }
    for (name, note) in made.names.iter().zip(&made.notes) {
        if let Some(note) = note {
            let column = quoted(name);
            connection.execute_batch(&format!("COMMENT ON COLUMN {table}.{column} IS {}", literal(note)))?;
        }
    }
    Ok(())
}

/// Not the name that a spreadsheet gives by itself: `Sheet1`, `Tabelle2`, `Feuil3`.
fn is_given(sheet: &str) -> bool {
    const GIVEN: [&str; 8] = [
        "sheet", "tabelle", "feuil", "hoja", "foglio", "planilha", "blad", "arkusz",
    ];
    let word = sheet
        .trim_end_matches(|c: char| c.is_ascii_digit())
        .trim_end()
        .to_lowercase();
    !GIVEN.contains(&word.as_str())
}

fn no_cells(path: &Path) -> Problem {
    let name = file::name(path);
    Problem::new(
        ProblemCode::NotADatabase,
        format!("No sheet of \"{name}\" has a cell with a value."),
    )
    .hint("Choose another workbook, or save this one again once it is filled.")
}
