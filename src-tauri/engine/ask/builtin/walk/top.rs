//! "Top 5 by price", "the last order": the first rows of an order, and what they are ordered by.

use super::trade::SEVERAL;
use super::{Key, Walk};
use crate::ask::builtin::cues::Cue;
use crate::ask::builtin::mentions::{Kind, Meaning};
use crate::ask::builtin::query::{Col, Expr};

impl Walk<'_> {
    /// "the last order", "who was hired first": by the time that the rows have.
    fn in_time(&mut self, i: usize) {
        let said = &self.tokens[self.items[i].start];
        if !said.is_any(&["first", "last"])
            || self.items[i].end - self.items[i].start != 1
            || self.parts.limit.is_some()
        {
            return;
        }
        let desc = said.is("last");
        let noun = self.table_at(i + 1);
        let ends = self.items.get(i + 1).is_none_or(|x| matches!(x.kind, Kind::Mark));
        let verb = i
            .checked_sub(1)
            .and_then(|k| self.column_at(k))
            .filter(|c| ends && self.is_time(*c));
        if noun.is_none() && verb.is_none() {
            return;
        }
        let Some(c) = self.time_column(i).filter(|c| verb.is_some() || noun == Some(c.table)) else {
            return;
        };
        self.take(i, if desc { "the last" } else { "the first" });
        if self.tokens.first().is_some_and(|t| t.is("when")) {
            self.parts.select.push((Expr::Column(c), i));
        }
        self.parts.asked = self.parts.asked.or(noun);
        self.rank(Key::Expr(Expr::Column(c)), desc, None);
    }

    pub(super) fn top(&mut self, i: usize) {
        let said = self.number_at(i + 1).and_then(|n| n.parse::<u64>().ok());
        let said = said.filter(|n| (1..=1000).contains(n));
        let Some(n) = said.or_else(|| self.best_without_number(i)) else {
            return self.in_time(i);
        };
        let desc = !self.tokens[self.items[i].start].is_any(&["bottom", "first"]);
        self.take(i, format!("first {n}"));
        if said.is_some() {
            self.take(i + 1, format!("first {n}"));
        }
        self.parts.limit = Some(n);
        self.parts.top = Some(desc);
        let noun = i + if said.is_some() { 2 } else { 1 };
        self.parts.asked = self.parts.asked.or(self.table_at(noun));
        // "top 5 products by price": the key stands behind "by"; without one, sort keys said elsewhere count.
        let by = (i + 2..self.items.len()).find(|j| matches!(self.cue(*j), Some(Cue::By)));
        let Some(by) = by else {
            // "the last 5 orders": by the time that they have.
            let last = self.tokens[self.items[i].start].is("last");
            if last || self.tokens[self.items[i].start].is("first") {
                let rows = self.table_at(i + 2);
                if let Some(c) = rows.and_then(|t| self.time_column(i).filter(|c| c.table == t)) {
                    self.parts.order.push((Key::Expr(Expr::Column(c)), last));
                }
                return;
            }
            // "top 10 scorers": the people who score, by what they score.
            let agent = self
                .items
                .get(i + 2)
                .is_some_and(|x| self.tokens[x.start].lower.ends_with("ers"));
            let what = self
                .column_at(i + 2)
                .or_else(|| self.table_at(i + 2).and_then(|t| self.scored(t)));
            if let Some(c) = what.filter(|c| agent && self.measurable(*c) && self.is_number(*c)) {
                self.take(i + 2, "order");
                self.parts.order.push((Key::Expr(Expr::Column(c)), desc));
            }
            return;
        };
        self.take(by, "order");
        // "by number of orders and total amount": the second decides where the first is the same.
        let mut from = by + 1;
        while let Some(end) = self.top_key(from, desc) {
            let and = (end + 1 < self.items.len()).then(|| self.cue(end + 1)).flatten() == Some(Cue::And);
            let figure = matches!(self.cue(end + 2), Some(Cue::HowMany | Cue::Agg(_)));
            if !and || !figure {
                break;
            }
            self.take(end + 1, "order");
            from = end + 2;
        }
    }

    /// What scorers are told by, where a table is called like them.
    fn scored(&self, t: usize) -> Option<Col> {
        let mut columns = (0..self.knowledge.catalog.tables[t].columns.len()).map(|column| Col { table: t, column });
        columns.find(|c| {
            let stems = &self.knowledge.fields.of_column(c.table, c.column).stems;
            stems.iter().any(|s| matches!(s.as_str(), "point" | "goal" | "score"))
        })
    }

    /// "The top customer by revenue" is one, "the top customers" are several.
    fn best_without_number(&self, i: usize) -> Option<u64> {
        let top = self.tokens[self.items[i].start].is_any(&["top", "bottom"]);
        self.table_at(i + 1).filter(|_| top)?;
        Some(if self.in_plural(i + 1) { SEVERAL } else { 1 })
    }

    /// What the best are known by, from an item on; the last item of it.
    fn top_key(&mut self, from: usize, desc: bool) -> Option<usize> {
        let mut agg = None;
        for j in from..self.items.len().min(from + 3) {
            match self.cue(j) {
                Some(Cue::Agg(a)) => {
                    agg = Some(a);
                    self.take(j, "order");
                    continue;
                }
                Some(Cue::HowMany) => {
                    self.take(j, "order by count");
                    let t = (j + 1..self.items.len().min(j + 3)).find(|n| self.mention(*n).is_some());
                    let table = t.and_then(|n| self.meaning[n].as_ref().map(Meaning::table));
                    if let Some(n) = t {
                        self.take(n, "counted");
                    }
                    self.parts.order.push((Key::Count(table), desc));
                    return Some(t.unwrap_or(j));
                }
                _ => {}
            }
            // "by total sales": what the rows are worth, added up.
            if let (Some(a), Some(t)) = (agg, self.table_at(j)) {
                if let Some(c) = self.amount(t) {
                    self.take(j, "order");
                    self.parts.order.push((Key::Expr(Expr::agg(a, Expr::Column(c))), desc));
                    return Some(j);
                }
            }
            if let Some(f) = self.parts.formula.as_ref().filter(|f| f.items.contains(&j)) {
                let key = Key::Expr(f.expr.clone());
                self.parts.order.push((key, desc));
                return Some(j);
            }
            if let Some(c) = self.column_at(j) {
                let e = Expr::Column(c);
                self.take(j, "order");
                self.parts
                    .order
                    .push((Key::Expr(agg.map_or(e.clone(), |a| Expr::agg(a, e))), desc));
                return Some(j);
            }
        }
        None
    }
}
