//! What "by" says: for each of whom ("customers by country"), or who did it ("written by").
//!
//! In: the item of the word. Out: which of the two. Deliberately absent: the groups themselves (`grouping`).

use super::Walk;
use crate::words::{plural, singular, split_name};

impl Walk<'_> {
    /// "customers by country": nothing but a table in front.
    pub(super) fn terse(&self, i: usize) -> bool {
        i == 1
            && self.items[0].start == 0
            && self.table_at(0).is_some()
            && self.column_at(2).is_some()
            && !self.passive(i)
    }

    /// "written by", "offered by": who did it, not for each of whom. "children by class": a table is no verb.
    pub(super) fn passive(&self, i: usize) -> bool {
        let at = self.items[i].start;
        at > 0 && {
            let t = &self.tokens[at - 1];
            let called = |table: usize| {
                let words = split_name(&self.knowledge.catalog.tables[table].name);
                words
                    .iter()
                    .any(|w| *w == t.lower || *w == singular(&t.lower) || plural(w) == t.lower)
            };
            if i.checked_sub(1).and_then(|k| self.table_at(k)).is_some_and(called) {
                return false;
            }
            ["ed", "en", "wn", "ld", "de", "ught", "pt"]
                .iter()
                .any(|end| t.lower.ends_with(end))
        }
    }
}
