//! Names cut short: "neutered" of `neut`, "contravention" of `contrav`; and names with numbers in them as people write those:
//! "budget 24/25" of `Budget 24/25`.

use super::{Atom, Meaning, Text};
use crate::known::Column;
use crate::lexicon;
use crate::words::{is_word, Token, TokenKind};

/// Shorter pieces begin too many words; one so short is only heard in a word that is longer by as much: `adv` in "advance".
const SHORTEST: usize = 3;
/// What such a word is worth beside the whole name.
const BEGUN: f64 = 0.72;

/// Whether the word is one that the column's name was cut from.
pub(crate) fn is_begun(token: &Token, column: &Column) -> bool {
    let cut = |piece: &String| {
        let rest = if piece.len() == SHORTEST { 3 } else { 2 };
        let long = piece.len() >= SHORTEST && token.lower.len() >= piece.len() + rest;
        long && !is_word(piece) && (token.lower.starts_with(piece.as_str()) || is_skeleton(piece, &token.lower))
    };
    token.kind == TokenKind::Word && column.words.iter().any(cut)
}

/// A word's consonants, first and all of them or so many as there is room for: `dmg` of "damaged", `rtns` of "returns".
fn is_skeleton(piece: &str, word: &str) -> bool {
    let vowel = |c: char| "aeiou".contains(c);
    let mut letters = word.chars();
    piece.len() >= SHORTEST
        && piece.len() * 3 >= word.len()
        && piece.chars().all(|c| c.is_ascii_lowercase() && !vowel(c))
        && piece.chars().next() == word.chars().next()
        && piece.chars().all(|c| letters.any(|l| l == c))
}

impl Text<'_> {
    pub(super) fn begun(&mut self) {
        let known = self.known;
        for at in 0..self.tokens.len() {
            let token = &self.tokens[at];
            if lexicon::is_filler(&token.lower) || self.named(at, at + 1, 0.7) {
                continue;
            }
            let found = known.all().filter(|(_, c)| is_begun(token, c));
            let found: Vec<Meaning> = found.map(|(col, _)| Meaning::Column(col)).take(4).collect();
            for meaning in found {
                self.add(Atom {
                    start: at,
                    end: at + 1,
                    meaning,
                    score: BEGUN,
                    loose: true,
                });
            }
        }
    }

    /// A name whose last words are the parts of one token: "24/25".
    pub(super) fn numbered(&mut self) {
        let known = self.known;
        for at in 1..self.tokens.len() {
            let parts: Vec<String> = self.tokens[at]
                .lower
                .split(['/', '-', '.'])
                .map(str::to_owned)
                .collect();
            if parts.len() < 2 || !parts.iter().all(|p| p.chars().all(|c| c.is_ascii_digit())) {
                continue;
            }
            let stem = self.tokens[at - 1].stem.clone();
            let is = |c: &Column| {
                let first = c.stems.len().checked_sub(parts.len() + 1);
                first.is_some_and(|first| c.stems[first] == stem) && c.words.ends_with(&parts)
            };
            let found: Vec<Meaning> = known
                .all()
                .filter(|(_, c)| is(c))
                .map(|(col, _)| Meaning::Column(col))
                .collect();
            for meaning in found {
                self.add(Atom {
                    start: at - 1,
                    end: at + 1,
                    meaning,
                    score: 1.0,
                    loose: false,
                });
            }
        }
    }
}
