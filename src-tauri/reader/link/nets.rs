//! Weighings: what is on a load, what it is on, and both together; and totals beside their parts.
//!
//! In: all atoms. Out: the same, a gross and a tare weight worth less where nothing says that they are meant: unmarked, the
//! weight of a load is what is left of the one without the other. So is a `labour_amount` beside a `total_amount`.

use std::collections::BTreeSet;

use super::{Meaning, Text};
use crate::known::{Col, Column};
use crate::words::among;

/// What is left of them.
const BESIDE: f64 = 0.4;
/// Words by which each is asked for.
const SAID: [(&str, &[&str]); 2] = [("gross", &["gross", "laden"]), ("tare", &["tare", "unladen"])];

impl Text<'_> {
    pub(super) fn nets(&mut self) {
        let known = self.known;
        let has = |c: &Column, word: &str| c.words.iter().any(|w| w == word);
        let rest = |c: &Column, mark: &str| -> Vec<String> {
            let words = c.words.iter().filter(|w| *w != mark);
            words.cloned().collect()
        };
        let unsaid = SAID.iter().filter(|(_, words)| {
            let says = |at: usize| words.contains(&self.word(at));
            !(0..self.tokens.len()).any(says)
        });
        let mut beside: BTreeSet<Col> = BTreeSet::new();
        for (mark, _) in unsaid {
            for (col, c) in known.all().filter(|(_, c)| c.is_number() && has(c, mark)) {
                // Pay has a net and a gross, too, but no tare: nobody knows which of them is meant.
                let kept = |other: &str| {
                    let mut columns = known.columns(col.table);
                    columns.any(|(_, o)| has(o, other) && rest(o, other) == rest(c, mark))
                };
                if kept("net") && kept("tare") {
                    beside.insert(col);
                }
            }
        }
        beside.extend(known.all().filter(|(c, _)| self.is_part(*c)).map(|(c, _)| c));
        for atom in self.atoms.iter_mut().flatten() {
            match &mut atom.meaning {
                Meaning::Column(c) if beside.contains(c) => atom.score *= BESIDE,
                Meaning::Scale { cols, .. } => cols.retain(|(c, _)| !beside.contains(c)),
                _ => {}
            }
        }
    }

    /// Whether a column keeps a part of what another of its table is the total of, and no word of its own is said.
    fn is_part(&self, col: Col) -> bool {
        let column = self.known.column(col);
        let Some((last, own)) = column.stems.split_last().filter(|s| s.0 == "amount" && !s.1.is_empty()) else {
            return false;
        };
        const PARTS: &str = "labour labor lab part tax vat deliveri ship materi servic net extra";
        let total = |c: &Column| c.stems.last() == Some(last) && c.stems.iter().any(|s| s == "total");
        let said = |stem: &String| self.tokens.iter().any(|t| t.stem == *stem);
        column.is_number()
            && !total(column)
            && own.iter().all(|s| among(PARTS, s))
            && !own.iter().any(said)
            && self
                .known
                .columns(col.table)
                .any(|(c, o)| c != col && o.is_number() && total(o))
    }
}
