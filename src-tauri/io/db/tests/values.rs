//! Values arrive as they are.

use askwell_contract::TypeKind;

use super::*;

every_engine! {
    null_is_not_the_empty_text
    kinds_come_from_the_declaration_or_the_values
    unicode_survives
    numbers_keep_every_digit
    a_column_of_nulls_is_fine
    two_columns_may_have_one_name
    errors_have_codes
    a_plan_is_a_tree
    a_measured_plan_has_rows_and_times_and_passed_the_locks
}

async fn null_is_not_the_empty_text(engine: Engine) {
    let sample = engine.sample("CREATE TABLE t(a TEXT); INSERT INTO t VALUES (NULL), (''), (' ');");
    let result = ran(&*sample.open().await, "SELECT a FROM t ORDER BY a IS NULL DESC, a").await;
    assert_eq!(result.rows, [[Cell::Null], [text("")], [text(" ")]]);
}

async fn kinds_come_from_the_declaration_or_the_values(engine: Engine) {
    let sample = engine.sample(
        "CREATE TABLE t(d DATE, n INTEGER, r DOUBLE PRECISION, b BOOLEAN);
         INSERT INTO t VALUES (NULL, NULL, NULL, NULL), ('2024-02-29', 3, 0.5, TRUE);",
    );
    let sql =
        "SELECT d, n, r, b, count(*) OVER () AS c, 'x' || n AS label, n * 0.5 AS half FROM t ORDER BY n IS NOT NULL";
    let result = ran(&*sample.open().await, sql).await;
    let kinds: Vec<TypeKind> = result.columns.iter().map(|c| c.kind).collect();
    use TypeKind as K;
    assert_eq!(
        kinds[..6],
        [K::Date, K::Integer, K::Real, K::Boolean, K::Integer, K::Text]
    );
    assert!(kinds[6].is_number());
    // SQLite has no type for a date or a truth value, and what it stored is what is shown.
    let date = engine.pick(
        text("2024-02-29"),
        Cell::Date("2024-02-29".into()),
        Cell::Date("2024-02-29".into()),
    );
    let truth = engine.pick(Cell::Int(1), Cell::Bool(true), Cell::Bool(true));
    assert_eq!(result.rows[1][..4], [date, Cell::Int(3), Cell::Real(0.5), truth]);
}

async fn unicode_survives(engine: Engine) {
    let sample =
        engine.sample("CREATE TABLE t(a TEXT); INSERT INTO t VALUES ('\u{5e9} ''q'' \u{1f986} \u{65}\u{301}\r\n\t');");
    let database = sample.open().await;
    let stored = text("\u{5e9} 'q' \u{1f986} \u{65}\u{301}\r\n\t");
    assert_eq!(ran(&*database, "SELECT a FROM t").await.rows, [[stored]]);
    let farmer = "Zo\u{eb} \u{1f9d1}\u{200d}\u{1f33e}";
    assert_eq!(
        ran(&*database, &format!("SELECT '{farmer}' AS w")).await.rows,
        [[text(farmer)]]
    );
}

async fn numbers_keep_every_digit(engine: Engine) {
    let sample =
        engine.sample("CREATE TABLE t(a BIGINT); INSERT INTO t VALUES (9223372036854775807), (-9223372036854775808);");
    let result = ran(&*sample.open().await, "SELECT a FROM t ORDER BY a").await;
    assert_eq!(result.rows, [[Cell::Int(i64::MIN)], [Cell::Int(i64::MAX)]]);
}

async fn a_column_of_nulls_is_fine(engine: Engine) {
    let sample = engine.sample("CREATE TABLE t(a TEXT); INSERT INTO t VALUES (NULL), (NULL);");
    let result = ran(&*sample.open().await, "SELECT a, NULL AS n FROM t").await;
    assert_eq!(result.rows, [[Cell::Null, Cell::Null], [Cell::Null, Cell::Null]]);
}

async fn two_columns_may_have_one_name(engine: Engine) {
    let sample = engine.sample("CREATE TABLE t(a INTEGER); INSERT INTO t VALUES (1);");
    let result = ran(&*sample.open().await, "SELECT a, a + 1 AS a FROM t").await;
    assert_eq!(
        (result.columns.len(), &result.rows[0]),
        (2, &vec![Cell::Int(1), Cell::Int(2)])
    );
}

