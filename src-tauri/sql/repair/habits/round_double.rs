//! `ROUND(AVG(x), 2)` of floating numbers in PostgreSQL

use askwell_contract::Dialect;
use sqlparser::ast::Query;

use super::{each_call, Habit, Scene};

pub const HABIT: Habit = Habit {
    name: "round_double",
    examples: &[(
        Dialect::Postgres,
        "SELECT ROUND(AVG(total), 2) FROM orders",
        "SELECT ROUND(CAST(AVG(total) AS NUMERIC), 2) FROM orders",
    )],
    safe: "It is only done where the statement failed: PostgreSQL rounds to places only what is numeric.",
    rewrite,
};

fn rewrite(query: &mut Query, scene: &Scene<'_>) -> Vec<String> {
    if scene.dialect != Dialect::Postgres || !scene.failed {
        return Vec::new();
    }
    each_call(query, |name, args| match (name, args) {
        ("round", [number, places]) if !number.to_uppercase().ends_with(" AS NUMERIC)") => {
            Some(format!("ROUND(CAST({number} AS NUMERIC), {places})"))
        }
        _ => None,
    })
}
