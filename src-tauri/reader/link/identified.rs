//! What a sheet of lines numbers: "orders" where every line keeps its `Order ID` and no table is called so.

use super::{Atom, Meaning, Text};
use crate::known::{Col, Column, Table};
use crate::lexicon;
use crate::words::plurals;
use crate::worths;

/// Words behind the thing's own that make a column its number; a post code is none.
const NUMBERS: &[&str] = &["id", "no", "number", "num", "ref", "reference", "code", "nr"];
/// What it is worth: nearly its own name.
const SCORE: f64 = 0.94;

/// Whether a table is called by the word and beside it only by what it is kept as: `orders_export`, "member list".
pub(super) fn is_sheet_of(table: &Table, stem: &str) -> bool {
    // "Sales" and "expenses" are money as often as rows.
    const MONEY: [&str; 6] = ["sale", "purchas", "expens", "incom", "spend", "revenu"];
    table.stems.len() > 1
        && !MONEY.contains(&stem)
        && table.stems.iter().any(|s| s == stem)
        && table
            .stems
            .iter()
            .zip(&table.words)
            .all(|(s, w)| s == stem || lexicon::is_sheet(w))
}

impl Text<'_> {
    /// "Tickets" of `ticket_sales`, where each row says how many: they are added up, and no rows are counted.
    pub(super) fn pieces(&mut self) {
        let known = self.known;
        for (t, table) in known.tables.iter().enumerate() {
            // "Visitors" of `daily_visitors` are those of its columns together, and not its days.
            let whole = table
                .stems
                .last()
                .filter(|s| table.columns.iter().any(|c| c.is_made() && c.stems == [(*s).clone()]));
            for at in whole.into_iter().flat_map(|_| 0..self.tokens.len()) {
                let said = Some(&self.tokens[at].stem) == whole;
                let days = at > 0 && table.stems.contains(&self.tokens[at - 1].stem);
                if said && !days {
                    self.atoms[at].retain(|a| a.meaning != Meaning::Table(t) || a.end != at + 1);
                }
            }
            let [thing, sold] = table.stems.as_slice() else {
                continue;
            };
            let Some(column) = worths::pieces(table).filter(|_| sold == "sale" && !known.is_table(thing)) else {
                continue;
            };
            for at in 0..self.tokens.len() {
                let several = self.tokens[at].stem == *thing && self.word(at).ends_with('s');
                if !several || self.tokens.get(at + 1).is_some_and(|next| next.stem == *sold) {
                    continue;
                }
                for atom in &mut self.atoms[at] {
                    if atom.meaning == Meaning::Table(t) && atom.end == at + 1 {
                        atom.score = atom.score.min(0.5);
                    }
                }
                self.add(Atom {
                    start: at,
                    end: at + 1,
                    meaning: Meaning::Column(Col { table: t, column }),
                    score: SCORE,
                    loose: true,
                });
            }
        }
    }

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
            let sheet = known.tables.iter().position(|t| is_sheet_of(t, &stem));
            let numbers = |c: &Column| {
                let [thing, number] = c.words.as_slice() else {
                    return false;
                };
                *thing == one && !c.unique && c.distinct > 1 && thing != "post" && NUMBERS.contains(&number.as_str())
            };
            let found: Vec<Col> = known.all().filter(|(_, c)| numbers(c)).map(|f| f.0).collect();
            let [col] = found.as_slice() else { continue };
            // An export of orders has a row for each, though the lines of another sheet keep their numbers.
            if sheet.is_some_and(|t| t != col.table) {
                continue;
            }
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
