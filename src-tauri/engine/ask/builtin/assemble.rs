//! From the parts of one reading to a query: what is shown, of which rows, grouped and sorted how.
//!
//! In: [`Parts`] and the chooser. Out: a [`Query`], or `None` where the parts make no sense together.

mod filters;
mod groups;

use super::choose::Chooser;
use super::query::{Agg, Col, Cond, Expr, Op, Query};
use super::walk::{Group, Key, Parts, Walk};
use crate::words::alike;

pub fn assemble(w: &Walk<'_>, ch: &mut Chooser) -> Option<Query> {
    let mut a = Assembly {
        w,
        parts: w.parts.clone(),
        entity: 0,
        q: Query::default(),
    };
    a.entity = a.entity()?;
    a.show(ch)?;
    a.conditions(ch)?;
    a.group(ch)?;
    a.sort(ch)?;
    a.complete_groups();
    a.join_mentioned(ch);
    a.once(ch);
    a.route(ch);
    Some(a.q)
}

struct Assembly<'a, 'b> {
    w: &'a Walk<'b>,
    parts: Parts,
    /// The table whose rows are asked about.
    entity: usize,
    q: Query,
}

/// The two results said behind "difference between" or "ratio of" become one.
fn calculate(shown: &mut Vec<(Expr, usize)>, said: Option<(char, usize)>) {
    let Some((op, at)) = said else { return };
    let behind: Vec<usize> = (0..shown.len()).filter(|i| shown[*i].1 > at).collect();
    let [a, b] = behind[..] else { return };
    let aggregated = shown[a].0.is_aggregate() || shown[b].0.is_aggregate();
    let side = |e: &Expr| match e {
        Expr::Column(_) if aggregated || op == '/' => Expr::agg(Agg::Sum, e.clone()),
        other => other.clone(),
    };
    let made = Expr::Arith(Box::new(side(&shown[a].0)), op, Box::new(side(&shown[b].0)));
    shown.remove(b);
    shown[a].0 = made;
}

impl Assembly<'_, '_> {
    fn entity(&self) -> Option<usize> {
        let p = &self.parts;
        let shown = p.select.iter().find_map(|(e, _)| match e {
            Expr::Column(c) => Some(c.table),
            _ => None,
        });
        let grouped = p.group.iter().find_map(|g| match g {
            Group::Entity(t) => Some(*t),
            Group::Column(c) => Some(c.table),
            Group::Part(_, c) => c.map(|c| c.table),
        });
        let calculated = p.select.iter().find_map(|(e, _)| {
            let mut table = None;
            e.tables(&mut |t| table = table.or(Some(t)));
            table
        });
        let counted: Vec<usize> = p
            .counts
            .iter()
            .filter_map(|c| c.table)
            .chain(p.order.iter().filter_map(|(k, _)| match k {
                Key::Count(t) => *t,
                _ => None,
            }))
            .chain(p.without.iter().map(|x| x.0))
            .collect();
        let mentioned = p
            .tables
            .iter()
            .filter(|t| !counted.contains(&t.0))
            .min_by_key(|t| t.1)
            .map(|t| t.0);
        let filtered = p.filters.first().and_then(|f| {
            let mut table = None;
            f.cond.tables(&mut |t| table = table.or(Some(t)));
            table
        });
        let asked = p.asked.filter(|t| !self.w.names(*t).is_empty());
        let other = p
            .select
            .iter()
            .any(|(e, at)| matches!(e, Expr::Column(c) if Some(c.table) != asked) && self.w.related_before(*at));
        asked
            .filter(|_| other)
            .or(shown)
            .or_else(|| self.who())
            .or(p.count.and_then(|c| c.0))
            .or(grouped)
            .or(mentioned)
            .or(calculated)
            .or(filtered)
            .or(p.tables.first().map(|t| t.0))
            .or(counted.first().copied())
    }

    /// "Who won the award": people are asked for, so a table of people near what is spoken of.
    fn who(&self) -> Option<usize> {
        let who = self.w.tokens.first().is_some_and(|t| t.is("who"));
        if !who || self.parts.count.is_some() || !self.parts.group.is_empty() {
            return None;
        }
        // "Who are our top customers": the people are named.
        let first = self.w.meaning.iter().flatten().next();
        if matches!(first, Some(super::mentions::Meaning::Table(t)) if !self.w.names(*t).is_empty())
            && self
                .w
                .tokens
                .get(1)
                .is_some_and(|t| t.is_any(&["are", "is", "were", "was"]))
        {
            return None;
        }
        let scope = self.w.scope();
        let people = |t: &usize| self.w.names(*t).len() == 2;
        scope.iter().copied().find(people).or_else(|| {
            let all = 0..self.w.knowledge.catalog.tables.len();
            all.filter(people)
                .find(|t| scope.iter().any(|s| self.w.adjacent(*s, *t)))
        })
    }

