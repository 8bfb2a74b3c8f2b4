//! What was sold and what is in stock: "sells best", "spent the most", "our best customers", "out of stock".
//!
//! In: superlatives beside a verb of trade, and "stock". Out: an order by the figure that the glossary or the database
//! has for sales; conditions on the quantity in stock. Deliberately absent: databases without such a figure, which are
//! read as any other.

use super::{Key, Walk};
use crate::ask::builtin::cues::Cue;
use crate::ask::builtin::mentions::{self, Meaning};
use crate::ask::builtin::query::{Col, Cond, Expr, Op, Term, Value};
use crate::ask::BY_SALES;
use crate::prepare::glossary::{self, Sense};
use crate::words::Token;

const VERBS: &[&str] = &[
    "sell",
    "sells",
    "sold",
    "selling",
    "seller",
    "sellers",
    "spend",
    "spends",
    "spent",
    "spending",
    "spender",
    "spenders",
    "best-selling",
    "bestselling",
    "top-selling",
    "bestseller",
    "bestsellers",
    "best-seller",
    "best-sellers",
];

/// Rows shown where several are asked for and no number is said.
pub(super) const SEVERAL: u64 = 10;

impl Walk<'_> {
    /// The figure for sales: a person's own, or the one that order lines imply.
    pub fn sales(&self) -> Option<Expr> {
        let index = glossary::sales(&self.knowledge.terms)?;
        let Sense::Figure { table, .. } = &self.knowledge.terms[index].meaning else {
            return None;
        };
        let table = mentions::position(self.knowledge, table)?;
        Some(Expr::Term(Term { index, table }))
    }

    /// The table whose rows are sales, where a verb speaks of them.
    pub(super) fn sold_in(&self) -> Option<usize> {
        let verb = self.tokens.iter().any(|t| t.is_any(VERBS));
        match self.sales().filter(|_| verb)? {
            Expr::Term(term) => Some(term.table),
            _ => None,
        }
    }

    /// "sells best", "the best selling products", "who spent the most": ranked by sales, where there is a figure for them.
    pub(super) fn sells(&mut self, i: usize, desc: bool) -> bool {
        let item = &self.items[i];
        let verb = |t: &Token| t.is_any(VERBS);
        // Over "the" and a number: "sold the most", "the top 5 selling products".
        let near = item.start.saturating_sub(2)..self.tokens.len().min(item.end + 2);
        let Some(at) = near.into_iter().find(|at| verb(&self.tokens[*at])) else {
            return false;
        };
        // "sold the most units": the units.
        let behind = (i + 1..self.items.len()).find(|k| self.items[*k].start > at.max(item.end - 1));
        let measured = behind.is_some_and(|k| {
            self.items[k].start <= item.end + 1
                && (matches!(self.cue(k), Some(Cue::HowMany | Cue::By | Cue::Agg(_)))
                    || self
                        .column_at(k)
                        .is_some_and(|c| self.is_number(c) && self.measurable(c)))
        });
        // "the top 5 best selling models by revenue": what they are ranked by is said.
        if self.parts.top.is_some() && !self.parts.order.is_empty() {
            self.take(i, "order");
            return true;
        }
        let Some(sales) = self.sales().filter(|_| !measured) else {
            return false;
        };
        let of_verb = (0..self.items.len()).find(|k| self.items[*k].start <= at && at < self.items[*k].end);
        let limit = self.how_many_of(i);
        for k in of_verb.into_iter().chain([i]) {
            self.take(k, BY_SALES[usize::from(!desc)]);
        }
        self.best_by(sales, i, desc, limit);
        true
    }

    /// Ranked by a figure: one row, or several where the noun is said in the plural.
    pub(super) fn best_by(&mut self, figure: Expr, i: usize, desc: bool, limit: Option<u64>) {
        let near = (i + 1..self.items.len().min(i + 4)).chain((0..i).rev().take(4));
        let noun = near.into_iter().find_map(|k| self.table_at(k).map(|t| (k, t)));
        let many = noun.is_some_and(|(k, _)| self.in_plural(k));
        self.parts.asked = self.parts.asked.or(noun.map(|n| n.1));
        self.parts.order.insert(0, (Key::Expr(figure), desc));
        self.parts.limit = limit.or(Some(if many { SEVERAL } else { 1 }));
    }

    /// "Out of stock", "in stock": nothing of it is there, or something.
    pub(super) fn stocked(&mut self) {
        for i in 0..self.items.len() {
            let start = self.items[i].start;
            if start == 0 || !self.tokens[start].is("stock") || self.items[i].end - start != 1 {
                continue;
            }
            let out = match &self.tokens[..start] {
                [.., out, of] if out.is("out") && of.is("of") => true,
                [.., within] if within.is("in") => false,
                _ => continue,
            };
            let quantity: Option<Col> = match self.mention(i) {
                Some(Meaning::Table(t)) => self.quantity(*t),
                Some(Meaning::Column(c)) if self.is_number(*c) => Some(*c),
                _ => None,
            };
            let Some(c) = quantity else { continue };
            for k in (0..i).filter(|k| self.items[*k].end + 2 >= start && self.items[*k].start + 2 >= start) {
                if self.items[k].start < start && self.mention(k).is_none() {
                    self.take(k, if out { "none of it" } else { "some of it" });
                }
            }
            self.take(i, if out { "none of it" } else { "some of it" });
            // "Not out of stock" is in stock.
            let begins = start - if out { 2 } else { 1 };
            let not = (0..i).find(|k| self.items[*k].end == begins && self.cue(*k) == Some(Cue::Not));
            if let Some(not) = not {
                self.take(not, "not");
            }
            let out = out != not.is_some();
            let some = Cond::Compare(Expr::Column(c), Op::Gt, Value::Number("0".into()));
            self.tied_filter(some, i, out);
        }
    }

    /// "The most stock", "how much stock": said of one thing, a table is an amount and no number of rows.
    pub(super) fn mass(&self, j: usize, t: usize) -> Option<Col> {
        let much = self.quantity(t).or_else(|| self.amount(t));
        much.filter(|_| !self.in_plural(j))
    }

    /// The column that says how many pieces there are.
    fn quantity(&self, t: usize) -> Option<Col> {
        const PIECES: [&str; 5] = ["quantiti", "unit", "piec", "hand", "stock"];
        const MONEY: [&str; 3] = ["price", "cost", "valu"];
        let says = |c: &Col, words: &[&str]| {
            let stems = &self.knowledge.fields.of_column(c.table, c.column).stems;
            stems.iter().any(|s| words.contains(&s.as_str()))
        };
        let figures = self.figures(t).into_iter();
        let mut pieces = figures.filter(|c| says(c, &PIECES) && !says(c, &MONEY));
        pieces.next()
    }
}
