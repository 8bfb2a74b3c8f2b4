//! The walls, from inside, and what other programs do to a file meanwhile.

use askwell_contract::connect::Lock;

use super::super::walls::{tries, Standing};
use super::*;

#[tokio::test]
async fn every_wall_holds_from_inside_with_the_other_locks_off() {
    for dialect in ENGINES {
        let sample = Sample::new(dialect);
        let database = sample.open(SMALL);
        let before = folder(sample.dir.path());
        let walls = database.try_walls().await.unwrap();
        for attempt in &walls.attempts {
            println!("{attempt:?}");
        }
        let through: Vec<_> = walls.attempts.iter().filter(|a| a.held != Some(Lock::Walls)).collect();
        assert!(through.is_empty(), "{through:#?}");
        if walls.missing.is_none() {
            assert!(walls.attempts.len() >= 18, "{}", walls.attempts.len());
        }
        assert_eq!(folder(sample.dir.path()), before);
        works(&*database).await;
    }
}

/// What the tries of the walls are worth: outside of a runner they get through.
#[test]
fn without_the_walls_the_same_calls_get_through() {
    let sample = Sample::new(Dialect::Sqlite);
    let all = Standing {
        memory: true,
        files: true,
        calls: true,
    };
    let attempts = tries::all(&sample.path, 1 << 30, all);
    let held: Vec<_> = attempts.iter().filter(|attempt| attempt.held.is_some()).collect();
    // What this system refuses to everyone: to watch a program that started one, or a way to other machines.
    let refused = ["read the memory", "watch the program", "call a server far away"];
    for attempt in held {
        assert!(refused.iter().any(|name| attempt.name.starts_with(name)), "{attempt:?}");
    }
    assert_eq!(folder(sample.dir.path()), ["sample.db"]);
}

/// A runner sees only what was there when it began; the next one sees the rest.
#[tokio::test]
async fn a_sqlite_file_whose_journal_changes_meanwhile_is_still_read() {
    let sample = Sample::new(Dialect::Sqlite);
    let database = sample.open(SMALL);
    works(&*database).await;
    for mode in ["persist", "wal", "delete", "truncate", "wal"] {
        let writer = rusqlite::Connection::open(&sample.path).unwrap();
        writer.pragma_update(None, "journal_mode", mode).ok();
        for i in 0..3 {
            writer
                .execute("INSERT INTO customers VALUES (?1, 'x')", [1_000 + i])
                .unwrap();
            works(&*database).await;
        }
        drop(writer);
        works(&*database).await;
    }
}

#[tokio::test]
async fn a_file_that_was_replaced_is_read_anew_by_the_next_runner() {
    let sample = Sample::new(Dialect::Sqlite);
    let database = sample.open(SMALL);
    works(&*database).await;
    let text = ask(
        &*database,
        "SELECT current_time, datetime('now', 'localtime')",
        Limits::ASK,
    )
    .await;
    assert_eq!(text.unwrap().rows.len(), 1);
    std::fs::remove_file(&sample.path).unwrap();
    // What is open stays readable, as for every program.
    works(&*database).await;
}

/// Spilling needs the scratch folder, which is the only place that a runner may write to.
#[tokio::test]
async fn what_does_not_fit_into_memory_is_spilled_behind_the_walls() {
    let limits = Limits {
        milliseconds: 60_000,
        ..Limits::ASK
    };
    for (dialect, sql) in [
        (
            Dialect::Sqlite,
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 300000)
             SELECT i, hex(randomblob(100)) AS r FROM n ORDER BY r LIMIT 3",
        ),
        (
            Dialect::Duckdb,
            "SELECT i, md5(i::VARCHAR) AS m, repeat(md5(i::VARCHAR), 8) AS r FROM range(1500000) t(i) ORDER BY m LIMIT 3",
        ),
    ] {
        let sample = Sample::new(dialect);
        let ran = ask(&*sample.open(SMALL), sql, limits).await.unwrap();
        assert_eq!(ran.rows.len(), 3);
    }
}
