//! `CAST(id AS UNSIGNED)`, `CAST(name AS NVARCHAR(MAX))`

use askwell_contract::Dialect;
use sqlparser::ast::{DataType, Expr, Query};

use super::{each_expr, Habit, Scene};

pub const HABIT: Habit = Habit {
    name: "cast_type",
    examples: &[
        (
            Dialect::Postgres,
            "SELECT CAST(total AS SIGNED) FROM orders",
            "SELECT CAST(total AS BIGINT) FROM orders",
        ),
        (
            Dialect::Duckdb,
            "SELECT CAST(id AS NVARCHAR(20)) FROM orders",
            "SELECT CAST(id AS TEXT) FROM orders",
        ),
        (
            Dialect::Postgres,
            "SELECT CAST(since AS DATETIME) FROM customers",
            "SELECT CAST(since AS TIMESTAMP) FROM customers",
        ),
    ],
    safe: "The target has no type of that name; the one that replaces it holds the same values.",
    rewrite,
};

fn rewrite(query: &mut Query, scene: &Scene<'_>) -> Vec<String> {
    let sqlite = scene.dialect == Dialect::Sqlite;
    let postgres = scene.dialect == Dialect::Postgres;
    each_expr(query, |expr| {
        let Expr::Cast {
            kind,
            expr: inner,
            data_type,
            format,
        } = expr
        else {
            return None;
        };
        let name = data_type.to_string().to_lowercase();
        let new = match name.split('(').next().unwrap_or_default().trim() {
            // SQLite takes any name and goes by what it holds; these two it would take for numbers of another kind.
            "signed" | "unsigned" | "signed integer" | "unsigned integer" => DataType::BigInt(None),
            "nvarchar" if !sqlite => DataType::Text,
            "datetime" if postgres => DataType::Timestamp(None, sqlparser::ast::TimezoneInfo::None),
            "double" if postgres => DataType::DoublePrecision,
            "string" if postgres => DataType::Text,
            _ => return None,
        };
        let why = format!("The type {data_type} is called {new} here.");
        Some((
            Expr::Cast {
                kind: kind.clone(),
                expr: inner.clone(),
                data_type: new,
                format: format.clone(),
            },
            why,
        ))
    })
}
