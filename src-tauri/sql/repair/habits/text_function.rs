//! `LEN(x)`, `UCASE(x)`, `LOCATE('a', x)`, `CHARINDEX('a', x)`, `LEFT(x, 3)` in SQLite

use askwell_contract::Dialect;
use sqlparser::ast::Query;

use super::{each_call, Habit, Scene};

pub const HABIT: Habit = Habit {
    name: "text_function",
    examples: &[
        (
            Dialect::Postgres,
            "SELECT LEN(name), instr(name, 'a') FROM customers",
            "SELECT length(name), strpos(name, 'a') FROM customers",
        ),
        (
            Dialect::Sqlite,
            "SELECT LEFT(name, 3), RIGHT(name, 2), CHARINDEX('a', name) FROM customers",
            "SELECT SUBSTR(name, 1, 3), SUBSTR(name, -2), instr(name, 'a') FROM customers",
        ),
        (
            Dialect::Duckdb,
            "SELECT LOCATE('a', name), MID(name, 2, 3) FROM customers",
            "SELECT strpos(name, 'a'), SUBSTR(name, 2, 3) FROM customers",
        ),
    ],
    safe: "The target has no function of that name; the one that replaces it does the same to a text.",
    rewrite,
};

fn rewrite(query: &mut Query, scene: &Scene<'_>) -> Vec<String> {
    let sqlite = scene.dialect == Dialect::Sqlite;
    let duckdb = scene.dialect == Dialect::Duckdb;
    let find = if sqlite { "instr" } else { "strpos" };
    each_call(query, |name, args| match (name, args) {
        ("len", [text]) if !duckdb => Some(format!("length({text})")),
        ("char_length" | "character_length", [text]) if sqlite => Some(format!("length({text})")),
        ("ucase", [text]) if !duckdb => Some(format!("upper({text})")),
        ("lcase", [text]) if !duckdb => Some(format!("lower({text})")),
        ("mid", [text, from, count]) => Some(format!("substr({text}, {from}, {count})")),
        ("left", [text, count]) if sqlite => Some(format!("substr({text}, 1, {count})")),
        ("right", [text, count]) if sqlite => Some(format!("substr({text}, -{count})")),
        ("locate" | "charindex", [part, text]) => Some(format!("{find}({text}, {part})")),
        ("strpos", [text, part]) if sqlite => Some(format!("instr({text}, {part})")),
        ("instr", [text, part]) if !sqlite && !duckdb => Some(format!("strpos({text}, {part})")),
        _ => None,
    })
}
