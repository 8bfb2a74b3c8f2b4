//! Words that a stored code is short for: "savings" for `SAV`, "no show" for `NS`, "business" for `B`.
//!
//! In: a question. Out: values as atoms, scored by how much of the word the code keeps. Deliberately absent: lists of codes.

use crate::known::{Col, Column, Role};
use crate::lexicon;
use crate::link::{Atom, Meaning, Text};
use crate::words::lexicon::is_function_word;
use crate::words::TokenKind;

/// A column of more different texts than this keeps no codes that a person would write out.
const DIFFERENT: usize = 20;
/// Codes that one word may stand for.
const MOST: usize = 3;

pub(crate) fn find(text: &Text<'_>) -> Vec<Atom> {
    let coded: Vec<(Col, &Column)> = text.known.all().filter(|(_, c)| is_coded(c)).collect();
    let mut out = Vec::new();
    for start in 0..text.tokens.len() {
        let mut found: Vec<Atom> = Vec::new();
        let plain = |at: usize| {
            text.tokens
                .get(at)
                .is_some_and(|t| t.kind == TokenKind::Word && !lexicon::is_filler(&t.lower))
        };
        let word = text.word(start);
        let grammar =
            lexicon::aggregate(word).is_some() || lexicon::period(word).is_some() || lexicon::opener(&[word]).is_some();
        if grammar
            || word.len() < 2
            || is_function_word(word)
            || matches!(word, "please" | "pls" | "show" | "give" | "tell" | "pull")
        {
            continue;
        }
        let named = text
            .at(start)
            .iter()
            .any(|a| a.score >= 0.95 && !matches!(a.meaning, Meaning::Scale { .. }));
        let two = text.word(start + 1);
        for (col, column) in &coded {
            let letters = column.top.iter().map(|v| v.trim().len()).max().unwrap_or(0);
            for value in &column.top {
                let code = value.trim().to_lowercase();
                if plain(start) && !(named && letters < 3) {
                    if let Some(score) = short_for(&code, word, letters) {
                        found.push(atom(start, start + 1, *col, value, score));
                    }
                }
                let initials = word
                    .chars()
                    .next()
                    .into_iter()
                    .chain(two.chars().next())
                    .collect::<String>();
                if plain(start + 1) && code.len() == 2 && code == initials {
                    found.push(atom(start, start + 2, *col, value, 0.7));
                }
            }
        }
        found.sort_by(|a, b| b.score.total_cmp(&a.score));
        out.extend(found.into_iter().take(MOST));
    }
    out
}

fn atom(start: usize, end: usize, col: Col, value: &str, score: f64) -> Atom {
    let meaning = Meaning::Value {
        col,
        value: value.to_owned(),
        part: false,
    };
    Atom {
        start,
        end,
        meaning,
        score,
        loose: true,
    }
}

/// Few short texts of letters.
fn is_coded(c: &Column) -> bool {
    let short = |v: &String| v.trim().len() <= 5 && v.trim().chars().all(char::is_alphabetic);
    let coded = matches!(
        c.role,
        Role::Code | Role::Category | Role::Flag | Role::Text | Role::Reference
    );
    let yes = |v: &String| {
        matches!(
            v.trim().to_lowercase().as_str(),
            "y" | "n" | "yes" | "no" | "true" | "false"
        )
    };
    coded
        && c.is_text()
        && !c.top.is_empty()
        && c.top.len() <= DIFFERENT
        && c.top.iter().all(short)
        && !c.top.iter().all(yes)
}

/// How likely a code is short for a word; `letters`: of the longest code of its column.
fn short_for(code: &str, word: &str, letters: usize) -> Option<f64> {
    if code.is_empty() || code.len() >= word.len() || code.chars().next() != word.chars().next() {
        return None;
    }
    let mut rest = word.chars();
    let kept = code.chars().all(|c| rest.any(|w| w == c));
    match code.len() {
        // One letter says so little that passing over the word is as likely.
        1 => (letters == 1 && word.len() > 2).then_some(0.14),
        _ if word.starts_with(code) => Some(if code.len() == 2 { 0.45 } else { 0.85 }),
        2 => (kept && letters == 2 && word.len() > 4).then_some(0.2),
        _ => kept.then_some(0.65),
    }
}

#[cfg(test)]
mod tests {
    use super::short_for;

    #[test]
    fn a_code_keeps_the_first_letter_and_the_order() {
        assert_eq!(short_for("sav", "savings", 3), Some(0.85));
        assert_eq!(short_for("dmg", "damaged", 3), Some(0.65));
        assert_eq!(short_for("b", "business", 1), Some(0.14));
        assert_eq!(short_for("los", "damaged", 3), None);
        assert_eq!(short_for("b", "business", 3), None);
    }
}
