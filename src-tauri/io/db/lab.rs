//! Databases in memory, to try statements on made-up rows. In: a dialect. Out: a [`Scratch`].
//!
//! The only place where Askwell writes rows, and only in memory: no file is opened, and none could be. What is asked
//! passes the guard like every query. Deliberately absent: a PostgreSQL of its own; its statements are tried on DuckDB,
//! set to divide whole numbers and to order NULLs as PostgreSQL does, and what DuckDB cannot read is not tried.

use askwell_contract::optimise::{Lab, Scratch};
use askwell_contract::{Dialect, Problem, Result, ResultColumn, ResultSet, Row, TypeKind};
use duckdb::arrow::array::Array;
use duckdb::Config;

use super::{duckdb as duck, sqlite};

pub struct InMemory;

/// Rows of one answer; a product of a few tables of a few rows stays far below.
const MOST: usize = 50_000;

impl Lab for InMemory {
    fn open(&self, dialect: Dialect) -> Result<Box<dyn Scratch>> {
        Ok(match dialect {
            Dialect::Sqlite => Box::new(Sqlite(
                rusqlite::Connection::open_in_memory().map_err(Problem::internal)?,
            )),
            other => Box::new(Duckdb {
                connection: memory(other).map_err(Problem::internal)?,
                dialect: other,
            }),
        })
    }
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
        guarded(sql, Dialect::Sqlite)?;
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

struct Duckdb {
    connection: duckdb::Connection,
    dialect: Dialect,
}

impl Scratch for Duckdb {
    fn engine(&self) -> &'static str {
        "DuckDB"
    }

    fn fill(&mut self, statements: &str) -> std::result::Result<(), String> {
        self.connection.execute_batch(statements).map_err(|e| e.to_string())
    }

    fn ask(&mut self, sql: &str) -> std::result::Result<ResultSet, String> {
        guarded(sql, self.dialect)?;
        let said = |e: duckdb::Error| e.to_string();
        let mut statement = self.connection.prepare(sql).map_err(said)?;
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

fn guarded(sql: &str, dialect: Dialect) -> std::result::Result<(), String> {
    askwell_sql::guard::check(sql, dialect).map_err(|finding| finding.message)
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

#[cfg(test)]
mod tests {
    use super::*;
    use askwell_contract::Cell;

    #[test]
    fn statements_are_tried_on_made_up_rows_and_nothing_else() {
        for dialect in [Dialect::Sqlite, Dialect::Duckdb, Dialect::Postgres] {
            let mut scratch = InMemory.open(dialect).unwrap();
            scratch
                .fill("CREATE TABLE t(a INTEGER, b DATE); INSERT INTO t VALUES (3, '2024-01-31'), (NULL, NULL)")
                .unwrap();
            let result = scratch.ask("SELECT a, b FROM t ORDER BY a IS NULL").unwrap();
            assert_eq!(result.rows.len(), 2);
            assert_eq!(result.rows[0][0], Cell::Int(3));
            assert!(scratch.ask("DELETE FROM t").is_err());
            assert!(scratch.ask("SELECT * FROM 'somewhere.csv'").is_err());
        }
    }

    #[test]
    fn whole_numbers_are_divided_as_postgresql_does() {
        let mut scratch = InMemory.open(Dialect::Postgres).unwrap();
        assert_eq!(scratch.ask("SELECT 7 / 2 AS x").unwrap().rows, [[Cell::Int(3)]]);
        let mut scratch = InMemory.open(Dialect::Duckdb).unwrap();
        assert_eq!(scratch.ask("SELECT 7 / 2 AS x").unwrap().rows, [[Cell::Real(3.5)]]);
    }
}
