//! What a column is told in: "kg" of texts such as `12.5 kg`, "kilos" and "tonnage" of names such as `taken_kg` and `weight_tons`.

use super::{Atom, Meaning, Text};
use crate::known::{Column, Role};
use crate::words::among;

/// Ways to say a unit, by how it is written.
const SAID: &[(&str, &str)] = &[
    ("kg", "kg kgs kilo kilos kilogram kilograms"),
    ("g", "gram grams"),
    ("l", "litre litres liter liters"),
    ("km", "km kms kilometre kilometres kilometer kilometers"),
    ("m", "metre metres meter meters"),
    ("lb", "lb lbs pounds"),
    ("lbs", "lb lbs pounds"),
    ("mi", "mile miles"),
    ("miles", "mile miles mileage"),
    ("litres", "litre litres liter liters"),
    ("ltrs", "litre litres liter liters"),
    ("grams", "g gram grams"),
    ("metres", "m metre metres meter meters"),
    ("tons", "ton tons tonne tonnes tonnage"),
    ("tonnes", "ton tons tonne tonnes tonnage"),
    ("tonne", "ton tons tonne tonnes tonnage"),
    ("min", "min mins minutes"),
    ("mins", "min mins minutes"),
    ("h", "hours hrs"),
    ("hrs", "hours hrs"),
    ("usd", "usd dollar dollars"),
    ("eur", "eur euro euros"),
    ("gbp", "gbp pound pounds sterling"),
];
/// What it is worth beside the column's name.
const SCORE: f64 = 0.8;

/// Whether a word says the unit that a name ends with.
pub(crate) fn says_unit(word: &str, unit: &str) -> bool {
    let mut ways = SAID.iter().filter(|s| s.0 == unit);
    word == unit || ways.any(|s| among(s.1, word))
}

impl Text<'_> {
    /// Behind a number a unit only says what the number is of.
    pub(super) fn units(&mut self) {
        let known = self.known;
        for at in 0..self.tokens.len() {
            let counts = at > 0 && self.tokens[at - 1].number.is_some();
            if counts || self.named(at, at + 1, 0.8) {
                continue;
            }
            let word = self.word(at);
            let says = |unit: &String| {
                let unit = unit.to_lowercase();
                says_unit(word, &unit) && (unit != word || unit.len() > 1)
            };
            // A name ends with its unit; "rate per kg" is told in money, and `temp_min` is the least.
            let called = |c: &Column| {
                let several = c.words.len() > 1 && c.is_number() && c.role == Role::Measure;
                let per = c.words.iter().any(|w| matches!(w.as_str(), "per" | "a" | "each"));
                let unit = c
                    .words
                    .last()
                    .filter(|u| several && !per && *u != "min" && word != "pounds");
                unit.is_some_and(|u| u != word && says(u))
            };
            let found = known.all().filter(|(_, c)| c.units.iter().any(says) || called(c));
            let found: Vec<Meaning> = found.map(|(col, _)| Meaning::Column(col)).take(4).collect();
            for meaning in found {
                self.add(Atom {
                    start: at,
                    end: at + 1,
                    meaning,
                    score: SCORE,
                    loose: true,
                });
            }
        }
    }
}
