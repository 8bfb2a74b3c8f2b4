//! The kind of a thing: "type of damage", "faults by kind". Where no column is called so, it is a column of few texts of the
//! thing's table.

use super::{Atom, Meaning, Text};
use crate::known::{Col, Column, Role};

const KINDS: &[&str] = &[
    "type",
    "types",
    "kind",
    "kinds",
    "sort",
    "sorts",
    "category",
    "categories",
];
/// What such columns are called, best first.
const CALLED: &[&str] = &[
    "type", "kind", "categori", "class", "group", "descript", "reason", "model",
];
/// What the first of them is worth: of the thing that is named behind, and of one named anywhere.
const OF: f64 = 0.8;
const BARE: f64 = 0.5;
const STEP: f64 = 0.1;

impl Text<'_> {
    pub(super) fn kinds(&mut self) {
        for at in 0..self.tokens.len() {
            if !KINDS.contains(&self.word(at)) || self.named(at, at + 1, 0.9) {
                continue;
            }
            let tables = |list: &[Atom]| -> Vec<(usize, usize)> {
                let table = |a: &Atom| match a.meaning {
                    Meaning::Table(t) if a.score >= 0.6 => Some((t, a.end)),
                    _ => None,
                };
                list.iter().filter_map(table).collect()
            };
            let next = self.past(at + 2, &["a", "an", "the", "each"]);
            let behind = match self.word(at + 1) {
                "of" => self.atoms.get(next).map_or_else(Vec::new, |list| tables(list)),
                _ => Vec::new(),
            };
            let mut found: Vec<(usize, usize, f64)> = behind.iter().map(|b| (b.0, b.1, OF)).collect();
            if behind.is_empty() {
                let mut said: Vec<usize> = self.atoms.iter().flat_map(|list| tables(list)).map(|t| t.0).collect();
                said.sort_unstable();
                said.dedup();
                found.extend(said.into_iter().map(|t| (t, at + 1, BARE)));
            }
            for (table, end, score) in found {
                for (place, col) in self.kinds_of(table).into_iter().take(3).enumerate() {
                    self.add(Atom {
                        start: at,
                        end,
                        meaning: Meaning::Column(col),
                        score: score - STEP * place as f64,
                        loose: true,
                    });
                }
            }
        }
    }

    pub(crate) fn kinds_of(&self, table: usize) -> Vec<Col> {
        let place = |c: &Column| {
            let called = |name: &&str| c.stems.iter().any(|s| s == *name);
            CALLED.iter().position(called).unwrap_or(CALLED.len())
        };
        let few = |c: &Column| {
            c.is_text() && c.groups() && !c.unique && matches!(c.role, Role::Category | Role::Code | Role::Text)
        };
        let all = self.known.columns(table).filter(|(_, c)| few(c));
        let mut out: Vec<(usize, Col)> = all.map(|(col, c)| (place(c), col)).collect();
        out.sort();
        out.into_iter().map(|o| o.1).collect()
    }
}
