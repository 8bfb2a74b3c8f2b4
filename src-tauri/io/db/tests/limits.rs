//! Limits, stops, slow readers, and many at once.

use askwell_contract::Truncation;

use super::*;

every_engine! {
    a_row_limit_says_so_only_if_there_are_more
    a_byte_limit_cuts
    a_stop_ends_a_running_stream
    a_stop_before_the_first_row_is_a_finding
    a_stop_before_the_start_runs_nothing
    a_time_limit_before_the_first_row_is_a_finding
    a_time_limit_cuts_a_stream
    a_dropped_stream_frees_its_connection
    a_slow_reader_gets_every_row
    many_queries_run_at_once
    a_failure_in_a_late_row_is_told_at_the_end
}

/// Rows without end.
fn endless(engine: Engine) -> &'static str {
    engine.pick(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n",
        "SELECT range AS i FROM range(1000000000000)",
        "SELECT generate_series(1, 1000000000000) AS i",
    )
}

/// Work without end before the first row.
fn silent(engine: Engine) -> &'static str {
    engine.pick(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n",
        "SELECT count(*) FROM range(10000000) AS a(x), range(10000000) AS b(y) WHERE (x * 7 + y) % 11 = 3",
        "SELECT count(*) FROM generate_series(1, 9999) AS a, generate_series(1, 9999) AS b, generate_series(1, 9999) AS c",
    )
}

fn sample(engine: Engine) -> Sample {
    engine.sample("CREATE TABLE t(a INTEGER); INSERT INTO t VALUES (1), (2), (3);")
}

const OPEN: Limits = Limits {
    milliseconds: 60_000,
    rows: u64::MAX,
    bytes: u64::MAX,
};

async fn a_row_limit_says_so_only_if_there_are_more(engine: Engine) {
    let sample = sample(engine);
    let database = sample.open().await;
    for (rows, truncated) in [
        (2, Some(Truncation::Rows)),
        (3, None),
        (4, None),
        (0, Some(Truncation::Rows)),
    ] {
        let limits = Limits { rows, ..OPEN };
        let stream = database
            .query("SELECT a FROM t ORDER BY a", limits, &Cancel::new())
            .await
            .unwrap()
            .unwrap();
        let result = stream.collect().await.unwrap();
        assert_eq!(
            (result.rows.len() as u64, result.truncated),
            (rows.min(3), truncated),
            "{rows}"
        );
    }
}

async fn a_byte_limit_cuts(engine: Engine) {
    let sample = sample(engine);
    let limits = Limits { bytes: 100_000, ..OPEN };
    let stream = sample
        .open()
        .await
        .query(endless(engine), limits, &Cancel::new())
        .await
        .unwrap()
        .unwrap();
    let result = stream.collect().await.unwrap();
    assert_eq!(result.truncated, Some(Truncation::Bytes));
    assert!((100..100_000).contains(&result.rows.len()), "{}", result.rows.len());
}

async fn a_stop_ends_a_running_stream(engine: Engine) {
    let sample = sample(engine);
    let cancel = Cancel::new();
    let mut stream = sample
        .open()
        .await
        .query(endless(engine), OPEN, &cancel)
        .await
        .unwrap()
        .unwrap();
    assert!(stream.next().await.is_some());
    cancel.cancel();
    while stream.next().await.is_some() {}
    assert_eq!(stream.end(), End::Cut(Truncation::Cancelled));
}

async fn a_stop_before_the_first_row_is_a_finding(engine: Engine) {
    let sample = sample(engine);
    let database = sample.open().await;
    let cancel = Cancel::new();
    let stop = cancel.clone();
    tokio::spawn(async move {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        stop.cancel();
    });
    let finding = database
        .query(silent(engine), OPEN, &cancel)
        .await
        .unwrap()
        .err()
        .unwrap();
    assert_eq!(finding.code, "cancelled");
    assert_eq!(ran(&*database, "SELECT count(*) FROM t").await.rows, [[Cell::Int(3)]]);
}

async fn a_stop_before_the_start_runs_nothing(engine: Engine) {
    let sample = sample(engine);
    let cancel = Cancel::new();
    cancel.cancel();
    let finding = sample
        .open()
        .await
        .query(silent(engine), OPEN, &cancel)
        .await
        .unwrap()
        .err()
        .unwrap();
    assert_eq!(finding.code, "cancelled");
}

