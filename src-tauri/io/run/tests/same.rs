//! A runner between an engine and whoever asks changes nothing: the same rows, the same refusals, the same plans.

use askwell_sql::attacks::{attacks, Aim, Nature};
use askwell_sql::guard;

use super::*;
use crate::db;

/// What both engines understand, of every kind of value, result and mistake.
const STATEMENTS: [&str; 30] = [
    "SELECT * FROM t",
    "SELECT * FROM t ORDER BY a DESC LIMIT 2",
    "SELECT a, a FROM t",
    "SELECT count(*), sum(a), avg(a), min(a), max(a) FROM t",
    "SELECT a FROM t WHERE a > 7",
    "SELECT name FROM customers WHERE id BETWEEN 490 AND 499 ORDER BY id",
    "SELECT * FROM customers ORDER BY id",
    "SELECT c.name, t.a FROM customers c JOIN t ON t.a = c.id ORDER BY 1",
    "SELECT a, count(*) FROM t GROUP BY a HAVING count(*) > 1",
    "WITH n AS (SELECT a FROM t) SELECT max(a) FROM n",
    "SELECT a, row_number() OVER (ORDER BY a DESC) FROM t",
    "SELECT NULL",
    "SELECT 1, -1, 9223372036854775807",
    "SELECT 1.5, -0.25, 1e300, 1.0 / 3",
    "SELECT 'a', '', 'two\nlines', 'Ünïcode ✓', ''''",
    "SELECT x'00ff10'",
    "SELECT CAST('12' AS INTEGER), CAST(12 AS VARCHAR)",
    "SELECT 1 = 1, 1 = 2, NULL IS NULL",
    "SELECT length(name), upper(name) FROM customers WHERE id = 3",
    "SELECT a FROM t UNION ALL SELECT id FROM customers WHERE id < 2 ORDER BY 1",
    "SELECT a FROM t EXCEPT SELECT 1 ORDER BY 1",
    "SELECT CASE WHEN a > 1 THEN 'more' END FROM t ORDER BY a",
    "SELECT 1 / 0",
    "SELECT nothing FROM t",
    "SELECT a FROM nothing",
    "SELECT nothing(a) FROM t",
    "SELECT a FROM t WHERE",
    "SELEC a FROM t",
    "SELECT a FROM t ORDER BY 9",
    "SELECT (SELECT a FROM t WHERE a = 2), EXISTS (SELECT 1 FROM t WHERE a = 9)",
];

fn without_a_runner(sample: &Sample) -> Arc<dyn Database> {
    match sample.dialect {
        Dialect::Sqlite => Arc::new(db::sqlite::open(&sample.path).unwrap()),
        _ => Arc::new(db::duckdb::open(&sample.path, false).unwrap()),
    }
}

#[tokio::test]
async fn statements_come_to_the_same_with_a_runner_and_without() {
    for dialect in ENGINES {
        let sample = Sample::new(dialect);
        let (with, without) = (sample.open(SMALL), without_a_runner(&sample));
        let few = Limits { rows: 7, ..Limits::ASK };
        let (mut ran, mut refused) = (0, 0);
        for sql in STATEMENTS {
            for limits in [Limits::ASK, few] {
                let both = (ask(&*with, sql, limits).await, ask(&*without, sql, limits).await);
                assert_eq!(both.0, both.1, "{dialect:?}: {sql}");
                match both.0 {
                    Ok(_) => ran += 1,
                    Err(_) => refused += 1,
                }
            }
            let plans = (
                with.explain(sql, &Cancel::new()).await.unwrap(),
                without.explain(sql, &Cancel::new()).await.unwrap(),
            );
            assert_eq!(plans.0, plans.1, "{dialect:?}: the plan of {sql}");
        }
        assert!(
            ran > 40 && refused > 8,
            "{dialect:?}: {ran} ran, {refused} were refused"
        );
        assert_eq!(with.describe().await.unwrap(), without.describe().await.unwrap());
    }
}

#[tokio::test]
async fn attacks_are_refused_in_the_same_words_with_a_runner_and_without() {
    for dialect in ENGINES {
        let sample = Sample::new(dialect);
        let keep = Keep::new(sample.task(), SMALL);
        let with = Remote::open(&sample.path, dialect, keep, Locks::All).unwrap();
        let catalog = with.describe().await.unwrap();
        let mut all = attacks(dialect, &Aim::at(&catalog));
        // What only reads without end is for the limits, and takes as long as they let it.
        all.retain(|attack| attack.nature != Nature::Endless);
        assert!(all.len() > 300, "{}", all.len());
        for attack in all {
            // The lock on statements is before both.
            let without = guard::check(&attack.sql, dialect).expect_err(attack.name);
            let with = ask(&with, &attack.sql, Limits::ASK).await.expect_err(attack.name);
            assert_eq!(with, without, "{dialect:?}: {}", attack.name);
        }
        works(&with).await;
    }
}
