//! `IFNULL(a, b)`, `NVL(a, b)`, `ISNULL(a, b)`, `ISNULL(a)`

use askwell_contract::Dialect;
use sqlparser::ast::Query;

use super::{each_call, Habit, Scene};

pub const HABIT: Habit = Habit {
    name: "null_function",
    examples: &[
        (
            Dialect::Postgres,
            "SELECT IFNULL(name, '') FROM customers",
            "SELECT COALESCE(name, '') FROM customers",
        ),
        (
            Dialect::Sqlite,
            "SELECT NVL(name, '') FROM customers WHERE ISNULL(country)",
            "SELECT COALESCE(name, '') FROM customers WHERE country IS NULL",
        ),
        (
            Dialect::Duckdb,
            "SELECT ISNULL(name, '') FROM customers",
            "SELECT COALESCE(name, '') FROM customers",
        ),
    ],
    safe: "The target has no function of that name; COALESCE gives the first that is not NULL, as it does.",
    rewrite,
};

fn rewrite(query: &mut Query, scene: &Scene<'_>) -> Vec<String> {
    let own = scene.dialect != Dialect::Postgres;
    each_call(query, |name, args| match (name, args) {
        ("ifnull", _) if own => None,
        ("ifnull" | "nvl" | "isnull", [a, b]) => Some(format!("COALESCE({a}, {b})")),
        ("isnull", [a]) => Some(format!("{a} IS NULL")),
        _ => None,
    })
}
