//! Words that only turn to whoever is asked: "Hi, can you tell me …", "I'd like to know …", "… please". What is asked begins behind
//! them, so that it reads the same however politely it is put.
//!
//! In: the question's tokens. Out: the same without them. Deliberately absent: "show me", "list" and "give me", which say what
//! is wanted.

mod reworded;

use crate::words::{among, Token, TokenKind};

/// Nothing else is taken for a question.
const LEAST: usize = 2;

/// Takes them off, and puts the rest in the usual words.
pub(super) fn taken_off(tokens: &mut Vec<Token>) {
    addressed(tokens);
    reworded::said_plainly(tokens);
}

fn addressed(tokens: &mut Vec<Token>) {
    loop {
        let taken = opening(tokens);
        if taken == 0 || tokens.len() < taken + LEAST {
            break;
        }
        tokens.drain(..taken);
    }
    let Some(at) = tokens.iter().rposition(|t| t.kind != TokenKind::Mark) else {
        return;
    };
    let word = |at: usize| tokens[at].lower.as_str();
    let comma = |at: usize| at > 0 && tokens[at - 1].kind == TokenKind::Mark;
    // "The message Thanks" is what is asked for.
    let from = match word(at) {
        "please" | "pls" | "plz" if at > 0 && !among("a an the is by with says", word(at - 1)) => at,
        "thanks" | "thx" | "cheers" if comma(at) => at,
        "you" if at > 1 && comma(at - 1) && word(at - 1) == "thank" => at - 1,
        _ => return,
    };
    if from >= LEAST {
        tokens.drain(from - usize::from(comma(from))..=at);
    }
}

/// How many tokens of the beginning ask nobody for anything yet.
fn opening(tokens: &[Token]) -> usize {
    let w = |at: usize| tokens.get(at).map_or("", |t| t.lower.as_str());
    let comma = |at: usize| at + usize::from(matches!(w(at), "," | "." | "!" | "-"));
    let asks = |at: usize| match (w(at), w(at + 1)) {
        // "Tell me about" and "show me" say what is wanted.
        ("tell", "me" | "us") if w(at + 2) != "about" => at + 2,
        // "Find out of stock products" asks for those.
        ("find" | "work" | "figure", "out") if among("how what which who when where if whether the", w(at + 2)) => {
            at + 2
        }
        ("let", "me" | "us") if w(at + 2) == "know" => at + 3,
        _ => at,
    };
    match (w(0), w(1), w(2)) {
        ("hi" | "hello" | "hey" | "hiya", ..) => comma(1),
        ("ok" | "okay" | "so" | "right" | "well", "," | "." | "!", _) => 2,
        ("please" | "pls" | "plz", ..) => comma(1),
        ("can" | "could" | "would" | "will", "you", _) => {
            let from = if matches!(w(2), "please" | "kindly" | "just") {
                3
            } else {
                2
            };
            match w(from) {
                "show" | "list" | "give" | "find" | "get" | "count" | "tell" | "work" | "figure" | "let"
                | "calculate" | "compare" | "name" => asks(from),
                _ => 0,
            }
        }
        ("i" | "we", "want" | "need", "to") if among("know see find", w(3)) => 4 + usize::from(w(4) == "out"),
        ("i" | "we", "would", "like" | "love") if w(3) == "to" && among("know see find", w(4)) => {
            5 + usize::from(w(5) == "out")
        }
        ("i'd" | "id" | "we'd" | "i’d", "like" | "love", "to") if among("know see find", w(3)) => {
            4 + usize::from(w(4) == "out")
        }
        ("do", "you", "know") => 3,
        _ => asks(0),
    }
}