    /// "Who manages": not the manager's key but the names it stands for.
    fn people_behind(&self, e: &Expr) -> Option<Vec<Col>> {
        let Expr::Column(c) = e else { return None };
        if !self.w.tokens.first().is_some_and(|t| t.is("who")) {
            return None;
        }
        let table = &self.w.knowledge.catalog.tables[c.table].name;
        let column = self.w.name(*c);
        let edge = self
            .w
            .knowledge
            .graph
            .edges
            .iter()
            .find(|x| x.from_table == *table && x.from_column == column)?;
        let parent = super::mentions::position(self.w.knowledge, &edge.to_table).filter(|p| *p != c.table)?;
        Some(self.w.names(parent))
    }

    /// What identifies one row of a table: its key, or its name where it has no single key.
    fn identity(&self, t: usize) -> Option<Col> {
        let table = &self.w.knowledge.catalog.tables[t];
        match table.primary_key.as_slice() {
            [one] => super::mentions::column(self.w.knowledge, t, one),
            _ => self.w.name_column(t),
        }
    }

    fn show(&mut self, ch: &mut Chooser) -> Option<()> {
        let mut shown: Vec<(Expr, usize)> = Vec::new();
        for (e, at) in self.parts.select.clone() {
            match self
                .people_behind(&e)
                .filter(|p| !p.is_empty() && ch.whether("people behind key", 0.8))
            {
                Some(people) => shown.extend(people.into_iter().map(|c| (Expr::Column(c), at))),
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
        calculate(&mut shown, self.parts.calculate);
        // "the 10 oldest players with the name of their team": the players themselves, too.
        if let Some(t) = self.parts.asked.filter(|t| *t == self.entity) {
            let own = |e: &Expr| matches!(e, Expr::Column(c) if c.table == t);
            let plain = !shown.is_empty() && shown.iter().all(|s| !s.0.is_aggregate() && !own(&s.0));
            if plain && ch.whether("asked shown too", 0.7) {
                let names = self.w.names(t).into_iter().map(|c| (Expr::Column(c), 0));
                shown.splice(0..0, names);
            }
        }
        self.q.select = shown.into_iter().map(|s| s.0).collect();
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
            let mut options: Vec<(Vec<Expr>, f64)> = vec![(all, if whole { 8.0 } else { 0.6 })];
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

    fn sort(&mut self, ch: &mut Chooser) -> Option<()> {
        let grouped = !self.q.group.is_empty();
        for (key, desc) in std::mem::take(&mut self.parts.order) {
            let e = match key {
                Key::Count(t) => {
                    let t = t.or_else(|| self.other_table()).unwrap_or(self.entity);
                    self.need(t);
                    // A number that is shown already is what "the most" speaks of.
                    self.q
                        .select
                        .iter()
                        .find(|e| e.is_aggregate())
                        .cloned()
                        .filter(|_| grouped)
                        .unwrap_or_else(|| Expr::count(t))
                }
                Key::Measure => {
                    let calculated = self.q.select.iter().find(|e| e.is_aggregate()).cloned();
                    let compared = self.q.filter.iter().find_map(|c| match c {
                        Cond::Compare(e @ (Expr::Column(_) | Expr::Part(..)), op, _) if *op != Op::Eq => {
                            Some(e.clone())
                        }
                        _ => None,
                    });
                    let number = self
                        .q
                        .select
                        .iter()
                        .find(|e| matches!(e, Expr::Column(c) if self.w.measurable(*c)))
                        .cloned();
                    calculated.or(compared).or(number).or(self.q.select.first().cloned())?
                }
                Key::Shown => self
                    .q
                    .select
                    .iter()
                    .find(|e| !e.is_aggregate())
                    .or(self.q.select.first())?
                    .clone(),
                Key::Expr(e) if grouped && !e.is_aggregate() && !self.q.group.contains(&e) => {
                    let shown = self
                        .q
                        .select
                        .iter()
                        .find(|s| matches!(s, Expr::Agg { of, .. } if **of == e));
                    shown.cloned().unwrap_or_else(|| {
                        Expr::agg(
                            if ch.whether("order by sum", 0.5) {
                                Agg::Sum
                            } else {
                                Agg::Max
                            },
                            e,
                        )
                    })
                }
                // "Which player has the most assists": each player's games added up.
                Key::Expr(Expr::Column(c))
                    if !grouped
                        && self.parts.limit.is_some()
                        && c.table != self.entity
                        && self.many(c.table)
                        && self.w.is_number(c)
                        && !self.q.select.iter().any(Expr::is_aggregate)
                        && ch.whether("added up over partners", 0.6) =>
                {
                    Expr::agg(Agg::Sum, Expr::Column(c))
                }
                Key::Expr(e) => e,
            };
            if self.q.group.is_empty() && e.is_aggregate() {
                let plain: Vec<Expr> = self.q.select.iter().filter(|e| !e.is_aggregate()).cloned().collect();
                self.group_by_shown(&plain.clone(), true, ch);
                if self.q.group.is_empty() {
                    return None;
                }
            }
            if !self.q.order.iter().any(|o| o.0 == e) {
                self.q.order.push((e, desc));
            }
        }
        self.q.limit = self.parts.limit;
        Some(())
    }

    /// What is shown beside a key is grouped by too; engines other than SQLite insist on it.
    fn complete_groups(&mut self) {
        if self.q.group.is_empty() {
            return;
        }
        for e in self.q.select.clone().into_iter().filter(|e| !e.is_aggregate()) {
            if !self.q.group.contains(&e) {
                self.q.group.push(e);
            }
        }
    }

    /// Tables named but used by nothing: rows must have a partner there.
    fn join_mentioned(&mut self, ch: &mut Chooser) {
        let mut tables = self.parts.tables.clone();
        tables.sort_by_key(|t| t.1);
        for (t, _) in tables {
            let needed = self.q.needed();
            if needed.contains(&t) || needed.is_empty() {
                continue;
            }
            let name = |t: usize| self.w.knowledge.catalog.tables[t].name.clone();
            let close = self
                .w
                .knowledge
                .graph
                .path(&name(needed[0]), &name(t))
                .is_some_and(|p| p.len() <= 2);
            if close && ch.whether("joined", 0.7) {
                self.need(t);
            }
        }
    }

    /// DISTINCT where asked for, and where a join would repeat what is shown.
    fn once(&mut self, ch: &mut Chooser) {
        let plain = self.q.group.is_empty() && !self.q.select.iter().any(Expr::is_aggregate);
        if self.parts.distinct {
            match self.q.select.as_mut_slice() {
                [Expr::Agg {
                    agg: Agg::Count,
                    distinct,
                    of,
                }] if matches!(**of, Expr::Column(_)) => *distinct = true,
                _ if plain => self.q.distinct = true,
                _ => {}
            }
            return;
        }
        let multiplies = self.q.needed().iter().any(|t| *t != self.entity && self.many(*t));
        if plain && multiplies && self.q.order.is_empty() {
            self.q.distinct = ch.whether("each once", 0.35);
        }
        if self.q.group.is_empty() && multiplies {
            if let [Expr::Agg {
                agg: Agg::Count, of, ..
            }] = self.q.select.as_slice()
            {
                if **of == Expr::Rows(self.entity) {
                    if let Some(key) = self
                        .identity(self.entity)
                        .filter(|_| ch.whether("count each once", 0.4))
                    {
                        self.q.select = vec![Expr::Agg {
                            agg: Agg::Count,
                            distinct: true,
                            of: Box::new(Expr::Column(key)),
                        }];
                    }
                }
            }
        }
    }

    /// Which of several keys between two tables: the one whose name the question's words are nearest to.
    fn route(&mut self, ch: &mut Chooser) {
        let catalog = &self.w.knowledge.catalog;
        let names: Vec<String> = self
            .q
            .needed()
            .iter()
            .map(|t| catalog.tables[*t].name.clone())
            .collect();
        if names.len() < 2 {
            return;
        }
        let Some(steps) = self.w.knowledge.graph.connect(&names) else {
            return;
        };
        let mut scale = 1;
        for step in steps {
            let ways = self.w.knowledge.graph.paths(&step.left_table, &step.right_table, 4);
            let ways: Vec<_> = ways.iter().filter(|p| p.len() == 1).map(|p| &p[0]).collect();
            if ways.len() < 2 {
                continue;
            }
            let weights: Vec<f64> = ways
                .iter()
                .map(|s| {
                    let stems: Vec<String> = [&s.left_column, &s.right_column]
                        .iter()
                        .flat_map(|c| crate::words::split_name(c))
                        .map(|w| crate::words::stem(&w))
                        .collect();
                    let hits = self
                        .w
                        .tokens
                        .iter()
                        .filter(|t| stems.iter().any(|x| alike(&t.stem, x).is_some()))
                        .count();
                    1.0 + 4.0 * hits as f64
                })
                .collect();
            self.q.route += scale * ch.pick("which key", &weights);
            scale *= ways.len();
        }
    }
}
