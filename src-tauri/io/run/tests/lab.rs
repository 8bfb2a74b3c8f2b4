//! Made-up databases: what they answer, what they refuse, and the walls around them.

use askwell_contract::optimise::{Lab, Scratch};

use super::super::lab::{self, Apart};
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
        // It goes on behind what failed.
        assert!(scratch.ask("SELECT nope FROM t").is_err());
        assert!(scratch.ask("SELECT a FROM t WHERE a > 3").unwrap().rows.is_empty());
    }
}

/// The file is there, so that nothing but a lock keeps it from being read.
#[test]
fn a_file_in_the_place_of_a_table_is_not_read() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("somewhere.csv");
    std::fs::write(&path, "secret\n1\n").unwrap();
    for dialect in ALL {
        for name in [format!("'{}'", path.display()), format!("\"{}\"", path.display())] {
            let sql = format!("SELECT * FROM {name}");
            let said = Apart.open(dialect).unwrap().ask(&sql).unwrap_err();
            let held = match dialect {
                // To SQLite it is the name of a table.
                Dialect::Sqlite => "no such table",
                _ => "would read a file",
            };
            assert!(
                said.contains(held) || dialect == Dialect::Postgres,
                "{dialect:?}: {sql}: {said}"
            );
        }
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
        let mut scratch = lab::Remote::open(dialect).unwrap();
        let id = scratch.process.id();
        assert!(is_there(id));
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
        assert!(soon(|| !is_there(id)));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn an_engine_that_is_killed_costs_one_trial_and_the_next_lab_works() {
    let mut scratch = lab::Remote::open(Dialect::Sqlite).unwrap();
    signal(scratch.process.id(), rustix::process::Signal::KILL);
    assert!(scratch.ask("SELECT 1 AS x").is_err());
    assert_eq!(
        Apart.open(Dialect::Sqlite).unwrap().ask("SELECT 1 AS x").unwrap().rows,
        [[Cell::Int(1)]]
    );
}
