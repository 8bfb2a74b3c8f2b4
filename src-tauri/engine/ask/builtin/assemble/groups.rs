//! Groups: what is counted or added up for each of what, and conditions on the groups.

use super::Assembly;
use crate::ask::builtin::choose::Chooser;
use crate::ask::builtin::mentions::Meaning;
use crate::ask::builtin::once::tells_of;
use crate::ask::builtin::query::{Agg, Cond, Expr, FirstOfEach, Part, Value};
use crate::ask::builtin::walk::{CountCond, Group, Key, Trend};
use crate::words::singular;

/// Share of rows with a value of their own from which a column is taken to belong to one of them.
const NEARLY: f64 = 0.9;

impl Assembly<'_, '_> {
    pub(super) fn group(&mut self, ch: &mut Chooser) -> Option<()> {
        let groups = std::mem::take(&mut self.parts.group);
        self.figure_of_trend();
        let mut lead: Vec<Expr> = Vec::new();
        for g in &groups {
            match g {
                Group::Column(c) => {
                    self.add_group(Expr::Column(*c));
                    lead.push(Expr::Column(*c));
                }
                Group::Part(part, c) => {
                    let c = (*c)?;
                    // A column that keeps days only is the day.
                    let day = *part == Part::Day && !self.w.keeps_hours(c);
                    let e = if day { Expr::Column(c) } else { Expr::Part(*part, c) };
                    self.add_group(e.clone());
                    lead.push(e);
                }
                Group::Entity(t) => {
                    let key = self.identity(*t)?;
                    let named = self
                        .q
                        .select
                        .iter()
                        .any(|e| matches!(e, Expr::Column(c) if c.table == *t));
                    self.add_group(Expr::Column(key));
                    if !named {
                        let names = self.w.names(*t);
                        lead.extend(
                            if names.is_empty() { vec![key] } else { names }
                                .into_iter()
                                .map(Expr::Column),
                        );
                    }
                }
            }
        }
        if !groups.is_empty() && self.best_of_each(&groups, &lead, ch) {
            return Some(());
        }
        let counted = !self.parts.counts.is_empty() || self.parts.order.iter().any(|(k, _)| matches!(k, Key::Count(_)));
        let aggregated = self.q.select.iter().any(Expr::is_aggregate);
        if !groups.is_empty() && !aggregated && !counted && self.parts.having.is_empty() {
            return self.extreme_of_group(lead, ch);
        }
        // A list of its own says what is shown beside the figures.
        let listed = self.parts.told.is_some() && self.q.select.iter().any(|e| !e.is_aggregate());
        for e in lead
            .into_iter()
            .rev()
            .filter(|e| !listed || matches!(e, Expr::Part(..)))
        {
            if !self.q.select.contains(&e) {
                self.q.select.insert(0, e);
            }
        }
        // "How many customers have more than 3 orders": the counting happens inside.
        let only_count = self.q.select.len() == 1 && matches!(&self.q.select[0], Expr::Agg { agg: Agg::Count, .. });
        // "The average credit limit of customers with more than 3 orders": so are those that the figure is of.
        let own = |e: &Expr| {
            let mut own = e.is_aggregate();
            e.tables(&mut |t| own &= t == self.entity);
            own
        };
        let only_figures = !self.q.select.is_empty() && self.q.select.iter().all(own);
        let others = |c: &CountCond| c.table.is_some_and(|t| t != self.entity);
        let of_others = only_figures && self.parts.counts.iter().all(others);
        if (only_count || of_others) && groups.is_empty() && !self.parts.counts.is_empty() {
            return self.count_inside();
        }
        let plain: Vec<Expr> = self.q.select.iter().filter(|e| !e.is_aggregate()).cloned().collect();
        let needs = counted || aggregated || !self.parts.having.is_empty();
        if needs && self.q.group.is_empty() && !plain.is_empty() {
            let of = self.counted_table();
            self.group_by_shown(&plain, counted, of, ch);
        }
        for c in std::mem::take(&mut self.parts.counts) {
            let t = c.table.unwrap_or_else(|| self.other_table().unwrap_or(self.entity));
            self.need(t);
            self.q
                .having
                .push(Cond::Compare(Expr::count(t), c.op, Value::Number(c.number)));
        }
        self.q.having.append(&mut self.parts.having);
        Some(())
    }

    pub(super) fn add_group(&mut self, e: Expr) {
        if !self.q.group.contains(&e) {
            self.q.group.push(e);
        }
    }

