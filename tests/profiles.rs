//! Every figure of a profile is what the engine itself says in SQL, on tables drawn at random.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use askwell_contract::ports::{Cancel, Connector, Database};
use askwell_contract::profile::{ColumnProfile, TableProfile};
use askwell_contract::{Cell, Limits};
use askwell_engine::prepare::profile::{read, Budget, Source, BUDGET};
use askwell_engine::prepare::Pace;
use askwell_io::create::{create_duckdb, create_sqlite};
use askwell_io::{clock, db::Opener};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

const DEFINITION: &str = "CREATE TABLE t(n BIGINT, x DOUBLE PRECISION, s VARCHAR, d DATE)";
const QUANTILES: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];

#[derive(Debug, Clone)]
struct Row {
    n: Option<i64>,
    x: Option<f64>,
    s: Option<String>,
    d: Option<u16>,
}

fn row() -> impl Strategy<Value = Row> {
    let number = prop_oneof![Just(7), -20..20i64, 1_000_000_000..1_000_100_000i64];
    let real = prop_oneof![
        (-8_000..8_000i32).prop_map(|v| f64::from(v) / 16.0),
        Just(0.0),
        Just(1e12)
    ];
    let text = prop_oneof!["[a-c]{1,2}", "[A-Z]{2}-[0-9]{3}", "[äöü ]{0,6}"];
    let day = 0..3_000u16;
    let some = |share| prop::option::weighted(share, Just(())).prop_map(|o| o.is_some());
    (number, real, text, day, some(0.9), some(0.8), some(0.7), some(0.9)).prop_map(|(n, x, s, d, hn, hx, hs, hd)| Row {
        n: hn.then_some(n),
        x: hx.then_some(x),
        s: hs.then_some(s),
        d: hd.then_some(d),
    })
}

fn written<T>(value: &Option<T>, write: impl Fn(&T) -> String) -> String {
    value.as_ref().map_or("NULL".into(), write)
}

fn statements(rows: &[Row], date: &str) -> String {
    let mut sql = format!("{DEFINITION};");
    for chunk in rows.chunks(200) {
        let values: Vec<String> = chunk
            .iter()
            .map(|row| {
                format!(
                    "({}, {}, {}, {})",
                    written(&row.n, i64::to_string),
                    written(&row.x, |x| format!("{x:e}")),
                    written(&row.s, |s| format!("'{s}'")),
                    written(&row.d, |d| date.replace('?', &d.to_string())),
                )
            })
            .collect();
        sql.push_str(&format!("INSERT INTO t VALUES {};", values.join(", ")));
    }
    sql
}

async fn opened(url: &str) -> (Arc<dyn Database>, TableProfile) {
    within(BUDGET, url).await
}

async fn within(budget: Budget, url: &str) -> (Arc<dyn Database>, TableProfile) {
    let database = Opener.open_address(url).await.unwrap();
    let catalog = database.describe().await.unwrap();
    let source = Source {
        database: &database,
        clock: &clock::System::new(),
        pace: &Pace::default(),
        cancel: &Cancel::new(),
        budget,
    };
    let facts = read(&source, catalog.table("t").unwrap()).await.unwrap().unwrap();
    (database, facts.profile)
}

async fn rows(database: &Arc<dyn Database>, sql: &str) -> Vec<Vec<Cell>> {
    let stream = database.query(sql, Limits::EXPORT, &Cancel::new()).await.unwrap();
    stream.unwrap().collect().await.unwrap().rows
}

async fn one(database: &Arc<dyn Database>, what: &str) -> Cell {
    rows(database, &format!("SELECT {what} FROM t")).await[0][0].clone()
}

fn close(ours: Option<f64>, theirs: &Cell) {
    let theirs = theirs.as_f64();
    let scale = theirs.unwrap_or(0.0).abs().max(1.0);
    let near = match (ours, theirs) {
        (None, None) => true,
        (Some(a), Some(b)) => (a - b).abs() <= scale * 1e-9,
        _ => false,
    };
    assert!(near, "{ours:?} is not {theirs:?}");
}

