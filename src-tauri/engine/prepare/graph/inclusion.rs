//! Whether what a key holds occurs where it points.
//!
//! In: sketches of the two columns. Out: how many of the values compared occur there, and whether those were all.
//! Deliberately absent: rows; two columns are compared by the hashes of their distinct values.

use std::collections::BTreeMap;

use askwell_contract::profile::ValueCount;
use askwell_contract::{Catalog, Cell, TypeKind};
use serde::{Deserialize, Serialize};

use super::super::profile::{hash, Facts, Sketch};

/// Values that are shown as lost.
const SHOWN: usize = 5;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Contained {
    /// Distinct values.
    pub compared: u64,
    pub inside: u64,
    /// All distinct values were compared, not a sample of them.
    pub exact: bool,
}

impl Contained {
    pub fn share(self) -> f64 {
        self.inside as f64 / self.compared.max(1) as f64
    }
}

/// A key of one column, some of whose values do not occur in the table it refers to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Orphans {
    pub table: String,
    pub column: String,
    pub to_table: String,
    pub to_column: String,
    pub compared: u64,
    pub lost: u64,
    pub exact: bool,
    /// Rows that have a lost value, where they were counted, and of how many.
    pub rows: Option<(u64, u64)>,
    /// The commonest of the values that are lost, with the rows that have them.
    pub examples: Vec<(String, u64)>,
}

/// How much of the child occurs in the parent; `None` where it cannot be known: the parent was not read whole, or no
/// hash of the child lies in the range that the parent's sketch covers.
pub fn containment(child: &Sketch, parent: &Sketch) -> Option<Contained> {
    if !parent.whole || !parent.unique {
        return None;
    }
    let last = parent.hashes.last().copied();
    let comparable = child.hashes.iter().take_while(|&h| parent.complete || Some(*h) <= last);
    let (mut compared, mut inside) = (0u64, 0u64);
    for hash in comparable {
        compared += 1;
        inside += u64::from(parent.hashes.binary_search(hash).is_ok());
    }
    (compared > 0).then_some(Contained {
        compared,
        inside,
        exact: child.complete && parent.complete && child.whole,
    })
}

/// The same of texts with capitals and blanks at the ends set aside, where it makes a difference; `None` where the parent's
/// texts do not stay apart.
pub fn folded(child: &Sketch, parent: &Sketch) -> Option<Contained> {
    if !parent.whole || !parent.folded_apart || child.folded.is_empty() || parent.folded.is_empty() {
        return None;
    }
    let inside = child.folded.iter().filter(|h| parent.folded.binary_search(h).is_ok());
    Some(Contained {
        compared: child.folded.len() as u64,
        inside: inside.count() as u64,
        exact: child.whole,
    })
}

/// Of every key of one column, declared or inferred, that has lost values; in the catalog's order.
pub fn orphans(catalog: &Catalog, facts: &[Facts]) -> Vec<Orphans> {
    let sketches: BTreeMap<(&str, &str), &Sketch> = facts
        .iter()
        .flat_map(|f| &f.sketches)
        .map(|s| ((s.table.as_str(), s.column.as_str()), s))
        .collect();
    let by_table: BTreeMap<&str, &Facts> = facts.iter().map(|f| (f.profile.table.as_str(), f)).collect();
    let mut found = Vec::new();
    for table in &catalog.tables {
        for key in &table.foreign_keys {
            let ([column], [to_column]) = (key.columns.as_slice(), key.to_columns.as_slice()) else {
                continue;
            };
            let Some(parent) = catalog.table(&key.to_table) else {
                continue;
            };
            let (Some(from), Some(to)) = (table.column(column), parent.column(to_column)) else {
                continue;
            };
            // A number is never the same as its text, whatever the engine makes of them.
            if !(from.kind == to.kind || from.kind.is_number() && to.kind.is_number() || from.kind == TypeKind::Other) {
                continue;
            }
            let ends = sketches
                .get(&(table.name.as_str(), from.name.as_str()))
                .zip(sketches.get(&(parent.name.as_str(), to.name.as_str())));
            let Some((child, target)) = ends else { continue };
            // Which of an untidy key's texts are lost nobody can see in their hashes.
            if key.is_untidy() {
                continue;
            }
            let Some(contained) = containment(child, target).filter(|c| c.inside < c.compared) else {
                continue;
            };
            let own = by_table.get(table.name.as_str());
            let profile = own.and_then(|f| f.profile.columns.iter().find(|c| c.column == from.name));
            let top = profile.map_or(&[][..], |p| &p.top);
            let is_lost =
                |hash: u64| child.hashes.binary_search(&hash).is_ok() && target.hashes.binary_search(&hash).is_err();
            let lost: Vec<&ValueCount> = top.iter().filter(|v| is_lost(hash(&v.value))).collect();
            let many = contained.compared - contained.inside;
            let rows = own
                .zip(profile)
                .filter(|_| contained.exact)
                .and_then(|(facts, profile)| {
                    let texts = facts
                        .values
                        .iter()
                        .find(|v| v.column == from.name && v.skipped.is_none());
                    let texts = texts.map_or(&[][..], |v| &v.values);
                    let texts: Vec<u64> = texts
                        .iter()
                        .filter(|(text, _)| is_lost(hash(&Cell::Text(text.clone()))))
                        .map(|(_, rows)| *rows)
                        .collect();
                    let all = |found: usize| found as u64 == many;
                    let counted = if profile.unique {
                        Some(many)
                    } else if all(lost.len()) && profile.distinct_error.is_none() {
                        Some(lost.iter().map(|v| v.rows).sum())
                    } else if all(texts.len()) {
                        Some(texts.iter().sum())
                    } else {
                        None
                    };
                    counted.map(|rows| (rows, facts.profile.rows))
                });
            found.push(Orphans {
                table: table.name.clone(),
                column: from.name.clone(),
                to_table: parent.name.clone(),
                to_column: to.name.clone(),
                compared: contained.compared,
                lost: many,
                exact: contained.exact,
                rows,
                examples: if target.complete {
                    lost.iter().take(SHOWN).map(|v| (v.value.to_string(), v.rows)).collect()
                } else {
                    Vec::new()
                },
            });
        }
    }
    found
}
