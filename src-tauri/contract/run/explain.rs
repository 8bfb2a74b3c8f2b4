//! How an engine means to run a query.

use serde::{Deserialize, Serialize};
use specta::Type;

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
