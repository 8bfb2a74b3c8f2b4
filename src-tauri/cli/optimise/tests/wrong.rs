//! Rewrites as a hurried person or a model would make them (`bench/wrong.rs`): all are caught, on every engine's terms.

use super::*;
use crate::bench::wrong::{caught, tidy, Step, WRONG};

#[test]
fn at_least_forty_subtle_wrong_rewrites_are_all_caught_on_made_up_databases() {
    assert!(WRONG.len() >= 40);
    let mut through = Vec::new();
    for dialect in [Dialect::Sqlite, Dialect::Duckdb, Dialect::Postgres] {
        let catalog = home(dialect);
        for (fault, before, after) in WRONG {
            assert!(
                guard::check(before, dialect).is_ok() && guard::check(after, dialect).is_ok(),
                "{fault}"
            );
            match verdict(&catalog, before, after, 300, 1) {
                Verdict::Differs(example) => {
                    // The counter-example can be made again and shows the difference.
                    let mut scratch = lab().open(dialect).unwrap();
                    scratch.fill(&example.database.join("; ")).unwrap();
                }
                // What keeps the first rows of a part is refused before any row is made up.
                Verdict::Open(why) if why.contains("only the first rows") => {}
                other => through.push(format!("{dialect:?} {fault}: {other:?}")),
            }
        }
    }
    assert!(through.is_empty(), "{}", through.join("\n"));
}

#[test]
fn no_wrong_rewrite_has_the_normal_form_of_what_it_stands_for() {
    let mut alike = Vec::new();
    let mut with_form = 0;
    for dialect in [Dialect::Sqlite, Dialect::Duckdb, Dialect::Postgres] {
        let catalog = home(dialect);
        let form = |sql: &str| rewrite::normal::normal(&parse::query(sql, dialect).unwrap(), &catalog);
        for (fault, before, after) in WRONG {
            let (before, after) = (form(before), form(after));
            with_form += usize::from(before.is_some() && after.is_some());
            if before.is_some() && before == after {
                alike.push(format!("{dialect:?} {fault}: {before:?}"));
            }
        }
    }
    assert!(alike.is_empty(), "{}", alike.join("\n"));
    assert!(with_form >= 3 * WRONG.len() - 6, "{with_form}");
}

#[test]
fn a_statement_is_the_same_as_itself() {
    let mut faults = Vec::new();
    for dialect in [Dialect::Sqlite, Dialect::Duckdb, Dialect::Postgres] {
        let catalog = home(dialect);
        for (fault, before, _) in WRONG {
            let said = verdict(&catalog, before, before, 60, 3);
            if !matches!(said, Verdict::Same { .. }) {
                faults.push(format!("{fault}: {said:?}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_persons_data_let_pass_the_made_up_databases_catch() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("tidy.sqlite");
    let mut statements = tidy().into_iter().map(|sql| format!("{sql};"));
    askwell_io::create::create_sqlite(&path, &mut statements).unwrap();
    let opened = crate::optimise::open(&format!("sqlite:{}", path.display()))
        .await
        .unwrap();
    let mut steps = Vec::new();
    for (fault, before, after) in WRONG {
        steps.push((caught(&opened, before, after).await.unwrap(), *fault));
    }
    let of = |step: Step| steps.iter().filter(|s| s.0 == step).collect::<Vec<_>>();
    assert!(of(Step::Through).is_empty(), "{:?}", of(Step::Through));
    // Each step has its share; where one of them caught nothing, the test would say nothing of it.
    assert!(of(Step::Data).len() >= 5 && of(Step::MadeUp).len() >= 5, "{steps:?}");
    // All of them give columns of the right names and kinds.
    assert!(of(Step::Gate).is_empty(), "{:?}", of(Step::Gate));
    // What is right is no fault, and what the gate must not see is told to it.
    let right = "SELECT o.id FROM orders o WHERE o.total > 5";
    assert_eq!(caught(&opened, right, right).await.unwrap(), Step::Through);
    for gate in [
        "DELETE FROM orders",
        "SELECT o.nothing FROM orders o",
        "SELECT o.id AS other FROM orders o",
    ] {
        assert_eq!(caught(&opened, right, gate).await.unwrap(), Step::Gate, "{gate}");
    }
}
