//! "The average number of lines per order": rows of one table for each of another, in one figure.

use super::Walk;
use crate::ask::builtin::cues::Cue;
use crate::ask::builtin::mentions::{self, Kind, Meaning};
use crate::ask::builtin::query::{Agg, Col, Expr, Part, Term};
use crate::prepare::glossary::Sense;

impl Walk<'_> {
    /// Takes "average number of X per Y"; and "per Y" behind an average where another "for each" names the groups.
    pub(super) fn average_per(&mut self, i: usize) -> bool {
        let Some(Meaning::Table(whole)) = self.mention(i + 1).cloned() else {
            return false;
        };
        let said = (0..i).rev().take(5).find(|k| self.cue(*k) == Some(Cue::Agg(Agg::Avg)));
        let Some(a) = said else { return false };
        let again = (0..self.items.len()).any(|k| match self.cue(k) {
            Some(Cue::Each | Cue::Per(_)) => k != i,
            Some(Cue::By) => k > i && self.column_at(k + 1).is_some(),
            _ => false,
        });
        // "average freight per order", where each order has one: what they are on average.
        let own = (a + 1..i).any(|k| self.column_at(k).is_some_and(|c| c.table == whole));
        // "the top 5 products by average price per order": the products are the groups.
        let ranked = self.parts.top.is_some() && self.parts.asked.is_some_and(|t| t != whole);
        let part = (a + 1..i).find_map(|k| self.table_at(k).map(|t| (k, t)));
        let counted = (a + 1..i).find(|k| self.cue(*k) == Some(Cue::HowMany));
        match (part, counted) {
            (Some((k, part)), Some(h)) if !again => {
                // "Products per order": the lines that tie them to each other.
                let between = || {
                    let mut tables = 0..self.knowledge.catalog.tables.len();
                    tables.find_map(|t| Some((t, self.key_to(t, part).and(self.key_to(t, whole))?)))
                };
                let own = self.key_to(part, whole).map(|owner| (part, owner));
                let Some((part, owner)) = own.or_else(between) else {
                    return false;
                };
                for at in [a, h, k, i, i + 1] {
                    self.take(at, "on average for each");
                }
                let all = Expr::count(part);
                let owners = Expr::Agg {
                    agg: Agg::Count,
                    distinct: true,
                    of: Box::new(Expr::Column(owner)),
                };
                self.parts
                    .select
                    .push((Expr::Arith(Box::new(all), '/', Box::new(owners)), a));
                true
            }
            (None, _) if again || own || ranked => {
                self.take(i, "on average for each");
                self.take(i + 1, "on average for each");
                true
            }
            (Some(_), None) if ranked => {
                self.take(i, "on average for each");
                self.take(i + 1, "on average for each");
                true
            }
            _ => false,
        }
    }

    /// Takes "the average number of orders per month", "average monthly revenue": all of it by how many months there are.
    pub(super) fn average_over(&mut self, i: usize, part: Part) -> bool {
        let for_each = |w: &Self, k: usize| matches!(w.cue(k), Some(Cue::Each | Cue::Per(_) | Cue::By));
        // A figure's own word for it may be taken already.
        let average = self.items.iter().position(|x| x.kind == Kind::Cue(Cue::Agg(Agg::Avg)));
        let word = &self.tokens[self.items[i].start];
        let each = word.is_any(&["per", "monthly", "weekly", "daily", "yearly"]);
        let again = (0..self.items.len()).any(|k| k != i && for_each(self, k));
        let Some(average) = average.filter(|_| each && !again) else {
            return false;
        };
        let counted = (0..i).find(|k| self.cue(*k) == Some(Cue::HowMany));
        let of = counted.and_then(|h| (h + 1..i).find_map(|k| Some((h, k, self.table_at(k)?))));
        let figure = self.parts.select.iter().position(|(e, _)| matches!(e, Expr::Term(_)));
        if of.is_none() && figure.is_none() {
            return false;
        }
        let Some(c) = self.time_column_of(i, part != Part::Year) else {
            return false;
        };
        let all = match (of, figure) {
            (Some((h, k, t)), _) => {
                self.take(h, "on average for each");
                self.take(k, "on average for each");
                Expr::count(t)
            }
            (None, Some(at)) => self.parts.select.remove(at).0,
            (None, None) => return false,
        };
        self.take(average, "on average for each");
        self.take(i, "on average for each");
        let periods = Expr::Agg {
            agg: Agg::Count,
            distinct: true,
            of: Box::new(Expr::Part(part, c)),
        };
        let share = Expr::Arith(Box::new(all), '/', Box::new(periods));
        self.parts.select.push((share, average));
        true
    }

    /// The column that holds what a row of this table is worth.
    pub(super) fn amount(&self, t: usize) -> Option<Col> {
        const WORTH: [&str; 8] = ["amount", "total", "price", "quantiti", "valu", "cost", "sale", "revenu"];
        let columns = self.knowledge.catalog.tables[t].columns.len();
        WORTH.iter().find_map(|w| {
            (0..columns).map(|column| Col { table: t, column }).find(|c| {
                let stems = &self.knowledge.fields.of_column(t, c.column).stems;
                self.measurable(*c) && self.is_number(*c) && stems.iter().any(|s| s == w)
            })
        })
    }

    /// "On average, how old", "how old is the average": the word is taken.
    pub(super) fn on_average(&mut self, how: usize) -> bool {
        let average = |w: &Self, k: usize| w.cue(k) == Some(Cue::Agg(Agg::Avg));
        let said = (0..self.items.len()).find(|k| *k != how && average(self, *k));
        if let Some(k) = said {
            self.take(k, "average");
        }
        said.is_some()
    }

    /// Whether "how old" and the like come behind an item.
    pub(super) fn asks_how(&self, i: usize) -> bool {
        (i + 1..self.items.len()).any(|k| matches!(self.cue(k), Some(Cue::HowAdjective(_))))
    }

    /// The columns of a table that measure something.
    pub(super) fn figures(&self, t: usize) -> Vec<Col> {
        let columns = 0..self.knowledge.catalog.tables[t].columns.len();
        columns
            .map(|column| Col { table: t, column })
            .filter(|c| self.measurable(*c) && self.figure(*c) && !self.is_time(*c))
            .collect()
    }

    /// The number that a table of figures is about: what its rows come to, what it is called itself, or its only one.
    pub(super) fn worth(&self, t: usize) -> Option<Col> {
        let numbers = self.figures(t);
        let own = &self.knowledge.fields.of_table(t).stems;
        let called = |c: &&Col| self.knowledge.fields.of_column(t, c.column).stems == *own;
        let only = (numbers.len() == 1).then(|| numbers[0]);
        numbers.iter().find(called).copied().or_else(|| self.amount(t)).or(only)
    }

    /// "the average order value", where lines of an order hold its price: what they come to, for each of them.
    pub(super) fn worth_each(&self, whole: usize) -> Option<Expr> {
        let figure = self
            .knowledge
            .terms
            .iter()
            .enumerate()
            .find_map(|(index, term)| match &term.meaning {
                Sense::Figure { table, .. } if term.implied => {
                    let table = mentions::position(self.knowledge, table)?;
                    let owner = self.key_to(table, whole)?;
                    Some((Term { index, table }, owner))
                }
                _ => None,
            });
        let (term, owner) = figure?;
        let owners = Expr::Agg {
            agg: Agg::Count,
            distinct: true,
            of: Box::new(Expr::Column(owner)),
        };
        Some(Expr::Arith(Box::new(Expr::Term(term)), '/', Box::new(owners)))
    }

    /// The column of one table that leads to another.
    pub(super) fn key_to(&self, from: usize, to: usize) -> Option<Col> {
        let name = |t: usize| self.knowledge.catalog.tables[t].name.as_str();
        let edges = self.knowledge.graph.edges_between(name(from), name(to));
        let edge = edges.iter().find(|e| e.from_table == name(from))?;
        mentions::column(self.knowledge, from, &edge.from_column)
    }
}
