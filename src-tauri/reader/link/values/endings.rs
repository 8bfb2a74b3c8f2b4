//! Texts that differ only in what stands before a word they share: "calm" of 'Calm Dogs' beside 'Bad Dogs', and
//! "baddies" of the bad ones.
//!
//! In: the tokens, texts of columns. Out: atoms. Deliberately absent: texts said in full, which are looked up.

use crate::lexicon;
use crate::link::{Atom, Meaning, Text};
use crate::words::demonyms::{is_one, stands_for};
use crate::words::{singular, TokenKind};

const SAID: f64 = 0.96;
const MEANT: f64 = 0.9;
/// Words that stand before the shared one.
const LONGEST: usize = 3;
/// Behind such a word people say who is so.
const WHO: &str = "guy guys one ones people folk folks";

impl Text<'_> {
    pub(super) fn endings(&mut self) {
        let known = self.known;
        let kept: Vec<_> = known.all().filter(|(_, c)| c.ending().is_some()).collect();
        for (col, column) in kept {
            for value in &column.top {
                let bare = column.bare(value).to_lowercase();
                for at in 0..self.tokens.len() {
                    let Some((end, score)) = self.bare(at, &bare) else {
                        continue;
                    };
                    // What it means as a whole is no part of some name.
                    let part = |a: &Atom| matches!(a.meaning, Meaning::Value { part: true, .. });
                    self.atoms[at].retain(|a| a.end > at + 1 || !part(a));
                    let who = crate::words::among(WHO, self.word(end));
                    self.add(Atom {
                        start: at,
                        end: end + usize::from(who),
                        meaning: Meaning::Value {
                            col,
                            value: value.clone(),
                            part: false,
                        },
                        score,
                        loose: false,
                    });
                }
            }
        }
    }

    /// Where words that say a text end, and how surely they do.
    fn bare(&self, at: usize, bare: &str) -> Option<(usize, f64)> {
        let token = &self.tokens[at];
        if token.kind != TokenKind::Word || lexicon::is_filler(&token.lower) || lexicon::is_not(&token.lower) {
            return None;
        }
        let meant = || is_one(stands_for(&token.lower), bare).then_some((at + 1, MEANT));
        let words: Vec<&str> = bare.split(' ').collect();
        let run = self.tokens.get(at..at + words.len()).filter(|_| words.len() <= LONGEST);
        let said = |(t, w): (&crate::words::Token, &&str)| t.lower == **w || singular(&t.lower) == **w;
        let whole = run.is_some_and(|run| run.iter().zip(&words).all(said));
        whole.then_some((at + words.len(), SAID)).or_else(meant)
    }
}
