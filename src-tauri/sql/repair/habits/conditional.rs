//! `IF(a, b, c)`, `IIF(a, b, c)`

use askwell_contract::Dialect;
use sqlparser::ast::Query;

use super::{each_call, Habit, Scene};

pub const HABIT: Habit = Habit {
    name: "conditional",
    examples: &[
        (
            Dialect::Postgres,
            "SELECT IF(id > 1, 'many', 'one') FROM customers",
            "SELECT CASE WHEN id > 1 THEN 'many' ELSE 'one' END FROM customers",
        ),
        (
            Dialect::Duckdb,
            "SELECT IIF(id > 1, 'many', 'one') FROM customers",
            "SELECT CASE WHEN id > 1 THEN 'many' ELSE 'one' END FROM customers",
        ),
    ],
    safe: "The target has no function of that name; CASE means the same.",
    rewrite,
};

fn rewrite(query: &mut Query, scene: &Scene<'_>) -> Vec<String> {
    each_call(query, |name, args| {
        let foreign = match scene.dialect {
            Dialect::Sqlite => name == "if",
            Dialect::Duckdb => name == "iif",
            Dialect::Postgres => name == "if" || name == "iif",
        };
        match args {
            [when, then, otherwise] if foreign => Some(format!("CASE WHEN {when} THEN {then} ELSE {otherwise} END")),
            _ => None,
        }
    })
}
