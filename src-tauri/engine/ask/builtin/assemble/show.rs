//! What is shown: what the question names, the rows behind keys, lists said in a sentence of their own, and, where
//! nothing is named, what people call the rows.

use super::Assembly;
use crate::ask::builtin::choose::Chooser;
use crate::ask::builtin::cues::Cue;
use crate::ask::builtin::mentions::{position, Kind};
use crate::ask::builtin::query::{Agg, Col, Cond, Expr, Query};
use crate::ask::builtin::walk::Group;
use crate::trial::asked::KEY_WORDS;

/// How surely a key's row is meant: "who" asks for no key.
const WHO: f64 = 1.0;
const NAMED: f64 = 0.6;

impl Assembly<'_, '_> {
    /// "Who manages", "the manager of": not the manager's key but what people call that row.
    fn row_behind(&self, e: &Expr, at: usize) -> Option<(Vec<Col>, usize, f64)> {
        let Expr::Column(c) = e else { return None };
        let item = self.w.items.get(at)?;
        let words = &self.w.tokens[item.start..item.end];
        if words.iter().any(|t| t.is_any(KEY_WORDS)) {
            return None;
        }
        let table = &self.w.knowledge.catalog.tables[c.table].name;
        let column = self.w.name(*c);
        let edges = &self.w.knowledge.graph.edges;
        let edge = edges
            .iter()
            .find(|x| x.from_table == *table && x.from_column == column)?;
        let parent = position(self.w.knowledge, &edge.to_table)?;
        let names = self.w.names(parent);
        let who = self.w.tokens.first().is_some_and(|t| t.is("who"));
        (!names.is_empty() && !names.contains(c)).then_some((names, parent, if who { WHO } else { NAMED }))
    }

    /// "full names" of people with a first and a last name.
    fn in_full(&self, e: &Expr, at: usize) -> Option<Vec<Col>> {
        let Expr::Column(c) = e else { return None };
        let item = self.w.items.get(at)?;
        let from = item.start.saturating_sub(1);
        let full = self.w.tokens[from..item.end].iter().any(|t| t.is("full"));
        let names = self.w.names(c.table);
        (full && names.len() == 2 && names.contains(c)).then_some(names)
    }

    pub(super) fn show(&mut self, ch: &mut Chooser) -> Option<()> {
        let mut shown: Vec<(Expr, usize)> = Vec::new();
        for (e, at) in self.parts.select.clone() {
            if let Some(names) = self.in_full(&e, at) {
                shown.extend(names.into_iter().map(|c| (Expr::Column(c), at)));
                continue;
            }
            if let (Some(_), Expr::Column(c), true) = (self.own_key(&e), &e, self.led_by(at)) {
                self.under = Some((*c, at));
                continue;
            }
            let behind = self.row_behind(&e, at);
            match behind.filter(|b| b.2 == WHO || ch.whether("row behind key", b.2)) {
                Some((_, parent, _)) if self.own_key(&e) == Some(parent) => self.through_own_key(e),
                Some((names, ..)) => {
                    if let Expr::Column(c) = e {
                        self.keys.push(c);
                    }
                    shown.extend(names.into_iter().map(|c| (Expr::Column(c), at)));
                }
                None => shown.push((e, at)),
            }
        }
        if let Some((table, at)) = self.parts.count {
            let rows = table.unwrap_or(self.entity);
            let key = self.identity(rows).filter(|_| self.parts.count_once);
            shown.push(match key {
                Some(key) => (
                    Expr::Agg {
                        agg: Agg::Count,
                        distinct: true,
                        of: Box::new(Expr::Column(key)),
                    },
                    at,
                ),
                None => (Expr::count(rows), at),
            });
        }
        shown.sort_by_key(|s| s.1);
        self.told(&mut shown);
        self.totals(&mut shown, ch);
        let rowwise = self.of_single_rows();
        calculate(&mut shown, self.parts.calculate, rowwise);
        if !rowwise {
            self.added_up(&mut shown);
        }
        // "the 10 oldest players with the name of their team": the players themselves, too.
        if let Some(t) = self
            .parts
            .asked
            .filter(|t| *t == self.entity && self.parts.told.is_none())
        {
            let own = |e: &Expr| matches!(e, Expr::Column(c) if c.table == t);
            let plain = !shown.is_empty() && shown.iter().all(|s| !s.0.is_aggregate() && !own(&s.0));
            if plain && ch.whether("asked shown too", 0.7) {
                let names = self.w.names(t).into_iter().map(|c| (Expr::Column(c), 0));
                shown.splice(0..0, names);
            }
        }
        self.q.select = shown.into_iter().map(|s| s.0).collect();
        self.behind_own_key(ch);
        let figures = self.q.select.iter().any(Expr::is_aggregate);
        if self.own.is_none() && self.parts.told.is_none() && self.parts.group.is_empty() && !figures {
            let mut shown = std::mem::take(&mut self.q.select);
            self.question_word(ch, &mut shown);
            self.q.select = shown;
        }
        if self.q.select.is_empty() && self.parts.group.is_empty() {
            let table = &self.w.knowledge.catalog.tables[self.entity];
            let all: Vec<Expr> = (0..table.columns.len())
                .map(|column| {
                    Expr::Column(Col {
                        table: self.entity,
                        column,
                    })
                })
                .collect();
            let whole = self.w.tokens.iter().any(|t| {
                t.is_any(&[
                    "information",
                    "details",
                    "detail",
                    "info",
                    "everything",
                    "records",
                    "record",
                    "rows",
                    "data",
                    "columns",
                ])
            });
            let names = self.w.names(self.entity);
            let name = names.first().copied();
            let key = self.identity(self.entity);
            let mut options: Vec<(Vec<Expr>, f64)> = vec![(all, if whole { 16.0 } else { 0.6 })];
            if !names.is_empty() {
                options.push((names.iter().map(|c| Expr::Column(*c)).collect(), 4.0));
            }
            if names.len() == 2 {
                options.push((vec![Expr::Column(names[0])], 0.5));
            }
            if let Some(c) = key.filter(|k| Some(*k) != name) {
                options.push((vec![Expr::Column(c)], if name.is_some() { 0.5 } else { 4.0 }));
                if let Some(n) = name {
                    options.push((vec![Expr::Column(c), Expr::Column(n)], 0.4));
                }
            }
            let weights: Vec<f64> = options.iter().map(|o| o.1).collect();
            self.q.select = options.swap_remove(ch.pick("what to show", &weights)).0;
        }
        Some(())
    }

