//! `id::text` in SQLite

use askwell_contract::Dialect;
use sqlparser::ast::{CastKind, Expr, Query};

use super::{each_expr, Habit, Scene};

pub const HABIT: Habit = Habit {
    name: "double_colon",
    examples: &[(
        Dialect::Sqlite,
        "SELECT id::text FROM customers",
        "SELECT CAST(id AS TEXT) FROM customers",
    )],
    safe: "SQLite cannot read the colons; CAST means the same.",
    rewrite,
};

fn rewrite(query: &mut Query, scene: &Scene<'_>) -> Vec<String> {
    if scene.dialect != Dialect::Sqlite {
        return Vec::new();
    }
    each_expr(query, |expr| match expr {
        Expr::Cast {
            kind: CastKind::DoubleColon,
            expr: inner,
            data_type,
            format,
        } => {
            let new = Expr::Cast {
                kind: CastKind::Cast,
                expr: inner.clone(),
                data_type: data_type.clone(),
                format: format.clone(),
            };
            Some((new, format!("{expr} is written with CAST here.")))
        }
        _ => None,
    })
}
