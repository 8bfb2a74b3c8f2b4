//! What is lent, hired or let goes out: "which books go out most", "members who have never taken a book out".

use super::{Atom, Meaning, Text};
use crate::words::among;

const GOES: &str =
    "go goes went going gone take takes took taken taking check checks checked checking let lets send sent";
/// Stems of tables that keep what went out and came back.
const LENT: [&str; 9] = [
    "loan", "borrow", "lend", "rental", "rent", "hire", "checkout", "issu", "let",
];
/// "Out" stands no farther behind its verb.
const FAR: usize = 4;
const SCORE: f64 = 0.85;

impl Text<'_> {
    /// Whether the words are a verb of going out.
    pub(crate) fn lends(&self, at: usize, end: usize) -> bool {
        among(GOES, self.word(at)) && end <= at + 2
    }

    /// Verbs of going out mean the rows of the table that keeps it, where there is one.
    pub(super) fn lent(&mut self) {
        let lent = |t: &usize| self.known.tables[*t].stems.iter().any(|s| LENT.contains(&s.as_str()));
        let mut tables = (0..self.known.tables.len()).filter(lent);
        let (Some(table), None) = (tables.next(), tables.next()) else {
            return;
        };
        for at in 0..self.tokens.len() {
            if !among(GOES, self.word(at)) {
                continue;
            }
            let Some(out) = (at + 1..=at + FAR).find(|i| self.word(*i) == "out") else {
                continue;
            };
            // "Out of" a place is no loan, and what is named behind it belongs to another verb.
            if self.word(out + 1) == "of" || self.named(at, at + 1, 0.9) {
                continue;
            }
            self.add(Atom {
                start: at,
                end: if out == at + 1 { out + 1 } else { at + 1 },
                meaning: Meaning::Table(table),
                score: SCORE,
                loose: true,
            });
        }
    }
}
