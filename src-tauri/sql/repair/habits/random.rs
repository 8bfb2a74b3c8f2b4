//! `RAND()`, `NEWID()`

use askwell_contract::Dialect;
use sqlparser::ast::Query;

use super::{each_call, Habit, Scene};

pub const HABIT: Habit = Habit {
    name: "random",
    examples: &[(
        Dialect::Duckdb,
        "SELECT name FROM customers ORDER BY RAND() LIMIT 3",
        "SELECT name FROM customers ORDER BY random() LIMIT 3",
    )],
    safe: "None of the three engines has the function; random() shuffles as well.",
    rewrite,
};

fn rewrite(query: &mut Query, _: &Scene<'_>) -> Vec<String> {
    each_call(query, |name, args| {
        (matches!(name, "rand" | "newid") && args.is_empty()).then(|| "random()".to_string())
    })
}
