//! Databases in a process of their own: what ends, what breaks, what is left behind.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use askwell_contract::ports::{Cancel, Database};
use askwell_contract::run::Finding;
use askwell_contract::{Cell, Dialect, Limits, ResultSet};

use super::process::Leash;
use super::wire::Task;
use super::{Keep, Remote};
use crate::create::{create_duckdb, create_sqlite};
use crate::db::Locks;

mod ending;
mod fuzz;
mod heavy;
mod lab;
mod outside;
mod same;

/// Enough for the engine and little else.
const SMALL: Leash = Leash {
    memory: 900 << 20,
    grace: Duration::from_millis(250),
};

struct Sample {
    dialect: Dialect,
    path: PathBuf,
    dir: tempfile::TempDir,
}

const ENGINES: [Dialect; 2] = [Dialect::Sqlite, Dialect::Duckdb];

impl Sample {
    fn new(dialect: Dialect) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("sample.db");
        let customers: Vec<String> = (0..500).map(|i| format!("({i}, 'name {i}')")).collect();
        let sql = format!(
            "CREATE TABLE t(a INTEGER); INSERT INTO t VALUES (1), (2), (3);
             CREATE TABLE customers(id INTEGER, name VARCHAR); INSERT INTO customers VALUES {};",
            customers.join(", ")
        );
        let mut sql = std::iter::once(sql);
        match dialect {
            Dialect::Sqlite => create_sqlite(&path, &mut sql).unwrap(),
            _ => create_duckdb(&path, &mut sql).unwrap(),
        };
        Self { dialect, path, dir }
    }

    fn task(&self) -> Task {
        let path = self.path.clone().into();
        match self.dialect {
            Dialect::Sqlite => Task::Sqlite { path },
            _ => Task::Duckdb { path, agree: false },
        }
    }

    /// Without the lock on statements, since it is the process that has to hold.
    fn open(&self, leash: Leash) -> Arc<dyn Database> {
        let keep = Keep::new(self.task(), leash);
        Arc::new(Remote::open(&self.path, self.dialect, keep, Locks::ConnectionOnly).unwrap())
    }
}

async fn ask(database: &dyn Database, sql: &str, limits: Limits) -> std::result::Result<ResultSet, Finding> {
    match database.query(sql, limits, &Cancel::new()).await.unwrap() {
        Ok(stream) => stream.collect().await,
        Err(finding) => Err(finding),
    }
}

async fn works(database: &dyn Database) {
    let ran = ask(database, "SELECT count(*), max(a) FROM t", Limits::ASK).await;
    assert_eq!(ran.unwrap().rows, [[Cell::Int(3), Cell::Int(3)]]);
}

/// The runners of a process, and the memory that each takes now.
fn runners_of(parent: u32) -> Vec<(u32, u64)> {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    processes
        .filter_map(|entry| {
            let about = std::fs::read_to_string(entry.path().join("status")).ok()?;
            let field = |name: &str| about.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
            let of = field("PPid:")?.parse::<u32>().ok()?;
            // Its first thread may be over while others still hold its files.
            let over = field("State:")?.starts_with('Z') && field("Threads:")?.parse::<u32>().ok()? <= 1;
            let runs = field("Name:")? == "askwell-runner" && !over;
            let kilobytes = field("VmRSS:").and_then(|kb| kb.split(' ').next()?.parse::<u64>().ok());
            let id = entry.file_name().to_str()?.parse().ok()?;
            (of == parent && runs).then_some((id, kilobytes.unwrap_or(0) << 10))
        })
        .collect()
}

fn runners() -> Vec<(u32, u64)> {
    runners_of(std::process::id())
}

/// The runners at a sample, and no other test's.
fn runners_at(dir: &Path) -> Vec<u32> {
    let holds = |id: &u32| {
        let files = std::fs::read_dir(format!("/proc/{id}/fd")).into_iter().flatten();
        let mut files = files.flatten().filter_map(|file| std::fs::read_link(file.path()).ok());
        files.any(|file| file.starts_with(dir))
    };
    runners().into_iter().map(|r| r.0).filter(holds).collect()
}

/// One runner, whatever other tests of the same program start and end.
fn is_there(id: u32) -> bool {
    runners().iter().any(|r| r.0 == id)
}

/// Whether it comes true before long.
fn soon(mut is: impl FnMut() -> bool) -> bool {
    let began = Instant::now();
    while !is() {
        if began.elapsed() > Duration::from_secs(10) {
            return false;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    true
}

#[cfg(unix)]
fn signal(process: u32, signal: rustix::process::Signal) {
    let id = rustix::process::Pid::from_raw(i32::try_from(process).unwrap()).unwrap();
    // It may just have ended by itself.
    let _ = rustix::process::kill_process(id, signal);
}

fn folder(path: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(path)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}
