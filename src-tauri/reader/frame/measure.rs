//! What can be measured or counted, by the columns and tables that it is of.

use super::{Ent, Measure};
use crate::known::Col;
use crate::query::{Cond, Op};

/// A comparison with an average.
#[derive(Debug, Clone, PartialEq)]
pub struct Mean {
    /// What is averaged, where it is said.
    pub of: Option<Measure>,
    pub op: Op,
    /// So many times the average.
    pub times: f64,
    /// Among those that have this in common.
    pub within: Option<Ent>,
    /// Of these rows alone: "the average porter".
    pub among: Option<Cond>,
}

impl Ent {
    pub fn table(self) -> usize {
        match self {
            Self::Table(t) => t,
            Self::Column(c) => c.table,
        }
    }

    pub fn column(self) -> Option<Col> {
        match self {
            Self::Column(c) => Some(c),
            Self::Table(_) => None,
        }
    }
}

impl Measure {
    pub(super) fn visit(&self, f: &mut dyn FnMut(Ent)) {
        match self {
            Self::Col(c) | Self::Figure(_, c) | Self::Age(c) => f(Ent::Column(*c)),
            Self::Count(e) => f(*e),
            Self::Less(a, b) | Self::Over(a, b) | Self::Days(a, b) | Self::Hours(a, b) | Self::Times(a, b) => {
                f(Ent::Column(*a));
                f(Ent::Column(*b));
            }
        }
    }

    pub fn table(&self) -> Option<usize> {
        Some(match self {
            Self::Col(c)
            | Self::Age(c)
            | Self::Figure(_, c)
            | Self::Less(c, _)
            | Self::Over(c, _)
            | Self::Days(c, _)
            | Self::Hours(c, _)
            | Self::Times(c, _) => c.table,
            Self::Count(e) => e.table(),
        })
    }
}
