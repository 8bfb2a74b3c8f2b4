//! Stops that reach the server, connections that go away, and what a query leaves behind: nothing.

use std::time::{Duration, Instant};

use askwell_contract::{ProblemCode, Truncation};

use super::super::*;
use super::{cluster, on_a_server, until};

const ENDLESS: &str = "SELECT generate_series(1, 1000000000000) AS i";
const SILENT: &str =
    "SELECT count(*) FROM generate_series(1, 9999) AS a, generate_series(1, 9999) AS b, generate_series(1, 9999) AS c";
const OPEN: Limits = Limits {
    milliseconds: 60_000,
    rows: u64::MAX,
    bytes: u64::MAX,
};

/// Looked at from a second connection: how many of the sample's connections are at something.
fn busy(sample: &Sample) -> String {
    let Place::Postgres(server) = &sample.place else {
        panic!()
    };
    let url = cluster::address(server.port, "postgres", "postgres");
    let sql =
        "SELECT count(*) FROM pg_stat_activity WHERE state <> 'idle' AND application_name = 'Askwell' AND datname = ";
    value_of(&url, &format!("{sql} '{}'", server.database))
}

fn kill(sample: &Sample) {
    let Place::Postgres(server) = &sample.place else {
        panic!()
    };
    let url = cluster::address(server.port, "postgres", "postgres");
    let sql = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'Askwell' AND datname = ";
    assert_ne!(value_of(&url, &format!("{sql} '{}'", server.database)), "0");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_has_stopped_the_server() {
    on_a_server!();
    let sample = Engine::Postgres.sample("CREATE TABLE t(a integer);");
    let database = sample.open().await;
    for sql in [SILENT, ENDLESS] {
        let cancel = Cancel::new();
        let (asked, stop) = (database.clone(), cancel.clone());
        let asking = tokio::spawn(async move {
            match asked.query(sql, OPEN, &stop).await.unwrap() {
                Ok(mut stream) => {
                    while stream.next().await.is_some() {}
                    stream.end()
                }
                Err(finding) => End::Failed(finding),
            }
        });
        until("the query runs", || busy(&sample) == "1");
        tokio::time::sleep(Duration::from_millis(100)).await;
        let began = Instant::now();
        cancel.cancel();
        let end = asking.await.unwrap();
        let returned = began.elapsed();
        until("the server has stopped", || busy(&sample) == "0");
        eprintln!("returned after {returned:?}, seen stopped after {:?}", began.elapsed());
        assert!(returned < Duration::from_secs(5), "{returned:?}");
        match end {
            End::Cut(Truncation::Cancelled) => assert_eq!(sql, ENDLESS),
            // On a slow machine also the other one has no row yet.
            End::Failed(finding) => assert_eq!(finding.code, "cancelled"),
            end => panic!("{end:?}"),
        }
    }
}

#[tokio::test]
async fn a_limit_has_stopped_the_server() {
    on_a_server!();
    let sample = Engine::Postgres.sample("CREATE TABLE t(a integer);");
    let database = sample.open().await;
    for limits in [
        Limits { rows: 10, ..OPEN },
        Limits { bytes: 10_000, ..OPEN },
        Limits {
            milliseconds: 300,
            ..OPEN
        },
    ] {
        let stream = database.query(ENDLESS, limits, &Cancel::new()).await.unwrap().unwrap();
        assert!(stream.collect().await.unwrap().truncated.is_some());
        until("the server has stopped", || busy(&sample) == "0");
    }
    // A reader that went away.
    let mut stream = database.query(ENDLESS, OPEN, &Cancel::new()).await.unwrap().unwrap();
    assert!(stream.next().await.is_some());
    drop(stream);
    until("the server has stopped", || busy(&sample) == "0");
    // The connection is the same and as good as before.
    assert_eq!(ran(&*database, "SELECT count(*) FROM t").await.rows, [[Cell::Int(0)]]);
}

#[tokio::test]
async fn two_candidates_run_at_once() {
    on_a_server!();
    let sample = Engine::Postgres.sample("CREATE TABLE t(a integer);");
    let database = sample.open().await;
    let (one, two) = (Cancel::new(), Cancel::new());
    let running = [one.clone(), two.clone()].map(|cancel| {
        let database = database.clone();
        tokio::spawn(async move { database.query(SILENT, OPEN, &cancel).await.unwrap().err() })
    });
    // Asked once more, the server may be busy with something of its own.
    let mut both = false;
    for _ in 0..2_000 {
        tokio::time::sleep(Duration::from_millis(5)).await;
        both = busy(&sample) == "2";
        if both {
            break;
        }
    }
    assert!(both, "{} run", busy(&sample));
    one.cancel();
    two.cancel();
    for query in running {
        assert_eq!(query.await.unwrap().unwrap().code, "cancelled");
    }
}

#[tokio::test]
async fn a_killed_connection_is_made_again_for_the_next_query() {
    on_a_server!();
    let sample = Engine::Postgres.sample("CREATE TABLE t(a integer); INSERT INTO t VALUES (7);");
    let database = sample.open().await;
    for _ in 0..3 {
        kill(&sample);
        assert_eq!(ran(&*database, "SELECT a FROM t").await.rows, [[Cell::Int(7)]]);
        kill(&sample);
        assert_eq!(database.describe().await.unwrap().tables.len(), 1);
    }
}

#[tokio::test]
async fn a_connection_killed_before_the_first_row_is_not_noticed() {
    on_a_server!();
    let sample = Engine::Postgres.sample("CREATE TABLE t(a integer);");
    let database = sample.open().await;
    let asking = tokio::spawn(async move { ran(&*database, "SELECT 7 AS a FROM pg_sleep(1)").await.rows });
    // Without the guard, which refuses pg_sleep, the rest is the same.
    drop(asking);
    let database = sample.open_with_one_lock().await;
    let asking = tokio::spawn(async move { ran(&*database, "SELECT 7 AS a FROM pg_sleep(1)").await.rows });
    until_async(|| busy(&sample) == "1").await;
    kill(&sample);
    assert_eq!(asking.await.unwrap(), [[Cell::Int(7)]]);
}

async fn until_async(so: impl Fn() -> bool) {
    for _ in 0..2_000 {
        tokio::time::sleep(Duration::from_millis(5)).await;
        if so() {
            return;
        }
    }
    panic!("waited in vain");
}

#[tokio::test]
async fn a_connection_killed_among_the_rows_says_so() {
    on_a_server!();
    let sample = Engine::Postgres.sample("CREATE TABLE t(a integer);");
    let database = sample.open().await;
    let mut stream = database.query(ENDLESS, OPEN, &Cancel::new()).await.unwrap().unwrap();
    assert!(stream.next().await.is_some());
    kill(&sample);
    while stream.next().await.is_some() {}
    match stream.end() {
        End::Failed(finding) => assert!(
            finding.message.contains("lost") && finding.hint.is_some(),
            "{finding:?}"
        ),
        end => panic!("{end:?}"),
    }
    assert_eq!(ran(&*database, "SELECT count(*) FROM t").await.rows, [[Cell::Int(0)]]);
}

#[tokio::test]
async fn a_stopped_server_is_a_lost_one_until_it_is_back() {
    on_a_server!();
    let Some(private) = cluster::private() else { return };
    let url = cluster::address(private.0.port, cluster::USER, "postgres");
    let database = Opener.open_address(&url).await.unwrap();
    assert_eq!(ran(&*database, "SELECT 1 AS a").await.rows, [[Cell::Int(1)]]);
    private.stop();
    for _ in 0..2 {
        let problem = database
            .query("SELECT 1 AS a", OPEN, &Cancel::new())
            .await
            .err()
            .unwrap();
        assert_eq!(problem.code, ProblemCode::Lost, "{problem:?}");
        assert!(
            problem.message.contains("could not be made again") && problem.hint.is_some(),
            "{problem:?}"
        );
    }
    private.start();
    assert_eq!(ran(&*database, "SELECT 1 AS a").await.rows, [[Cell::Int(1)]]);
}

#[tokio::test]
async fn nothing_of_a_query_is_left_for_the_next_one() {
    on_a_server!();
    let sample = Engine::Postgres.sample("CREATE TABLE t(a integer); CREATE SEQUENCE s;");
    let database = sample.open_with_one_lock().await;
    let settings = "SELECT current_setting('default_transaction_read_only'), current_setting('transaction_read_only'), \
        current_setting('TimeZone'), current_setting('search_path'), current_user::text, (SELECT count(*) FROM pg_locks \
        WHERE locktype = 'advisory')";
    let before = ran(&*database, settings).await.rows;
    assert_eq!(before[0][..3], [text("on"), text("on"), text("UTC")]);
    for sql in [
        "SELECT set_config('default_transaction_read_only', 'off', false)",
        "SELECT set_config('TimeZone', 'Asia/Tokyo', false)",
        "SELECT set_config('search_path', 'pg_temp', false)",
        "SELECT pg_advisory_lock(1)",
        "SELECT pg_advisory_lock(1), 1 / 0",
        "SELECT set_config('statement_timeout', '1', false)",
    ] {
        let _ = ask(&*database, sql).await;
        assert_eq!(ran(&*database, settings).await.rows, before, "{sql}");
    }
    // Within the very statement, too, the transaction stays what it is.
    let finding = refused(&*database, "SELECT set_config('transaction_read_only', 'off', false)").await;
    assert_eq!(finding.code, "not_read_only", "{finding:?}");
    assert_eq!(refused(&*database, "SELECT nextval('s')").await.code, "not_read_only");
}
