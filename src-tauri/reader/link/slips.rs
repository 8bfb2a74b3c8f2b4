//! Slips of the pen: a word that is none and that nothing in the data explains, nearly like one of English or of a name.
//!
//! In: tokens, and what was found in them. Out: the same tokens, meant words in place of misspelt ones. Deliberately absent:
//! misspelt stored values, which are looked up with their slips.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use crate::asked::Asked;
use crate::known::Known;
use crate::lexicon;
use crate::words::demonyms;
use crate::words::lexicon::{edits, others};
use crate::words::{is_word, stem, Token, TokenKind};

/// Words of the grammar that a letter may be wrong in, not only too many, missing or swapped.
const GRAMMAR: &str = "different distinct average highest lowest number between percentage total maximum minimum cheapest expensive \
    oldest youngest largest smallest longest shortest without greater higher lower biggest busiest popular monthly yearly weekly \
    ordered sorted difference percent median compared versus earliest latest recent unique growth frequent average averages typical minutes completed";
/// Further words that questions are made of.
const COMMON: &str = "people customers current currently before after people another orders ordered overdue upcoming unpaid \
    returned cancelled finished quarter quarterly months month years weekday weekend january february march april june july \
    august september october november december monday tuesday wednesday thursday friday saturday sunday received delivered \
    girls women professor departments clients students colleges countries companies addresses employees through together separate business revenue discount discounts corporate category categories address title titles length";
/// Shorter words have too many neighbours.
const SHORTEST: usize = 5;
const GRAMMAR_SHORTEST: usize = 6;

/// "No of jobs", "biggest bill n whose it was": what is written short in a hurry.
fn written_out(tokens: &mut [Token], known: &Known) {
    let named = known.all().any(|(_, c)| c.words == ["n"]);
    for at in 0..tokens.len() {
        let is = |at: usize, words: &[&str]| tokens.get(at).is_some_and(|t| words.contains(&t.lower.as_str()));
        let word = |at: Option<usize>| {
            at.and_then(|at| tokens.get(at))
                .is_some_and(|t| t.kind == TokenKind::Word)
        };
        let long = match () {
            () if is(at, &["no", "nr", "num"])
                && (is(at + 1, &["of"]) || is(at + 1, &["."]) && is(at + 2, &["of"])) =>
            {
                "number"
            }
            () if is(at, &["n"]) && !named && word(at.checked_sub(1)) && word(Some(at + 1)) => "and",
            () => continue,
        };
        tokens[at].lower = long.to_owned();
        tokens[at].stem = stem(long);
    }
}

/// First and last names are names, and nobody's first or last; "how mcuh" asks how much.
fn grammar(tokens: &mut [Token]) {
    let set = |token: &mut Token, word: &str| {
        token.lower = word.to_owned();
        token.stem = stem(word);
    };
    for at in 0..tokens.len() {
        let is = |at: usize, words: &[&str]| tokens.get(at).is_some_and(|t| words.contains(&t.lower.as_str()));
        if is(at, &["first"]) && is(at + 1, &["and", "&"]) && is(at + 2, &["last"]) && is(at + 3, &["name", "names"]) {
            tokens[at..at + 3].iter_mut().for_each(|t| set(t, "the"));
            continue;
        }
        // "The us", "US" is a country, and nobody of us.
        let named = tokens[at].text == "US" || at > 0 && is(at, &["us"]) && is(at - 1, &["the"]);
        if named {
            set(&mut tokens[at], "usa");
            continue;
        }
        // "Furthest north" is the northernmost.
        const WAYS: [(&str, &str); 4] = [
            ("north", "northernmost"),
            ("south", "southernmost"),
            ("east", "easternmost"),
            ("west", "westernmost"),
        ];
        let way = WAYS.iter().find(|way| is(at + 1, &[way.0]));
        if let Some((_, most)) = way.filter(|_| is(at, &["furthest", "farthest"])) {
            set(&mut tokens[at], most);
            set(&mut tokens[at + 1], "the");
            continue;
        }
        let slip = at > 0 && is(at - 1, &["how"]) && tokens[at].lower.len() == 4 && !is_known(&tokens[at]);
        let meant = ["many", "much"]
            .into_iter()
            .find(|w| slip && edits(&tokens[at].lower, w, 1) <= 1);
        if let Some(meant) = meant {
            set(&mut tokens[at], meant);
        }
    }
}

