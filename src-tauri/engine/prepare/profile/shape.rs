//! What the texts of a column look like, as a pattern: `\d{5}-[A-Z]{2}`.
//!
//! In: distinct texts with their rows. Out: the commonest shape. Deliberately absent: a pattern that all texts fit;
//! that would nearly always be "anything".

use std::collections::BTreeMap;

use askwell_contract::Cell;

/// A longer text has no shape to speak of.
const LONGEST: usize = 40;
/// Values looked at; the commonest say what a column looks like.
const LOOKED_AT: usize = 20_000;
/// Where not so many rows share one shape, the lengths of its runs say nothing.
const SHARED: f64 = 0.5;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    Digit,
    Upper,
    Lower,
    /// Beyond the letters of English.
    Letter,
    Mark(char),
}

type Shape = Vec<(Class, usize)>;

/// The shape that most rows have, among equals the first in order; without the lengths of its runs where few share it.
pub fn shape(values: &[(Cell, u64)]) -> Option<String> {
    let mut exact: BTreeMap<Shape, u64> = BTreeMap::new();
    let mut all = 0;
    for (cell, rows) in values.iter().take(LOOKED_AT) {
        if let Cell::Text(text) = cell {
            all += rows;
            if let Some(shape) = runs(text) {
                *exact.entry(shape).or_default() += rows;
            }
        }
    }
    let (commonest, rows) = first_greatest(&exact)?;
    if *rows as f64 >= SHARED * all as f64 {
        return Some(write(commonest, false));
    }
    let mut rough: BTreeMap<Vec<Class>, u64> = BTreeMap::new();
    for (shape, rows) in &exact {
        *rough.entry(shape.iter().map(|run| run.0).collect()).or_default() += rows;
    }
    let (commonest, _) = first_greatest(&rough)?;
    let runs: Shape = commonest.iter().map(|class| (*class, 1)).collect();
    Some(write(&runs, true))
}

fn first_greatest<K: Ord>(counts: &BTreeMap<K, u64>) -> Option<(&K, &u64)> {
    counts.iter().rev().max_by_key(|c| c.1)
}

fn runs(text: &str) -> Option<Shape> {
    if text.chars().nth(LONGEST).is_some() {
        return None;
    }
    // Capitals and small letters are not told apart in a word that has letters which this file cannot.
    let foreign = text.chars().any(|c| class(c) == Class::Letter);
    let mut out: Shape = Vec::new();
    for c in text.chars() {
        let class = match class(c) {
            Class::Upper | Class::Lower if foreign => Class::Letter,
            class => class,
        };
        match out.last_mut() {
            Some((last, length)) if *last == class => *length += 1,
            _ => out.push((class, 1)),
        }
    }
    (!out.is_empty()).then_some(out)
}

fn class(c: char) -> Class {
    match c {
        _ if c.is_numeric() => Class::Digit,
        'A'..='Z' => Class::Upper,
        'a'..='z' => Class::Lower,
        _ if c.is_alphabetic() => Class::Letter,
        _ => Class::Mark(c),
    }
}

fn write(shape: &Shape, rough: bool) -> String {
    let mut out = String::new();
    for (class, length) in shape {
        match class {
            Class::Digit => out.push_str(r"\d"),
            Class::Upper => out.push_str("[A-Z]"),
            Class::Lower => out.push_str("[a-z]"),
            Class::Letter => out.push_str(r"\p{L}"),
            Class::Mark(c) if r"\.+*?()|[]{}^$".contains(*c) => out.extend(['\\', *c]),
            Class::Mark(c) => out.push(*c),
        }
        if rough && !matches!(class, Class::Mark(_)) {
            out.push('+');
        } else if *length > 1 {
            out.push_str(&format!("{{{length}}}"));
        }
    }
    out
}

/// Each character's class as one: what decides whether a text is a code.
pub fn classes(text: &str) -> String {
    let letter = |c: char| match c {
        _ if c.is_numeric() => '9',
        _ if c.is_uppercase() => 'A',
        _ if c.is_alphabetic() => 'a',
        _ => c,
    };
    text.chars().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(texts: &[&str]) -> Option<String> {
        let values: Vec<(Cell, u64)> = texts.iter().map(|t| (Cell::Text((*t).into()), 1)).collect();
        shape(&values)
    }

    #[test]
    fn the_commonest_shape_is_a_pattern() {
        assert_eq!(of(&["02139-MA", "10001-NY", "?"]).as_deref(), Some(r"\d{5}-[A-Z]{2}"));
        assert_eq!(of(&["$1.50", "$2.75"]).as_deref(), Some(r"\$\d\.\d{2}"));
        assert_eq!(of(&["Ada", "Bob", "Christopher"]).as_deref(), Some("[A-Z][a-z]{2}"));
        assert_eq!(of(&["--", "--"]).as_deref(), Some("-{2}"));
    }

    #[test]
    fn lengths_that_differ_are_left_out() {
        assert_eq!(of(&["Ada", "Bo", "Christopher"]).as_deref(), Some("[A-Z]+[a-z]+"));
        assert_eq!(of(&["Zoë", "Øst", "Åre-9"]).as_deref(), Some(r"\p{L}{3}"));
    }

    #[test]
    fn texts_without_a_shape_have_none() {
        assert_eq!(of(&[]), None);
        assert_eq!(of(&["", ""]), None);
        assert_eq!(of(&["x".repeat(41).as_str()]), None);
    }
}
