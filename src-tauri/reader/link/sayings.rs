//! Sayings, whose words name nothing one by one: "on our books", "at some point".
//!
//! In: the tokens, the names of tables and the fields that were found. Out: where a saying stands.

use std::ops::Range;

use askwell_contract::run::Span;

use super::Text;
use crate::lexicon;
use crate::words::plurals;

impl Text<'_> {
    /// "On our books", where no table is called so.
    pub(super) fn sayings(&self) -> Vec<Range<usize>> {
        let found = (0..self.tokens.len()).map(|at| at..at + lexicon::saying(&self.words(at)));
        let named = |s: &Range<usize>| {
            let last = plurals::singular(self.word(s.end - 1));
            let called = |words: &[String]| words.iter().any(|w| plurals::singular(w) == last);
            // One word may be all of a column's name: "vehicles involved".
            let column = || self.known.all().any(|(_, c)| called(&c.words));
            self.known.tables.iter().any(|t| called(&t.words)) || s.len() == 1 && column()
        };
        // "All time slots" are slots.
        let goes_on = |s: &Range<usize>| {
            let (from, to) = (self.tokens[s.start].start, self.tokens[s.end - 1].end);
            let beyond = |span: Span| (from..to).contains(&(span.start as usize)) && span.end as usize > to;
            self.asked.fields.iter().any(|f| beyond(f.span))
        };
        let found = found.filter(|s| !s.is_empty() && !named(s) && !goes_on(s));
        found.chain(self.said_everywhere()).collect()
    }

    /// Whether a token says nothing by itself.
    pub fn is_saying(&self, at: usize) -> bool {
        self.sayings.iter().any(|s| s.contains(&at))
    }

    /// The end of a saying that begins at a token.
    pub fn saying(&self, at: usize) -> Option<usize> {
        self.sayings.iter().find(|s| s.start == at).map(|s| s.end)
    }
}
