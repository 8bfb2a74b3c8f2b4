//! What a sheet's headers say its rows are: runs where a column is called `Run Type`, parcels where the file is.
//!
//! In: all atoms, in a database of one table. Out: the same; such a noun means the rows, and neither the column whose name only
//! begins with it nor a text that only begins like it. Deliberately absent: a name that is said in full, and "by run", which may
//! be short for it.

use super::rows::are_called;
use super::{Atom, Meaning, Text};
use crate::known::Column;
use crate::lexicon;
use crate::words::{among, singular};

/// Words that a header ends in which tells something of what the word before it names.
const TELLS: &str = "type types kind no number nr ref reference id";
const NUMBERS: &str = "no number nr ref reference id";
/// Words behind which a noun may be short for such a name.
const GROUPS: &str = "by per each every of for";
const SCORE: f64 = 0.9;

fn heads(column: &Column, stem: &str) -> bool {
    let [first, last] = column.words.as_slice() else {
        return false;
    };
    // An order of several lines is none of the rows that keep its number.
    let own = column.unique || !among(NUMBERS, last);
    column.told.is_none() && crate::words::stem(first) == stem && among(TELLS, last) && own
}

impl Text<'_> {
    pub(super) fn headed(&mut self) {
        let known = self.known;
        let [table] = known.tables.as_slice() else { return };
        self.called_after_kinds();
        // A sheet of appointments has no clinics for rows, whatever types of them there are.
        let named = table.words.iter().any(|w| !lexicon::is_sheet(w) && singular(w) != *w);
        for at in 0..self.tokens.len() {
            let token = &self.tokens[at];
            let stem = token.stem.clone();
            let several = token.lower != token.stem;
            let before = at.checked_sub(1).map_or("", |b| self.word(b));
            if !several && among(GROUPS, before) {
                continue;
            }
            let called = |c: &Column| c.told.is_none() && matches!(c.stems.as_slice(), [only] if *only == stem);
            // Sales and expenses are money as often as rows.
            let money = among("sale purchas expens incom spend revenu", &stem);
            let head =
                !named && table.columns.iter().any(|c| heads(c, &stem)) && !table.columns.iter().any(called) && !money;
            let file = several && (table.stems.contains(&stem) || are_called(&table.columns, &token.lower));
            if !head && !file {
                continue;
            }
            let alone = |a: &Atom| a.end == at + 1;
            let list = &mut self.atoms[at];
            // 'Parcelforce' is no parcel.
            let like = |value: &str| crate::words::stem(&value.trim().to_lowercase()) != stem;
            list.retain(|a| match &a.meaning {
                Meaning::Value { value, .. } => !(a.loose && like(value)),
                Meaning::Column(c) if head => !(alone(a) && (heads(known.column(*c), &stem) || several && a.loose)),
                _ => true,
            });
            if head && self.at(at).iter().all(|a| a.end > at + 1 || a.score < SCORE) {
                self.add(Atom {
                    start: at,
                    end: at + 1,
                    meaning: Meaning::Table(0),
                    score: SCORE,
                    loose: true,
                });
            }
        }
    }

    /// "Sickness days" of a "Holiday & Sickness Log": the kind of that name, and not all rows.
    fn called_after_kinds(&mut self) {
        let known = self.known;
        let [table] = known.tables.as_slice() else { return };
        let called = |value: &String| table.stems.contains(&crate::words::stem(&value.trim().to_lowercase()));
        let kinds = |c: &Column| c.top.iter().filter(|v| called(v)).count() > 1;
        for at in 0..self.tokens.len() {
            let kind = |a: &Atom| {
                let value = matches!(&a.meaning, Meaning::Value { col, part: false, .. } if kinds(known.column(*col)));
                a.end == at + 1 && value
            };
            let list = &mut self.atoms[at];
            if list.iter().any(kind) {
                list.retain(|a| a.end > at + 1 || kind(a));
                list.iter_mut()
                    .filter(|a| kind(a))
                    .for_each(|a| a.score = a.score.max(SCORE));
            }
        }
    }
}
