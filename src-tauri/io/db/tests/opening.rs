//! Addresses, files that are no databases, files that others hold or change.

use std::fs;
use std::io::Write;

use askwell_contract::ProblemCode as Code;

use super::*;

every_file_engine! {
    a_bare_path_is_enough
    a_path_of_300_characters_is_opened_and_read
    a_file_of_another_kind_is_named
    a_damaged_file_is_a_problem
    the_fingerprint_follows_the_file
}

async fn problem(url: &str) -> Problem {
    match Opener.open_address(url).await {
        Err(problem) => {
            assert!(problem.hint.is_some(), "{problem:?}");
            problem
        }
        Ok(_) => panic!("{url} opened"),
    }
}

async fn a_bare_path_is_enough(engine: Engine) {
    let sample = engine.sample("CREATE TABLE t(a INTEGER);");
    let bare = sample.dir.path().join("named wrongly.txt");
    fs::copy(&sample.path, &bare).unwrap();
    let database = Opener.open_address(bare.to_str().unwrap()).await.unwrap();
    assert_eq!(database.dialect(), engine.dialect());
    let scheme = engine.pick("SQLite", "DuckDB", "");
    assert!(Opener
        .open_address(&format!(" {scheme}://{} ", bare.display()))
        .await
        .is_ok());
}

async fn a_path_of_300_characters_is_opened_and_read(engine: Engine) {
    let sample = engine.sample("CREATE TABLE t(a INTEGER);");
    let mut dir = sample.dir.path().to_path_buf();
    while dir.as_os_str().len() < 300 {
        dir.push("a folder in a folder, and so on and on");
    }
    fs::create_dir_all(&dir).unwrap();
    let path = dir.join(engine.pick("far.sqlite", "far.duckdb", ""));
    fs::copy(&sample.path, &path).unwrap();
    let database = Opener.open_address(path.to_str().unwrap()).await.unwrap();
    let tables = database.describe().await.unwrap().tables;
    assert_eq!(tables.iter().map(|t| t.name.as_str()).collect::<Vec<_>>(), ["t"]);
}

async fn a_file_of_another_kind_is_named(engine: Engine) {
    let scheme = engine.pick("sqlite", "duckdb", "");
    let other = engine
        .pick(Engine::Duckdb, Engine::Sqlite, Engine::Sqlite)
        .sample("CREATE TABLE t(a INTEGER);");
    let wrong = problem(&format!("{scheme}:{}", other.path.display())).await;
    assert_eq!(wrong.code, Code::NotADatabase);
    assert!(
        wrong
            .message
            .contains(engine.pick("a DuckDB database", "a SQLite database", "")),
        "{wrong:?}"
    );
    let dir = other.dir.path();
    for (bytes, words) in [
        (&b""[..], "0 bytes"),
        (b"a,b\n1,2\n", "CSV"),
        (b"PK\x03\x04rest", "spreadsheet"),
        (b"PAR1....", "Parquet"),
        (b"{\"a\": 1}", "JSON"),
        (b"CREATE TABLE t(a);", "SQL text"),
        (b"<!doctype html>", "HTML"),
        (b"hello", "plain text"),
        (b"\x93\xfe\x00\x8a\x11noise", "encrypted"),
    ] {
        let path = dir.join("file");
        fs::write(&path, bytes).unwrap();
        let wrong = problem(&format!("{scheme}:{}", path.display())).await;
        assert_eq!(wrong.code, Code::NotADatabase, "{wrong:?}");
        assert!(wrong.message.contains(words), "{wrong:?}");
    }
    assert_eq!(
        problem(&format!("{scheme}:{}", dir.display())).await.code,
        Code::NotADatabase
    );
    assert_eq!(
        problem(&format!("{scheme}:{}/nothing", dir.display())).await.code,
        Code::NotFound
    );
    assert_eq!(
        problem(&format!("{scheme}:{}/file/below", dir.display())).await.code,
        Code::NotFound
    );
    assert_eq!(problem(&format!("{scheme}:")).await.code, Code::BadInput);
    assert_eq!(problem(&format!("{scheme}::memory:")).await.code, Code::BadInput);
}

