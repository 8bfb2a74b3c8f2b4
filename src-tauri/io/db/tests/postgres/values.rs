//! Every type faithfully, and what the engine says of errors.

use askwell_contract::{ProblemCode, TypeKind};

use super::super::*;
use super::on_a_server;

#[tokio::test]
async fn postgres_types_are_faithful() {
    on_a_server!();
    let sample = Engine::Postgres.sample(
        "CREATE TYPE mood AS ENUM ('sad', 'ok', 'it''s \"fine\"');
         CREATE TYPE pair AS (a numeric(9,2), b text[]);
         CREATE DOMAIN price AS numeric(10,2) CHECK (VALUE >= 0);",
    );
    let database = sample.open_with_one_lock().await;
    let decimal = |d: &str| Cell::Decimal(d.into());
    let date = |d: &str| Cell::Date(d.into());
    let time = |t: &str| Cell::Timestamp(t.into());
    let json = |j: &str| Cell::Json(j.into());
    let list = |l: &[Cell]| Cell::List(l.to_vec());
    use TypeKind as K;
    let cases = [
        ("1::int2", K::Integer, Cell::Int(1)),
        ("(-2147483648)::int4", K::Integer, Cell::Int(-2_147_483_648)),
        ("'-9223372036854775808'::int8", K::Integer, Cell::Int(i64::MIN)),
        ("4294967295::oid", K::Integer, Cell::Int(4_294_967_295)),
        ("12.50", K::Decimal, decimal("12.50")),
        ("0.00::numeric(9,2)", K::Decimal, decimal("0.00")),
        (
            "1234567890123456789012345678901234567890.00010002",
            K::Decimal,
            decimal("1234567890123456789012345678901234567890.00010002"),
        ),
        ("0.000000000001", K::Decimal, decimal("0.000000000001")),
        ("-0.10000", K::Decimal, decimal("-0.10000")),
        ("1e20::numeric", K::Decimal, decimal("100000000000000000000")),
        ("10000::numeric", K::Decimal, decimal("10000")),
        ("'NaN'::numeric", K::Decimal, decimal("NaN")),
        ("0.1::float4", K::Real, Cell::Real(0.1)),
        ("0.1::float8 + 0.2", K::Real, Cell::Real(0.30000000000000004)),
        ("'-Infinity'::float8", K::Real, Cell::Real(f64::NEG_INFINITY)),
        ("true", K::Boolean, Cell::Bool(true)),
        ("'x'::text", K::Text, text("x")),
        ("'x'", K::Text, text("x")),
        ("'ab'::char(5)", K::Text, text("ab")),
        ("'y'::\"char\"", K::Text, text("y")),
        ("'name'::name", K::Text, text("name")),
        (
            "'\\xAA00'::bytea",
            K::Blob,
            Cell::Blob {
                size: 2,
                head: vec![0xaa, 0],
            },
        ),
        (
            "decode(repeat('ab', 1000), 'hex')",
            K::Blob,
            Cell::Blob {
                size: 1_000,
                head: vec![0xab; 16],
            },
        ),
        ("DATE '2024-02-29'", K::Date, date("2024-02-29")),
        ("DATE '0044-03-15 BC'", K::Date, date("0044-03-15 BC")),
        ("'infinity'::date", K::Date, date("infinity")),
        ("'-infinity'::timestamp", K::Timestamp, time("-infinity")),
        ("TIME '13:05:00.25'", K::Time, Cell::Time("13:05:00.25".into())),
        ("TIME '24:00'", K::Time, Cell::Time("24:00:00".into())),
        ("'13:05:00+02'::timetz", K::Time, Cell::Time("13:05:00+02".into())),
        ("'13:05:00-03:30'::timetz", K::Time, Cell::Time("13:05:00-03:30".into())),
        (
            "TIMESTAMP '2024-02-29 13:05:00'",
            K::Timestamp,
            time("2024-02-29 13:05:00"),
        ),
        (
            "TIMESTAMP '1969-12-31 23:59:59.5'",
            K::Timestamp,
            time("1969-12-31 23:59:59.5"),
        ),
        (
            "'2024-02-29 13:05:00+02'::timestamptz",
            K::Timestamp,
            time("2024-02-29 11:05:00+00"),
        ),
        (
            "'0044-03-15 12:00:00 BC'::timestamptz",
            K::Timestamp,
            time("0044-03-15 12:00:00+00 BC"),
        ),
        (
            "INTERVAL '14 months 3 days 04:05:06'",
            K::Interval,
            Cell::Interval("1 year 2 months 3 days 04:05:06".into()),
        ),
        ("'{\"a\": 1.50}'::json", K::Json, json("{\"a\": 1.50}")),
        ("'{\"a\":1.50}'::jsonb", K::Json, json("{\"a\": 1.50}")),
        (
            "'00000000-0000-0000-0000-00000000000a'::uuid",
            K::Text,
            text("00000000-0000-0000-0000-00000000000a"),
        ),
        ("'10.0.0.1'::inet", K::Other, text("10.0.0.1")),
        ("'10.0.0.1/8'::inet", K::Other, text("10.0.0.1/8")),
        ("'10.0.0.0/8'::cidr", K::Other, text("10.0.0.0/8")),
        ("'2001:db8::1'::inet", K::Other, text("2001:db8::1")),
        ("'08:00:2b:01:02:03'::macaddr", K::Other, text("08:00:2b:01:02:03")),
        ("1234.5::money", K::Decimal, decimal("1234.50")),
        ("B'0101'", K::Other, text("0101")),
        ("'<a/>'::xml", K::Text, text("<a/>")),
        (
            "ARRAY[1, NULL, 3]",
            K::List,
            list(&[Cell::Int(1), Cell::Null, Cell::Int(3)]),
        ),
        ("'{}'::int[]", K::List, list(&[])),
        (
            "ARRAY[[1.5, 2.50], [3, 4]]",
            K::List,
            list(&[
                list(&[decimal("1.5"), decimal("2.50")]),
                list(&[decimal("3"), decimal("4")]),
            ]),
        ),
        ("ARRAY['a,b', 'c\"d']", K::List, list(&[text("a,b"), text("c\"d")])),
        ("ARRAY['ok'::mood]", K::List, list(&[text("ok")])),
        ("ARRAY[point(1,2)]", K::List, list(&[text("(1,2)")])),
        ("ARRAY[1.5::money]", K::List, list(&[decimal("1.50")])),
        ("'it''s \"fine\"'::mood", K::Text, text("it's \"fine\"")),
        ("7.5::price", K::Decimal, decimal("7.50")),
        (
            "ROW(1.50, ARRAY['x\"y'])::pair",
            K::Struct,
            json("{\"a\":1.50,\"b\":[\"x\\\"y\"]}"),
        ),
        ("ROW(1, 'x')", K::Struct, json("{\"f1\":1,\"f2\":\"x\"}")),
        ("int4range(1, 5)", K::Other, text("[1,5)")),
        (
            "tstzrange('2024-01-01 00:00+00', NULL)",
            K::Other,
            text("[\"2024-01-01 00:00:00+00\",)"),
        ),
        ("point(1.5, 2)", K::Other, text("(1.5,2)")),
        ("to_tsvector('simple', 'b a')", K::Other, text("'a':2 'b':1")),
        ("'pg_class'::regclass", K::Other, text("pg_class")),
        ("NULL::mood", K::Text, Cell::Null),
        ("NULL::point", K::Other, Cell::Null),
        ("NULL::pair", K::Struct, Cell::Null),
    ];
    for (sql, kind, cell) in cases {
        let result = ran(&*database, &format!("SELECT {sql} AS v -- a comment")).await;
        assert_eq!(result.columns[0].kind, kind, "{sql}");
        assert_eq!(result.columns[0].name, "v");
        assert_eq!(format!("{:?}", result.rows), format!("{:?}", [[cell]]), "{sql}");
    }
}

