//! Verbs and names of money that goes out or comes in: "spent", "paid", "expenses"; "earned", "income", "came in".

use super::{Atom, Meaning, Text};
use crate::flows;
use crate::known::Col;
use crate::words::among;

const OUT: &str = "spend spends spent spending spendings expense expenses expenditure expenditures outgoing outgoings outlay outlays \
    pay pays paid paying cost costs purchase purchases debit debits withdrawal withdrawals withdrew payment payments bought buy";
const IN: &str = "income incomes earn earns earned earning earnings received receive receives deposit deposits deposited credit credits \
    revenue takings inflow inflows";
/// What follows where "in" and "out" are all that is said.
const ENDS: [&str; 12] = [
    "", "and", "vs", "versus", ",", "?", "per", "by", "so", "minus", "each", "this",
];
/// How sure a noun is, and a verb that may speak of something else.
const NAMED: f64 = 0.8;

impl Text<'_> {
    /// Words of spending and receiving, where a sheet keeps both in one column or in one each.
    pub(super) fn flows(&mut self) {
        let known = self.known;
        for t in 0..known.tables.len() {
            let Some((out, into)) = flows::both(known, t) else {
                continue;
            };
            for at in 0..self.tokens.len() {
                // "Money came in", "cash going out": the noun belongs to its verb.
                let noun = usize::from(matches!(self.word(at), "money" | "cash"));
                let (first, second) = (self.word(at + noun).to_owned(), self.word(at + noun + 1).to_owned());
                let has = |list: &str| among(list, &first);
                let (col, taken): (Col, usize) = match (first.as_str(), second.as_str()) {
                    ("paid" | "pay" | "coming" | "came" | "comes" | "come", "in") => (into, 2 + noun),
                    ("paid" | "pay" | "going" | "went" | "goes" | "go", "out") => (out, 2 + noun),
                    ("got" | "get", "paid") => (into, 2),
                    // "Total in and total out".
                    ("in" | "out", next) if at > 0 && self.word(at - 1) == "total" && ENDS.contains(&next) => {
                        (if first == "in" { into } else { out }, 1)
                    }
                    ("in", _) if noun == 1 => (into, 2),
                    ("out", _) if noun == 1 => (out, 2),
                    _ if has(OUT) => (out, 1 + noun),
                    _ if has(IN) => (into, 1 + noun),
                    _ => continue,
                };
                // "Spending", of a sheet that is called so, is what was spent.
                let other = |a: &Atom| match a.meaning {
                    Meaning::Column(_) => true,
                    Meaning::Table(other) => other != t,
                    _ => false,
                };
                let named = |a: &Atom| a.end >= at + taken && a.score >= 0.95 && other(a);
                if (0..=at).any(|i| self.atoms[i].iter().any(named)) {
                    continue;
                }
                self.add(Atom {
                    start: at,
                    end: at + taken,
                    meaning: Meaning::Column(col),
                    score: if taken > 1 { 0.95 } else { NAMED },
                    loose: false,
                });
            }
        }
    }
}
