//! `LEFT JOIN orders o ... WHERE o.status = 'open'`

use askwell_contract::run::{Finding, Severity};
use sqlparser::ast::{BinaryOperator, Expr, JoinOperator, TableFactor};

use super::{each_select, Facts, Rule};
use crate::scope::plain_parts;

pub const RULE: Rule = Rule {
    name: "left_join_undone",
    about: "A condition in WHERE on the optional side of a LEFT JOIN drops the rows that the join was to keep.",
    bad: "SELECT customers.name FROM customers LEFT JOIN orders ON orders.customer_id = customers.id \
          WHERE orders.status = 'open'",
    good: "SELECT customers.name FROM customers LEFT JOIN orders ON orders.customer_id = customers.id \
           AND orders.status = 'open'",
    check,
};

fn check(facts: &Facts<'_>) -> Vec<Finding> {
    let mut out = Vec::new();
    each_select(facts.query, |select| {
        let Some(condition) = &select.selection else { return };
        for join in select.from.iter().flat_map(|f| &f.joins) {
            let (JoinOperator::Left(_) | JoinOperator::LeftOuter(_), TableFactor::Table { name, alias, .. }) =
                (&join.join_operator, &join.relation)
            else {
                continue;
            };
            let called = match alias {
                Some(alias) => alias.name.value.clone(),
                None => plain_parts(name).pop().unwrap_or_default(),
            };
            if demanded(condition, &called) {
                out.push(Finding {
                    severity: Severity::Note,
                    ..Finding::warning(
                        RULE.name,
                        format!("The condition on {called} drops the rows without one, which LEFT JOIN was to keep."),
                    )
                });
            }
        }
    });
    out
}

/// Whether a part of the condition that must hold compares a column of `table` with something.
fn demanded(expr: &Expr, table: &str) -> bool {
    use BinaryOperator as B;
    match expr {
        Expr::Nested(inner) => demanded(inner, table),
        Expr::BinaryOp {
            left,
            op: B::And,
            right,
        } => demanded(left, table) || demanded(right, table),
        Expr::BinaryOp { left, op, right } => {
            matches!(op, B::Eq | B::NotEq | B::Lt | B::LtEq | B::Gt | B::GtEq)
                && (column_of(left, table) || column_of(right, table))
        }
        Expr::Like { expr, .. } | Expr::ILike { expr, .. } | Expr::Between { expr, .. } | Expr::InList { expr, .. } => {
            column_of(expr, table)
        }
        _ => false,
    }
}

fn column_of(expr: &Expr, table: &str) -> bool {
    matches!(expr, Expr::CompoundIdentifier(parts)
        if parts.len() == 2 && parts.first().is_some_and(|q| q.value.eq_ignore_ascii_case(table)))
}
