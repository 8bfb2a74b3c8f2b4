//! Processes that end: the runner's, the program's, and those of databases that nobody needs any more.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use askwell_contract::ports::End;
use askwell_contract::Truncation;
use rustix::process::Signal;

use super::*;

const OPEN: Limits = Limits {
    milliseconds: 60_000,
    rows: u64::MAX,
    bytes: u64::MAX,
};

fn rows(dialect: Dialect, n: usize) -> String {
    match dialect {
        Dialect::Sqlite => format!(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT {n}) SELECT i, 'row ' || i AS r FROM n"
        ),
        _ => format!("SELECT range + 1 AS i, 'row ' || (range + 1) AS r FROM range({n})"),
    }
}

/// Deaf to a stop: inside one function call.
fn deaf(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Sqlite => "SELECT instr(hex(zeroblob(60000000)), hex(zeroblob(30000000))||'1')",
        _ => "SELECT levenshtein(s, s||'x') FROM (SELECT string_agg(chr((97+(i%26))::INT),'') AS s FROM range(1000000) r(i))",
    }
}

/// Killed at many points of a query's life: all rows, or a finding that says so; then the next query runs. For a long run,
/// `ASKWELL_KILL_POINTS` says at how many.
#[tokio::test]
async fn a_runner_killed_at_any_point_costs_one_query_at_most() {
    const ROWS: usize = 8_000;
    let points = std::env::var("ASKWELL_KILL_POINTS").ok().and_then(|n| n.parse().ok());
    let points: u32 = points.unwrap_or(24);
    for dialect in ENGINES {
        let sample = Sample::new(dialect);
        let database = sample.open(SMALL);
        let sql = rows(dialect, ROWS);
        // As long as one takes, and a little more.
        let began = Instant::now();
        assert_eq!(ask(&*database, &sql, OPEN).await.unwrap().rows.len(), ROWS);
        let whole_life = began.elapsed().mul_f64(1.3);
        let (mut whole, mut cut) = (0, 0);
        for point in 0..points {
            let began = Instant::now();
            let dir = sample.dir.path().to_path_buf();
            let killer = std::thread::spawn(move || {
                std::thread::sleep(whole_life * point / points);
                for process in runners_at(&dir) {
                    signal(process, Signal::KILL);
                }
            });
            match ask(&*database, &sql, OPEN).await {
                Ok(result) => {
                    assert_eq!(result.rows.len(), ROWS, "at {point}");
                    assert_eq!(result.truncated, None);
                    whole += 1;
                }
                Err(finding) => {
                    assert_eq!(finding.code, "crash", "at {point}: {finding:?}");
                    assert!(finding.hint.is_some() && finding.engine.is_some());
                    cut += 1;
                }
            }
            killer.join().unwrap();
            works_again(&*database).await;
            assert!(
                began.elapsed() < Duration::from_secs(10),
                "at {point}: {:?}",
                began.elapsed()
            );
        }
        println!("{dialect:?}: {whole} whole, {cut} cut");
        assert!(whole > 0 && cut > 0, "{whole} whole, {cut} cut");
    }
}

/// The runner that took over may have been killed with the others.
async fn works_again(database: &dyn Database) {
    for _ in 0..5 {
        if ask(database, "SELECT count(*) FROM t", Limits::ASK).await.is_ok() {
            return works(database).await;
        }
    }
    panic!("it does not work again");
}

/// One number, after a good while.
fn counting(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Sqlite => {
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 4000000) SELECT count(*) FROM n"
        }
        _ => "SELECT count(*) FROM range(30000) a(i), range(30000) b(j) WHERE (i * j + i) % 7 = 3",
    }
}

#[tokio::test]
async fn a_query_whose_runner_is_killed_before_its_first_row_is_begun_again() {
    for dialect in ENGINES {
        let sample = Sample::new(dialect);
        let database = sample.open(SMALL);
        let began = Instant::now();
        let whole = ask(&*database, counting(dialect), OPEN).await.unwrap();
        let half = began.elapsed() / 2;
        assert!(
            half > Duration::from_millis(20),
            "{dialect:?}: it has to be at work when it is killed"
        );
        let dir = sample.dir.path().to_path_buf();
        let killer = std::thread::spawn(move || {
            std::thread::sleep(half);
            let running = runners_at(&dir);
            running.iter().for_each(|process| signal(*process, Signal::KILL));
            running.len()
        });
        let result = ask(&*database, counting(dialect), OPEN).await.unwrap();
        assert!(killer.join().unwrap() > 0);
        assert_eq!(result.rows, whole.rows, "{dialect:?}");
    }
}

#[tokio::test]
async fn an_engine_that_breaks_down_is_a_finding_in_plain_words() {
    for dialect in ENGINES {
        let sample = Sample::new(dialect);
        let database = sample.open(SMALL);
        let dir = sample.dir.path().to_path_buf();
        let killer = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(150));
            for process in runners_at(&dir) {
                signal(process, Signal::ABORT);
            }
        });
        let finding = ask(&*database, deaf(dialect), OPEN).await.unwrap_err();
        killer.join().unwrap();
        assert_eq!(finding.code, "crash", "{finding:?}");
        assert!(finding.message.contains("Nothing was changed"), "{finding:?}");
        assert!(finding.engine.unwrap().contains("6"));
        works_again(&*database).await;
    }
}

