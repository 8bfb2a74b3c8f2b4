//! What every engine can work out, and what means something: a query that only SQLite takes is none.
//!
//! In: an assembled query. Out: the same without what is idle, and whether it is sound.

use askwell_contract::{Dialect, TypeKind};
use askwell_sql::dialect::Stored;

use super::Assembly;
use crate::ask::builtin::query::{Agg, Cond, Expr};
use crate::ask::builtin::write::stored;

impl Assembly<'_, '_> {
    /// Of a figure over all rows there is one row; engines other than SQLite refuse to sort it by single rows' values.
    pub(super) fn one_row_has_no_order(&mut self) {
        let figures = !self.q.select.is_empty() && self.q.select.iter().all(Expr::is_aggregate);
        if self.q.group.is_empty() && figures && self.q.each.is_none() {
            self.q.order.retain(|(e, _)| e.is_aggregate());
            if self.q.order.is_empty() {
                (self.q.limit, self.q.offset) = (None, 0);
            }
        }
    }

    /// What is shown of a group, and what groups are sorted by, is one value of the whole group; and only numbers are
    /// added up.
    pub(super) fn sound(&self) -> bool {
        let told = || self.q.select.iter().chain(self.q.order.iter().map(|(e, _)| e));
        let asked = self.q.having.iter().filter_map(|c| match c {
            Cond::Compare(e, ..) | Cond::Between(e, ..) => Some(e),
            _ => None,
        });
        let grouped = !self.q.group.is_empty() && self.q.each.is_none();
        !(grouped && told().any(|e| self.loose(e))) && told().chain(asked).all(|e| self.adds_up(e))
    }

    /// Whether a single row's value stands in an expression outside every figure and key of the group.
    fn loose(&self, e: &Expr) -> bool {
        match e {
            _ if self.q.group.contains(e) => false,
            Expr::Column(_) | Expr::Part(..) => true,
            Expr::Arith(a, _, b) => self.loose(a) || self.loose(b),
            _ => false,
        }
    }

    /// Whether what is added up, averaged or calculated with are numbers.
    fn adds_up(&self, e: &Expr) -> bool {
        match e {
            Expr::Agg { agg: Agg::Sum, of, .. } if self.years(of) => false,
            Expr::Agg {
                agg: Agg::Sum | Agg::Avg | Agg::Median,
                of,
                ..
            } => self.counts(of) && self.adds_up(of),
            Expr::Agg { of, .. } | Expr::ShareOfAll(of, _) => self.adds_up(of),
            Expr::Arith(a, _, b) => [a, b].iter().all(|e| self.counts(e) && self.adds_up(e)),
            Expr::Running(of, _) | Expr::Change(of, _, _) => self.adds_up(of),
            _ => true,
        }
    }

    fn years(&self, e: &Expr) -> bool {
        matches!(e, Expr::Column(c) if stored(self.w.knowledge, *c) == Some(Stored::Year))
    }

    /// SQLite calculates with texts that hold numbers; of days it would take the years.
    fn counts(&self, e: &Expr) -> bool {
        let Expr::Column(c) = e else { return true };
        let knowledge = self.w.knowledge;
        match self.w.kind_of(*c) {
            TypeKind::Text | TypeKind::Boolean if knowledge.catalog.dialect != Dialect::Sqlite => false,
            TypeKind::Text => stored(knowledge, *c).is_none() && self.w.is_number(*c),
            kind => !kind.is_time(),
        }
    }
}
