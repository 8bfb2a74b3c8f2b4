//! What belongs to a denial and what only stands behind it: "never came to a ride", "never came and have left".

use super::{Ent, Frame};
use crate::query::Cond;

impl Frame {
    /// Whether what is named behind a denial belongs to what is not there: "never came to a ride".
    pub(super) fn within(&self, ent: Ent, table: usize) -> bool {
        let first = self
            .things
            .first()
            .map(|t| t.0)
            .or(self.counts.first().and_then(|c| c.0));
        let other = first.is_some_and(|f| f.table() != ent.table());
        ent.table() == table || other && matches!(ent, Ent::Table(_))
    }

    /// Whether it names the rows of which something always holds: "who only ever took evening classes".
    pub(super) fn is_of_always(&self, ent: Ent) -> bool {
        let mut of = false;
        self.always
            .iter()
            .for_each(|c| c.visit(&mut |t, _| of |= t == ent.table()));
        of && self.things.first().is_some_and(|first| first.0.table() != ent.table())
    }

    /// Whether a condition is on the very things that the question is about, behind a denial of rows of this table.
    pub(super) fn is_own(&self, cond: &Cond, denied: usize) -> bool {
        let counted = self.counts.first().and_then(|c| c.0);
        let Some(Ent::Table(first)) = self.things.first().map(|t| t.0).or(counted) else {
            return false;
        };
        let mut own = first != denied;
        cond.visit(&mut |t, _| own &= t == first);
        own
    }
}
