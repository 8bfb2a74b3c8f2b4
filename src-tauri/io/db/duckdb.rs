//! DuckDB, inside a runner (`run`). In: the path of a file that exists. Out: a [`Database`].
//!
//! Two of the four locks are here: the connection (read-only access mode, no way to other files or extensions, settings
//! locked, one query at a time and each on a connection of its own) and hard limits (time, rows, bytes, memory).
//! Deliberately absent: checking the statement against what is known to read, which is done on the other side of the pipe;
//! writing, attaching, extensions, appenders, user-defined functions.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use askwell_contract::connect::Powers;
use askwell_contract::ports::{Cancel, Database, Ran, RowStream};
use askwell_contract::run::{Explain, Finding};
use askwell_contract::strip::Strips;
use askwell_contract::{Catalog, Dialect, Limits, Problem, Result, Row, Truncation};
use async_trait::async_trait;
use duckdb::arrow::array::{Array, StructArray};
use duckdb::core::LogicalTypeHandle;
use duckdb::{AccessMode, Config, Connection, Statement};

use super::feed::{deadline, feed, stopped, watch, Feed, Heading, Stop};
use super::file;
use super::worker::Pool;

pub(super) mod cells;
mod describe;
mod findings;
pub(super) mod reading;
mod strips;

/// Of all queries on one database together; beyond it DuckDB moves to temporary files.
const MEMORY: &str = "2GB";
const TEMPORARY: &str = "8GB";
/// More cores than a desktop leaves to spare would only fight with the window.
const THREADS: usize = 4;

pub struct Duckdb {
    path: PathBuf,
    pool: Pool<Connection>,
    /// The database is of our own making.
    ours: bool,
    /// The lock on statements has to agree with what the engine reads.
    agree: bool,
}

// ── open ──────────────────────────────────────────────────────────────────────────────────────────────────────────

pub fn open(path: &Path, agree: bool) -> Result<Duckdb> {
    pooled(path, &connect, false, agree)
}

/// A database of our own making, whose views read these files.
pub fn over(path: &Path, files: Vec<String>, agree: bool) -> Result<Duckdb> {
    pooled(path, &|path| connect_over(path, &files), true, agree)
}

fn pooled(
    path: &Path,
    connect: &dyn Fn(&Path) -> duckdb::Result<Connection>,
    ours: bool,
    agree: bool,
) -> Result<Duckdb> {
    let base = connect(path).map_err(|error| findings::opening(&error, path))?;
    let first = base.try_clone().map_err(|error| findings::opening(&error, path))?;
    let (base, again) = (Mutex::new(base), path.to_path_buf());
    let pool = Pool::new("duckdb", first, move || {
        let base = base.lock().unwrap_or_else(PoisonError::into_inner);
        base.try_clone().map_err(|error| findings::opening(&error, &again))
    })?;
    Ok(Duckdb {
        path: path.to_path_buf(),
        pool,
        ours,
        agree,
    })
}

/// What every connection of Askwell to DuckDB has in common.
pub fn common(config: Config, temporary: &Path) -> duckdb::Result<Config> {
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get().min(THREADS));
    config
        .max_memory(MEMORY)?
        .threads(i64::try_from(threads).unwrap_or(1))?
        .with("temp_directory", temporary.to_string_lossy())?
        .with("max_temp_directory_size", TEMPORARY)?
        .with("autoinstall_known_extensions", "false")?
        .enable_autoload_extension(false)?
        .with("allow_community_extensions", "false")
}

fn read_only() -> duckdb::Result<Config> {
    // Without this it would be a folder beside the person's file. A runner stands in its scratch folder.
    common(Config::default().access_mode(AccessMode::ReadOnly)?, Path::new("spill"))
}

/// The same answer on every machine (law 6): values with a zone are cut into days and shown in UTC.
const SETTLED: &str =
    "SET GLOBAL TimeZone = 'UTC'; SET GLOBAL errors_as_json = true; SET GLOBAL lock_configuration = true";

fn connect(path: &Path) -> duckdb::Result<Connection> {
    let connection = Connection::open_with_flags(path, read_only()?.enable_external_access(false)?)?;
    connection.execute_batch(SETTLED)?;
    Ok(connection)
}

