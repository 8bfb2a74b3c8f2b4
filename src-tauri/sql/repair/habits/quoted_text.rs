//! `WHERE country = "France"`

use askwell_contract::Dialect;
use sqlparser::ast::{BinaryOperator, Expr, Query, Value};

use super::{each_expr, Habit, Scene};
use crate::scope::{self, Meaning};

pub const HABIT: Habit = Habit {
    name: "quoted_text",
    examples: &[(
        Dialect::Postgres,
        "SELECT name FROM customers WHERE country = \"France\"",
        "SELECT name FROM customers WHERE country = 'France'",
    )],
    safe: "No column has that name, so the statement cannot run; MySQL and SQLite read such quotes as a text.",
    rewrite,
};

fn rewrite(query: &mut Query, scene: &Scene<'_>) -> Vec<String> {
    // SQLite reads it as a text by itself.
    if scene.dialect == Dialect::Sqlite {
        return Vec::new();
    }
    let before = query.clone();
    let names = scope::names(&before, scene.catalog);
    let named = |name: &str| scene.catalog.tables.iter().any(|t| t.column(name).is_some());
    let text = |e: &Expr| match e {
        Expr::Identifier(ident) => {
            let nameless = names
                .uses
                .iter()
                .any(|u| u.at == ident.span && matches!(u.meaning, Meaning::Unknown(_)));
            (ident.quote_style == Some('"') && nameless)
                .then(|| Expr::Value(Value::SingleQuotedString(ident.value.clone()).with_span(ident.span)))
        }
        // So read by MySQL's grammar.
        Expr::Value(value) => match &value.value {
            Value::DoubleQuotedString(text) if !named(text) => Some(Expr::Value(
                Value::SingleQuotedString(text.clone()).with_span(value.span),
            )),
            _ => None,
        },
        _ => None,
    };
    each_expr(query, |expr| {
        let new = match expr {
            Expr::BinaryOp { left, op, right } => {
                use BinaryOperator as B;
                if !matches!(op, B::Eq | B::NotEq | B::Lt | B::LtEq | B::Gt | B::GtEq) {
                    return None;
                }
                Expr::BinaryOp {
                    left: left.clone(),
                    op: op.clone(),
                    right: Box::new(text(right)?),
                }
            }
            Expr::InList { expr, list, negated } => {
                let texts: Option<Vec<Expr>> = list.iter().map(text).collect();
                Expr::InList {
                    expr: expr.clone(),
                    list: texts?,
                    negated: *negated,
                }
            }
            Expr::Like {
                negated,
                any,
                expr,
                pattern,
                escape_char,
            } => Expr::Like {
                negated: *negated,
                any: *any,
                expr: expr.clone(),
                pattern: Box::new(text(pattern)?),
                escape_char: escape_char.clone(),
            },
            _ => return None,
        };
        Some((
            new,
            "A text stands between single quotes here; double quotes are for names.".to_string(),
        ))
    })
}