async fn a_damaged_file_is_a_problem(engine: Engine) {
    let rows: Vec<String> = (0..3_000).map(|i| format!("({i}, 'row number {i}')")).collect();
    let sample = engine.sample(&format!(
        "CREATE TABLE t(a INTEGER, b TEXT); INSERT INTO t VALUES {};",
        rows.join(", ")
    ));
    let whole = fs::read(&sample.path).unwrap();
    // Right at its beginning, noise afterwards.
    let mut noise = whole.clone();
    noise
        .iter_mut()
        .skip(100)
        .enumerate()
        .for_each(|(i, byte)| *byte = (i * 31 % 251) as u8);
    for bytes in [&whole[..whole.len() / 2], &whole[..200], &noise[..]] {
        fs::write(&sample.path, bytes).unwrap();
        let url = sample.path.to_str().unwrap();
        let problem = match Opener.open_address(url).await {
            Err(problem) => problem,
            Ok(database) => match database.query("SELECT * FROM t", Limits::EXPORT, &Cancel::new()).await {
                Err(problem) => problem,
                Ok(Ok(stream)) => {
                    // Cut in the middle: the rows before it came, and the end says what happened.
                    match stream.collect().await {
                        Err(finding) => {
                            assert!(finding.message.contains("damaged"), "{finding:?}");
                            continue;
                        }
                        Ok(result) => panic!("{} rows of a damaged file", result.rows.len()),
                    }
                }
                Ok(Err(finding)) => panic!("{finding:?}"),
            },
        };
        assert_eq!(problem.code, Code::NotADatabase, "{problem:?}");
        assert!(problem.hint.is_some() && problem.detail.is_some(), "{problem:?}");
    }
}

async fn the_fingerprint_follows_the_file(engine: Engine) {
    let sample = engine.sample("CREATE TABLE t(a INTEGER);");
    let database = sample.open().await;
    let first = database.fingerprint().await.unwrap();
    database.describe().await.unwrap();
    assert_eq!(database.fingerprint().await.unwrap(), first);
    assert_eq!(sample.open().await.fingerprint().await.unwrap(), first);
    fs::OpenOptions::new()
        .append(true)
        .open(&sample.path)
        .unwrap()
        .write_all(&[0; 4096])
        .unwrap();
    assert_ne!(database.fingerprint().await.unwrap(), first);
    fs::remove_file(&sample.path).unwrap();
    assert_eq!(database.fingerprint().await.unwrap_err().code, Code::NotFound);
}

#[tokio::test]
async fn addresses_that_cannot_be_used_say_why() {
    for (url, words) in [
        ("postgres:me@server/db", "two slashes"),
        ("mysql://server/db", "mysql"),
        ("", "names no file"),
    ] {
        let problem = problem(url).await;
        assert_eq!(problem.code, Code::BadInput, "{url}");
        assert!(problem.message.contains(words), "{problem:?}");
    }
}

#[tokio::test]
async fn a_sqlite_database_under_way_is_read_consistently() {
    let sample = Engine::Sqlite.sample("CREATE TABLE t(a INTEGER); CREATE TABLE u(a INTEGER);");
    let mut writer = rusqlite::Connection::open(&sample.path).unwrap();
    writer.pragma_update(None, "journal_mode", "wal").unwrap();
    let database = sample.open().await;
    let before = database.fingerprint().await.unwrap();
    for i in 0..50 {
        let change = writer.transaction().unwrap();
        change.execute("INSERT INTO t VALUES (?1)", [i]).unwrap();
        // A reader sees both inserts of a transaction or neither.
        let counts = ran(&*database, "SELECT (SELECT count(*) FROM t), (SELECT count(*) FROM u)")
            .await
            .rows;
        assert_eq!(counts, [[Cell::Int(i), Cell::Int(i)]]);
        change.execute("INSERT INTO u VALUES (?1)", [i]).unwrap();
        change.commit().unwrap();
    }
    assert_ne!(database.fingerprint().await.unwrap(), before);
    assert_eq!(ran(&*database, "SELECT count(*) FROM u").await.rows, [[Cell::Int(50)]]);
}

