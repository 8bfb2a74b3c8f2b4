//! What a profile says of a column's texts is what its SQL makes of them, on every engine: the same rows are read, each
//! text as the number or the day that it stands for.

use askwell_contract::ports::{Cancel, Connector};
use askwell_contract::profile::ColumnProfile;
use askwell_contract::{Cell, Limits};
use askwell_engine::prepare::profile::{read, Source, BUDGET};
use askwell_engine::prepare::Pace;
use askwell_io::create::{create_duckdb, create_sqlite};
use askwell_io::{clock, db::Opener};
use askwell_sql::view::expr;

use crate::server::Filled;

/// A text, and what it reads as; empty where it is not read.
type Texts = &'static [(&'static str, &'static str)];

/// Columns; each in its own table.
const COLUMNS: [(&str, Texts); 22] = [
    ("sales", SALES),
    (
        "euros",
        &[
            ("1.234,50 €", "1234.5"),
            ("12 €", "12"),
            ("3,5 €", "3.5"),
            ("-0,25 €", "-0.25"),
            ("", ""),
        ],
    ),
    (
        "rupees",
        &[
            ("Rs. 12,34,567", "1234567"),
            ("Rs. 500.50", "500.5"),
            ("Rs.7", "7"),
            ("n/a", ""),
        ],
    ),
    (
        "francs",
        &[("1'000 CHF", "1000"), ("CHF 2’500.05", "2500.05"), ("7 CHF", "7")],
    ),
    (
        "shares",
        &[
            ("12.5%", "12.5"),
            ("0 %", "0"),
            ("-3%", "-3"),
            ("+4%", "4"),
            ("100%", "100"),
            ("none", ""),
        ],
    ),
    (
        "weights",
        &[("12 kg", "12"), ("1,204kg", "1204"), ("7 Kg.", "7"), ("30", "30")],
    ),
    (
        "speeds",
        &[("1\u{a0}204\u{a0}km/h", "1204"), ("17 km/h", "17"), ("3 km/h", "3")],
    ),
    (
        "counts",
        &[
            ("1,204", "1204"),
            ("17", "17"),
            ("9,000,000", "9000000"),
            ("99,999,999,999,999,999,999", "1e20"),
            ("unknown", ""),
        ],
    ),
    ("loose", LOOSE),
    ("ordered", ORDERED),
    (
        "european",
        &[
            ("31.12.2020", "2020-12-31"),
            ("1.2.2021", "2021-02-01"),
            ("29.02.2020", "2020-02-29"),
        ],
    ),
    (
        "short",
        &[
            ("1/5/98", "1998-01-05"),
            ("12/31/68", "2068-12-31"),
            ("2/3/69", "1969-02-03"),
            ("8-Nov-16", "2016-11-08"),
        ],
    ),
    (
        "months",
        &[
            ("2024-02", "2024-02-01"),
            (" 2023-12 ", "2023-12-01"),
            ("2024-03", "2024-03-01"),
            ("1999-01", "1999-01-01"),
            ("2024-13", ""),
        ],
    ),
    ("named_months", NAMED_MONTHS),
    ("short_months", SHORT_MONTHS),
    ("months_in_numbers", MONTHS_IN_NUMBERS),
    ("quarters", QUARTERS),
    ("plain_months", PLAIN_MONTHS),
    ("plain_quarters", PLAIN_QUARTERS),
    ("quarters_first", QUARTERS_FIRST),
    ("timed", TIMED),
    ("impossible", IMPOSSIBLE),
];

