//! A name that many tables have, "year" or "name", is that of a table that the question speaks of in another way, where there
//! is one.
//!
//! In: all atoms. Out: fewer of them.

use super::{Meaning, Text};

/// So many tables have it.
const MANY: usize = 8;
/// What speaks of a table.
const SPEAKS: f64 = 0.45;

impl Text<'_> {
    pub(super) fn crowd(&mut self) {
        let table = |m: &Meaning| match m {
            Meaning::Table(t) => Some(*t),
            Meaning::Column(c) | Meaning::Value { col: c, .. } => Some(c.table),
            _ => None,
        };
        for at in 0..self.atoms.len() {
            let mut columns: Vec<usize> = self.atoms[at].iter().filter_map(|a| table(&a.meaning)).collect();
            columns.sort_unstable();
            columns.dedup();
            if columns.len() < MANY {
                continue;
            }
            let others = self
                .atoms
                .iter()
                .enumerate()
                .filter(|(i, _)| *i != at)
                .flat_map(|(_, list)| list);
            // What another crowded word may mean speaks of no table in particular.
            let mut spoken: Vec<usize> = Vec::new();
            for a in others.filter(|a| a.score >= SPEAKS) {
                let same = self.atoms[a.start]
                    .iter()
                    .filter(|o| o.score >= SPEAKS && table(&o.meaning).is_some());
                if same.count() < MANY {
                    spoken.extend(table(&a.meaning));
                }
            }
            if columns.iter().any(|t| spoken.contains(t)) {
                self.atoms[at].retain(|a| match a.meaning {
                    Meaning::Column(c) => spoken.contains(&c.table),
                    _ => true,
                });
            }
        }
    }
}
