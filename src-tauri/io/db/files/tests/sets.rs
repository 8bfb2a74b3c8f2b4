//! Several files, folders, addresses, and what cannot be opened together.

use askwell_contract::connect::{Step, StepKind, StepResult};

use super::super::super::tests::Engine;
use super::*;

#[tokio::test]
async fn a_folder_is_its_data_files_and_says_what_it_left_out() {
    let drop = Drop::new();
    drop.add("b.csv", "x,y\n1,2\n");
    drop.add("a.json", "[{\"x\":1}]");
    drop.add("readme.txt", "Hello,\nthis is not a table.\n");
    drop.add("list.txt", "id;name\n1;x\n");
    drop.add("photo.jpg", b"\xff\xd8\xff");
    drop.add(".hidden.csv", "x\n1\n");
    drop.add("empty.csv", "");
    drop.add("below/c.csv", "x\n1\n");
    let database = drop.open().await;
    let catalog = database.describe().await.unwrap();
    assert_eq!(tables(&catalog), ["a", "b", "list"]);
    assert_eq!(catalog.name, drop.dir.path().file_name().unwrap().to_string_lossy());
    assert!(
        catalog.engine.starts_with("DuckDB ") && catalog.engine.contains("over 3 files"),
        "{}",
        catalog.engine
    );
    assert!(catalog.engine.contains("left out: 4 other files"), "{}", catalog.engine);
    assert_eq!(
        ran(&*database, "SELECT count(*) FROM a JOIN b ON a.x = b.x").await.rows,
        [[Cell::Int(1)]]
    );
}

#[tokio::test]
async fn files_of_one_name_are_told_apart() {
    let drop = Drop::new();
    let paths = [
        drop.add("2023/data.csv", "a\n1\n"),
        drop.add("2024/data.csv", "a\n2\n"),
        drop.add("2024/data.json", "[{\"a\":3}]"),
    ];
    let paths: Vec<&Path> = paths.iter().map(PathBuf::as_path).collect();
    let database = try_open(&paths).await.unwrap();
    let catalog = database.describe().await.unwrap();
    assert_eq!(tables(&catalog), ["data_2023", "data_2024", "data_2024_2"]);
    assert_eq!(catalog.name, "3 files");
    assert_eq!(
        ran(&*database, "SELECT a FROM data_2024_2").await.rows,
        [[Cell::Int(3)]]
    );
    // The same file twice is one file.
    let twice = try_open(&[paths[0], paths[0]]).await.unwrap().describe().await.unwrap();
    assert_eq!((tables(&twice).len(), twice.name.as_str()), (1, "data"));
}

#[tokio::test]
async fn any_name_of_a_file_is_a_name_of_a_table() {
    let drop = Drop::new();
    let names = [
        "select.csv",
        "two words.csv",
        "😀 שלום.csv",
        "o'clock \"now\".csv",
        "a;b%3B.csv",
        "[x]*?{y}.csv",
        "a1.csv",
        "a[1].csv",
        "a*.csv",
        "year=2024.csv",
        "UPPER.CSV",
        "t; DROP TABLE x --.csv",
    ];
    for (i, name) in names.iter().enumerate() {
        drop.add(name, format!("n\n{i}\n"));
    }
    let paths: Vec<PathBuf> = names.iter().map(|name| drop.path(name)).collect();
    let paths: Vec<&Path> = paths.iter().map(PathBuf::as_path).collect();
    let database = try_open(&paths).await.unwrap();
    let catalog = database.describe().await.unwrap();
    assert_eq!(catalog.tables.len(), names.len());
    for (i, (table, name)) in catalog.tables.iter().zip(names).enumerate() {
        let stem = &name[..name.len() - 4];
        assert!(
            table.name == stem.replace(['*', '?'], "_") || table.name == "a__2",
            "{}",
            table.name
        );
        assert_eq!(types(table), [("n", "BIGINT")]);
        let sql = format!("SELECT n FROM \"{}\"", table.name.replace('"', "\"\""));
        assert_eq!(ran(&*database, &sql).await.rows, [[Cell::Int(i as i64)]], "{name}");
    }
}

