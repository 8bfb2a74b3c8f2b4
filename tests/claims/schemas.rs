//! Small databases of these tests' own. In: the statements in standard SQL. Out: a file of the engine.

use std::path::{Path, PathBuf};

use askwell_io::create::{create_duckdb, create_sqlite};

/// Names that need quotation marks, words of SQL, signs that mean something in texts and patterns, other scripts.
pub const ODD: &str = r#"
CREATE TABLE "select" ("from" INTEGER PRIMARY KEY, "group" VARCHAR, "order by" INTEGER, "null" VARCHAR, "when" DATE);
CREATE TABLE "order details" ("order details id" INTEGER PRIMARY KEY, "from" INTEGER REFERENCES "select"("from"),
  "unit price ($)" DOUBLE PRECISION, "100% cotton" VARCHAR, "a""b" INTEGER, "It's late" VARCHAR, "Sent On" DATE);
CREATE TABLE "🍕 shops" ("id" INTEGER PRIMARY KEY, "שם" VARCHAR, "größe" INTEGER, "order details id" INTEGER
  REFERENCES "order details"("order details id"), "opened--at" DATE, "tags[0]" VARCHAR, "semi;colon" INTEGER);
CREATE TABLE "Ünïcode Tàble" ("ключ" INTEGER PRIMARY KEY, "id" INTEGER REFERENCES "🍕 shops"("id"),
  "back\slash" VARCHAR, "tick`s" DOUBLE PRECISION, "naïve_Café" VARCHAR);
INSERT INTO "select" VALUES (1, 'O''Brien', 5, 'NULL', DATE '2022-05-01'), (2, '50% off', 7, NULL, DATE '2023-05-04'),
  (3, 'a_b', -3, '"quoted"', DATE '2023-12-31'), (4, '''; DROP TABLE x; --', 5, '', NULL);
INSERT INTO "order details" VALUES (1, 1, 10.5, 'yes', 3, 'no', DATE '2024-02-29'),
  (2, 1, 0.0, 'no', NULL, 'very ''late''', NULL), (3, 2, 99.99, 'half/half', 3, NULL, DATE '2023-01-01');
INSERT INTO "🍕 shops" VALUES (1, 'שלום', 40, 1, DATE '2020-01-01', 'a,b', 1), (2, 'Napoli 🍕', 55, 2, NULL, NULL, 2),
  (3, 'Café %', NULL, NULL, DATE '2021-07-15', 'a', 2);
INSERT INTO "Ünïcode Tàble" VALUES (1, 1, 'c:\temp', 1.5, 'Crème brûlée'), (2, 1, 'd:\', 2.5, 'Łódź'), (3, 2, NULL, NULL, 'x');
"#;

/// SQLite keeps days as text and knows no literal for them.
pub fn made(script: &str, kind: &str, dir: &Path) -> PathBuf {
    let path = dir.join(format!("made.{kind}"));
    match kind {
        "sqlite" => create_sqlite(&path, &mut std::iter::once(script.replace("DATE '", "'"))).unwrap(),
        _ => create_duckdb(&path, &mut std::iter::once(script.to_owned())).unwrap(),
    }
    path
}
