//! Attempts to write, to reach other files, or to change the connection. Each has to be refused by both locks
//! together and by the connection alone, and the file's bytes and its folder have to be the same afterwards.

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

/// `t`, `v`, `s` as everywhere; `f()` deletes, `w` is a view that calls it, `p()` commits first.
const POSTGRES: [&str; 64] = [
    "TRUNCATE t",
    "INSERT INTO t VALUES (1) RETURNING a",
    "MERGE INTO t USING (SELECT 1 AS a) AS s ON t.a = s.a WHEN MATCHED THEN DELETE",
    "WITH x AS (UPDATE t SET a = 0 RETURNING a) SELECT count(*) FROM x",
    "SELECT * INTO u FROM t",
    "SELECT a FROM t FOR UPDATE",
    "SELECT a FROM t FOR KEY SHARE",
    "SELECT f()",
    "SELECT a FROM w",
    "CALL p()",
    "DO $$ BEGIN DELETE FROM t; END $$",
    "EXPLAIN ANALYZE DELETE FROM t",
    "EXPLAIN (ANALYZE, FORMAT JSON) INSERT INTO t VALUES (1)",
    "SET TRANSACTION READ WRITE",
    "SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE",
    "SET default_transaction_read_only = off",
    "SET transaction_read_only = off",
    "RESET ALL",
    "RESET default_transaction_read_only",
    "START TRANSACTION READ WRITE",
    "ROLLBACK; DELETE FROM t",
    "COMMIT AND CHAIN",
    "SAVEPOINT s",
    "PREPARE TRANSACTION 'x'",
    "PREPARE q AS DELETE FROM t",
    "DECLARE c CURSOR WITH HOLD FOR SELECT 1",
    "DISCARD ALL",
    "SELECT set_config('transaction_read_only', 'off', false)",
    "SELECT set_config('transaction_read_only', 'off', true), (SELECT count(*) FROM w)",
    "SELECT set_config('default_transaction_read_only', 'off', false), f()",
    "SELECT nextval('s')",
    "SELECT setval('s', 99)",
    "SELECT lo_create(4711)",
    "SELECT lo_from_bytea(4712, '\\x00')",
    "SELECT lo_import('/etc/passwd')",
    "SELECT lo_export(1, '/tmp/askwell-out')",
    "SELECT pg_read_file('/etc/passwd')",
    "SELECT pg_read_binary_file('/etc/passwd')",
    "SELECT * FROM pg_ls_dir('/')",
    "SELECT pg_stat_file('/etc/passwd')",
    "SELECT pg_file_write('x', 'y', false)",
    "COPY t TO '/tmp/askwell-out'",
    "COPY t TO PROGRAM 'cat > /tmp/askwell-out'",
    "COPY t FROM PROGRAM 'echo 1'",
    "COPY (SELECT 1) TO STDOUT",
    "COPY t FROM STDIN",
    "SELECT * FROM dblink('dbname=postgres', 'DELETE FROM t') AS x(a text)",
    "LOAD 'auto_explain'",
    "LOCK TABLE t",
    "LISTEN c",
    "NOTIFY c, 'x'",
    "ALTER SYSTEM SET fsync = off",
    "ALTER ROLE asker SUPERUSER",
    "GRANT ALL ON t TO PUBLIC",
    "CREATE EXTENSION dblink",
    "CREATE FUNCTION g() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
    "CREATE DATABASE other",
    "COMMENT ON TABLE t IS 'x'",
    "REINDEX TABLE t",
    "CHECKPOINT",
    "REFRESH MATERIALIZED VIEW v",
    "SECURITY LABEL ON TABLE t IS 'x'",
    "IMPORT FOREIGN SCHEMA x FROM SERVER y INTO z",
    "DELETE FROM pg_catalog.pg_class",
];

fn attacks(engine: Engine) -> Vec<&'static str> {
    COMMON
        .iter()
        .chain(engine.pick(&SQLITE[..], &DUCKDB[..], &POSTGRES[..]))
        .copied()
        .collect()
}

fn sample(engine: Engine) -> Sample {
    let extra = engine.pick(
        "CREATE VIRTUAL TABLE f USING fts5(x); INSERT INTO f VALUES ('y');",
        "CREATE SEQUENCE s;",
        "CREATE SEQUENCE s; CREATE FUNCTION f() RETURNS integer LANGUAGE plpgsql VOLATILE AS
         $$ BEGIN DELETE FROM t; RETURN 1; END $$; CREATE VIEW w AS SELECT f() AS a;
         CREATE PROCEDURE p() LANGUAGE plpgsql AS $$ BEGIN COMMIT; DELETE FROM t; END $$;",
    );
    engine.sample(&format!(
        "CREATE TABLE t(a INTEGER); INSERT INTO t VALUES (1), (2), (3); CREATE VIEW v AS SELECT a FROM t; {extra}"
    ))
}

async fn every_attack_is_refused_by_the_guard(engine: Engine) {
    let sample = sample(engine);
    let before = sample.state();
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
    assert!(sample.state() == before);
}

/// Not refused by PostgreSQL: they begin or end a transaction that cannot write, or describe.
const WITHOUT_EFFECT: [&str; 6] = [
    "BEGIN",
    "COMMIT",
    "EXPLAIN DELETE FROM t",
    // Refused in a READ ONLY transaction since version 16; before, the transaction's end undoes it.
    "SELECT lo_create(4711)",
    "SELECT lo_from_bytea(4712, '\\x00')",
    // Undone, too, and it says itself what it set, not what it is.
    "SELECT set_config('default_transaction_read_only', 'off', false), f()",
];

async fn the_connection_alone_keeps_the_database_as_it_was(engine: Engine) {
    let sample = sample(engine);
    let before = sample.state();
    for sql in attacks(engine) {
        let database = sample.open_with_one_lock().await;
        match ask(&*database, sql).await {
            Err(finding) => assert_ne!(finding.code, "cancelled", "{sql}"),
            Ok(result) => assert!(
                engine == Engine::Postgres && WITHOUT_EFFECT.contains(&sql),
                "the connection ran {sql}: {result:?}"
            ),
        }
        // Nothing that it did may outlive it or be seen by the next query.
        let rows = ran(&*sample.open_with_one_lock().await, "SELECT count(*), max(a) FROM t")
            .await
            .rows;
        assert_eq!(rows, [[Cell::Int(3), Cell::Int(3)]], "{sql}");
    }
    assert!(sample.state() == before, "the database or its folder changed");
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
