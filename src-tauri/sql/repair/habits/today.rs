//! `NOW()`, `GETDATE()`, `CURDATE()`, `SYSDATE()`

use askwell_contract::Dialect;
use sqlparser::ast::Query;

use super::{each_call, Habit, Scene};

pub const HABIT: Habit = Habit {
    name: "today",
    examples: &[
        (
            Dialect::Sqlite,
            "SELECT COUNT(*) FROM customers WHERE since < NOW()",
            "SELECT COUNT(*) FROM customers WHERE since < CURRENT_TIMESTAMP",
        ),
        (
            Dialect::Postgres,
            "SELECT COUNT(*) FROM customers WHERE since < CURDATE()",
            "SELECT COUNT(*) FROM customers WHERE since < CURRENT_DATE",
        ),
        (
            Dialect::Duckdb,
            "SELECT COUNT(*) FROM customers WHERE since < GETDATE()",
            "SELECT COUNT(*) FROM customers WHERE since < CURRENT_TIMESTAMP",
        ),
    ],
    safe: "The target has no function of that name; the standard's word means the same.",
    rewrite,
};

fn rewrite(query: &mut Query, scene: &Scene<'_>) -> Vec<String> {
    each_call(query, |name, args| match name {
        "getdate" | "sysdate" | "getutcdate" | "sysdatetime" if args.is_empty() => Some("CURRENT_TIMESTAMP".into()),
        "now" if args.is_empty() && scene.dialect == Dialect::Sqlite => Some("CURRENT_TIMESTAMP".into()),
        "curdate" if args.is_empty() => Some("CURRENT_DATE".into()),
        "today" if args.is_empty() && scene.dialect != Dialect::Duckdb => Some("CURRENT_DATE".into()),
        _ => None,
    })
}
