//! SQLite, inside a runner (`run`). In: the path of a file that exists. Out: a [`Database`].
//!
//! Two of the four locks are here: the connection (opened read-only, `query_only`, an authorizer that knows four harmless
//! actions) and hard limits (time, rows, bytes, heap). Deliberately absent: checking the statement, which is done on the
//! other side of the pipe; writing, attaching, extensions, URI file names, user-defined functions.

use std::path::{Path, PathBuf};
use std::time::Duration;

use askwell_contract::connect::Powers;
use askwell_contract::ports::{Cancel, Database, Ran, RowStream};
use askwell_contract::run::{Explain, Finding};
use askwell_contract::{Catalog, Dialect, Limits, Problem, ProblemCode, Result};
use async_trait::async_trait;
use rusqlite::config::DbConfig;
use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use rusqlite::limits::Limit;
use rusqlite::{Connection, OpenFlags, Statement};

use super::feed::{feed, Feed, Heading};
use super::file;
use super::worker::Pool;

pub(super) mod cells;
mod comments;
mod describe;
mod findings;

/// How long another program's write may hold a query up before it is reported as a lock.
const BUSY: Duration = Duration::from_secs(2);
/// For all SQLite connections of the process together; a query that wants more fails, the program lives.
const HEAP: i64 = 1 << 30;
/// A statement longer than this is no person's question.
const SQL_BYTES: i32 = 1_000_000;
/// One value: SQLite cannot be stopped inside a function, and makes this much in a second or two. A longer text or
/// blob that lies in a table is a finding, and all other columns of its row can be read.
const VALUE_BYTES: i32 = 256 << 20;

pub struct Sqlite {
    path: PathBuf,
    pool: Pool<Connection>,
}

// ── open ──────────────────────────────────────────────────────────────────────────────────────────────────────────

pub fn open(path: &Path) -> Result<Sqlite> {
    let first = connect(path)?;
    let again = path.to_path_buf();
    let pool = Pool::new("sqlite", first, move || connect(&again))?;
    Ok(Sqlite {
        path: path.to_path_buf(),
        pool,
    })
}

/// A database in write-ahead mode needs two files beside it even to be read, and they are not there yet.
pub fn makes_files_beside(path: &Path) -> bool {
    let ahead = file::readable(path).is_ok_and(|(_, head)| head.get(18..20) == Some(&[2, 2]));
    ahead && ["-wal", "-shm"].iter().any(|ending| !file::is_beside(path, ending))
}

pub fn connect(path: &Path) -> Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let opened = Connection::open_with_flags(path, flags).and_then(harden);
    match opened {
        Ok(connection) => Ok(connection),
        Err(error) if findings::needs_files_beside(&error) && file::size_beside(path, "-wal") == 0 => {
            immutable(path).map_err(|_| findings::opening(&error, path))
        }
        Err(error) => Err(findings::opening(&error, path)),
    }
}

/// A database in write-ahead mode wants files beside it even to be read. Where they cannot be made (a read-only
/// disk) and none are left over from a writer, nobody can be changing it, and it is read as it lies there.
pub(super) fn immutable(path: &Path) -> rusqlite::Result<Connection> {
    let uri = format!("file:{}?immutable=1", file::percent_encoded(path));
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
    Connection::open_with_flags(uri, flags).and_then(harden)
}

fn harden(mut connection: Connection) -> rusqlite::Result<Connection> {
    connection.busy_timeout(BUSY)?;
    for (setting, value) in [
        (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
        (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false),
        (DbConfig::SQLITE_DBCONFIG_WRITABLE_SCHEMA, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, false),
        (DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true),
    ] {
        connection.set_db_config(setting, value)?;
    }
    connection.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0)?;
    connection.set_limit(Limit::SQLITE_LIMIT_WORKER_THREADS, 0)?;
    connection.set_limit(Limit::SQLITE_LIMIT_SQL_LENGTH, SQL_BYTES)?;
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, VALUE_BYTES)?;
    connection.pragma_update(None, "query_only", true)?;
    connection.pragma_update(None, "cell_size_check", true)?;
    connection.query_row(&format!("PRAGMA hard_heap_limit = {HEAP}"), [], |_| Ok(()))?;
    // The file is read for the first time here, so that a wrong one is found out now.
    connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
    connection.authorizer(Some(authorize))?;
    Ok(connection)
}

/// Reading the tables' own description; each is without effect, and the last two are what SQLite's text search
/// asks when it opens its own tables.
const HARMLESS: [&str; 8] = [
    "table_list",
    "table_info",
    "table_xinfo",
    "foreign_key_list",
    "index_list",
    "index_info",
    "data_version",
    "page_size",
];
/// Functions that reach out of the database; most come only with a shell or an extension, and stay refused there.
const REACHING_OUT: [&str; 9] = [
    "load_extension",
    "writefile",
    "readfile",
    "edit",
    "fts3_tokenizer",
    "fsdir",
    "zipfile",
    "eval",
    "sqlar_uncompress",
];

fn authorize(context: AuthContext<'_>) -> Authorization {
    let allowed = match context.action {
        AuthAction::Select | AuthAction::Read { .. } | AuthAction::Recursive => true,
        AuthAction::Function { function_name } => {
            !REACHING_OUT.iter().any(|name| name.eq_ignore_ascii_case(function_name))
        }
        AuthAction::Pragma {
            pragma_name,
            pragma_value,
        } => {
            let described = HARMLESS.iter().position(|name| name.eq_ignore_ascii_case(pragma_name));
            described.is_some_and(|i| i < 6 || pragma_value.is_none())
        }
        _ => false,
    };
    if allowed {
        Authorization::Allow
    } else {
        Authorization::Deny
    }
}

