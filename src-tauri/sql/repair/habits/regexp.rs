//! `name REGEXP '^A'`, `name RLIKE '^A'`

use askwell_contract::Dialect;
use sqlparser::ast::{Expr, Query};

use super::{each_expr, made, Habit, Scene};

pub const HABIT: Habit = Habit {
    name: "regexp",
    examples: &[
        (
            Dialect::Postgres,
            "SELECT name FROM customers WHERE name REGEXP '^A'",
            "SELECT name FROM customers WHERE name ~* '^A'",
        ),
        (
            Dialect::Duckdb,
            "SELECT name FROM customers WHERE name NOT RLIKE '^A'",
            "SELECT name FROM customers WHERE NOT regexp_matches(name, '^A', 'i')",
        ),
    ],
    safe: "The target has no such operator; MySQL's, which is meant, does not mind the case either.",
    rewrite,
};

fn rewrite(query: &mut Query, scene: &Scene<'_>) -> Vec<String> {
    each_expr(query, |old| {
        let Expr::RLike {
            negated, expr, pattern, ..
        } = old
        else {
            return None;
        };
        let new = match (scene.dialect, negated) {
            // SQLite has the word but no function behind it.
            (Dialect::Sqlite, _) => return None,
            (Dialect::Postgres, false) => format!("{expr} ~* {pattern}"),
            (Dialect::Postgres, true) => format!("{expr} !~* {pattern}"),
            (Dialect::Duckdb, false) => format!("regexp_matches({expr}, {pattern}, 'i')"),
            (Dialect::Duckdb, true) => format!("NOT regexp_matches({expr}, {pattern}, 'i')"),
        };
        Some((made(&new)?, format!("{old} is written {new} here.")))
    })
}
