//! Attempts to write, to reach other files, or to change the connection. Each has to be refused by both locks
//! together and by the connection alone, and the file's bytes and its folder have to be the same afterwards.

use std::fs;

use super::*;

every_engine! {
    every_attack_is_refused_by_the_guard
    the_connection_alone_keeps_the_database_as_it_was
}

const COMMON: [&str; 24] = [
    "INSERT INTO t VALUES (9)",
    "UPDATE t SET a = 0",
    "DELETE FROM t",
    "DROP TABLE t",
    "DROP VIEW v",
    "ALTER TABLE t ADD COLUMN b INTEGER",
    "ALTER TABLE t RENAME TO u",
    "CREATE TABLE u(a INTEGER)",
    "CREATE TABLE u AS SELECT * FROM t",
    "CREATE VIEW w AS SELECT 1",
    "CREATE INDEX i ON t(a)",
    "CREATE TEMP TABLE u(a INTEGER)",
    "/* SELECT */ DELETE FROM t",
    "-- SELECT 1\nDELETE FROM t",
    "SELECT 1; DELETE FROM t",
    "SELECT 1;\n\n;; DROP TABLE t --",
    "WITH x AS (SELECT 1) DELETE FROM t",
    "WITH x AS (SELECT 1) INSERT INTO t SELECT 2",
    "WITH x AS (DELETE FROM t RETURNING a) SELECT * FROM x",
    "BEGIN",
    "COMMIT",
    "VACUUM",
    "ANALYZE",
    "EXPLAIN DELETE FROM t",
];

const SQLITE: [&str; 24] = [
    "REPLACE INTO t VALUES (1)",
    "INSERT INTO t VALUES (1) RETURNING a",
    "ATTACH DATABASE 'other.db' AS o",
    "ATTACH ':memory:' AS o",
    "DETACH main",
    "PRAGMA query_only = OFF",
    "PRAGMA writable_schema = ON",
    "PRAGMA journal_mode = DELETE",
    "PRAGMA user_version = 7",
    "PRAGMA wal_checkpoint(TRUNCATE)",
    "PRAGMA application_id = 1",
    "PRAGMA optimize",
    "VACUUM INTO 'copy.db'",
    "REINDEX",
    "SAVEPOINT s",
    "CREATE TRIGGER g AFTER INSERT ON t BEGIN DELETE FROM t; END",
    "CREATE VIRTUAL TABLE f USING fts5(x)",
    "SELECT load_extension('evil.so')",
    "SELECT writefile('out.txt', 'x')",
    "SELECT readfile('/etc/passwd')",
    "SELECT fts3_tokenizer('simple')",
    "SELECT edit('x')",
    "UPDATE sqlite_schema SET sql = 'x'",
    "INSERT INTO f(f) VALUES ('optimize')",
];

const DUCKDB: [&str; 34] = [
    "ATTACH 'other.duckdb' AS o",
    "ATTACH 'my data.duckdb' AS again (READ_WRITE)",
    "DETACH memory",
    "COPY t TO 'out.csv'",
    "COPY (SELECT * FROM t) TO 'out.parquet' (FORMAT parquet)",
    "COPY t FROM '/etc/passwd'",
    "EXPORT DATABASE 'out'",
    "IMPORT DATABASE 'out'",
    "INSTALL httpfs",
    "LOAD httpfs",
    "SET enable_external_access = true",
    "SET lock_configuration = false",
    "SET access_mode = 'read_write'",
    "RESET enable_external_access",
    "SET memory_limit = '100GB'",
    "SET threads = 64",
    "SET temp_directory = 'x'",
    "PRAGMA memory_limit = '1GB'",
    "CHECKPOINT",
    "FORCE CHECKPOINT",
    "CALL force_checkpoint()",
    "TRUNCATE t",
    "MERGE INTO t USING (SELECT 1 AS a) AS s ON t.a = s.a WHEN MATCHED THEN DELETE",
    "INSERT OR REPLACE INTO t VALUES (1)",
    "CREATE SCHEMA s",
    "CREATE SEQUENCE q",
    "CREATE MACRO m(x) AS x",
    "CREATE TYPE k AS ENUM ('a')",
    "SELECT * FROM read_csv('/etc/passwd')",
    "SELECT * FROM read_text('/etc/passwd')",
    "SELECT * FROM glob('/*')",
    "SELECT * FROM '/etc/passwd.csv'",
    "SELECT * FROM read_blob('my data.duckdb')",
    "COMMENT ON TABLE t IS 'x'",
];

fn attacks(engine: Engine) -> Vec<&'static str> {
    COMMON
        .iter()
        .chain(engine.pick(&SQLITE[..], &DUCKDB[..]))
        .copied()
        .collect()
}

fn sample(engine: Engine) -> Sample {
    let extra = engine.pick(
        "CREATE VIRTUAL TABLE f USING fts5(x); INSERT INTO f VALUES ('y');",
        "CREATE SEQUENCE s;",
    );
    engine.sample(&format!(
        "CREATE TABLE t(a INTEGER); INSERT INTO t VALUES (1), (2), (3); CREATE VIEW v AS SELECT a FROM t; {extra}"
    ))
}

fn folder(sample: &Sample) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(sample.dir.path())
        .unwrap()
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

async fn every_attack_is_refused_by_the_guard(engine: Engine) {
    let sample = sample(engine);
    let (before, beside) = (fs::read(&sample.path).unwrap(), folder(&sample));
    let database = sample.open().await;
    for sql in attacks(engine) {
        let finding = refused(&*database, sql).await;
        assert!(
            ["not_read_only", "syntax"].contains(&finding.code.as_str()),
            "{sql}: {finding:?}"
        );
    }
    assert_eq!(
        ran(&*database, "SELECT count(*), max(a) FROM t").await.rows,
        [[Cell::Int(3), Cell::Int(3)]]
    );
    drop(database);
    assert!(fs::read(&sample.path).unwrap() == before);
    assert_eq!(folder(&sample), beside);
}

async fn the_connection_alone_keeps_the_database_as_it_was(engine: Engine) {
    let sample = sample(engine);
    let (before, beside) = (fs::read(&sample.path).unwrap(), folder(&sample));
    for sql in attacks(engine) {
        let database = sample.open_with_one_lock().await;
        match ask(&*database, sql).await {
            Err(finding) => assert_ne!(finding.code, "cancelled", "{sql}"),
            Ok(result) => panic!("the connection ran {sql}: {result:?}"),
        }
        // Nothing that it did may outlive it or be seen by the next query.
        let rows = ran(&*sample.open_with_one_lock().await, "SELECT count(*), max(a) FROM t")
            .await
            .rows;
        assert_eq!(rows, [[Cell::Int(3), Cell::Int(3)]], "{sql}");
    }
    assert!(fs::read(&sample.path).unwrap() == before, "the file's bytes changed");
    assert_eq!(folder(&sample), beside);
}

/// A hostile value cannot do what a hostile query cannot: names and values in the catalog are only ever data.
#[tokio::test]
async fn a_hostile_name_is_only_a_name() {
    let sample = Engine::Sqlite.sample("CREATE TABLE \"t\"\"; DROP TABLE x; --\"(a); CREATE TABLE x(b);");
    let database = sample.open_with_one_lock().await;
    let catalog = database.describe().await.unwrap();
    assert_eq!(catalog.tables.len(), 2);
    assert!(catalog.tables.iter().all(|t| t.rows.is_some_and(|r| r.count == 0)));
}
