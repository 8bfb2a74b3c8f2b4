//! "Staff" of a sheet that keeps a clerk or a driver in each row and no table of them.
//!
//! In: all atoms. Out: the same, with the column that names those who work.

use super::{Atom, Meaning, Text};
use crate::lexicon;

/// Less sure than a name of its own.
const SCORE: f64 = 0.88;

impl Text<'_> {
    pub(super) fn staffed(&mut self) {
        const STAFF: [&str; 7] = [
            "staff",
            "employee",
            "employees",
            "colleague",
            "colleagues",
            "worker",
            "workers",
        ];
        for at in 0..self.tokens.len() {
            let named = self.at(at).iter().any(|a| a.score >= SCORE);
            if named || !STAFF.contains(&self.word(at)) {
                continue;
            }
            let names = |c: &crate::known::Column| {
                let staff = c.words.iter().any(|w| lexicon::is_staff(w));
                c.is_text() && !c.unique && staff && !c.is_numbering()
            };
            let found: Vec<_> = self
                .known
                .all()
                .filter(|(_, c)| names(c))
                .map(|(col, _)| col)
                .take(3)
                .collect();
            for col in found {
                self.add(Atom {
                    start: at,
                    end: at + 1,
                    meaning: Meaning::Column(col),
                    score: SCORE,
                    loose: false,
                });
            }
        }
    }
}