#[tokio::test]
async fn what_cannot_be_opened_says_why() {
    let drop = Drop::new();
    let csv = drop.add("a.csv", "a\n1\n");
    let sqlite = Engine::Sqlite.sample("CREATE TABLE t(a INTEGER);");
    let mixed = problem(&[&csv, &sqlite.path]).await;
    assert_eq!(mixed.code, Code::BadInput);
    assert!(
        mixed.message.contains("my data.sqlite") && mixed.message.contains("SQLite"),
        "{mixed:?}"
    );
    let gone = problem(&[&csv, &drop.path("gone.csv")]).await;
    assert_eq!(gone.code, Code::NotFound);
    assert!(gone.message.contains("gone.csv"));
    let none = Drop::of("photo.jpg", b"\xff\xd8\xff").problem().await;
    assert_eq!(none.code, Code::NotADatabase);
    assert!(none.message.contains("no file that can be read as a table"), "{none:?}");
    for (name, bytes, words) in [
        ("page.csv", &b"<!doctype html><html>"[..], "HTML"),
        ("archive.zip", b"PK\x03\x04rest", "zip"),
        ("book.xlsx", b"PK\x03\x04rest", "workbook"),
        ("noise.csv", b"a,b\n\x00\x01\x00\x02", "no text"),
        ("image.png", b"\x89PNG\r\n\x1a\n\x00", "is not a file that can be read"),
        ("dump.sql", b"CREATE TABLE t(a);", "SQL text"),
    ] {
        let path = drop.add(name, bytes);
        let problem = problem(&[&path]).await;
        assert_eq!(problem.code, Code::NotADatabase, "{name}: {problem:?}");
        assert!(
            problem.message.contains(name) && problem.message.contains(words),
            "{problem:?}"
        );
    }
}

#[tokio::test]
async fn a_bare_path_is_enough() {
    let drop = Drop::of("a.csv", "a,b\n1,2\n");
    drop.add("no ending", "a;b\n1;2\n");
    for path in [
        drop.path("a.csv"),
        drop.path("no ending"),
        drop.dir.path().to_path_buf(),
    ] {
        let understood = Opener.understand(path.to_str().unwrap()).await.unwrap();
        let paths = vec![path.to_string_lossy().into_owned()];
        assert_eq!(understood.place, Place::Files { paths });
        assert!(Opener.open_address(path.to_str().unwrap()).await.is_ok());
    }
    // A database among them is still the database that it is.
    let sqlite = Engine::Sqlite.sample("CREATE TABLE t(a INTEGER);");
    let understood = Opener.understand(sqlite.path.to_str().unwrap()).await.unwrap();
    assert!(matches!(understood.place, Place::Sqlite { .. }));
}

#[tokio::test]
async fn the_test_names_each_step() {
    let drop = Drop::of("a.csv", "a\n1\n");
    let steps = |path: PathBuf| async move {
        let seen = std::sync::Mutex::new(Vec::new());
        let paths = vec![path.to_string_lossy().into_owned()];
        let passed = Opener
            .test(&Place::Files { paths }.into(), &Secrets::default(), &|step: Step| {
                seen.lock().unwrap().push(step);
            })
            .await;
        (passed, seen.into_inner().unwrap())
    };
    let (passed, seen) = steps(drop.path("a.csv")).await;
    assert!(passed);
    let kinds: Vec<StepKind> = seen.iter().map(|step| step.step).collect();
    assert_eq!(kinds, [StepKind::File, StepKind::Database, StepKind::Read]);
    assert_eq!(seen[0].result, StepResult::Passed { found: "1 file".into() });
    let (passed, seen) = steps(drop.path("b.csv")).await;
    assert!(!passed && seen.len() == 1 && matches!(seen[0].result, StepResult::Failed { .. }));
}
