//! The catalog as PostgreSQL alone can have it.

use askwell_contract::catalog::Index;
use askwell_contract::{RowCount, TableKind, TypeKind};

use super::super::*;
use super::on_a_server;

const SHOP: &str = "
    CREATE SCHEMA archive; CREATE EXTENSION IF NOT EXISTS plpgsql;
    CREATE TYPE size AS ENUM ('small', 'large', 'medium');
    CREATE DOMAIN code AS text NOT NULL; CREATE DOMAIN size2 AS size;
    CREATE TABLE shop(country text, number integer, name text NOT NULL, PRIMARY KEY (country, number));
    COMMENT ON TABLE shop IS 'Where things are sold'; COMMENT ON COLUMN shop.name IS 'As on the sign';
    CREATE TABLE archive.sale(id bigint GENERATED ALWAYS AS IDENTITY, country text, number integer, size size, again size2,
        code code, tags text[], at timestamptz, total numeric(9,2), twice numeric GENERATED ALWAYS AS (total * 2) STORED,
        gone integer, FOREIGN KEY (country, number) REFERENCES shop, UNIQUE (code, at));
    ALTER TABLE archive.sale DROP COLUMN gone;
    CREATE INDEX by_day ON archive.sale(lower(code), at DESC) INCLUDE (total);
    CREATE UNIQUE INDEX few ON archive.sale(total) WHERE total > 5;
    CREATE TABLE event(at date NOT NULL, shop text, PRIMARY KEY (at)) PARTITION BY RANGE (at);
    CREATE TABLE event_1 PARTITION OF event FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
    CREATE TABLE event_2 PARTITION OF event FOR VALUES FROM ('2025-01-01') TO ('2026-01-01') PARTITION BY RANGE (at);
    CREATE TABLE event_2a PARTITION OF event_2 FOR VALUES FROM ('2025-01-01') TO ('2025-07-01');
    INSERT INTO event VALUES ('2024-02-03'), ('2025-02-03'), ('2025-02-04');
    CREATE TABLE noted(day date REFERENCES event, other date REFERENCES event);
    CREATE VIEW totals AS SELECT country, sum(total) AS total FROM archive.sale GROUP BY 1;
    CREATE MATERIALIZED VIEW counted AS SELECT 1 AS a; CREATE TEMP TABLE passing(a integer);";

#[tokio::test]
async fn everything_there_is_to_ask_about_is_described() {
    on_a_server!();
    let sample = Engine::Postgres.sample(SHOP);
    let catalog = sample.open().await.describe().await.unwrap();
    let names: Vec<(&str, TableKind)> = catalog.tables.iter().map(|t| (t.name.as_str(), t.kind)).collect();
    use TableKind::{MaterializedView, Table, View};
    assert_eq!(
        names,
        [
            ("shop", Table),
            ("archive.sale", Table),
            ("event", Table),
            ("noted", Table),
            ("totals", View),
            ("counted", MaterializedView)
        ]
    );
    let shop = catalog.table("shop").unwrap();
    assert_eq!(
        (shop.primary_key.join(" "), shop.comment.as_deref()),
        ("country number".into(), Some("Where things are sold"))
    );
    assert_eq!(shop.columns[2].comment.as_deref(), Some("As on the sign"));
    let sale = catalog.table("archive.sale").unwrap();
    assert_eq!(sale.schema.as_deref(), Some("archive"));
    let [key] = &sale.foreign_keys[..] else {
        panic!("{:?}", sale.foreign_keys)
    };
    assert_eq!(
        (key.columns.join(" "), key.to_table.as_str()),
        ("country number".into(), "shop")
    );
    assert_eq!(key.to_columns, ["country", "number"]);
    let labels = ["small", "large", "medium"];
    assert_eq!(sale.column("size").unwrap().labels, labels);
    assert_eq!(sale.column("again").unwrap().labels, labels);
    assert_eq!(sale.column("again").unwrap().kind, TypeKind::Text);
    let code = sale.column("code").unwrap();
    assert_eq!(
        (code.kind, code.nullable, code.declared_type.as_str()),
        (TypeKind::Text, false, "code")
    );
    assert!(!sale.column("id").unwrap().nullable);
    assert_eq!(sale.column("tags").unwrap().kind, TypeKind::List);
    assert_eq!(sale.column("total").unwrap().declared_type, "numeric(9,2)");
    assert_eq!(sale.column("at").unwrap().declared_type, "timestamp with time zone");
    assert_eq!(sale.column("twice").unwrap().kind, TypeKind::Decimal);
    assert!(sale.column("gone").is_none());
    assert_eq!(sale.unique, [["code", "at"]]);
    let by_day = Index {
        name: "by_day".into(),
        columns: vec!["lower(code::text)".into(), "at".into()],
        unique: false,
    };
    assert!(sale.indexes.contains(&by_day), "{:?}", sale.indexes);
    assert!(sale.indexes.iter().any(|index| index.name == "few" && !index.unique));
    let event = catalog.table("event").unwrap();
    assert_eq!(event.rows, Some(RowCount { count: 3, exact: true }));
    assert_eq!(event.primary_key, ["at"]);
    assert_eq!(catalog.table("noted").unwrap().foreign_keys.len(), 2);
    // What is described can be asked by the name it is described under.
    let database = sample.open().await;
    for table in &catalog.tables {
        let name = askwell_sql::dialect::table(table, Dialect::Postgres);
        ran(&*database, &format!("SELECT * FROM {name}")).await;
    }
}

