//! From the parts of one reading to a query: what is shown, of which rows, grouped and sorted how.
//!
//! In: [`Parts`] and the chooser. Out: a [`Query`], or `None` where the parts make no sense together.

mod asked;
mod best;
mod filters;
mod groups;
mod show;
mod sound;
mod stretches;
mod who;

use askwell_contract::run::JoinStep;

use super::choose::Chooser;
use super::query::{Agg, Col, Cond, Expr, Op, Query};
use super::walk::{Group, Key, Parts, Walk};
use crate::words::{alike, Token};

/// Weight of a way over other tables between two that no key ties to each other; the cheapest weighs 1. Set by
/// judgement: behind whatever the question's words decide, and before nothing.
const OTHER_WAY: f64 = 0.05;

pub fn assemble(w: &Walk<'_>, ch: &mut Chooser) -> Option<Query> {
    let mut a = Assembly {
        w,
        parts: w.parts.clone(),
        entity: 0,
        keys: Vec::new(),
        own: None,
        under: None,
        absent: Vec::new(),
        once_each: w.parts.once_each,
        q: Query::default(),
    };
    if a.parts.unknown {
        return None;
    }
    a.entity = a.entity()?;
    a.show(ch)?;
    a.conditions(ch)?;
    a.group(ch)?;
    a.sort(ch)?;
    a.complete_groups();
    a.trend();
    if let Some(t) = a.parts.counted {
        a.need(t);
    }
    a.join_mentioned(ch);
    a.wrap_own_key();
    a.once(ch);
    a.route(ch);
    a.no_column_twice();
    a.one_row_has_no_order();
    a.sound().then_some(a.q)
}

struct Assembly<'a, 'b> {
    w: &'a Walk<'b>,
    parts: Parts,
    /// The table whose rows are asked about.
    entity: usize,
    /// Keys whose rows are shown; joins go along them.
    keys: Vec<Col>,
    /// A key into the asked table itself, whose rows are shown.
    own: Option<Col>,
    /// A key into the asked table itself, with its place: what is said behind it is of the row that it leads to.
    under: Option<(Col, usize)>,
    /// Tables in which there is no partner.
    absent: Vec<usize>,
    /// A verb asks whether there is a partner at all, however many.
    once_each: bool,
    q: Query,
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

    fn identity(&self, t: usize) -> Option<Col> {
        self.w.identity(t)
    }

    fn sort(&mut self, ch: &mut Chooser) -> Option<()> {
        let grouped = !self.q.group.is_empty();
        self.best_are_sold_most();
        for (key, desc) in std::mem::take(&mut self.parts.order) {
            let e = match key {
                Key::Count(t) => {
                    let t = t.or_else(|| self.other_table()).unwrap_or(self.entity);
                    self.need(t);
                    // A number that is shown already is what "the most" speaks of.
                    let counts = |e: &&Expr| match e {
                        Expr::Agg {
                            agg: Agg::Count, of, ..
                        } => {
                            let mut of_it = false;
                            of.tables(&mut |x| of_it |= x == t);
                            of_it
                        }
                        _ => false,
                    };
                    let shown = self.q.select.iter().filter(|_| grouped);
                    let shown = shown
                        .clone()
                        .find(counts)
                        .or_else(|| shown.clone().find(|e| e.is_aggregate()));
                    shown.cloned().unwrap_or_else(|| Expr::count(t))
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
                // "Which player has the most assists": each player's games added up. "The top 10 products by units sold".
                Key::Expr(Expr::Column(c))
                    if !grouped
                        && self.parts.limit.is_some()
                        && c.table != self.entity
                        && self.many(c.table)
                        && self.w.is_number(c)
                        && !self.q.select.iter().any(Expr::is_aggregate)
                        && (self.parts.most
                            || self.parts.top.is_some() && self.w.adds_up(c)
                            || ch.whether("added up over partners", 0.6)) =>
                {
                    Expr::agg(Agg::Sum, Expr::Column(c))
                }
                Key::Expr(e) => e,
            };
            if self.q.group.is_empty() && e.is_aggregate() {
                let plain: Vec<Expr> = self.q.select.iter().filter(|e| !e.is_aggregate()).cloned().collect();
                let mut of = None;
                e.tables(&mut |t| of = Some(t));
                self.group_by_shown(&plain, true, of, ch);
                if self.q.group.is_empty() {
                    return None;
                }
            }
            if !self.q.order.iter().any(|o| o.0 == e) {
                self.q.order.push((e, desc));
            }
        }
        // "the top 2 states": by the figure that is shown.
        if let (Some(desc), true) = (self.parts.top, self.q.order.is_empty()) {
            let measured = |c: Col| self.w.measurable(c) && self.w.is_number(c) && !self.w.is_flag(c);
            let number = |e: &&Expr| matches!(e, Expr::Column(c) if measured(*c));
            let figure = self.q.select.iter().find(|e| e.is_aggregate());
            let by = figure.or_else(|| self.q.select.iter().find(number)).cloned();
            self.q.order.extend(by.map(|e| (e, desc)));
        }
        self.q.limit = self.parts.limit;
        if self.q.limit.is_some() {
            self.q.offset = self.parts.offset;
        }
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
            if needed.contains(&t) || needed.is_empty() || self.absent.contains(&t) {
                continue;
            }
            let name = |t: usize| self.w.knowledge.catalog.tables[t].name.clone();
            let close = self
                .w
                .knowledge
                .graph
                .path(&name(needed[0]), &name(t))
                .is_some_and(|mut p| {
                    // A key of two columns is one step.
                    p.dedup_by(|a, b| a.left_table == b.left_table && a.right_table == b.right_table);
                    p.len() <= 2
                });
            // "how many orders were returned": each order once, with a row of that kind.
            let verb = self.w.items.iter().enumerate().any(|(i, x)| {
                let word = &self.w.tokens[x.end - 1].lower;
                let said = i > 0 && word.ends_with("ed") && x.end - x.start == 1;
                said && self.w.meaning[i] == Some(super::mentions::Meaning::Table(t))
            });
            // Rows of that kind belong to one of these: a game has no players as an order has returns.
            let belongs = self
                .w
                .knowledge
                .graph
                .path(&name(self.entity), &name(t))
                .is_some_and(|p| {
                    p.last().is_some_and(|s| {
                        let (own, other) = if s.left_table == name(t) {
                            (&s.left_table, &s.right_table)
                        } else {
                            (&s.right_table, &s.left_table)
                        };
                        let edges = &self.w.knowledge.graph.edges;
                        edges.iter().any(|e| e.from_table == *own && e.to_table == *other)
                    })
                });
            // "patients that have outcomes": at least one.
            let had = self.w.items.iter().enumerate().any(|(i, x)| {
                let has = |t: &crate::words::Token| t.is_any(&["has", "have", "had", "having"]);
                let behind = x.start.checked_sub(1).is_some_and(|k| has(&self.w.tokens[k]));
                behind && self.w.meaning[i] == Some(super::mentions::Meaning::Table(t))
            });
            if close && had && t != self.entity {
                self.need(t);
            } else if close && verb && belongs && t != self.entity && self.many(t) {
                self.once_each = true;
                self.need(t);
            } else if close && ch.whether("joined", 0.7) {
                self.need(t);
            }
        }
    }

