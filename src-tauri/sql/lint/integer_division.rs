//! `SELECT COUNT(name) / COUNT(*) FROM customers`

use askwell_contract::run::Finding;
use askwell_contract::{Dialect, TypeKind};
use sqlparser::ast::{BinaryOperator, Expr, Value};

use super::{call, each_expr, Facts, Rule};

pub const RULE: Rule = Rule {
    name: "integer_division",
    about: "A whole number divided by a whole number loses what is behind the point.",
    bad: "SELECT COUNT(country) / COUNT(*) FROM customers",
    good: "SELECT COUNT(country) * 1.0 / COUNT(*) FROM customers",
    check,
};

fn check(facts: &Facts<'_>) -> Vec<Finding> {
    // DuckDB's `/` keeps the fraction; `//` is its whole division.
    if facts.dialect == Dialect::Duckdb {
        return Vec::new();
    }
    let mut out = Vec::new();
    each_expr(facts.query, |expr| {
        let Expr::BinaryOp {
            left,
            op: BinaryOperator::Divide,
            right,
        } = expr
        else {
            return;
        };
        // By a written number (`seconds / 3600`) the whole part may be just what is meant.
        if whole(left, facts) && whole(right, facts) && !matches!(**right, Expr::Value(_)) {
            out.push(Finding::warning(
                RULE.name,
                format!("{left} / {right} keeps the whole part only: 1 / 2 is 0."),
            ));
        }
    });
    out
}

fn whole(expr: &Expr, facts: &Facts<'_>) -> bool {
    if let Some((name, args)) = call(expr) {
        return match name.as_str() {
            "count" => true,
            "sum" | "min" | "max" | "abs" | "coalesce" => args.iter().all(|a| whole(a, facts)),
            "nullif" => args.first().is_some_and(|a| whole(a, facts)),
            _ => false,
        };
    }
    match expr {
        Expr::Nested(inner) => whole(inner, facts),
        Expr::Value(value) => matches!(&value.value, Value::Number(n, _) if !n.contains(['.', 'e', 'E'])),
        Expr::BinaryOp { left, op, right } => {
            use BinaryOperator as B;
            matches!(op, B::Plus | B::Minus | B::Multiply) && whole(left, facts) && whole(right, facts)
        }
        Expr::Case {
            conditions,
            else_result,
            ..
        } => conditions.iter().all(|c| whole(&c.result, facts)) && else_result.as_ref().is_none_or(|e| whole(e, facts)),
        _ => facts
            .names
            .column_of(expr)
            .is_some_and(|(_, c)| c.kind == TypeKind::Integer),
    }
}