async fn agrees(url: &str) {
    let (database, profile) = opened(url).await;
    let by_name: BTreeMap<&str, &ColumnProfile> = profile.columns.iter().map(|c| (c.column.as_str(), c)).collect();
    let count = |n: u64| Cell::Int(n as i64);
    for (name, column) in &by_name {
        assert_eq!(count(column.rows), one(&database, "count(*)").await);
        assert_eq!(
            count(column.rows - column.nulls),
            one(&database, &format!("count({name})")).await
        );
        assert_eq!(
            count(column.distinct),
            one(&database, &format!("count(DISTINCT {name})")).await
        );
        assert!(column.distinct_exact && column.distinct_error.is_none());
        let ends = rows(&database, &format!("SELECT min({name}), max({name}) FROM t")).await;
        assert_eq!(
            (column.min.to_string(), column.max.to_string()),
            (ends[0][0].to_string(), ends[0][1].to_string()),
            "{name}"
        );
        let top =
            format!("SELECT {name}, count(*) FROM t WHERE {name} IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 10");
        let theirs: Vec<(String, Cell)> = rows(&database, &top)
            .await
            .into_iter()
            .map(|row| (row[0].to_string(), row[1].clone()))
            .collect();
        let ours: Vec<(String, Cell)> = column
            .top
            .iter()
            .map(|t| (t.value.to_string(), count(t.rows)))
            .collect();
        assert_eq!(ours, theirs, "{name}");
    }
    for name in ["n", "x"] {
        let column = by_name[name];
        let mean = one(&database, &format!("avg({name})")).await;
        close(column.mean, &mean);
        if let Some(mean) = mean.as_f64() {
            let variance = one(&database, &format!("avg(({name} - {mean:e}) * ({name} - {mean:e}))")).await;
            close(column.std_dev.map(|d| d * d), &variance);
        }
    }
    let lengths = rows(&database, "SELECT avg(length(s)), max(length(s)) FROM t").await;
    close(by_name["s"].mean_length, &lengths[0][0]);
    assert_eq!(by_name["s"].max_length, lengths[0][1].as_f64().unwrap_or(0.0) as u64);
    for name in ["n", "x", "d"] {
        let column = by_name[name];
        let filled = column.rows - column.nulls;
        for (at, quantile) in QUANTILES.iter().enumerate().filter(|_| filled > 0) {
            let before = ((filled as f64 * quantile).ceil() as u64).max(1) - 1;
            let sql = format!("SELECT {name} FROM t WHERE {name} IS NOT NULL ORDER BY 1 LIMIT 1 OFFSET {before}");
            let theirs = rows(&database, &sql).await;
            assert_eq!(
                column.quantiles[at].to_string(),
                theirs[0][0].to_string(),
                "{name} {quantile}"
            );
        }
        let in_steps: u64 = column.histogram.as_ref().map_or(0, |h| h.rows.iter().sum());
        assert_eq!(in_steps, filled, "every row is in a step");
    }
}

fn drawn(cases: u32, check: impl Fn(&Path, &[Row])) {
    let config = ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let strategy = prop::collection::vec(row(), 0..400);
    TestRunner::new(config)
        .run(&strategy, |rows| {
            let dir = tempfile::tempdir().unwrap();
            check(dir.path(), &rows);
            Ok(())
        })
        .unwrap();
}

fn wait(future: impl std::future::Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.unwrap().block_on(future);
}

#[test]
fn figures_of_sqlite_are_those_of_its_sql() {
    drawn(24, |dir, rows| {
        let path = dir.join("t.db");
        let sql = statements(rows, "date('2015-01-01', '+? days')");
        create_sqlite(&path, &mut std::iter::once(sql)).unwrap();
        wait(agrees(&format!("sqlite:{}", path.display())));
    });
}

#[test]
fn figures_of_duckdb_are_those_of_its_sql() {
    drawn(12, |dir, rows| {
        let path = dir.join("t.duckdb");
        let sql = statements(rows, "DATE '2015-01-01' + ?");
        create_duckdb(&path, &mut std::iter::once(sql)).unwrap();
        wait(agrees(&format!("duckdb:{}", path.display())));
    });
}

