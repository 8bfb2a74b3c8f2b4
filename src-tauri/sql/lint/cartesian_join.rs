//! `FROM customers, orders`

use askwell_contract::run::Finding;
use sqlparser::ast::{Expr, Join, JoinConstraint, JoinOperator, Select, SetExpr, TableFactor};

use super::{each_expr, each_select, Facts, Rule};
use crate::features;
use crate::scope::{name_of, plain_parts};

pub const RULE: Rule = Rule {
    name: "cartesian_join",
    about: "Two tables stand side by side and nothing says which of their rows belong together.",
    bad: "SELECT COUNT(*) FROM customers, orders",
    good: "SELECT COUNT(*) FROM customers JOIN orders ON orders.customer_id = customers.id",
    check,
};

fn check(facts: &Facts<'_>) -> Vec<Finding> {
    let mut out = Vec::new();
    each_select(facts.query, |select| {
        let mut parts = Parts::default();
        for item in &select.from {
            parts.add(&item.relation);
            let mut last = parts.names.len().checked_sub(1);
            for join in &item.joins {
                let before = last;
                parts.add(&join.relation);
                last = parts.names.len().checked_sub(1);
                if let (Some(a), Some(b), true) = (before, last, ties(join)) {
                    parts.tie(a, b);
                }
            }
        }
        if parts.names.len() > 1 {
            conditions(select, facts, &mut parts);
            if let Some((a, b)) = parts.apart() {
                out.push(Finding::warning(
                    RULE.name,
                    format!("Every row of {a} is paired with every row of {b}: no condition ties them."),
                ));
            }
        }
    });
    out
}

/// Whether a join brings its own condition.
fn ties(join: &Join) -> bool {
    use JoinOperator as J;
    match &join.join_operator {
        J::Join(c) | J::Inner(c) | J::Left(c) | J::LeftOuter(c) | J::Right(c) | J::RightOuter(c) | J::FullOuter(c) => {
            !matches!(c, JoinConstraint::None)
        }
        // CROSS JOIN and JOIN without ON, unless WHERE ties them.
        J::CrossJoin(_) => false,
        _ => true,
    }
}

/// Conditions of WHERE that name two sources tie them.
fn conditions(select: &Select, facts: &Facts<'_>, parts: &mut Parts) {
    let mut stack: Vec<&Expr> = select.selection.iter().collect();
    while let Some(expr) = stack.pop() {
        match expr {
            Expr::BinaryOp {
                left,
                op: sqlparser::ast::BinaryOperator::And,
                right,
            } => stack.extend([&**left, &**right]),
            Expr::Nested(inner) => stack.push(inner),
            _ => {
                let mut named: Vec<usize> = Vec::new();
                each_expr(expr, |e| {
                    let qualifier = match e {
                        Expr::CompoundIdentifier(p) => p.first().map(|i| i.value.to_lowercase()),
                        _ => None,
                    };
                    let table = || facts.names.column_of(e).map(|(t, _)| t.name.to_lowercase());
                    let name = qualifier.or_else(|| name_of(e).and_then(|_| table()));
                    named.extend(name.and_then(|n| parts.names.iter().position(|(a, t)| *a == n || *t == n)));
                    // A bare name of a subquery's output ties the subquery.
                    if let (Expr::Identifier(_), None) = (e, facts.names.column_of(e)) {
                        named.extend(parts.names.iter().position(|(_, t)| t.is_empty()));
                    }
                });
                for pair in named.windows(2) {
                    if let [a, b] = pair {
                        parts.tie(*a, *b);
                    }
                }
            }
        }
    }
}

/// Sources and which of them hang together.
#[derive(Default)]
struct Parts {
    /// Name in use and table, lower case; the table is empty for a subquery.
    names: Vec<(String, String)>,
    group: Vec<usize>,
}

impl Parts {
    fn add(&mut self, factor: &TableFactor) {
        let named = match factor {
            TableFactor::Table {
                name,
                alias,
                args: None,
                ..
            } => {
                let table = plain_parts(name).pop().unwrap_or_default().to_lowercase();
                let alias = alias.as_ref().map_or(table.clone(), |a| a.name.value.to_lowercase());
                Some((alias, table))
            }
            // One row beside many is no explosion.
            TableFactor::Derived { subquery, .. } => {
                let one =
                    matches!(subquery.body.as_ref(), SetExpr::Select(_)) && features::of_query(subquery).single_row();
                let alias = match factor {
                    TableFactor::Derived { alias: Some(a), .. } => a.name.value.to_lowercase(),
                    _ => String::new(),
                };
                (!one).then_some((alias, String::new()))
            }
            // Functions like json_each read the row beside them.
            _ => None,
        };
        if let Some(named) = named {
            self.group.push(self.names.len());
            self.names.push(named);
        }
    }

    fn tie(&mut self, a: usize, b: usize) {
        let (Some(&from), Some(&to)) = (self.group.get(a), self.group.get(b)) else {
            return;
        };
        for group in &mut self.group {
            if *group == from {
                *group = to;
            }
        }
    }

    fn apart(&self) -> Option<(&str, &str)> {
        let other = self.group.iter().position(|g| Some(g) != self.group.first())?;
        Some((&self.names.first()?.0, &self.names.get(other)?.0))
    }
}
