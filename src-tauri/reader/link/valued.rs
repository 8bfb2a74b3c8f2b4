//! The one figure of a table that is only called a value: it is what the table is of. "Unemployment" is the value of
//! `unemployment_data`.
//!
//! In: tables with one measure of such a name. Out: that measure for the words of the table's name. Deliberately absent: tables
//! of several measures, and names that say only what kind of file it is.

use super::{Atom, Meaning, Text};
use crate::known::{Col, Column, Role, Table};
use crate::lexicon;
use crate::words::among;

/// What such a measure is called.
const VALUES: &str = "value val values figure observation";
/// Behind the name these say that a number is meant.
const NUMBERS: &str = "rate rates level levels figure figures number numbers value values index total";
const SCORE: f64 = 0.92;
/// Words of a table's name that do not say what it is of.
const FILES: &str = "data dataset statistics stats series table annual monthly quarterly rate rates value values list";

/// The place of the measure.
fn value(table: &Table) -> Option<usize> {
    let measure = |at: &usize| {
        let c = &table.columns[*at];
        c.role == Role::Measure && c.is_number() && c.told.is_none() && !c.is_made()
    };
    let mut measures = (0..table.columns.len()).filter(measure);
    let only = measures.next().filter(|_| measures.next().is_none())?;
    is_value(&table.columns[only]).then_some(only)
}

/// Whether a column is called a value and nothing else.
pub(super) fn is_value(column: &Column) -> bool {
    matches!(column.words.as_slice(), [only] if among(VALUES, only))
}

impl Text<'_> {
    pub(super) fn valued(&mut self) {
        self.row_values();
        let known = self.known;
        for (t, table) in known.tables.iter().enumerate() {
            let Some(column) = value(table) else { continue };
            for at in 0..self.tokens.len() {
                let of = |(stem, word): (&String, &String)| {
                    *stem == self.tokens[at].stem && !among(FILES, word) && !lexicon::is_sheet(word)
                };
                // A column's own name is that column, and the last word in the plural is the rows.
                let token = &self.tokens[at];
                let rows = token.lower != token.stem && table.stems.last() == Some(&token.stem);
                let column_of = || table.columns.iter().any(|c| c.stems.contains(&token.stem));
                if !table.stems.iter().zip(&table.words).any(of) || rows || column_of() || self.many(at) {
                    continue;
                }
                let end = at + 1 + usize::from(among(NUMBERS, self.word(at + 1)));
                self.add(Atom {
                    start: at,
                    end,
                    meaning: Meaning::Column(Col { table: t, column }),
                    score: SCORE,
                    loose: false,
                });
            }
        }
    }

    /// "Order value", "the total of all invoices": what a row comes to, by its own total or by its lines.
    fn row_values(&mut self) {
        const WORTH: &str = "value values total totals amount amounts";
        const COMPARED: &str = "more less over under above below at than of exceeding between greater";
        const ENDS: &str =
            "average avg mean typical median highest largest biggest greatest lowest smallest max maximum min minimum";
        for at in 0..self.tokens.len() {
            let of = self.past(at + 2, &["all", "the", "our", "their", "its"]);
            let (row, start, end) = match () {
                () if among(WORTH, self.word(at + 1)) => (at, at, at + 2),
                () if among(WORTH, self.word(at)) && self.word(at + 1) == "of" => (of, at, of + 1),
                () => continue,
            };
            let ends = start.checked_sub(1).is_some_and(|b| among(ENDS, self.word(b)));
            let Some(token) = self.tokens.get(row).filter(|_| !among(COMPARED, self.word(end))) else {
                continue;
            };
            let all = self.known.tables.iter().enumerate();
            let called = all.filter(|(_, t)| t.stems.last() == Some(&token.stem));
            let Some(t) = called.min_by_key(|(_, t)| t.stems.len()).map(|t| t.0) else {
                continue;
            };
            let Some(col) = self.comes_to(t, !ends) else { continue };
            self.add(Atom {
                start,
                end,
                meaning: Meaning::Column(col),
                score: SCORE,
                loose: false,
            });
        }
    }

    /// The column that says what a row comes to: its own total, else what its lines are worth, where these may be added up.
    pub(crate) fn comes_to(&self, t: usize, adds: bool) -> Option<Col> {
        let known = self.known;
        let whole = |c: &Column| {
            let part = c.words.iter().any(|w| among("sub subtotal net line unit", w)) || lexicon::is_beside(&c.words);
            c.is_number()
                && c.role == Role::Measure
                && !part
                && c.is_money()
                && c.words.iter().any(|w| among("total amount value due", w))
        };
        // `total_amount` beside the amounts of its parts.
        let part = |c: &Column| !c.words.iter().any(|w| w == "total");
        if let Some((col, _)) = known.columns(t).filter(|(_, c)| whole(c)).min_by_key(|(_, c)| part(c)) {
            return Some(col);
        }
        let worth = |c: &Column| c.is_made() && c.name == crate::worths::REVENUE;
        let mut all = (0..known.tables.len()).filter(|l| adds && *l != t && known.refers(*l, t));
        all.find_map(|l| known.columns(l).find(|(_, c)| worth(c)).map(|c| c.0))
    }

    /// Whether it is asked how many of them there are: these are rows.
    fn many(&self, at: usize) -> bool {
        let before = |n: usize| at.checked_sub(n).map_or("", |b| self.word(b));
        before(1) == "many" || (before(2), before(1)) == ("number", "of")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constructions::tests::{column, table};
    use askwell_contract::TypeKind;

    #[test]
    fn one_measure_called_a_value_is_what_its_table_is_called() {
        let place = || column("place", TypeKind::Text, Role::Category);
        let number = |name: &str| column(name, TypeKind::Real, Role::Measure);
        assert_eq!(
            value(&table("unemployment", vec![place(), number("value")], None)),
            Some(1)
        );
        assert_eq!(
            value(&table(
                "unemployment",
                vec![place(), number("value"), number("seats")],
                None
            )),
            None
        );
        assert_eq!(value(&table("towns", vec![place(), number("population")], None)), None);
    }
}