pub(super) fn mended(tokens: &mut [Token], known: &Known, asked: &Asked) {
    written_out(tokens, known);
    grammar(tokens);
    let named: BTreeSet<&str> = known
        .all()
        .flat_map(|(_, c)| &c.words)
        .chain(known.tables.iter().flat_map(|t| &t.words))
        .map(String::as_str)
        .filter(|w| w.chars().count() >= SHORTEST)
        .collect();
    for token in tokens {
        if token.kind == TokenKind::Word && token.lower == "wich" {
            token.lower = "which".to_owned();
            token.stem = stem("which");
        }
        // Four letters of which two are swapped: "feul" of a table of fuel.
        if token.kind == TokenKind::Word
            && token.lower.len() + 1 == SHORTEST
            && !is_known(token)
            && !found(token, asked)
        {
            let names = known
                .all()
                .flat_map(|(_, c)| &c.words)
                .chain(known.tables.iter().flat_map(|t| &t.words));
            // Or the last of which is written once: "clas".
            let doubled = |w: &str| w.len() == SHORTEST && w.starts_with(&token.lower) && undoubled(w) == token.lower;
            let mut names = names.filter(|w| w.len() == token.lower.len() || doubled(w));
            if let Some(word) = names.find(|w| doubled(w) || slipped(&token.lower, w)).cloned() {
                token.stem = stem(&word);
                token.lower = word;
                continue;
            }
        }
        let lower = token.lower.as_str();
        if token.kind != TokenKind::Word || lower.len() < SHORTEST || is_known(token) {
            continue;
        }
        let first = lower.chars().next();
        let grammar = GRAMMAR.split_whitespace().chain(lexicon::superlatives());
        let grammar = grammar.filter(|w| {
            lower.len() >= GRAMMAR_SHORTEST && w.len() >= GRAMMAR_SHORTEST && w.starts_with(|c| Some(c) == first)
        });
        let near = grammar
            .into_iter()
            .find(|w| *w != lower && edits(lower, w, 1) <= 1)
            .or_else(|| {
                let explained = found(token, asked) || named.iter().any(|n| stem(n) == token.stem);
                let words = named.iter().copied().chain(common().iter().copied());
                // "Departmnts" is a slip of what several departments are called; "spenders" are no senders.
                let one = lower.strip_suffix('s');
                let one = one.filter(|o| o.len() >= SHORTEST && !o.ends_with("er"));
                let near = |w: &&str| slipped(lower, w) || one.is_some_and(|one| slipped(one, w));
                words.filter(|_| !explained).find(near)
            });
        if let Some(word) = near {
            token.lower = word.to_owned();
            token.stem = stem(word);
        }
    }
}

/// Whether it is a word that this program knows.
fn is_known(token: &Token) -> bool {
    let lower = token.lower.as_str();
    is_word(lower)
        || is_word(&token.stem)
        || lexicon::is_filler(lower)
        || lexicon::is_not(lower)
        || lexicon::scale(lower).is_some()
        || !lexicon::fields::ideas(lower).is_empty()
        || lexicon::aggregate(lower).is_some()
        || lexicon::period(lower).is_some()
        || lexicon::is_person(lower)
        || !lexicon::concept(lower).is_empty()
        || !others(lower).is_empty()
        || common().contains(lower)
}

/// Whether the data or the calendar know it.
fn found(token: &Token, asked: &Asked) -> bool {
    let over = |start: u32, end: u32| (start as usize) < token.end && token.start < end as usize;
    asked.fields.iter().any(|f| over(f.span.start, f.span.end))
        || asked.values.iter().any(|v| over(v.span.start, v.span.end))
        || asked.times.iter().any(|t| over(t.span.start, t.span.end))
}

fn common() -> &'static BTreeSet<&'static str> {
    static ALL: OnceLock<BTreeSet<&'static str>> = OnceLock::new();
    ALL.get_or_init(|| {
        let long = |w: &&str| w.len() > SHORTEST;
        COMMON
            .split_whitespace()
            .chain(demonyms::words().filter(long))
            .chain(super::places::names().filter(long))
            .collect()
    })
}

/// A word with each doubled letter written once.
fn undoubled(word: &str) -> String {
    let mut out = String::new();
    for c in word.chars() {
        if !out.ends_with(c) {
            out.push(c);
        }
    }
    out
}

/// One letter too many, one missing, two that changed places, or letters doubled in the wrong places; another letter makes
/// another word too often.
fn slipped(written: &str, meant: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (written.chars().collect(), meant.chars().collect());
    if a != b && a.len() > 5 && undoubled(written) == undoubled(meant) {
        return true;
    }
    if a == b || a.first() != b.first() || a.len().abs_diff(b.len()) > 1 || edits(written, meant, 1) > 1 {
        return false;
    }
    let mut letters = (a.clone(), b.clone());
    letters.0.sort_unstable();
    letters.1.sort_unstable();
    a.len() != b.len() || letters.0 == letters.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_too_many_missing_or_swapped_is_a_slip_and_another_word_is_none() {
        for (written, meant) in [
            ("custmers", "customers"),
            ("poeple", "people"),
            ("upcomming", "upcoming"),
            ("curent", "current"),
            ("proffesor", "professor"),
        ] {
            assert!(slipped(written, meant), "{written}");
        }
        for (written, meant) in [("paint", "point"), ("customers", "customers"), ("hotel", "motel")] {
            assert!(!slipped(written, meant), "{written}");
        }
    }
}
