//! From the parts of one reading to a query: what is shown, of which rows, grouped and sorted how.
//!
//! In: [`Parts`] and the chooser. Out: a [`Query`], or `None` where the parts make no sense together.

use super::choose::Chooser;
use super::query::{Agg, Col, Cond, Expr, Op, Query, Value};
use super::walk::{Filter, Group, Key, Parts, Walk};
use crate::words::alike;

pub fn assemble(w: &Walk<'_>, ch: &mut Chooser) -> Option<Query> {
    let mut a = Assembly { w, parts: w.parts.clone(), entity: 0, q: Query::default() };
    a.entity = a.entity()?;
    a.show(ch)?;
    a.conditions(ch)?;
    a.group(ch)?;
    a.sort(ch)?;
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
        let counted: Vec<usize> = p.counts.iter().filter_map(|c| c.table).chain(p.order.iter().filter_map(|(k, _)| match k {
            Key::Count(t) => *t,
            _ => None,
        })).chain(p.without.iter().map(|x| x.0)).collect();
        let mentioned = p.tables.iter().filter(|t| !counted.contains(&t.0)).min_by_key(|t| t.1).map(|t| t.0);
        let filtered = p.filters.first().and_then(|f| {
            let mut table = None;
            f.cond.tables(&mut |t| table = table.or(Some(t)));
            table
        });
        shown
            .or(p.count.and_then(|c| c.0))
            .or(grouped)
            .or(mentioned)
            .or(calculated)
            .or(filtered)
            .or(p.tables.first().map(|t| t.0))
            .or(counted.first().copied())
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
        let mut shown: Vec<(Expr, usize)> = self.parts.select.clone();
        if let Some((table, at)) = self.parts.count {
            shown.push((Expr::count(table.unwrap_or(self.entity)), at));
        }
        shown.sort_by_key(|s| s.1);
        self.q.select = shown.into_iter().map(|s| s.0).collect();
        if self.q.select.is_empty() && self.parts.group.is_empty() {
            let table = &self.w.knowledge.catalog.tables[self.entity];
            let all: Vec<Expr> = (0..table.columns.len()).map(|column| Expr::Column(Col { table: self.entity, column })).collect();
            let whole = self.w.tokens.iter().any(|t| t.is_any(&["information", "details", "detail", "info", "everything", "records", "record", "rows", "data", "columns"]));
            let name = self.w.name_column(self.entity);
            let key = self.identity(self.entity);
            let mut options: Vec<(Vec<Expr>, f64)> = vec![(all, if whole { 8.0 } else { 0.6 })];
            if let Some(c) = name {
                options.push((vec![Expr::Column(c)], 4.0));
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

    /// Filters merged, negated and placed.
    fn conditions(&mut self, ch: &mut Chooser) -> Option<()> {
        let mut filters = std::mem::take(&mut self.parts.filters);
        let without = std::mem::take(&mut self.parts.without);
        for (t, at) in without {
            // Conditions behind the negated table speak of its rows.
            let (inner, outer): (Vec<Filter>, Vec<Filter>) = filters.into_iter().partition(|f| f.at > at && self.table_of(&f.cond) != Some(self.entity));
            filters = outer;
            let inner = inner.into_iter().map(|f| f.cond).collect();
            let cond = self.absent(t, inner)?;
            self.q.filter.push(cond);
        }
        let mut i = 0;
        while i < filters.len() {
            let mut run = vec![filters[i].clone()];
            let mut or = false;
            while let Some(next) = filters.get(i + 1) {
                let last = &run[run.len() - 1];
                let listed = last.or_next || last.and_next || (same_column(&run[0].cond, &next.cond) && filters[i + 1..].iter().any(|f| f.or_next || f.and_next));
                let same = same_column(&run[0].cond, &next.cond) && !next.negated && !run[0].negated;
                if !(same && (listed || self.parts.both)) && !(last.or_next && !next.negated) {
                    break;
                }
                or |= last.or_next;
                run.push(next.clone());
                i += 1;
            }
            i += 1;
            let cond = self.merge(run, or, ch)?;
            self.q.filter.extend(cond);
        }
        Some(())
    }

    fn table_of(&self, c: &Cond) -> Option<usize> {
        let mut table = None;
        c.tables(&mut |t| table = table.or(Some(t)));
        table
    }

    fn merge(&mut self, run: Vec<Filter>, or: bool, ch: &mut Chooser) -> Option<Vec<Cond>> {
        let first = run[0].clone();
        let table = self.table_of(&first.cond);
        let many = table.is_some_and(|t| t != self.entity && self.many(t));
        if run.len() == 1 {
            if !first.negated {
                return Some(vec![first.cond]);
            }
            // "not from France": another value, or no such row at all.
            let apart = many && ch.whether("no such row", 0.75);
            return Some(vec![match (apart, first.cond) {
                (true, cond) => self.absent(table?, vec![cond])?,
                (false, Cond::Compare(e, op, v)) => Cond::Compare(e, negate(op), v),
                (false, other) => other,
            }]);
        }
        let conds: Vec<Cond> = run.into_iter().map(|f| f.cond).collect();
        if or {
            return Some(vec![Cond::Any(conds)]);
        }
        let yes = if self.parts.both { 0.9 } else if many { 0.7 } else { 0.12 };
        if ch.whether("all of the values", yes) {
            // Rows that have both: each value of its own partner rows.
            let mut all = Vec::new();
            for c in conds {
                all.push(self.present(table?, c)?);
            }
            return Some(all);
        }
        Some(vec![Cond::Any(conds)])
    }

    /// Whether one row of the entity may have several partners in a table.
    fn many(&self, t: usize) -> bool {
        let name = |t: usize| self.w.knowledge.catalog.tables[t].name.as_str();
        let Some(path) = self.w.knowledge.graph.path(name(self.entity), name(t)) else { return false };
        let mut at = name(self.entity).to_owned();
        path.iter().any(|s| {
            let (from, column, to) = if s.left_table.eq_ignore_ascii_case(&at) {
                (&s.left_table, &s.left_column, &s.right_table)
            } else {
                (&s.right_table, &s.right_column, &s.left_table)
            };
            let unique_here = self.w.knowledge.catalog.table(from).is_some_and(|x| x.primary_key.len() == 1 && x.primary_key[0].eq_ignore_ascii_case(column));
            at = to.clone();
            unique_here
        })
    }

    /// `entity.key [NOT] IN (SELECT link FROM ... WHERE conditions)`.
    fn linked(&self, t: usize, conds: Vec<Cond>, not: bool) -> Option<Cond> {
        let catalog = &self.w.knowledge.catalog;
        let find = |table: &str, column: &str| {
            let t = super::mentions::position(self.w.knowledge, table)?;
            super::mentions::column(self.w.knowledge, t, column)
        };
        if t == self.entity {
            let key = self.identity(t)?;
            let inner = Query { select: vec![Expr::Column(key)], filter: conds, ..Query::default() };
            return Some(Cond::In(Expr::Column(key), Box::new(inner), not));
        }
        let path = self.w.knowledge.graph.path(&catalog.tables[self.entity].name, &catalog.tables[t].name)?;
        let step = path.first()?;
        let left = find(&step.left_table, &step.left_column)?;
        let right = find(&step.right_table, &step.right_column)?;
        let (outer, inner) = if left.table == self.entity { (left, right) } else { (right, left) };
        let query = Query { select: vec![Expr::Column(inner)], tables: vec![t], filter: conds, ..Query::default() };
        Some(Cond::In(Expr::Column(outer), Box::new(query), not))
    }

    fn absent(&self, t: usize, conds: Vec<Cond>) -> Option<Cond> {
        self.linked(t, conds, true)
    }

    fn present(&self, t: usize, cond: Cond) -> Option<Cond> {
        self.linked(t, vec![cond], false)
    }

    fn group(&mut self, ch: &mut Chooser) -> Option<()> {
        let groups = std::mem::take(&mut self.parts.group);
        let mut lead: Vec<Expr> = Vec::new();
        for g in &groups {
            match g {
                Group::Column(c) => {
                    self.add_group(Expr::Column(*c));
                    lead.push(Expr::Column(*c));
                }
                Group::Part(part, c) => {
                    let c = (*c)?;
                    self.add_group(Expr::Part(*part, c));
                    lead.push(Expr::Part(*part, c));
                }
                Group::Entity(t) => {
                    let key = self.identity(*t)?;
                    let named = self.q.select.iter().any(|e| matches!(e, Expr::Column(c) if c.table == *t));
                    self.add_group(Expr::Column(key));
                    if !named {
                        lead.push(Expr::Column(self.w.name_column(*t).unwrap_or(key)));
                    }
                }
            }
        }
        let counted = !self.parts.counts.is_empty() || self.parts.order.iter().any(|(k, _)| matches!(k, Key::Count(_)));
        let aggregated = self.q.select.iter().any(Expr::is_aggregate);
        if !groups.is_empty() && !aggregated && !counted && self.parts.having.is_empty() {
            return self.extreme_of_group(lead, ch);
        }
        for e in lead.into_iter().rev() {
            if !self.q.select.contains(&e) {
                self.q.select.insert(0, e);
            }
        }
        // "How many customers have more than 3 orders": the counting happens inside.
        let only_count = self.q.select.len() == 1 && matches!(&self.q.select[0], Expr::Agg { agg: Agg::Count, .. });
        if only_count && groups.is_empty() && !self.parts.counts.is_empty() {
            return self.count_inside();
        }
        let plain: Vec<Expr> = self.q.select.iter().filter(|e| !e.is_aggregate()).cloned().collect();
        let needs = counted || aggregated || !self.parts.having.is_empty();
        if needs && self.q.group.is_empty() && !plain.is_empty() {
            self.group_by_shown(&plain, counted, ch);
        }
        for c in std::mem::take(&mut self.parts.counts) {
            let t = c.table.unwrap_or_else(|| self.other_table().unwrap_or(self.entity));
            self.need(t);
            self.q.having.push(Cond::Compare(Expr::count(t), c.op, Value::Number(c.number)));
        }
        self.q.having.append(&mut self.parts.having);
        Some(())
    }

    fn add_group(&mut self, e: Expr) {
        if !self.q.group.contains(&e) {
            self.q.group.push(e);
        }
    }

    /// Rows are grouped by what is shown: by its owner's key where other tables' rows are counted.
    fn group_by_shown(&mut self, plain: &[Expr], counted: bool, ch: &mut Chooser) {
        let owner = match plain.first() {
            Some(Expr::Column(c)) => Some(*c),
            _ => None,
        };
        let others = self.counted_table().is_some_and(|t| Some(t) != owner.map(|c| c.table));
        let key = owner.and_then(|c| self.identity(c.table));
        match (owner, key) {
            (Some(c), Some(key)) if (others || !counted) && (c == key || self.w.name_column(c.table) == Some(c) || plain.len() > 1) => {
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

    /// The table whose rows are counted by a condition, an order or the result.
    fn counted_table(&self) -> Option<usize> {
        let said = self.parts.counts.iter().map(|c| c.table).chain(self.parts.order.iter().filter_map(|(k, _)| match k {
            Key::Count(t) => Some(*t),
            _ => None,
        }));
        let said: Vec<Option<usize>> = said.collect();
        if let Some(t) = said.iter().flatten().next() {
            return Some(*t);
        }
        self.parts.count.and_then(|c| c.0).or_else(|| (!said.is_empty()).then(|| self.other_table()).flatten()).or_else(|| {
            self.q.select.iter().find_map(|e| match e {
                Expr::Agg { of, .. } => {
                    let mut table = None;
                    of.tables(&mut |t| table = Some(t));
                    table
                }
                _ => None,
            })
        })
    }

    /// A table spoken of that is not the one asked about.
    fn other_table(&self) -> Option<usize> {
        self.parts.tables.iter().map(|t| t.0).find(|t| *t != self.entity)
    }

    fn need(&mut self, t: usize) {
        if !self.q.tables.contains(&t) {
            self.q.tables.push(t);
        }
    }

    /// "the oldest student of each grade": the extreme value a group, or all distinct groups.
    fn extreme_of_group(&mut self, lead: Vec<Expr>, ch: &mut Chooser) -> Option<()> {
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

    fn count_inside(&mut self) -> Option<()> {
        let counts = std::mem::take(&mut self.parts.counts);
        for c in counts {
            let t = c.table.or_else(|| self.other_table())?;
            let Cond::In(outer, mut inner, _) = self.linked(t, Vec::new(), false)? else { return None };
            inner.group = inner.select.clone();
            inner.having = vec![Cond::Compare(Expr::count(t), c.op, Value::Number(c.number))];
            self.q.filter.push(Cond::In(outer, inner, false));
            self.parts.tables.retain(|x| x.0 != t);
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
                    self.q.select.iter().find(|e| e.is_aggregate()).cloned().filter(|_| grouped).unwrap_or_else(|| Expr::count(t))
                }
                Key::Shown => self.q.select.iter().find(|e| !e.is_aggregate()).or(self.q.select.first())?.clone(),
                Key::Expr(e) if grouped && !e.is_aggregate() && !self.q.group.contains(&e) => {
                    let shown = self.q.select.iter().find(|s| matches!(s, Expr::Agg { of, .. } if **of == e));
                    shown.cloned().unwrap_or_else(|| Expr::agg(if ch.whether("order by sum", 0.5) { Agg::Sum } else { Agg::Max }, e))
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
            let close = self.w.knowledge.graph.path(&name(needed[0]), &name(t)).is_some_and(|p| p.len() <= 2);
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
                [Expr::Agg { agg: Agg::Count, distinct, of }] if matches!(**of, Expr::Column(_)) => *distinct = true,
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
            if let [Expr::Agg { agg: Agg::Count, of, .. }] = self.q.select.as_slice() {
                if **of == Expr::Rows(self.entity) {
                    if let Some(key) = self.identity(self.entity).filter(|_| ch.whether("count each once", 0.4)) {
                        self.q.select = vec![Expr::Agg { agg: Agg::Count, distinct: true, of: Box::new(Expr::Column(key)) }];
                    }
                }
            }
        }
    }

    /// Which of several keys between two tables: the one whose name the question's words are nearest to.
    fn route(&mut self, ch: &mut Chooser) {
        let catalog = &self.w.knowledge.catalog;
        let names: Vec<String> = self.q.needed().iter().map(|t| catalog.tables[*t].name.clone()).collect();
        if names.len() < 2 {
            return;
        }
        let Some(steps) = self.w.knowledge.graph.connect(&names) else { return };
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
                    let stems: Vec<String> = [&s.left_column, &s.right_column].iter().flat_map(|c| crate::words::split_name(c)).map(|w| crate::words::stem(&w)).collect();
                    let hits = self.w.tokens.iter().filter(|t| stems.iter().any(|x| alike(&t.stem, x).is_some())).count();
                    1.0 + 4.0 * hits as f64
                })
                .collect();
            self.q.route += scale * ch.pick("which key", &weights);
            scale *= ways.len();
        }
    }
}

fn same_column(a: &Cond, b: &Cond) -> bool {
    match (a, b) {
        (Cond::Compare(x, Op::Eq, _), Cond::Compare(y, Op::Eq, _)) => x == y,
        (Cond::Compare(x, Op::Like, _), Cond::Compare(y, Op::Like, _)) => x == y,
        _ => false,
    }
}

fn negate(op: Op) -> Op {
    match op {
        Op::Eq => Op::Ne,
        Op::Ne => Op::Eq,
        Op::Like => Op::NotLike,
        Op::NotLike => Op::Like,
        Op::Gt => Op::Le,
        Op::Ge => Op::Lt,
        Op::Lt => Op::Ge,
        Op::Le => Op::Gt,
    }
}
