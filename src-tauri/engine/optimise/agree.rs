//! When two statements have given the same: what SQL leaves open may differ, nothing else.
//!
//! In: the first statement's tree, its result and the other's. Out: whether the other result is one that the first
//! statement may give. Rows as a multiset, columns by place, name and kind; the order of the columns that ORDER BY names;
//! with LIMIT, any choice among ties. Fractions agree to 10 digits (`compare`), since sums differ in the 16th by their order.
//! Deliberately absent: an order that nobody asked for.

use askwell_contract::{Dialect, ResultColumn, ResultSet};
use askwell_sql::rewrite::outer::{is_limited, order_keys};
use askwell_sql::rewrite::Query;

use crate::compare::in_place;

/// What ORDER BY and LIMIT of a statement ask for.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Asked {
    /// The outputs that rows are ordered by.
    pub keys: Vec<usize>,
    /// Ordered by something that is not shown.
    pub hidden: bool,
    pub limited: bool,
}

impl Asked {
    pub fn of(query: &Query) -> Self {
        let (keys, hidden) = order_keys(query);
        Self {
            keys,
            hidden,
            limited: is_limited(query),
        }
    }
}

/// `whole`: what the first statement gives without its LIMIT; the same as `before` where it has none.
pub fn agree(asked: &Asked, whole: &ResultSet, before: &ResultSet, after: &ResultSet) -> bool {
    if before.rows.len() != after.rows.len() || before.columns.len() != after.columns.len() {
        return false;
    }
    let all: Vec<usize> = (0..before.columns.len()).collect();
    if asked.hidden {
        return in_place::same_sequence(before, after, &all);
    }
    let rows = match asked.limited {
        true => in_place::among(after, whole),
        false => in_place::same_rows(before, after),
    };
    rows && in_place::same_sequence(before, after, &asked.keys)
}

/// The first column that is not the same by name and kind, in words. SQLite has kinds of values, not of outputs: there any
/// number is as good as another, and the values are compared in any case.
pub fn columns_differ(before: &[ResultColumn], after: &[ResultColumn], dialect: Dialect) -> Option<String> {
    if before.len() != after.len() {
        return Some(format!(
            "It gives {} columns in place of {}.",
            after.len(),
            before.len()
        ));
    }
    let alike = |a: &ResultColumn, b: &ResultColumn| a.kind == b.kind || dialect == Dialect::Sqlite;
    let pair = before
        .iter()
        .zip(after)
        .find(|(a, b)| a.name != b.name || !alike(a, b))?;
    Some(match pair {
        (a, b) if a.name != b.name => format!("A column is called {} in place of {}.", b.name, a.name),
        (a, _) => format!("The values of {} are of another kind.", a.name),
    })
}
