//! What is there several times, each with how often.

use super::conditions::Conditions;
use super::{Builder, Built};
use crate::frame::{Ent, Key, Measure};
use crate::query::{Cond, Expr, Op, Query};

impl Builder<'_> {
    /// Groups of more than one row, or of so many; `same`: of each thing that is spoken of.
    pub(super) fn alike(&self, same: bool, conds: &Conditions) -> Vec<Built> {
        let counts = conds.having.iter().all(|h| matches!(h.0, Measure::Count(_)));
        let Some(home) = self.gathers(conds).filter(|_| counts) else {
            return Vec::new();
        };
        let mut frame = self.frame.clone();
        let things = self.frame.things.iter().map(|t| t.0).filter(|e| match e {
            Ent::Table(t) => *t != home && self.known.belongs(home, *t),
            Ent::Column(c) => self.is_thing(*e) && !self.known.column(*c).unique,
        });
        for key in things.filter(|_| same).map(Key::Ent) {
            if !frame.groups.contains(&key) {
                frame.groups.insert(0, key);
            }
        }
        let counted = Expr::count(home);
        let mut having: Vec<Cond> = conds
            .having
            .iter()
            .map(|h| match &h.1 {
                Cond::Compare(_, op, n) => Cond::Compare(counted.clone(), *op, n.clone()),
                other => other.clone(),
            })
            .collect();
        if having.is_empty() {
            having.push(Cond::Compare(counted.clone(), Op::Gt, Expr::Num(1.0)));
        }
        let inner = Builder { frame: &frame, ..*self };
        let mut out = Vec::new();
        for groups in inner.groups(Some(home), conds) {
            let mut select = groups.show.clone();
            select.push(counted.clone());
            let mut filter: Vec<Cond> = conds.filter.iter().chain(&conds.times).cloned().collect();
            // What is missing is not alike.
            for e in &groups.by {
                if matches!(e, Expr::Col(c) if self.known.column(*c).nulls > 0) {
                    filter.push(Cond::Null(e.clone(), true));
                }
            }
            let query = Query {
                select,
                tables: vec![home],
                filter,
                group: groups.by.clone(),
                having: having.clone(),
                order: vec![(counted.clone(), true)],
                via: groups.via.clone(),
                ..Query::default()
            };
            out.push(Built {
                query,
                prior: groups.prior,
                choices: vec![if same { "alike" } else { "there so often" }],
            });
        }
        out
    }

    /// The table whose rows are alike: that of the column, or one whose rows belong to all that is spoken of.
    fn gathers(&self, conds: &Conditions) -> Option<usize> {
        let said = conds.having.iter().find_map(|h| h.0.table());
        let mut tables = self.spoken();
        let first = *tables.first()?;
        tables.extend(said);
        let lowest = |t: &usize| tables.iter().all(|o| self.known.belongs(*t, *o));
        let keys = self.frame.groups.iter().find_map(|k| match k {
            Key::Ent(Ent::Column(c)) => Some(c.table),
            _ => None,
        });
        let all = 0..self.known.tables.len();
        tables
            .iter()
            .copied()
            .find(lowest)
            .filter(|t| keys.is_some() || *t != first || tables.len() > 1)
            .or_else(|| all.clone().find(|t| !tables.contains(t) && lowest(t)))
            .or(keys)
    }
}
