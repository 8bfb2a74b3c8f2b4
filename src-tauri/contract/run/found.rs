//! What an answer's own rows say beyond its sentence.

use serde::{Deserialize, Serialize};
use specta::Type;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum FoundKind {
    /// A series goes on at another level, or another pace, from some point on.
    Break,
    /// The last stretch of time differs from the one before by more than stretches usually do.
    Change,
    /// A row lies far from the others.
    Outlier,
    /// One row holds most of the total.
    Share,
    /// A few rows hold half of the total.
    Concentration,
    /// Figures, names or stretches of time that are not there.
    Missing,
}

/// One finding, worked out from the result and from nothing else.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Found {
    pub kind: FoundKind,
    /// One plain sentence.
    pub says: String,
    /// The figures that it rests on, and how they were worked out.
    pub rests: String,
    /// Rows of the answer's result, from 0, in its order; never empty.
    pub rows: Vec<u32>,
}