async fn errors_have_codes(engine: Engine) {
    let sample =
        engine.sample("CREATE TABLE t(a TEXT, b INTEGER); CREATE TABLE u(b INTEGER); INSERT INTO t VALUES ('x', 1);");
    let database = sample.open().await;
    for (sql, code) in [
        ("SELEC a FROM t", "syntax"),
        ("SELECT nope FROM t", "unknown_column"),
        ("SELECT t.nope FROM t", "unknown_column"),
        ("SELECT a FROM nope", "unknown_table"),
        ("SELECT t.b FROM t JOIN u ON b = b", "ambiguous_column"),
        ("SELECT a FROM t WHERE count(*) > 1", "aggregate"),
        ("DELETE FROM t", "not_read_only"),
    ] {
        let finding = refused(&*database, sql).await;
        assert_eq!(finding.code, code, "{sql}: {finding:?}");
        assert!(!finding.message.is_empty());
    }
}

async fn a_plan_is_a_tree(engine: Engine) {
    let sample = engine.sample("CREATE TABLE t(a INTEGER); CREATE TABLE u(a INTEGER);");
    let database = sample.open().await;
    let plan = database
        .explain("SELECT count(*) FROM t JOIN u ON t.a = u.a;", &Cancel::new())
        .await
        .unwrap()
        .unwrap();
    fn labels(plan: &askwell_contract::run::Explain) -> String {
        plan.label.clone() + &plan.children.iter().map(labels).collect::<String>()
    }
    let words = labels(&plan);
    assert!(words.to_uppercase().contains("SCAN"), "{words}");
    assert!(
        engine == Engine::Sqlite || words.to_uppercase().contains("JOIN"),
        "{words}"
    );
    let wrong = database
        .explain("SELECT nope FROM t", &Cancel::new())
        .await
        .unwrap()
        .unwrap_err();
    assert_eq!((wrong.code.as_str(), wrong.position), ("unknown_column", Some(8)));
    let late = refused(&*database, "SELECT 'é', nope FROM t").await;
    assert_eq!(late.position, Some(13));
    // SQLite's general error; DuckDB's kind of exception; SQLSTATE.
    assert_eq!(
        late.engine_code.as_deref(),
        Some(engine.pick("1", "Binder Error", "42703"))
    );
    let write = database
        .explain("DROP TABLE t", &Cancel::new())
        .await
        .unwrap()
        .unwrap_err();
    assert_eq!(write.code, "not_read_only");
}

async fn a_measured_plan_has_rows_and_times_and_passed_the_locks(engine: Engine) {
    let sample = engine.sample("CREATE TABLE t(a INTEGER); INSERT INTO t VALUES (1), (2), (3);");
    let database = sample.open().await;
    let measured = async |sql: &str, milliseconds: u64| {
        let limits = Limits {
            milliseconds,
            ..Limits::EXPORT
        };
        database.measure(sql, limits, &Cancel::new()).await.unwrap()
    };
    let plan = measured("SELECT count(*) FROM t WHERE a > 1", 60_000).await.unwrap();
    fn rows(plan: &askwell_contract::run::Explain, all: &mut Vec<(f64, f64)>) {
        all.extend(plan.rows.zip(plan.ms));
        plan.children.iter().for_each(|child| rows(child, all));
    }
    let mut found = Vec::new();
    rows(&plan, &mut found);
    // SQLite measures nothing.
    assert_eq!(plan.ms.is_some(), engine != Engine::Sqlite, "{plan:?}");
    assert_eq!(
        found.iter().any(|(rows, _)| *rows == 2.0),
        engine != Engine::Sqlite,
        "{plan:?}"
    );
    for sql in [
        "DROP TABLE t",
        "DELETE FROM t",
        "WITH gone AS (DELETE FROM t RETURNING a) SELECT a FROM gone",
        "SELECT 1; DROP TABLE t",
    ] {
        assert!(measured(sql, 60_000).await.is_err(), "{sql}");
    }
    assert_eq!(
        ran(&*database, "SELECT count(*) AS n FROM t").await.rows,
        [[Cell::Int(3)]]
    );
    if engine != Engine::Sqlite {
        let endless = engine.pick(
            "",
            "SELECT count(*) FROM range(10000000) AS a(x), range(10000000) AS b(y) WHERE (x * 7 + y) % 11 = 3",
            "SELECT count(*) FROM generate_series(1, 1000000000)",
        );
        assert_eq!(measured(endless, 50).await.unwrap_err().code, "timeout");
        let cancel = Cancel::new();
        let stop = async {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            cancel.cancel();
        };
        let (stopped, ()) = tokio::join!(database.measure(endless, Limits::EXPORT, &cancel), stop);
        assert!(matches!(stopped, Err(_) | Ok(Err(_))), "{stopped:?}");
        assert_eq!(
            measured("SELECT a FROM t", 60_000).await.map(|p| p.ms.is_some()),
            Ok(true)
        );
    }
}

