//! Conditions: merged by "and" and "or", negated, and moved inside where they speak of partner rows.

use super::{stretches, Assembly};
use crate::ask::builtin::choose::Chooser;
use crate::ask::builtin::mentions;
use crate::ask::builtin::query::{Agg, Col, Cond, Expr, Op, Query, Value};
use crate::ask::builtin::walk::Filter;

impl Assembly<'_, '_> {
    /// Filters merged, negated and placed.
    pub(super) fn conditions(&mut self, ch: &mut Chooser) -> Option<()> {
        let mut filters = std::mem::take(&mut self.parts.filters);
        let without = std::mem::take(&mut self.parts.without);
        for (t, at) in without {
            // "guests who do not stay in the hotel with stars 3": not of that hotel.
            let own = |f: &Filter| (at + 1..at + 5).contains(&f.at) && self.table_of(&f.cond) == Some(self.entity);
            let of_rows = |f: &Filter| f.at > at && self.table_of(&f.cond) != Some(self.entity);
            if t != self.entity && !filters.iter().any(of_rows) && filters.iter().any(own) {
                if let Some(denied) = filters.iter().position(own) {
                    if !filters[denied].negated && ch.whether("the condition is denied", 0.5) {
                        filters[denied].negated = true;
                        continue;
                    }
                }
            }
            // Conditions behind the negated table speak of its rows.
            let (inner, outer): (Vec<Filter>, Vec<Filter>) = filters.into_iter().partition(|f| {
                let table = self.table_of(&f.cond);
                // "products that Sony does not make": whose rows there must not be.
                let before = t != self.entity && table == Some(t) && f.at < at && f.at + 4 > at;
                before || f.at > at && (t == self.entity || table != Some(self.entity))
            });
            filters = outer;
            // "No row of its own": with no condition there would be none at all.
            if t == self.entity && inner.is_empty() {
                return None;
            }
            let inner = inner.into_iter().map(|f| f.cond).collect();
            self.q.distinct |= t == self.entity && self.repeating().is_some();
            let cond = self.absent(t, inner)?;
            self.absent.push(t);
            self.q.filter.push(cond);
        }
        if let Some((key, at)) = self.under {
            let (inner, outer): (Vec<Filter>, Vec<Filter>) = filters.into_iter().partition(|f| f.at > at);
            filters = outer;
            let cond = self.below(key, inner, ch)?;
            self.q.filter.push(cond);
        }
        // "sold in the east in 2021 but not in the west in 2022": no row for which all of it holds.
        if let Some(but) = self.parts.but_at {
            let (behind, front): (Vec<Filter>, Vec<Filter>) = filters.into_iter().partition(|f| f.at > but);
            let table = behind.first().and_then(|f| self.table_of(&f.cond));
            let twice = behind.len() > 1
                && behind.iter().all(|f| self.table_of(&f.cond) == table)
                && behind.iter().any(|f| f.negated)
                && behind
                    .iter()
                    .all(|b| front.iter().any(|f| same_column(&f.cond, &b.cond)));
            filters = front;
            match table.filter(|_| twice) {
                Some(t) => {
                    self.q.distinct |= t == self.entity && self.repeating().is_some();
                    let cond = self.absent(t, behind.into_iter().map(|f| f.cond).collect())?;
                    self.q.filter.push(cond);
                }
                None => filters.extend(behind),
            }
        }
        let conds = self.tied(filters, ch)?;
        self.q.filter.extend(conds);
        Some(())
    }

    /// Rows of which a key into their own table leads to rows that the conditions leave; denied, all others.
    fn below(&mut self, key: Col, mut inner: Vec<Filter>, ch: &mut Chooser) -> Option<Cond> {
        let identity = Expr::Column(self.identity(key.table)?);
        let not = inner.iter().any(|f| f.negated);
        inner.iter_mut().for_each(|f| f.negated = false);
        let rows = |filter: Vec<Cond>| Query {
            select: vec![identity.clone()],
            filter,
            ..Query::default()
        };
        let led = Cond::In(Expr::Column(key), Box::new(rows(self.tied(inner, ch)?)), false);
        // Whoever has nobody above is among the others.
        Some(match not {
            true => Cond::In(identity.clone(), Box::new(rows(vec![led])), true),
            false => led,
        })
    }

