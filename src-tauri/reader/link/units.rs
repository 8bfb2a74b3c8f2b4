//! What a column is told in: "kg" of texts such as `12.5 kg`.

use super::{Atom, Meaning, Text};

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
    ("miles", "mile miles"),
    ("min", "min mins minutes"),
    ("mins", "min mins minutes"),
    ("h", "hours hrs"),
    ("hrs", "hours hrs"),
];
/// What it is worth beside the column's name.
const SCORE: f64 = 0.8;

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
                let mut ways = SAID.iter().filter(|s| s.0 == unit);
                unit == word && unit.len() > 1 || ways.any(|s| s.1.split_whitespace().any(|w| w == word))
            };
            let found = known.all().filter(|(_, c)| c.units.iter().any(says));
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
