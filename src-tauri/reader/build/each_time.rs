//! "Who came in both 2024 and 2025": things that have a row at each of the times, rather than rows of either.

use super::{Builder, Built};
use crate::frame::{Ent, Frame};
use crate::known::Col;
use crate::lexicon::Opener;
use crate::query::{Cond, Expr, Query};

impl Builder<'_> {
    /// Queries for things at each of several times; none where what is asked for has one time only.
    pub(super) fn at_each_time(&self) -> Vec<Built> {
        let f = self.frame;
        let times = f.both && f.whens.len() > 1 && f.whens.iter().all(|w| !w.1);
        let figures = !(f.figures.is_empty() && f.groups.is_empty() && f.compares.is_empty() && f.averages.is_empty());
        let other =
            f.top.is_some() || f.share || f.of_total.is_some() || f.ratio.is_some() || f.growth.is_some() || f.running;
        if !times || figures || other || !f.without.is_empty() || f.newly.is_some() || f.of_count.is_some() {
            return Vec::new();
        }
        // "Both yoga and pilates in 2024 and 2025" speaks of values, and what only has begun is no stretch of its own.
        let columns: Vec<Col> = f
            .filter
            .iter()
            .filter_map(|c| match c {
                Cond::Is { col, not: false, .. } => Some(*col),
                _ => None,
            })
            .collect();
        let several = f
            .filter
            .iter()
            .any(|c| matches!(c, Cond::Is { values, not: false, .. } if values.len() > 1));
        let twice = (0..columns.len()).any(|i| columns[i + 1..].contains(&columns[i]));
        let open = |t: &askwell_contract::time::TimeMatch| t.from.is_some() != t.to.is_some();
        let open = f.whens.iter().filter_map(|w| self.text.times.get(w.0)).any(open);
        if several || twice || open {
            return Vec::new();
        }
        let who = f.opener() == Some(Opener::Who);
        let mut targets: Vec<(Ent, f64)> = self.wanted().into_iter().filter_map(|(e, c)| Some((e?, c))).collect();
        targets.truncate(if who { 4 } else { 1 });
        if who {
            // Nothing but the times is said of them.
            let human = |t: &usize| self.known.is_human(*t) && !self.known.is_staff(*t);
            let people = (0..self.known.tables.len()).filter(human).map(Ent::Table);
            let new: Vec<Ent> = people.filter(|e| !targets.iter().any(|t| t.0 == *e)).collect();
            targets.extend(new.into_iter().map(|e| (e, -0.9)));
        }
        let mut out = Vec::new();
        for (target, chance) in targets {
            for (own, theirs, day, prior) in self.rows_of(target) {
                let found = self.each_time(target, (own, theirs, day));
                out.extend(found.map(|q| Built::new(q, chance + prior, "at each time")));
            }
        }
        out
    }

    /// Tables whose rows belong to the thing, by the columns that tie them, with the days that they may be of.
    fn rows_of(&self, target: Ent) -> Vec<(Col, Col, Col, f64)> {
        let mut homes: Vec<usize> = self.frame.whens.iter().filter_map(|w| w.2).collect();
        homes.extend(self.spoken());
        let near = homes.len();
        // What has a day of its own has one time, unless something else is spoken of.
        let own = |t: usize| self.keeps_event(t) && !self.known.is_human(t);
        if let (Ent::Table(t), false) = (target, own(target.table())) {
            let links = self.known.links.iter().filter_map(|l| l.tables());
            homes.extend(links.filter(|l| l.1 == t && l.0 != t).map(|l| l.0));
        }
        let mut out: Vec<(Col, Col, Col, f64)> = Vec::new();
        for (place, home) in homes.into_iter().enumerate() {
            let tie = match target {
                Ent::Table(t) if t == home || self.known.belongs(t, home) => None,
                Ent::Table(t) => self.hook(t, home),
                Ent::Column(c) => (c.table == home).then_some((c, c)),
            };
            let Some((own, theirs)) = tie else { continue };
            for (day, score) in self.days(home).into_iter().take(2) {
                let far = if place < near { 0.0 } else { -0.6 };
                let new = !out.iter().any(|o| o.2 == day);
                if new && !self.known.column(day).is_number() {
                    out.push((own, theirs, day, far + score.min(0.5)));
                }
            }
        }
        out
    }

    fn each_time(&self, target: Ent, (own, theirs, day): (Col, Col, Col)) -> Option<Query> {
        let frame = Frame {
            whens: Vec::new(),
            both: false,
            ..self.frame.clone()
        };
        let rest = Builder {
            frame: &frame,
            text: self.text,
            known: self.known,
            style: self.style,
        };
        let conds = rest.conditions(Some(target)).into_iter().next()?;
        if !conds.having.is_empty() || conds.versus {
            return None;
        }
        // What holds of the rows must hold of those of each time.
        let of_rows = |c: &Cond| {
            let mut only = true;
            c.visit(&mut |t, _| only &= t == day.table);
            only
        };
        let (inner, mut filter): (Vec<Cond>, Vec<Cond>) = conds.filter.into_iter().partition(of_rows);
        for (i, not, _) in &self.frame.whens {
            let mut rows = inner.clone();
            rows.push(self.when(*i, *not, day)?);
            let query = Query {
                select: vec![Expr::Col(theirs)],
                tables: vec![theirs.table, day.table],
                filter: rows,
                ..Query::default()
            };
            filter.push(Cond::Among(own, Box::new(query), false));
        }
        let counted = !self.frame.counts.is_empty();
        let mut select = match counted {
            true => vec![self.count(target, false)],
            false => self.called(target),
        };
        // "Name of the cat and the owner's surname": of what the thing itself keeps or belongs to.
        let theirs = |t: usize| t != day.table && (t == target.table() || self.known.belongs(target.table(), t));
        for (e, _) in self.frame.things.iter().filter(|(e, _)| !counted && theirs(e.table())) {
            let more = match e {
                Ent::Column(c) => vec![Expr::Col(*c)],
                Ent::Table(_) => self.called(*e),
            };
            select.extend(more.into_iter().filter(|m| !select.contains(m)).collect::<Vec<_>>());
        }
        Some(Query {
            select,
            distinct: !counted && matches!(target, Ent::Column(_)),
            tables: vec![target.table()],
            filter,
            ..Query::default()
        })
    }
}