/// The digits are PostgreSQL's own, whatever the number.
#[tokio::test]
async fn decimals_read_as_psql_shows_them() {
    on_a_server!();
    let sample = Engine::Postgres.sample("SELECT 1;");
    let database = sample.open_with_one_lock().await;
    let sql = "SELECT n, n::text FROM (SELECT (random() * 10 ^ (i % 30))::numeric / (10::numeric ^ (i % 41)) * \
               CASE WHEN i % 2 = 0 THEN 1 ELSE -1 END AS n FROM generate_series(1, 600) AS g(i)) AS x";
    for row in ran(&*database, sql).await.rows {
        let [Cell::Decimal(ours), Cell::Text(theirs)] = &row[..] else {
            panic!("{row:?}")
        };
        assert_eq!(ours, theirs);
    }
}

#[tokio::test]
async fn rows_keep_their_order_where_a_column_is_asked_for_as_text() {
    on_a_server!();
    let sample = Engine::Postgres.sample(
        "CREATE TABLE t(a integer, p point); INSERT INTO t SELECT i, point(i, i) FROM generate_series(1, 2000) AS g(i);",
    );
    let sql = "SELECT p, a AS same, a AS same FROM t ORDER BY a DESC;";
    let limits = Limits {
        rows: 5_000,
        ..Limits::ASK
    };
    let stream = sample
        .open()
        .await
        .query(sql, limits, &Cancel::new())
        .await
        .unwrap()
        .unwrap();
    let rows = stream.collect().await.unwrap().rows;
    assert_eq!(rows.len(), 2_000);
    for (i, row) in rows.iter().enumerate() {
        let a = 2_000 - i as i64;
        assert_eq!(row, &[text(&format!("({a},{a})")), Cell::Int(a), Cell::Int(a)]);
    }
}

