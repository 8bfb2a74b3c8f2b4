//! Databases in memory, to try statements on made-up rows, inside a runner (`run/lab.rs`). In: a dialect. Out: a
//! [`Scratch`].
//!
//! The only place where Askwell writes rows, and only in memory: no file is opened, and none could be. Deliberately absent:
//! checking what is asked, which is done on the other side of the pipe; a PostgreSQL of its own: its statements are tried on
//! DuckDB, set to divide whole numbers and to order NULLs as PostgreSQL does, and what DuckDB cannot read is not tried.

use askwell_contract::optimise::Scratch;
use askwell_contract::{Dialect, Problem, Result, ResultColumn, ResultSet, Row, TypeKind};
use duckdb::arrow::array::Array;
use duckdb::Config;

use super::{duckdb as duck, sqlite};

/// Rows of one answer; a product of a few tables of a few rows stays far below.
const MOST: usize = 50_000;

pub fn open(dialect: Dialect) -> Result<Box<dyn Scratch>> {
    Ok(match dialect {
        Dialect::Sqlite => Box::new(Sqlite(
            rusqlite::Connection::open_in_memory().map_err(Problem::internal)?,
        )),
        other => Box::new(Duckdb(memory(other).map_err(Problem::internal)?)),
    })
}

fn memory(dialect: Dialect) -> duckdb::Result<duckdb::Connection> {
    let config = Config::default()
        .max_memory("512MB")?
        .threads(1)?
        .with("autoinstall_known_extensions", "false")?
        .enable_autoload_extension(false)?
        .enable_external_access(false)?;
    let connection = duckdb::Connection::open_in_memory_with_flags(config)?;
    connection.execute_batch("SET TimeZone = 'UTC'")?;
    if dialect == Dialect::Postgres {
        connection
            .execute_batch("SET integer_division = true; SET default_null_order = 'nulls_last_on_asc_first_on_desc'")?;
    }
    connection.execute_batch("SET lock_configuration = true")?;
    Ok(connection)
}

struct Sqlite(rusqlite::Connection);

impl Scratch for Sqlite {
    fn engine(&self) -> &'static str {
        "SQLite"
    }

    fn fill(&mut self, statements: &str) -> std::result::Result<(), String> {
        self.0.execute_batch(statements).map_err(|e| e.to_string())
    }

    fn ask(&mut self, sql: &str) -> std::result::Result<ResultSet, String> {
        let said = |e: rusqlite::Error| e.to_string();
        let mut statement = self.0.prepare(sql).map_err(said)?;
        let names: Vec<String> = statement.column_names().map(str::to_string).collect();
        let mut rows: Vec<Row> = Vec::new();
        let mut found = statement.raw_query();
        while let Some(row) = found.next().map_err(said)? {
            let cells = (0..names.len()).map(|i| row.get_ref(i).map(sqlite::cells::cell));
            rows.push(cells.collect::<rusqlite::Result<_>>().map_err(said)?);
            bounded(rows.len())?;
        }
        let kinds = vec![None; names.len()];
        Ok(result(names, &kinds, rows))
    }
}

struct Duckdb(duckdb::Connection);

impl Scratch for Duckdb {
    fn engine(&self) -> &'static str {
        "DuckDB"
    }

    fn fill(&mut self, statements: &str) -> std::result::Result<(), String> {
        self.0.execute_batch(statements).map_err(|e| e.to_string())
    }

    fn ask(&mut self, sql: &str) -> std::result::Result<ResultSet, String> {
        let said = |e: duckdb::Error| e.to_string();
        let mut statement = self.0.prepare(sql).map_err(said)?;
        drop(statement.stream_arrow([]).map_err(said)?);
        let types: Vec<_> = (0..statement.column_count())
            .map(|i| statement.column_logical_type(i))
            .collect();
        let mut rows: Vec<Row> = Vec::new();
        while let Some(batch) = statement.step().map_err(said)? {
            let mut some: Vec<Row> = (0..batch.len()).map(|_| Vec::with_capacity(types.len())).collect();
            for (column, kind) in batch.columns().iter().zip(&types) {
                duck::cells::append(column.as_ref(), kind, 0, &mut some);
            }
            rows.append(&mut some);
            bounded(rows.len())?;
        }
        let names = statement.column_names();
        let kinds: Vec<Option<TypeKind>> = types.iter().map(|t| Some(duck::cells::kind(t))).collect();
        Ok(result(names, &kinds, rows))
    }
}

fn bounded(rows: usize) -> std::result::Result<(), String> {
    if rows > MOST {
        return Err("The query gives too many rows.".into());
    }
    Ok(())
}

fn result(names: Vec<String>, kinds: &[Option<TypeKind>], rows: Vec<Row>) -> ResultSet {
    let columns = names.into_iter().zip(kinds).map(|(name, kind)| ResultColumn {
        name,
        kind: kind.unwrap_or(TypeKind::Other),
    });
    ResultSet {
        columns: columns.collect(),
        rows,
        truncated: None,
    }
}
