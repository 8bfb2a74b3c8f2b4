//! `SELECT SUM(o.total) FROM orders o JOIN order_lines l ON l.order_id = o.id`

use askwell_contract::run::Finding;
use askwell_contract::Table;
use sqlparser::ast::{BinaryOperator, Expr, JoinConstraint, JoinOperator, Select};

use super::{each_measure, each_select, Facts, Rule};

pub const RULE: Rule = Rule {
    name: "fan_out",
    about: "A join gives each row of a table once for every row that belongs to it, and a sum then counts it as often.",
    bad: "SELECT SUM(orders.total) FROM orders JOIN order_lines ON order_lines.order_id = orders.id",
    good: "SELECT SUM(total) FROM orders WHERE id IN (SELECT order_id FROM order_lines)",
    check,
};

fn check(facts: &Facts<'_>) -> Vec<Finding> {
    let mut out = Vec::new();
    each_select(facts.query, |select| {
        let multiplied = multiplied(select, facts);
        for item in &select.projection {
            each_measure(item, facts, |table, column| {
                let by = multiplied.iter().find(|(one, _)| one.name == table.name);
                if let Some((_, many)) = by {
                    out.push(Finding::warning(
                        RULE.name,
                        format!(
                            "A row of {} comes once for each of its rows in {many}, so {} is counted several times.",
                            table.name, column.name
                        ),
                    ));
                }
            });
        }
    });
    out
}

/// Tables whose rows a join repeats, each with the table that repeats them: the join goes by the whole key of the one
/// and not by a key of the other.
fn multiplied<'a>(select: &Select, facts: &Facts<'a>) -> Vec<(&'a Table, &'a str)> {
    let mut pairs = Vec::new();
    let joins = select.from.iter().flat_map(|f| &f.joins);
    for join in joins {
        use JoinOperator as J;
        if let J::Join(JoinConstraint::On(on))
        | J::Inner(JoinConstraint::On(on))
        | J::Left(JoinConstraint::On(on))
        | J::LeftOuter(JoinConstraint::On(on)) = &join.join_operator
        {
            equalities(on, &mut pairs);
        }
    }
    if let Some(condition) = &select.selection {
        equalities(condition, &mut pairs);
    }
    let mut out = Vec::new();
    for (a, b) in pairs {
        let (Some(a), Some(b)) = (facts.names.column_of(a), facts.names.column_of(b)) else {
            continue;
        };
        if a.0.name == b.0.name {
            continue;
        }
        for ((one, one_column), (many, many_column)) in [(a, b), (b, a)] {
            if alone(one, &one_column.name) && !alone(many, &many_column.name) {
                out.push((one, many.name.as_str()));
            }
        }
    }
    out
}

/// Whether the column is a key by itself.
fn alone(table: &Table, column: &str) -> bool {
    let is = |key: &[String]| matches!(key, [single] if single.eq_ignore_ascii_case(column));
    is(&table.primary_key) || table.unique.iter().any(|key| is(key))
}

fn equalities<'e>(expr: &'e Expr, into: &mut Vec<(&'e Expr, &'e Expr)>) {
    match expr {
        Expr::BinaryOp {
            left,
            op: BinaryOperator::And,
            right,
        } => {
            equalities(left, into);
            equalities(right, into);
        }
        Expr::BinaryOp {
            left,
            op: BinaryOperator::Eq,
            right,
        } => into.push((left, right)),
        Expr::Nested(inner) => equalities(inner, into),
        _ => {}
    }
}
