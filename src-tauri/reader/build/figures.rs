//! Figures: averages, totals, rates, growth; alone, for groups, or beside each other.

use super::conditions::Conditions;
use super::{Builder, Built};
use crate::constructions::by::usual_of;
use crate::frame::{Ent, Key, Measure};
use crate::known::{Col, Role};
use crate::query::{Agg, Cond, Expr, Part, Query};

impl Builder<'_> {
    fn home(&self, figures: &[Expr], target: Option<Ent>) -> Vec<usize> {
        let mut out = Vec::new();
        figures.iter().for_each(|e| e.visit(&mut |t, _| out.push(t)));
        out.extend(target.map(Ent::table));
        out.truncate(1);
        out
    }

    /// One row of figures, or one for each group.
    pub(super) fn with(
        &self,
        figures: Vec<Expr>,
        target: Option<Ent>,
        conds: &Conditions,
        prior: f64,
        choice: &'static str,
    ) -> Vec<Built> {
        let from = self.home(&figures, target);
        let near = from.first().copied();
        let mut out = Vec::new();
        for groups in self.groups(near, conds) {
            let q = self.grouped_by(&groups, figures.clone(), conds, from.clone());
            out.push(Built::new(q, prior + groups.prior, choice));
        }
        out
    }

    pub(super) fn figures(&self, target: Option<Ent>, conds: &Conditions) -> Vec<Built> {
        let f = self.frame;
        // "What we spend a month on average" has no other reading.
        if matches!(f.each, Some(Key::Part(_))) {
            let found = self.of_sums(conds);
            if !found.is_empty() {
                return found;
            }
        }
        let mut ways: Vec<(Vec<Expr>, f64)> = vec![(Vec::new(), 0.0)];
        for (agg, m) in &f.figures {
            let mut next = Vec::new();
            for (list, prior) in &ways {
                for (e, chance) in self.figure(*agg, *m) {
                    let mut list = list.clone();
                    if !list.contains(&e) {
                        list.push(e);
                    }
                    next.push((list, prior + chance));
                }
            }
            ways = next;
        }
        // "How many orders and what total": both.
        // "Cards, how many and their average age": what is counted was said before, or is what the figures are of.
        let home = f.figures.iter().find_map(|(_, m)| m.table()).map(Ent::Table);
        for e in f.counts.iter().filter_map(|c| c.0.or(target).or(home)) {
            ways.iter_mut().for_each(|w| w.0.insert(0, self.count(e, false)));
        }
        // "Reviews per user, with their mean score": counted, too.
        if let (Some(Ent::Table(t)), true, true) = (
            target,
            f.counts.is_empty() && (!f.groups.is_empty() || conds.versus),
            self.says(&["and", "with", "plus", "&"]),
        ) {
            let grouped = f.groups.contains(&Key::Ent(Ent::Table(t)));
            // "The first and the last order of each customer" counts none.
            let day = |m: &Measure| matches!(m, Measure::Col(c) if self.known.column(*c).is_time());
            if !grouped && !f.figures.iter().all(|(_, m)| day(m)) {
                let more: Vec<_> = ways
                    .iter()
                    .map(|(list, prior)| {
                        let counted = std::iter::once(self.count(Ent::Table(t), false)).chain(list.iter().cloned());
                        (counted.collect(), prior - 0.5)
                    })
                    .collect();
                ways.extend(more);
            }
        }
        // A table that is only named groups the figure: "average price of each brand" is told by its key.
        let found: Vec<Built> = ways
            .into_iter()
            .flat_map(|(list, prior)| self.with(list, target, conds, prior, "figure"))
            .collect();
        let mut found = found;
        found.iter_mut().for_each(|b| self.count_once(&mut b.query));
        found.extend(self.of_sums(conds));
        if let [(agg, m)] = f.figures.as_slice() {
            for (e, prior) in self.figure(*agg, *m) {
                let each = m.table().map(|home| self.apiece(&[e], home, conds)).unwrap_or_default();
                found.extend(each.into_iter().map(|b| Built {
                    prior: b.prior + prior - 0.3,
                    ..b
                }));
            }
        }
        // A figure of a row's own columns is no aggregate: "difference between price and cost of each product".
        let own = match f.figures.as_slice() {
            [(_, Measure::Less(a, b))] if a != b => Some((a, Expr::math(Expr::Col(*a), '-', Expr::Col(*b)))),
            [(_, Measure::Over(a, b))] => Some((a, self.over(Expr::Col(*a), Expr::Col(*b)))),
            _ => None,
        };
        if let Some((a, each)) = own {
            if f.groups.is_empty() && target.is_some_and(|t| t.table() == a.table) {
                let mut q = self.listed(target, conds);
                q.select.push(each);
                found.push(Built::new(q, 0.2, "row figure"));
                return found;
            }
        }
        found
    }

    /// A figure of all, and the same of a part beside it: "total fines and how much of that is unpaid".
    pub(super) fn of_which(&self, part: &Cond, target: Option<Ent>, conds: &Conditions) -> Vec<Built> {
        let mut wholes: Vec<(Expr, Expr, f64)> = Vec::new();
        for (agg, m) in &self.frame.figures {
            let Measure::Col(c) = m else { continue };
            let only = Expr::Only(Box::new(part.clone()), Box::new(Expr::Col(*c)));
            wholes.push((Expr::agg(*agg, Expr::Col(*c)), Expr::agg(*agg, only), 0.0));
        }
        for (c, (agg, prior)) in self
            .measures()
            .into_iter()
            .flat_map(|c| self.meant(c).into_iter().map(move |m| (c, m)))
        {
            let only = Expr::Only(Box::new(part.clone()), Box::new(Expr::Col(c)));
            wholes.push((Expr::agg(agg, Expr::Col(c)), Expr::agg(agg, only), prior - 0.2));
        }
        let counted = self.frame.counts.iter().find_map(|c| c.0).or(target);
        if let Some(e) = counted {
            let one = Expr::Only(Box::new(part.clone()), Box::new(Expr::Num(1.0)));
            let prior = if wholes.is_empty() { 0.0 } else { -0.6 };
            wholes.push((Expr::count(e.table()), Expr::agg(Agg::Count, one), prior));
        }
        let found = wholes.into_iter().flat_map(|(whole, of, prior)| {
            let from = counted
                .filter(|_| matches!(whole, Expr::Agg { agg: Agg::Count, .. }))
                .or(target);
            self.with(vec![whole, of], from, conds, prior, "of which")
        });
        found.collect()
    }

    /// The figure of sums: "average monthly sales", "median revenue per customer".
    fn of_sums(&self, conds: &Conditions) -> Vec<Built> {
        let f = self.frame;
        let [(agg, m @ (Measure::Col(_) | Measure::Times(..)))] = f.figures.as_slice() else {
            return Vec::new();
        };
        // Neither what is averaged nor days add up.
        let day = |c: Col| self.known.column(c).is_time() && !self.known.column(c).is_number();
        let adds_up = !matches!(m, Measure::Col(c) if usual_of(self.known, *c) == Agg::Avg || day(*c));
        let (true, Some(home), false) = (adds_up, m.table(), *agg == Agg::Sum) else {
            return Vec::new();
        };
        let mut out = Vec::new();
        for (sum, prior) in self.figure(Agg::Sum, *m) {
            for key in f.each.iter().chain(&f.groups) {
                let chance = match key {
                    key if f.each == Some(*key) => prior,
                    Key::Ent(_) => prior - 0.7,
                    _ => prior - 0.4,
                };
                let found = self.together(*agg, &sum, home, *key, conds).into_iter();
                out.extend(found.map(|b| Built {
                    prior: b.prior + chance,
                    ..b
                }));
            }
        }
        out
    }

    /// Things counted by the period of the first of their rows: "new customers per month".
    pub(super) fn newly(&self, e: Ent, conds: &Conditions) -> Vec<Built> {
        let part = self.frame.groups.iter().find_map(|k| match k {
            Key::Part(p @ (Part::Year | Part::YearMonth | Part::Week(_) | Part::Day)) => Some(*p),
            _ => None,
        });
        let key = match e {
            Ent::Table(t) => self.known.key(t),
            Ent::Column(c) => Some(c),
        };
        if part.is_none() && !conds.times.is_empty() {
            return self.first_in(e, conds);
        }
        let (Some(part), Some(key), true) = (part, key, conds.times.is_empty()) else {
            return Vec::new();
        };
        let mut out = Vec::new();
        let homes = (0..self.known.tables.len()).filter(|t| self.known.belongs(*t, e.table()));
        for home in homes {
            // Rows of their own say when they came; those that refer to them, when they first did something.
            let far = if home == e.table() { 0.0 } else { 0.1 };
            for (day, score) in self.days(home).into_iter().take(2) {
                let rows = Query {
                    select: vec![Expr::agg(Agg::Min, self.part(part, day))],
                    tables: vec![home, e.table()],
                    filter: conds.filter.clone(),
                    group: vec![Expr::Col(key)],
                    ..Query::default()
                };
                let q = Query {
                    select: vec![Expr::Out(0), Expr::count(e.table())],
                    over: Some(Box::new(rows)),
                    group: vec![Expr::Out(0)],
                    order: vec![(Expr::Out(0), false)],
                    ..Query::default()
                };
                out.push(Built::new(q, score.min(0.0) - far, "newly"));
            }
        }
        out
    }

    /// Things whose first row lies in a stretch of time: "how many new donors in 2025".
    fn first_in(&self, e: Ent, conds: &Conditions) -> Vec<Built> {
        let [Cond::When {
            col: day,
            from: Some(from),
            not: false,
            ..
        }] = conds.times.as_slice()
        else {
            return Vec::new();
        };
        let home = day.table;
        let key = match e {
            Ent::Column(c) => Some(c).filter(|c| c.table == home),
            Ent::Table(t) => self.hook(t, home).map(|h| h.1).filter(|k| k.table == home && t != home),
        };
        let Some(key) = key else { return Vec::new() };
        let before = Query {
            select: vec![Expr::Col(key)],
            filter: vec![
                Cond::When {
                    col: *day,
                    from: Some(from.clone()),
                    to: None,
                    not: true,
                },
                Cond::Null(Expr::Col(key), true),
            ],
            ..Query::default()
        };
        let counted = self.says(&["many", "number", "count"]);
        let shown = match counted {
            true => vec![Expr::each(Agg::Count, Expr::Col(key))],
            false => self.called(e),
        };
        let filter = conds.filter.iter().chain(&conds.times).cloned();
        let q = Query {
            select: shown,
            distinct: !counted,
            tables: vec![home, e.table()],
            filter: filter.chain([Cond::Among(key, Box::new(before), true)]).collect(),
            ..Query::default()
        };
        vec![Built::new(q, 0.0, "newly")]
    }

    /// Number columns without a function, beside groups: added up or averaged; without any, rows are counted.
    pub(super) fn grouped(&self, target: Option<Ent>, conds: &Conditions) -> Vec<Built> {
        let measures = self.measures();
        let mut out = Vec::new();
        match measures.as_slice() {
            [] => {
                let Some(e) = target.or_else(|| self.spoken().first().map(|t| Ent::Table(*t))) else {
                    return out;
                };
                if self.frame.groups.is_empty() && !conds.versus {
                    return out;
                }
                let grouped = self.frame.groups.contains(&Key::Ent(e));
                let counted = match e {
                    Ent::Column(c) if grouped => Expr::count(c.table),
                    e => self.count(e, false),
                };
                // "Petrol by quarter", of a sheet of money that went out: what it came to.
                if let Some((spent, _)) = crate::flows::both(self.known, e.table()) {
                    if !conds.filter.is_empty() {
                        let sum = Expr::agg(Agg::Sum, Expr::Col(spent));
                        out.extend(self.with(vec![sum], target, conds, 0.4, "money of groups"));
                    }
                }
                out.extend(self.with(vec![counted], target, conds, 0.0, "count of groups"));
                if let Ent::Column(c) = e {
                    out.extend(self.with(vec![Expr::count(c.table)], target, conds, -0.6, "count of groups"));
                }
                let mut listed = self.lists(target, conds);
                listed.iter_mut().for_each(|l| l.prior -= 1.0);
                out.extend(listed);
            }
            [one] => {
                // "Hires and takings by fuel": how many, too.
                let counted =
                    target.filter(|t| matches!(t, Ent::Table(_)) && !self.frame.groups.contains(&Key::Ent(*t)));
                let counted = counted
                    .filter(|_| self.says(&["and", "with", "plus", "&"]))
                    .map(|t| self.count(t, false));
                for (agg, chance) in self.meant(*one) {
                    let e = Expr::agg(agg, Expr::Col(*one));
                    if let Some(n) = &counted {
                        out.extend(self.with(vec![n.clone(), e.clone()], target, conds, chance - 0.8, "meant figure"));
                    }
                    out.extend(self.with(vec![e], target, conds, chance, "meant figure"));
                }
            }
            several => {
                let own: Vec<Agg> = several
                    .iter()
                    .map(|c| self.meant(*c).first().map_or(Agg::Max, |m| m.0))
                    .collect();
                let figures = |aggs: &[Agg]| {
                    aggs.iter()
                        .zip(several)
                        .map(|(a, c)| Expr::agg(*a, Expr::Col(*c)))
                        .collect()
                };
                out.extend(self.with(figures(&own), target, conds, 0.0, "meant figures"));
                // What is set beside each other is measured alike.
                for agg in [Agg::Avg, Agg::Sum] {
                    if own.contains(&agg) && own.iter().any(|a| *a != agg) {
                        let alike = vec![agg; several.len()];
                        out.extend(self.with(figures(&alike), target, conds, -0.3, "meant alike"));
                    }
                }
            }
        }
        out
    }

    /// "Average number of orders per customer": all orders by all customers, and by those who have any.
    pub(super) fn of_count(&self, agg: Agg, ent: Ent, conds: &Conditions) -> Vec<Built> {
        let mut out = Vec::new();
        for key in &self.frame.groups {
            if let (Key::Ent(per), Agg::Avg) = (key, agg) {
                out.extend(self.ratio(Measure::Count(ent), Measure::Count(*per), conds));
            }
            let figure = self.count(ent, false);
            out.extend(self.together(agg, &figure, ent.table(), *key, conds));
        }
        if out.is_empty() && self.frame.groups.is_empty() {
            // A stored number, or the count itself.
            if let Ent::Column(c) = ent {
                let e = Expr::agg(agg, Expr::Col(c));
                out.extend(self.with(vec![e], Some(ent), conds, -0.3, "figure"));
            }
        }
        out
    }

    /// One measure divided by another: by keys of the second that the first refers to.
    pub(super) fn ratio(&self, a: Measure, b: Measure, conds: &Conditions) -> Vec<Built> {
        let top = match a {
            Measure::Count(Ent::Table(t)) => Expr::count(t),
            // "Items per receipt" of a sheet are its lines that have one, however many are of the same item.
            Measure::Count(Ent::Column(c)) if matches!(b, Measure::Count(Ent::Column(d)) if d.table == c.table) => {
                match self.known.column(c).has_gaps() {
                    true => Expr::agg(Agg::Count, Expr::Col(c)),
                    false => Expr::count(c.table),
                }
            }
            // The books of an order are its lines, though another order has the same book.
            Measure::Count(Ent::Column(c)) if self.known.column(c).role == Role::Reference => {
                Expr::agg(Agg::Count, Expr::Col(c))
            }
            Measure::Count(e) => self.count(e, true),
            Measure::Figure(agg, c) => Expr::agg(agg, Expr::Col(c)),
            Measure::Col(c) => Expr::agg(Agg::Sum, Expr::Col(c)),
            Measure::Times(x, y) => Expr::agg(Agg::Sum, Expr::math(Expr::Col(x), '*', Expr::Col(y))),
            _ => return Vec::new(),
        };
        let Some(home) = a.table() else { return Vec::new() };
        // What it is divided by, and the table of which all rows are, whether the first has any of theirs or not.
        let mut below: Vec<(Expr, f64, Option<usize>)> = Vec::new();
        match b {
            Measure::Count(Ent::Column(c)) => below.push((Expr::each(Agg::Count, Expr::Col(c)), 0.0, None)),
            Measure::Count(Ent::Table(t)) => {
                if let Some((_, theirs)) = self.hook(t, home).filter(|h| h.1.table == home) {
                    below.push((Expr::each(Agg::Count, Expr::Col(theirs)), 0.0, None));
                }
                // Those without any among them.
                if let (Some(key), true) = (self.known.key(t), self.known.belongs(home, t)) {
                    below.push((Expr::each(Agg::Count, Expr::Col(key)), -0.3, Some(t)));
                }
            }
            Measure::Col(c) | Measure::Figure(_, c) => below.push((Expr::agg(Agg::Sum, Expr::Col(c)), 0.0, None)),
            _ => {}
        }
        // Groups by the very thing that it is spread over say nothing.
        let mut frame = self.frame.clone();
        frame
            .groups
            .retain(|k| !matches!((k, b), (Key::Ent(x), Measure::Count(y)) if *x == y));
        let inner = Builder { frame: &frame, ..*self };
        let mut out = Vec::new();
        for (e, prior, whole) in below {
            let counted = match (&a, whole.and(self.known.key(home))) {
                (Measure::Count(Ent::Table(_)), Some(key)) => Expr::each(Agg::Count, Expr::Col(key)),
                // Tickets without a bug are no bug's.
                (Measure::Count(Ent::Table(_)), None) => self.with_one(&e).unwrap_or(top.clone()),
                _ => top.clone(),
            };
            let figure = self.over(counted, e);
            for groups in inner.groups(Some(home), conds) {
                let tables = whole.into_iter().chain([home]).collect();
                let mut q = self.grouped_by(&groups, vec![figure.clone()], conds, tables);
                q.keeps = whole;
                out.push(Built::new(q, prior + groups.prior, "ratio"));
            }
        }
        out
    }

    /// Each period's figure, and how much it grew.
    pub(super) fn growth(&self, target: Option<Ent>, conds: &Conditions) -> Vec<Built> {
        let mut figures: Vec<(Expr, f64)> = Vec::new();
        for (agg, m) in &self.frame.figures {
            figures.extend(self.figure(*agg, *m));
        }
        let counted = self.frame.counts.iter().filter_map(|c| c.0);
        figures.extend(counted.map(|e| (self.count(e, false), 0.0)));
        for c in self.measures() {
            figures.extend(
                self.meant(c)
                    .into_iter()
                    .map(|(agg, p)| (Expr::agg(agg, Expr::Col(c)), p)),
            );
        }
        if figures.is_empty() {
            figures.extend(
                target
                    .or_else(|| self.spoken().first().map(|t| Ent::Table(*t)))
                    .map(|e| (self.count(e, false), -0.2)),
            );
        }
        let part = self.frame.growth.flatten();
        let mut out = Vec::new();
        for (figure, prior) in figures.into_iter().take(3) {
            let from = self.home(std::slice::from_ref(&figure), target);
            let near = from.first().copied();
            let mut frame = self.frame.clone();
            let timed = |k: &Key| matches!(k, Key::Part(_) | Key::PartOf(..));
            if part.is_some() || !frame.groups.iter().any(timed) {
                frame.groups.retain(|k| !timed(k));
                let usual = if self.frame.running {
                    Part::YearMonth
                } else {
                    Part::Year
                };
                frame.groups.push(Key::Part(part.unwrap_or(usual)));
            }
            let inner = Builder { frame: &frame, ..*self };
            for groups in inner.groups(near, conds) {
                let timed = |e: &Expr| match e {
                    Expr::Part(..) => true,
                    Expr::Col(c) => self.known.column(*c).is_time(),
                    _ => false,
                };
                let Some(time) = groups.show.iter().find(|e| timed(e)).filter(|_| groups.in_order) else {
                    continue;
                };
                let apart: Vec<Expr> = groups.by.iter().filter(|e| *e != time).cloned().collect();
                let (of, by) = (Box::new(figure.clone()), Box::new(time.clone()));
                if self.frame.running {
                    let running = Expr::Running { of, by, apart };
                    let q = inner.grouped_by(&groups, vec![figure.clone(), running], conds, from.clone());
                    out.push(Built::new(q, prior + groups.prior, "running"));
                    continue;
                }
                let growth = |percent: bool| Expr::Growth {
                    of: of.clone(),
                    by: by.clone(),
                    apart: apart.clone(),
                    percent,
                };
                let mut select = vec![figure.clone()];
                if !self.says(&["%", "percent", "percentage", "pct"]) {
                    select.push(growth(false));
                }
                select.push(growth(true));
                let q = inner.grouped_by(&groups, select, conds, from.clone());
                out.push(Built::new(q, prior + groups.prior, "growth"));
            }
        }
        out
    }
}
