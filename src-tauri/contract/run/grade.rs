//! What a review of an answer came to, before a person reads it.

use serde::{Deserialize, Serialize};
use specta::Type;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Grade {
    /// The candidate whose answer was reviewed; empty where it was put together from parts.
    pub candidate: String,
    /// How often the query had been written anew by then.
    pub round: u32,
    pub passes: bool,
    /// The model that reviewed it; `None`: rules alone did.
    pub by: Option<String>,
    /// The model's, 0..=1.
    pub confidence: Option<f64>,
    /// What is wrong, or may be, one sentence each.
    pub issues: Vec<String>,
    /// What a model would change.
    pub suggestions: Vec<String>,
    /// No fault, and yet to be said beside the answer: a place that is shared, a stretch of time that is not over.
    pub remarks: Vec<String>,
}
