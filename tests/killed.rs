//! Runners killed all through questions and exports: before a statement, a moment into it, and behind a part of its rows.
//! An answer is right or says what went wrong, a file is whole or not there, and whatever is asked next is answered.
//!
//! `ASKWELL_KILL_POINTS` says at how many points an engine; `make kills` takes 500.
#![cfg(target_os = "linux")]
// What a long run came to is told.
#![allow(clippy::print_stdout)]

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use askwell_cli::world;
use askwell_contract::connect::{Place, Powers, Secrets, Step, Target, Understood, Walls};
use askwell_contract::export::{CsvOptions, ExportFormat, ExportRequest};
use askwell_contract::ports::{Batch, Cancel, Connector, Database, Lot, Ran, RowStream};
use askwell_contract::run::Explain;
use askwell_contract::{Catalog, Dialect, Limits, Result, ResultSet};
use askwell_engine::desk::Asking;
use askwell_engine::pipeline::AskOutcome;
use askwell_engine::{Desk, World};
use askwell_io::create::{create_duckdb, create_sqlite};
use async_trait::async_trait;
use tokio::sync::mpsc;

const QUESTIONS: [&str; 3] = [
    "How many shops are there?",
    "How many shops does each town have?",
    "What is the total amount of sales per year?",
];
const SALES: usize = 12_000;
const POINTS: usize = 30;

#[derive(Debug, Clone, Copy)]
enum Moment {
    Before,
    Into(Duration),
    /// Rows of the statement that have come by then.
    Behind(usize),
}

/// Counts the statements, and ends every runner at one of them.
struct Doom {
    dir: PathBuf,
    statements: AtomicUsize,
    next: Mutex<Option<(usize, Moment)>>,
    struck: AtomicUsize,
}

impl Doom {
    fn set(&self, next: Option<(usize, Moment)>) {
        self.statements.store(0, Ordering::SeqCst);
        *self.next.lock().unwrap() = next;
    }

    fn strike(&self) {
        let ids: Vec<String> = runners(&self.dir).iter().map(u32::to_string).collect();
        self.struck.fetch_add(ids.len(), Ordering::SeqCst);
        if !ids.is_empty() {
            // It may just have ended by itself.
            let _ = Command::new("kill").arg("-KILL").args(ids).output();
        }
    }

    /// A statement begins: after how many of its rows the runners are to end, if they are.
    fn begins(self: &Arc<Self>) -> Option<usize> {
        let number = self.statements.fetch_add(1, Ordering::SeqCst);
        let mut next = self.next.lock().unwrap();
        let (_, moment) = next.take_if(|(at, _)| *at == number)?;
        match moment {
            Moment::Before => self.strike(),
            Moment::Into(wait) => {
                let doom = self.clone();
                std::thread::spawn(move || {
                    std::thread::sleep(wait);
                    doom.strike();
                });
            }
            Moment::Behind(rows) => return Some(rows),
        }
        None
    }

    fn behind(self: &Arc<Self>, mut stream: RowStream, rows: usize) -> RowStream {
        let (to, batches) = mpsc::channel(1);
        let (doom, columns) = (self.clone(), stream.columns.clone());
        tokio::spawn(async move {
            let (mut seen, mut due) = (0, true);
            while let Some(lot) = stream.next_lot().await {
                seen += lot.rows();
                if due && seen >= rows {
                    doom.strike();
                    due = false;
                }
                let lot = match lot {
                    Lot::Rows(rows) => Batch::Rows(rows),
                    Lot::Strips(strips) => Batch::Strips(strips),
                };
                if to.send(lot).await.is_err() {
                    return;
                }
            }
            let _ = to.send(Batch::End(stream.end())).await;
        });
        RowStream::new(columns, batches)
    }
}

/// The runners of this process that hold a file below a folder.
fn runners(dir: &Path) -> Vec<u32> {
    let own = format!("PPid:\t{}\n", std::process::id());
    let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    all.filter_map(|entry| {
        let id: u32 = entry.file_name().to_str()?.parse().ok()?;
        let status = std::fs::read_to_string(entry.path().join("status")).ok()?;
        let ours = status.starts_with("Name:\taskwell-runner\n") && status.contains(&own);
        let files = std::fs::read_dir(entry.path().join("fd")).ok()?.flatten();
        let mut files = files.filter_map(|file| std::fs::read_link(file.path()).ok());
        (ours && files.any(|file| file.starts_with(dir))).then_some(id)
    })
    .collect()
}

struct Doomed {
    inner: Arc<dyn Database>,
    doom: Arc<Doom>,
}

