//! Questions for hours: mixed ones over both sample databases, a model on and off whose server fails one request in five.
//! `make soak` runs it and prints a row for each tenth; `ASKWELL_SOAK_QUESTIONS` says how many questions (2,000).
//! `ASKWELL_SOAK_POSTGRES` names a PostgreSQL server (postgres://user@host:port/database) on which Harbor Goods is made
//! once more and asked about as the third engine.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use askwell_contract::connect::{Keep, Place, Secrets};
use askwell_contract::export::{CsvOptions, ExportFormat, ExportRequest};
use askwell_contract::model::{Ended, ModelRef, ModelSettings, Privacy, Provider, ProviderKind, Tiers};
use askwell_engine::desk::Asking;
use askwell_engine::Desk;

// The other test reads more of what the server heard.
#[allow(dead_code)]
#[path = "measured/server.rs"]
mod server;

use server::Server;

const PARTS: usize = 10;

/// A question, the statement accepted for it, and which database it is of.
struct Question {
    text: String,
    sql: String,
    of: usize,
}

fn questions(file: &Path, of: usize) -> Vec<Question> {
    let text = std::fs::read_to_string(file).unwrap();
    let parts = text.split("\n## ").skip(1);
    let one = |part: &str| {
        let (head, rest) = part.split_once('\n')?;
        let sql = rest.split("```sql\n").nth(1)?.split("```").next()?;
        Some(Question {
            text: head.split_once(". ")?.1.trim().to_string(),
            sql: sql.trim().to_string(),
            of,
        })
    };
    parts.filter_map(one).collect()
}

fn status(path: &Path, field: &str) -> u64 {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix(field));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok())
        .unwrap_or(0)
}

/// The processes that this one started, zombies too.
fn children() -> Vec<PathBuf> {
    let own = u64::from(std::process::id());
    let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let all = all.map(|entry| entry.path().join("status"));
    all.filter(|path| status(path, "PPid:") == own).collect()
}

#[derive(Debug, Clone, Copy)]
struct Row {
    /// Of this process and of its runners, in KB.
    own: u64,
    runners: u64,
    descriptors: usize,
    threads: u64,
    processes: usize,
    p50: f64,
    p95: f64,
    answered: usize,
    questions: usize,
}

fn measure(times: &mut [f64], answered: usize) -> Row {
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times.get((times.len() as f64 * share) as usize).copied().unwrap_or(0.0);
    let own = Path::new("/proc/self/status");
    let children = children();
    Row {
        own: status(own, "VmRSS:"),
        runners: children.iter().map(|path| status(path, "VmRSS:")).sum(),
        descriptors: std::fs::read_dir("/proc/self/fd").map_or(0, Iterator::count),
        threads: status(own, "Threads:"),
        processes: children.len(),
        p50: at(0.5),
        p95: at(0.95),
        answered,
        questions: times.len(),
    }
}

async fn switch(desk: &Desk, on: bool, server: &Server) {
    let model = || {
        Some(ModelRef {
            provider: "here".into(),
            model: "small".into(),
        })
    };
    let settings = ModelSettings {
        providers: vec![Provider {
            id: "here".into(),
            kind: ProviderKind::OpenAiCompatible,
            name: "Here".into(),
            address: Some(server.address.clone()),
            keep: Keep::Run,
            has_key: false,
            per_minute: 100_000,
            at_once: 10,
        }],
        tiers: Tiers {
            fast: model(),
            powerful: model(),
            reasoning: model(),
        },
        airplane: !on,
        chosen: true,
        ..ModelSettings::default()
    };
    desk.save_models(settings).await.unwrap();
}

