//! One table of ten columns in each engine, the same rows in all. In: how many. Out: the address of the database.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{ensure, Context, Result};
use askwell_io::create::{create_duckdb, create_sqlite};

pub const QUERY: &str = "SELECT * FROM readings";

const COLUMNS: &str =
    "id INTEGER, station INTEGER, name VARCHAR, kind VARCHAR, amount DECIMAL(12,2), level DOUBLE PRECISION, \
    ok BOOLEAN, day DATE, moment TIMESTAMP, note VARCHAR";

pub fn sqlite(folder: &Path, rows: u64) -> Result<String> {
    let path = folder.join("readings.sqlite");
    let sql = format!(
        "CREATE TABLE readings({COLUMNS});
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {rows})
         INSERT INTO readings SELECT i, i % 997, 'Station ' || (i % 997), substr('abcdefgh', 1 + i % 8, 1),
             (i * 37 % 1000000) / 100.0, i / 7.0, i % 2, date('2020-01-01', '+' || (i % 2000) || ' days'),
             datetime('2020-01-01', '+' || i || ' minutes'),
             CASE WHEN i % 5 = 0 THEN NULL ELSE 'a note of some length about reading ' || i END FROM n;"
    );
    create_sqlite(&path, &mut std::iter::once(sql))?;
    Ok(format!("sqlite:{}", path.display()))
}

pub fn duckdb(folder: &Path, rows: u64) -> Result<String> {
    let path = folder.join("readings.duckdb");
    let sql = format!(
        "CREATE TABLE readings({COLUMNS}); INSERT INTO readings {};",
        series("range", rows + 1)
    );
    create_duckdb(&path, &mut std::iter::once(sql))?;
    Ok(format!("duckdb:{}", path.display()))
}

/// `end` as the engine's function for numbers takes it.
fn series(function: &str, end: u64) -> String {
    format!(
        "SELECT i, i % 997, 'Station ' || (i % 997), substr('abcdefgh', (1 + i % 8)::INT, 1), (i * 37 % 1000000) / 100.0,
             i / 7.0, i % 2 = 1, DATE '2020-01-01' + (i % 2000)::INT, TIMESTAMP '2020-01-01' + i * INTERVAL '1 minute',
             CASE WHEN i % 5 = 0 THEN NULL ELSE 'a note of some length about reading ' || i END
         FROM {function}(1, {end}) AS t(i)"
    )
}

/// A database of the bench's own on a server, dropped at the end.
pub struct Server {
    server: String,
    name: String,
    pub url: String,
}

impl Server {
    pub fn make(server: &str, rows: u64) -> Result<Self> {
        let insert = format!("INSERT INTO readings {}", series("generate_series", rows));
        let create = format!("CREATE TABLE readings({COLUMNS})");
        Self::with(server, &[&create, &insert, "VACUUM ANALYZE readings"])
    }

    /// After these statements, each by itself.
    pub fn with(server: &str, statements: &[&str]) -> Result<Self> {
        let name = format!("askwell_bench_{}", std::process::id());
        psql(server, &format!("CREATE DATABASE {name}"))?;
        let (place, parameters) = server.split_once('?').unwrap_or((server, ""));
        let host_end = place.find("://").map_or(0, |at| at + 3);
        let path = place[host_end..].find('/').map_or(place.len(), |at| host_end + at);
        let mut url = format!("{}/{name}", &place[..path]);
        if !parameters.is_empty() {
            url = format!("{url}?{parameters}");
        }
        let made = Self {
            server: server.into(),
            name,
            url,
        };
        statements.iter().try_for_each(|sql| psql(&made.url, sql))?;
        Ok(made)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = psql(
            &self.server,
            &format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name),
        );
    }
}

fn psql(url: &str, sql: &str) -> Result<()> {
    let status = Command::new("psql")
        .args(["--no-psqlrc", "--quiet", "-v", "ON_ERROR_STOP=1", "-c", sql, url])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .status()
        .context("psql, which makes the table, did not start")?;
    ensure!(status.success(), "psql could not make the table");
    Ok(())
}
