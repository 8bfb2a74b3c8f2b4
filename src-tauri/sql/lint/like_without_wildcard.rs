//! `WHERE name LIKE 'ann'`

use askwell_contract::run::{Finding, Severity};
use sqlparser::ast::{Expr, Value};

use super::{each_expr, Facts, Rule};

pub const RULE: Rule = Rule {
    name: "like_without_wildcard",
    about: "LIKE without % or _ finds only what is the same from end to end.",
    bad: "SELECT COUNT(*) FROM customers WHERE name LIKE 'ann'",
    good: "SELECT COUNT(*) FROM customers WHERE name LIKE '%ann%'",
    check,
};

fn check(facts: &Facts<'_>) -> Vec<Finding> {
    let mut out = Vec::new();
    each_expr(facts.query, |expr| {
        let (Expr::Like { pattern, .. } | Expr::ILike { pattern, .. }) = expr else {
            return;
        };
        let Expr::Value(value) = &**pattern else { return };
        if let Value::SingleQuotedString(text) = &value.value {
            if !text.contains(['%', '_']) {
                out.push(Finding {
                    severity: Severity::Note,
                    ..Finding::warning(
                        RULE.name,
                        format!("LIKE '{text}' finds just that text, not texts that hold it."),
                    )
                });
            }
        }
    });
    out
}
