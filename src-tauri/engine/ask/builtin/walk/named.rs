//! What a table's rows are called.

use super::Walk;
use crate::ask::builtin::choose::Chooser;
use crate::ask::builtin::mentions::{self, Meaning};
use crate::ask::builtin::query::{Agg, Col, Cond, Expr};
use crate::words::split_name;

/// What a table in front of its own column is taken for.
const WHOSE: &str = "whose";

impl Walk<'_> {
    /// "payment method", "product category": the table only says whose column, or whose kind, it is.
    pub(super) fn whose(&mut self) {
        for i in 0..self.items.len() {
            let next = self.items.get(i + 1).map_or(0, |x| x.start);
            if self.undone(i) {
                continue;
            }
            let t = match self.mention(i) {
                Some(Meaning::Table(t)) => *t,
                // "product" for its names.
                Some(Meaning::Column(c)) if self.name_column(c.table) == Some(*c) => c.table,
                _ => continue,
            };
            if self.items[i].end != next {
                continue;
            }
            // "cartoons directed by": two nouns make one name only where the first is singular and both are nouns.
            let one = &self.tokens[self.items[i].end - 1].lower;
            let head = &self.tokens[next].lower;
            let nouns = (!one.ends_with('s') || one.ends_with("ss")) && !head.ends_with("ed");
            let of = self.meaning[i + 1].as_ref().filter(|_| !self.used[i + 1]);
            let own = matches!(of, Some(Meaning::Column(c)) if c.table == t);
            let kind = match of {
                Some(Meaning::Column(Col { table, .. }) | Meaning::Table(table)) => {
                    *table != t && self.key_to(t, *table).is_some()
                }
                _ => false,
            };
            if nouns && (own || kind) {
                self.take(i, WHOSE);
            }
        }
    }

    /// "Unpaid orders", "unshipped orders": those without such a row, or without that day. Whether it was, and is taken.
    fn undone(&mut self, i: usize) -> bool {
        let item = &self.items[i];
        let word = &self.tokens[item.start].lower;
        let done = ["ed", "paid", "sold", "sent", "made"]
            .iter()
            .any(|end| word.ends_with(end));
        if item.end - item.start != 1 || !word.starts_with("un") || !done {
            return false;
        }
        let Some(asked) = self.table_at(i + 1).filter(|_| self.items[i + 1].start == item.end) else {
            return false;
        };
        let called = |name: &str| split_name(name).iter().any(|w| w.starts_with("un"));
        let tables = &self.knowledge.catalog.tables;
        match self.mention(i).cloned() {
            Some(Meaning::Table(t)) if t != asked && !called(&tables[t].name) => self.parts.without.push((t, i)),
            Some(Meaning::Column(c)) if self.is_time(c) && !called(&tables[c.table].columns[c.column].name) => {
                match c.table == asked {
                    true => self.filter(Cond::Null(Expr::Column(c), false), i),
                    false => self.parts.without.push((c.table, i)),
                }
            }
            _ => return false,
        }
        self.take(i, "no such row");
        true
    }

    /// Whether an item only says whose the next one is.
    pub(super) fn says_whose(&self, i: usize) -> bool {
        self.uses.iter().any(|u| u.item == i && u.meaning == WHOSE)
    }

    /// "products with their suppliers": what a partner is called may stand beside.
    pub(super) fn partner(&mut self, t: usize, i: usize, ch: &mut Chooser) {
        let word = |back: usize| self.items[i].start.checked_sub(back).map(|k| &self.tokens[k]);
        let theirs = word(1).is_some_and(|w| w.is_any(&["their", "its", "his", "her"]))
            && word(2).is_some_and(|w| w.is_any(&["with", "and"]));
        if !theirs || self.parts.count.is_some() || !ch.whether("partner shown", 0.7) {
            return;
        }
        if let (true, Some((first, at))) = (self.parts.select.is_empty(), self.parts.tables.first().copied()) {
            let own = self.names(first).into_iter().map(|c| (Expr::Column(c), at));
            self.parts.select.extend(own);
        }
        let names = self.names(t).into_iter().map(|c| (Expr::Column(c), i));
        self.parts.select.extend(names);
    }

    /// What people call a table's rows: one name, or first and last name.
    pub fn names(&self, t: usize) -> Vec<Col> {
        let find = |words: [&str; 2]| {
            let columns = self.knowledge.catalog.tables[t].columns.len();
            (0..columns).map(|column| Col { table: t, column }).find(|c| {
                self.knowledge
                    .fields
                    .of_column(t, c.column)
                    .stems
                    .ends_with(&words.map(String::from))
            })
        };
        match (find(["first", "name"]), find(["last", "name"])) {
            (Some(first), Some(last)) => vec![first, last],
            _ => self.name_column(t).into_iter().collect(),
        }
    }

    /// What identifies one row of a table: its key, or its name where it has no single key.
    pub fn identity(&self, t: usize) -> Option<Col> {
        let table = &self.knowledge.catalog.tables[t];
        match table.primary_key.as_slice() {
            [one] => mentions::column(self.knowledge, t, one),
            _ => self.name_column(t),
        }
    }

    /// The column people call a table's rows by.
    pub fn name_column(&self, t: usize) -> Option<Col> {
        let columns = &self.knowledge.catalog.tables[t].columns;
        let of = |column: usize| Col { table: t, column };
        let text = |c: &Col| !self.is_number(*c) && !self.is_foreign(*c);
        let named = |ends: &[&str]| {
            (0..columns.len()).map(of).filter(text).find(|c| {
                let f = self.knowledge.fields.of_column(t, c.column);
                f.stems.last().is_some_and(|s| ends.contains(&s.as_str())) && f.stems.len() - f.implied <= 1
            })
        };
        named(&["name"])
            .or_else(|| named(&["titl"]))
            .or_else(|| {
                (0..columns.len()).map(of).filter(text).find(|c| {
                    let f = self.knowledge.fields.of_column(t, c.column);
                    f.stems.last().is_some_and(|s| s == "name" || s == "titl")
                })
            })
            .or_else(|| {
                // A column that repeats the table's own name: `country.Country`.
                let own = &self.knowledge.fields.of_table(t).stems;
                (0..columns.len())
                    .map(of)
                    .filter(|c| text(c) && !self.is_time(*c))
                    .find(|c| self.knowledge.fields.of_column(t, c.column).stems.last() == own.last())
            })
            .or_else(|| {
                (0..columns.len()).map(of).filter(text).find(|c| {
                    self.profile(*c).is_some_and(|p| p.unique && p.rows > 1) && !self.is_key(*c) && !self.is_time(*c)
                })
            })
    }

    pub(super) fn average_of(agg: Agg, c: Col) -> Expr {
        Expr::agg(agg, Expr::Column(c))
    }
}
