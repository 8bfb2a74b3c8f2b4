//! How long something lasts, written in every way that people write it, is so many minutes on every engine; and whatever
//! else a column holds is no error, and the same on all of them.

use std::sync::Arc;

use askwell_contract::ports::{Cancel, Connector, Database};
use askwell_contract::view::{Clock, Lengths, View, ViewKind};
use askwell_contract::Limits;
use askwell_engine::prepare::profile::{read, Source, BUDGET};
use askwell_engine::prepare::Pace;
use askwell_io::create::{create_duckdb, create_sqlite};
use askwell_io::{clock, db::Opener};
use askwell_sql::view::expr;
use proptest::prelude::{any, prop, Just, Strategy};
use proptest::prop_oneof;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use crate::server::Filled;

/// A table, its column, and texts with their minutes.
type Told = (&'static str, &'static str, &'static [(&'static str, Option<f64>)]);

const TOLD: [Told; 8] = [
    (
        "trips",
        "duration",
        &[
            ("1:25", Some(85.0)),
            ("0:45", Some(45.0)),
            (" 12:05 ", Some(725.0)),
            ("85 min", Some(85.0)),
            ("1h25", Some(85.0)),
            ("1h 5", Some(65.0)),
            ("2h", Some(120.0)),
            ("1h 25m", Some(85.0)),
            ("3:75", None),
            ("", None),
        ],
    ),
    (
        "runners",
        "chip_time",
        &[
            ("58:12", Some(58.2)),
            ("1:02:33", Some(62.55)),
            ("45:00.5", Some(45.0 + 0.5 / 60.0)),
            ("3:45:12", Some(225.2)),
            ("DNF", None),
        ],
    ),
    (
        "songs",
        "length",
        &[("3:45", Some(3.75)), ("0:30", Some(0.5)), ("12:00", Some(12.0))],
    ),
    (
        "sheets",
        "worked",
        &[("37:30", Some(2250.0)), ("8:00", Some(480.0)), ("42:15", Some(2535.0))],
    ),
    (
        "jobs",
        "on_site",
        &[
            ("2h 10m", Some(130.0)),
            ("2h", Some(120.0)),
            ("90 s", Some(1.5)),
            ("1 hr 5 min", Some(65.0)),
            ("1 Hour", Some(60.0)),
            ("45 min", Some(45.0)),
            ("1.5 hour", Some(90.0)),
            ("3 days", Some(4320.0)),
            ("1 day 4h", Some(1680.0)),
            ("a while", None),
        ],
    ),
    (
        "calls",
        "took",
        &[
            ("1 hr. 5 min.", Some(65.0)),
            ("1 hour and 5 minutes", Some(65.0)),
            ("1 hour, 5 minutes", Some(65.0)),
            ("2 hours, and 10 min", Some(130.0)),
            ("10 min", Some(10.0)),
            ("2 hours", Some(120.0)),
            ("30 sec", Some(0.5)),
            ("5 minutes 1 hour", None),
        ],
    ),
    (
        "plain",
        "time_taken",
        &[
            ("2h 10m", Some(130.0)),
            ("50m", Some(50.0)),
            ("3h", Some(180.0)),
            ("0m", Some(0.0)),
            ("soon", None),
        ],
    ),
    (
        "weeks",
        "wait",
        &[
            ("2 weeks", Some(20160.0)),
            ("3 days", Some(4320.0)),
            ("1 week 2 days", Some(12960.0)),
            ("1 day", Some(1440.0)),
        ],
    ),
];

fn quoted(text: &str) -> String {
    text.replace('\'', "''")
}

fn table(name: &str, column: &str, texts: &[String]) -> String {
    let rows: Vec<String> = texts
        .iter()
        .enumerate()
        .map(|(at, text)| format!("({at}, '{}')", quoted(text)))
        .collect();
    format!(
        "CREATE TABLE {name}(id INTEGER, {column} VARCHAR); INSERT INTO {name} VALUES {}, (100000, NULL);",
        rows.join(", ")
    )
}

