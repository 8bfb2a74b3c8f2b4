//! Queries made faster on a PostgreSQL server: found, proven, measured, and nothing changed on it.

use askwell_cli::optimise::{open, Opened};
use askwell_cli::sample;
use askwell_contract::optimise::{Flag, Hurdle, Optimisation, Part, Status};
use askwell_contract::ports::Cancel;
use askwell_contract::run::Explain;
use askwell_contract::{Dialect, Limits};
use askwell_engine::optimise::{same_on, Settings};
use askwell_sql::guard;
use askwell_sql::rewrite::{self, RULES};

/// Twelve thousand orders without an index on what they are joined by, and a function that writes.
const SHOP: &str = "CREATE TABLE shops(id INTEGER PRIMARY KEY, town TEXT);
    CREATE TABLE orders(id INTEGER PRIMARY KEY, shop_id INTEGER, total NUMERIC(10,2), status TEXT);
    CREATE TABLE seen(at INTEGER);
    CREATE SEQUENCE numbers;
    INSERT INTO shops SELECT i, 'Town ' || i % 7 FROM generate_series(1, 40) AS i;
    INSERT INTO orders SELECT i, CASE WHEN i % 50 > 0 THEN i * 7 % 40 + 1 END, CASE WHEN i % 50 > 0 THEN i * 31 % 500 + 0.5 END,
        CASE WHEN i % 3 = 0 THEN 'paid' ELSE 'open' END FROM generate_series(1, 12000) AS i;
    CREATE FUNCTION noted(n INTEGER) RETURNS INTEGER LANGUAGE sql AS 'INSERT INTO seen VALUES (n) RETURNING at';
    ANALYZE;";

const ABOVE_AVERAGE: &str =
    "SELECT o.id FROM orders o WHERE o.total > 1.5 * (SELECT AVG(p.total) FROM orders p WHERE p.shop_id = \
                             o.shop_id) AND o.id < 400 ORDER BY id";

fn settings() -> Settings {
    Settings {
        most_runs: 6,
        databases: 40,
        candidates: 6,
        proven: 2,
        depth: 1,
        ..Settings::default()
    }
}

async fn done(opened: &Opened, sql: &str, others: &[&str]) -> Optimisation {
    let others: Vec<(String, String)> = others.iter().map(|sql| ("somebody".into(), (*sql).into())).collect();
    let done = opened.optimise(sql, settings(), &others, &Cancel::new()).await;
    done.unwrap_or_else(|error| panic!("{sql}: {error}"))
}

/// Why nothing is tried of it, whether the guard or the server's catalog said so.
async fn refusal(opened: &Opened, sql: &str) -> String {
    match opened.optimise(sql, settings(), &[], &Cancel::new()).await {
        Ok(done) => {
            assert!(done.attempts.is_empty() && done.best.is_none(), "{sql}");
            done.refused
        }
        Err(error) => error.to_string(),
    }
}

/// What is stored, in figures that any change would move.
async fn stored(opened: &Opened) -> String {
    let sql = "SELECT COUNT(*) AS n, SUM(o.id * o.total) AS t, (SELECT COUNT(*) FROM shops) AS s, (SELECT COUNT(*) FROM seen) AS w \
               FROM orders o";
    let stream = opened
        .database
        .query(sql, Limits::EXPORT, &Cancel::new())
        .await
        .unwrap();
    format!("{:?}", stream.unwrap().collect().await.unwrap().rows)
}

fn nodes(plan: &Explain) -> Vec<&Explain> {
    std::iter::once(plan)
        .chain(plan.children.iter().flat_map(nodes))
        .collect()
}

