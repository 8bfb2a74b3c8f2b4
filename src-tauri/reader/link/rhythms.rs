//! How often something recurs where that is a kind of rows: "yearly pay" where pay is by the 'year', the 'week' or the 'hour'.
//!
//! In: adverbs of time, and what an amount is for. Out: the stored text. Deliberately absent: "by year" and "each month", which
//! part the rows by their days.

use super::{Atom, Meaning, Text};
use crate::known::{Col, Column};
use crate::lexicon::period;
use crate::query::Part;

const SCORE: f64 = 0.95;

/// The text of a column of rhythms that says this one.
fn of(column: &Column, part: Part) -> Option<&String> {
    let rhythms = column.top.iter().filter(|v| period(&v.trim().to_lowercase()).is_some());
    let rhythms = rhythms.count();
    let all = column.is_text() && column.distinct <= 12 && rhythms > 1 && rhythms * 2 >= column.top.len();
    let said = |v: &&String| period(&v.trim().to_lowercase()) == Some(part);
    column.top.iter().filter(|_| all).find(said)
}

impl Text<'_> {
    /// The columns and texts that a word of time names a kind of rows by.
    fn rhythm(&self, at: usize) -> Vec<(Col, String)> {
        let word = self.word(at);
        let before = |n: usize| at.checked_sub(n).map_or("", |b| self.word(b));
        let amount = || at > 1 && self.tokens[at - 2].number.is_some() && matches!(before(1), "a" | "an" | "per");
        let adverb = word.ends_with("ly") || word == "annual";
        let kind = adverb || (before(2), before(1)) == ("by", "the") || amount();
        let Some(part) = period(word).filter(|_| kind) else {
            return Vec::new();
        };
        let found = self
            .known
            .all()
            .filter_map(|(col, c)| Some((col, of(c, part)?.clone())));
        found.collect()
    }

    /// Whether a word of time says which rows, and parts none.
    pub(crate) fn is_rhythm(&self, at: usize) -> bool {
        !self.rhythm(at).is_empty()
    }

    pub(super) fn rhythms(&mut self) {
        for at in 0..self.tokens.len() {
            for (col, value) in self.rhythm(at) {
                self.add(Atom {
                    start: at,
                    end: at + 1,
                    meaning: Meaning::Value {
                        col,
                        value,
                        part: false,
                    },
                    score: SCORE,
                    loose: false,
                });
            }
        }
    }
}
