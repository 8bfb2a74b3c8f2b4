//! What "by" says: for each of whom ("customers by country"), or who did it ("written by"); and what a question without a
//! verb counts or adds up ("orders in 2024 by month", "freight by channel").
//!
//! In: the item of the word. Out: which of the two, and what stands in front of it. Deliberately absent: the groups
//! themselves (`grouping`).

use super::spans::LATE;
use super::Walk;
use crate::ask::builtin::cues::Cue;
use crate::ask::builtin::mentions::{Kind, Meaning};
use crate::ask::builtin::query::{Agg, Col, Expr};
use crate::words::{plural, singular, split_name};

/// Words of the names of numbers that add up, by stem, and of those that do not.
const ADDED: [&str; 17] = [
    "amount", "quantiti", "total", "freight", "cost", "revenu", "sale", "hour", "point", "goal", "budget", "volum",
    "fee", "tax", "paid", "expens", "profit",
];
const NOT_ADDED: [&str; 9] = [
    "unit", "price", "rate", "pct", "percent", "averag", "avg", "ratio", "year",
];
/// What is done to what is counted, said behind it.
const DONE: &[&str] = &[
    "sold", "ordered", "bought", "paid", "shipped", "made", "spent", "earned",
];

impl Walk<'_> {
    /// "customers by country", "cancelled orders in 2024 by channel": in front of it nothing but a table and which of its
    /// rows. The table's item, which is what is counted.
    pub(super) fn terse(&self, i: usize) -> Option<usize> {
        let head = self.terse_head(i)?;
        let next = self.headed(i + 1);
        let owned = |of| self.table_at(head).is_some_and(|t| self.key_to(t, of).is_some());
        let grouped = self.column_at(next).is_some() || self.table_at(next).is_some_and(owned);
        (grouped && !self.passive(i)).then_some(head)
    }

    /// How many rows of the table at an item there are; of "stock", which is an amount, how much.
    pub(super) fn counts_or_sums(&mut self, head: usize) {
        let Some(t) = self.table_at(head) else { return };
        match self.mass(head, t) {
            Some(c) => {
                self.take(head, "added up");
                self.parts.select.push((Expr::agg(Agg::Sum, Expr::Column(c)), head));
            }
            None => self.parts.count = Some((Some(t), head)),
        }
    }

    /// The item of the table that a question consists of but for conditions, up to an item.
    pub(super) fn terse_head(&self, i: usize) -> Option<usize> {
        self.bare_head(i).filter(|head| self.table_at(*head).is_some())
    }

    /// "freight by channel", "units sold in 2024 per category": in front of it nothing but a number that adds up, and
    /// which of its rows. Whether it was, and is taken.
    pub(super) fn terse_sum(&mut self, i: usize) -> bool {
        let next = self.headed(i + 1);
        let grouped =
            matches!(self.cue(i), Some(Cue::Per(_))) || self.column_at(next).is_some() || self.table_at(next).is_some();
        let head = self.bare_head(i).filter(|_| grouped);
        let Some((head, c)) = head.and_then(|head| Some((head, self.column_at(head)?))) else {
            return false;
        };
        let adds_up = self.adds_up(c);
        if adds_up {
            (head..i).for_each(|k| {
                if k == head || self.tokens[self.items[k].start].is_any(DONE) {
                    self.take(k, "added up");
                }
            });
            self.parts.select.push((Expr::agg(Agg::Sum, Expr::Column(c)), head));
        }
        adds_up
    }

    /// Whether a number of several rows is one of all of them: a quantity, and no price.
    pub fn adds_up(&self, c: Col) -> bool {
        let stems = &self.knowledge.fields.of_column(c.table, c.column).stems;
        let any = |of: &[&str]| stems.iter().any(|s| of.contains(&s.as_str()));
        self.measurable(c) && self.is_number(c) && any(&ADDED) && !any(&NOT_ADDED)
    }

    /// The item that a question without a verb begins with, where nothing but conditions stand between it and another.
    fn bare_head(&self, i: usize) -> Option<usize> {
        let value = |k: &usize| matches!(self.meaning[*k], Some(Meaning::Value { .. }));
        // "new customers by year" are all there are: each was new in one. "Late orders" are told by their days.
        let new = |k: &usize| {
            let word = &self.tokens[self.items[*k].start];
            word.is_any(&["new", "all"]) || self.used[*k] && word.is_any(LATE)
        };
        let head = (0..i).find(|k| !value(k) && !self.says_whose(*k) && !new(k))?;
        let mut between = (head + 1)..i;
        let only = between.all(|k| {
            let lead = matches!(
                self.items[k].kind,
                Kind::Cue(Cue::In | Cue::From) | Kind::Number | Kind::Day(_) | Kind::Stretch(_)
            );
            let done = self.tokens[self.items[k].start].is_any(DONE);
            self.used[k] || value(&k) || lead || done
        });
        (self.items[0].start == 0 && only).then_some(head)
    }

    /// Whether an item says a thing in the plural.
    pub(super) fn in_plural(&self, i: usize) -> bool {
        let word = &self.tokens[self.items[i].end - 1].lower;
        plural(word) == *word
    }

    /// The first item from one on that does not only say whose the next one is.
    pub(super) fn headed(&self, i: usize) -> usize {
        (i..self.items.len()).find(|k| !self.says_whose(*k)).unwrap_or(i)
    }

    /// "written by", "offered by": who did it, not for each of whom. "children by class": a table is no verb.
    pub(super) fn passive(&self, i: usize) -> bool {
        let at = self.items[i].start;
        at > 0 && {
            let t = &self.tokens[at - 1];
            let called = |table: usize| {
                let words = split_name(&self.knowledge.catalog.tables[table].name);
                words
                    .iter()
                    .any(|w| *w == t.lower || *w == singular(&t.lower) || plural(w) == t.lower)
            };
            if i.checked_sub(1).and_then(|k| self.table_at(k)).is_some_and(called) {
                return false;
            }
            ["ed", "en", "wn", "ld", "de", "ught", "pt"]
                .iter()
                .any(|end| t.lower.ends_with(end))
        }
    }
}