#[tokio::test(flavor = "multi_thread")]
async fn more_values_than_are_kept_are_estimated_closely_and_said_to_be() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("t.duckdb");
    let sql = "CREATE TABLE t AS SELECT (i * 7919) % 180001 AS n, ((i * 104729) % 360007) / 8.0 AS x,
            CASE WHEN i > 200000 AND i % 25 = 0 THEN 'late' ELSE 'text ' || ((i * 31337) % 250007) END AS s,
            DATE '2000-01-01' + ((i * 613) % 9000)::INT AS d
        FROM range(0, 360000) AS r(i);";
    create_duckdb(&path, &mut std::iter::once(sql.to_owned())).unwrap();
    let (database, profile) = opened(&format!("duckdb:{}", path.display())).await;
    for column in &profile.columns[..3] {
        let name = &column.column;
        let truth = one(&database, &format!("count(DISTINCT {name})"))
            .await
            .as_f64()
            .unwrap();
        let off = (column.distinct as f64 / truth - 1.0).abs();
        assert!(off < 0.02, "{name}: {} of {truth}", column.distinct);
    }
    let (n, s) = (&profile.columns[0], &profile.columns[2]);
    assert!(!n.distinct_exact && n.distinct_error.is_some() && !n.unique);
    close(n.mean, &one(&database, "avg(n)").await);
    close(n.std_dev, &one(&database, "stddev_pop(n)").await);
    assert_eq!((&n.min, &n.max), (&Cell::Int(0), &Cell::Int(180_000)));
    for (quantile, share) in n.quantiles.iter().zip(QUANTILES) {
        // Values are spread evenly; five standard errors of a sample of 10,000.
        let off = quantile.as_f64().unwrap() / 180_000.0 - share;
        assert!(off.abs() < 0.025, "{quantile} for {share}");
    }
    // It begins after the kept values, and is found all the same.
    let late = one(&database, "count(*) FILTER (s = 'late')").await.as_f64().unwrap();
    assert_eq!(s.top[0].value, Cell::Text("late".into()));
    assert!(
        (late * 0.9..=late).contains(&(s.top[0].rows as f64)),
        "{} of {late}",
        s.top[0].rows
    );
    assert_eq!(profile.columns[3].distinct, 9_000);
    assert!(profile.columns[3].distinct_exact);
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_sqlite_holds_in_a_column_is_counted() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("t.db");
    let columns: Vec<String> = (0..1_990).map(|i| format!("c{i} INTEGER")).collect();
    let sql = format!(
        "CREATE TABLE t(mixed, nothing TEXT, pictures BLOB, odd REAL, {});
         INSERT INTO t(mixed, pictures, odd) VALUES (1, x'00', 9e999), ('one', x'00', -9e999), (1.0, x'0001', 2.5), (NULL, NULL, 0.5);",
        columns.join(", ")
    );
    create_sqlite(&path, &mut std::iter::once(sql)).unwrap();
    let (_, profile) = opened(&format!("sqlite:{}", path.display())).await;
    assert_eq!(profile.columns.len(), 1_994);
    let mixed = &profile.columns[0];
    assert_eq!((mixed.distinct, mixed.nulls, mixed.mean), (2, 1, Some(1.0)));
    assert_eq!((&mixed.min, &mixed.max), (&Cell::Int(1), &Cell::Text("one".into())));
    let nothing = &profile.columns[1];
    assert_eq!(
        (nothing.nulls, nothing.distinct, nothing.unique, nothing.top.len()),
        (4, 0, false, 0)
    );
    let pictures = &profile.columns[2];
    assert_eq!(
        (pictures.nulls, pictures.distinct_exact, pictures.unique),
        (1, false, false)
    );
    let odd = &profile.columns[3];
    assert_eq!((odd.mean, &odd.max), (Some(1.5), &Cell::Real(f64::INFINITY)));
    let histogram = odd.histogram.as_ref().unwrap();
    assert_eq!(
        (&histogram.from, &histogram.to, histogram.rows.iter().sum::<u64>()),
        (&Cell::Real(0.5), &Cell::Real(2.5), 2)
    );
}

/// The oldest rows come first in most tables.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_of_too_many_rows_is_sampled_from_its_whole_length() {
    let dir = tempfile::tempdir().unwrap();
    let (lite, duck) = (dir.path().join("t.db"), dir.path().join("t.duckdb"));
    let series = "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 399999)";
    let lite_sql =
        format!("CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER); INSERT INTO t {series} SELECT i, i / 1000 FROM n;");
    create_sqlite(&lite, &mut std::iter::once(lite_sql)).unwrap();
    let duck_sql = "CREATE TABLE t AS SELECT i AS id, i // 1000 AS n FROM range(0, 400000) AS r(i);".to_owned();
    create_duckdb(&duck, &mut std::iter::once(duck_sql)).unwrap();
    let budget = Budget {
        rows: 100_000,
        ..BUDGET
    };
    for url in [
        format!("sqlite:{}", lite.display()),
        format!("duckdb:{}", duck.display()),
    ] {
        let (_, profile) = within(budget, &url).await;
        assert_eq!(profile.rows, 400_000, "{url}");
        assert!((60_000..=100_000).contains(&profile.read), "{url}: {}", profile.read);
        let n = &profile.columns[1];
        assert!(!n.distinct_exact, "{url}");
        let mean = n.mean.unwrap();
        assert!((150.0..250.0).contains(&mean), "{url}: {mean}");
    }
    // No row numbers: the first rows, and said to be so.
    let bare = dir.path().join("bare.db");
    let sql = "CREATE TABLE t(id TEXT PRIMARY KEY) WITHOUT ROWID; INSERT INTO t VALUES ('a'), ('b'), ('c');".to_owned();
    create_sqlite(&bare, &mut std::iter::once(sql)).unwrap();
    let (_, profile) = within(Budget { rows: 2, ..BUDGET }, &format!("sqlite:{}", bare.display())).await;
    assert_eq!((profile.rows, profile.read), (3, 2));
}