    /// The table that a key of the asked rows leads back to: their own.
    fn own_key(&self, e: &Expr) -> Option<usize> {
        let Expr::Column(c) = e else { return None };
        let table = &self.w.knowledge.catalog.tables[c.table].name;
        let column = self.w.name(*c);
        let edges = &self.w.knowledge.graph.edges;
        edges
            .iter()
            .any(|x| x.from_table == *table && x.to_table == *table && x.from_column == column)
            .then_some(c.table)
    }

    /// "Clerks who report to Ada": rows are asked for, then a key into the same table, then whose rows it leads to.
    fn led_by(&self, at: usize) -> bool {
        let (front, behind) = (&self.w.items[..at], at + 1..self.w.items.len().min(at + 4));
        let relative = (at.saturating_sub(2)..at).any(|r| {
            // "Who is the manager of": nobody was spoken of before.
            let spoken = front[..r].iter().any(|x| matches!(x.kind, Kind::Mention(_)));
            spoken && matches!(front[r].kind, Kind::Cue(Cue::Relative))
        });
        // Whoever reports to somebody is below.
        let reports = self.w.tokens[self.w.items[at].start].stem == "report";
        (relative || reports) && self.parts.filters.iter().any(|f| behind.contains(&f.at))
    }

    /// "Who is the manager of ...": remembered until the conditions are known.
    fn through_own_key(&mut self, e: Expr) {
        if let Expr::Column(c) = e {
            self.own = Some(c);
        }
    }

    fn behind_own_key(&mut self, _ch: &mut Chooser) {
        if let (Some(c), true) = (self.own, self.q.select.is_empty()) {
            self.q.select = self.w.names(c.table).into_iter().map(Expr::Column).collect();
        }
    }

    /// The rows whose key stands in the rows that the conditions leave.
    pub(super) fn wrap_own_key(&mut self) {
        let Some(c) = self.own else { return };
        let Some(key) = self.identity(c.table) else { return };
        let plain = self.q.group.is_empty() && self.q.order.is_empty() && !self.q.select.iter().any(Expr::is_aggregate);
        if !plain {
            return;
        }
        let inner = Query {
            select: vec![Expr::Column(c)],
            tables: std::mem::take(&mut self.q.tables),
            filter: std::mem::take(&mut self.q.filter),
            ..Query::default()
        };
        self.q.filter = vec![Cond::In(Expr::Column(key), Box::new(inner), false)];
    }

