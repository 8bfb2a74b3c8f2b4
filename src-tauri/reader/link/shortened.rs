//! Names that leave letters out: "players" of `plyrs`, "town" of `twn`, "deposit" of `dep_amt`.
//!
//! In: the words of the question that name nothing, and the words of names that are no English. Out: which of the latter
//! each is written as. Deliberately absent: abbreviations that everybody uses, which names have written out already
//! (`words`).

use std::collections::BTreeSet;

use super::Text;
use crate::lexicon;
use crate::words::{is_word, pieces, singular, split_name, Token, TokenKind};

/// Shorter pieces could stand for anything.
const SHORTEST: usize = 3;

impl Text<'_> {
    /// For each token the stem that names are to be looked up by.
    pub(super) fn shortened(&self) -> Vec<String> {
        let known = self.known;
        let columns = known.all().map(|(_, c)| (&c.name, &c.words, &c.stems));
        let tables = known.tables.iter().map(|t| (&t.name, &t.words, &t.stems));
        // What a name has as it is written; "alt" may be an altitude or an alteration.
        let mut short: Vec<(String, &String)> = Vec::new();
        let mut all: Vec<&String> = Vec::new();
        let mut names: Vec<(&String, &String)> = Vec::new();
        for (name, words, stems) in columns.chain(tables) {
            let raw = pieces(name);
            let raw = if raw.len() == words.len() { &raw } else { words };
            short.extend(raw.iter().cloned().zip(stems));
            all.extend(stems);
            names.extend(words.iter().zip(stems));
        }
        let english = |w: &String| is_word(w) && split_name(w) == std::slice::from_ref(w);
        short.retain(|(w, _)| w.len() >= SHORTEST && w.chars().all(char::is_alphabetic) && !english(w));
        // Who shortens one name shortens others: a `pen` among whole words is a pen.
        let vowel = |c: char| "aeiou".contains(c);
        let cut_short: BTreeSet<&String> = short
            .iter()
            .map(|(w, _)| w)
            .filter(|w| !w[1..].contains(vowel))
            .collect();
        let habit = |len: usize| cut_short.len() > usize::from(len == SHORTEST);
        let named = |t: &Token| all.iter().any(|s| **s == t.stem);
        let found = |t: &Token| {
            let plain = t.kind == TokenKind::Word
                && !lexicon::is_filler(&t.lower)
                && !lexicon::is_scale(&t.lower)
                && lexicon::aggregate(&t.lower).is_none()
                && lexicon::period(&t.lower).is_none()
                && !t.lower.ends_with("ly");
            if !plain || named(t) {
                return None;
            }
            let one = singular(&t.lower);
            let fits = |w: &str| shortens(w, &one).or_else(|| shortens(w.strip_suffix('s')?, &one));
            let all: Vec<(u8, usize, &String)> = short
                .iter()
                .filter_map(|(w, stem)| Some((fits(w)?, w.len(), *stem)))
                .filter(|(sure, len, _)| match sure {
                    0 => cut_short.len() > 2,
                    1 => habit(*len),
                    _ => true,
                })
                .collect();
            let best = all.iter().map(|(sure, len, _)| (*sure, *len)).max();
            let mut likest = all
                .iter()
                .filter(|(sure, len, _)| Some((*sure, *len)) == best)
                .map(|f| f.2);
            let first = likest.next();
            // Two names that it could stand for are none.
            let first = first.filter(|f| likest.all(|other| other == *f));
            first.cloned().or_else(|| cut(&one, &names))
        };
        self.tokens
            .iter()
            .map(|t| found(t).unwrap_or_else(|| t.stem.clone()))
            .collect()
    }
}

/// The only name that a word which is no English begins: "subs" of `subscriptions`.
fn cut(word: &str, names: &[(&String, &String)]) -> Option<String> {
    let fits = |name: &str| name.len() >= word.len() + 3 && name.starts_with(word);
    let mut found = names.iter().filter(|(name, _)| fits(name)).map(|(_, stem)| *stem);
    let first = found.next().filter(|_| word.len() >= SHORTEST && !is_word(word))?;
    found.all(|stem| stem == first).then(|| first.clone())
}

/// Whether the first is the second with letters left out, and how surely: 2 where its vowels are dropped, 1 where it is cut
/// short, 0 where no more than an ending is left out.
fn shortens(short: &str, word: &str) -> Option<u8> {
    let vowel = |c: &char| "aeiou".contains(*c);
    let letters = |w: &str| -> Vec<char> { w.chars().collect() };
    let (s, w) = (letters(short), letters(word));
    if w.len() <= s.len() || s.len() < SHORTEST || s[0] != w[0] {
        return None;
    }
    if w.starts_with(&s) {
        // "Riders" have the stem of "ride", and leave no letters out; "sector" of `sect` may.
        let rest: String = w[s.len()..].iter().collect();
        return match rest.as_str() {
            "s" | "r" | "d" | "es" | "ed" | "ing" | "y" | "ly" => None,
            "er" | "or" => (s.len() > SHORTEST).then_some(0),
            _ => (w.len() <= 4 * s.len() && (s.len() > SHORTEST || !vowel(s.last()?))).then_some(1),
        };
    }
    // Consonants in order, the last of them at the end: "assr" of "assessor".
    let mut rest = w[1..].iter();
    let in_order = s[1..].iter().all(|c| rest.any(|d| d == c));
    let ends = s.last() == w.iter().rev().find(|c| !vowel(c));
    let few_vowels = s[1..].iter().filter(|c| vowel(c)).count() <= usize::from(s.len() > 4);
    let half = s.len() * 3 + 1 >= w.len();
    (in_order && ends && few_vowels && half).then_some(2)
}

#[cfg(test)]
mod tests {
    use super::shortens;

    #[test]
    fn letters_are_left_out_of_words() {
        for (short, word) in [
            ("twn", "town"),
            ("plyr", "player"),
            ("assr", "assessor"),
            ("rnd", "round"),
            ("tkt", "ticket"),
            ("emplr", "employer"),
        ] {
            assert_eq!(shortens(short, word), Some(2), "{short} of {word}");
        }
        for (short, word) in [
            ("alt", "alteration"),
            ("dep", "deposit"),
            ("subj", "subject"),
            ("appr", "apprentice"),
        ] {
            assert_eq!(shortens(short, word), Some(1), "{short} of {word}");
        }
        for (short, word) in [
            ("itm", "time"),
            ("dob", "double"),
            ("twn", "tower"),
            ("col", "cool"),
            ("ref", "rota"),
        ] {
            assert_eq!(shortens(short, word), None, "{short} of {word}");
        }
    }
}
