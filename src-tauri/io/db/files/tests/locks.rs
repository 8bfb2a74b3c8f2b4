//! The connection alone keeps every other file out of reach and the dropped ones as they were.

use std::time::SystemTime;

use super::kinds::parquet;
use super::*;

async fn with_one_lock(paths: &[&Path]) -> Arc<dyn Database> {
    let paths = paths.iter().map(|path| path.to_string_lossy().into_owned()).collect();
    let steps = Steps::silent();
    reach(
        &Place::Files { paths }.into(),
        &Secrets::default(),
        Locks::ConnectionOnly,
        &steps,
    )
    .await
    .unwrap()
}

/// Names, bytes, times and rights of a folder.
fn state(dir: &Path) -> Vec<(PathBuf, Vec<u8>, SystemTime, bool)> {
    let mut all: Vec<_> = fs::read_dir(dir)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let about = fs::metadata(&path).unwrap();
            let bytes = fs::read(&path).unwrap();
            (path, bytes, about.modified().unwrap(), about.permissions().readonly())
        })
        .collect();
    all.sort();
    all
}

#[tokio::test]
async fn nothing_beside_the_dropped_files_is_read_and_nothing_is_written() {
    let drop = Drop::new();
    let csv = drop.add("a.csv", "a\n1\n2\n3\n");
    let secret = drop.add("secret.csv", "s\nhidden\n");
    let pq = drop.path("b.parquet");
    parquet(&pq, "SELECT range AS a FROM range(3)");
    let other = drop.path("secret.parquet");
    parquet(&other, "SELECT 'hidden' AS s");
    let before = state(drop.dir.path());
    let database = with_one_lock(&[&csv, &pq]).await;
    let (dir, pq, secret, other) = (
        drop.dir.path().display(),
        pq.display(),
        secret.display(),
        other.display(),
    );
    let attacks = [
        "SELECT * FROM read_csv('/etc/passwd')".to_string(),
        "SELECT * FROM read_text('/etc/passwd')".into(),
        "SELECT * FROM '/etc/passwd'".into(),
        "SELECT * FROM glob('/*')".into(),
        format!("SELECT * FROM glob('{dir}/*')"),
        format!("SELECT * FROM read_csv('{secret}')"),
        format!("SELECT * FROM read_text('{secret}')"),
        format!("SELECT * FROM '{other}'"),
        format!("SELECT * FROM read_parquet('{other}')"),
        format!("SELECT * FROM read_parquet('{dir}/*.parquet')"),
        format!("SELECT * FROM read_parquet(['{pq}', '{other}'])"),
        format!(
            "SELECT * FROM read_parquet('{dir}/../{}/secret.parquet')",
            drop.dir.path().file_name().unwrap().display()
        ),
        format!("SELECT * FROM read_csv('{}')", csv.display()),
        format!("SELECT * FROM query('COPY (SELECT 1) TO ''{pq}''')"),
        format!("COPY (SELECT 1) TO '{pq}' (FORMAT parquet, USE_TMP_FILE false)"),
        format!("SELECT 1; COPY (SELECT 1) TO '{pq}' (FORMAT parquet, USE_TMP_FILE false)"),
        format!("COPY (SELECT 1) TO '{pq}' (FORMAT parquet, USE_TMP_FILE false); SELECT 1"),
        format!("EXPLAIN ANALYZE COPY (SELECT 1) TO '{pq}' (FORMAT parquet, USE_TMP_FILE false)"),
        format!("WITH x AS (SELECT 1) COPY (SELECT 1) TO '{pq}' (FORMAT csv, USE_TMP_FILE false)"),
        format!("PREPARE p AS COPY (SELECT 1) TO '{pq}' (FORMAT csv, USE_TMP_FILE false)"),
        format!("/* SELECT */ COPY a TO '{pq}' (FORMAT csv, USE_TMP_FILE false)"),
        format!("COPY a TO '{dir}/new.csv'"),
        format!("COPY a TO '{}' (USE_TMP_FILE false)", csv.display()),
        format!("EXPORT DATABASE '{dir}/out'"),
        format!("ATTACH '{dir}/new.duckdb' AS o"),
        format!("ATTACH '{pq}' AS o"),
        "ATTACH ':memory:' AS o".into(),
        "INSTALL httpfs".into(),
        "LOAD httpfs".into(),
        "SET enable_external_access = true".into(),
        "SET allowed_paths = ['/etc/passwd']".into(),
        "SET allowed_directories = ['/']".into(),
        "RESET lock_configuration".into(),
        "PRAGMA enable_external_access".into(),
        "CREATE TABLE u AS SELECT 1".into(),
        "CREATE OR REPLACE VIEW b AS SELECT 1".into(),
        "CREATE TEMP TABLE u(a INTEGER)".into(),
        "DROP VIEW b".into(),
        "DELETE FROM a".into(),
        "INSERT INTO a VALUES (9)".into(),
        "COMMENT ON TABLE a IS 'x'".into(),
        "CALL force_checkpoint()".into(),
        "CHECKPOINT".into(),
        "BEGIN".into(),
    ];
    for sql in &attacks {
        let finding = match database.query(sql, Limits::ASK, &Cancel::new()).await {
            Ok(Ok(stream)) => match stream.collect().await {
                Err(finding) => finding,
                Ok(result) => panic!("{sql}: {result:?}"),
            },
            Ok(Err(finding)) => finding,
            Err(problem) => panic!("{sql}: {problem:?}"),
        };
        let words = finding.engine.clone().unwrap_or_default();
        assert!(
            !words.contains("hidden") && finding.code != "cancelled",
            "{sql}: {finding:?}"
        );
        let planned = database.explain(sql, &Cancel::new()).await;
        assert!(!matches!(planned, Ok(Ok(_))), "{sql} was planned");
    }
    for table in ["a", "b"] {
        let rows = ran(&*database, &format!("SELECT count(*), count(DISTINCT a) FROM {table}"))
            .await
            .rows;
        assert_eq!(rows, [[Cell::Int(3), Cell::Int(3)]]);
    }
    std::mem::drop(database);
    assert!(state(drop.dir.path()) == before, "a file of the folder changed");
}

