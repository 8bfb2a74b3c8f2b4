use super::*;

fn names(folder: &Path) -> Vec<String> {
    fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .collect()
}

#[test]
fn a_finished_export_replaces_the_file_and_a_dropped_one_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out é.csv");
    fs::write(&path, "old").unwrap();
    let mut sink = Disk.create(path.to_str().unwrap()).unwrap();
    sink.write(b"a,b\r\n").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"old");
    drop(sink);
    assert_eq!(
        (fs::read(&path).unwrap(), names(folder.path()).len()),
        (b"old".to_vec(), 1)
    );
    let mut sink = Disk.create(path.to_str().unwrap()).unwrap();
    sink.write(&vec![b'x'; 200_000]).unwrap();
    sink.finish().unwrap();
    assert_eq!(
        (fs::read(&path).unwrap().len(), names(folder.path()).len()),
        (200_000, 1)
    );
}

#[test]
fn a_name_as_long_as_the_file_system_allows_at_the_end_of_a_long_path_is_exported_to() {
    let folder = tempfile::tempdir().unwrap();
    let mut far = folder.path().to_path_buf();
    while far.as_os_str().len() < 300 {
        far.push("a folder in a folder, and so on and on");
    }
    fs::create_dir_all(&far).unwrap();
    for name in [format!("{}.csv", "x".repeat(251)), format!("x{}.csv", "é".repeat(125))] {
        let path = far.join(&name);
        let mut sink = Disk.create(path.to_str().unwrap()).unwrap();
        sink.write(b"a,b\r\n").unwrap();
        sink.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"a,b\r\n");
    }
    assert_eq!(names(&far).len(), 2);
}

#[test]
fn folders_missing_folders_and_databases_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |path: &Path| Disk.create(path.to_str().unwrap()).err().map(|p| p.code);
    assert_eq!(refused(folder.path()), Some(ProblemCode::BadInput));
    assert_eq!(
        refused(&folder.path().join("no/where.csv")),
        Some(ProblemCode::NotFound)
    );
    assert_eq!(refused(Path::new("")), Some(ProblemCode::BadInput));
    let database = folder.path().join("a.db");
    fs::write(&database, b"SQLite format 3\0 and more").unwrap();
    assert_eq!(refused(&database), Some(ProblemCode::BadInput));
    assert_eq!(names(folder.path()), ["a.db"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said_so() {
    // Every write to this device fails as on a full disk.
    let full = File::options().write(true).open("/dev/full").unwrap();
    let target = PathBuf::from("out.csv");
    let mut sink = Draft {
        file: Some(BufWriter::with_capacity(4, disk::Pen(full))),
        draft: "none".into(),
        target,
    };
    let problem = sink.write(b"more than the buffer").unwrap_err();
    assert_eq!(problem.code, ProblemCode::Lost);
    assert!(problem.message.contains("no room"), "{problem:?}");
}

// ── typed files ───────────────────────────────────────────────────────────────────────────────────────────────────

use askwell_contract::ports::Cancel;
use askwell_contract::{Cell, Row, TypeKind};
use calamine::{Data, Reader};

fn columns(of: &[(&str, TypeKind)]) -> Vec<ResultColumn> {
    of.iter()
        .map(|(name, kind)| ResultColumn {
            name: (*name).into(),
            kind: *kind,
        })
        .collect()
}

fn text(text: &str) -> Cell {
    Cell::Text(text.into())
}

const KINDS: [(&str, TypeKind); 6] = [
    ("code", TypeKind::Text),
    ("n", TypeKind::Integer),
    ("price", TypeKind::Decimal),
    ("day", TypeKind::Text),
    ("at", TypeKind::Timestamp),
    ("mixed", TypeKind::Other),
];

fn rows() -> Vec<Row> {
    vec![
        vec![
            text("007"),
            Cell::Int(42),
            Cell::Decimal("12.50".into()),
            text("2024-02-29"),
            Cell::Timestamp("2024-02-29 13:05:00".into()),
            Cell::Int(1),
        ],
        vec![
            text("=1+1"),
            Cell::Int(9_007_199_254_740_993),
            Cell::Decimal("0.05".into()),
            Cell::Null,
            Cell::Null,
            text("2023-02-30"),
        ],
    ]
}

fn written(kind: TableFile, path: &Path, rows: &[Row], of: &[(&str, TypeKind)]) -> askwell_contract::ports::Written {
    let mut table = Disk.table(path.to_str().unwrap(), kind, &columns(of)).unwrap();
    table.rows(rows).unwrap();
    assert!(!path.exists(), "not before it is whole");
    let about = [
        ("Question".to_string(), "Which?".to_string()),
        ("Rows".into(), "2".into()),
    ];
    table.finish(&about, &Cancel::new()).unwrap()
}

#[test]
fn a_workbook_has_typed_cells_and_a_sheet_that_says_where_they_came_from() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.xlsx");
    let done = written(TableFile::Excel, &path, &rows(), &KINDS);
    assert_eq!((done.bytes, done.notes.len()), (fs::metadata(&path).unwrap().len(), 0));
    assert_eq!(names(folder.path()), ["out.xlsx"]);
    let mut book: calamine::Xlsx<_> = calamine::open_workbook(&path).unwrap();
    assert_eq!(book.sheet_names(), ["Rows", "Where this came from"]);
    let sheet = book.worksheet_range("Rows").unwrap();
    let cell = |row: u32, column: u32| sheet.get_value((row, column)).cloned().unwrap_or(Data::Empty);
    assert_eq!(cell(0, 0), Data::String("code".into()));
    assert_eq!(cell(1, 0), Data::String("007".into()), "a leading zero stays");
    assert_eq!((cell(1, 1), cell(1, 2)), (Data::Float(42.0), Data::Float(12.5)));
    assert!(
        matches!(cell(1, 3), Data::DateTime(d) if d.as_f64() == 45_351.0),
        "{:?}",
        cell(1, 3)
    );
    assert!(matches!(cell(1, 4), Data::DateTime(_)), "{:?}", cell(1, 4));
    assert_eq!(cell(2, 0), Data::String("=1+1".into()), "no text is a formula");
    assert_eq!(cell(2, 1), Data::String("9007199254740993".into()), "no digit is lost");
    assert_eq!(
        (cell(2, 3), cell(2, 5)),
        (Data::Empty, Data::String("2023-02-30".into()))
    );
    let about = book.worksheet_range("Where this came from").unwrap();
    assert_eq!(about.get_value((0, 1)), Some(&Data::String("Which?".into())));
    assert_eq!(about.get_value((1, 1)), Some(&Data::Float(2.0)));
}

#[test]
fn what_a_cell_cannot_hold_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.xlsx");
    let long = vec![vec![text(&"é".repeat(40_000))], vec![text("short")]];
    let done = written(TableFile::Excel, &path, &long, &[("t", TypeKind::Text)]);
    assert!(done.notes[0].starts_with("1 text(s) were longer"), "{:?}", done.notes);
    let mut book: calamine::Xlsx<_> = calamine::open_workbook(&path).unwrap();
    let sheet = book.worksheet_range("Rows").unwrap();
    let Some(Data::String(held)) = sheet.get_value((1, 0)) else {
        panic!()
    };
    assert_eq!(held.chars().count(), 32_767);
}