const SALES: Texts = &[
    ("$1,234.50", "1234.5"),
    ("$261.96", "261.96"),
    ("957.58", "957.58"),
    ("USD 1,000.00", "1000"),
    ("($383.03)", "-383.03"),
    ("(12.30)", "-12.3"),
    ("-$3", "-3"),
    ("$-4", "-4"),
    ("$.50", "0.5"),
    (" $7 ", "7"),
    ("-", ""),
    ("", ""),
];
/// A few that only look like numbers.
const LOOSE: Texts = &[
    ("1,204", "1204"),
    ("12.5", "12.5"),
    ("7", "7"),
    ("8", "8"),
    ("9", "9"),
    ("10", "10"),
    ("11", "11"),
    ("13", "13"),
    ("14", "14"),
    ("15", "15"),
    ("16", "16"),
    ("17", "17"),
    ("18", "18"),
    ("19", "19"),
    ("20", "20"),
    ("21", "21"),
    ("22", "22"),
    ("23", "23"),
    ("24", "24"),
    ("25", "25"),
    ("26", "26"),
    ("27", "27"),
    ("28", "28"),
    ("29", "29"),
    ("30", "30"),
    ("31", "31"),
    ("32", "32"),
    ("33", "33"),
    ("34", "34"),
    ("35", "35"),
    ("36", "36"),
    ("37", "37"),
    ("38", "38"),
    ("39", "39"),
    ("40", "40"),
    ("41", "41"),
    ("42", "42"),
    ("43", "43"),
    ("44", "44"),
    ("45", "45"),
    ("1,5", ""),
    ("10-20", ""),
];
const ORDERED: Texts = &[
    ("11/08/2016", "2016-11-08"),
    ("6/25/2016", "2016-06-25"),
    ("2016-11-08", "2016-11-08"),
    ("08-Nov-2016", "2016-11-08"),
    ("Nov 08, 2016", "2016-11-08"),
    ("June 5th, 2016", "2016-06-05"),
    ("Sept. 1 2016", "2016-09-01"),
    ("5 March 2020", "2020-03-05"),
    ("5th Mar. 2020", "2020-03-05"),
    (" 1/2/2017 ", "2017-01-02"),
    ("2016/1/8", "2016-01-08"),
    ("soon", ""),
    ("", ""),
];
const NAMED_MONTHS: Texts = &[
    ("Jan 2025", "2025-01-01"),
    ("february 2025", "2025-02-01"),
    ("MARCH 2025", "2025-03-01"),
    ("Sept. 2024", "2024-09-01"),
    (" Dec  2024 ", "2024-12-01"),
    ("May 2024", "2024-05-01"),
    ("June/2024", "2024-06-01"),
    ("2024-07", "2024-07-01"),
    ("5 Aug 2024", "2024-08-05"),
    ("Aug 7, 2024", "2024-08-07"),
    ("Oct 2024", "2024-10-01"),
    ("Total", ""),
    ("Jan to Mar 2024", ""),
    ("", ""),
];
const PLAIN_MONTHS: Texts = &[
    ("Jan 2025", "2025-01-01"),
    ("Feb  2025", "2025-02-01"),
    ("March 2025", "2025-03-01"),
    ("April '25", "2025-04-01"),
    ("May-1968", "1968-05-01"),
    ("Jun-68", "2068-06-01"),
    ("Total 2025", ""),
];
const PLAIN_QUARTERS: Texts = &[
    ("Q1 1968", "1968-01-01"),
    ("Q2 68", "2068-04-01"),
    ("Q3 - 2025", "2025-07-01"),
    ("2024Q4", "2024-10-01"),
    ("Total 2025", ""),
];
const SHORT_MONTHS: Texts = &[
    ("Jan-25", "2025-01-01"),
    ("February-25", "2025-02-01"),
    ("Sep-24", "2024-09-01"),
    ("Dec '24", "2024-12-01"),
    ("Nov-2024", "2024-11-01"),
    ("aug-68", "2068-08-01"),
    ("Jul-69", "1969-07-01"),
    ("Jun-x-24", ""),
];
const MONTHS_IN_NUMBERS: Texts = &[
    ("03/2025", "2025-03-01"),
    ("4/2025", "2025-04-01"),
    (" 12/2024 ", "2024-12-01"),
    ("5-2025", "2025-05-01"),
    ("10-2025", "2025-10-01"),
    ("06/2025", "2025-06-01"),
    ("07/2025", "2025-07-01"),
    ("08/2025", "2025-08-01"),
    ("13/2025", ""),
    ("111/2025", ""),
];
const QUARTERS: Texts = &[
    ("2025-Q1", "2025-01-01"),
    ("2025 Q2", "2025-04-01"),
    ("2025Q3", "2025-07-01"),
    ("2025 - q4", "2025-10-01"),
    ("2023-Q1", "2023-01-01"),
    ("2023-Q2", "2023-04-01"),
    ("2023-Q3", "2023-07-01"),
    (" 2024/Q4 ", "2024-10-01"),
    ("2024-Q5", ""),
    ("2024 H1 Q1", ""),
];
const QUARTERS_FIRST: Texts = &[
    ("Q1 2025", "2025-01-01"),
    ("Q2-2025", "2025-04-01"),
    ("q3/2025", "2025-07-01"),
    ("Q4-24", "2024-10-01"),
    ("Q3 '99", "1999-07-01"),
    ("Q4 24", "2024-10-01"),
    ("Q1 68", "2068-01-01"),
    ("Q3 2024", "2024-07-01"),
    ("Q3 FY25", ""),
    ("Total", ""),
];
const TIMED: Texts = &[
    ("2016-11-08 10:00", "2016-11-08"),
    ("2016-11-08T10:00:00.25Z", "2016-11-08"),
    ("2016-11-09", "2016-11-09"),
    ("11/25/2016 9:05 PM", "2016-11-25"),
    ("Jun 12 1998 10:00:00", "1998-06-12"),
    ("12 June 1998 7:30", "1998-06-12"),
    ("10:00", ""),
];
const IMPOSSIBLE: Texts = &[
    ("30/04/2020", "2020-04-30"),
    ("29/02/2020", "2020-02-29"),
    ("28/02/2021", "2021-02-28"),
    ("13/05/2020", "2020-05-13"),
    ("Feb 28 2021", "2021-02-28"),
    ("2021-01-31", "2021-01-31"),
    ("31/12/2020", "2020-12-31"),
    ("1/12/2020", "2020-12-01"),
    ("31/04/2020", ""),
    ("1/2/3/2020", ""),
];