#[tokio::test]
async fn a_sqlite_database_locked_by_a_writer_is_said_so() {
    let sample = Engine::Sqlite.sample("CREATE TABLE t(a INTEGER);");
    let database = sample.open().await;
    let writer = rusqlite::Connection::open(&sample.path).unwrap();
    writer.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let problem = database
        .query("SELECT a FROM t", Limits::ASK, &Cancel::new())
        .await
        .err()
        .unwrap();
    assert_eq!(problem.code, Code::Locked, "{problem:?}");
    writer.execute_batch("ROLLBACK").unwrap();
    assert_eq!(ran(&*database, "SELECT count(*) FROM t").await.rows, [[Cell::Int(0)]]);
}

#[cfg(unix)]
#[tokio::test]
async fn a_write_ahead_database_on_a_read_only_disk_is_read() {
    use std::os::unix::fs::PermissionsExt;
    let sample = Engine::Sqlite.sample("CREATE TABLE t(a INTEGER); INSERT INTO t VALUES (7);");
    let path = sample.dir.path().join("50% of #1?.db");
    fs::rename(&sample.path, &path).unwrap();
    rusqlite::Connection::open(&path)
        .unwrap()
        .pragma_update(None, "journal_mode", "wal")
        .unwrap();
    // The user who may do everything makes the files anyway; for everyone else the folder is closed.
    fs::set_permissions(sample.dir.path(), fs::Permissions::from_mode(0o555)).unwrap();
    let database = Opener.open_address(path.to_str().unwrap()).await.unwrap();
    assert_eq!(ran(&*database, "SELECT a FROM t").await.rows, [[Cell::Int(7)]]);
    drop(database);
    let as_it_lies = crate::db::sqlite::immutable(&path).unwrap();
    assert_eq!(
        as_it_lies
            .query_row("SELECT a FROM t", [], |row| row.get::<_, i64>(0))
            .unwrap(),
        7
    );
    fs::set_permissions(sample.dir.path(), fs::Permissions::from_mode(0o755)).unwrap();
}

/// The other process of the next test: this same test program, told by its environment to hold a file.
#[test]
fn hold_a_duckdb_file() {
    let Ok(path) = std::env::var("ASKWELL_TEST_HOLD") else {
        return;
    };
    let _held = ::duckdb::Connection::open(path).unwrap();
    println!("held");
    std::io::stdin().read_line(&mut String::new()).unwrap();
}

#[cfg(unix)]
#[tokio::test]
async fn a_duckdb_file_held_by_another_process_names_the_holder() {
    use std::io::BufRead;
    use std::process::{Command, Stdio};
    let sample = Engine::Duckdb.sample("CREATE TABLE t(a INTEGER);");
    let mut other = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "db::tests::opening::hold_a_duckdb_file", "--nocapture"])
        .env("ASKWELL_TEST_HOLD", &sample.path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = std::io::BufReader::new(other.stdout.take().unwrap()).lines();
    assert!(lines
        .by_ref()
        .map_while(std::result::Result::ok)
        .any(|line| line.contains("held")));
    let problem = problem(sample.path.to_str().unwrap()).await;
    assert_eq!(problem.code, Code::Locked, "{problem:?}");
    assert!(
        problem.message.contains(&format!("process {}", other.id())),
        "{problem:?}"
    );
    drop(other.stdin.take());
    other.wait().unwrap();
    assert!(Opener.open_address(sample.path.to_str().unwrap()).await.is_ok());
}

#[cfg(unix)]
#[tokio::test]
async fn a_duckdb_file_that_is_let_go_of_can_be_written_by_others() {
    use std::process::{Command, Stdio};
    let sample = Engine::Duckdb.sample("CREATE TABLE t(a INTEGER);");
    let others_may_write = || {
        let other = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "db::tests::opening::hold_a_duckdb_file"])
            .env("ASKWELL_TEST_HOLD", &sample.path)
            .stdin(Stdio::null())
            .output();
        other.unwrap().status.success()
    };
    let database = sample.open().await;
    ran(&*database, "SELECT a FROM t").await;
    assert!(!others_may_write());
    drop(database);
    let began = std::time::Instant::now();
    while !others_may_write() {
        assert!(
            began.elapsed() < std::time::Duration::from_secs(10),
            "the lock is still held"
        );
    }
}

