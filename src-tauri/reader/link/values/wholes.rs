//! Words of the question that are all of a stored text of several words.

use crate::constructions::Whole;
use crate::lexicon;
use crate::link::{Atom, Meaning, Text};

/// Fewer words may stand next to each other by chance.
const SEVERAL: usize = 3;
const SAME: f64 = 0.99;

impl Text<'_> {
    pub(crate) fn whole_texts(&self) -> Vec<Whole> {
        let whole = |a: &Atom| match a.meaning {
            Meaning::Value { col, part: false, .. } if !a.loose && a.score >= SAME && a.end > a.start + 1 => {
                Some(Whole {
                    start: a.start,
                    end: a.end,
                    col,
                    sure: a.end - a.start >= SEVERAL || lexicon::is_not(self.word(a.start)),
                })
            }
            _ => None,
        };
        (0..self.tokens.len())
            .flat_map(|at| self.at(at))
            .filter_map(whole)
            .collect()
    }
}
