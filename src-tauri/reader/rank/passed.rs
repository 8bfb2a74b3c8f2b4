//! What the words are that a reading passes over.
//!
//! In: the question with its atoms, the words that a cover leaves out. Out: features for the ranking, by name: stored
//! values, names, numbers, proper names among them. Deliberately absent: which reading says more; the ranking weighs that.

use super::refuse::{digits, doing, english};
use crate::link::{Atom, Meaning, Text};
use crate::words::TokenKind;

/// An atom that names a thing by its own words, most of them or a synonym.
const NAMED: f64 = 0.6;

/// Of each word, what it would be to pass over it: once a question, whatever the readings are.
pub fn kinds(text: &Text<'_>) -> Vec<&'static str> {
    (0..text.tokens.len()).map(|at| kind(text, at)).collect()
}

/// Calls `add` once for each word passed over.
pub fn features(kinds: &[&'static str], skipped: &[usize], add: &mut dyn FnMut(String, f64)) {
    for kind in skipped.iter().filter_map(|at| kinds.get(*at)) {
        add(format!("passes {kind}"), 1.0);
    }
}

fn kind(text: &Text<'_>, at: usize) -> &'static str {
    let token = &text.tokens[at];
    let over = |a: &&Atom| a.start <= at && at < a.end;
    let atoms: Vec<&Atom> = (0..=at).flat_map(|start| text.at(start)).filter(over).collect();
    let stored = |loose: bool| {
        atoms
            .iter()
            .any(|a| a.loose == loose && matches!(a.meaning, Meaning::Value { .. }))
    };
    let best = atoms.iter().map(|a| a.score).fold(0.0, f64::max);
    match () {
        () if token.kind == TokenKind::Quoted => "what is quoted",
        () if digits(token) => "a number",
        () if stored(false) => "a value",
        () if best >= NAMED => "a name",
        () if stored(true) => "what is like a value",
        () if best > 0.0 => "what is like a name",
        () if !english(token) => "no word",
        () if doing(token) => "how it is done",
        () => "what is nothing here",
    }
}