/// What the view of a column reads of its texts, in order.
async fn minutes(database: &dyn Database, view: &View, name: &str, column: &str) -> Vec<Option<f64>> {
    let sql = expr(view, column, database.dialect());
    let query = format!("SELECT id, {sql} FROM {name} ORDER BY id");
    askwell_sql::guard::check(&query, database.dialect()).unwrap_or_else(|f| panic!("{query}: {f:?}"));
    let rows = database.query(&query, Limits::EXPORT, &Cancel::new()).await.unwrap();
    let rows = rows.unwrap_or_else(|f| panic!("{query}: {f:?}")).collect().await;
    let rows = rows.unwrap_or_else(|f| panic!("{query}: {f:?}")).rows;
    let of = |row: &Vec<askwell_contract::Cell>| match row[1].is_null() {
        true => None,
        false => Some(row[1].as_f64().unwrap_or_else(|| panic!("{:?}\n{query}", row[1]))),
    };
    rows.iter().map(of).collect()
}

async fn view_of(database: &Arc<dyn Database>, name: &str) -> View {
    let catalog = database.describe().await.unwrap();
    let source = Source {
        database,
        clock: &clock::System::new(),
        pace: &Pace::default(),
        cancel: &Cancel::new(),
        budget: BUDGET,
    };
    let facts = read(&source, catalog.table(name).unwrap()).await.unwrap().unwrap();
    let column = facts.profile.columns.iter().find(|c| c.column != "id").unwrap();
    column.view.clone().unwrap_or_else(|| panic!("{name} is not read"))
}

fn same(one: Option<f64>, other: Option<f64>) -> bool {
    match (one, other) {
        (None, None) => true,
        (Some(one), Some(other)) => (one - other).abs() < 1e-6,
        _ => false,
    }
}

/// So many of them, the same each time.
fn drawn<T: std::fmt::Debug>(strategy: impl Strategy<Value = T>, many: usize) -> Vec<T> {
    let mut runner = TestRunner::deterministic();
    (0..many)
        .map(|_| strategy.new_tree(&mut runner).unwrap().current())
        .collect()
}

/// A length of time in one of its forms, and the minutes that it is.
fn length() -> impl Strategy<Value = (String, f64)> {
    let parts = (0u32..30, 0u32..60, 0u32..60, any::<bool>());
    (0..12, parts).prop_map(|(form, (h, m, s, blank))| {
        let (hours, minutes, seconds) = (f64::from(h), f64::from(m), f64::from(s) / 60.0);
        let gap = if blank { " " } else { "" };
        match form {
            0 => (format!("{h}:{m:02}"), hours * 60.0 + minutes),
            1 => (format!("{h}:{m:02}:{s:02}"), hours * 60.0 + minutes + seconds),
            2 => (format!("{h}{gap}h{gap}{m}{gap}m"), hours * 60.0 + minutes),
            3 => (format!("{h}h{gap}{m:02}"), hours * 60.0 + minutes),
            4 => (format!("{h} hrs"), hours * 60.0),
            5 => (format!("{m}{gap}min"), minutes),
            6 => (format!("{m} min {s}{gap}s"), minutes + seconds),
            7 => (format!("{h}.5 hrs"), hours * 60.0 + 30.0),
            8 => (format!("{h} hrs and {m} min"), hours * 60.0 + minutes),
            9 => (format!("{m} days, {h} hours"), minutes * 1440.0 + hours * 60.0),
            10 => (format!("{s} sec"), seconds),
            _ => (format!(" {h}H {m}M {s}S "), hours * 60.0 + minutes + seconds),
        }
    })
}

/// Pieces of lengths of time in no order, and of what is none.
fn junk() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        (0u32..400).prop_map(|n| n.to_string()),
        Just("00".to_owned()),
        prop::sample::select(vec![
            ":", ":", ".", ",", " and ", " ", "h", "m", "s", "hr", "hrs", "min", "min.", "d", "days", "H", "e", "-",
            "'", "x", "é", "(", "%", "_", "*", "[",
        ])
        .prop_map(str::to_owned),
    ];
    prop::collection::vec(piece, 0..7).prop_map(|pieces| pieces.concat())
}

