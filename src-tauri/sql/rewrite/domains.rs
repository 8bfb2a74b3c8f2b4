//! Which columns of a statement are compared with each other and with which fixed values.
//!
//! In: a qualified query. Out: sets of column names that share their values, with the values written beside them. By name
//! and not by table: a made-up database is only better for two columns of one name having values in common.
//! Deliberately absent: what a comparison means; for a made-up row it is enough that its values can meet.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use sqlparser::ast::{
    BinaryOperator, Expr, Function, Query, Select, SelectItem, SetExpr, Value, ValueWithSpan, Visitor,
};

use super::shape;
use crate::tree;

/// Columns, in lower case, that have values in common.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Domain {
    pub columns: BTreeSet<String>,
    /// Fixed values as they are written: `'paid'`, `1999`.
    pub values: BTreeSet<String>,
    /// Whole numbers that one of them is more or less than another: 53 in `a = b - 53`.
    pub steps: BTreeSet<i64>,
}

#[derive(Debug, Clone, Default)]
pub struct Domains {
    pub domains: Vec<Domain>,
    /// Numbers of days that are added to or taken from something.
    pub days: BTreeSet<i64>,
    /// Numbers that counts of rows are compared with.
    pub counts: BTreeSet<i64>,
    /// Every column that is named anywhere.
    pub columns: BTreeSet<String>,
}

pub fn domains(queries: &[&Query]) -> Domains {
    let mut walk = Walk::default();
    for query in queries {
        let _ = tree::read(*query, &mut walk);
    }
    let mut sets: BTreeMap<usize, Domain> = BTreeMap::new();
    for name in walk.columns.clone() {
        let at = walk.set_of(&name);
        sets.entry(at).or_default().columns.insert(name);
    }
    for (name, value) in walk.values.clone() {
        let at = walk.set_of(&name);
        sets.entry(at).or_default().values.insert(value);
    }
    for (name, step) in walk.steps.clone() {
        let at = walk.set_of(&name);
        sets.entry(at).or_default().steps.insert(step);
    }
    let of_counts = walk.values.iter().filter(|(name, _)| walk.counted.contains(name));
    let mut counts: BTreeSet<i64> = of_counts.filter_map(|(_, value)| value.parse().ok()).collect();
    counts.append(&mut walk.counts);
    Domains {
        domains: sets.into_values().collect(),
        counts,
        days: walk.days,
        columns: walk.columns,
    }
}

#[derive(Default)]
struct Walk {
    /// Name to its place, and each place's parent.
    places: BTreeMap<String, usize>,
    parents: Vec<usize>,
    columns: BTreeSet<String>,
    values: Vec<(String, String)>,
    days: BTreeSet<i64>,
    steps: Vec<(String, i64)>,
    counts: BTreeSet<i64>,
    /// Outputs that are counts.
    counted: BTreeSet<String>,
}

impl Walk {
    fn set_of(&mut self, name: &str) -> usize {
        let next = self.parents.len();
        let mut at = *self.places.entry(name.to_string()).or_insert(next);
        if at == next && self.parents.len() == next {
            self.parents.push(next);
        }
        while self.parents.get(at).is_some_and(|p| *p != at) {
            at = self.parents.get(at).copied().unwrap_or(at);
        }
        at
    }

    fn join(&mut self, names: &[String]) {
        let Some((first, rest)) = names.split_first() else {
            return;
        };
        for name in rest {
            let (a, b) = (self.set_of(first), self.set_of(name));
            if let Some(parent) = self.parents.get_mut(b) {
                *parent = a;
            }
        }
    }

    /// Everything that stands in one comparison.
    fn compared(&mut self, exprs: &[&Expr], joins: bool) {
        let mut names: Vec<String> = Vec::new();
        let mut found = Literals::default();
        let counts = exprs.iter().any(|e| shape::aggregates(*e).iter().any(is_count));
        for expr in exprs {
            self.stepped(expr);
            names.extend(shape::cols(*expr).into_iter().map(|(_, column)| column));
            let _ = tree::read(*expr, &mut found);
        }
        if counts {
            self.counts
                .extend(found.values.iter().filter_map(|v| v.parse::<i64>().ok()));
        }
        for name in &names {
            self.columns.insert(name.clone());
            let pairs = found.values.iter().map(|value| (name.clone(), value.clone()));
            self.values.extend(pairs.take(MOST));
        }
        if joins {
            self.join(&names);
        }
    }
}

impl Walk {
    /// `b - 53`: what it is compared with is so far from `b`.
    fn stepped(&mut self, expr: &Expr) {
        let Expr::BinaryOp { left, op, right } = shape::bare(expr) else {
            return;
        };
        let number = |e: &Expr| shape::bare(e).to_string().parse::<i64>().ok();
        let pair = match (op, shape::col(left), shape::col(right)) {
            (BinaryOperator::Plus | BinaryOperator::Minus, Some((_, name)), None) => number(right).map(|n| (name, n)),
            (BinaryOperator::Plus, None, Some((_, name))) => number(left).map(|n| (name, n)),
            _ => None,
        };
        self.steps.extend(pair);
    }
}

