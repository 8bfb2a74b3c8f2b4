//! The words of a turn that a way to understand it has no use for.
//!
//! In: the turn, what was asked before, the reading a way goes by. Out: those words. Deliberately absent: what they cost a way,
//! which the ranking learned.

use std::collections::BTreeSet;

use askwell_contract::run::{Candidate, Change};
use askwell_reader::lexicon;
use askwell_reader::words::stem;

use super::Ways;
use crate::ask::builtin::days;
use crate::ask::converse::said;
use crate::words::lexicon::is_function_word;
use crate::words::{split_name, tokenise, Token, TokenKind};

/// Said to go on; they ask for nothing.
const GOING_ON: [&str; 5] = ["too", "also", "instead", "leave", "out"];
/// The stems of the words that say something.
pub(super) fn stems(text: &str) -> BTreeSet<String> {
    let tokens = tokenise(text);
    let says = |t: &&Token| t.kind == TokenKind::Word && !is_function_word(&t.lower);
    tokens.iter().filter(says).map(|t| stem(&t.lower)).collect()
}

impl Ways<'_> {
    /// The words of a reading that stand for nothing, those aside by which a turn goes on. What was asked before in the same
    /// words has its place in the query that is kept.
    pub(super) fn unplaced(&self, change: Change, reading: &Candidate) -> Vec<String> {
        let kept = !matches!(change, Change::Alone | Change::Said);
        let before = match kept {
            true => stems(&self.before.earlier.question),
            false => BTreeSet::new(),
        };
        let asks = |word: &&String| {
            let word = word.to_lowercase();
            !GOING_ON.contains(&word.as_str()) && !before.contains(&stem(&word))
        };
        reading.unplaced.iter().filter(asks).cloned().collect()
    }

    /// What a turn says that a change made by a word of it alone leaves out.
    pub(super) fn unsaid(&self, change: Change) -> Vec<String> {
        if !matches!(change, Change::Counted | Change::Freed | Change::Shifted) {
            return Vec::new();
        }
        // "And the year before" says no more than the time; "how much did we spend on adverts last year" asks for something else.
        let tokens = tokenise(&self.said.rest);
        let months = tokens.iter().filter(|t| days::month(&t.lower).is_some());
        let months: BTreeSet<String> = months.map(|t| stem(&t.lower)).collect();
        let timed = |word: &String| {
            let said = [
                "last", "previous", "before", "after", "next", "follow", "earlier", "later", "same", "prior", "compar",
            ];
            change == Change::Shifted
                && (lexicon::period(word).is_some()
                    || said.contains(&word.as_str())
                    || months.contains(word)
                    || word.len() == 4 && word.chars().all(|c| c.is_ascii_digit()))
        };
        let before = stems(&self.before.earlier.question);
        let mut called = BTreeSet::new();
        if let Some(parts) = &self.before.parts {
            let columns = parts
                .select
                .iter()
                .chain(&parts.group)
                .filter_map(|i| i.column.as_ref());
            let names = parts.tables.iter().chain(columns.map(|(_, column)| column));
            called.extend(names.flat_map(|name| split_name(name)).map(|w| stem(&w)));
        }
        let left = |word: &String| !before.contains(word) && !called.contains(word);
        stems(&self.said.rest)
            .into_iter()
            .filter(|word| !lexicon::is_filler(word) && !said::counting(word) && !timed(word))
            .filter(left)
            .collect()
    }
}