#[async_trait]
impl Database for Doomed {
    fn dialect(&self) -> Dialect {
        self.inner.dialect()
    }
    async fn describe(&self) -> Result<Catalog> {
        self.inner.describe().await
    }
    async fn fingerprint(&self) -> Result<String> {
        self.inner.fingerprint().await
    }
    async fn query(&self, sql: &str, limits: Limits, cancel: &Cancel) -> Ran<RowStream> {
        let rows = self.doom.begins();
        let ran = self.inner.query(sql, limits, cancel).await?;
        Ok(ran.map(|stream| match rows {
            Some(rows) => self.doom.behind(stream, rows),
            None => stream,
        }))
    }
    async fn scan(&self, sql: &str, limits: Limits, cancel: &Cancel) -> Ran<RowStream> {
        let rows = self.doom.begins();
        let ran = self.inner.scan(sql, limits, cancel).await?;
        Ok(ran.map(|stream| match rows {
            Some(rows) => self.doom.behind(stream, rows),
            None => stream,
        }))
    }
    async fn explain(&self, sql: &str, cancel: &Cancel) -> Ran<Explain> {
        self.doom.begins();
        self.inner.explain(sql, cancel).await
    }
    async fn powers(&self) -> Result<Powers> {
        self.inner.powers().await
    }
    async fn try_walls(&self) -> Result<Walls> {
        self.inner.try_walls().await
    }
}

struct Dooming {
    inner: Arc<dyn Connector>,
    doom: Arc<Doom>,
}

#[async_trait]
impl Connector for Dooming {
    async fn understand(&self, address: &str) -> Result<Understood> {
        self.inner.understand(address).await
    }
    fn address(&self, place: &Place) -> String {
        self.inner.address(place)
    }
    async fn open(&self, target: &Target, secrets: &Secrets) -> Result<Arc<dyn Database>> {
        let (inner, doom) = (self.inner.open(target, secrets).await?, self.doom.clone());
        Ok(Arc::new(Doomed { inner, doom }))
    }
    async fn test(&self, target: &Target, secrets: &Secrets, on_step: &(dyn Fn(Step) + Send + Sync)) -> bool {
        self.inner.test(target, secrets, on_step).await
    }
}

fn statements() -> Vec<String> {
    let towns = ["Alden", "Brook", "Carrow", "Dunmere"];
    let rows = |n: usize, row: &dyn Fn(usize) -> String| (0..n).map(row).collect::<Vec<_>>().join(", ");
    vec![
        "CREATE TABLE shops (id INTEGER PRIMARY KEY, name VARCHAR, town VARCHAR);".into(),
        "CREATE TABLE sales (id INTEGER PRIMARY KEY, shop_id INTEGER REFERENCES shops(id), amount DOUBLE, day DATE);"
            .into(),
        format!(
            "INSERT INTO shops VALUES {};",
            rows(60, &|n| format!("({n}, 'Shop {n}', '{}')", towns[n * n % 4]))
        ),
        format!(
            "INSERT INTO sales VALUES {};",
            rows(SALES, &|n| format!(
                "({n}, {}, {}.5, '{}-0{}-11')",
                n % 60,
                n * 37 % 900,
                2021 + n % 3,
                1 + n % 9
            ))
        ),
    ]
}

async fn asked(desk: &Desk, id: &str, question: &str) -> AskOutcome {
    let asking = Asking {
        anew: true,
        ..Asking::default()
    };
    desk.ask_in_turn(id, question, asking, None, |_| {})
        .await
        .unwrap()
        .outcome
}

async fn right(desk: &Desk, id: &str, question: &str) -> ResultSet {
    match asked(desk, id, question).await {
        AskOutcome::Answered(answer) => answer.result,
        other => panic!("{question}: {other:?}"),
    }
}

/// The moments of a statement, one after the other; the later ones lie behind the end of a short one.
fn moment(n: usize) -> Moment {
    match n % 5 {
        0 => Moment::Before,
        1 => Moment::Into(Duration::ZERO),
        2 => Moment::Into(Duration::from_micros(300 * (1 + n as u64 % 7))),
        3 => Moment::Behind(0),
        _ => Moment::Into(Duration::from_millis(3 + n as u64 % 11)),
    }
}

