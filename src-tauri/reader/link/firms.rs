//! Firms where no table and no column is called so: whoever is known by one name and has somebody to speak to.

use super::{Atom, Meaning, Text};
use crate::known::Column;
use crate::words::among;

const CALLED: [&str; 7] = [
    "company",
    "firm",
    "organisation",
    "organization",
    "business",
    "employer",
    "contractor",
];
const WORDS: [&str; 4] = ["firm", "firms", "company", "companies"];
/// Words of tables whose rows have somebody to speak to and are no firms.
const OTHERS: &str =
    "family families household households event events job jobs order orders booking bookings pet pets";
const SCORE: f64 = 0.8;

impl Text<'_> {
    pub(super) fn firms(&mut self) {
        let known = self.known;
        // A column of companies says which firm.
        let called = |w: &String| CALLED.contains(&w.as_str());
        let mut names = known
            .tables
            .iter()
            .map(|t| &t.words)
            .chain(known.all().map(|(_, c)| &c.words));
        let kept = names.any(|words| words.iter().any(called));
        for at in 0..self.tokens.len() {
            let named =
                |a: &Atom| matches!(a.meaning, Meaning::Table(_) | Meaning::Column(_)) && !a.loose && a.score >= 0.9;
            if kept || !WORDS.contains(&self.word(at)) || self.at(at).iter().any(named) {
                continue;
            }
            let contact = |c: &Column| c.is_text() && c.words.iter().any(|w| matches!(w.as_str(), "contact" | "cntct"));
            let other = |w: &String| among(OTHERS, w);
            let is_firm = |t: &usize| {
                let table = &known.tables[*t];
                let named = known.label(*t).is_some_and(|l| {
                    let label = known.column(l);
                    label.is_text() && label.distinct * 10 >= label.rows * 9 && !contact(label)
                });
                named
                    && table.columns.iter().any(contact)
                    && known.full_name(*t).is_none()
                    && !table.words.iter().any(other)
            };
            let found: Vec<usize> = (0..known.tables.len()).filter(is_firm).collect();
            // Of two that it could be nobody knows which.
            if let [table] = found.as_slice() {
                self.add(Atom {
                    start: at,
                    end: at + 1,
                    meaning: Meaning::Table(*table),
                    score: SCORE,
                    loose: false,
                });
            }
        }
    }
}
