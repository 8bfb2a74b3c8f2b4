//! What a sheet of lines numbers: "orders" where every line keeps its `Order ID` and no table is called so.

use super::{Atom, Meaning, Text};
use crate::known::{Col, Column};
use crate::words::plurals;

/// Words behind the thing's own that make a column its number; a post code is none.
const NUMBERS: &[&str] = &["id", "no", "number", "num", "ref", "reference", "code", "nr"];
/// What it is worth: nearly its own name.
const SCORE: f64 = 0.94;

impl Text<'_> {
    /// The thing is counted by its number, once for however many lines.
    pub(super) fn identified(&mut self) {
        let known = self.known;
        for at in 0..self.tokens.len() {
            let stem = self.tokens[at].stem.clone();
            // Who "ordered" is no order.
            let one = plurals::singular(&self.tokens[at].lower);
            if known.tables.iter().any(|t| t.stems.last() == Some(&stem)) {
                continue;
            }
            let numbers = |c: &Column| {
                let [thing, number] = c.words.as_slice() else {
                    return false;
                };
                *thing == one && !c.unique && c.distinct > 1 && thing != "post" && NUMBERS.contains(&number.as_str())
            };
            let found: Vec<Col> = known.all().filter(|(_, c)| numbers(c)).map(|f| f.0).collect();
            let [col] = found.as_slice() else { continue };
            // What another table keeps one row of each of is called as that table is.
            let name = &known.column(*col).words;
            let refers = known.links.iter().any(|l| l.from.contains(col) || l.to.contains(col));
            if refers || known.all().any(|(_, c)| c.unique && c.words == *name) {
                continue;
            }
            // Order items are no orders, nor is an order's type.
            let other = |a: &Atom| a.end == at + 1 && matches!(a.meaning, Meaning::Table(_) | Meaning::Column(_));
            self.atoms[at].retain(|a| !other(a));
            self.add(Atom {
                start: at,
                end: at + 1,
                meaning: Meaning::Column(*col),
                score: SCORE,
                loose: false,
            });
        }
    }
}
