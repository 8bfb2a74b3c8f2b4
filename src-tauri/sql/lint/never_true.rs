//! `WHERE country = 'France' AND country = 'Germany'`
//!
//! What has to hold together: WHERE with the conditions of inner joins, the condition of an outer join by itself, HAVING.
//! Conditions are compared where they speak of the same column by the same name, and with literals of the same kind; what
//! stands below OR or NOT is left alone, and texts that differ in case alone may be equal to the engine.

use std::collections::BTreeMap;

use askwell_contract::run::Finding;
use sqlparser::ast::{Expr, JoinConstraint, JoinOperator, Select};

use super::{call, each_select, Facts, Rule};
use crate::plain::conjuncts;
use demand::{clash, demand, Demand};

mod demand;

pub const RULE: Rule = Rule {
    name: "never_true",
    about: "Conditions on one column that no value of it can meet find nothing, whatever the data holds.",
    bad: "SELECT name FROM customers WHERE country = 'France' AND country = 'Germany'",
    good: "SELECT name FROM customers WHERE country = 'France' OR country = 'Germany'",
    check,
};

/// One condition: as it is written, and what it demands.
struct Said<'q> {
    text: &'q Expr,
    demand: Demand<'q>,
}

fn check(facts: &Facts<'_>) -> Vec<Finding> {
    let mut out = Vec::new();
    each_select(facts.query, |select| {
        for (all, so) in together(select) {
            let mut columns: BTreeMap<String, Vec<Said<'_>>> = BTreeMap::new();
            let mut conditions = Vec::new();
            all.into_iter().for_each(|expr| conjuncts(expr, &mut conditions));
            for condition in conditions {
                let Some((subject, demand)) = demand(condition, &|expr| measured(facts, expr)) else {
                    continue;
                };
                columns.entry(subject).or_default().push(Said {
                    text: condition,
                    demand,
                });
            }
            // One contradiction of a column says enough.
            out.extend(
                columns
                    .into_iter()
                    .filter_map(|(subject, said)| told(&subject, &said, so)),
            );
        }
    });
    out
}

/// What must hold of one row, in groups, and what comes of it where it cannot.
fn together(select: &Select) -> Vec<(Vec<&Expr>, &'static str)> {
    use JoinOperator as J;
    const NOTHING: &str = "so nothing is found";
    let mut rows: Vec<&Expr> = select.selection.iter().collect();
    let mut groups = Vec::new();
    let joins = || select.from.iter().flat_map(|f| &f.joins);
    // They add rows that met no condition of a join before them.
    let adds = joins().any(|j| matches!(j.join_operator, J::Right(_) | J::RightOuter(_) | J::FullOuter(_)));
    for join in joins() {
        let (constraint, inner) = match &join.join_operator {
            J::Join(c) | J::Inner(c) | J::CrossJoin(c) => (c, !adds),
            J::Left(c) | J::LeftOuter(c) | J::Right(c) | J::RightOuter(c) | J::FullOuter(c) => (c, false),
            _ => continue,
        };
        match constraint {
            JoinConstraint::On(on) if inner => rows.push(on),
            JoinConstraint::On(on) => groups.push((vec![on], "so no row finds a partner")),
            _ => {}
        }
    }
    groups.push((rows, NOTHING));
    groups.push((select.having.iter().collect(), NOTHING));
    groups
}

/// A column of the catalog, or a figure over rows, as it is written; with the column where it is one.
fn measured(facts: &Facts<'_>, expr: &Expr) -> Option<(String, demand::Kind)> {
    let plain = |expr: &Expr| expr.to_string().replace(['"', '`', '(', ')'], "").to_lowercase();
    if let Some((_, column)) = facts.names.column_of(expr) {
        return Some((plain(expr), column.kind.into()));
    }
    let (name, _) = call(expr)?;
    let figure = matches!(name.as_str(), "count" | "sum" | "avg" | "min" | "max" | "total");
    figure.then(|| (plain(expr), demand::Kind::Other))
}

fn told(subject: &str, said: &[Said<'_>], so: &str) -> Option<Finding> {
    if let Some(one) = said.iter().find(|one| one.demand.is_empty()) {
        return Some(Finding {
            hint: Some("The smaller of the two belongs first.".to_owned()),
            ..Finding::error(RULE.name, format!("{} is never true of any {subject}, {so}.", one.text))
        });
    }
    let pairs = (0..said.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    let pairs = pairs.filter_map(|(a, b)| Some((said.get(a)?, said.get(b)?)));
    let (one, other) = pairs.into_iter().find(|(a, b)| clash(&a.demand, &b.demand))?;
    let equal = matches!((&one.demand, &other.demand), (Demand::Is(_), Demand::Is(_)));
    let hint = match equal {
        true => "If either will do, they belong together with OR; if each has to be found in another row, each needs a look of its own.",
        false => "One of the two has to go, or to be joined with OR.",
    };
    Some(Finding {
        hint: Some(hint.to_owned()),
        ..Finding::error(
            RULE.name,
            format!(
                "{} and {} can never both be true of one {subject}, {so}.",
                one.text, other.text
            ),
        )
    })
}

#[cfg(test)]
mod tests;
