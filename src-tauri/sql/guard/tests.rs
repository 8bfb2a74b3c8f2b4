//! What must never get through, and what must.

use super::check;
use crate::attacks::{self, Aim, Nature};
use askwell_contract::run::Finding;
use askwell_contract::Dialect::{self, Duckdb, Postgres, Sqlite};

mod fuzz;
mod harmless;
mod known;

const ALL: [Dialect; 3] = [Sqlite, Duckdb, Postgres];

pub fn harmless_by_dialect() -> Vec<(Dialect, Vec<&'static str>)> {
    let own = [
        (Sqlite, harmless::SQLITE),
        (Duckdb, harmless::DUCKDB),
        (Postgres, harmless::POSTGRES),
    ];
    own.into_iter()
        .map(|(dialect, queries)| (dialect, [harmless::COMMON, queries].concat()))
        .collect()
}

#[test]
fn no_attack_gets_through() {
    let (mut tried, mut through) = (0, Vec::new());
    for (dialects, sql) in known::ATTACKS {
        for dialect in *dialects {
            if check(sql, *dialect).is_ok() {
                through.push(format!("{dialect:?}: {sql}"));
            }
            tried += 1;
        }
    }
    assert!(through.is_empty(), "let through: {through:#?}");
    assert!(tried >= 150, "{tried}");
}

/// This lock alone, without any database: whatever would write or reach out is refused, and what only takes long
/// is left to the limits.
#[test]
fn no_attack_of_the_self_test_gets_through() {
    for dialect in ALL {
        let aim = Aim {
            table: "orders".into(),
            column: "id".into(),
            file: "/tmp/secret.txt".into(),
            folder: "/tmp".into(),
            port: 9,
        };
        let (mut tried, mut through) = (0, Vec::new());
        let attacks = attacks::attacks(dialect, &aim);
        for attack in attacks.iter().filter(|attack| attack.nature != Nature::Endless) {
            if check(&attack.sql, dialect).is_ok() {
                through.push(format!("{}: {}", attack.name, attack.sql));
            }
            tried += 1;
        }
        assert!(
            through.is_empty(),
            "{dialect:?}: let through {}: {through:#?}",
            through.len()
        );
        assert!(tried >= 120, "{dialect:?}: {tried}");
    }
}

/// Writes and foreign doors are named for what they are, not merely unreadable.
#[test]
fn readable_attacks_are_called_not_read_only() {
    for (dialects, sql) in known::NAMED {
        for dialect in *dialects {
            let finding = check(sql, *dialect).expect_err(sql);
            assert_eq!(finding.code, "not_read_only", "{dialect:?}: {sql}: {finding:?}");
            assert!(finding.message.ends_with('.'), "{}", finding.message);
        }
    }
}

#[test]
fn every_harmless_query_passes() {
    let mut refused = Vec::new();
    for (dialect, queries) in harmless_by_dialect() {
        let mut passed = 0;
        for sql in queries {
            if let Err(finding) = check(sql, dialect) {
                refused.push(format!("{dialect:?}: {sql}: {finding:?}"));
            }
            passed += 1;
        }
        assert!(passed >= 40, "{dialect:?}: {passed}");
    }
    assert!(refused.is_empty(), "{refused:#?}");
}

/// Each rule refuses by itself what no other sees, and says why.
#[test]
fn each_rule_refuses_what_it_is_for() {
    for (dialect, sql, why) in [
        (Sqlite, "SELECT * FROM t WITH (NOLOCK)", "a form of table"),
        (Postgres, "SELECT a FROM t ORDER BY a USING <", "ORDER BY ... USING"),
        (Sqlite, "SELECT main.abs(1)", "main.abs is not on the list"),
        (Postgres, "SELECT public.abs(1)", "public.abs is not on the list"),
        (Duckdb, "SELECT * FROM \"azure::x\"", "would read a file"),
        (
            Sqlite,
            "SELECT 1 /* a /* b */",
            "a comment that engines read differently",
        ),
        (Sqlite, "SELECT 1\r+ 1", "an invisible control character"),
    ] {
        let finding = check(sql, dialect).expect_err(sql);
        assert!(finding.message.contains(why), "{dialect:?}: {sql}: {}", finding.message);
    }
}

#[test]
fn what_only_the_engine_sees_is_refused() {
    for (name, known) in [("getenv", false), ("launch", false), ("sum", true), ("+", true)] {
        assert_eq!(super::seen::function(name, Duckdb).is_ok(), known, "{name}");
    }
    assert!(super::seen::table(&["x.csv"], Duckdb).is_err() && super::seen::table(&["orders"], Duckdb).is_ok());
}

#[test]
fn an_unknown_function_is_named() {
    let finding = check("SELECT launch(1)", Sqlite).expect_err("refused");
    assert_eq!(
        finding.message,
        "The function launch is not on the list of functions known to be harmless."
    );
    let finding = check("SELECT * FROM read_csv('/etc/passwd')", Duckdb).expect_err("refused");
    assert_eq!(finding.message, "The function read_csv could read files.");
}

#[test]
fn case_and_quotes_do_not_hide_a_function() {
    for sql in [
        "SELECT LOAD_EXTENSION('x')",
        "SELECT \"load_extension\"('x')",
        "SELECT Load_Extension ('x')",
    ] {
        assert!(check(sql, Sqlite).is_err(), "{sql}");
    }
}

proptest::proptest! {
    /// Whatever passes is a single query, also when harmless texts are glued together.
    #[test]
    fn nothing_passes_that_holds_two_statements(a in "[ -~]{0,30}", b in "[ -~]{0,30}") {
        let sql = format!("SELECT 1 {a}; DROP TABLE t {b}");
        for dialect in ALL {
            if check(&sql, dialect).is_ok() {
                // Only a comment or a text may have swallowed the second statement.
                proptest::prop_assert!(a.contains("--") || a.contains("/*") || a.contains(['\'', '"', '`', '[', '$']));
            }
        }
    }

    #[test]
    fn no_text_makes_it_panic(sql in "\\PC{0,80}") {
        for dialect in ALL {
            let _ = check(&sql, dialect);
        }
    }
}
