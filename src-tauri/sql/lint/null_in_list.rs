//! `WHERE status IN ('open', NULL)`

use askwell_contract::run::Finding;
use sqlparser::ast::{Expr, Value};

use super::{each_expr, Facts, Rule};

pub const RULE: Rule = Rule {
    name: "null_in_list",
    about: "NULL in a list is equal to nothing: IN does not find it, and NOT IN finds nothing at all.",
    bad: "SELECT COUNT(*) FROM orders WHERE status IN ('open', NULL)",
    good: "SELECT COUNT(*) FROM orders WHERE status = 'open' OR status IS NULL",
    check,
};

fn check(facts: &Facts<'_>) -> Vec<Finding> {
    let mut out = Vec::new();
    each_expr(facts.query, |expr| {
        let Expr::InList { expr, list, negated } = expr else {
            return;
        };
        if list
            .iter()
            .any(|e| matches!(e, Expr::Value(v) if v.value == Value::Null))
        {
            let says = if *negated {
                format!("{expr} NOT IN a list with NULL finds nothing at all.")
            } else {
                format!("NULL in the list does not find the rows in which {expr} is missing.")
            };
            out.push(Finding::warning(RULE.name, says));
        }
    });
    out
}