    /// "Where are they each from", "the ages of all students": a text for every row, however often it comes back.
    fn of_every_row(&self) -> bool {
        let tokens = &self.w.tokens;
        let said = |at: usize, list: &[&str]| tokens.get(at).is_some_and(|t| t.is_any(list));
        let all = |at: usize| said(at, &["of", "for"]) && said(at + 1, &["all", "every"]);
        (0..tokens.len()).any(|at| said(at, &["each"]) || all(at))
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
        let free = plain && self.q.order.is_empty() && !self.q.distinct;
        if free && self.once_each {
            self.q.distinct = true;
        } else if free && multiplies {
            self.q.distinct = ch.whether("each once", 0.35);
        } else if free
            && self.q.limit.is_none()
            && self.q.set.is_none()
            && !self.of_every_row()
            && self.repeating().is_some()
        {
            self.q.distinct = ch.whether("values once", 0.2);
        }
        if self.q.group.is_empty() && multiplies {
            if let [Expr::Agg {
                agg: Agg::Count, of, ..
            }] = self.q.select.as_slice()
            {
                if **of == Expr::Rows(self.entity) {
                    if let Some(key) = self
                        .identity(self.entity)
                        .filter(|_| self.once_each || ch.whether("count each once", 0.4))
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

    fn no_column_twice(&mut self) {
        let mut seen: Vec<Expr> = Vec::new();
        self.q.select.retain(|e| {
            let new = !seen.contains(e);
            seen.push(e.clone());
            new
        });
    }

    /// The one column shown, where its values stand in several of the asked rows and name none of them.
    fn repeating(&self) -> Option<Col> {
        let [Expr::Column(c)] = self.q.select.as_slice() else {
            return None;
        };
        let repeats = self
            .w
            .profile(*c)
            .is_some_and(|p| p.distinct < p.rows.saturating_sub(p.nulls));
        let names = self.w.names(self.entity);
        (c.table == self.entity && repeats && !self.w.is_key(*c) && !names.contains(c)).then_some(*c)
    }

    /// Which of several keys between two tables: the one whose name the question's words are nearest to. Between tables
    /// that no key ties to each other, over which others.
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
        let Some(routes) = self.w.knowledge.graph.routes(&names) else {
            return;
        };
        let mut scale = 1;
        for choice in &routes.choices {
            let option = match choice.over_others() {
                false => {
                    let weights: Vec<f64> = choice.ways.iter().map(|w| self.key_weight(&w[0])).collect();
                    ch.pick("which key", &weights)
                }
                true => {
                    let mut weights = vec![OTHER_WAY; choice.ways.len()];
                    weights[0] = 1.0;
                    ch.pick("which way", &weights)
                }
            };
            self.q.route += scale * option;
            scale *= choice.ways.len();
        }
    }

    fn key_weight(&self, key: &JoinStep) -> f64 {
        let stems: Vec<String> = [&key.left_column, &key.right_column]
            .iter()
            .flat_map(|c| crate::words::split_name(c))
            .map(|w| crate::words::stem(&w))
            .collect();
        let said = |t: &&Token| stems.iter().any(|x| alike(&t.stem, x).is_some());
        let hits = self.w.tokens.iter().filter(said).count();
        let shown = self.keys.iter().any(|c| {
            let table = &self.w.knowledge.catalog.tables[c.table];
            let name = &table.columns[c.column].name;
            let end = |t: &str, n: &str| t == table.name && n == name;
            end(&key.left_table, &key.left_column) || end(&key.right_table, &key.right_column)
        });
        if shown {
            1e6
        } else {
            1.0 + 4.0 * hits as f64
        }
    }
}
