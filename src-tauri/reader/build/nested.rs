//! Queries over queries: figures of groups' figures, and the first so many of each group.
//!
//! In: a figure, what it is taken for, what stays apart. Out: queries whose rows are those of an inner one. Deliberately
//! absent: which figure is meant.

use super::conditions::Conditions;
use super::keys::Groups;
use super::{Builder, Built};
use crate::asked::Style;
use crate::frame::{Ent, Frame, Key, Top};
use crate::query::{Agg, Cond, Expr, Op, Query};

impl Builder<'_> {
    /// The ways to group by these keys and no others.
    pub(super) fn grouped_so(&self, keys: &[Key], near: usize, conds: &Conditions) -> Vec<Groups> {
        let frame = Frame {
            groups: keys.to_vec(),
            ..self.frame.clone()
        };
        Builder { frame: &frame, ..*self }.groups(Some(near), conds)
    }

    /// A figure for each `inner`, and of those figures one for each of the other keys: "average of the monthly totals".
    pub(super) fn together(&self, agg: Agg, figure: &Expr, home: usize, inner: Key, conds: &Conditions) -> Vec<Built> {
        let keys: Vec<Key> = self.frame.groups.iter().copied().filter(|k| *k != inner).collect();
        let mut out = Vec::new();
        for outer in self.grouped_so(&keys, home, conds) {
            let alone = Conditions {
                beside: Vec::new(),
                ..conds.clone()
            };
            for each in self.grouped_so(&[inner], home, &alone) {
                if each.by.iter().all(|e| outer.by.contains(e)) {
                    continue;
                }
                let both = Groups {
                    show: outer.show.clone(),
                    by: outer.by.iter().chain(&each.by).cloned().collect(),
                    via: outer.via.iter().chain(&each.via).copied().collect(),
                    in_order: false,
                    prior: 0.0,
                };
                let mut rows = self.grouped_by(&both, vec![figure.clone()], conds, vec![home]);
                rows.order.clear();
                let shown = outer.show.len();
                let keys: Vec<Expr> = (0..shown).map(Expr::Out).collect();
                let of = Expr::agg(agg, Expr::Out(shown));
                let order = match (shown, outer.in_order) {
                    (0, _) => Vec::new(),
                    (_, true) => keys.iter().map(|k| (k.clone(), false)).collect(),
                    _ => vec![(of.clone(), true)],
                };
                let query = Query {
                    select: keys.iter().cloned().chain([of]).collect(),
                    over: Some(Box::new(rows)),
                    group: keys,
                    order,
                    ..Query::default()
                };
                out.push(Built::new(query, outer.prior + each.prior, "of figures"));
            }
        }
        out
    }

    /// The first so many of each group: "the best customer of each region", "top 3 products in every category". The
    /// figure is of each thing's rows together where `summed`, else of the thing's own row.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn best_of_each(
        &self,
        figure: &Expr,
        home: usize,
        top: Top,
        ent: Ent,
        summed: bool,
        conds: &Conditions,
        prior: f64,
    ) -> Vec<Built> {
        let keys: Vec<Key> = self
            .frame
            .groups
            .iter()
            .copied()
            .filter(|k| *k != Key::Ent(ent))
            .collect();
        if keys.is_empty() {
            return Vec::new();
        }
        let mut out = Vec::new();
        for outer in self.grouped_so(&keys, home, conds) {
            for each in self.thing_key(ent).into_iter().take(1) {
                let show: Vec<Expr> = outer.show.iter().chain(&each.show).cloned().collect();
                if each.show.iter().all(|e| outer.show.contains(e)) {
                    continue;
                }
                let both = Groups {
                    show,
                    by: outer.by.iter().chain(&each.by).cloned().collect(),
                    via: outer.via.iter().chain(&each.via).copied().collect(),
                    in_order: false,
                    prior: 0.0,
                };
                let place = Expr::Place(outer.by.clone(), Box::new(figure.clone()), top.desc);
                let mut tables = vec![ent.table()];
                tables.extend((home != ent.table()).then_some(home));
                let mut rows = self.grouped_by(&both, vec![figure.clone(), place], conds, tables);
                rows.order.clear();
                if !summed {
                    rows.group.clear();
                    // What nobody knows is not the first of a group of which nothing is known.
                    let gaps = |e: &Expr| matches!(e, Expr::Col(c) if self.known.column(*c).has_gaps());
                    let unknown = outer.by.iter().chain([figure]).filter(|e| gaps(e));
                    rows.filter.extend(unknown.map(|e| Cond::Null(e.clone(), true)));
                }
                let (shown, first) = (
                    both.show.len(),
                    Expr::Num(top.rows.unwrap_or(1) as f64 + top.skip as f64),
                );
                let op = if top.skip > 0 { Op::Eq } else { Op::Le };
                let columns = match self.style {
                    Style::People => shown + 1,
                    Style::Exact => shown,
                };
                let order = (0..outer.show.len())
                    .chain([shown + 1])
                    .map(|at| (Expr::Out(at), false));
                let query = Query {
                    select: (0..columns).map(Expr::Out).collect(),
                    over: Some(Box::new(rows)),
                    filter: vec![Cond::Compare(Expr::Out(shown + 1), op, first)],
                    order: order.collect(),
                    ..Query::default()
                };
                out.push(Built::new(query, prior + outer.prior + each.prior, "most of each"));
            }
        }
        out
    }
}