fn connect_over(path: &Path, files: &[String]) -> duckdb::Result<Connection> {
    let connection = Connection::open_with_flags(path, read_only()?)?;
    let files: Vec<String> = files
        .iter()
        .map(|file| format!("'{}'", file.replace('\'', "''")))
        .collect();
    // In this order: afterwards the list cannot be changed.
    connection.execute_batch(&format!(
        "SET GLOBAL allowed_paths = [{}]; SET GLOBAL enable_external_access = false; {SETTLED}",
        files.join(", ")
    ))?;
    Ok(connection)
}

impl Duckdb {
    async fn ask(&self, sql: &str, limits: Limits, cancel: &Cancel, pass_on: PassOn) -> Ran<RowStream> {
        let (feed, reply) = feed(limits, cancel);
        let (sql, agree) = (sql.to_string(), self.agree);
        self.pool
            .submit(move |connection| query(connection, &sql, agree, pass_on, feed));
        reply.stream(cancel).await
    }
}

// ── the port ──────────────────────────────────────────────────────────────────────────────────────────────────────

#[async_trait]
impl Database for Duckdb {
    fn dialect(&self) -> Dialect {
        Dialect::Duckdb
    }

    async fn describe(&self) -> Result<Catalog> {
        let (path, ours) = (self.path.clone(), self.ours);
        self.pool
            .run(move |connection| describe::describe(connection, &path, ours))
            .await?
    }

    async fn fingerprint(&self) -> Result<String> {
        let path = self.path.clone();
        self.pool.run(move |_| file::fingerprint(&path, &[".wal"])).await?
    }

    async fn query(&self, sql: &str, limits: Limits, cancel: &Cancel) -> Ran<RowStream> {
        self.ask(sql, limits, cancel, by_row).await
    }

    async fn scan(&self, sql: &str, limits: Limits, cancel: &Cancel) -> Ran<RowStream> {
        self.ask(sql, limits, cancel, by_column).await
    }

    async fn explain(&self, sql: &str, cancel: &Cancel) -> Ran<Explain> {
        if cancel.is_cancelled() {
            return Err(Problem::cancelled());
        }
        let (sql, agree) = (sql.to_string(), self.agree);
        self.pool
            .run(move |connection| explain(fresh(connection), &sql, agree, EXPLAIN))
            .await?
    }

    /// No row leaves the engine, so of the limits only the time is to be kept here; memory has its own for all queries.
    async fn measure(&self, sql: &str, limits: Limits, cancel: &Cancel) -> Ran<Explain> {
        if cancel.is_cancelled() {
            return Err(Problem::cancelled());
        }
        let (sql, agree, cancel) = (sql.to_string(), self.agree, cancel.clone());
        self.pool
            .run(move |connection| measure(connection, &sql, agree, limits, cancel))
            .await?
    }

    async fn powers(&self) -> Result<Powers> {
        let path = self.path.clone();
        self.pool.run(move |_| file::powers(&path)).await?
    }
}

// ── query ─────────────────────────────────────────────────────────────────────────────────────────────────────────

fn query(connection: &Connection, sql: &str, agree: bool, pass_on: PassOn, mut feed: Feed) {
    let connection = match fresh(connection) {
        Ok(connection) => connection,
        Err(error) => return feed.fail(Problem::internal(error)),
    };
    let handle = connection.interrupt_handle();
    let watch = match feed.start(move || handle.interrupt()) {
        Ok(Some(watch)) => watch,
        Ok(None) => return feed.end(Ok(())),
        Err(problem) => return feed.fail(problem),
    };
    let ran = match reading::one_query(&connection, sql, agree) {
        Ok(Ok(())) => rows(&connection, sql, pass_on, &mut feed),
        refused => refused,
    };
    drop(watch);
    match ran.or_else(|error| findings::sort(error, sql, 0)) {
        Ok(Ok(())) => feed.end(Ok(())),
        Ok(Err(finding)) => feed.end(Err(finding)),
        Err(problem) => feed.fail(problem),
    }
}

