//! A table that a question speaks of twice: "who reports to Nancy", "who does Emily trust".
//!
//! The condition holds for another row of the table than the one asked for, so it goes into a query of its own.

use super::conditions::Conditions;
use super::Builder;
use crate::frame::Ent;
use crate::known::Col;
use crate::query::{Cond, Expr, Query};

/// Words for the one above and for those below.
const ABOVE: [&str; 10] = [
    "boss",
    "bosses",
    "manager",
    "managers",
    "supervisor",
    "supervisors",
    "supervises",
    "manages",
    "parent",
    "parents",
];
const BELOW: [&str; 6] = ["reports", "report", "under", "subordinates", "managed", "supervised"];

impl Builder<'_> {
    /// The conditions, and where they may hold for another row of the thing's table, those ways, too.
    pub(super) fn twice(&self, way: Conditions, target: Option<Ent>) -> Vec<Conditions> {
        let mut out = vec![way.clone()];
        let Some(of) = target.map(Ent::table) else { return out };
        let (moved, kept): (Vec<Cond>, Vec<Cond>) = way.filter.iter().cloned().partition(|c| own(c) == Some(of));
        if moved.is_empty() {
            return out;
        }
        let mut other = |cond: Cond, chance: f64| {
            let mut way = way.clone();
            way.prior += chance;
            way.filter = kept.iter().cloned().chain([cond]).collect();
            out.push(way);
        };
        let among = |own: Col, theirs: Col| {
            let inner = Query {
                select: vec![Expr::Col(theirs)],
                filter: moved.clone(),
                ..Query::default()
            };
            Cond::Among(own, Box::new(inner), false)
        };
        let (above, below) = (self.says(&ABOVE), self.says(&BELOW));
        for (from, to) in self.refers(of, of) {
            if above || below || self.names_column(from) {
                other(among(from, to), if below { 0.2 } else { -0.3 });
                other(among(to, from), if above { 0.2 } else { -0.3 });
            }
        }
        let spoken = self.spoken();
        for table in spoken.into_iter().filter(|t| *t != of) {
            let ends = self.refers(table, of);
            if let ([first, second, ..], true) = (ends.as_slice(), self.frame.whens.is_empty()) {
                // "Who does Emily trust" has the one who does it before the verb.
                let (from, to) = if self.says(&["does", "did", "do"]) {
                    first
                } else {
                    second
                };
                other(among(*from, *to), -0.2);
            }
        }
        out
    }

    /// Links of one column from a table to another.
    fn refers(&self, from: usize, to: usize) -> Vec<(Col, Col)> {
        let links = self.known.links.iter().filter(|l| l.tables() == Some((from, to)));
        let one = links.filter_map(|l| match (l.from.as_slice(), l.to.as_slice()) {
            ([a], [b]) => Some((*a, *b)),
            _ => None,
        });
        let mut found: Vec<(Col, Col)> = one.collect();
        found.sort_unstable();
        found
    }

    fn names_column(&self, c: Col) -> bool {
        self.frame.things.iter().any(|(e, _)| *e == Ent::Column(c))
    }
}

/// The table of a value that must be there.
fn own(c: &Cond) -> Option<usize> {
    match c {
        Cond::Is { col, not: false, .. } | Cond::Holds { col, not: false, .. } => Some(col.table),
        _ => None,
    }
}