#[tokio::test]
async fn sqlite_values_come_as_stored_whatever_the_column_says() {
    let sample = Engine::Sqlite.sample(
        "CREATE TABLE t(a INTEGER, b); INSERT INTO t VALUES ('not a number', x'00ff'), (2, CAST(x'68e9' AS TEXT)), (1e300 * 1e300, NULL);",
    );
    let result = ran(&*sample.open().await, "SELECT a, b FROM t ORDER BY rowid").await;
    let kinds: Vec<TypeKind> = result.columns.iter().map(|c| c.kind).collect();
    assert_eq!(kinds, [TypeKind::Integer, TypeKind::Blob]);
    assert_eq!(
        result.rows[0],
        [
            text("not a number"),
            Cell::Blob {
                size: 2,
                head: vec![0, 255]
            }
        ]
    );
    assert_eq!(result.rows[1], [Cell::Int(2), text("h\u{fffd}")]);
    assert_eq!(result.rows[2], [Cell::Real(f64::INFINITY), Cell::Null]);
}

#[tokio::test]
async fn duckdb_types_are_faithful() {
    let sample = Engine::Duckdb.sample("CREATE TABLE t(a INTEGER);");
    let database = sample.open().await;
    let decimal = |d: &str| Cell::Decimal(d.into());
    let time = |t: &str| Cell::Timestamp(t.into());
    for (sql, kind, cell) in [
        ("12.50::DECIMAL(9,2)", TypeKind::Decimal, decimal("12.50")),
        (
            "-0.01::DECIMAL(38,20)",
            TypeKind::Decimal,
            decimal("-0.01000000000000000000"),
        ),
        ("7::HUGEINT", TypeKind::Integer, Cell::Int(7)),
        (
            "170141183460469231731687303715884105727::HUGEINT",
            TypeKind::Integer,
            decimal("170141183460469231731687303715884105727"),
        ),
        ("12::DECIMAL(38,0)", TypeKind::Decimal, decimal("12")),
        (
            "18446744073709551615::UBIGINT",
            TypeKind::Integer,
            decimal("18446744073709551615"),
        ),
        (
            "'99999999999999999999999999999999999999999999'::BIGNUM",
            TypeKind::Integer,
            decimal("99999999999999999999999999999999999999999999"),
        ),
        ("0.1::FLOAT", TypeKind::Real, Cell::Real(0.1)),
        ("DATE '2024-02-29'", TypeKind::Date, Cell::Date("2024-02-29".into())),
        (
            "DATE '0044-03-15 (BC)'",
            TypeKind::Date,
            Cell::Date("0044-03-15 (BC)".into()),
        ),
        ("'infinity'::DATE", TypeKind::Date, Cell::Date("infinity".into())),
        ("TIME '13:05:00.25'", TypeKind::Time, Cell::Time("13:05:00.25".into())),
        (
            "'13:05:00+02'::TIMETZ",
            TypeKind::Time,
            Cell::Time("13:05:00+02".into()),
        ),
        (
            "TIMESTAMP '2024-02-29 13:05:00'",
            TypeKind::Timestamp,
            time("2024-02-29 13:05:00"),
        ),
        (
            "TIMESTAMP '1969-12-31 23:59:59.5'",
            TypeKind::Timestamp,
            time("1969-12-31 23:59:59.5"),
        ),
        (
            "'2024-02-29 13:05:00+02'::TIMESTAMPTZ",
            TypeKind::Timestamp,
            time("2024-02-29 11:05:00+00"),
        ),
        (
            "INTERVAL 14 MONTH",
            TypeKind::Interval,
            Cell::Interval("1 year 2 months".into()),
        ),
        ("'{\"a\": 1}'::JSON", TypeKind::Json, Cell::Json("{\"a\": 1}".into())),
        (
            "[1, NULL, 3]",
            TypeKind::List,
            Cell::List(vec![Cell::Int(1), Cell::Null, Cell::Int(3)]),
        ),
        (
            "{'a': 1.50, 'b': ['x\"y']}",
            TypeKind::Struct,
            Cell::Json("{\"a\":1.50,\"b\":[\"x\\\"y\"]}".into()),
        ),
        (
            "MAP {'k': DATE '2024-01-01'}",
            TypeKind::Struct,
            Cell::Json("{\"k\":\"2024-01-01\"}".into()),
        ),
        (
            "'\\xAA\\x00'::BLOB",
            TypeKind::Blob,
            Cell::Blob {
                size: 2,
                head: vec![0xaa, 0],
            },
        ),
        ("'0101'::BIT", TypeKind::Other, text("0101")),
        ("'x'::ENUM('x', 'y')", TypeKind::Text, text("x")),
        (
            "uuid '00000000-0000-0000-0000-000000000001'",
            TypeKind::Text,
            text("00000000-0000-0000-0000-000000000001"),
        ),
        ("'nan'::DOUBLE", TypeKind::Real, Cell::Real(f64::NAN)),
        ("TRUE", TypeKind::Boolean, Cell::Bool(true)),
    ] {
        let result = ran(&*database, &format!("SELECT {sql} AS v")).await;
        assert_eq!(result.columns[0].kind, kind, "{sql}");
        assert_eq!(result.columns[0].name, "v");
        assert_eq!(format!("{:?}", result.rows), format!("{:?}", [[cell]]), "{sql}");
    }
}

