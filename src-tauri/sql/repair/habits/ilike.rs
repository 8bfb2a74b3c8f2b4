//! `name ILIKE 'a%'` in SQLite

use askwell_contract::Dialect;
use sqlparser::ast::{Expr, Query};

use super::{each_expr, Habit, Scene};

pub const HABIT: Habit = Habit {
    name: "ilike",
    examples: &[(
        Dialect::Sqlite,
        "SELECT name FROM customers WHERE name ILIKE 'a%'",
        "SELECT name FROM customers WHERE name LIKE 'a%'",
    )],
    safe: "SQLite has no ILIKE; its LIKE does not mind the case of English letters either.",
    rewrite,
};

fn rewrite(query: &mut Query, scene: &Scene<'_>) -> Vec<String> {
    if scene.dialect != Dialect::Sqlite {
        return Vec::new();
    }
    each_expr(query, |expr| match expr {
        Expr::ILike {
            negated,
            any,
            expr,
            pattern,
            escape_char,
        } => {
            let new = Expr::Like {
                negated: *negated,
                any: *any,
                expr: expr.clone(),
                pattern: pattern.clone(),
                escape_char: escape_char.clone(),
            };
            Some((new, "ILIKE is called LIKE here.".to_string()))
        }
        _ => None,
    })
}