#[tokio::test]
async fn an_estimate_is_said_to_be_one() {
    on_a_server!();
    // Beyond the size that is counted exactly; one of the two has been analysed.
    let fill = "SELECT i AS a, repeat('x', 1900) AS b FROM generate_series(1, 11000) AS g(i)";
    let sample = Engine::Postgres.sample(&format!(
        "CREATE TABLE known AS {fill}; CREATE TABLE unknown AS {fill}; ANALYZE known;"
    ));
    let catalog = sample.open().await.describe().await.unwrap();
    let rows = catalog.table("known").unwrap().rows.unwrap();
    assert!(!rows.exact && (10_000..12_000).contains(&rows.count), "{rows:?}");
    assert_eq!(catalog.table("unknown").unwrap().rows, None);
}

#[tokio::test]
async fn what_the_login_may_not_read_is_not_there() {
    on_a_server!();
    let sample = Engine::Postgres.sample(
        "CREATE TABLE open(a integer, hidden text); CREATE TABLE closed(a integer); CREATE SCHEMA shut;
         CREATE TABLE shut.t(a integer); GRANT SELECT (a), UPDATE (a) ON open TO plain; GRANT SELECT ON shut.t TO plain;",
    );
    let Place::Postgres(server) = &sample.place else {
        panic!()
    };
    let url = cluster::address(server.port, "plain", &server.database);
    let database = Opener.open_address(&url).await.unwrap();
    let catalog = database.describe().await.unwrap();
    assert_eq!(catalog.tables.len(), 1, "{:?}", catalog.tables);
    assert_eq!(catalog.tables[0].columns.len(), 1);
    assert_eq!(refused(&*database, "SELECT hidden FROM open").await.code, "denied");
    let powers = database.powers().await.unwrap();
    assert!(powers.can_write && powers.says.contains("1 table"), "{powers:?}");
    let owner = sample.open().await.powers().await.unwrap();
    assert!(owner.says.contains("3 tables"), "{owner:?}");
    let all = Opener
        .open_address(&cluster::address(server.port, "postgres", &server.database))
        .await
        .unwrap();
    let all = all.powers().await.unwrap();
    assert!(all.says.contains("superuser"));
    assert!(all
        .server
        .unwrap()
        .unbounded
        .contains("bounds what it leaves on the server's disk"));
}

