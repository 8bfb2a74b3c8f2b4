//! Other ways to say what is read already: "how much came in" asks what was taken, "sent back" is returned, "how much in total"
//! is how much.
//!
//! In: the question's tokens, courtesies taken off. Out: the same with the usual words, each in the place of those it stands for.
//! Deliberately absent: words for what only one database holds.

use crate::words::lexicon::is_function_word;
use crate::words::{among, stem, Token, TokenKind};

/// Particles that make another verb of one: the verb, the particle, what both mean.
const PHRASAL: [(&str, &str, &str); 7] = [
    ("sent", "back", "returned"),
    ("sends", "back", "returns"),
    ("brought", "back", "returned"),
    ("handed", "back", "returned"),
    ("gave", "back", "returned"),
    ("given", "back", "returned"),
    ("handed", "in", "submitted"),
];
/// Notes by what they are worth; the sign before one says that it is money, whichever.
const NOTES: [(&str, f64); 3] = [("fiver", 5.0), ("tenner", 10.0), ("grand", 1000.0)];
const PARTS: &str = "share proportion fraction";
/// Of money that came, and not of what somebody did to it.
const GIVEN: &str = "donated raised invoiced billed earned spent collected taken received refunded";

pub(super) fn said_plainly(tokens: &mut Vec<Token>) {
    for (verb, particle, means) in PHRASAL {
        while let Some(at) = (0..tokens.len()).find(|at| is(tokens, *at, verb) && is(tokens, at + 1, particle)) {
            put(&mut tokens[at], means);
            tokens[at].end = tokens[at + 1].end;
            tokens.remove(at + 1);
        }
    }
    for at in 1..tokens.len() {
        // "A grand total" is no money.
        let ends = tokens
            .get(at + 1)
            .is_none_or(|t| t.kind != TokenKind::Word || is_function_word(&t.lower));
        let note = NOTES.iter().find(|n| n.0 == tokens[at].lower);
        if let Some((_, worth)) = note.filter(|_| ends && is(tokens, at - 1, "a")) {
            tokens[at - 1].kind = TokenKind::Mark;
            put(&mut tokens[at - 1], "£");
            tokens[at].kind = TokenKind::Number;
            tokens[at].number = Some(*worth);
            put(&mut tokens[at], &worth.to_string());
        }
    }
    part(tokens);
    came(tokens);
    alone(tokens);
}

fn is(tokens: &[Token], at: usize, word: &str) -> bool {
    tokens.get(at).is_some_and(|t| t.lower == word)
}

fn put(token: &mut Token, word: &str) {
    token.lower = word.to_owned();
    token.stem = stem(word);
}

/// "What share of members have at least one loan" is "what percentage of members have loans".
fn part(tokens: &mut Vec<Token>) {
    let said = |at: &usize| {
        let led = *at > 0 && among("what whats what's the", &tokens[*at - 1].lower);
        led && among(PARTS, &tokens[*at].lower) && is(tokens, at + 1, "of")
    };
    if let Some(at) = (0..tokens.len()).find(said) {
        put(&mut tokens[at], "percentage");
    }
    if let Some(at) = (0..tokens.len()).find(|at| among("percentage percent %", &tokens[*at].lower)) {
        one_at_least(tokens, at);
    }
}

/// Those who have at least one are those who have some.
fn one_at_least(tokens: &mut Vec<Token>, from: usize) {
    let has = |at: &usize| among("have has had with", &tokens[*at].lower);
    let least =
        |at: usize| is(tokens, at, "at") && is(tokens, at + 1, "least") && among("one 1 a", &tokens[at + 2].lower);
    let found = (from..tokens.len().saturating_sub(4))
        .filter(has)
        .find(|at| least(at + 1));
    if let Some(at) = found {
        tokens.drain(at + 1..at + 4);
    }
}

/// "How much came in", "how much was raised": how much did we take.
fn came(tokens: &mut Vec<Token>) {
    if !(is(tokens, 0, "how") && is(tokens, 1, "much")) {
        return;
    }
    let at = 2 + usize::from(tokens.get(2).is_some_and(|t| among("money cash", &t.lower)));
    let has = usize::from(tokens.get(at).is_some_and(|t| among("has have had", &t.lower)));
    let (from, to, verb) = match (word(tokens, at + has), word(tokens, at + has + 1)) {
        ("came" | "come" | "comes", "in") => (at, at + has + 2, "taken".to_owned()),
        ("was" | "were" | "been" | "got", verb) if among(GIVEN, verb) => (at, at + has + 2, verb.to_owned()),
        _ => return,
    };
    let (first, last) = (tokens[from].clone(), tokens[to - 1].clone());
    let made = ["have", "we", verb.as_str()].map(|word| {
        let mut token = Token {
            end: last.end,
            ..first.clone()
        };
        put(&mut token, word);
        token
    });
    tokens.splice(from..to, made);
}

fn word(tokens: &[Token], at: usize) -> &str {
    tokens.get(at).map_or("", |t| t.lower.as_str())
}

/// "How much have we taken in total": all of it is asked for anyway.
fn alone(tokens: &mut Vec<Token>) {
    if !(is(tokens, 0, "how") && is(tokens, 1, "much")) {
        return;
    }
    let Some(last) = tokens.iter().rposition(|t| t.kind != TokenKind::Mark) else {
        return;
    };
    let from = match (word(tokens, last.saturating_sub(1)), word(tokens, last)) {
        ("in", "total" | "all") | ("all", "told" | "together") | ("so", "far") => last - 1,
        (_, "altogether" | "overall") => last,
        _ => return,
    };
    if from > 3 {
        tokens.drain(from..=last);
    }
}