/// A connection for one query, so that nothing that a statement leaves behind (a transaction, a temporary table in the
/// place of a real one, a variable) is there for the next; and in a transaction that can write no temporary table
/// either.
fn fresh(connection: &Connection) -> duckdb::Result<Connection> {
    let connection = connection.try_clone()?;
    connection.execute_batch("BEGIN TRANSACTION READ ONLY")?;
    Ok(connection)
}

fn rows(
    connection: &Connection,
    sql: &str,
    pass_on: PassOn,
    feed: &mut Feed,
) -> duckdb::Result<std::result::Result<(), Finding>> {
    let mut statement = connection.prepare(sql)?;
    let types = start(&mut statement)?;
    feed.columns(headings(&statement, &types));
    if !types.iter().any(cells::only_as_text) {
        return hand_over(&statement, &types, pass_on, feed).map(Ok);
    }
    // Arrow has no place for these types; DuckDB's own text has. The same query again, since nothing was fetched yet.
    drop(statement);
    let mut statement = connection.prepare(&with_text(sql, &types))?;
    start(&mut statement)?;
    hand_over(&statement, &types, pass_on, feed).map(Ok)
}

fn start(statement: &mut Statement<'_>) -> duckdb::Result<Vec<LogicalTypeHandle>> {
    // The iterator that this returns panics on an error in a late row; `step` gives the error.
    drop(statement.stream_arrow([])?);
    Ok((0..statement.column_count())
        .map(|i| statement.column_logical_type(i))
        .collect())
}

/// Rows read column by column: enough to be fast, and few enough that long texts past a limit take little memory.
const CHUNK: usize = 64;

/// How a batch is passed on; false once no further row is wanted.
type PassOn = fn(&StructArray, &[LogicalTypeHandle], &mut Feed) -> bool;

fn hand_over(
    statement: &Statement<'_>,
    types: &[LogicalTypeHandle],
    pass_on: PassOn,
    feed: &mut Feed,
) -> duckdb::Result<()> {
    while let Some(batch) = statement.step()? {
        if !pass_on(&batch, types, feed) {
            return Ok(());
        }
    }
    Ok(())
}

fn by_row(batch: &StructArray, types: &[LogicalTypeHandle], feed: &mut Feed) -> bool {
    for from in (0..batch.len()).step_by(CHUNK) {
        let length = CHUNK.min(batch.len() - from);
        let mut rows: Vec<Row> = (0..length).map(|_| Vec::with_capacity(types.len())).collect();
        for (column, kind) in batch.columns().iter().zip(types) {
            cells::append(column.as_ref(), kind, from, &mut rows);
        }
        if !rows.into_iter().all(|row| feed.row(row)) {
            return false;
        }
    }
    true
}

fn by_column(batch: &StructArray, types: &[LogicalTypeHandle], feed: &mut Feed) -> bool {
    let columns = batch.columns().iter().zip(types);
    feed.strips(Strips {
        rows: batch.len(),
        columns: columns
            .map(|(column, kind)| strips::strip(column.as_ref(), kind))
            .collect(),
    })
}

/// Columns by number, since a result may name two alike.
fn with_text(sql: &str, types: &[LogicalTypeHandle]) -> String {
    let names: Vec<String> = (0..types.len()).map(|i| format!("c{i}")).collect();
    let columns: Vec<String> = names
        .iter()
        .zip(types)
        .map(|(name, kind)| {
            if cells::only_as_text(kind) {
                format!("CAST({name} AS VARCHAR)")
            } else {
                name.clone()
            }
        })
        .collect();
    let sql = sql.trim_end().trim_end_matches(';');
    // The line break ends a comment that the query may end with.
    format!(
        "SELECT {} FROM ({sql}\n) AS t({})",
        columns.join(", "),
        names.join(", ")
    )
}

fn headings(statement: &Statement<'_>, types: &[LogicalTypeHandle]) -> Vec<Heading> {
    let names = statement.column_names().into_iter().zip(types);
    names
        .map(|(name, kind)| Heading {
            name,
            kind: Some(cells::kind(kind)),
        })
        .collect()
}

// ── explain ───────────────────────────────────────────────────────────────────────────────────────────────────────

const EXPLAIN: &str = "EXPLAIN (FORMAT JSON) ";

