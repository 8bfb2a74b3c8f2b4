//! A person's own word for some rows of a table: "open orders", "churned", "big spenders".

use super::{Atom, Meaning, Text};
use crate::known::{Col, Told};

impl Text<'_> {
    /// The word as a condition. The last of several words is the thing itself, so that it can be counted, ranked and grouped
    /// like any other; not where the table is named right behind them, which the word then only describes.
    pub(super) fn told(&mut self, start: usize, end: usize, col: Col) {
        let sure = |start, end, meaning| Atom {
            start,
            end,
            meaning,
            score: 1.0,
            loose: false,
        };
        let table = &self.known.tables[col.table];
        let described = self.tokens.get(end).is_some_and(|t| table.stems.contains(&t.stem));
        let thing = end - start > 1 && !described;
        let adjective = if thing { end - 1 } else { end };
        self.add(sure(start, adjective, Meaning::Column(col)));
        if thing {
            self.add(sure(adjective, end, Meaning::Table(col.table)));
        }
    }

    /// Whether a token belongs to such a word, so that it is nothing else.
    pub(super) fn is_told(&self, at: usize) -> bool {
        let own = |a: &Atom| matches!(a.meaning, Meaning::Column(c) if self.known.column(c).is_condition());
        (0..=at).any(|start| self.atoms[start].iter().any(|a| a.end > at && own(a)))
    }

    /// What the person said a figure is called means nothing else.
    pub(super) fn owned(&mut self) {
        let known = self.known;
        let own = |a: &Atom| match a.meaning {
            Meaning::Column(c) => matches!(known.column(c).told, Some(Told::Figure { .. })) && a.score >= 0.9,
            _ => false,
        };
        for start in 0..self.atoms.len() {
            let Some(end) = self.atoms[start].iter().filter(|a| own(a)).map(|a| a.end).max() else {
                continue;
            };
            for list in &mut self.atoms[start..end] {
                list.retain(|a| own(a) || a.end > end);
            }
        }
    }
}
