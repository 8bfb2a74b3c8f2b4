//! A stored value that only resembles a word does not take the place of plain English.

use super::{Facts, Fault, Gate};
use crate::words::demonyms::stands_for;
use crate::words::english::{is_english, is_form};
use crate::words::lexicon::{edits, is_function_word};
use crate::words::{is_word, stem, Token, TokenKind};

pub const GATE: Gate = Gate {
    name: "fuzzy",
    about:
        "A value less than 0.95 alike takes the place of no word that names a column or a table or is plain English.",
    heavy: false,
    flags: &[
        ("total sales", "SELECT SUM(total) FROM orders WHERE status = 'Salem'"),
        ("films by score", "SELECT title FROM films WHERE title = 'Scare'"),
        ("average price", "SELECT AVG(total) FROM orders WHERE status = 'Prince'"),
    ],
    leaves: &[
        ("orders from Salem", "SELECT id FROM orders WHERE status = 'Salem'"),
        (
            "customers from Germny",
            "SELECT name FROM customers WHERE country = 'Germany'",
        ),
        ("completed orders", "SELECT id FROM orders WHERE status = 'complete'"),
        ("cancelled orders", "SELECT id FROM orders WHERE status = 'Canceled'"),
        (
            "French customers",
            "SELECT name FROM customers WHERE country = 'France'",
        ),
        (
            "flights of Delta",
            "SELECT flight FROM flights WHERE carrier = 'Delta Air Lines'",
        ),
        ("sales in Salem", "SELECT SUM(total) FROM orders WHERE status = 'Salem'"),
        ("women", "SELECT name FROM customers WHERE country = 'F'"),
    ],
    check,
};

/// From this likeness on a word and a value are the same.
const SAME: f64 = 0.95;
/// Below it they have nothing to do with each other: whoever wrote the query had another reason.
const ALIKE: f64 = 0.5;
const SHORTEST: usize = 4;

fn check(facts: &Facts<'_>) -> Option<Fault> {
    facts.acts.matched.iter().find_map(|matched| {
        let value = matched.is.trim_matches('%').to_lowercase();
        let parts: Vec<&str> = value
            .split(|c: char| !c.is_alphanumeric())
            .filter(|p| !p.is_empty())
            .collect();
        let said = |part: &&str| {
            facts
                .words
                .iter()
                .any(|t| t.is(part) || t.kind == TokenKind::Quoted || t.stem == stem(part))
        };
        if parts.iter().any(said) {
            return None;
        }
        let word = facts.words.iter().find(|t| replaced(facts, t, &value))?;
        Some(Fault {
            says: format!(
                "“{}” was taken for the stored value '{}'.",
                word.text,
                matched.is.trim_matches('%')
            ),
            unused: vec![word.text.clone()],
        })
    })
}

/// Whether a value that merely resembles a word of its own took its place.
fn replaced(facts: &Facts<'_>, token: &Token, value: &str) -> bool {
    let word = token.lower.as_str();
    // Short words resemble anything.
    let short = word.len() < SHORTEST || value.len() < SHORTEST;
    if short || token.kind != TokenKind::Word || stands_for(word).iter().any(|v| v.eq_ignore_ascii_case(value)) {
        return false;
    }
    let longest = word.chars().count().max(value.chars().count());
    let likeness = 1.0 - edits(word, value, longest) as f64 / longest.max(1) as f64;
    let english = is_word(word)
        || is_english(word)
        || is_function_word(word)
        || !facts.knowledge.fields.with(&token.stem).is_empty();
    (ALIKE..SAME).contains(&likeness) && !is_form(word, value) && english
}