    /// Rows are grouped by what is shown: by its owner's key where other tables' rows are counted.
    /// `of` has the rows of which there is a figure.
    pub(super) fn group_by_shown(&mut self, plain: &[Expr], counted: bool, of: Option<usize>, ch: &mut Chooser) {
        let owner = match plain.first() {
            Some(Expr::Column(c)) => Some(*c),
            _ => None,
        };
        let others = of.is_some_and(|t| Some(t) != owner.map(|c| c.table));
        let key = owner.and_then(|c| self.identity(c.table));
        // A list of its own says what the groups are, unless it says what the rows are called.
        let told = self.parts.told.is_some();
        let called = owner.is_some_and(|c| {
            let names = self.w.names(c.table);
            names.contains(&c) && (names.len() > 1 || tells_of(self.w.knowledge, c, 1.0)) || key == Some(c)
        });
        // "The phone number of the buyer with the most orders" is that of one row.
        let of_one =
            others && owner.is_some_and(|c| tells_of(self.w.knowledge, c, NEARLY) || self.spoken_of_as_one(c.table));
        match (owner, key) {
            (Some(c), Some(key))
                if (!told || called)
                    && (others || !counted)
                    && (c == key || self.w.name_column(c.table) == Some(c) || plain.len() > 1 || of_one) =>
            {
                let by_key = others || ch.whether("group by key", 0.5);
                if by_key && others {
                    self.add_group(Expr::Column(key));
                } else {
                    plain.iter().for_each(|e| self.add_group(e.clone()));
                }
            }
            _ => plain.iter().for_each(|e| self.add_group(e.clone())),
        }
    }

    /// "of the customer": a table in the singular.
    fn spoken_of_as_one(&self, table: usize) -> bool {
        let items = self.w.items.iter().zip(&self.w.meaning);
        let mut of_table = items
            .filter(|(_, m)| **m == Some(Meaning::Table(table)))
            .map(|(item, _)| item);
        of_table.any(|item| {
            let front = item.start.checked_sub(1).map(|at| &self.w.tokens[at]);
            let word = &self.w.tokens[item.end - 1].lower;
            front.is_some_and(|t| t.is("the")) && singular(word) == *word
        })
    }

    /// The table whose rows are counted by a condition, an order or the result.
    pub(super) fn counted_table(&self) -> Option<usize> {
        let said = self
            .parts
            .counts
            .iter()
            .map(|c| c.table)
            .chain(self.parts.order.iter().filter_map(|(k, _)| match k {
                Key::Count(t) => Some(*t),
                _ => None,
            }));
        let said: Vec<Option<usize>> = said.collect();
        if let Some(t) = said.iter().flatten().next() {
            return Some(*t);
        }
        self.parts
            .count
            .and_then(|c| c.0)
            .or_else(|| (!said.is_empty()).then(|| self.other_table()).flatten())
            .or_else(|| {
                self.q.select.iter().find_map(|e| match e {
                    Expr::Agg { of, .. } => {
                        let mut table = None;
                        of.tables(&mut |t| table = Some(t));
                        table
                    }
                    _ => None,
                })
            })
            .or_else(|| {
                let figures = self.parts.order.iter().filter_map(|(k, _)| match k {
                    Key::Expr(e) if e.is_aggregate() => Some(e),
                    _ => None,
                });
                let mut table = None;
                figures.for_each(|e| e.tables(&mut |t| table = Some(t)));
                table
            })
    }

    /// A table spoken of that is not the one asked about.
    pub(super) fn other_table(&self) -> Option<usize> {
        self.parts.tables.iter().map(|t| t.0).find(|t| *t != self.entity)
    }

    pub(super) fn need(&mut self, t: usize) {
        if !self.q.tables.contains(&t) {
            self.q.tables.push(t);
        }
    }