/// The shop of the rules' examples, with missing values and partners.
const HOME: &str = "CREATE TABLE customers(id INTEGER NOT NULL PRIMARY KEY, name VARCHAR NOT NULL, country VARCHAR, since DATE);
    CREATE TABLE shops(id INTEGER NOT NULL PRIMARY KEY, town VARCHAR);
    CREATE TABLE orders(id INTEGER NOT NULL PRIMARY KEY, customer_id INTEGER REFERENCES customers(id), shop_id INTEGER
        REFERENCES shops(id), placed DATE, total DECIMAL(10,2), status VARCHAR);
    CREATE TABLE lines(order_id INTEGER NOT NULL REFERENCES orders(id), product VARCHAR NOT NULL, quantity INTEGER, price
        DECIMAL(10,2), PRIMARY KEY (order_id, product));
    INSERT INTO customers SELECT i, 'Customer ' || i % 13, CASE i % 5 WHEN 0 THEN NULL WHEN 1 THEN 'Peru' WHEN 2 THEN 'France' ELSE
        'Land ' || i % 3 END, DATE '2021-01-01' + i * 7 % 400 FROM generate_series(1, 30) AS i;
    INSERT INTO shops SELECT i, 'Town ' || i % 3 FROM generate_series(1, 7) AS i;
    INSERT INTO orders SELECT i, CASE WHEN i % 9 > 0 THEN 1 + i * 37 % 26 END, CASE WHEN i % 11 > 0 THEN 1 + i * 13 % 7 END,
        CASE WHEN i % 8 > 0 THEN DATE '2023-11-20' + i * 11 % 420 END, CASE WHEN i % 7 > 0 THEN (i * 7919 % 1500) / 100.0 END,
        CASE i % 5 WHEN 0 THEN 'open' WHEN 1 THEN NULL ELSE 'paid' END FROM generate_series(1, 120) AS i;
    INSERT INTO lines SELECT 1 + i / 2, 'Product ' || (i % 2 + 2 * (i * 31 % 20)), CASE WHEN i % 6 > 0 THEN 1 + i * 17 % 9 END,
        (i * 613 % 900) / 100.0 FROM generate_series(1, 200) AS i;";

#[tokio::test(flavor = "multi_thread")]
async fn on_postgres_every_rule_keeps_the_rows_and_the_types_of_its_examples() {
    let Some(filled) = super::server::Filled::new("rules", HOME) else {
        return;
    };
    let opened = open(&filled.url()).await.unwrap();
    let (mut tried, mut wrong, mut idle) = (0, Vec::new(), Vec::new());
    for rule in RULES.iter().filter(|rule| rule.engines.contains(&Dialect::Postgres)) {
        let before = tried;
        for sql in std::iter::once(&rule.before).chain(rule.also) {
            let read = guard::checked(sql, Dialect::Postgres).ok();
            let Some(query) = read.and_then(|query| rewrite::qualify(&query, &opened.catalog)) else {
                continue;
            };
            for step in rewrite::steps_of(rule, &query, &opened.catalog) {
                let after = step.query.to_string();
                let same = same_on(&*opened.database, &opened.catalog, &settings(), sql, &after).await;
                tried += 1;
                if !matches!(same, Ok(Some(true))) {
                    wrong.push(format!("{}: {same:?}\n  {sql}\n  {after}", rule.name));
                }
            }
        }
        if tried == before {
            idle.push(rule.name);
        }
    }
    assert!(idle.is_empty(), "{idle:?} found nothing to change here");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(tried > 40, "{tried}");
}

