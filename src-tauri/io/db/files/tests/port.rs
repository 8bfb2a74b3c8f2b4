//! What every database does: limits, cancel, plans, powers, and changes of the files under us.

use std::time::{Duration, Instant};

use askwell_contract::ports::End;
use askwell_contract::Truncation;

use super::kinds::parquet;
use super::*;

#[tokio::test]
async fn limits_hold_and_a_plan_is_given() {
    let lines: String = (0..5_000).map(|i| format!("{i},row {i}\n")).collect();
    let drop = Drop::of("a.csv", format!("n,name\n{lines}"));
    let database = drop.open().await;
    let result = ran(&*database, "SELECT * FROM a ORDER BY n").await;
    assert_eq!((result.rows.len(), result.truncated), (1_000, Some(Truncation::Rows)));
    let all = database
        .query("SELECT * FROM a", Limits::EXPORT, &Cancel::new())
        .await
        .unwrap();
    let all = all.unwrap().collect().await.unwrap();
    // In the order of the file.
    assert_eq!((all.rows.len(), &all.rows[4_321][0]), (5_000, &Cell::Int(4_321)));
    let plan = database
        .explain("SELECT count(*) FROM a", &Cancel::new())
        .await
        .unwrap()
        .unwrap();
    assert!(!plan.children.is_empty());
    let table = table(&*database).await;
    assert_eq!(
        table.rows.unwrap(),
        askwell_contract::RowCount {
            count: 5_000,
            exact: true
        }
    );
}

#[tokio::test]
async fn a_stop_stops_the_engine() {
    let drop = Drop::of("a.csv", "n\n1\n");
    let database = drop.open().await;
    let cancel = Cancel::new();
    let endless = "SELECT count(*) FROM range(1000000) x, range(1000000) y, a";
    let began = Instant::now();
    let stop = cancel.clone();
    let later = tokio::spawn(async move {
        tokio::time::sleep(Duration::from_millis(200)).await;
        stop.cancel();
    });
    let ended = database.query(endless, Limits::EXPORT, &cancel).await.unwrap();
    assert_eq!(ended.err().unwrap().code, "cancelled");
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    later.await.unwrap();
    let short = Limits {
        milliseconds: 100,
        ..Limits::ASK
    };
    assert_eq!(
        database
            .query(endless, short, &Cancel::new())
            .await
            .unwrap()
            .err()
            .unwrap()
            .code,
        "timeout"
    );
    let mut stream = database
        .query("SELECT n FROM a", Limits::ASK, &Cancel::new())
        .await
        .unwrap()
        .unwrap();
    assert!(stream.next().await.is_some() && stream.next().await.is_none());
    assert_eq!(stream.end(), End::Complete);
}

#[tokio::test]
async fn a_changed_file_is_read_again() {
    let drop = Drop::new();
    let csv = drop.add("a.csv", "n\n1\n");
    let pq = drop.path("b.parquet");
    parquet(&pq, "SELECT 1 AS n");
    let database = drop.open().await;
    let first = database.fingerprint().await.unwrap();
    assert_eq!(database.fingerprint().await.unwrap(), first);
    assert_eq!(drop.open().await.fingerprint().await.unwrap(), first);
    // A question in flight stays with what was described; the next look sees the change.
    fs::write(&csv, "n,m\n1,x\n2,y\n").unwrap();
    assert_eq!(ran(&*database, "SELECT count(*) FROM a").await.rows, [[Cell::Int(1)]]);
    assert_ne!(database.fingerprint().await.unwrap(), first);
    assert_eq!(ran(&*database, "SELECT count(m) FROM a").await.rows, [[Cell::Int(2)]]);
    assert_eq!(database.describe().await.unwrap().tables[0].columns.len(), 2);
    // A view has no copy to stay with.
    parquet(&pq, "SELECT range AS n, 'x' AS m FROM range(7)");
    assert_eq!(ran(&*database, "SELECT count(m) FROM b").await.rows, [[Cell::Int(7)]]);
    let second = database.fingerprint().await.unwrap();
    drop.add("c.csv", "z\n1\n");
    assert_ne!(database.fingerprint().await.unwrap(), second);
    assert_eq!(tables(&database.describe().await.unwrap()), ["a", "b", "c"]);
}

#[tokio::test]
async fn a_file_that_is_gone_is_named() {
    let drop = Drop::of("a.csv", "n\n1\n");
    let gone = drop.add("b.csv", "n\n1\n");
    let database = drop.open().await;
    fs::remove_file(&gone).unwrap();
    let problem = database
        .query("SELECT n FROM a", Limits::ASK, &Cancel::new())
        .await
        .err()
        .unwrap();
    assert_eq!(problem.code, Code::NotFound);
    assert!(
        problem.message.contains("b.csv") && problem.hint.is_some(),
        "{problem:?}"
    );
    assert_eq!(database.fingerprint().await.unwrap_err().code, Code::NotFound);
    assert_eq!(database.describe().await.unwrap_err().code, Code::NotFound);
    // Opened anew, the folder is what it is now.
    assert_eq!(tables(&drop.open().await.describe().await.unwrap()), ["a"]);
}

#[tokio::test]
async fn powers_say_that_the_files_are_only_read() {
    let drop = Drop::of("a.csv", "n\n1\n");
    let one = drop.open().await.powers().await.unwrap();
    assert!(one.can_write && one.says.contains("only reads"), "{one:?}");
    let second = drop.add("b.csv", "n\n1\n");
    let mut rights = fs::metadata(&second).unwrap().permissions();
    rights.set_readonly(true);
    fs::set_permissions(&second, rights).unwrap();
    let both = drop.open().await.powers().await.unwrap();
    assert!(both.says.contains("1 of the 2 files"), "{both:?}");
}

#[tokio::test]
async fn questions_run_side_by_side() {
    let lines: String = (0..20_000).map(|i| format!("{i}\n")).collect();
    let drop = Drop::of("a.csv", format!("n\n{lines}"));
    let database = drop.open().await;
    let sum = |times: i64| {
        let database = database.clone();
        tokio::spawn(async move { ran(&*database, &format!("SELECT sum(n * {times}) FROM a")).await.rows })
    };
    for (times, task) in (1..=8).map(|times| (times, sum(times))).collect::<Vec<_>>() {
        assert_eq!(task.await.unwrap(), [[Cell::Int(199_990_000 * times)]]);
    }
}
