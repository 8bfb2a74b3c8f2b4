//! What a business takes in, where no column is called so.

use super::{Atom, Meaning, Text};
use crate::known::{Col, Role};
use crate::words::among;

/// A name that is no more like the word than this has another meaning.
const LIKE: f64 = 0.6;

impl Text<'_> {
    /// "Revenue" of a sheet in which all money but one column is a cost: that one.
    pub fn income(&self, at: usize) -> Option<Col> {
        const TAKEN: &str = "revenue turnover takings income proceeds sales earnings billing";
        const COSTS: &str =
            "cost toll fuel expens spend spent tax vat discount deposit wage salari budget refund fine balanc \
            overtim limit target quot worth paid commiss";
        let word = self.word(at);
        let named = |a: &Atom| matches!(a.meaning, Meaning::Column(_) | Meaning::Table(_)) && a.score > LIKE;
        if !among(TAKEN, word) || self.at(at).iter().any(named) {
            return None;
        }
        let costs = |stem: &String| among(COSTS, stem);
        let mut left = self
            .known
            .all()
            .filter(|(_, c)| c.is_money() && c.role == Role::Measure && c.view.is_some() && !c.is_made())
            .filter(|(_, c)| !c.stems.iter().any(costs));
        let found = left.next().map(|(col, _)| col);
        found.filter(|_| left.next().is_none())
    }
}
