//! How an engine means to run a query, and how it did.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::catalog::Dialect;

/// A plan, as one tree type for all engines.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Explain {
    pub label: String,
    pub estimated_rows: Option<f64>,
    /// In the engine's own unit, of this node with all below it; `None` where the engine gives none.
    pub cost: Option<f64>,
    /// Where it was run and measured: rows that the node gave, and milliseconds that it took without those below it.
    #[serde(default)]
    pub rows: Option<f64>,
    #[serde(default)]
    pub ms: Option<f64>,
    pub children: Vec<Explain>,
}

/// A step of a plan as a person reads it; otherwise as [`Explain`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct PlanStep {
    /// "Reads all 60,114 rows of orders"; the engine's own words where there are no others.
    pub says: String,
    pub label: String,
    pub estimated_rows: Option<f64>,
    pub cost: Option<f64>,
    pub rows: Option<f64>,
    pub ms: Option<f64>,
    pub children: Vec<PlanStep>,
}

/// How an engine runs a statement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Planned {
    pub dialect: Dialect,
    pub steps: Vec<PlanStep>,
    /// It was run for this, and the engine told rows and times.
    pub measured: bool,
    /// Milliseconds of the whole run, where the engine gives them.
    pub ms: Option<f64>,
    /// The time was up while it was measured; these are the engine's guesses.
    pub timed_out: bool,
}
