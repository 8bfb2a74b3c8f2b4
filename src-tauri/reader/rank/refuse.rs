//! Whether the database can answer at all.
//!
//! In: the question with its atoms, its readings, best first. Out: features by name, from which trees that were learned
//! on questions put to the wrong database, or to one that lacks the column, say how likely it is. Deliberately absent:
//! what is said to the person.

use crate::chart::Cover;
use crate::constructions::Edge;
use crate::lexicon;
use crate::link::{Atom, Meaning, Text};
use crate::read::Reading;
use crate::words::lexicon::is_function_word;
use crate::words::{is_word, Token, TokenKind};

/// An atom that names a thing by its own words, most of them or a synonym.
const NAMED: f64 = 0.7;
/// What is only near by meaning.
const NEAR: f64 = 0.5;

/// Features of the best reading that say how well it fits.
const OF_BEST: [&str; 18] = [
    "cover",
    "prior",
    "skipped",
    "skipped share",
    "skipped name",
    "loose",
    "loose score",
    "names met",
    "names missed",
    "table unsaid",
    "table said unused",
    "shown unsaid",
    "figure unsaid",
    "group unsaid",
    "filter unsaid",
    "order unsaid",
    "tables",
    "filters",
];

/// Words that ask for what no table holds: reasons, advice, what is to come.
const BEYOND: [&str; 16] = [
    "why",
    "should",
    "will",
    "would",
    "could",
    "can",
    "next",
    "future",
    "predict",
    "forecast",
    "expect",
    "likely",
    "recommend",
    "best",
    "my",
    "you",
];
/// Words after which the thing itself is named.
const BEFORE_A_THING: [&str; 16] = [
    "of", "for", "by", "per", "each", "with", "average", "total", "many", "much", "most", "the", "highest", "lowest",
    "which", "what",
];

/// Features of a question with its readings; `cover` is that of the first.
pub fn features(text: &Text<'_>, edges: &[Edge], cover: Option<&Cover>, readings: &[Reading]) -> Vec<(String, f64)> {
    let mut out: Vec<(String, f64)> = Vec::with_capacity(64);
    let mut add = |name: &str, value: f64| {
        if value != 0.0 {
            out.push((name.to_owned(), value));
        }
    };
    add("readings", (1.0 + readings.len() as f64).ln());
    if let Some(best) = readings.first() {
        add("score", best.score);
        add("belief", best.belief);
        let second = readings.get(1).map_or(0.0, |r| r.belief);
        add("lead", best.belief - second);
        for name in OF_BEST {
            let own = best.features.iter().find(|f| f.0 == name);
            add(name, own.map_or(0.0, |f| f.1));
        }
        let fewest = readings.iter().map(|r| r.unused.len()).min().unwrap_or_default();
        add("fewest unused", fewest as f64);
    }
    let words = Words::of(text, edges, cover);
    words.features(text, &mut add);
    for word in BEYOND {
        if text.tokens.iter().any(|t| t.lower == word) {
            add(&format!("word {word}"), 1.0);
        }
    }
    add("columns", (1.0 + text.known.all().count() as f64).ln());
    out
}

/// Each content word of the question: how well it is placed, and whether the best reading uses it.
struct Words {
    content: Vec<Word>,
}

struct Word {
    at: usize,
    /// The best atom over it.
    placed: f64,
    loose: bool,
    unused: bool,
    stored: bool,
}

impl Words {
    fn of(text: &Text<'_>, edges: &[Edge], cover: Option<&Cover>) -> Self {
        let taken = |at: usize| {
            let all = cover.iter().flat_map(|c| &c.edges);
            all.filter_map(|e| edges.get(*e)).any(|e| e.start <= at && at < e.end)
        };
        let word = |(at, _): (usize, &Token)| {
            let over = |a: &&Atom| a.start <= at && at < a.end;
            let atoms = (0..=at).flat_map(|start| text.at(start)).filter(over);
            let best = atoms.clone().max_by(|a, b| a.score.total_cmp(&b.score));
            Word {
                at,
                placed: best.map_or(0.0, |a| a.score),
                loose: best.is_some_and(|a| a.loose),
                unused: !taken(at),
                stored: atoms
                    .into_iter()
                    .any(|a| matches!(a.meaning, Meaning::Value { .. }) && !a.loose),
            }
        };
        let content = |t: &Token| match t.kind {
            TokenKind::Quoted => true,
            TokenKind::Word => !is_function_word(&t.lower) && !lexicon::is_filler(&t.lower),
            _ => false,
        };
        let all = text.tokens.iter().enumerate().filter(|(_, t)| content(t));
        Self {
            content: all.map(word).collect(),
        }
    }

