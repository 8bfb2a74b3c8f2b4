//! Whatever a construction of the reader reads runs on every engine: its own examples are asked of the small shop that they
//! speak of, and every reading is run.

use std::path::Path;

use askwell_contract::{Cell, Dialect, Limits};
use askwell_io::create::{create_duckdb, create_sqlite};
use askwell_reader::constructions::CONSTRUCTIONS;

use crate::opened::{Fate, Opened};
use crate::server::Filled;

const ROWS: Limits = Limits {
    milliseconds: 10_000,
    rows: 20,
    bytes: 1 << 20,
};

/// The shop with a few rows; days are texts in SQLite.
fn script(dialect: Dialect) -> String {
    let (day, number) = match dialect {
        Dialect::Sqlite => ("TEXT", "REAL"),
        _ => ("DATE", "DOUBLE PRECISION"),
    };
    let mut out = format!(
        "CREATE TABLE customers(id INTEGER PRIMARY KEY, name VARCHAR(40), country VARCHAR(40), email VARCHAR(40), active VARCHAR(3));
        CREATE TABLE products(id INTEGER PRIMARY KEY, name VARCHAR(40), category VARCHAR(40), price {number}, cost {number}, profit {number});
        CREATE TABLE orders(id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers(id),
            product_id INTEGER REFERENCES products(id), order_date {day}, due_date {day}, ship_date {day}, amount {number},
            quantity INTEGER, profit {number}, delay INTEGER, unit_price {number});
        CREATE TABLE parcels(id INTEGER PRIMARY KEY, sender_id INTEGER REFERENCES customers(id),
            receiver_id INTEGER REFERENCES customers(id));"
    );
    for i in 1..=24u32 {
        let (country, active) = (
            ["France", "Germany", "Peru"][i as usize % 3],
            if i % 4 == 0 { "no" } else { "yes" },
        );
        let email = match i {
            5 => "''".to_owned(),
            7 => "NULL".to_owned(),
            8 | 16 | 24 => "'N/A'".to_owned(),
            _ => format!("'p{i}@example.org'"),
        };
        out += &format!(" INSERT INTO customers VALUES ({i}, 'Person {i}', '{country}', {email}, '{active}');");
        let category = ["Tea", "Coffee", "Cups"][i as usize % 3];
        out += &format!(" INSERT INTO products VALUES ({i}, 'Thing {i}', '{category}', {i}.5, {i}, 0.5);");
    }
    for i in 1..=96u32 {
        let (year, month, day) = (2022 + i % 3, 1 + i % 12, 1 + i % 28);
        let shipped = match i % 8 {
            0 => "NULL".to_owned(),
            _ => format!("'{year}-{month:02}-{:02}'", (day + 3).min(28)),
        };
        out += &format!(
            " INSERT INTO orders VALUES ({i}, {}, {}, '{year}-{month:02}-{day:02}', '{year}-{month:02}-28', {shipped}, {}.25, {}, {}, {}, {}.5);",
            1 + i % 20, 1 + i % 24, i * 7 % 90, 1 + i % 5, i as i32 % 11 - 3, i % 6, i % 13,
        );
        out += &format!(
            " INSERT INTO parcels VALUES ({i}, {}, {});",
            1 + i % 24,
            1 + (i + 5) % 24
        );
    }
    out
}

async fn all_run(url: &str, dir: &Path) {
    let shop = Opened::at(url, dir).await;
    let mut failed = Vec::new();
    let mut readings = 0;
    for construction in CONSTRUCTIONS {
        for question in construction.reads {
            for reading in shop.readings(question).await {
                readings += 1;
                if let Fate::Failed(why) = shop.fate(&reading.sql).await {
                    failed.push(format!(
                        "{}: {question}\n    {}\n    {why}",
                        construction.name, reading.sql
                    ));
                }
            }
        }
    }
    for (question, rows) in [
        ("how many customers have no email", 5),
        ("how many customers have an email", 19),
    ] {
        let first = shop.readings(question).await.remove(0);
        let result = shop.run(&first.sql, ROWS).await.ok().unwrap();
        assert_eq!(result.rows, [[Cell::Int(rows)]], "{question} on {url}: {}", first.sql);
    }
    assert!(readings > 3 * CONSTRUCTIONS.len(), "only {readings} readings on {url}");
    assert!(
        failed.is_empty(),
        "{} of {readings} on {url}:\n{}",
        failed.len(),
        failed.join("\n")
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_constructions_read_runs_on_sqlite() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("shop.sqlite");
    create_sqlite(&file, &mut std::iter::once(script(Dialect::Sqlite))).unwrap();
    all_run(&format!("sqlite:{}", file.display()), dir.path()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_constructions_read_runs_on_duckdb() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("shop.duckdb");
    create_duckdb(&file, &mut std::iter::once(script(Dialect::Duckdb))).unwrap();
    all_run(&format!("duckdb:{}", file.display()), dir.path()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_constructions_read_runs_on_postgres() {
    let Some(server) = Filled::new("shop", &script(Dialect::Postgres)) else {
        return;
    };
    let dir = tempfile::tempdir().unwrap();
    all_run(&server.url(), dir.path()).await;
}