/// Runs the query, which `reading` has found to read only.
const MEASURE: &str = "EXPLAIN (ANALYZE, FORMAT JSON) ";

fn measure(connection: &Connection, sql: &str, agree: bool, limits: Limits, cancel: Cancel) -> Ran<Explain> {
    let fresh = match fresh(connection) {
        Ok(fresh) => fresh,
        error => return explain(error, sql, agree, MEASURE),
    };
    let (stop, handle) = (Arc::new(Stop::default()), fresh.interrupt_handle());
    let gone = async move { cancel.cancelled().await };
    let end = deadline(limits.milliseconds);
    let watch = watch(move || handle.interrupt(), stop.clone(), end, gone)?;
    let plan = explain(Ok(fresh), sql, agree, MEASURE);
    drop(watch);
    match (plan, stop.why()) {
        (Ok(Err(_)), Some(Truncation::Cancelled)) => Err(Problem::cancelled()),
        (Ok(Err(_)), Some(why)) => Ok(Err(stopped(why, limits))),
        (plan, _) => plan,
    }
}

fn explain(connection: duckdb::Result<Connection>, sql: &str, agree: bool, how: &str) -> Ran<Explain> {
    let plan = connection.and_then(|connection| {
        if let Err(finding) = reading::one_query(&connection, sql, agree)? {
            return Ok(Err(finding));
        }
        let question = format!("{how}{sql}");
        connection
            .query_row(&question, [], |row| row.get::<_, String>(1))
            .map(Ok)
    });
    match plan.or_else(|error| findings::sort(error, sql, how.len()))? {
        Ok(json) => tree(&json).map(Ok),
        Err(finding) => Ok(Err(finding)),
    }
}

fn tree(json: &str) -> Result<Explain> {
    fn node(value: &serde_json::Value) -> Explain {
        let text = |key: &str| {
            value
                .get(key)
                .and_then(|v| v.as_str())
                .unwrap_or_default()
                .trim()
                .to_string()
        };
        let extra = value.get("extra_info").and_then(|v| v.as_object());
        let estimate = extra
            .and_then(|e| e.get("Estimated Cardinality"))
            .and_then(|v| v.as_str());
        let about = extra
            .into_iter()
            .flatten()
            .filter(|(key, _)| *key != "Estimated Cardinality");
        let about: Vec<String> = about
            .map(|(key, value)| match value {
                serde_json::Value::String(text) => format!("{key}: {text}"),
                serde_json::Value::Array(parts) => {
                    let parts: Vec<&str> = parts.iter().filter_map(|p| p.as_str()).collect();
                    format!("{key}: {}", parts.join(", "))
                }
                other => format!("{key}: {other}"),
            })
            .collect();
        // A measured plan calls its nodes otherwise, and gives seconds.
        let name = [text("name"), text("operator_name")].concat();
        let number = |key: &str| value.get(key).and_then(serde_json::Value::as_f64);
        let children = value.get("children").and_then(|v| v.as_array());
        Explain {
            label: if about.is_empty() {
                name
            } else {
                format!("{name} ({})", about.join("; "))
            },
            estimated_rows: estimate.and_then(|e| e.parse().ok()),
            cost: None,
            rows: number("operator_cardinality"),
            ms: number("operator_timing").map(|seconds| seconds * 1_000.0),
            children: children.into_iter().flatten().map(node).collect(),
        }
    }
    let plan: serde_json::Value = serde_json::from_str(json).map_err(Problem::internal)?;
    // A measured plan is one object about the query; its steps lie below it and below the step that explains.
    let measured = plan.get("children").and_then(|v| v.as_array());
    let top = plan.as_array().or(measured);
    let roots = top
        .into_iter()
        .flatten()
        .map(node)
        .flat_map(|root| match root.label.starts_with("EXPLAIN") {
            true => root.children,
            false => vec![root],
        });
    Ok(Explain {
        label: "QUERY PLAN".into(),
        estimated_rows: None,
        cost: None,
        rows: None,
        ms: plan
            .get("latency")
            .and_then(serde_json::Value::as_f64)
            .map(|seconds| seconds * 1_000.0),
        children: roots.collect(),
    })
}