/// Not on other systems: what a process holds is read from files that Linux alone has.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "minutes to hours: make soak"]
fn memory_descriptors_processes_and_times_stay_flat_and_the_ledger_is_complete() {
    let total: usize = std::env::var("ASKWELL_SOAK_QUESTIONS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(2_000);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(soak(total));
    drop(runtime);
    let began = Instant::now();
    while !children().is_empty() && began.elapsed() < Duration::from_secs(10) {
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(children().is_empty(), "processes are left: {:?}", children());
}

/// Makes Harbor Goods on a server. Returns the new database's address.
async fn harbor_on(url: &str, folder: &Path) -> String {
    let world = askwell_cli::world::world(Some(folder.join("server"))).unwrap();
    let Place::Postgres(server) = world.connector.understand(url).await.unwrap().place else {
        panic!("ASKWELL_SOAK_POSTGRES names no PostgreSQL server: {url}");
    };
    let script = std::fs::read_to_string(askwell_cli::sample::script(folder).unwrap()).unwrap();
    let secrets = Secrets::default();
    let made = askwell_io::create::create_postgres(&server, &secrets, "askwell soak", &script).await;
    world.connector.address(&Place::Postgres(made.unwrap()))
}

async fn soak(total: usize) {
    let dir = tempfile::tempdir().unwrap();
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sample-data");
    let mut all = questions(&samples.join("harbor-goods.questions.md"), 0);
    all.extend(questions(&samples.join("northern-league.questions.md"), 1));
    assert!(all.len() > 70, "{}", all.len());
    let written: BTreeMap<String, String> = all.iter().map(|q| (q.text.clone(), q.sql.clone())).collect();
    let mut addresses = vec![
        format!("sqlite:{}", samples.join("harbor-goods.sqlite").display()),
        format!("duckdb:{}", samples.join("northern-league.duckdb").display()),
    ];
    if let Ok(url) = std::env::var("ASKWELL_SOAK_POSTGRES") {
        addresses.push(harbor_on(&url, dir.path()).await);
        all.extend(questions(&samples.join("harbor-goods.questions.md"), 2));
    }
    let server = Server::start(written, 5, false);
    let desk = askwell_cli::world::desk(Some(dir.path().join("workspace"))).unwrap();
    let mut ids = Vec::new();
    for address in addresses {
        let opened = desk.open(&address).await.unwrap();
        desk.set_privacy(&opened.connection.id, Privacy::Rows).await.unwrap();
        desk.prepare(&opened.connection.id, |_| {}).await.unwrap();
        ids.push(opened.connection.id);
    }
    let part = (total / PARTS).max(1);
    let (mut rows, mut times, mut answered, mut last): (Vec<Row>, Vec<f64>, usize, Option<String>) = Default::default();
    println!("| questions | answered | own memory | runners' | descriptors | threads | processes | p50 | p95 |");
    println!("|---|---|---|---|---|---|---|---|---|");
    for n in 0..total {
        if n % (part / 4).max(1) == 0 {
            switch(&desk, (n / (part / 4).max(1)).is_multiple_of(2), &server).await;
        }
        let question = &all[n * 7 % all.len()];
        let id = &ids[question.of];
        let name = format!("soak-{n}");
        let text = match n % 11 {
            // A turn of a conversation, nonsense, and a question of another day.
            3 => "and for 2023?".to_string(),
            7 => "What is the meaning of a purple Tuesday?".to_string(),
            _ => question.text.clone(),
        };
        let asking = Asking {
            anew: n % 3 != 0,
            after: last.take().filter(|_| n % 11 == 3),
            ..Asking::default()
        };
        let stops = n % 97 == 13;
        let began = Instant::now();
        let asked = desk
            .ask_in_turn(id, &text, asking, Some(name.clone()), |event| {
                if stops && event.seq == 4 {
                    desk.stop(&name);
                }
            })
            .await
            .unwrap();
        if !stops {
            times.push(began.elapsed().as_secs_f64() * 1e3);
        }
        if let Some(answer) = asked.outcome.answer() {
            answered += 1;
            last = all[(n + 1) * 7 % all.len()].of.eq(&question.of).then(|| name.clone());
            desk.page(id, &answer.sql, 0, 20).await.unwrap();
            if n % 50 == 1 {
                let request = ExportRequest {
                    asked: Some(asked.header.run.clone()),
                    view: None,
                    sql: answer.sql.clone(),
                    path: dir.path().join("out.csv").display().to_string(),
                    format: ExportFormat::Csv {
                        options: CsvOptions::default(),
                    },
                };
                desk.export(id, &format!("export-{n}"), &request, |_| {}).await.unwrap();
            }
        }
        if (n + 1) % part == 0 {
            let row = measure(&mut times, std::mem::take(&mut answered));
            times.clear();
            println!(
                "| {} | {} of {} | {} MB | {} MB | {} | {} | {} | {:.0} ms | {:.0} ms |",
                n + 1,
                row.answered,
                row.questions,
                row.own >> 10,
                row.runners >> 10,
                row.descriptors,
                row.threads,
                row.processes,
                row.p50,
                row.p95
            );
            rows.push(row);
        }
    }
    let (mut entries, mut open) = (0, 0);
    let mut offset = 0;
    loop {
        let page = desk.ledger("", None, offset, 500).unwrap();
        entries += page.entries.len();
        open += page.entries.iter().filter(|e| e.ended == Ended::Sent).count();
        offset += 500;
        if page.entries.len() < 500 {
            break;
        }
    }
    let heard = server.heard();
    let failed = heard.iter().filter(|one| !one.answered).count();
    println!(
        "{} requests heard, {failed} failed, {entries} entries in the ledger, {open} of them without an end",
        heard.len()
    );
    assert_eq!(open, 0, "every call has its end in the ledger");
    assert!(entries + failed >= heard.len(), "every request is in the ledger");
    flat(&rows);
}

/// After the first fifth, in which caches fill.
fn flat(rows: &[Row]) {
    let (Some(early), Some(late)) = (rows.get(1), rows.last()) else {
        return;
    };
    let grown = |from: u64, to: u64| to as f64 / from.max(1) as f64;
    assert!(
        grown(early.own, late.own) < 1.05 || late.own < early.own + 8_192,
        "memory: {early:?} {late:?}"
    );
    assert!(
        late.descriptors <= early.descriptors + 4,
        "descriptors: {early:?} {late:?}"
    );
    assert!(late.threads <= early.threads + 4, "threads: {early:?} {late:?}");
    assert!(late.processes <= early.processes + 2, "processes: {early:?} {late:?}");
}