fn script() -> String {
    let table = |(name, texts): &(&str, Texts)| {
        let rows: Vec<String> = texts
            .iter()
            .enumerate()
            .map(|(at, (text, _))| format!("({at}, '{}')", text.replace('\'', "''")))
            .collect();
        format!(
            "CREATE TABLE {name}(id INTEGER, said VARCHAR); INSERT INTO {name} VALUES {}, (1000, NULL);",
            rows.join(", ")
        )
    };
    COLUMNS.iter().map(table).collect()
}

fn fits(given: &Cell, expected: &str) -> bool {
    match (expected.parse::<f64>(), given.as_f64()) {
        _ if expected.is_empty() => given.is_null(),
        (Ok(expected), Some(given)) => (expected - given).abs() <= 1e-9 * expected.abs(),
        (Err(_), None) => given.to_string() == expected,
        _ => false,
    }
}

async fn agree(url: &str) {
    let database = Opener.open_address(url).await.unwrap();
    let catalog = database.describe().await.unwrap();
    let source = Source {
        database: &database,
        clock: &clock::System::new(),
        pace: &Pace::default(),
        cancel: &Cancel::new(),
        budget: BUDGET,
    };
    for (name, texts) in COLUMNS {
        let facts = read(&source, catalog.table(name).unwrap()).await.unwrap().unwrap();
        let column: &ColumnProfile = facts.profile.columns.iter().find(|c| c.column == "said").unwrap();
        let view = column.view.as_ref().unwrap_or_else(|| panic!("{name} on {url}"));
        let sql = expr(view, "said", database.dialect());
        askwell_sql::guard::check(&format!("SELECT {sql} FROM {name}"), database.dialect()).unwrap();
        let query = format!("SELECT id, {sql} FROM {name} ORDER BY id");
        let rows = database.query(&query, Limits::EXPORT, &Cancel::new()).await.unwrap();
        let rows = rows.unwrap_or_else(|f| panic!("{query}: {f:?}")).collect().await;
        let rows = rows.unwrap_or_else(|f| panic!("{query}: {f:?}")).rows;
        for ((text, expected), row) in texts.iter().zip(&rows) {
            // Of a number that is too long for the engine's whole numbers nothing is asked but that it is no error.
            assert!(
                fits(&row[1], expected) || *expected == "1e20",
                "{name}: {text:?} is read as {}, not {expected:?}\n{sql}\n{url}",
                row[1]
            );
        }
        let read = texts.iter().filter(|t| !t.1.is_empty()).count() as u64;
        assert_eq!(
            (view.read, view.unread),
            (read, texts.len() as u64 - read),
            "{name} on {url}"
        );
        assert!(rows.last().unwrap()[1].is_null());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn texts_are_read_as_what_they_stand_for_in_files() {
    let dir = tempfile::tempdir().unwrap();
    let (lite, duck) = (dir.path().join("texts.db"), dir.path().join("texts.duckdb"));
    create_sqlite(&lite, &mut std::iter::once(script())).unwrap();
    create_duckdb(&duck, &mut std::iter::once(script())).unwrap();
    agree(&format!("sqlite:{}", lite.display())).await;
    agree(&format!("duckdb:{}", duck.display())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn texts_are_read_as_what_they_stand_for_on_postgres() {
    let Some(server) = Filled::new("texts", &script()) else {
        return;
    };
    agree(&server.url()).await;
}