/// As many rows as take several batches, with and without gaps, in every type that a column has a form for.
#[tokio::test]
async fn duckdb_columns_hold_what_its_rows_hold() {
    let whole = "i, i::TINYINT AS a, i::SMALLINT AS b, i::UTINYINT AS c, i::USMALLINT AS d, i::INTEGER AS e, \
        i::UINTEGER AS f, i::UBIGINT AS g, i::HUGEINT AS h, (i / 7)::FLOAT AS j, i / 7 AS k, (i / 7)::DECIMAL(9, 3) AS l, \
        'text é ' || i AS m, DATE '2020-02-28' + i::INTEGER AS n, TIMESTAMP '1969-12-31 23:59:59.5' + to_seconds(i) AS o, \
        (TIMESTAMP '2020-01-01' + to_days(i::INTEGER))::TIMESTAMPTZ AS p, TIME '00:00' + to_seconds(i) AS q, i % 2 = 0 AS r, \
        to_days(i::INTEGER) AS s, [i] AS t, {'i': i} AS u, ('b' || i)::BLOB AS v, ('[' || i || ']')::JSON AS w, \
        '13:05:00+02'::TIMETZ AS x, 'x'::ENUM('x', 'y') AS y, make_timestamp_ns(i) AS z";
    let names: Vec<String> = ('a'..='z')
        .map(|c| format!("CASE WHEN i % 3 > 0 THEN {c} END"))
        .collect();
    let sample = Engine::Duckdb.sample(&format!(
        "CREATE TABLE whole AS SELECT {whole} FROM (SELECT range % 100 AS i FROM range(5000));
         CREATE TABLE gaps AS SELECT {} FROM whole;",
        names.join(", ").replace("THEN i END", "THEN i::VARCHAR END")
    ));
    let database = sample.open().await;
    for sql in [
        "SELECT * FROM whole",
        "SELECT * FROM gaps",
        "SELECT * FROM whole LIMIT 0",
    ] {
        let scanned = database
            .scan(sql, Limits::EXPORT, &Cancel::new())
            .await
            .unwrap()
            .unwrap();
        let scanned = scanned.collect().await.unwrap();
        let stream = database.query(sql, Limits::EXPORT, &Cancel::new()).await.unwrap();
        let asked = stream.unwrap().collect().await.unwrap();
        assert_eq!(scanned.rows.len(), asked.rows.len());
        assert!(scanned.rows == asked.rows && scanned.columns == asked.columns, "{sql}");
        assert_eq!(asked.rows.len(), if sql.contains("LIMIT") { 0 } else { 5_000 });
    }
    let scanned = database
        .scan("DELETE FROM whole", Limits::EXPORT, &Cancel::new())
        .await
        .unwrap();
    assert_eq!(
        scanned.err().map(|finding| finding.code).as_deref(),
        Some("not_read_only")
    );
}

#[tokio::test]
async fn duckdb_keeps_to_one_time_zone() {
    let sample = Engine::Duckdb.sample("CREATE TABLE t(a INTEGER);");
    let result = ran(
        &*sample.open_with_one_lock().await,
        "SELECT current_setting('TimeZone') AS zone",
    )
    .await;
    assert_eq!(result.rows, [[text("UTC")]]);
}