#[test]
fn a_parquet_column_has_the_type_of_all_its_values_or_is_text() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("it's.parquet");
    let mut all = rows();
    all[1][5] = text("two");
    written(TableFile::Parquet, &path, &all, &KINDS);
    assert_eq!(names(folder.path()), ["it's.parquet"]);
    let connection = duckdb::Connection::open_in_memory().unwrap();
    let from = db::literal(path.to_str().unwrap());
    let types: String = connection
        .query_row(
            &format!("SELECT string_agg(column_type, ' ') FROM (DESCRIBE SELECT * FROM {from})"),
            [],
            |row| row.get(0),
        )
        .unwrap();
    assert_eq!(types, "VARCHAR BIGINT DECIMAL(4,2) DATE TIMESTAMP VARCHAR");
    let held: String = connection
        .query_row(
            &format!("SELECT string_agg(concat_ws('/', code, n, price, day, \"at\", mixed), ' ') FROM {from}"),
            [],
            |row| row.get(0),
        )
        .unwrap();
    assert_eq!(
        held,
        "007/42/12.50/2024-02-29/2024-02-29 13:05:00/1 =1+1/9007199254740993/0.05/two"
    );
}

#[tokio::test]
async fn a_typed_file_that_is_stopped_or_dropped_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    for kind in [TableFile::Excel, TableFile::Parquet] {
        let path = folder.path().join("out");
        let begun = || {
            let mut table = Disk.table(path.to_str().unwrap(), kind, &columns(&KINDS)).unwrap();
            table.rows(&rows()).unwrap();
            table
        };
        drop(begun());
        assert!(names(folder.path()).is_empty());
        let stopped = Cancel::new();
        stopped.cancel();
        let problem = begun().finish(&[], &stopped).unwrap_err();
        assert_eq!(problem.code, ProblemCode::Cancelled, "{problem:?}");
        assert!(names(folder.path()).is_empty());
    }
}

#[test]
fn a_file_that_is_gone_is_not_shown() {
    let folder = tempfile::tempdir().unwrap();
    let gone = folder.path().join("gone.csv");
    let problem = Disk.show(gone.to_str().unwrap(), Show::Open).unwrap_err();
    assert_eq!(problem.code, ProblemCode::NotFound);
}