#[tokio::test]
async fn errors_carry_the_engines_code_place_and_hint() {
    on_a_server!();
    let sample =
        Engine::Postgres.sample("CREATE TABLE person(name text, age integer); INSERT INTO person VALUES ('x', 0);");
    let database = sample.open_with_one_lock().await;
    for (sql, code, state, position) in [
        ("SELECT nam FROM person", "unknown_column", "42703", Some(8)),
        (
            "SELECT '\u{e9}\u{1f986}', nam FROM person",
            "unknown_column",
            "42703",
            Some(14),
        ),
        ("SELECT name FROM persons", "unknown_table", "42P01", Some(18)),
        ("SELECT nothere(name) FROM person", "unknown_function", "42883", Some(8)),
        ("SELECT name = age FROM person", "type", "42883", Some(13)),
        (
            "SELECT name FROM person a, person b",
            "ambiguous_column",
            "42702",
            Some(8),
        ),
        ("SELECT name, count(*) FROM person", "aggregate", "42803", Some(8)),
        ("SELECT FROM WHERE", "syntax", "42601", Some(13)),
        ("SELECT name::integer FROM person", "type", "22P02", None),
        ("SELECT 1 / age FROM person", "division_by_zero", "22012", None),
        ("SELECT 2147483647 + 1", "overflow", "22003", None),
        ("SELECT (SELECT 1 UNION SELECT 2)", "arguments", "21000", None),
        ("SELECT name FROM person WHERE age = $1", "syntax", "", None),
        ("SELECT 1; SELECT 2", "syntax", "42601", None),
        ("DELETE FROM person RETURNING name", "not_read_only", "25006", None),
    ] {
        let finding = refused(&*database, sql).await;
        assert_eq!(
            (
                finding.code.as_str(),
                finding.engine_code.as_deref().unwrap_or_default(),
                finding.position
            ),
            (code, state, position),
            "{sql}: {finding:?}"
        );
    }
    let finding = refused(&*database, "SELECT nam FROM person").await;
    assert!(
        finding.hint.as_deref().is_some_and(|hint| hint.contains("person.name")),
        "{finding:?}"
    );
    let plan = |sql: &'static str| async { database.explain(sql, &Cancel::new()).await.unwrap() };
    let finding = plan("SELECT nam FROM person").await.unwrap_err();
    assert_eq!((finding.code.as_str(), finding.position), ("unknown_column", Some(8)));
    let tree = plan("SELECT name FROM person WHERE age > 3 ORDER BY 1").await.unwrap();
    assert!(tree.cost.is_some_and(|cost| cost > 0.0));
    let scan = &tree.children[0].children[0];
    assert!(scan.label.starts_with("Seq Scan on person (Filter"), "{scan:?}");
    assert!(scan.estimated_rows.is_some() && scan.cost.is_some());
}

#[tokio::test]
async fn a_table_held_locked_by_another_program_is_said_so() {
    on_a_server!();
    let sample = Engine::Postgres.sample("CREATE TABLE t(a integer);");
    let database = sample.open().await;
    let (url, held) = (sample.url(), tokio::sync::oneshot::channel::<()>());
    let (holding, wait) = std::sync::mpsc::channel();
    let holder = std::thread::spawn(move || {
        spoken_to(&url, async |client| {
            client
                .batch_execute("BEGIN; LOCK TABLE t IN ACCESS EXCLUSIVE MODE")
                .await
                .unwrap();
            holding.send(()).unwrap();
            let _ = held.1.await;
        });
    });
    wait.recv().unwrap();
    let problem = database
        .query("SELECT a FROM t", Limits::ASK, &Cancel::new())
        .await
        .err()
        .unwrap();
    assert_eq!(problem.code, ProblemCode::Locked, "{problem:?}");
    held.0.send(()).unwrap();
    holder.join().unwrap();
    assert_eq!(ran(&*database, "SELECT count(*) FROM t").await.rows, [[Cell::Int(0)]]);
}