#[tokio::test]
async fn the_statement_alone_refuses_the_same() {
    let drop = Drop::of("a.csv", "a\n1\n");
    let database = drop.open().await;
    for sql in [
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT * FROM '/etc/passwd'",
        "COPY a TO 'x.csv'",
        "SELECT 1; DELETE FROM a",
    ] {
        assert_eq!(refused(&*database, sql).await.code, "not_read_only", "{sql}");
    }
}

#[tokio::test]
async fn questions_of_every_shape_pass_the_parser() {
    let drop = Drop::of("a.csv", "a,b\n1,x\n2,y\n");
    let database = with_one_lock(&[drop.dir.path()]).await;
    for sql in [
        "SELECT a FROM a ORDER BY a;",
        "FROM a",
        "WITH x AS (SELECT a FROM a) SELECT sum(a) FROM x",
        "SELECT b, row_number() OVER (ORDER BY a) FROM a QUALIFY a > 0",
        "SELECT 1 UNION ALL SELECT a FROM a",
        "SELECT * FROM (PIVOT a ON b IN ('x', 'y') USING sum(a))",
        "VALUES (1), (2)",
        "DESCRIBE a",
        "SUMMARIZE a",
        "SELECT a -- the end",
        "-- a remark\nSELECT a FROM a",
    ] {
        let sql = if sql == "SELECT a -- the end" {
            "SELECT 1 -- the end"
        } else {
            sql
        };
        assert!(
            ask(&*database, sql).await.is_ok(),
            "{sql}: {:?}",
            ask(&*database, sql).await
        );
    }
    assert_eq!(refused(&*database, "SELECT FROM WHERE").await.code, "syntax");
    assert_eq!(
        refused(&*database, "SELECT nothere FROM a").await.code,
        "unknown_column"
    );
}

/// Readers hold the files open only while they read; another program may change, move and remove them.
#[tokio::test]
async fn the_files_are_not_held() {
    let drop = Drop::of("a.csv", "a\n1\n");
    parquet(&drop.path("b.parquet"), "SELECT 1 AS a");
    let database = drop.open().await;
    ran(&*database, "SELECT * FROM a, b").await;
    #[cfg(target_os = "linux")]
    for link in fs::read_dir("/proc/self/fd").unwrap().flatten() {
        let target = fs::read_link(link.path()).unwrap_or_default();
        assert!(!target.starts_with(drop.dir.path()), "{target:?} is held open");
    }
    fs::rename(drop.path("a.csv"), drop.path("c.csv")).unwrap();
    fs::write(drop.path("b.parquet"), b"").unwrap();
}
