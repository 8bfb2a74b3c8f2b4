//! Columns of one name in two tables that hold much the same values.
//!
//! In: the profiles of both. Out: whether the one may be taken for the other. Deliberately absent: keys and what they refer
//! to, which hold the same by design, and any value: only that they are the same is told.

use askwell_contract::beside::{Caution, Trap};
use askwell_contract::profile::ColumnProfile;
use askwell_contract::run::Linked;
use askwell_contract::{Cell, Table};

use super::{caution, LIKE, MOST, NAMED};
use crate::prepare::Knowledge;

/// Fewer common values are chance: a currency, a flag.
const LEAST: usize = 2;
/// Columns of two tables that are compared; copies of a table share all they have.
const COMPARED: usize = 30;

/// Of two tables of the question: what it asks for by name stands in both.
pub fn cautions(knowledge: &Knowledge, linked: &Linked, tables: &[&str]) -> Vec<Caution> {
    let catalog = &knowledge.catalog;
    let asked = |table: &str, column: &str| {
        let is = |f: &&askwell_contract::run::FieldMatch| {
            f.table == table && f.column.as_ref().is_some_and(|c| c.eq_ignore_ascii_case(column)) && f.score >= NAMED
        };
        linked.recall.iter().any(|f| is(&f))
    };
    let mut out = Vec::new();
    for (n, a) in tables.iter().enumerate() {
        for b in &tables[n + 1..] {
            let (Some(one), Some(other)) = (catalog.table(a), catalog.table(b)) else {
                continue;
            };
            let both = common(one, other).filter(|(x, y)| asked(a, x) && asked(b, y));
            for (x, y) in both.take(COMPARED) {
                if out.len() < MOST && same(knowledge, (a, x), (b, y)) {
                    out.push(caution(
                        Trap::Shared,
                        [*a, *b],
                        format!(
                            "{a}.{x} and {b}.{y} hold much the same values: take the one that the question is about."
                        ),
                    ));
                }
            }
        }
    }
    out
}

/// Names of columns in both tables whose values are much the same.
pub fn columns<'t>(knowledge: &Knowledge, a: &'t Table, b: &'t Table) -> Vec<&'t str> {
    let both = common(a, b).take(COMPARED);
    let held = both.filter(|(x, y)| same(knowledge, (&a.name, x), (&b.name, y)));
    held.map(|(x, _)| x).take(MOST).collect()
}

fn common<'t>(a: &'t Table, b: &'t Table) -> impl Iterator<Item = (&'t str, &'t str)> {
    a.columns.iter().filter_map(|x| {
        let y = b.columns.iter().find(|y| y.name.eq_ignore_ascii_case(&x.name))?;
        Some((x.name.as_str(), y.name.as_str()))
    })
}

/// Whether half of the commonest values of the column that has fewer occur in the other. Columns of numbers that say who a
/// row is begin at 1 everywhere.
fn same(knowledge: &Knowledge, a: (&str, &str), b: (&str, &str)) -> bool {
    let (Some(one), Some(other)) = (knowledge.profile(a.0, a.1), knowledge.profile(b.0, b.1)) else {
        return false;
    };
    let keyed = |table: &str, column: &str| {
        knowledge.catalog.table(table).is_some_and(|t| {
            let of_key = |names: &[String]| names.iter().any(|n| n == column);
            of_key(&t.primary_key) || t.foreign_keys.iter().any(|k| of_key(&k.columns))
        })
    };
    if one.unique || other.unique || keyed(a.0, a.1) || keyed(b.0, b.1) {
        return false;
    }
    let (few, many, at) = match one.distinct <= other.distinct {
        true => (one, other, b),
        false => (other, one, a),
    };
    let values: Vec<&Cell> = few.top.iter().map(|v| &v.value).filter(|v| **v != Cell::Null).collect();
    let held = values.iter().filter(|v| holds(knowledge, many, at, v)).count();
    held >= LEAST && held as f64 >= LIKE * values.len() as f64
}

/// Among its commonest values, or where it has more of them, among those that can be looked up.
fn holds(knowledge: &Knowledge, profile: &ColumnProfile, (table, column): (&str, &str), value: &Cell) -> bool {
    if profile.top.iter().any(|v| v.value == *value) {
        return true;
    }
    match value {
        Cell::Text(text) if profile.distinct > profile.top.len() as u64 => {
            let found = knowledge.values.lookup_in(table, column, text, 1);
            found.first().is_some_and(|hit| hit.value == *text)
        }
        _ => false,
    }
}
