//! Rates by the time that they are for: "charges an hour" of `hourly_rate`, "gets a week" of `wkly_pay`.
//!
//! In: all atoms. Out: the same, with the rate where the verb of money stands.

use super::{Atom, Meaning, Text};
use crate::known::{Col, Column, Role};
use crate::words::among;

/// What names say of a figure that is for so long each.
const FOR: [(&str, &str); 6] = [
    ("hour", "hourly hrly"),
    ("day", "daily"),
    ("night", "nightly"),
    ("week", "weekly wkly"),
    ("month", "monthly mthly mnthly"),
    ("year", "yearly annual"),
];
const VERBS: &str = "charge charges charged cost costs get gets earn earns pay pays paid make makes ask asks";
/// Numbers for a time that are no money: `weekly_hours`, `annual_budget`.
const OTHERS: &str = "hours hrs minutes mins days visits budget target limit count km miles kwh usage rows users";
/// How far behind its verb the time may stand: "charges the most an hour".
const FAR: usize = 4;
const SCORE: f64 = 0.95;
/// What is left of what the words mean by themselves.
const ALONE: f64 = 0.5;

/// Whether a column's name says that it is for so long each.
fn is_for(column: &Column, unit: &str) -> bool {
    let names = FOR.iter().find(|f| f.0 == unit).map_or("", |f| f.1);
    let says = |w: &String| among(names, w);
    let other = |w: &String| among(OTHERS, w);
    let named = column.words.iter().any(says) && !column.words.iter().any(other);
    column.is_number() && column.role == Role::Measure && named
}

impl Text<'_> {
    pub(super) fn rates(&mut self) {
        for at in 1..self.tokens.len() {
            let Some(verb) = self.verb_of_rate(at) else { continue };
            let unit = self.word(at + 1).to_owned();
            let rates: Vec<Col> = (self.known.all().filter(|(_, c)| is_for(c, &unit)))
                .map(|found| found.0)
                .take(3)
                .collect();
            if rates.is_empty() {
                continue;
            }
            let alone = |a: &mut Atom| match a.meaning {
                Meaning::Column(c) if !rates.contains(&c) => a.score *= ALONE,
                Meaning::Table(_) => a.score *= ALONE,
                _ => {}
            };
            self.atoms[verb].iter_mut().for_each(alone);
            self.atoms[at + 1].iter_mut().for_each(alone);
            let end = if verb + 1 == at { at + 2 } else { verb + 1 };
            for col in rates {
                self.add(Atom {
                    start: verb,
                    end,
                    meaning: Meaning::Column(col),
                    score: SCORE,
                    loose: false,
                });
            }
        }
    }

    /// Where the verb stands of money that is for the time named here: "charges" of "an hour".
    fn verb_of_rate(&self, at: usize) -> Option<usize> {
        // "Total paid per month" and "paid every month" go by months.
        let sums = self
            .tokens
            .iter()
            .any(|t| matches!(t.lower.as_str(), "total" | "many" | "did"));
        let each = matches!(self.word(at), "a" | "an" | "per") && !sums;
        let unit = FOR.iter().any(|f| f.0 == self.word(at + 1));
        let is = |i: &usize| among(VERBS, self.word(*i));
        (each && unit).then(|| (at.saturating_sub(FAR)..at).rev().find(is))?
    }

    /// Whether the time named here says which rate the verb before it means.
    pub(crate) fn is_of_rate(&self, at: usize) -> bool {
        let unit = self.word(at + 1);
        let rate = |a: &Atom| matches!(a.meaning, Meaning::Column(c) if a.score >= SCORE && is_for(self.known.column(c), unit));
        self.verb_of_rate(at).is_some_and(|verb| self.at(verb).iter().any(rate))
    }
}
