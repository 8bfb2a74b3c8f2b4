//! Codes by what is said of them: "missed" of `M`, where the words about the column, or a table of codes, say so.
//!
//! In: all atoms. Out: the same with the codes; where a table only explains them, the words name no row of that table.

use super::values::EXPLAINED;
use super::{Atom, Meaning, Text};
use crate::lexicon;
use crate::words::{among, stem};

/// What a table is called that keeps kinds of what others are.
const KINDS: &str = "type types category categories status statuses code codes kind kinds class classes";

impl Text<'_> {
    /// Codes by what the words about their column say of them: "missed" of `M`.
    pub(super) fn explained(&mut self) {
        let known = self.known;
        for (col, column) in known.all().filter(|(_, c)| !c.means.is_empty()) {
            for (code, means) in &column.means {
                let stems: Vec<String> = means.split_whitespace().map(stem).collect();
                let len = stems.len();
                if len == 0 {
                    continue;
                }
                for at in 0..(self.tokens.len() + 1).saturating_sub(len) {
                    let said = self.tokens[at..at + len].iter().zip(&stems).all(|(t, s)| t.stem == *s);
                    // Bookings are all rows, and who never booked has none, whatever is "booked".
                    let other = self.word(at).trim_end_matches('s').ends_with("ing") && !means.ends_with("ing");
                    let denied = at > 0 && matches!(self.word(at - 1), "never" | "ever" | "not");
                    let filler = len == 1 && lexicon::is_filler(self.word(at));
                    if said && !(other || denied || filler) {
                        let meaning = Meaning::Value {
                            col,
                            value: code.clone(),
                            part: false,
                        };
                        self.add(Atom {
                            start: at,
                            end: at + len,
                            meaning,
                            score: EXPLAINED,
                            loose: false,
                        });
                    }
                }
            }
        }
    }

    /// The rows of a table that no key leads to and that only says what codes stand for are none of what a question is about.
    pub(super) fn only_explained(&mut self) {
        let known = self.known;
        // Types of tickets are no tickets.
        let kinds = |t: usize, said: &str| {
            let mut own = known.tables[t]
                .words
                .iter()
                .filter(|w| !lexicon::is_sheet(w) && !among("lookup lookups", w));
            let last = own.next_back();
            last.is_some_and(|w| among(KINDS, w) && stem(w) != said) && own.next().is_some()
        };
        for (at, list) in self.atoms.iter_mut().enumerate() {
            let said = &self.tokens[at].stem;
            list.retain(|a| !matches!(a.meaning, Meaning::Table(t) if a.end == at + 1 && kinds(t, said)));
        }
        let linked = |t: usize| {
            known
                .links
                .iter()
                .filter_map(|l| l.tables())
                .any(|l| l.0 == t || l.1 == t)
        };
        let explains = |value: &str| known.all().any(|(_, c)| c.means.iter().any(|m| m.1 == value));
        for list in &mut self.atoms {
            let codes =
                |a: &Atom| matches!(&a.meaning, Meaning::Value { col, .. } if !known.column(*col).means.is_empty());
            if list.iter().any(codes) {
                list.retain(|a| match &a.meaning {
                    Meaning::Value { col, value, .. } => linked(col.table) || !explains(&value.trim().to_lowercase()),
                    _ => true,
                });
            }
        }
    }
}
