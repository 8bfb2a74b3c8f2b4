//! Rows that have the most or the least of their group, however many groups there are.

use super::conditions::Conditions;
use super::ranks::extreme;
use super::{Builder, Built};
use crate::frame::{Ent, Key, Top};
use crate::known::Col;
use crate::query::{Cond, Expr, Query};

impl Builder<'_> {
    /// "The oldest member in each town": rows that have the most of their group.
    pub(super) fn each_group(
        &self,
        by: Col,
        top: Top,
        target: Option<Ent>,
        conds: &Conditions,
        prior: f64,
    ) -> Option<Built> {
        let group = self.frame.groups.iter().find_map(|k| match k {
            Key::Ent(e) => Some(*e),
            _ => None,
        })?;
        let of = match group {
            Ent::Column(c) => c,
            Ent::Table(t) => self.known.key(t)?,
        };
        let ent = target.filter(|e| *e != group).unwrap_or(Ent::Table(by.table));
        let own = |t: usize| ent.table() == t || self.known.belongs(ent.table(), t);
        if top.rows.is_some_and(|n| n > 1) || !own(by.table) || !own(of.table) || !conds.having.is_empty() {
            return None;
        }
        let filter: Vec<Cond> = conds.filter.iter().chain(&conds.times).cloned().collect();
        let inner = Query {
            select: vec![Expr::Col(of), Expr::agg(extreme(top.desc), Expr::Col(by))],
            tables: vec![by.table],
            filter,
            group: vec![Expr::Col(of)],
            ..Query::default()
        };
        let mut query = self.listed(Some(ent), conds);
        let shown = self
            .called(group)
            .into_iter()
            .chain(self.called(ent))
            .chain([Expr::Col(by)]);
        for e in shown.collect::<Vec<_>>() {
            if !query.select.contains(&e) {
                query.select.push(e);
            }
        }
        query
            .filter
            .push(Cond::Pair(Expr::Col(of), Expr::Col(by), Box::new(inner)));
        Some(self.built(query, prior + 0.2, "most of each"))
    }
}
