//! The catalog: what is there, under its real name.

use askwell_contract::catalog::Index;
use askwell_contract::{KeyOrigin, RowCount, TableKind, TypeKind};

use super::*;

every_engine! {
    tables_have_columns_keys_and_rows
    any_name_is_kept
    an_empty_database_has_no_tables
    views_are_included_and_broken_ones_left_out
    very_many_columns_are_described_and_read
    a_table_may_have_no_rows
    indexes_are_listed_with_their_columns
}

async fn tables_have_columns_keys_and_rows(engine: Engine) {
    let sample = engine.sample(
        "CREATE TABLE maker(id INTEGER PRIMARY KEY, name VARCHAR(40) NOT NULL UNIQUE, founded DATE);
         CREATE TABLE part(maker INTEGER NOT NULL, code TEXT NOT NULL, price DECIMAL(8,2), made TIMESTAMP,
             sold BOOLEAN, weight DOUBLE PRECISION, PRIMARY KEY (maker, code), FOREIGN KEY (maker) REFERENCES maker(id));
         CREATE UNIQUE INDEX by_price ON part(price, made);
         INSERT INTO maker VALUES (1, 'a', '2020-01-01'), (2, 'b', NULL);
         INSERT INTO part VALUES (1, 'x', 1.5, NULL, NULL, NULL);",
    );
    let catalog = sample.open().await.describe().await.unwrap();
    assert_eq!(catalog.name, sample.name);
    assert!(
        catalog
            .engine
            .starts_with(engine.pick("SQLite 3.", "DuckDB 1.", "PostgreSQL 1")),
        "{}",
        catalog.engine
    );
    let names: Vec<&str> = catalog.tables.iter().map(|t| t.name.as_str()).collect();
    assert_eq!(names, ["maker", "part"]);
    let maker = catalog.table("maker").unwrap();
    assert_eq!(maker.rows, Some(RowCount { count: 2, exact: true }));
    assert_eq!(maker.primary_key, ["id"]);
    assert_eq!(maker.unique, [["name"]]);
    let nullable: Vec<bool> = maker.columns.iter().map(|c| c.nullable).collect();
    assert_eq!(nullable, [false, false, true]);
    let part = catalog.table("part").unwrap();
    assert_eq!(part.primary_key, ["maker", "code"]);
    assert_eq!(part.unique, [["price", "made"]]);
    let kinds: Vec<TypeKind> = part.columns.iter().map(|c| c.kind).collect();
    use TypeKind as K;
    assert_eq!(
        kinds,
        [K::Integer, K::Text, K::Decimal, K::Timestamp, K::Boolean, K::Real]
    );
    let [key] = &part.foreign_keys[..] else {
        panic!("{:?}", part.foreign_keys)
    };
    assert_eq!(
        (&key.columns[..], key.to_table.as_str(), &key.to_columns[..]),
        (&["maker".to_string()][..], "maker", &["id".to_string()][..])
    );
    assert_eq!(key.origin, KeyOrigin::Declared);
}

const NAMES: [&str; 6] = [
    "select",
    "two words",
    "quo\"te",
    "na\u{ef}ve \u{1f986}",
    "\u{5e9}\u{5dc}\u{5d5}\u{5dd}",
    "semi;colon--",
];

async fn any_name_is_kept(engine: Engine) {
    let quoted = |name: &str| format!("\"{}\"", name.replace('"', "\"\""));
    let sql: Vec<String> = NAMES
        .iter()
        .map(|n| {
            format!(
                "CREATE TABLE {0}({0} TEXT); INSERT INTO {0} VALUES ('in it');",
                quoted(n)
            )
        })
        .collect();
    let sample = engine.sample(&sql.join("\n"));
    let database = sample.open().await;
    let catalog = database.describe().await.unwrap();
    assert_eq!(catalog.tables.len(), NAMES.len());
    for name in NAMES {
        let table = catalog.tables.iter().find(|t| t.name == name).unwrap();
        assert_eq!(table.columns[0].name, name);
        assert_eq!(table.rows.unwrap().count, 1);
        let result = ran(&*database, &format!("SELECT {0} FROM {0}", quoted(name))).await;
        assert_eq!(
            (result.columns[0].name.as_str(), &result.rows),
            (name, &vec![vec![text("in it")]])
        );
    }
}