#[tokio::test]
async fn a_stop_ends_an_engine_that_does_not_listen() {
    for dialect in ENGINES {
        let sample = Sample::new(dialect);
        let database = sample.open(SMALL);
        let cancel = Cancel::new();
        let stop = cancel.clone();
        tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(100)).await;
            stop.cancel();
        });
        let began = Instant::now();
        let finding = database
            .query(deaf(dialect), OPEN, &cancel)
            .await
            .unwrap()
            .err()
            .unwrap();
        assert_eq!(finding.code, "cancelled", "{finding:?}");
        assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
        // The next runner is warm: its query does not wait for a start.
        works(&*database).await;
    }
}

#[tokio::test]
async fn a_stop_in_the_middle_of_rows_keeps_the_runner() {
    let sample = Sample::new(Dialect::Duckdb);
    let database = sample.open(SMALL);
    works(&*database).await;
    // The one in reserve, too, and another where the first was not idle yet.
    let at = || runners_at(sample.dir.path());
    assert!(soon(|| at().len() >= 2), "{:?}", at());
    std::thread::sleep(Duration::from_millis(300));
    let before = at();
    let cancel = Cancel::new();
    let mut stream = database
        .query(&rows(Dialect::Duckdb, 100_000_000), OPEN, &cancel)
        .await
        .unwrap()
        .unwrap();
    assert!(stream.next().await.is_some());
    cancel.cancel();
    while stream.next().await.is_some() {}
    assert_eq!(stream.end(), End::Cut(Truncation::Cancelled));
    works(&*database).await;
    let now = at();
    let lives = |id: &u32| now.contains(id);
    assert!(before.iter().all(lives), "{before:?} {now:?}");
}

#[tokio::test]
async fn closed_databases_leave_no_process_no_file_and_no_lock() {
    for dialect in ENGINES {
        let sample = Sample::new(dialect);
        for _ in 0..5 {
            let database = sample.open(SMALL);
            works(&*database).await;
        }
        // A runner that was on its way into reserve opens the file once more before it ends.
        let is_free = || runners_at(sample.dir.path()).is_empty() && write(&sample).is_ok();
        assert!(soon(is_free), "{:?}", write(&sample));
        assert_eq!(folder(sample.dir.path()), ["sample.db"]);
    }
}

fn write(sample: &Sample) -> std::result::Result<(), String> {
    let sql = "INSERT INTO customers VALUES (-1, 'new'); DELETE FROM customers WHERE id = -1";
    match sample.dialect {
        Dialect::Sqlite => rusqlite::Connection::open(&sample.path)
            .and_then(|c| c.execute_batch(sql))
            .map_err(|error| error.to_string()),
        _ => ::duckdb::Connection::open(&sample.path)
            .and_then(|c| c.execute_batch(sql))
            .map_err(|error| error.to_string()),
    }
}

/// The program of the next test: this same test program, told by its environment to ask something that takes forever.
#[test]
fn be_a_program_that_is_killed() {
    let Ok(path) = std::env::var("ASKWELL_TEST_PROGRAM") else {
        return;
    };
    let dialect = if path.contains("duckdb") {
        Dialect::Duckdb
    } else {
        Dialect::Sqlite
    };
    let path = PathBuf::from(path.split_once(':').unwrap().1);
    let task = match dialect {
        Dialect::Sqlite => Task::Sqlite {
            path: path.clone().into(),
        },
        _ => Task::Duckdb {
            path: path.clone().into(),
            agree: false,
        },
    };
    let database = Remote::open(&path, dialect, Keep::new(task, SMALL), Locks::ConnectionOnly).unwrap();
    println!("asks");
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(ask(&database, deaf(dialect), OPEN))
        .unwrap();
}

#[tokio::test]
async fn a_program_that_is_killed_leaves_no_runner_and_no_lock() {
    for dialect in ENGINES {
        let sample = Sample::new(dialect);
        for wait in [0, 120] {
            let name = if dialect == Dialect::Duckdb { "duckdb" } else { "sqlite" };
            let mut program = Command::new(std::env::current_exe().unwrap())
                .args([
                    "--exact",
                    "run::tests::ending::be_a_program_that_is_killed",
                    "--nocapture",
                ])
                .env("ASKWELL_TEST_PROGRAM", format!("{name}:{}", sample.path.display()))
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
            let mut lines = BufReader::new(program.stdout.take().unwrap()).lines();
            assert!(lines.by_ref().map_while(Result::ok).any(|line| line.contains("asks")));
            std::thread::sleep(Duration::from_millis(wait));
            let left = runners_of(program.id());
            assert!(!left.is_empty());
            program.kill().unwrap();
            program.wait().unwrap();
            let gone = |(id, _): &(u32, u64)| {
                std::fs::read_to_string(format!("/proc/{id}/comm")).map_or(true, |name| name.trim() != "askwell-runner")
            };
            assert!(soon(|| left.iter().all(gone)), "{left:?}");
            assert!(soon(|| write(&sample).is_ok()), "{:?}", write(&sample));
        }
    }
}