#[tokio::test(flavor = "multi_thread")]
async fn on_postgres_a_slow_query_is_made_faster_with_its_proof_and_nothing_is_written() {
    let Some(filled) = super::server::Filled::new("faster", SHOP) else {
        return;
    };
    let opened = open(&filled.url()).await.unwrap();
    let before = stored(&opened).await;
    assert!(before.contains("12000"), "{before}");

    // Each of the others ends at the step that sees it, the first before the server is asked.
    let found = done(
        &opened,
        ABOVE_AVERAGE,
        &[
            "WITH gone AS (DELETE FROM orders RETURNING id) SELECT id FROM gone",
            "SELECT noted(o.id) AS id FROM orders o WHERE o.id < 400",
            "SELECT nextval('numbers') AS id",
            "SELECT o.id FROM orders o WHERE o.total > 1.5 * (SELECT AVG(p.total) FROM orders p) AND o.id < 400 ORDER BY id",
        ],
    )
    .await;
    let best = found.best().unwrap_or_else(|| panic!("{:#?}", found.attempts));
    let (gain, proof) = (best.gain.unwrap(), best.proof.clone().unwrap());
    assert_eq!((best.status, best.by.as_str()), (Status::Win, "rules"));
    assert!(gain.speedup > 1.5 && gain.low >= 1.0, "{gain:?}");
    assert!(
        proof.databases >= 40 && proof.telling >= 10 && proof.engine == "DuckDB",
        "{proof:?}"
    );
    for attempt in &found.attempts {
        assert!(attempt.gain.is_none() || attempt.proof.is_some());
    }
    let share = |correlated: bool| {
        let of = |p: &&Part| p.flags.contains(&Flag::Correlated) == correlated;
        found.parts.iter().filter(of).filter_map(|p| p.share).sum::<f64>()
    };
    assert!(share(true) > share(false), "{:#?}", found.parts);
    let others = found.attempts.iter().filter(|a| a.by == "somebody");
    let steps: Vec<Option<Hurdle>> = others.map(|a| a.turned_down).collect();
    assert_eq!(
        steps,
        [
            Some(Hurdle::Gate),
            Some(Hurdle::Gate),
            Some(Hurdle::Gate),
            Some(Hurdle::Data)
        ]
    );
    // Both plans are measured: rows and times at their nodes.
    for plan in [found.plan_before.as_ref().unwrap(), found.plan_after.as_ref().unwrap()] {
        let measured = nodes(plan)
            .into_iter()
            .filter(|n| n.rows.is_some() && n.ms.is_some())
            .count();
        assert!(plan.ms.is_some() && measured >= 2, "{plan:?}");
    }

    for (sql, says) in [
        ("SELECT o.id FROM orders o WHERE now() > '2020-01-01'", "now"),
        ("SELECT random() AS r FROM shops", "random"),
        ("SELECT noted(s.id) AS n FROM shops s", ""),
        ("SELECT nextval('numbers') AS n", ""),
        ("SELECT pg_sleep(0.01) IS NULL AS n", ""),
    ] {
        let why = refusal(&opened, sql).await;
        assert!(!why.is_empty() && why.contains(says), "{sql}: {why}");
    }
    assert_eq!(stored(&opened).await, before);
}

async fn readable(opened: &Opened, folder: &str) {
    let slow = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("sample-data/slow")
        .join(folder);
    let mut seen = 0;
    for entry in std::fs::read_dir(slow).unwrap() {
        let path = entry.unwrap().path();
        let sql = std::fs::read_to_string(&path).unwrap();
        let parts = askwell_engine::optimise::parts(&sql, &opened.catalog).unwrap();
        assert!(
            parts.iter().any(|part| !part.may_change.is_empty()),
            "{}",
            path.display()
        );
        let mut plan = opened.database.explain(&sql, &Cancel::new()).await.unwrap();
        // A server that has just started on a busy machine may need longer than a person waits for a plan.
        for _ in 0..5 {
            if plan.as_ref().is_err_and(|finding| finding.code == "timeout") {
                plan = opened.database.explain(&sql, &Cancel::new()).await.unwrap();
            }
        }
        assert!(plan.is_ok(), "{}: {plan:?}", path.display());
        seen += 1;
    }
    assert_eq!(seen, 3, "{folder}");
}

#[tokio::test]
async fn every_slow_sample_can_be_read_and_some_rule_can_change_it() {
    let dir = tempfile::tempdir().unwrap();
    for made in sample::build(dir.path()).unwrap() {
        let opened = open(&made.display().to_string()).await.unwrap();
        readable(&opened, made.file_stem().unwrap().to_str().unwrap()).await;
    }
    let script = std::fs::read_to_string(sample::script(dir.path()).unwrap()).unwrap();
    if let Some(filled) = super::server::Filled::new("samples", &script) {
        readable(&open(&filled.url()).await.unwrap(), "harbor-goods-postgres").await;
    }
}