async fn indexes_are_listed_with_their_columns(engine: Engine) {
    let sample = engine.sample(
        "CREATE TABLE t(a INTEGER, \"b c\" TEXT);
         CREATE INDEX one ON t(\"b c\", a);
         CREATE UNIQUE INDEX two ON t(a);
         CREATE UNIQUE INDEX three ON t((a + 1));",
    );
    let catalog = sample.open().await.describe().await.unwrap();
    let mut indexes = catalog.tables[0].indexes.clone();
    indexes.sort_by(|x, y| x.name.cmp(&y.name));
    let index = |name: &str, columns: &[&str], unique: bool| Index {
        name: name.into(),
        columns: columns.iter().map(|c| c.to_string()).collect(),
        unique,
    };
    let expression = engine.pick("(expression)", "((a + 1))", "(a + 1)");
    assert_eq!(
        indexes,
        [
            index("one", &["b c", "a"], false),
            index("three", &[expression], true),
            index("two", &["a"], true),
        ]
    );
    assert_eq!(catalog.tables[0].unique, [["a"]]);
}

#[tokio::test]
async fn an_enumeration_has_its_labels() {
    let sample = Engine::Duckdb
        .sample("CREATE TYPE mood AS ENUM ('fine', 'it''s (so) so', 'b, c'); CREATE TABLE t(a mood, b TEXT);");
    let catalog = sample.open().await.describe().await.unwrap();
    let columns = &catalog.tables[0].columns;
    assert_eq!(columns[0].labels, ["fine", "it's (so) so", "b, c"]);
    assert!(columns[1].labels.is_empty());
}

async fn an_empty_database_has_no_tables(engine: Engine) {
    let sample = engine.sample("CREATE TABLE t(a INTEGER); DROP TABLE t;");
    let database = sample.open().await;
    assert_eq!(database.describe().await.unwrap().tables, []);
    assert_eq!(ran(&*database, "SELECT 1 AS one").await.rows, [[Cell::Int(1)]]);
}

async fn views_are_included_and_broken_ones_left_out(engine: Engine) {
    // PostgreSQL drops no table that a view needs.
    let broken = "CREATE TABLE gone(b INTEGER); CREATE VIEW broken AS SELECT b FROM gone; DROP TABLE gone;";
    let sample = engine.sample(&format!(
        "CREATE TABLE t(a INTEGER); INSERT INTO t VALUES (1), (2);
         CREATE VIEW v AS SELECT a, a * 1.5 AS more, 'x' || a AS label FROM t; {}",
        engine.pick(broken, broken, "")
    ));
    let catalog = sample.open().await.describe().await.unwrap();
    let view = catalog.table("v").unwrap();
    assert_eq!((view.kind, view.rows), (TableKind::View, None));
    assert_eq!(view.columns[0].kind, TypeKind::Integer);
    assert!(view.columns[1].kind.is_number());
    assert_eq!(view.columns[2].kind, TypeKind::Text);
    assert!(catalog.table("t").is_some());
    // DuckDB keeps a view's columns with it; SQLite asks its tables.
    assert!(engine == Engine::Duckdb || catalog.table("broken").is_none());
}

async fn very_many_columns_are_described_and_read(engine: Engine) {
    // PostgreSQL has no more than 1,600.
    let width = engine.pick(2_000, 2_000, 1_600);
    let columns: Vec<String> = (0..width).map(|i| format!("c{i} INTEGER")).collect();
    let values: Vec<String> = (0..width).map(|i| i.to_string()).collect();
    let sample = engine.sample(&format!(
        "CREATE TABLE wide({}); INSERT INTO wide VALUES ({});",
        columns.join(", "),
        values.join(", ")
    ));
    let database = sample.open().await;
    assert_eq!(database.describe().await.unwrap().tables[0].columns.len(), width);
    let result = ran(&*database, "SELECT * FROM wide").await;
    assert_eq!(result.rows[0][width - 1], Cell::Int(width as i64 - 1));
}

async fn a_table_may_have_no_rows(engine: Engine) {
    let sample = engine.sample("CREATE TABLE none(a TEXT, b INTEGER);");
    let database = sample.open().await;
    assert_eq!(
        database.describe().await.unwrap().tables[0].rows,
        Some(RowCount { count: 0, exact: true })
    );
    let result = ran(&*database, "SELECT * FROM none").await;
    assert_eq!(
        (result.columns.len(), result.rows.len(), result.truncated),
        (2, 0, None)
    );
    assert_eq!(result.columns[1].kind, TypeKind::Integer);
}

#[tokio::test]
async fn sqlite_keys_are_resolved_to_real_names() {
    let sample = Engine::Sqlite.sample(
        "CREATE TABLE \"Parent\"(\"Id\" INTEGER PRIMARY KEY);
         CREATE TABLE pair(\"A\" INT, b INT, PRIMARY KEY(\"A\", b)) WITHOUT ROWID;
         CREATE TABLE child(parent INT REFERENCES PARENT, x INT, y INT, z INT REFERENCES nowhere(id),
             w INT REFERENCES \"Parent\"(absent), FOREIGN KEY (X, y) REFERENCES pair);",
    );
    let catalog = sample.open().await.describe().await.unwrap();
    let keys = &catalog.table("child").unwrap().foreign_keys;
    let found: Vec<String> = keys
        .iter()
        .map(|k| format!("{:?} {} {:?}", k.columns, k.to_table, k.to_columns))
        .collect();
    assert_eq!(found, [r#"["parent"] Parent ["Id"]"#, r#"["x", "y"] pair ["A", "b"]"#]);
    assert!(catalog.table("pair").unwrap().columns.iter().all(|c| !c.nullable));
}

#[tokio::test]
async fn sqlite_hides_shadow_tables_and_shows_generated_columns() {
    let sample = Engine::Sqlite.sample(
        "CREATE VIRTUAL TABLE notes USING fts5(title, body); INSERT INTO notes VALUES ('a', 'b c');
         CREATE VIRTUAL TABLE old_notes USING fts4(body); INSERT INTO old_notes VALUES ('d e');
         CREATE VIRTUAL TABLE boxes USING rtree(id, x0, x1);
         CREATE TABLE t(id INTEGER PRIMARY KEY AUTOINCREMENT, a INT, twice INT AS (a * 2), thrice AS (a * 3) STORED);
         INSERT INTO t(a) VALUES (4); CREATE INDEX partial ON t(a) WHERE a > 1;
         CREATE UNIQUE INDEX half ON t(a) WHERE a > 1; CREATE UNIQUE INDEX computed ON t(a + 1);",
    );
    let database = sample.open().await;
    let catalog = database.describe().await.unwrap();
    let names: Vec<&str> = catalog.tables.iter().map(|t| t.name.as_str()).collect();
    assert_eq!(names, ["notes", "old_notes", "t"]);
    let t = catalog.table("t").unwrap();
    let columns: Vec<(&str, TypeKind)> = t.columns.iter().map(|c| (c.name.as_str(), c.kind)).collect();
    use TypeKind::Integer;
    assert_eq!(
        columns,
        [("id", Integer), ("a", Integer), ("twice", Integer), ("thrice", Integer)]
    );
    assert_eq!(t.unique, Vec::<Vec<String>>::new());
    assert_eq!(catalog.table("notes").unwrap().columns.len(), 2);
    assert_eq!(
        ran(&*database, "SELECT body FROM notes WHERE title = 'a'").await.rows,
        [[text("b c")]]
    );
    assert_eq!(
        ran(&*database, "SELECT body FROM old_notes").await.rows,
        [[text("d e")]]
    );
}

#[tokio::test]
async fn a_view_without_end_holds_nothing_up() {
    let sample = Engine::Sqlite.sample(
        "CREATE TABLE t(a INT); INSERT INTO t VALUES (1);
         CREATE VIEW a_first AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) AS c FROM n;",
    );
    let catalog = sample.open().await.describe().await.unwrap();
    assert_eq!(
        catalog.table("t").unwrap().rows,
        Some(RowCount { count: 1, exact: true })
    );
    assert_eq!(catalog.table("a_first").unwrap().columns[0].kind, TypeKind::Other);
}

#[tokio::test]
async fn a_missing_module_hides_only_its_own_table() {
    let sample = Engine::Sqlite.sample(
        "CREATE TABLE t(a INT); PRAGMA writable_schema = ON;
         INSERT INTO sqlite_schema VALUES ('table', 'strange', 'strange', 0, 'CREATE VIRTUAL TABLE strange USING nosuch(a)');",
    );
    let catalog = sample.open().await.describe().await.unwrap();
    let names: Vec<&str> = catalog.tables.iter().map(|t| t.name.as_str()).collect();
    assert_eq!(names, ["t"]);
}

#[tokio::test]
async fn sqlite_tells_what_was_written_beside_its_columns() {
    let sample = Engine::Sqlite.sample(
        "CREATE TABLE lesson( -- one row a lesson\n id INTEGER, status TEXT, -- A attended, C cancelled\n \"at -- noon\" TEXT\n);
         CREATE VIEW seen AS SELECT id -- not status\n FROM lesson;",
    );
    let catalog = sample.open().await.describe().await.unwrap();
    let lesson = catalog.table("lesson").unwrap();
    assert_eq!(lesson.comment.as_deref(), Some("one row a lesson"));
    let said: Vec<Option<&str>> = lesson.columns.iter().map(|c| c.comment.as_deref()).collect();
    assert_eq!(said, [None, Some("A attended, C cancelled"), None]);
    assert_eq!(catalog.table("seen").unwrap().comment, None);
}

#[tokio::test]
async fn duckdb_tells_schemas_and_comments() {
    let sample = Engine::Duckdb.sample(
        "CREATE SCHEMA stock; CREATE TABLE stock.item(id INTEGER, state ENUM('new', 'old'), tags VARCHAR[],
             size STRUCT(w INTEGER, h INTEGER), extra JSON);
         CREATE TABLE item(a INTEGER); COMMENT ON TABLE item IS 'things'; COMMENT ON COLUMN item.a IS 'which';
         INSERT INTO stock.item(id) SELECT range FROM range(3);",
    );
    let database = sample.open().await;
    let catalog = database.describe().await.unwrap();
    let found: Vec<(Option<&str>, &str, u64)> = catalog
        .tables
        .iter()
        .map(|t| (t.schema.as_deref(), t.name.as_str(), t.rows.unwrap().count))
        .collect();
    assert_eq!(found, [(None, "item", 0), (Some("stock"), "item", 3)]);
    use TypeKind as K;
    let kinds: Vec<K> = catalog.tables[1].columns.iter().map(|c| c.kind).collect();
    assert_eq!(kinds, [K::Integer, K::Text, K::List, K::Struct, K::Json]);
    assert_eq!(catalog.tables[0].comment.as_deref(), Some("things"));
    assert_eq!(catalog.tables[0].columns[0].comment.as_deref(), Some("which"));
}

/// Times the files named in ASKWELL_DESCRIBE, one a line.
#[tokio::test]
#[ignore = "a measurement, not a claim"]
async fn time_of_describe() {
    for path in std::env::var("ASKWELL_DESCRIBE").unwrap().split_whitespace() {
        let began = std::time::Instant::now();
        let database = Opener.open_address(path).await.unwrap();
        let opened = began.elapsed();
        let catalog = database.describe().await.unwrap();
        let columns: usize = catalog.tables.iter().map(|t| t.columns.len()).sum();
        let counted = catalog
            .tables
            .iter()
            .filter(|t| t.rows.is_some_and(|r| r.exact))
            .count();
        let tables = catalog.tables.len();
        println!(
            "{path}: open {opened:?}, with describe {:?}, {tables} tables, {columns} columns, {counted} counted",
            began.elapsed()
        );
    }
}