fn is_count(call: &Function) -> bool {
    call.name.to_string().eq_ignore_ascii_case("count")
}

const MOST: usize = 24;

#[derive(Default)]
struct Literals {
    values: Vec<String>,
    /// Of those that come next, so many are parts of a sum.
    parts: usize,
}

impl Visitor for Literals {
    type Break = ();
    fn pre_visit_value(&mut self, value: &ValueWithSpan) -> ControlFlow<()> {
        if self.parts > 0 {
            self.parts -= 1;
            return ControlFlow::Continue(());
        }
        match &value.value {
            Value::Number(..) | Value::SingleQuotedString(_) => self.values.push(value.value.to_string()),
            _ => {}
        }
        ControlFlow::Continue(())
    }
    fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<()> {
        match expr {
            Expr::TypedString(typed) => self.values.push(typed.value.value.to_string()),
            // `2000 + 1` is 2001.
            Expr::BinaryOp {
                left,
                op: op @ (BinaryOperator::Plus | BinaryOperator::Minus),
                right,
            } => {
                let number = |e: &Expr| shape::bare(e).to_string().parse::<i64>().ok();
                if let (Some(a), Some(b)) = (number(left), number(right)) {
                    let sum = if *op == BinaryOperator::Plus {
                        a.checked_add(b)
                    } else {
                        a.checked_sub(b)
                    };
                    self.values.extend(sum.map(|n| n.to_string()));
                    self.parts = 2;
                }
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }
}

impl Visitor for Walk {
    type Break = ();

    fn pre_visit_select(&mut self, select: &Select) -> ControlFlow<()> {
        for item in &select.projection {
            let SelectItem::ExprWithAlias { expr, alias } = item else {
                continue;
            };
            if matches!(expr, Expr::Function(call) if is_count(call)) {
                self.counted.insert(alias.value.to_lowercase());
            }
            let mut names: Vec<String> = shape::cols(expr).into_iter().map(|(_, column)| column).collect();
            if names.len() == 1 {
                names.push(alias.value.to_lowercase());
                self.join(&names);
            }
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<()> {
        match expr {
            Expr::CompoundIdentifier(_) => {
                if let Some((_, column)) = shape::col(expr) {
                    self.set_of(&column);
                    self.columns.insert(column);
                }
            }
            Expr::BinaryOp { left, op, right } if shape::is_comparison(op) => {
                let plain = shape::subqueries(&**left) + shape::subqueries(&**right) == 0;
                if plain {
                    self.compared(
                        &[left, right],
                        shape::col(left).is_some() && shape::col(right).is_some(),
                    );
                }
            }
            Expr::InList { expr, list, .. } => {
                let all: Vec<&Expr> = std::iter::once(&**expr).chain(list).collect();
                self.compared(&all, false);
            }
            Expr::Between { expr, low, high, .. } => self.compared(&[expr, low, high], false),
            Expr::Like { expr, pattern, .. } => self.compared(&[expr, pattern], false),
            Expr::InSubquery { expr, subquery, .. } => {
                if let SetExpr::Select(select) = subquery.body.as_ref() {
                    let shown = super::tied::value(select).map(shape::cols).unwrap_or_default();
                    let names: Vec<String> = shape::cols(&**expr).into_iter().chain(shown).map(|(_, c)| c).collect();
                    self.join(&names);
                }
            }
            Expr::Interval(interval) => {
                let digits: String = interval
                    .value
                    .to_string()
                    .chars()
                    .filter(char::is_ascii_digit)
                    .collect();
                self.days.extend(digits.parse::<i64>().ok());
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use askwell_contract::Dialect;

    #[test]
    fn counts_sums_and_distances_are_told_apart() {
        let sql =
            "SELECT o.id FROM orders o, orders p WHERE o.id = p.id - 53 AND o.shop_id = 2000 + 1 GROUP BY o.id HAVING \
                   COUNT(*) > 15";
        let found = domains(&[&crate::parse::query(sql, Dialect::Sqlite).unwrap()]);
        let of = |name: &str| found.domains.iter().find(|d| d.columns.contains(name)).unwrap();
        assert_eq!(of("shop_id").values.iter().collect::<Vec<_>>(), ["2001"]);
        assert_eq!(of("id").steps.iter().collect::<Vec<_>>(), [&53]);
        assert_eq!(found.counts.iter().collect::<Vec<_>>(), [&15]);
    }

    #[test]
    fn columns_that_meet_share_their_values() {
        let sql =
            "SELECT o.id FROM orders o, customers c WHERE o.customer_id = c.id AND c.country IN ('Peru', 'Chile') AND \
                   o.total > 5";
        let query = crate::parse::query(sql, Dialect::Sqlite).unwrap();
        let found = domains(&[&query]);
        let of = |name: &str| found.domains.iter().find(|d| d.columns.contains(name)).unwrap().clone();
        assert!(of("customer_id").columns.contains("id"));
        assert_eq!(
            of("country").values.into_iter().collect::<Vec<_>>(),
            ["'Chile'", "'Peru'"]
        );
        assert_eq!(of("total").values.into_iter().collect::<Vec<_>>(), ["5"]);
    }
}
