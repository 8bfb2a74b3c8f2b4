//! Aggregates with what they are of: "the average and maximum price", "total sales", "the average".

use super::Walk;
use crate::ask::builtin::choose::Chooser;
use crate::ask::builtin::cues::Cue;
use crate::ask::builtin::mentions::Kind;
use crate::ask::builtin::query::{Agg, Expr};

impl Walk<'_> {
    /// One or more aggregates, then the columns they are of.
    pub(super) fn aggregate(&mut self, i: usize, ch: &mut Chooser) {
        let mut aggs = Vec::new();
        let mut j = i;
        while j < self.items.len() {
            match self.cue(j) {
                // "the average total score": the total is what a column is called.
                Some(Cue::Agg(Agg::Sum)) if j > i && matches!(self.items[j - 1].kind, Kind::Cue(Cue::Agg(_))) => {
                    self.take(j, "calculated")
                }
                Some(Cue::Agg(a)) => {
                    aggs.push(a);
                    self.take(j, Self::aggregate_name(a));
                }
                // "minimum, average and highest age"
                Some(Cue::Superlative(desc, _)) if !aggs.is_empty() => {
                    aggs.push(if desc { Agg::Max } else { Agg::Min });
                    self.take(j, "extreme");
                }
                Some(Cue::And) if !aggs.is_empty() => {}
                // "maximum number of passengers" where a column holds the number.
                Some(Cue::HowMany) if self.column_at(j + 1).is_some_and(|c| self.is_number(c)) => {
                    self.take(j, "calculated")
                }
                // "average number of branch clerks": the branches' number of clerks.
                Some(Cue::HowMany) if self.number_of_table(j) => {
                    self.take(j, "calculated");
                    self.take(j + 1, "whose");
                }
                None if matches!(self.items[j].kind, Kind::Mark) && !aggs.is_empty() => {}
                _ => break,
            }
            j += 1;
        }
        // Days have a first and a last, no average.
        let ends = aggs.iter().all(|a| matches!(a, Agg::Min | Agg::Max | Agg::Count));
        let target = (j..self.items.len().min(j + 4)).find(|k| {
            self.column_at(*k).is_some_and(|c| {
                // The average of a key says nothing.
                let key = self.is_key(c) || self.is_foreign(c);
                self.figure(c) && !key || ends && (self.is_number(c) || self.is_time(c))
            })
        });
        let Some(mut k) = target else {
            return self.lonely_aggregate(j, &aggs, ch);
        };
        loop {
            let Some(c) = self.column_at(k) else { return };
            self.take(k, "calculated");
            for a in &aggs {
                self.parts.select.push((Self::average_of(*a, c), k));
            }
            let also = matches!(self.cue(k + 1), Some(Cue::And))
                || matches!(self.items.get(k + 1).map(|x| &x.kind), Some(Kind::Mark));
            let next = self
                .column_at(k + 2)
                .filter(|c| self.measurable(*c) && self.is_number(*c));
            if !also || next.is_none() || !ch.whether("aggregate goes on", 0.75) {
                return;
            }
            k += 2;
        }
    }

    /// An aggregate with no number column behind it: "the total number" is a count, "total sales" a sum of the
    /// table's amount, "the average" of a column said before.
    fn lonely_aggregate(&mut self, j: usize, aggs: &[Agg], ch: &mut Chooser) {
        let back = (0..j)
            .rev()
            .take(5)
            .find(|k| self.column_at(*k).is_some_and(|c| self.is_number(c)));
        if let Some((k, c)) = back.and_then(|k| self.column_at(k).map(|c| (k, c))) {
            self.take(k, "calculated");
            for a in aggs {
                self.parts.select.push((Self::average_of(*a, c), k));
            }
            return;
        }
        // "how many points ... in total": said already.
        if self
            .parts
            .select
            .iter()
            .any(|s| matches!(&s.0, Expr::Agg { agg: Agg::Sum, .. }))
        {
            return;
        }
        let near = j..self.items.len().min(j + 3);
        let table = near.clone().find_map(|k| self.table_at(k).map(|t| (k, t)));
        let key = || {
            near.clone()
                .find_map(|k| Some((k, self.column_at(k).filter(|c| self.is_key(*c))?.table)))
        };
        let Some((k, t)) = table.or_else(key) else { return };
        if let (None, [Agg::Avg]) = (self.amount(t), aggs) {
            if let Some(each) = self.worth_each(t) {
                self.take(k, "on average for each");
                self.parts.tables.push((t, k));
                return self.parts.select.push((each, k));
            }
        }
        match self.amount(t) {
            Some(c) if ch.whether("amount of table", 0.7) => {
                self.take(k, "calculated");
                self.parts.tables.push((t, k));
                for a in aggs {
                    self.parts.select.push((Self::average_of(*a, c), k));
                }
            }
            // "the average order": no number of it is known, and how many there are is no answer.
            _ if aggs.iter().any(|a| !matches!(a, Agg::Sum | Agg::Count))
                && !(j..k).any(|m| matches!(self.items[m].kind, Kind::Cue(Cue::HowMany))) =>
            {
                self.parts.unknown = true;
            }
            _ => self.parts.count = Some((Some(t), k)),
        }
    }

    /// "number of branch clerks", where the branches have a column for it.
    fn number_of_table(&self, how_many: usize) -> bool {
        let table = self.table_at(how_many + 1);
        let column = self.column_at(how_many + 2).filter(|c| self.is_number(*c));
        table.is_some() && column.map(|c| c.table) == table
    }
}
