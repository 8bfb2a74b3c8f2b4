//! Numbers as they are written: with a sign, with a unit, or with both in one word.
//!
//! In: the tokens. Out: atoms of numbers, and for a token the number with its unit.

use super::{Atom, Meaning, Text};
use crate::words::{among, Token, TokenKind};

impl Text<'_> {
    pub(super) fn numbers(&mut self) {
        for at in 0..self.tokens.len() {
            let Some(n) = self.tokens[at].number else { continue };
            self.add(Atom {
                start: at,
                end: at + 1,
                meaning: Meaning::Number(n),
                score: 0.9,
                loose: false,
            });
        }
    }

    /// A number at a token, with the tokens it takes and its unit: "$20", "2 hours", "500 million".
    pub fn number(&self, at: usize) -> Option<(f64, usize, Option<String>)> {
        // "More than a week", "half an hour".
        let half = self.word(at) == "half";
        let one = if half { at + 1 } else { at };
        if matches!(self.word(one), "a" | "an") && is_unit(self.word(one + 1)) {
            return Some((
                if half { 0.5 } else { 1.0 },
                one + 2,
                Some(self.word(one + 1).to_owned()),
            ));
        }
        let start = self.past(at, &["$", "€", "£", "of", "about", "around", "than", "a"]);
        let token = self.tokens.get(start)?;
        let n = token.number?;
        let sign = |at: usize| matches!(self.word(at), "$" | "€" | "£");
        let money = start > 0 && sign(start - 1);
        let next = self.word(start + 1);
        let unit = if money {
            Some("money".to_owned())
        } else if sign(start + 1) {
            return Some((n, start + 2, Some("money".to_owned())));
        } else if next == "%" || matches!(next, "percent" | "pct") {
            return Some((n, start + 2, Some("percent".to_owned())));
        } else {
            is_unit(next).then(|| next.to_owned())
        };
        let end = if unit.is_some() && !money { start + 2 } else { start + 1 };
        Some((n, end, unit))
    }

    /// Whether a plus stands right behind a number: "3+".
    pub fn open(&self, at: usize) -> bool {
        let behind = self.tokens.get(at).and_then(|t| self.asked.question.get(t.end..));
        behind.is_some_and(|rest| rest.starts_with('+'))
    }
}

/// A number written together with its unit: "4100m", "75kg".
pub(super) fn measured(token: &mut Token) {
    let digits = token.lower.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = &token.lower[digits.len()..];
    if token.number.is_none() && token.kind == TokenKind::Word && !digits.is_empty() && unit != "s" && is_unit(unit) {
        token.number = digits.parse().ok();
    }
}

/// What may stand behind a number to say what it counts.
pub(crate) fn is_unit(word: &str) -> bool {
    const UNITS: &str = "second seconds minute minutes min mins hour hours hrs day days night nights week weeks month months \
        year years kg kilo kilos kilogram kilograms g gram grams lb lbs pound pounds km kilometer kilometers kilometre \
        kilometres mile miles m metre metres meter meters cm feet foot ft inch inches dollar dollars euro euros bucks quid usd \
        eur gbp degrees stars star points mph kmh kph knots";
    among(UNITS, word)
}
