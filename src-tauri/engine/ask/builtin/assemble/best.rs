//! The best of each group by a figure that is counted or added up: "the best-selling product in each category", "the
//! customer with the most orders for each country".
//!
//! In: groups, an order by such a figure, what is asked for. Out: rows numbered within their group. Deliberately absent:
//! orders by a column of the rows themselves (`groups`), and the window function, which `write` knows.

use super::Assembly;
use crate::ask::builtin::choose::Chooser;
use crate::ask::builtin::mentions::Meaning;
use crate::ask::builtin::query::{Agg, Expr, FirstOfEach};
use crate::ask::builtin::walk::{Group, Key};

impl Assembly<'_, '_> {
    /// Whether the question was read so; `lead` is what names the groups.
    pub(super) fn best_of_each(&mut self, groups: &[Group], lead: &[Expr], ch: &mut Chooser) -> bool {
        let Some((asked, by, desc)) = self.best_by(groups) else {
            return false;
        };
        // "By quantity sold" is nothing but added up.
        let column = matches!(self.parts.order.first(), Some((Key::Expr(e), _)) if !e.is_aggregate());
        if !column && !ch.whether("best of each group", 0.9) {
            return false;
        }
        let Some(key) = self.identity(asked) else { return false };
        self.entity = asked;
        let of = self.q.group.clone();
        let own = |e: &Expr| matches!(e, Expr::Column(c) if c.table == asked) && !lead.contains(e);
        if !self.q.select.iter().any(own) {
            let names = self.w.names(asked).into_iter().map(Expr::Column);
            self.q.select.splice(0..0, names);
        }
        self.q.select.retain(|e| !lead.contains(e));
        self.q.select.splice(0..0, lead.iter().cloned());
        self.add_group(Expr::Column(key));
        by.tables(&mut |t| self.need(t));
        self.parts.order.clear();
        let rows = self.parts.limit.take().unwrap_or(1);
        self.q.each = Some(FirstOfEach { of, by, desc, rows });
        true
    }

    /// "Our top customers", and nothing says or shows by what: by sales, where there is a figure for them.
    pub(super) fn best_are_sold_most(&mut self) {
        let Some(desc) = self
            .parts
            .top
            .filter(|_| self.parts.order.is_empty() && self.q.each.is_none())
        else {
            return;
        };
        let number = |e: &Expr| match e {
            Expr::Column(c) => self.w.measurable(*c) && self.w.is_number(*c),
            other => other.is_aggregate(),
        };
        if self.q.select.iter().any(number) || self.parts.asked != Some(self.entity) {
            return;
        }
        let sales = self.sold_most(self.entity);
        self.parts.order.extend(sales.map(|e| (Key::Expr(e), desc)));
    }

    /// The figure for sales, where they are many of one of these.
    fn sold_most(&self, asked: usize) -> Option<Expr> {
        self.w.sales().filter(|sales| {
            let mut table = None;
            sales.tables(&mut |t| table = Some(t));
            table.is_some_and(|t| t != asked && self.several(asked, t))
        })
    }

    /// Whose rows are asked for, and the figure that ranks them.
    fn best_by(&self, groups: &[Group]) -> Option<(usize, Expr, bool)> {
        self.parts.limit?;
        let sold = match (self.parts.top, self.parts.asked) {
            (Some(desc), Some(t)) if self.parts.order.is_empty() => self.sold_most(t).map(|e| (Key::Expr(e), desc)),
            _ => None,
        };
        let (key, desc) = self.parts.order.first().or(sold.as_ref())?;
        let grouped = |t: usize| groups.contains(&Group::Entity(t));
        let measured = match key {
            Key::Count(t) => *t,
            Key::Expr(e) => {
                let mut table = None;
                e.tables(&mut |t| table = Some(t));
                table
            }
            Key::Shown | Key::Measure => return None,
        };
        let mentioned = self.w.meaning.iter().flatten().filter_map(|m| match m {
            Meaning::Table(t) => Some(*t),
            _ => None,
        });
        let named = |t: &usize| !grouped(*t) && Some(*t) != measured && !self.w.names(*t).is_empty();
        let asked = self.parts.asked.into_iter().chain(mentioned).find(named)?;
        let by = match key {
            Key::Count(Some(t)) => Expr::count(*t),
            Key::Expr(e) if e.is_aggregate() => e.clone(),
            // A column of partner rows: added up.
            Key::Expr(e @ Expr::Column(c))
                if (self.parts.most || self.parts.top.is_some())
                    && self.w.is_number(*c)
                    && self.several(asked, c.table) =>
            {
                Expr::agg(Agg::Sum, e.clone())
            }
            _ => return None,
        };
        let same = |e: &Expr| !e.is_aggregate() || *e == by;
        self.q.select.iter().all(same).then_some((asked, by, *desc))
    }
}