/// With forms of all kinds, as a sample has them of a column that was not read whole.
fn views() -> Vec<View> {
    let units = |list: &str| list.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let all = [
        (vec![Clock::HoursMinutes], "", false, false),
        (
            vec![Clock::MinutesSeconds, Clock::HoursMinutesSeconds],
            "",
            false,
            false,
        ),
        (vec![], "h", false, false),
        (vec![], "m", false, false),
        (vec![], "h m", true, false),
        (vec![Clock::HoursMinutes], "days min. hrs min hr d h m s", true, true),
        (vec![Clock::HoursMinutesSeconds], "min h", true, false),
        (vec![], "days s", false, true),
    ];
    let view = |(clocks, list, bare, joined): (Vec<Clock>, &str, bool, bool)| View {
        kind: ViewKind::Duration {
            lengths: Lengths {
                clocks,
                units: if list.is_empty() { Vec::new() } else { units(list) },
                bare,
                joined,
            },
        },
        read: 1,
        unread: 0,
        exact: false,
        examples: Vec::new(),
        strict: true,
        days: None,
    };
    all.into_iter().map(view).collect()
}

fn junk_texts() -> Vec<String> {
    let long = |text: &String| {
        let runs = text.split(|c: char| !c.is_ascii_digit());
        // Numbers of ten digits and more are no length that anybody writes.
        runs.map(str::len).max() < Some(10)
    };
    drawn(junk(), 1500).into_iter().filter(long).collect()
}

fn script() -> String {
    let told = TOLD.iter().map(|(name, column, texts)| {
        let texts: Vec<String> = texts.iter().map(|t| t.0.to_owned()).collect();
        table(name, column, &texts)
    });
    let texts: Vec<String> = drawn(length(), 400).into_iter().map(|l| l.0).collect();
    let more = [
        table("drawn", "hours_taken", &texts),
        table("junk", "said", &junk_texts()),
    ];
    told.chain(more).collect()
}

/// What each view makes of the texts that are none.
async fn agree(url: &str) -> Vec<Vec<Option<f64>>> {
    let database = Opener.open_address(url).await.unwrap();
    for (name, column, texts) in TOLD {
        let view = view_of(&database, name).await;
        assert!(view.is_minutes(), "{name}: {view:?}");
        let read = minutes(&*database, &view, name, column).await;
        for ((text, expected), read) in texts.iter().zip(&read) {
            let sql = expr(&view, column, database.dialect());
            assert!(
                same(*read, *expected),
                "{name}: {text:?} is read as {read:?}\n{sql}\n{url}"
            );
        }
        let known = texts.iter().filter(|t| t.1.is_some()).count() as u64;
        assert_eq!(
            (view.read, view.read + view.unread),
            (known, texts.len() as u64),
            "{name}"
        );
    }
    let lengths = drawn(length(), 400);
    let view = view_of(&database, "drawn").await;
    assert_eq!((view.read, view.unread), (lengths.len() as u64, 0));
    let read = minutes(&*database, &view, "drawn", "hours_taken").await;
    for ((text, expected), read) in lengths.iter().zip(read) {
        assert!(
            same(read, Some(*expected)),
            "{text:?} is read as {read:?}, not {expected} on {url}"
        );
    }
    let mut all = Vec::new();
    for view in views() {
        all.push(minutes(&*database, &view, "junk", "said").await);
    }
    all
}

fn equal(one: &[Vec<Option<f64>>], other: &[Vec<Option<f64>>]) {
    let texts = junk_texts();
    for (view, (one, other)) in views().iter().zip(one.iter().zip(other)) {
        for (text, (one, other)) in texts.iter().zip(one.iter().zip(other)) {
            assert!(
                same(*one, *other),
                "{text:?} is {one:?} and {other:?} by {:?}",
                view.kind
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lengths_of_time_are_so_many_minutes_on_every_engine() {
    let dir = tempfile::tempdir().unwrap();
    let (lite, duck) = (dir.path().join("lengths.db"), dir.path().join("lengths.duckdb"));
    create_sqlite(&lite, &mut std::iter::once(script())).unwrap();
    create_duckdb(&duck, &mut std::iter::once(script())).unwrap();
    let one = agree(&format!("duckdb:{}", duck.display())).await;
    equal(&one, &agree(&format!("sqlite:{}", lite.display())).await);
    // Some of the junk is a length of time, and most is not.
    let read = one.iter().flatten().filter(|minutes| minutes.is_some()).count();
    assert!(read > 100 && read * 4 < one.iter().flatten().count(), "{read}");
    let Some(server) = Filled::new("lengths", &script()) else {
        return;
    };
    equal(&one, &agree(&server.url()).await);
}
