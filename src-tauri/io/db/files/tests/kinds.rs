//! JSON and Parquet.

use super::*;

async fn json(name: &str, bytes: &str) -> (Table, Vec<Vec<Cell>>) {
    let drop = Drop::of(name, bytes);
    let database = drop.open().await;
    let table = table(&*database).await;
    let rows = ran(&*database, &format!("SELECT * FROM \"{}\"", table.name)).await.rows;
    (table, rows)
}

/// A Parquet file, by DuckDB itself.
pub fn parquet(path: &Path, query: &str) {
    let connection = duckdb::Connection::open_in_memory().unwrap();
    let path = path.to_string_lossy().replace('\'', "''");
    connection
        .execute_batch(&format!(
            "COPY ({query}) TO '{path}' (FORMAT parquet, USE_TMP_FILE false)"
        ))
        .unwrap();
}

#[tokio::test]
async fn json_is_read_in_all_its_shapes() {
    for (name, bytes) in [
        ("a.json", "[{\"id\":1,\"t\":\"x\"},{\"id\":2,\"t\":null}]"),
        ("a.json", "{\"id\":1,\"t\":\"x\"}\n{\"id\":2,\"t\":null}\n"),
        ("a.jsonl", "{\"id\":1,\"t\":\"x\"}\n{\"id\":2}\n"),
        ("a.ndjson", "\u{feff}{\"id\":1,\"t\":\"x\"}\r\n{\"id\":2}\r\n"),
        (
            "a.json",
            "[\n  {\n    \"id\": 1,\n    \"t\": \"x\"\n  },\n  {\"id\": 2}\n]",
        ),
    ] {
        let (table, rows) = json(name, bytes).await;
        assert_eq!(types(&table), [("id", "BIGINT"), ("t", "VARCHAR")], "{bytes}");
        assert_eq!(rows, [[Cell::Int(1), text("x")], [Cell::Int(2), Cell::Null]]);
        let source = table.source.unwrap();
        assert_eq!(
            (source.format.as_str(), source.encoding.as_deref()),
            ("JSON", Some("UTF-8"))
        );
        assert_eq!((source.header, source.delimiter), (None, None));
    }
}

#[tokio::test]
async fn json_keeps_every_digit_and_reads_only_certain_dates() {
    let (table, rows) = json(
        "a.json",
        "[{\"price\":1.10,\"long\":12345678901234567890123,\"zip\":\"00123\",\"iso\":\"2024-02-29\",\
          \"ts\":\"2024-02-29T10:00:00Z\",\"unclear\":\"01-02-2024\",\"day\":\"13.02.2024\",\"big\":9007199254740993,\
          \"real\":1e-9,\"none\":null,\"empty\":\"\"}]",
    )
    .await;
    let kinds = types(&table);
    assert_eq!(
        kinds[..7],
        [
            ("price", "DECIMAL(18,1)"),
            ("long", "VARCHAR"),
            ("zip", "VARCHAR"),
            ("iso", "DATE"),
            ("ts", "TIMESTAMP"),
            ("unclear", "VARCHAR"),
            ("day", "DATE"),
        ]
    );
    assert_eq!(
        rows[0][..9],
        [
            decimal("1.1"),
            text("12345678901234567890123"),
            text("00123"),
            date("2024-02-29"),
            Cell::Timestamp("2024-02-29 10:00:00".into()),
            text("01-02-2024"),
            date("2024-02-13"),
            Cell::Int(9_007_199_254_740_993),
            Cell::Real(1e-9),
        ]
    );
    assert_eq!(rows[0][9..], [Cell::Null, text("")]);
}

#[tokio::test]
async fn nested_json_stays_nested() {
    let (table, rows) = json(
        "a.json",
        "[{\"who\":{\"name\":\"Ann\",\"age\":5},\"tags\":[\"a\",\"b\"]}]",
    )
    .await;
    assert_eq!(types(&table)[0].1, "STRUCT(\"name\" VARCHAR, age BIGINT)");
    assert_eq!(rows[0][0], Cell::Json("{\"name\":\"Ann\",\"age\":5}".into()));
    assert_eq!(rows[0][1], Cell::List(vec![text("a"), text("b")]));
    let drop = Drop::of("a.json", "[{\"who\":{\"name\":\"Ann\"}}]");
    assert_eq!(
        ran(&*drop.open().await, "SELECT a.who.name FROM a").await.rows,
        [[text("Ann")]]
    );
}

#[tokio::test]
async fn a_late_object_with_other_fields_counts() {
    let mut lines: String = (0..30_000).map(|i| format!("{{\"a\":{i}}}\n")).collect();
    lines.push_str("{\"a\":\"x\",\"late\":1}\n");
    let (table, _) = json("a.jsonl", &lines).await;
    assert_eq!(types(&table), [("a", "JSON"), ("late", "BIGINT")]);
    assert_eq!(table.rows.unwrap().count, 30_001);
}

#[tokio::test]
async fn broken_json_is_a_problem_with_its_line() {
    let problem = Drop::of("orders.jsonl", "{\"a\":1}\n{\"a\":2\n{\"a\":3}\n")
        .problem()
        .await;
    assert_eq!(problem.code, Code::NotADatabase);
    assert!(
        problem.message.contains("of \"orders.jsonl\"") && problem.message.contains("JSON"),
        "{problem:?}"
    );
    assert!(
        problem.message.contains("Line 2") || problem.message.contains("Line 3"),
        "{problem:?}"
    );
}

#[tokio::test]
async fn parquet_is_read_where_it_lies() {
    let drop = Drop::new();
    let path = drop.path("it's [1] of 50*.parquet");
    parquet(
        &path,
        "SELECT range AS id, 'n' || range AS name, range::DECIMAL(9,2) AS paid FROM range(5000)",
    );
    let database = open(&path).await;
    let table = table(&*database).await;
    assert_eq!(table.name, "it's [1] of 50_");
    assert_eq!(
        types(&table),
        [("id", "BIGINT"), ("name", "VARCHAR"), ("paid", "DECIMAL(9,2)")]
    );
    assert_eq!(
        table.rows.unwrap(),
        askwell_contract::RowCount {
            count: 5000,
            exact: true
        }
    );
    assert_eq!(table.source.unwrap().format, "Parquet");
    let rows = ran(&*database, "SELECT max(id), max(paid) FROM \"it's [1] of 50_\"")
        .await
        .rows;
    assert_eq!(rows, [[Cell::Int(4999), decimal("4999.00")]]);
}

#[tokio::test]
async fn a_damaged_parquet_file_is_a_problem() {
    let drop = Drop::new();
    let path = drop.path("a.parquet");
    parquet(&path, "SELECT range AS id FROM range(5000)");
    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    let problem = drop.problem().await;
    assert_eq!(problem.code, Code::NotADatabase);
    assert!(problem.message.contains("a.parquet"), "{problem:?}");
}
