//! A time of day in a text is the same minutes since midnight on every engine, and a day in three columns the same day;
//! whatever else is stored is no error.

use askwell_contract::ports::{Cancel, Connector};
use askwell_contract::Limits;
use askwell_io::create::{create_duckdb, create_sqlite};
use askwell_io::db::Opener;
use askwell_sql::view::{day_of_parts, minutes_of_day, minutes_of_time};

use crate::server::Filled;

const PLAIN: [(&str, Option<i64>); 8] = [
    ("08:10", Some(490)),
    ("8:05", Some(485)),
    ("17:45:30", Some(1065)),
    ("00:00", Some(0)),
    ("04/08/2025 08:23", Some(503)),
    ("4 Aug 2025 9:05", Some(545)),
    ("2025-08-04T23:59:59", Some(1439)),
    ("04/08/2025", None),
];
const HALVES: [(&str, Option<i64>); 5] = [
    ("8:10 AM", Some(490)),
    ("12:05 am", Some(5)),
    ("12:30 p.m.", Some(750)),
    ("08/04/2025 11:59 PM", Some(1439)),
    ("1:00pm", Some(780)),
];
const NATIVE: [(&str, Option<i64>); 3] = [("08:10:00", Some(490)), ("00:00:00", Some(0)), ("23:59:30", Some(1439))];
const JUNK: [&str; 6] = ["", ":", "a:b", "99999999999999:99999999999999", "::::", "é:é"];

fn script() -> String {
    let table = |name: &str, texts: &[&str]| {
        let rows: Vec<String> = texts
            .iter()
            .enumerate()
            .map(|(at, text)| format!("({at}, '{text}')"))
            .collect();
        format!(
            "CREATE TABLE {name}(id INTEGER, told VARCHAR); INSERT INTO {name} VALUES {};",
            rows.join(", ")
        )
    };
    let texts = |list: &[(&'static str, Option<i64>)]| list.iter().map(|t| t.0).collect::<Vec<_>>();
    [
        table("plain", &texts(&PLAIN)),
        table("halves", &texts(&HALVES)),
        table("junk", &JUNK),
        table("native", &NATIVE.map(|t| t.0)).replace("told VARCHAR", "told TIME"),
    ]
    .concat()
}

async fn read(url: &str, table: &str, halves: bool) -> Vec<Option<i64>> {
    let database = Opener.open_address(url).await.unwrap();
    // SQLite has no type of its own for a time, and keeps the text.
    let native = minutes_of_time("told", database.dialect()).filter(|_| table == "native");
    let minutes = native.unwrap_or_else(|| minutes_of_day("told", halves, database.dialect()));
    let query = format!("SELECT {minutes} FROM {table} ORDER BY id");
    askwell_sql::guard::check(&query, database.dialect()).unwrap_or_else(|f| panic!("{query}: {f:?}"));
    let rows = database.query(&query, Limits::EXPORT, &Cancel::new()).await.unwrap();
    let rows = rows.unwrap_or_else(|f| panic!("{query}: {f:?}")).collect().await;
    let rows = rows.unwrap_or_else(|f| panic!("{query}: {f:?}")).rows;
    rows.iter().map(|row| row[0].as_f64().map(|n| n as i64)).collect()
}

async fn hold(url: &str) {
    let said = |list: &[(&str, Option<i64>)]| list.iter().map(|t| t.1).collect::<Vec<_>>();
    assert_eq!(read(url, "plain", false).await, said(&PLAIN), "{url}");
    assert_eq!(read(url, "halves", true).await, said(&HALVES), "{url}");
    assert_eq!(read(url, "native", false).await, said(&NATIVE), "{url}");
    for halves in [false, true] {
        assert_eq!(read(url, "junk", halves).await.len(), JUNK.len(), "{url}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn times_of_day_in_texts_are_so_many_minutes_on_every_engine() {
    let dir = tempfile::tempdir().unwrap();
    let (lite, duck) = (dir.path().join("times.db"), dir.path().join("times.duckdb"));
    create_sqlite(&lite, &mut std::iter::once(script())).unwrap();
    create_duckdb(&duck, &mut std::iter::once(script())).unwrap();
    hold(&format!("sqlite:{}", lite.display())).await;
    hold(&format!("duckdb:{}", duck.display())).await;
    if let Some(server) = Filled::new("times_of_day", &script()) {
        hold(&server.url()).await;
    }
}

/// Year, month and day of the month, and the day that they are.
const PARTS: [(&str, &str, &str, &str); 8] = [
    ("2013", "5", "1", "2013-05-01"),
    ("2012", "2", "29", "2012-02-29"),
    ("2013", "2", "29", ""),
    ("2013", "2", "30", ""),
    ("2013", "4", "31", ""),
    ("NULL", "5", "1", ""),
    ("2013", "NULL", "1", ""),
    ("2013", "5", "NULL", ""),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_day_in_three_columns_is_one_day_on_every_engine_and_none_where_the_calendar_has_none() {
    let table = |name: &str, kind: &str| {
        let rows: Vec<String> = PARTS
            .iter()
            .enumerate()
            .map(|(at, (y, m, d, _))| format!("({at}, {y}, {m}, {d})"))
            .collect();
        let rows = rows.join(", ");
        format!("CREATE TABLE {name}(id INTEGER, y {kind}, m {kind}, d {kind}); INSERT INTO {name} VALUES {rows};")
    };
    let script = [table("whole", "INTEGER"), table("real_numbers", "DOUBLE PRECISION")].concat();
    let dir = tempfile::tempdir().unwrap();
    let (lite, duck) = (dir.path().join("parts.db"), dir.path().join("parts.duckdb"));
    create_sqlite(&lite, &mut std::iter::once(script.clone())).unwrap();
    create_duckdb(&duck, &mut std::iter::once(script.clone())).unwrap();
    let server = Filled::new("days_apart", &script);
    let mut urls = vec![
        format!("sqlite:{}", lite.display()),
        format!("duckdb:{}", duck.display()),
    ];
    urls.extend(server.as_ref().map(Filled::url));
    for url in urls {
        let database = Opener.open_address(&url).await.unwrap();
        for (name, whole) in [("whole", true), ("real_numbers", false)] {
            let day = day_of_parts("y", "m", "d", whole, database.dialect());
            let query = format!("SELECT CAST({day} AS VARCHAR(10)) FROM {name} ORDER BY id");
            askwell_sql::guard::check(&query, database.dialect()).unwrap_or_else(|f| panic!("{query}: {f:?}"));
            let rows = database.query(&query, Limits::EXPORT, &Cancel::new()).await.unwrap();
            let rows = rows.unwrap_or_else(|f| panic!("{query}: {f:?}")).collect().await;
            let rows = rows.unwrap_or_else(|f| panic!("{query}: {f:?}")).rows;
            let found: Vec<String> = rows.iter().map(|row| row[0].to_string()).collect();
            assert_eq!(found, PARTS.map(|part| part.3), "{url} {name}");
        }
    }
}
