//! What is not so, said the other way round: "status is not 'Cancelled'" for "NOT (status = 'Cancelled')".

use sqlparser::ast::{BinaryOperator, Expr, UnaryOperator};

use super::plain;

/// A denied expression in words.
pub(super) fn denied(expr: &Expr) -> String {
    match against(expr) {
        Some(other) => plain(&other),
        None => format!("not {}", plain(expr)),
    }
}

/// The expression that holds where this one does not, and is as unknown where this one is. `None`: there is no short one.
fn against(expr: &Expr) -> Option<Expr> {
    let mut out = expr.clone();
    match &mut out {
        Expr::Nested(inner) => {
            let other = against(inner)?;
            return Some(match other {
                Expr::BinaryOp {
                    op: BinaryOperator::And | BinaryOperator::Or,
                    ..
                } => Expr::Nested(Box::new(other)),
                other => other,
            });
        }
        Expr::UnaryOp {
            op: UnaryOperator::Not,
            expr,
        } => return Some((**expr).clone()),
        Expr::IsNull(inner) => return Some(Expr::IsNotNull(inner.clone())),
        Expr::IsNotNull(inner) => return Some(Expr::IsNull(inner.clone())),
        Expr::Between { negated, .. }
        | Expr::Like { negated, .. }
        | Expr::ILike { negated, .. }
        | Expr::InList { negated, .. }
        | Expr::InSubquery { negated, .. }
        | Expr::Exists { negated, .. } => *negated = !*negated,
        Expr::BinaryOp { left, op, right } => {
            let other = match op {
                BinaryOperator::Eq => BinaryOperator::NotEq,
                BinaryOperator::NotEq => BinaryOperator::Eq,
                BinaryOperator::Gt => BinaryOperator::LtEq,
                BinaryOperator::GtEq => BinaryOperator::Lt,
                BinaryOperator::Lt => BinaryOperator::GtEq,
                BinaryOperator::LtEq => BinaryOperator::Gt,
                BinaryOperator::And | BinaryOperator::Or => {
                    **left = against(left)?;
                    **right = against(right)?;
                    match op {
                        BinaryOperator::And => BinaryOperator::Or,
                        _ => BinaryOperator::And,
                    }
                }
                _ => return None,
            };
            *op = other;
        }
        _ => return None,
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use askwell_contract::Dialect;

    use crate::steps;

    #[test]
    fn what_is_denied_is_said_without_brackets() {
        for (denied, said) in [
            ("NOT (label = 'Sunk')", "label is not 'Sunk'"),
            (
                "NOT (tons > 5 AND flag = 'Malta')",
                "(tons is at most 5 or flag is not 'Malta')",
            ),
            ("NOT flag IN ('Malta', 'Panama')", "flag is none of 'Malta', 'Panama'"),
            ("NOT (owner IS NULL)", "owner is there"),
            ("NOT (name LIKE 'Sea%')", "name does not begin with 'Sea'"),
        ] {
            let told = steps::told(&format!("SELECT name FROM ships WHERE {denied}"), Dialect::Sqlite);
            assert!(told.contains(said), "{told}");
        }
    }
}
