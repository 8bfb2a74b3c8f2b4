//! Made-up databases: what they answer, what they refuse, and the walls around them.

use askwell_contract::optimise::Lab;

use super::super::lab::Apart;
use super::*;

const ALL: [Dialect; 3] = [Dialect::Sqlite, Dialect::Duckdb, Dialect::Postgres];

#[test]
fn statements_are_tried_on_made_up_rows_and_nothing_else() {
    for dialect in ALL {
        let mut scratch = Apart.open(dialect).unwrap();
        scratch
            .fill("CREATE TABLE t(a INTEGER, b DATE); INSERT INTO t VALUES (3, '2024-01-31'), (NULL, NULL)")
            .unwrap();
        let result = scratch.ask("SELECT a, b FROM t ORDER BY a IS NULL").unwrap();
        assert_eq!((result.rows.len(), result.columns.len()), (2, 2));
        assert_eq!(result.rows[0][0], Cell::Int(3));
        assert!(scratch.ask("DELETE FROM t").is_err());
        assert!(scratch.ask("SELECT * FROM 'somewhere.csv'").is_err());
        // It goes on behind what failed.
        assert!(scratch.ask("SELECT nope FROM t").is_err());
        assert!(scratch.ask("SELECT a FROM t WHERE a > 3").unwrap().rows.is_empty());
    }
}

#[test]
fn whole_numbers_are_divided_as_each_engine_does() {
    let divided = |dialect| Apart.open(dialect).unwrap().ask("SELECT 7 / 2 AS x").unwrap().rows;
    assert_eq!(divided(Dialect::Postgres), [[Cell::Int(3)]]);
    assert_eq!(divided(Dialect::Duckdb), [[Cell::Real(3.5)]]);
}

#[test]
#[cfg(target_os = "linux")]
fn an_engine_of_made_up_rows_is_a_runner_that_opens_no_file_and_leaves_with_its_owner() {
    let dir = tempfile::tempdir().unwrap();
    let (table, other) = (dir.path().join("a.csv"), dir.path().join("other.sqlite"));
    std::fs::write(&table, "a\n1\n").unwrap();
    for dialect in ALL {
        let before = runners().len();
        let mut scratch = Apart.open(dialect).unwrap();
        assert_eq!(runners().len(), before + 1);
        // Straight into the engine, past the check of statements, as a fault of ours might.
        let reach = match dialect {
            Dialect::Sqlite => format!("ATTACH '{}' AS other; CREATE TABLE other.t(a)", other.display()),
            _ => format!("CREATE TABLE s AS SELECT * FROM read_csv('{}')", table.display()),
        };
        assert!(scratch.fill(&reach).is_err());
        assert!(
            !other.exists(),
            "SQLite makes the file that it attaches, where nothing holds it"
        );
        drop(scratch);
        assert!(soon(|| runners().len() <= before));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn an_engine_that_is_killed_costs_one_trial_and_the_next_lab_works() {
    let before: Vec<u32> = runners().into_iter().map(|r| r.0).collect();
    let mut scratch = Apart.open(Dialect::Sqlite).unwrap();
    for (id, _) in runners().into_iter().filter(|r| !before.contains(&r.0)) {
        signal(id, rustix::process::Signal::KILL);
    }
    assert!(scratch.ask("SELECT 1 AS x").is_err());
    assert_eq!(
        Apart.open(Dialect::Sqlite).unwrap().ask("SELECT 1 AS x").unwrap().rows,
        [[Cell::Int(1)]]
    );
}