async fn a_time_limit_before_the_first_row_is_a_finding(engine: Engine) {
    let sample = sample(engine);
    let limits = Limits {
        milliseconds: 60,
        ..OPEN
    };
    let finding = sample
        .open()
        .await
        .query(silent(engine), limits, &Cancel::new())
        .await
        .unwrap()
        .err()
        .unwrap();
    assert_eq!(finding.code, "timeout");
    assert!(finding.message.contains("0.06 s"), "{finding:?}");
}

async fn a_time_limit_cuts_a_stream(engine: Engine) {
    let sample = sample(engine);
    let limits = Limits {
        milliseconds: 700,
        ..OPEN
    };
    let mut stream = sample
        .open()
        .await
        .query(endless(engine), limits, &Cancel::new())
        .await
        .unwrap()
        .unwrap();
    while stream.next().await.is_some() {}
    assert_eq!(stream.end(), End::Cut(Truncation::Time));
}

async fn a_dropped_stream_frees_its_connection(engine: Engine) {
    let sample = sample(engine);
    let database = sample.open().await;
    for _ in 0..12 {
        let mut stream = database
            .query(endless(engine), OPEN, &Cancel::new())
            .await
            .unwrap()
            .unwrap();
        assert!(stream.next().await.is_some());
    }
    assert_eq!(ran(&*database, "SELECT count(*) FROM t").await.rows, [[Cell::Int(3)]]);
}

async fn a_slow_reader_gets_every_row(engine: Engine) {
    const ROWS: i64 = 20_000;
    let sample = sample(engine);
    let sql = match engine {
        Engine::Sqlite => format!("{} LIMIT {ROWS}", endless(engine)),
        Engine::Duckdb => format!("SELECT range + 1 AS i FROM range({ROWS})"),
        Engine::Postgres => format!("SELECT i FROM generate_series(1::bigint, {ROWS}) AS g(i)"),
    };
    let mut stream = sample
        .open()
        .await
        .query(&sql, OPEN, &Cancel::new())
        .await
        .unwrap()
        .unwrap();
    let mut next = 1;
    while let Some(rows) = stream.next().await {
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
        for row in rows {
            assert_eq!(row, [Cell::Int(next)]);
            next += 1;
        }
    }
    assert_eq!((next - 1, stream.end()), (ROWS, End::Complete));
}

async fn many_queries_run_at_once(engine: Engine) {
    let sample = sample(engine);
    let database = sample.open().await;
    let tasks: Vec<_> = (0..40)
        .map(|i| {
            let database = database.clone();
            tokio::spawn(async move { ran(&*database, &format!("SELECT sum(a) + {i} AS s FROM t")).await.rows })
        })
        .collect();
    for (i, task) in tasks.into_iter().enumerate() {
        assert_eq!(task.await.unwrap(), [[Cell::Int(6 + i as i64)]]);
    }
}

async fn a_failure_in_a_late_row_is_told_at_the_end(engine: Engine) {
    let sample = sample(engine);
    let sql = engine.pick(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9000)
         SELECT CASE WHEN i < 9000 THEN i ELSE abs(-9223372036854775807 - 1) END AS v FROM n",
        "SELECT CASE WHEN range < 9000 THEN range ELSE CAST('x' || range AS BIGINT) END AS v FROM range(9001)",
        "SELECT CASE WHEN i < 9000 THEN i ELSE CAST('x' || i AS BIGINT) END AS v FROM generate_series(1, 9000) AS g(i)",
    );
    let mut stream = match sample.open().await.query(sql, OPEN, &Cancel::new()).await.unwrap() {
        Ok(stream) => stream,
        // An engine that finds out before its first row may say so at once.
        Err(finding) => return assert!(["type", "overflow"].contains(&finding.code.as_str()), "{finding:?}"),
    };
    while stream.next().await.is_some() {}
    match stream.end() {
        End::Failed(finding) => assert!(["type", "overflow"].contains(&finding.code.as_str()), "{finding:?}"),
        end => panic!("{end:?}"),
    }
}

#[tokio::test]
async fn sqlite_gets_no_more_memory_than_it_may() {
    let sample = sample(Engine::Sqlite);
    let database = sample.open().await;
    let finding = refused(&*database, "SELECT length(hex(zeroblob(499000000)))").await;
    assert_eq!(finding.code, "memory", "{finding:?}");
    assert_eq!(ran(&*database, "SELECT count(*) FROM t").await.rows, [[Cell::Int(3)]]);
}