// ── the port ──────────────────────────────────────────────────────────────────────────────────────────────────────

#[async_trait]
impl Database for Sqlite {
    fn dialect(&self) -> Dialect {
        Dialect::Sqlite
    }

    async fn describe(&self) -> Result<Catalog> {
        let path = self.path.clone();
        self.pool
            .run(move |connection| describe::describe(connection, &path))
            .await?
    }

    async fn fingerprint(&self) -> Result<String> {
        let path = self.path.clone();
        self.pool.run(move |_| file::fingerprint(&path, &["-wal"])).await?
    }

    async fn query(&self, sql: &str, limits: Limits, cancel: &Cancel) -> Ran<RowStream> {
        let (feed, reply) = feed(limits, cancel);
        let sql = sql.to_string();
        self.pool.submit(move |connection| query(connection, &sql, feed));
        reply.stream(cancel).await
    }

    async fn explain(&self, sql: &str, cancel: &Cancel) -> Ran<Explain> {
        if cancel.is_cancelled() {
            return Err(Problem::cancelled());
        }
        let sql = sql.to_string();
        self.pool.run(move |connection| explain(connection, &sql)).await?
    }

    async fn powers(&self) -> Result<Powers> {
        let path = self.path.clone();
        self.pool.run(move |_| file::powers(&path)).await?
    }
}

// ── query ─────────────────────────────────────────────────────────────────────────────────────────────────────────

fn query(connection: &Connection, sql: &str, mut feed: Feed) {
    let handle = connection.get_interrupt_handle();
    let watch = match feed.start(move || handle.interrupt()) {
        Ok(Some(watch)) => watch,
        Ok(None) => return feed.end(Ok(())),
        Err(problem) => return feed.fail(problem),
    };
    let ran = rows(connection, sql, &mut feed);
    drop(watch);
    match ran.or_else(|error| findings::sort(error, sql, 0)) {
        Ok(Ok(())) => feed.end(Ok(())),
        Ok(Err(finding)) => feed.end(Err(finding)),
        Err(problem) => feed.fail(problem),
    }
}

fn rows(connection: &Connection, sql: &str, feed: &mut Feed) -> rusqlite::Result<std::result::Result<(), Finding>> {
    let mut statement = connection.prepare(sql)?;
    if let Some(finding) = writes(&statement) {
        return Ok(Err(finding));
    }
    feed.columns(headings(&statement));
    let width = statement.column_count();
    let mut rows = statement.raw_query();
    while let Some(row) = rows.next()? {
        let cells = (0..width)
            .map(|i| row.get_ref(i).map(cells::cell))
            .collect::<rusqlite::Result<_>>()?;
        if !feed.row(cells) {
            break;
        }
    }
    Ok(Ok(()))
}

fn headings(statement: &Statement<'_>) -> Vec<Heading> {
    let columns = statement.columns();
    columns
        .map(|column| Heading {
            name: column.name().to_string(),
            kind: column.decl_type().and_then(cells::kind_of_declared),
        })
        .collect()
}

/// The authorizer has refused whatever writes before it comes to this.
fn writes(statement: &Statement<'_>) -> Option<Finding> {
    if !statement.readonly() {
        return Some(Finding::error(
            "not_read_only",
            "This statement would change the database; it was not run.",
        ));
    }
    if statement.column_count() == 0 {
        return Some(Finding::error(
            "not_read_only",
            "This is not a query: it gives no columns.",
        ));
    }
    None
}

// ── explain ───────────────────────────────────────────────────────────────────────────────────────────────────────

const EXPLAIN: &str = "EXPLAIN QUERY PLAN ";

fn explain(connection: &Connection, sql: &str) -> Ran<Explain> {
    steps(connection, sql)
        .map(|steps| Ok(tree(&steps)))
        .or_else(|error| findings::sort(error, sql, EXPLAIN.len()))
}

struct Step {
    id: i64,
    parent: i64,
    label: String,
}

fn steps(connection: &Connection, sql: &str) -> rusqlite::Result<Vec<Step>> {
    let mut statement = connection.prepare(&format!("{EXPLAIN}{sql}"))?;
    let rows = statement.query_map([], |row| {
        Ok(Step {
            id: row.get(0)?,
            parent: row.get(1)?,
            label: row.get(3)?,
        })
    })?;
    rows.collect()
}

fn tree(steps: &[Step]) -> Explain {
    fn under(steps: &[Step], parent: i64) -> Vec<Explain> {
        let children = steps.iter().filter(|s| s.parent == parent && s.id != parent);
        children
            .map(|s| Explain {
                label: s.label.clone(),
                estimated_rows: None,
                cost: None,
                rows: None,
                ms: None,
                children: under(steps, s.id),
            })
            .collect()
    }
    Explain {
        label: "QUERY PLAN".into(),
        estimated_rows: None,
        cost: None,
        rows: None,
        ms: None,
        children: under(steps, 0),
    }
}

/// What another program's lock means to a person.
fn locked() -> Problem {
    Problem::new(
        ProblemCode::Locked,
        "Another program is writing to this database and holds it locked.",
    )
    .hint("Wait until it has finished, or close it, and try again.")
}