    fn features(&self, text: &Text<'_>, add: &mut dyn FnMut(&str, f64)) {
        let all = &self.content;
        let total = all.len().max(1) as f64;
        let count = |test: &dyn Fn(&Word) -> bool| all.iter().filter(|w| test(w)).count() as f64;
        let strange = |w: &Word| w.placed == 0.0;
        add("words", all.len() as f64);
        add("named", count(&|w| w.placed >= NAMED));
        add("near", count(&|w| w.placed > 0.0 && w.placed < NAMED));
        add("named share", count(&|w| w.placed >= NAMED) / total);
        add("stored", count(&|w| w.stored));
        add("used loosely", count(&|w| !w.unused && w.loose));
        add("used without a name", count(&|w| !w.unused && strange(w)));
        add("unused", count(&|w| w.unused));
        add("unused share", count(&|w| w.unused) / total);
        add("unused strange", count(&|w| w.unused && strange(w)));
        add("unused near", count(&|w| w.unused && w.placed >= NEAR));
        let token = |w: &Word| &text.tokens[w.at];
        add("unused capital", count(&|w| w.unused && capital(text, w.at)));
        add("unused no English", count(&|w| w.unused && !english(token(w))));
        add("unused number", count(&|w| w.unused && digits(token(w))));
        add("unused thing", count(&|w| w.unused && thing(text, w.at)));
        add("unused doing", count(&|w| w.unused && does(text, w.at)));
        let strangest = |w: &Word| w.unused && strange(w) && english(token(w)) && !does(text, w.at);
        add("unused strange noun", count(&strangest));
        let placed = all.iter().filter(|w| !w.unused && w.placed > 0.0).map(|w| w.placed);
        let (sum, n) = placed.clone().fold((0.0, 0.0), |(s, n), p| (s + p, n + 1.0));
        add("used least", placed.fold(1.0, f64::min));
        add("used mean", if n > 0.0 { sum / n } else { 0.0 });
        let nearest = all.iter().filter(|w| w.unused).map(|w| w.placed).fold(0.0, f64::max);
        add("unused best", nearest);
        let first = all.first();
        add("first placed", first.map_or(0.0, |w| w.placed));
        add("first unused", first.map_or(0.0, |w| f64::from(u8::from(w.unused))));
        let last = all.last();
        add("last placed", last.map_or(0.0, |w| w.placed));
        add("last unused", last.map_or(0.0, |w| f64::from(u8::from(w.unused))));
    }
}

/// A capital inside a sentence.
fn capital(text: &Text<'_>, at: usize) -> bool {
    at > 0 && text.tokens[at].text.starts_with(char::is_uppercase)
}

pub(super) fn english(token: &Token) -> bool {
    is_word(&token.lower) || is_word(&token.stem)
}

pub(super) fn digits(token: &Token) -> bool {
    token.lower.chars().any(|c| c.is_ascii_digit())
}

/// A verb or an adverb says how, not what.
pub(super) fn doing(token: &Token) -> bool {
    ["ed", "ing", "ly"].iter().any(|end| token.lower.ends_with(end))
}

/// The same, and what somebody did: "did we book", "have people signed".
fn does(text: &Text<'_>, at: usize) -> bool {
    const WHO: [&str; 9] = ["we", "i", "you", "they", "he", "she", "people", "anyone", "anybody"];
    const ASKS: [&str; 11] = [
        "do", "does", "did", "didnt", "didn't", "will", "can", "could", "should", "have", "has",
    ];
    let before = |n: usize, words: &[&str]| {
        let token = at.checked_sub(n).and_then(|b| text.tokens.get(b));
        token.is_some_and(|t| t.is_any(words))
    };
    doing(&text.tokens[at]) || before(1, &WHO) && before(2, &ASKS)
}

/// The head of what a word of asking or measuring speaks of: "the average volume", "how many budgets".
fn thing(text: &Text<'_>, at: usize) -> bool {
    let word = |t: &Token| t.kind == TokenKind::Word;
    let before = at.checked_sub(1).and_then(|b| text.tokens.get(b));
    let behind = text.tokens.get(at + 1).filter(|t| word(t));
    let led = before.is_some_and(|t| t.is_any(&BEFORE_A_THING));
    let ends = behind.is_none_or(|t| is_function_word(&t.lower) || lexicon::is_filler(&t.lower));
    led && ends && !does(text, at)
}