    /// Conditions as "and" and "or" tie them.
    fn tied(&mut self, mut filters: Vec<Filter>, ch: &mut Chooser) -> Option<Vec<Cond>> {
        // "or" ties a condition to the one that is said next, whichever was understood first.
        if filters.iter().any(|f| f.or_next) {
            filters.sort_by_key(|f| f.at);
        }
        let mut out = Vec::new();
        let pairs = filters
            .windows(4)
            .enumerate()
            .find_map(|(at, four)| Some((at, in_pairs(four)?)));
        if let Some((at, pairs)) = pairs {
            filters.drain(at..at + 4);
            out.push(pairs);
        }
        let mut i = 0;
        while i < filters.len() {
            let mut run = vec![filters[i].clone()];
            let mut or = false;
            while let Some(next) = filters.get(i + 1) {
                let last = &run[run.len() - 1];
                let listed = last.or_next
                    || last.and_next
                    || (same_column(&run[0].cond, &next.cond)
                        && filters[i + 1..].iter().any(|f| f.or_next || f.and_next));
                let same = same_column(&run[0].cond, &next.cond) && !next.negated && !run[0].negated;
                let either = last.or_next && !next.negated;
                let never = stretches::disjoint(&[run[0].cond.clone(), next.cond.clone()]);
                if !(either || same && (listed || never || self.parts.both)) {
                    break;
                }
                or |= last.or_next;
                run.push(next.clone());
                i += 1;
            }
            i += 1;
            out.extend(self.merge(run, or, ch)?);
        }
        Some(out)
    }

    pub(super) fn table_of(&self, c: &Cond) -> Option<usize> {
        let mut table = None;
        c.tables(&mut |t| table = table.or(Some(t)));
        table
    }

