//! Names written together from two words of English: a shipwreck is a wreck, of a ship.
//!
//! In: the names of tables, and words of the question. Out: their rows by the last of the two words ("wrecks"), and, where there is one table alone, by
//! the first in the plural ("ships"). Deliberately absent: columns, whose names are taken apart as they are read.

use super::{Atom, Meaning, Text};
use crate::known::Table;
use crate::words::english::is_common;
use crate::words::{among, is_word, plurals, stem};

/// What rows are is said by the last word, as by the whole name.
const WHOLE: f64 = 0.95;
/// What they are of may stand for them.
const FIRST: f64 = 0.6;
const SHORTEST: usize = 4;

/// The two words, where the name's last word is written together from two.
fn halves(name: &[String]) -> Option<(String, String)> {
    let word = plurals::singular(name.last()?);
    let english = |w: &str| is_common(w) || is_word(w);
    (3..word.len().saturating_sub(SHORTEST - 1))
        .filter(|at| word.is_char_boundary(*at))
        .map(|at| word.split_at(at))
        .find(|(first, last)| english(first) && english(last) && !among("under over out", first))
        .map(|(first, last)| (stem(first), stem(last)))
}

/// Whether a word, by its stem, is one of the two that a table's name is written together from.
pub(super) fn is_half(table: &Table, stem: &str) -> bool {
    halves(&table.words).is_some_and(|(first, last)| stem == first || stem == last)
}

impl Text<'_> {
    pub(super) fn joined(&mut self) {
        let known = self.known;
        let names: Vec<_> = known.tables.iter().map(|t| halves(&t.words)).collect();
        for at in 0..self.tokens.len() {
            let token = self.tokens[at].clone();
            let many = token.lower != token.stem;
            let before = at.checked_sub(1).map_or("", |b| self.word(b));
            // "How many of them hold" is no household.
            let noun = many || at > 0 && !among("to you we they i who that", before);
            // "Ballparks", where the table is called parks.
            let own = halves(std::slice::from_ref(&token.lower)).map(|(_, last)| last);
            for (t, (table, name)) in known.tables.iter().zip(&names).enumerate() {
                let tail = own
                    .as_ref()
                    .is_some_and(|last| table.stems.as_slice() == [last.as_str()]);
                let (score, loose, least) = match name {
                    Some((_, last)) if *last == token.stem && noun => (WHOLE, false, WHOLE),
                    Some((first, _)) if *first == token.stem && many && known.tables.len() == 1 => (FIRST, true, FIRST),
                    _ if tail => (WHOLE, true, FIRST),
                    _ => continue,
                };
                if !self.named(at, at + 1, least) {
                    self.add(Atom {
                        start: at,
                        end: at + 1,
                        meaning: Meaning::Table(t),
                        score,
                        loose,
                    });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_taken_apart_only_where_both_halves_are_words() {
        let of = |name: &str| halves(&[name.to_owned()]);
        let two = |a: &str, b: &str| Some((a.to_owned(), b.to_owned()));
        assert_eq!(of("shipwrecks"), two("ship", "wreck"));
        assert_eq!(of("ballparks"), two("ball", "park"));
        for whole in ["passengers", "products", "squirrels", "orders", "candidates"] {
            assert_eq!(of(whole), None, "{whole}");
        }
    }
}
