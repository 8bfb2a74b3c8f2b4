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
