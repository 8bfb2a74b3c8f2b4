//! Names by their first letters: "work orders" of `wo`, "purchase orders" of `po`, "pb" of `personal_best`.
//!
//! In: the question's words and the names of tables and columns. Out: atoms. Deliberately absent: words that name something
//! already, and initials that are a word of their own.

use super::{Atom, Meaning, Text};
use crate::lexicon;
use crate::words::{is_word, singular, TokenKind};

/// How many letters initials have.
const LETTERS: std::ops::RangeInclusive<usize> = 2..=4;
const SCORE: f64 = 0.9;

impl Text<'_> {
    pub(super) fn initials(&mut self) {
        let known = self.known;
        let mut found: Vec<Atom> = Vec::new();
        let names = |words: &[String]| -> Option<String> {
            let mut own = words.iter().filter(|w| *w != "table");
            let only = own.next().filter(|_| own.next().is_none())?;
            let short = LETTERS.contains(&only.len()) && only.chars().all(|c| c.is_ascii_alphabetic());
            (short && !is_word(only)).then(|| only.clone())
        };
        let tables = known.tables.iter().enumerate();
        let tables = tables.filter_map(|(t, table)| Some((Meaning::Table(t), names(&table.words)?)));
        let columns = known
            .all()
            .filter_map(|(c, column)| Some((Meaning::Column(c), names(&column.words)?)));
        for (meaning, letters) in tables.chain(columns) {
            for start in 0..(self.tokens.len() + 1).saturating_sub(letters.len()) {
                let run = start..start + letters.len();
                if letters
                    .chars()
                    .zip(run.clone())
                    .all(|(letter, at)| self.begins(at, letter))
                {
                    found.push(Atom {
                        start,
                        end: run.end,
                        meaning: meaning.clone(),
                        score: SCORE,
                        loose: false,
                    });
                }
            }
        }
        for at in 0..self.tokens.len() {
            let word = singular(&self.tokens[at].lower);
            if !LETTERS.contains(&word.len()) || is_word(&word) || !self.atoms[at].is_empty() {
                continue;
            }
            let is = |words: &[String]| {
                words.len() == word.len() && words.iter().zip(word.chars()).all(|(w, letter)| w.starts_with(letter))
            };
            found.extend(known.all().filter(|(_, column)| is(&column.words)).map(|(c, _)| Atom {
                start: at,
                end: at + 1,
                meaning: Meaning::Column(c),
                score: SCORE,
                loose: false,
            }));
        }
        found.into_iter().for_each(|a| self.add(a));
    }

    /// Whether a word with content that names nothing begins with a letter.
    fn begins(&self, at: usize, letter: char) -> bool {
        let token = &self.tokens[at];
        token.kind == TokenKind::Word
            && token.lower.starts_with(letter)
            && !lexicon::is_filler(&token.lower)
            && !crate::words::lexicon::is_function_word(&token.lower)
            && !self.atoms[at].iter().any(|a| a.score >= SCORE)
    }
}