    /// A list of its own replaces what else the question seems to ask for.
    fn told(&self, shown: &mut Vec<(Expr, usize)>) {
        let Some(told) = self.parts.told else { return };
        let mut kept: Vec<(Expr, usize)> = Vec::new();
        for (e, at) in shown.drain(..) {
            let inside = at >= told.from && at < told.to;
            if inside || told.calculated && e.is_aggregate() {
                // A measure that is calculated elsewhere is meant as calculated: "top by total sales ... Return the sales".
                let calculated = match &e {
                    Expr::Column(_) => self.calculated_elsewhere(&e),
                    _ => None,
                };
                let e = calculated.unwrap_or(e);
                if !kept.iter().any(|k| k.0 == e) {
                    kept.push((e, at));
                }
            }
        }
        if let Some(at) = told.rows {
            let counted = self.parts.count.and_then(|c| c.0).or_else(|| self.counted_table());
            kept.push((Expr::count(counted.unwrap_or(self.entity)), at));
        }
        kept.sort_by_key(|s| s.1);
        *shown = kept;
    }

    fn calculated_elsewhere(&self, column: &Expr) -> Option<Expr> {
        let of = |e: &Expr| matches!(e, Expr::Agg { of, .. } if **of == *column);
        let sorted = self.parts.order.iter().find_map(|(k, _)| match k {
            crate::ask::builtin::walk::Key::Expr(e) if of(e) => Some(e.clone()),
            _ => None,
        });
        let first = self.parts.told.map_or(0, |t| t.from);
        let shown = self
            .parts
            .select
            .iter()
            .find(|s| s.1 < first && of(&s.0))
            .map(|s| s.0.clone());
        sorted.or(shown)
    }

    /// "total amount" beside a count, where a column is called so: the column added up.
    fn totals(&self, shown: &mut [(Expr, usize)], ch: &mut Chooser) {
        if !shown.iter().any(|s| s.0.is_aggregate()) {
            return;
        }
        for (e, at) in shown.iter_mut() {
            let (Expr::Column(c), Some(item)) = (&*e, self.w.items.get(*at)) else {
                continue;
            };
            let said = self.w.tokens[item.start].is_any(&["total", "sum"]);
            if said && self.w.measurable(*c) && self.w.is_number(*c) && ch.whether("total added up", 0.85) {
                *e = Expr::agg(Agg::Sum, Expr::Column(*c));
            }
        }
    }

    /// Whether each row of the result is one row of the table that arithmetic is about.
    fn of_single_rows(&self) -> bool {
        let mut tables = Vec::new();
        for (e, _) in self.parts.select.iter().filter(|s| matches!(s.0, Expr::Arith(..))) {
            e.tables(&mut |t| tables.push(t));
        }
        if tables.is_empty() {
            self.parts
                .select
                .iter()
                .for_each(|(e, _)| e.tables(&mut |t| tables.push(t)));
        }
        let single = tables.iter().all(|t| Some(t) == tables.first());
        let by_row = self.parts.group.iter().all(|g| match g {
            Group::Entity(t) => Some(t) == tables.first(),
            Group::Column(c) => Some(&c.table) == tables.first() && self.identity(c.table) == Some(*c),
            Group::Part(..) => false,
        });
        single && by_row && (!self.parts.group.is_empty() || self.parts.calculate.is_none())
    }

    /// Arithmetic over groups: sums of products, ratios of sums.
    fn added_up(&self, shown: &mut [(Expr, usize)]) {
        let grouped = !self.parts.group.is_empty() || shown.iter().any(|s| s.0.is_aggregate());
        if !grouped {
            return;
        }
        for (e, _) in shown.iter_mut() {
            if let Expr::Arith(a, op, b) = e {
                if a.is_aggregate() || b.is_aggregate() {
                    continue;
                }
                let sum = |e: &Expr| match e {
                    Expr::Number(_) => e.clone(),
                    other => Expr::agg(Agg::Sum, other.clone()),
                };
                *e = match op {
                    '/' => Expr::Arith(Box::new(sum(a)), '/', Box::new(sum(b))),
                    _ => Expr::agg(Agg::Sum, e.clone()),
                };
            }
        }
    }
}

/// The two results said behind "difference between" or "ratio of" become one.
fn calculate(shown: &mut Vec<(Expr, usize)>, said: Option<(char, usize)>, rowwise: bool) {
    let Some((op, at)) = said else { return };
    let behind: Vec<usize> = (0..shown.len()).filter(|i| shown[*i].1 > at).collect();
    let [a, b] = behind[..] else { return };
    let aggregated = shown[a].0.is_aggregate() || shown[b].0.is_aggregate();
    let side = |e: &Expr| match e {
        Expr::Column(_) if aggregated || op == '/' && !rowwise => Expr::agg(Agg::Sum, e.clone()),
        other => other.clone(),
    };
    let made = Expr::Arith(Box::new(side(&shown[a].0)), op, Box::new(side(&shown[b].0)));
    shown.remove(b);
    shown[a].0 = made;
}