#[tokio::test]
async fn changes_in_duckdbs_log_are_read_without_touching_it() {
    let sample = Engine::Duckdb.sample("CREATE TABLE t(a INTEGER); INSERT INTO t VALUES (1);");
    let writer = ::duckdb::Connection::open(&sample.path).unwrap();
    writer
        .execute_batch("SET checkpoint_threshold = '1GB'; INSERT INTO t VALUES (2)")
        .unwrap();
    // As a program leaves it that was killed: the change is in the log only.
    let left = sample.dir.path().join("left.duckdb");
    fs::copy(&sample.path, &left).unwrap();
    fs::copy(
        sample.dir.path().join("my data.duckdb.wal"),
        sample.dir.path().join("left.duckdb.wal"),
    )
    .unwrap();
    drop(writer);
    let before = fs::read(&left).unwrap();
    let database = Opener.open_address(left.to_str().unwrap()).await.unwrap();
    assert_eq!(ran(&*database, "SELECT sum(a) FROM t").await.rows, [[Cell::Int(3)]]);
    drop(database);
    assert!(fs::read(&left).unwrap() == before);
}

#[tokio::test]
async fn two_may_read_one_duckdb_file() {
    let sample = Engine::Duckdb.sample("CREATE TABLE t(a INTEGER); INSERT INTO t VALUES (1);");
    let (one, two) = (sample.open().await, sample.open().await);
    assert_eq!(
        ran(&*one, "SELECT a FROM t").await.rows,
        ran(&*two, "SELECT a FROM t").await.rows
    );
}

#[tokio::test]
async fn a_file_named_as_a_database_is_not_taken_for_lines() {
    let dir = tempfile::tempdir().unwrap();
    for name in ["notes.sqlite", "notes.DB", "notes.duckdb"] {
        let path = dir.path().join(name);
        fs::write(&path, "day;visitors\n1;120\n2;75\n").unwrap();
        let problem = problem(&path.display().to_string()).await;
        assert_eq!(problem.code, Code::NotADatabase, "{name}");
        // And how it opens all the same.
        assert!(problem.hint.unwrap().contains("files:"), "{name}");
    }
}

/// The sum that a DuckDB file keeps of its first block, so that a changed version is not taken for damage.
fn sum(block: &[u8]) -> u64 {
    let words = block.chunks_exact(8).map(|w| u64::from_le_bytes(w.try_into().unwrap()));
    words.fold(5381, |sum, word| sum ^ word.wrapping_mul(0xbf58_476d_1ce4_e5b9))
}

#[tokio::test]
async fn a_duckdb_file_of_a_newer_version_is_named_as_such() {
    let sample = Engine::Duckdb.sample("CREATE TABLE t(a INTEGER);");
    let mut bytes = fs::read(&sample.path).unwrap();
    assert_eq!(bytes[..8], sum(&bytes[8..4096]).to_le_bytes());
    // Behind the sum and the magic bytes: the format's version, flags, the version that wrote it.
    bytes[12..20].copy_from_slice(&900u64.to_le_bytes());
    bytes[52..84].fill(0);
    bytes[52..58].copy_from_slice(b"v2.0.0");
    let whole = sum(&bytes[8..4096]).to_le_bytes();
    bytes[..8].copy_from_slice(&whole);
    fs::write(&sample.path, &bytes).unwrap();
    let newer = problem(sample.path.to_str().unwrap()).await;
    assert_eq!(newer.code, Code::NotADatabase, "{newer:?}");
    assert!(newer.message.contains("DuckDB v2.0.0"), "{newer:?}");
    assert!(newer.hint.unwrap().contains("EXPORT DATABASE"));
}
