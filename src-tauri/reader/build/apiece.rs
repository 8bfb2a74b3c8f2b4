//! Figures of each thing that the question only speaks of: "customers with their number of orders", "categories sorted by
//! number of products", "statuses, how many of each".

use super::conditions::Conditions;
use super::{Builder, Built};
use crate::asked::Style;
use crate::frame::{Ent, Key, Measure};
use crate::known::Role;
use crate::query::{Agg, Expr};

impl Builder<'_> {
    /// Whether a column tells rows apart into kinds, rather than measuring them.
    fn is_kind(&self, e: Ent) -> bool {
        match e {
            Ent::Table(_) => true,
            Ent::Column(c) => {
                let column = self.known.column(c);
                self.is_thing(e) && !column.unique && column.role != Role::Key
            }
        }
    }

    /// Things that have what is counted or measured: their rows are those of `home`, or it belongs to them.
    fn owners_of(&self, home: usize) -> Vec<Ent> {
        let f = self.frame;
        let has = |e: &Ent| match e {
            Ent::Table(t) => *t != home && self.known.belongs(home, *t),
            Ent::Column(c) => self.is_kind(*e) && (c.table == home || self.known.belongs(home, c.table)),
        };
        let mut out: Vec<Ent> = f.things.iter().map(|t| t.0).filter(has).collect();
        // A thing's other columns are shown beside it, not grouped by.
        let tables: Vec<usize> = out
            .iter()
            .filter(|e| matches!(e, Ent::Table(_)))
            .map(|e| e.table())
            .collect();
        out.retain(|e| matches!(e, Ent::Table(_)) || !tables.contains(&e.table()));
        out.truncate(2);
        out
    }

    /// A figure for each thing spoken of, where nothing is said to group by.
    pub(super) fn apiece(&self, figures: &[Expr], home: usize, conds: &Conditions) -> Vec<Built> {
        let f = self.frame;
        let owners = self.owners_of(home);
        let apart = f.groups.is_empty() && conds.beside.is_empty() && f.top.is_none();
        if owners.is_empty() || !apart {
            return Vec::new();
        }
        let each = f.of_each || self.says(&["with", "their", "its", "and", "each", "plus", "&", ",", "his", "her"]);
        let prior = if f.of_each {
            0.6
        } else if each {
            -0.4
        } else {
            -1.2
        };
        let keys: Vec<Key> = owners.iter().map(|e| Key::Ent(*e)).collect();
        let mut out = Vec::new();
        for groups in self.grouped_so(&keys, home, conds) {
            let q = self.grouped_by(&groups, figures.to_vec(), conds, vec![home]);
            // Those that have none stay, with nought.
            if let ([Ent::Table(t)], [Expr::Agg { agg: Agg::Count, .. }], Some(key)) =
                (owners.as_slice(), figures, self.known.key(home))
            {
                let counted = vec![Expr::each(Agg::Count, Expr::Col(key))];
                let mut all = self.grouped_by(&groups, counted, conds, vec![*t, home]);
                all.keeps = Some(*t);
                out.push(Built::new(all, prior + groups.prior - 0.3, "of each, all of them"));
            }
            out.push(Built::new(q, prior + groups.prior, "of each"));
        }
        out
    }

    /// Things in the order of a figure of theirs.
    pub(super) fn in_order_of(&self, ent: Ent, conds: &Conditions) -> Vec<Built> {
        let Some((Some(m), desc)) = self.frame.sort else {
            return Vec::new();
        };
        let m = self.counted(m, ent);
        // Names are sorted by, and never added up.
        if matches!(m, Measure::Col(c) if !self.known.column(c).is_number() && !self.known.column(c).is_time()) {
            return Vec::new();
        }
        let below = |t: usize| t != ent.table() && self.known.belongs(t, ent.table());
        let summed = match m {
            Measure::Count(_) | Measure::Figure(..) => true,
            m => matches!(ent, Ent::Column(_)) || m.table().is_some_and(below),
        };
        let (Some((figure, _)), Some(home), true) = (self.of_group(m), m.table(), summed) else {
            return Vec::new();
        };
        let mut out = Vec::new();
        for groups in self.thing_key(ent) {
            let shown = match self.style {
                Style::People => vec![figure.clone()],
                Style::Exact => Vec::new(),
            };
            let mut q = self.grouped_by(&groups, shown, conds, vec![ent.table(), home]);
            q.tables.dedup();
            q.order = vec![(figure.clone(), desc.unwrap_or(false))];
            out.push(Built::new(q, groups.prior + 0.4, "in order of a figure"));
        }
        out
    }
}
