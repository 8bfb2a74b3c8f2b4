//! `GROUP_CONCAT(x)` in PostgreSQL

use askwell_contract::Dialect;
use sqlparser::ast::Query;

use super::{each_call, Habit, Scene};

pub const HABIT: Habit = Habit {
    name: "string_aggregate",
    examples: &[(
        Dialect::Postgres,
        "SELECT GROUP_CONCAT(name) FROM customers",
        "SELECT string_agg(CAST(name AS TEXT), ',') FROM customers",
    )],
    safe: "PostgreSQL has no function of that name; the texts are put together with the same sign between them.",
    rewrite,
};

fn rewrite(query: &mut Query, scene: &Scene<'_>) -> Vec<String> {
    each_call(query, |name, args| match (name, args) {
        ("group_concat" | "listagg", [text]) if scene.dialect == Dialect::Postgres => {
            Some(format!("string_agg(CAST({text} AS TEXT), ',')"))
        }
        ("group_concat" | "listagg", [text, between]) if scene.dialect == Dialect::Postgres => {
            Some(format!("string_agg(CAST({text} AS TEXT), {between})"))
        }
        ("listagg", [text, between]) if scene.dialect == Dialect::Sqlite => {
            Some(format!("group_concat({text}, {between})"))
        }
        _ => None,
    })
}
