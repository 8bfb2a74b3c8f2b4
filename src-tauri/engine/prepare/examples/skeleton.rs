//! A question without what it is about: names, numbers and texts become placeholders (seed 000, operation 1c).

use crate::prepare::values::ValueIndex;
use crate::words::lexicon::is_function_word;
use crate::words::{tokenise, Token, TokenKind};

const ENTITY: &str = "[ENTITY]";
const NUMBER: &str = "[NUM]";
const TEXT: &str = "[STR]";
/// Longest run of words looked up as a value.
const LONGEST: usize = 5;

/// `How many customers in Tarn ordered more than 5 times?` is `How many customers in [ENTITY] ordered more than
/// [NUM] times ?`. Words are masked by their capitals, and by `values` where the database is known.
pub fn skeleton(question: &str, values: Option<&ValueIndex>) -> String {
    let tokens = tokenise(question);
    let mut out: Vec<&str> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let token = &tokens[at];
        let digits = token.text.starts_with(|c: char| c.is_ascii_digit());
        let (mask, taken) = match token.kind {
            TokenKind::Quoted => (TEXT, 1),
            TokenKind::Number => (NUMBER, 1),
            _ if digits => (NUMBER, 1),
            TokenKind::Mark => (token.text.as_str(), 1),
            TokenKind::Word => match named(question, &tokens, at, values) {
                0 => (token.text.as_str(), 1),
                run => (ENTITY, run),
            },
        };
        if mask != ENTITY || out.last() != Some(&ENTITY) {
            out.push(mask);
        }
        at += taken;
    }
    out.join(" ")
}

/// How many tokens from here on are one name; 0 where none begins.
fn named(question: &str, tokens: &[Token], at: usize, values: Option<&ValueIndex>) -> usize {
    let word = |t: &&Token| matches!(t.kind, TokenKind::Word | TokenKind::Number);
    if let Some(values) = values {
        let run = tokens[at..].iter().take(LONGEST).take_while(word).count();
        for n in (1..=run).rev() {
            let own = &tokens[at..at + n];
            let plain = own
                .iter()
                .all(|t| is_function_word(&t.lower) || t.kind == TokenKind::Number);
            if !plain && values.has_exact(&question[own[0].start..own[n - 1].end]) {
                return n;
            }
        }
    }
    // The first word of a sentence has its capital anyway.
    let capital = |t: &Token| t.text.starts_with(char::is_uppercase) && !is_function_word(&t.lower);
    let after_stop = at == 0 || tokens[at - 1].kind == TokenKind::Mark && tokens[at - 1].text != ",";
    if after_stop && !tokens.get(at + 1).is_some_and(&capital) {
        return 0;
    }
    tokens[at..]
        .iter()
        .take_while(|t| t.kind == TokenKind::Word && capital(t))
        .count()
}

/// The words of a skeleton as they are compared: stems, and every two that follow each other, which carry the
/// structure ("how many", "more than", "for each").
pub fn words_of(skeleton: &str) -> Vec<String> {
    let words: Vec<String> = skeleton
        .split(' ')
        .filter(|w| w.chars().any(char::is_alphanumeric))
        .map(|w| {
            if w.starts_with('[') {
                w.to_owned()
            } else {
                crate::words::stem(&w.to_lowercase())
            }
        })
        .collect();
    let pairs: Vec<String> = words.windows(2).map(|pair| pair.join(" ")).collect();
    words.into_iter().chain(pairs).collect()
}
