//! How often something recurs where that is a kind of rows: "yearly pay" where pay is by the 'year', the 'week' or the 'hour'.
//!
//! In: adverbs of time, and what an amount is for. Out: the stored text, where the column of rhythms is called after the amount.
//! Deliberately absent: "by year", "each month" and "monthly sales", which part the rows by their days.

use super::{Atom, Meaning, Text};
use crate::known::{Col, Column, Role};
use crate::lexicon::period;
use crate::query::Part;
use crate::words::lexicon::synonyms;

const SCORE: f64 = 0.95;

/// The text of a column of rhythms that says this one.
fn of(column: &Column, part: Part) -> Option<&String> {
    let rhythms = column.top.iter().filter(|v| period(&v.trim().to_lowercase()).is_some());
    let rhythms = rhythms.count();
    let all = column.is_text() && column.distinct <= 12 && rhythms > 1 && rhythms * 2 >= column.top.len();
    let said = |v: &&String| period(&v.trim().to_lowercase()) == Some(part);
    column.top.iter().filter(|_| all).find(said)
}

impl Text<'_> {
    /// The columns and texts that a word of time names a kind of rows by: beside the amount that the kind is of.
    fn rhythm(&self, at: usize) -> Vec<(Col, String)> {
        let word = self.word(at);
        let before = |n: usize| at.checked_sub(n).map_or("", |b| self.word(b));
        let Some(part) = period(word) else { return Vec::new() };
        // "Yearly pay", "paid by the hour", "150,000 a year".
        let adverb = word.ends_with("ly") || word == "annual";
        let beside = match () {
            () if adverb => Some(at + 1),
            () if at > 2 && (before(2), before(1)) == ("by", "the") => Some(at - 3),
            () => None,
        };
        let amount = at > 1 && self.tokens[at - 2].number.is_some() && matches!(before(1), "a" | "an" | "per");
        let found = self
            .known
            .all()
            .filter_map(|(col, c)| Some((col, of(c, part)?.clone())));
        let found = found.filter(|(col, _)| match (self.amount_of(*col), beside) {
            (Some(_), None) => amount,
            (Some(figure), Some(at)) => self.at(at).iter().any(|a| match a.meaning {
                Meaning::Column(c) => c == figure || c == *col,
                _ => false,
            }),
            (None, _) => false,
        });
        found.collect()
    }

    /// What the rhythms of a column are of: `current_salary` of `salary_type`, `salary` of `pay_period`.
    fn amount_of(&self, rhythms: Col) -> Option<Col> {
        let stems = &self.known.column(rhythms).stems;
        let same = |a: &String, b: &String| a == b || synonyms(a, b);
        let shares = |c: &Column| stems.iter().any(|a| c.stems.iter().any(|b| same(a, b)));
        let mut columns = self.known.columns(rhythms.table);
        let found = columns.find(|(_, c)| c.is_number() && c.role == Role::Measure && !c.is_time() && shares(c));
        found.map(|found| found.0)
    }

    /// Whether a word of time says which rows or belongs to a name, "weekly rent", and parts none.
    pub(crate) fn is_rhythm(&self, at: usize) -> bool {
        let column = |a: &Atom| matches!(a.meaning, Meaning::Column(c) if self.known.column(c).told.is_none());
        let named = |a: &Atom| a.score >= SCORE && a.end > at + 1 && column(a);
        let adverb = self.word(at).ends_with("ly") && period(self.word(at)).is_some();
        !self.rhythm(at).is_empty() || adverb && self.at(at).iter().any(named)
    }

    pub(super) fn rhythms(&mut self) {
        for at in 0..self.tokens.len() {
            for (col, value) in self.rhythm(at) {
                self.add(Atom {
                    start: at,
                    end: at + 1,
                    meaning: Meaning::Value {
                        col,
                        value,
                        part: false,
                    },
                    score: SCORE,
                    loose: false,
                });
            }
        }
    }
}
