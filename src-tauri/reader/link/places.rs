//! States of the union, spelt out in questions and kept as two letters: "customers in Vermont" for "…, VT 05401".

use super::{Atom, Meaning, Text};

/// `letters name` a line.
const STATES: &str = include_str!("states.txt");
/// A state that is a whole value, and one within an address.
const WHOLE: f64 = 0.9;
const WITHIN: f64 = 0.6;

impl Text<'_> {
    pub(super) fn places(&mut self) {
        for at in 0..self.tokens.len() {
            let state = STATES
                .lines()
                .filter_map(|l| l.split_once(' '))
                .find_map(|(letters, name)| {
                    let words: Vec<&str> = name.split(' ').collect();
                    let same = words.iter().enumerate().all(|(i, w)| self.word(at + i) == *w);
                    same.then_some((letters, at + words.len()))
                });
            let Some((letters, end)) = state else { continue };
            // "Vermont (VT)" says it twice.
            let twice =
                self.word(end) == "(" && self.word(end + 1) == letters.to_lowercase() && self.word(end + 2) == ")";
            let end = if twice { end + 3 } else { end };
            let known = self.known;
            let mut whole = false;
            for (col, column) in known.all().filter(|(_, c)| c.is_text()) {
                let called = |names: &[&str]| column.stems.iter().any(|s| names.contains(&s.as_str()));
                // Only the commonest texts are at hand; where these are states, so are the others.
                let states = column.top.len() > 1 && column.top.iter().all(|t| is_state(t));
                let (value, part, score) = if states || column.top.iter().any(|t| t == letters) {
                    (letters.to_owned(), false, WHOLE)
                } else if called(&["address", "locat"])
                    && !called(&["email", "id", "type", "code"])
                    && (column.top.is_empty() || column.top.iter().any(|t| holds_state(t)))
                {
                    (format!(" {letters} "), true, WITHIN)
                } else {
                    continue;
                };
                whole |= !part;
                self.add(Atom {
                    start: at,
                    end,
                    meaning: Meaning::Value { col, value, part },
                    score,
                    loose: true,
                });
            }
            // Where states are kept, "Michigan" is one, and no part of Michigan City.
            if whole {
                let within = |a: &Atom| a.score < WHOLE && matches!(a.meaning, Meaning::Value { part: true, .. });
                self.atoms[at].retain(|a| !within(a));
            }
        }
    }
}

/// The states whose names are one word.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    STATES
        .lines()
        .filter_map(|l| Some(l.split_once(' ')?.1))
        .filter(|name| !name.contains(' '))
}

/// Whether these are the two letters of a state.
pub(crate) fn is_state(text: &str) -> bool {
    STATES
        .lines()
        .any(|l| l.split_once(' ').is_some_and(|(letters, _)| letters == text))
}

/// Whether two letters of a state stand in an address.
fn holds_state(address: &str) -> bool {
    let mut words = address.split([' ', ',']);
    words.any(is_state)
}
