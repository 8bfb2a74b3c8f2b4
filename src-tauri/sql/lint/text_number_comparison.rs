//! `WHERE name > 5`, `WHERE total = 'many'`

use askwell_contract::run::Finding;
use askwell_contract::TypeKind;
use sqlparser::ast::{BinaryOperator, Expr, UnaryOperator, Value};

use super::{each_expr, Facts, Rule};

pub const RULE: Rule = Rule {
    name: "text_number_comparison",
    about: "A text is compared with a number, which is never equal or compares letter by letter.",
    bad: "SELECT COUNT(*) FROM orders WHERE total = 'many'",
    good: "SELECT COUNT(*) FROM orders WHERE total = 12.5",
    check,
};

fn check(facts: &Facts<'_>) -> Vec<Finding> {
    let mut out = Vec::new();
    each_expr(facts.query, |expr| {
        let Expr::BinaryOp { left, op, right } = expr else {
            return;
        };
        use BinaryOperator as B;
        if !matches!(op, B::Eq | B::NotEq | B::Lt | B::LtEq | B::Gt | B::GtEq) {
            return;
        }
        for (column, value) in [(left, right), (right, left)] {
            let Some((table, column)) = facts.names.column_of(column) else {
                continue;
            };
            let wrong = match (column.kind, literal(value)) {
                (TypeKind::Text, Some(Literal::Number(n))) => {
                    Some(format!("holds texts and is compared with the number {n}"))
                }
                (kind, Some(Literal::Text(t))) if kind.is_number() && t.trim().parse::<f64>().is_err() => {
                    Some(format!("holds numbers and is compared with the text '{t}'"))
                }
                _ => None,
            };
            out.extend(wrong.map(|w| Finding::warning(RULE.name, format!("{}.{} {w}.", table.name, column.name))));
        }
    });
    out
}

enum Literal {
    Number(String),
    Text(String),
}

fn literal(expr: &Expr) -> Option<Literal> {
    match expr {
        Expr::Value(value) => match &value.value {
            Value::Number(n, _) => Some(Literal::Number(n.clone())),
            Value::SingleQuotedString(t) => Some(Literal::Text(t.clone())),
            _ => None,
        },
        Expr::UnaryOp {
            op: UnaryOperator::Minus | UnaryOperator::Plus,
            expr,
        } => literal(expr),
        Expr::Nested(inner) => literal(inner),
        _ => None,
    }
}
