//! Names that say by whom or what: "Paid by" is not meant by "paid" alone, nor by "payments".
//!
//! In: all atoms. Out: the same, those of such columns worth less where their preposition is not said.

use super::{Meaning, Text};

/// What is left of them.
const BARE: f64 = 0.6;

impl Text<'_> {
    pub(super) fn agents(&mut self) {
        let known = self.known;
        let tokens = &self.tokens;
        for atom in self.atoms.iter_mut().flatten() {
            let Meaning::Column(col) = atom.meaning else { continue };
            let column = known.column(col);
            let by = column.words.len() > 1 && column.words.last().is_some_and(|w| w == "by");
            let said = tokens[atom.start..]
                .iter()
                .take(atom.end - atom.start + 1)
                .any(|t| t.lower == "by");
            if by && !said && !column.is_time() {
                atom.score *= BARE;
            }
        }
    }
}