    /// "the oldest student of each grade": the extreme value a group, or all distinct groups.
    pub(super) fn extreme_of_group(&mut self, lead: Vec<Expr>, ch: &mut Chooser) -> Option<()> {
        let ranked = match self.parts.order.first() {
            Some((Key::Expr(e), desc)) if self.parts.limit.is_some() && !e.is_aggregate() => Some((e.clone(), *desc)),
            _ => None,
        };
        let Some((e, desc)) = ranked else {
            // Nothing is calculated: groups are just shown beside the rest.
            self.q.group.clear();
            for g in lead.into_iter().rev() {
                if !self.q.select.contains(&g) {
                    self.q.select.insert(0, g);
                }
            }
            if ch.whether("groups counted", 0.25) {
                self.q.select.push(Expr::count(self.entity));
                self.q.group = self.q.select.iter().filter(|e| !e.is_aggregate()).cloned().collect();
            }
            return Some(());
        };
        let rows = self.parts.limit.unwrap_or(1);
        // "the 3 most expensive products of each category": the products, not only the extreme price.
        let asked = self.parts.asked.filter(|t| !self.w.names(*t).is_empty());
        let named = !self.q.select.is_empty();
        let yes = if rows > 1 {
            1.0
        } else if named || self.w.tokens.first().is_some_and(|t| t.is("which")) {
            0.6
        } else {
            0.45
        };
        if (asked.is_some() || named) && (rows > 1 || ch.whether("rows of each group", yes)) {
            self.parts.order.remove(0);
            self.parts.limit = None;
            return self.first_of_each(lead, e, desc, rows, asked);
        }
        self.parts.order.remove(0);
        self.parts.limit = None;
        for g in lead.into_iter().rev() {
            if !self.q.select.contains(&g) {
                self.q.select.insert(0, g);
            }
        }
        self.q.select.push(Expr::agg(if desc { Agg::Max } else { Agg::Min }, e));
        Some(())
    }

    fn first_of_each(&mut self, lead: Vec<Expr>, by: Expr, desc: bool, rows: u64, asked: Option<usize>) -> Option<()> {
        let of = std::mem::take(&mut self.q.group);
        if let (true, Some(t)) = (self.q.select.is_empty(), asked) {
            self.q.select = self.w.names(t).into_iter().map(Expr::Column).collect();
        }
        for g in lead.into_iter().rev() {
            if !self.q.select.contains(&g) {
                self.q.select.insert(0, g);
            }
        }
        self.q.each = Some(FirstOfEach { of, by, desc, rows });
        Some(())
    }

    /// "how did the freight change from month to month": what it comes to in each period.
    fn figure_of_trend(&mut self) {
        if self.parts.trend.is_none() || self.q.select.iter().any(Expr::is_aggregate) {
            return;
        }
        let number = |e: &&mut Expr| matches!(e, Expr::Column(c) if self.w.measurable(*c) && self.w.is_number(*c));
        if let Some(shown) = self.q.select.iter_mut().find(number) {
            *shown = Expr::agg(Agg::Sum, shown.clone());
        }
    }

    /// A figure along the periods it is grouped by.
    pub(super) fn trend(&mut self) {
        let Some(trend) = self.parts.trend else { return };
        let time = |e: &&Expr| match e {
            Expr::Part(..) => true,
            Expr::Column(c) => self.w.is_time(*c),
            _ => false,
        };
        let Some(by) = self.q.group.iter().find(time).cloned() else {
            return;
        };
        let Some(figure) = self.q.select.iter_mut().find(|e| e.is_aggregate()) else {
            return;
        };
        let (of, along) = (Box::new(figure.clone()), Box::new(by.clone()));
        *figure = match trend {
            Trend::Running => Expr::Running(of, along),
            Trend::Change(percent) => Expr::Change(of, along, percent),
        };
        if self.q.order.is_empty() {
            self.q.order.push((by, false));
        }
    }

    pub(super) fn count_inside(&mut self) -> Option<()> {
        let counts = std::mem::take(&mut self.parts.counts);
        for c in counts {
            let t = c.table.or_else(|| self.other_table())?;
            let Cond::In(outer, mut inner, _) = self.linked(t, Vec::new(), false)? else {
                return None;
            };
            // "who ordered more than once in 2024": the orders of that year are counted.
            let of_counted = |c: &Cond| {
                let mut tables = Vec::new();
                c.tables(&mut |x| tables.push(x));
                t != self.entity && !tables.is_empty() && tables.iter().all(|x| *x == t)
            };
            let (inside, outside) = std::mem::take(&mut self.q.filter).into_iter().partition(of_counted);
            self.q.filter = outside;
            inner.filter.extend::<Vec<Cond>>(inside);
            inner.group = inner.select.clone();
            inner.having = vec![Cond::Compare(Expr::count(t), c.op, Value::Number(c.number))];
            self.q.filter.push(Cond::In(outer, inner, false));
            self.parts.tables.retain(|x| x.0 != t);
        }
        Some(())
    }
}
