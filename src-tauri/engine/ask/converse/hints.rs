//! What hints define: "margin = unit_price - cost_price", "turnover refers to quantity times price".
//!
//! In: the question and the hints that came with it. Out: the definition of a word that the question uses, as a sentence
//! that the built-in engine reads. Deliberately absent: conditions ("overdue means due_date < today") and advice on how
//! to write the query; models get the hints as they are.

#[cfg(test)]
mod fuzz;
mod signs;

use crate::words::lexicon::is_function_word;
use crate::words::{tokenise, TokenKind};

/// What stands between a word and its meaning, longest first.
const TIES: [&str; 10] = [
    " is defined as ",
    " are defined as ",
    " is calculated as ",
    " is computed as ",
    " is calculated by ",
    " refers to ",
    " stands for ",
    " means ",
    " equals ",
    " = ",
];

/// Words that say an operation.
const WORDS: [&str; 6] = ["times", "multiplied", "divided", "minus", "plus", "ratio"];

/// "The margin is defined as unit_price minus cost_price."
pub fn formula(question: &str, hints: &str) -> Option<String> {
    let asked: Vec<String> = content(question);
    let sentences = hints.split([';', '\n']).flat_map(|part| part.split(". "));
    sentences.map(str::trim).find_map(|sentence| {
        let (name, meaning) = TIES.iter().find_map(|tie| sentence.split_once(tie))?;
        let said = spoken(meaning.trim().trim_end_matches('.'))?;
        let known = content(name).iter().any(|word| asked.contains(word));
        known.then(|| format!("{} is defined as {said}.", name.trim()))
    })
}

/// The stems of the words that mean something.
fn content(text: &str) -> Vec<String> {
    let tokens = tokenise(text).into_iter();
    let words = tokens.filter(|t| t.kind == TokenKind::Word && !is_function_word(&t.lower));
    words.map(|t| t.stem).collect()
}

/// A formula with its operations in words; `None` where there is none, where it is a condition, or where only a part of
/// it could be said.
fn spoken(meaning: &str) -> Option<String> {
    if meaning.contains(['=', '<', '>', '"', '\'']) {
        return None;
    }
    if signs::has_signs(meaning) {
        return signs::said(meaning);
    }
    let said = meaning
        .replace('`', " ")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    let calculates = said.split(' ').any(|w| WORDS.contains(&w.to_lowercase().as_str()));
    calculates.then_some(said)
}

#[cfg(test)]
mod tests {
    use super::formula;

    #[test]
    fn a_formula_for_a_word_of_the_question_is_said_in_words() {
        let question = "What is the highest margin of a product?";
        for hint in [
            "margin = `unit_price` - `cost_price`",
            "Prices are in euros. margin refers to unit_price - cost_price.",
            "turnover = price * quantity; margin is calculated as unit_price minus cost_price",
        ] {
            let said = formula(question, hint);
            assert!(
                said.as_deref()
                    .is_some_and(|s| s.starts_with("margin is defined as unit_price minus cost_price")),
                "{hint}: {said:?}"
            );
        }
    }

    #[test]
    fn every_sign_is_said() {
        assert_eq!(
            formula("the yield per field", "yield = (harvest * 2 + seeds) / area").as_deref(),
            Some("yield is defined as ( harvest times 2 plus seeds ) divided by area.")
        );
    }

    #[test]
    fn a_formula_that_can_only_be_said_in_part_is_not_used() {
        for hint in [
            "yield = round(harvest / area)",
            "yield = harvest ^ area",
            "yield = (harvest + seeds / area",
        ] {
            assert_eq!(formula("the yield per field", hint), None, "{hint}");
        }
    }

    #[test]
    fn what_defines_no_word_of_the_question_or_is_no_formula_is_left() {
        let question = "What is the highest margin of a product?";
        for hint in [
            "",
            "turnover = price * quantity",
            "margin refers to the margin column",
            "margin means status = 'A'",
            "Always filter names using LIKE",
        ] {
            assert_eq!(formula(question, hint), None, "{hint}");
        }
    }
}