async fn killed_all_through(engine: &str) {
    let points = std::env::var("ASKWELL_KILL_POINTS").ok().and_then(|n| n.parse().ok());
    let points: usize = points.unwrap_or(POINTS);
    let dir = tempfile::tempdir().unwrap();
    let (own, out) = (dir.path().join("own"), dir.path().join("out"));
    std::fs::create_dir(&own).unwrap();
    std::fs::create_dir(&out).unwrap();
    let path = own.join(format!("chain.{engine}"));
    match engine {
        "sqlite" => create_sqlite(&path, &mut statements().into_iter()).unwrap(),
        _ => create_duckdb(&path, &mut statements().into_iter()).unwrap(),
    }
    let before = std::fs::read(&path).unwrap();
    let doom = Arc::new(Doom {
        dir: own.clone(),
        statements: AtomicUsize::new(0),
        next: Mutex::new(None),
        struck: AtomicUsize::new(0),
    });
    let real = world::world(Some(dir.path().join("workspace"))).unwrap();
    let connector = Arc::new(Dooming {
        inner: real.connector.clone(),
        doom: doom.clone(),
    });
    let world = World {
        connector,
        embedder: None,
        ..real
    };
    let desk = Desk::new(world, Vec::new());
    let opened = desk.open(&format!("{engine}:{}", path.display())).await.unwrap();
    let id = opened.connection.id;
    desk.prepare(&id, |_| {}).await.unwrap();

    let mut known = Vec::new();
    for question in QUESTIONS {
        doom.set(None);
        let result = right(&desk, &id, question).await;
        known.push((question, result, doom.statements.load(Ordering::SeqCst)));
    }
    let (mut answered, mut told) = (0, 0);
    for point in 0..points / 2 {
        let (question, result, statements) = &known[point % known.len()];
        let at = (point / known.len(), moment(point / known.len()));
        let at = (at.0 / 5 % statements.max(&1), at.1);
        doom.set(Some(at));
        match asked(&desk, &id, question).await {
            AskOutcome::Answered(answer) => {
                assert_eq!(answer.result, *result, "{engine}, {question}, {at:?}: {}", answer.sql);
                answered += 1;
            }
            AskOutcome::Failed(problem) => {
                assert!(!problem.message.is_empty() && problem.hint.is_some(), "{problem:?}");
                told += 1;
            }
            AskOutcome::Declined(declined) => panic!("{engine}, {question}, {at:?}: {declined:?}"),
            AskOutcome::Replied(reply) => panic!("{engine}, {question}, {at:?}: {reply:?}"),
        }
        doom.set(None);
        assert_eq!(right(&desk, &id, question).await, *result, "after {question}, {at:?}");
    }

    let file = out.join("sales.csv");
    let request = ExportRequest {
        sql: "SELECT id, shop_id, amount, day FROM sales ORDER BY id".into(),
        path: file.display().to_string(),
        format: ExportFormat::Csv {
            options: CsvOptions::default(),
        },
        asked: None,
        view: None,
    };
    doom.set(None);
    desk.export(&id, "whole", &request, |_| {}).await.unwrap();
    let whole = std::fs::read(&file).unwrap();
    let (mut written, mut none) = (0, 0);
    let exports = points - points / 2;
    for point in 0..exports {
        std::fs::remove_file(&file).unwrap();
        let at = match point % 3 {
            0 => (0, moment(point / 3)),
            _ => (0, Moment::Behind(SALES * point / exports)),
        };
        doom.set(Some(at));
        match desk.export(&id, &format!("cut-{point}"), &request, |_| {}).await {
            Ok(_) => {
                assert_eq!(std::fs::read(&file).unwrap(), whole, "{engine}, {at:?}");
                written += 1;
            }
            Err(problem) => {
                assert!(!problem.message.is_empty(), "{problem:?}");
                let left: Vec<_> = std::fs::read_dir(&out).unwrap().flatten().collect();
                assert!(left.is_empty(), "{engine}, {at:?}: {left:?}");
                none += 1;
            }
        }
        doom.set(None);
        desk.export(&id, &format!("again-{point}"), &request, |_| {})
            .await
            .unwrap();
        assert_eq!(std::fs::read(&file).unwrap(), whole, "after {at:?}");
    }
    drop(desk);
    let struck = doom.struck.load(Ordering::SeqCst);
    println!(
        "{engine}: {points} points, {struck} runners killed; {answered} questions answered rightly, {told} told as failed; \
         {written} files whole, {none} not there"
    );
    assert!(
        struck >= points / 2 && none > 0,
        "{struck} runners killed, {none} exports cut off"
    );

    // A process that ends shows no open files a moment before its locks go.
    let file = format!(":{} ", std::fs::metadata(&path).unwrap().ino());
    let locks = || {
        let all = std::fs::read_to_string("/proc/locks").unwrap();
        let of_file = all.lines().filter(|lock| lock.contains(&file)).map(String::from);
        of_file.collect::<Vec<_>>()
    };
    for _ in 0..1_000 {
        if runners(&own).is_empty() && locks().is_empty() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let left = runners(&own);
    assert!(left.is_empty(), "runners are left: {left:?}");
    let left = locks();
    assert!(left.is_empty(), "a lock is left: {left:?}");
    assert_eq!(std::fs::read(&path).unwrap(), before, "the database has changed");
    let left: Vec<_> = std::fs::read_dir(&own).unwrap().flatten().map(|e| e.path()).collect();
    assert_eq!(left, std::slice::from_ref(&path));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlites_runner_killed_all_through_questions_and_exports_costs_nothing_else() {
    killed_all_through("sqlite").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn duckdbs_runner_killed_all_through_questions_and_exports_costs_nothing_else() {
    killed_all_through("duckdb").await;
}