    pub(super) fn merge(&mut self, run: Vec<Filter>, or: bool, ch: &mut Chooser) -> Option<Vec<Cond>> {
        let first = run[0].clone();
        let table = self.table_of(&first.cond);
        let many = table.is_some_and(|t| t != self.entity && self.many(t));
        if run.len() == 1 {
            if !first.negated {
                return Some(vec![first.cond]);
            }
            // "not from France": another value, or no such row at all.
            // "studios that have never worked with": of none of their rows.
            let repeats = table == Some(self.entity) && self.repeating().is_some();
            let apart = (many || repeats) && ch.whether("no such row", if many { 0.75 } else { 0.5 });
            self.q.distinct |= apart && repeats;
            return Some(vec![match apart {
                true => self.absent(table?, vec![first.cond])?,
                false => first.cond.denied(),
            }]);
        }
        let mut conds: Vec<Cond> = run.into_iter().map(|f| f.cond).collect();
        if first.negated && or {
            // "not from Germany or France": from neither; "not from Germany or older than 20": the first alone is denied.
            if conds.iter().all(|c| same_column(c, &first.cond)) {
                if many && ch.whether("no such row", 0.75) {
                    return Some(vec![self.absent(table?, vec![Cond::Any(conds)])?]);
                }
                return Some(conds.into_iter().map(Cond::denied).collect());
            }
            conds[0] = first.cond.clone().denied();
        }
        if or {
            return Some(vec![Cond::Any(conds)]);
        }
        // "the average age of male and female students", "orders in 2022 and 2023": one figure each.
        let figures = self.q.select.iter().any(Expr::is_aggregate);
        let told_apart = one_expression(&conds).or_else(|| stretches::told_apart_by(&conds));
        if let (true, Some(e)) = (figures, told_apart.clone()) {
            if ch.whether("a figure for each of the values", 0.5) {
                self.add_group(e.clone());
                self.q.select.insert(0, e);
                return Some(vec![Cond::Any(conds)]);
            }
        }
        // "the countries with mountains above 5600 and mountains below 5200": countries that have both.
        let repeating = self.repeating().filter(|_| table == Some(self.entity));
        // "sales in 2023 and 2024": a line belongs to one order, which was placed in one year.
        let never = stretches::disjoint(&conds) && !many;
        if never || figures && !many && repeating.is_none() && told_apart.is_some() {
            return Some(vec![Cond::Any(conds)]);
        }
        let apart = apart(&conds);
        let yes = if self.parts.both || apart {
            0.9
        } else if many {
            0.7
        } else if repeating.is_some() {
            0.35
        } else {
            0.12
        };
        if ch.whether("all of the values", yes) {
            self.q.distinct |= repeating.is_some();
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
    pub(super) fn many(&self, t: usize) -> bool {
        self.several(self.entity, t)
    }

    /// Whether one row of a table may have several partners in another.
    pub(super) fn several(&self, one: usize, t: usize) -> bool {
        let name = |t: usize| self.w.knowledge.catalog.tables[t].name.as_str();
        let Some(path) = self.w.knowledge.graph.path(name(one), name(t)) else {
            return false;
        };
        let mut at = name(one).to_owned();
        path.iter().any(|s| {
            let (from, column, to) = if s.left_table.eq_ignore_ascii_case(&at) {
                (&s.left_table, &s.left_column, &s.right_table)
            } else {
                (&s.right_table, &s.right_column, &s.left_table)
            };
            let unique_here = self
                .w
                .knowledge
                .catalog
                .table(from)
                .is_some_and(|x| x.primary_key.len() == 1 && x.primary_key[0].eq_ignore_ascii_case(column));
            at = to.clone();
            unique_here
        })
    }

    /// `entity.key [NOT] IN (SELECT link FROM ... WHERE conditions)`.
    pub(super) fn linked(&self, t: usize, conds: Vec<Cond>, not: bool) -> Option<Cond> {
        let catalog = &self.w.knowledge.catalog;
        let find = |table: &str, column: &str| {
            let t = mentions::position(self.w.knowledge, table)?;
            mentions::column(self.w.knowledge, t, column)
        };
        if t == self.entity {
            let key = self
                .repeating()
                .or_else(|| self.counted_values())
                .or_else(|| self.identity(t))?;
            let inner = Query {
                select: vec![Expr::Column(key)],
                filter: conds,
                ..Query::default()
            };
            return Some(Cond::In(Expr::Column(key), Box::new(inner), not));
        }
        let path = self
            .w
            .knowledge
            .graph
            .path(&catalog.tables[self.entity].name, &catalog.tables[t].name)?;
        let step = path.first()?;
        let left = find(&step.left_table, &step.left_column)?;
        let right = find(&step.right_table, &step.right_column)?;
        let (outer, inner) = if left.table == self.entity {
            (left, right)
        } else {
            (right, left)
        };
        let query = Query {
            select: vec![Expr::Column(inner)],
            tables: vec![t],
            filter: conds,
            ..Query::default()
        };
        Some(Cond::In(Expr::Column(outer), Box::new(query), not))
    }

    /// "How many ports have more than 3 quays": the column whose values are counted.
    fn counted_values(&self) -> Option<Col> {
        let [Expr::Agg {
            agg: Agg::Count, of, ..
        }] = self.q.select.as_slice()
        else {
            return None;
        };
        match **of {
            Expr::Column(c) if c.table == self.entity => Some(c),
            _ => None,
        }
    }

    pub(super) fn absent(&self, t: usize, conds: Vec<Cond>) -> Option<Cond> {
        self.linked(t, conds, true)
    }

    pub(super) fn present(&self, t: usize, cond: Cond) -> Option<Cond> {
        self.linked(t, vec![cond], false)
    }
}

/// "In the east in 2021 or in the west in 2022": two conditions, and the same two once more.
fn in_pairs(filters: &[Filter]) -> Option<Cond> {
    let [a, b, c, d] = filters else { return None };
    let plain = filters.iter().all(|f| !f.negated);
    let crossed = b.or_next && !a.or_next && !c.or_next;
    let fits = plain && crossed && same_column(&a.cond, &c.cond) && same_column(&b.cond, &d.cond);
    let both = |x: &Filter, y: &Filter| Cond::All(vec![x.cond.clone(), y.cond.clone()]);
    fits.then(|| Cond::Any(vec![both(a, b), both(c, d)]))
}

/// What all conditions compare.
fn one_expression(conds: &[Cond]) -> Option<Expr> {
    let left = |c: &Cond| match c {
        Cond::Compare(e, Op::Eq, _) => Some(e.clone()),
        _ => None,
    };
    let first = left(conds.first()?)?;
    conds.iter().all(|c| left(c).as_ref() == Some(&first)).then_some(first)
}

/// Two comparisons that no row can meet together: above 5600 and below 5200.
fn apart(conds: &[Cond]) -> bool {
    let [Cond::Compare(x, a, Value::Number(m)), Cond::Compare(y, b, Value::Number(n))] = conds else {
        return false;
    };
    let (Ok(m), Ok(n)) = (m.parse::<f64>(), n.parse::<f64>()) else {
        return false;
    };
    x == y
        && match (a, b) {
            (Op::Ge, Op::Le) => m > n,
            (Op::Le, Op::Ge) => m < n,
            (Op::Gt | Op::Ge, Op::Lt | Op::Le) => m >= n,
            (Op::Lt | Op::Le, Op::Gt | Op::Ge) => m <= n,
            _ => false,
        }
}

fn same_column(a: &Cond, b: &Cond) -> bool {
    if apart(&[a.clone(), b.clone()]) || stretches::disjoint(&[a.clone(), b.clone()]) {
        return true;
    }
    match (a, b) {
        (Cond::Compare(x, Op::Eq, _), Cond::Compare(y, Op::Eq, _)) => x == y,
        (Cond::Compare(x, Op::Like, _), Cond::Compare(y, Op::Like, _)) => x == y,
        _ => false,
    }
}
