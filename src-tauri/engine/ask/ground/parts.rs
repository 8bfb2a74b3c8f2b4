//! Words that are a part of longer texts: a town of addresses, a family's name of whole names.
//!
//! In: the question and what was found as a value. Out: names that no value is, in the columns whose texts hold them as
//! whole words. Deliberately absent: lower-case words and those that data is spoken of with, which stand in texts of any kind.

use askwell_contract::run::{Span, ValueMatch};

use super::{edge, TOP};
use crate::prepare::values::ValueIndex;
use crate::words::lexicon::is_function_word;
use crate::words::{is_word, Token, TokenKind};

/// Longest name looked for within texts.
const LONGEST: usize = 3;

/// Shorter names stand in too many texts.
const SHORTEST: usize = 3;

/// Below any value that is the words themselves.
pub const PART: f64 = 0.75;

pub fn find(values: &ValueIndex, question: &str, tokens: &[Token], found: &mut Vec<ValueMatch>) {
    let mut i = 0;
    while i < tokens.len() {
        let run = tokens[i..].iter().take(LONGEST).take_while(|t| name(t)).count();
        let longest = (1..=run)
            .rev()
            .find(|n| add(values, question, &tokens[i..i + n], found));
        i += longest.unwrap_or(1);
    }
}

/// A text in quotation marks, or a word with a capital: "Show States" means no text with "States" in it.
fn name(token: &Token) -> bool {
    let capital = token.text.starts_with(char::is_uppercase) && !is_function_word(&token.lower);
    match token.kind {
        TokenKind::Quoted => true,
        TokenKind::Word => capital && !is_word(&token.lower) && !is_word(&token.stem),
        _ => false,
    }
}

fn add(values: &ValueIndex, question: &str, words: &[Token], found: &mut Vec<ValueMatch>) -> bool {
    let (Some(first), Some(last)) = (words.first(), words.last()) else {
        return false;
    };
    let quoted = first.kind == TokenKind::Quoted;
    let text = match quoted {
        true => first.text.as_str(),
        false => &question[first.start..last.end],
    };
    let text = text.trim_end_matches("'s").trim_end_matches("’s");
    let span = Span {
        start: first.start as u32,
        end: last.end as u32,
    };
    let known = found.iter().any(|v| v.span.start < span.end && span.start < v.span.end);
    let mixed = words.len() > 1 && words.iter().any(|t| t.kind == TokenKind::Quoted) || edge(words);
    if known || mixed || text.chars().count() < SHORTEST {
        return false;
    }
    let holding = values.holding(text, TOP);
    let any = !holding.is_empty();
    found.extend(holding.into_iter().map(|hit| ValueMatch {
        span,
        words: text.to_owned(),
        table: hit.table,
        column: hit.column,
        value: text.to_owned(),
        similarity: PART,
        exact: false,
        rows: hit.rows,
        part: true,
    }));
    any
}
