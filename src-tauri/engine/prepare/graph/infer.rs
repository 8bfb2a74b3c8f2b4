//! Keys that a database has but does not declare.
//!
//! In: a catalog, profiles, and sketches of the columns' values. Out: further foreign keys in the catalog. A key needs
//! both: a name that points at the other table, and values that occur there. Values alone prove nothing (small
//! integers are contained in every numbering), names alone little. Deliberately absent: keys of several columns,
//! and keys of views.

use std::collections::BTreeMap;

use askwell_contract::profile::TableProfile;
use askwell_contract::{Catalog, ForeignKey, KeyOrigin, TableKind, TypeKind};

use super::super::profile::Sketch;
use super::names::{affinity, Named};

/// Of the child's values that must occur in the parent: a few dangling references are dirt, more are no key.
const CONTAINED: f64 = 0.95;
/// Below this it is more likely chance than key. Chosen on public schemas with their keys taken away.
const BELIEVED: f64 = 0.55;
/// What a name alone is worth where there are no values to compare.
const UNSEEN: f64 = 0.7;

/// Adds the inferred keys to the tables' foreign keys, after the declared ones.
pub fn infer(catalog: &mut Catalog, profiles: &[TableProfile], sketches: &[Sketch]) {
    let found = Finder::new(catalog, profiles, sketches).all();
    for (table, key) in found {
        catalog.tables[table].foreign_keys.push(key);
    }
}

struct Finder<'a> {
    rows: BTreeMap<&'a str, u64>,
    sketches: BTreeMap<(&'a str, &'a str), &'a Sketch>,
    columns: Vec<Named<'a>>,
}

/// A parent that a child's column may refer to.
struct Match {
    parent: usize,
    name: f64,
    confidence: f64,
    contained: Option<f64>,
}

impl<'a> Finder<'a> {
    fn new(catalog: &'a Catalog, profiles: &'a [TableProfile], sketches: &'a [Sketch]) -> Self {
        let tables = catalog.tables.iter().enumerate().filter(|(_, t)| t.kind == TableKind::Table);
        Self {
            rows: profiles.iter().map(|p| (p.table.as_str(), p.rows)).collect(),
            sketches: sketches.iter().map(|s| ((s.table.as_str(), s.column.as_str()), s)).collect(),
            columns: tables.flat_map(|(at, table)| Named::of(at, table)).collect(),
        }
    }

    fn sketch(&self, column: &Named<'_>) -> Option<&'a Sketch> {
        self.sketches.get(&(column.table.name.as_str(), column.column.name.as_str())).copied()
    }

    fn unique(&self, column: &Named<'_>) -> bool {
        column.is_key || self.sketch(column).is_some_and(|s| s.unique)
    }

    fn all(&self) -> Vec<(usize, ForeignKey)> {
        let parents: Vec<usize> = (0..self.columns.len()).filter(|&p| self.unique(&self.columns[p])).collect();
        let mut found: Vec<(usize, Match)> = Vec::new();
        for (at, child) in self.columns.iter().enumerate().filter(|(_, c)| !c.refers) {
            if let Some(best) = self.best(child, &parents) {
                found.push((at, best));
            }
        }
        // Two columns that are both keys may each look like the other's child; the weaker claim goes.
        let claims: BTreeMap<(usize, usize), f64> = found.iter().map(|(c, m)| ((*c, m.parent), m.confidence)).collect();
        found.retain(|(child, m)| {
            claims.get(&(m.parent, *child)).is_none_or(|back| {
                (m.confidence, *child) > (*back, m.parent)
            })
        });
        found.into_iter().map(|(child, m)| (self.columns[child].at, self.key(child, &m))).collect()
    }

    fn best(&self, child: &Named<'_>, parents: &[usize]) -> Option<Match> {
        let mut best: Option<(Match, (u64, u64))> = None;
        for &parent in parents {
            let Some(found) = self.compare(child, parent) else { continue };
            let other = &self.columns[parent];
            // Among equals the declared key, then the larger table.
            let rank = (u64::from(other.is_key), self.rows.get(other.table.name.as_str()).copied().unwrap_or(0));
            let better = best.as_ref().is_none_or(|(b, r)| (found.confidence, rank) > (b.confidence, *r));
            if better {
                best = Some((found, rank));
            }
        }
        best.map(|b| b.0)
    }

    fn compare(&self, child: &Named<'_>, parent: usize) -> Option<Match> {
        let other = &self.columns[parent];
        let name = affinity(child, other)?;
        if !compatible(child.column.kind, other.column.kind) {
            return None;
        }
        let contained = self.containment(child, other);
        let confidence = match contained {
            Some(share) if share < CONTAINED => return None,
            Some(share) => name * share,
            None => name * UNSEEN,
        };
        (confidence >= BELIEVED).then_some(Match { parent, name, confidence, contained })
    }

    /// The share of the child's values that occur in the parent; `None` where it cannot be known.
    fn containment(&self, child: &Named<'_>, parent: &Named<'_>) -> Option<f64> {
        let (child, parent) = (self.sketch(child)?, self.sketch(parent)?);
        if !parent.whole || !parent.unique {
            return None;
        }
        let last = parent.hashes.last().copied();
        let comparable = child.hashes.iter().take_while(|&h| parent.complete || Some(*h) <= last);
        let (mut all, mut inside) = (0u32, 0u32);
        for hash in comparable {
            all += 1;
            inside += u32::from(parent.hashes.binary_search(hash).is_ok());
        }
        (all > 0).then(|| f64::from(inside) / f64::from(all))
    }

    fn key(&self, child: usize, found: &Match) -> ForeignKey {
        let (child, parent) = (&self.columns[child], &self.columns[found.parent]);
        let values = match found.contained {
            Some(share) if share >= 1.0 => "all its values occur there".to_owned(),
            Some(share) => format!("{:.0}% of its values occur there", (share * 100.0).floor()),
            None => "there were no values to compare".to_owned(),
        };
        let to = format!("{}.{}", parent.table.name, parent.column.name);
        let why = if found.name >= 0.9 {
            format!("the name points to {to}, and {values}")
        } else {
            format!("the name is like {to}, and {values}")
        };
        ForeignKey {
            columns: vec![child.column.name.clone()],
            to_table: parent.table.name.clone(),
            to_columns: vec![parent.column.name.clone()],
            origin: KeyOrigin::Inferred { confidence: (found.confidence * 100.0).round() / 100.0, why },
        }
    }
}

fn compatible(a: TypeKind, b: TypeKind) -> bool {
    let never = |k: TypeKind| {
        k.is_time() || matches!(k, TypeKind::Time | TypeKind::Interval | TypeKind::Blob | TypeKind::Json | TypeKind::Boolean | TypeKind::Real | TypeKind::List | TypeKind::Struct)
    };
    if never(a) || never(b) {
        return false;
    }
    a == b || a == TypeKind::Other || b == TypeKind::Other || a.is_number() && b.is_number()
}
