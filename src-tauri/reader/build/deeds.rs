//! What people did and what figures are of, whose day a time then is: the bookings of a court, and not the day on which its
//! players joined.

use super::Builder;
use crate::frame::{Ent, Key};
use crate::known::Role;

impl Builder<'_> {
    /// Tables that say of people what they did: "who came second in 2024".
    pub(super) fn done_by(&self) -> Vec<usize> {
        let theirs = |t: usize| self.known.up(t).into_iter().any(|up| self.known.is_human(up));
        let dated = |t: usize| self.known.columns(t).any(|(_, c)| c.is_time());
        let mut out = Vec::new();
        for cond in &self.frame.filter {
            cond.visit(&mut |t, _| match () {
                () if self.known.is_human(t) => {}
                () if theirs(t) => out.push(t),
                // "Members who played tennis in August": the bookings of the court are theirs.
                () => out.extend(self.down(t).into_iter().filter(|e| dated(*e) && theirs(*e))),
            });
        }
        out
    }

    /// The tables whose rows belong to this one's, at most over one other: rentals of a film, each of a copy.
    fn down(&self, table: usize) -> Vec<usize> {
        let lines = |t: usize| {
            let links = self.known.links.iter().filter_map(|l| l.tables());
            links.filter(move |l| l.1 == t && l.0 != t).map(|l| l.0)
        };
        let near: Vec<usize> = lines(table).collect();
        near.iter()
            .flat_map(|t| lines(*t))
            .chain(near.iter().copied())
            .collect()
    }

    /// Tables of what is added up, and those that have its day.
    pub(super) fn facts(&self, doers: &[usize]) -> Vec<usize> {
        let f = self.frame;
        let by = f.top.iter().filter_map(|t| t.by?.table());
        let figures = f.figures.iter().filter_map(|(_, m)| m.table());
        let dated = |t: &usize| {
            let mut near = self.known.up(*t).into_iter();
            near.any(|n| !self.known.is_human(n) && self.known.columns(n).any(|(_, c)| c.is_time() && !c.is_number()))
        };
        // "Top customers by revenue", "customers by revenue": a number that is only named.
        let grouped = f.groups.iter().filter_map(|key| match key {
            Key::Ent(Ent::Column(c)) if self.known.column(*c).is_number() => Some(*c),
            _ => None,
        });
        let grouped = grouped.filter(|c| self.known.column(*c).role == Role::Measure);
        let bare = f.top.iter().filter(|t| t.by.is_none());
        let named = bare.flat_map(|_| self.measures()).chain(grouped).map(|c| c.table);
        let sorted = f.sort.iter().filter_map(|s| s.0?.table());
        let named = named.chain(sorted);
        by.chain(figures)
            .chain(named)
            .chain(doers.iter().copied())
            .filter(dated)
            .collect()
    }
}
