//! The day on which the rows of a table happened, and "date" where no column is called so.

use super::{Atom, Meaning, Text};
use crate::known::Col;
use crate::lexicon;

impl Text<'_> {
    /// "Date", where no column is called so: of each table the day on which its rows happened.
    pub(super) fn dates(&mut self) {
        for at in 0..self.tokens.len() {
            if !matches!(self.word(at), "date" | "dates") || self.named(at, at + 1, 0.6) {
                continue;
            }
            for table in 0..self.known.tables.len() {
                if let Some(col) = self.day_of(table) {
                    self.add(Atom {
                        start: at,
                        end: at + 1,
                        meaning: Meaning::Column(col),
                        score: 0.62,
                        loose: true,
                    });
                }
            }
        }
    }

    /// The day on which the rows of a table happened: the first with no holes, births and what is still to come apart.
    pub(crate) fn day_of(&self, table: usize) -> Option<Col> {
        let other = |w: &String| {
            lexicon::is_ahead(w) || matches!(w.as_str(), "birth" | "dob" | "born" | "updated" | "modified")
        };
        let days = self.known.columns(table);
        let days = days.filter(|(_, c)| c.is_time() && !c.is_number() && !c.words.iter().any(other));
        days.min_by_key(|(col, c)| (c.nulls, col.column)).map(|d| d.0)
    }
}