/// On a server of its own, since a role belongs to all of a server's databases.
#[tokio::test]
async fn the_sql_for_a_login_that_can_only_read_makes_one() {
    let Some(server) = cluster::private() else {
        return;
    };
    let at = |user: &str| cluster::address(server.0.port, user, "postgres");
    let owner = at("postgres");
    execute(
        &owner,
        "REVOKE CREATE ON SCHEMA public FROM PUBLIC; CREATE TABLE t(a integer)",
    );
    execute(&owner, "INSERT INTO t VALUES (7)");
    let ordinary = Opener.open_address(&at(cluster::USER)).await.unwrap();
    let told = ordinary.powers().await.unwrap().server.unwrap();
    assert!(told.unbounded.contains("memory and disk"), "{}", told.unbounded);
    drop(ordinary);
    execute(&owner, &told.reader);
    let reader = Opener.open_address(&at("askwell_reader")).await.unwrap();
    let powers = reader.powers().await.unwrap();
    assert!(powers.says.contains("may only read"), "{powers:?}");
    let unbounded = powers.server.unwrap().unbounded;
    assert!(unbounded.contains("bounds what it leaves"), "{unbounded}");
    assert_eq!(ran(&*reader, "SELECT a FROM t").await.rows, [[Cell::Int(7)]]);
}

#[tokio::test]
async fn a_schema_may_be_put_first() {
    on_a_server!();
    let sample = Engine::Postgres.sample(
        "CREATE SCHEMA \"My \\ \"\"Schema\"; CREATE TABLE \"My \\ \"\"Schema\".t(a) AS SELECT 2; CREATE TABLE t(a) AS SELECT 1;",
    );
    let Place::Postgres(mut server) = sample.place.clone() else {
        panic!()
    };
    server.schema = Some("My \\ \"Schema".into());
    let database = Opener
        .open_address(&address::write(&Place::Postgres(server)))
        .await
        .unwrap();
    assert_eq!(ran(&*database, "SELECT a FROM t").await.rows, [[Cell::Int(2)]]);
    assert_eq!(
        ran(&*sample.open().await, "SELECT a FROM t").await.rows,
        [[Cell::Int(1)]]
    );
    let catalog = database.describe().await.unwrap();
    let names: Vec<&str> = catalog.tables.iter().map(|t| t.name.as_str()).collect();
    assert_eq!(names, ["t", "public.t"]);
}

#[tokio::test]
async fn the_fingerprint_follows_the_database() {
    on_a_server!();
    let sample = Engine::Postgres.sample("CREATE TABLE t(a integer); CREATE TABLE u(a integer);");
    let database = sample.open().await;
    let first = database.fingerprint().await.unwrap();
    database.describe().await.unwrap();
    ran(&*database, "SELECT a FROM t").await;
    assert_eq!(database.fingerprint().await.unwrap(), first);
    assert_eq!(sample.open().await.fingerprint().await.unwrap(), first);
    let mut before = first;
    for change in [
        "INSERT INTO t VALUES (1)",
        "ALTER TABLE t RENAME a TO b",
        "UPDATE t SET b = 2",
        "DROP TABLE u",
    ] {
        execute(&sample.url(), change);
        let mut now = before.clone();
        // The server counts rows with a delay of about a second.
        for _ in 0..200 {
            now = database.fingerprint().await.unwrap();
            if now != before {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        assert_ne!(now, before, "{change}");
        before = now;
    }
}

#[tokio::test]
async fn only_the_table_that_changed_has_another_print() {
    on_a_server!();
    let sample = Engine::Postgres.sample(
        "CREATE TABLE t(a integer); CREATE TABLE u(a integer); CREATE SCHEMA s; CREATE TABLE s.v(a integer);
         CREATE TABLE parts(a integer) PARTITION BY LIST (a); CREATE VIEW w AS SELECT a FROM t;",
    );
    let database = sample.open().await;
    let first = database.table_prints().await.unwrap();
    let names: Vec<&str> = first.keys().map(String::as_str).collect();
    assert_eq!(names, ["s.v", "t", "u"], "what changes with other tables has no print");
    for change in ["INSERT INTO t VALUES (1)", "ALTER TABLE t RENAME a TO b", "TRUNCATE t"] {
        let before = database.table_prints().await.unwrap();
        execute(&sample.url(), change);
        let mut now = before.clone();
        // The server counts rows with a delay of about a second.
        for _ in 0..200 {
            now = database.table_prints().await.unwrap();
            if now != before {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        assert_ne!(now["t"], before["t"], "{change}");
        assert_eq!((&now["u"], &now["s.v"]), (&first["u"], &first["s.v"]), "{change}");
    }
}
