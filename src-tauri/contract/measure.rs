//! How good the answers about a database are, measured on questions whose answers a person said were right.

use serde::{Deserialize, Serialize};
use specta::Type;

/// A question that was asked again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct MeasuredQuestion {
    /// With its hint, where it had one.
    pub question: String,
    /// Whether it was answered as the person said is right; `None`: that can no longer be told.
    pub right: Option<bool>,
    /// What came of it, in a sentence; empty where it is right.
    pub says: String,
    /// The query of the new answer; `None`: there was none.
    pub sql: Option<String>,
}

/// All of a person's own questions, asked once more.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Measurement {
    /// Milliseconds since 1970 UTC.
    #[specta(type = f64)]
    pub at: u64,
    /// The models that were asked; empty: the built-in engine alone.
    pub models: Vec<String>,
    pub questions: Vec<MeasuredQuestion>,
    pub right: u32,
    /// Those of which it can be told.
    pub of: u32,
    /// Were such questions asked without end, the share of right ones would lie between these, 95 times in 100 (Wilson).
    pub low: f64,
    pub high: f64,
    /// Calls to models that were sent.
    pub calls: u32,
    /// US dollars; `None`: a price is not known.
    pub dollars: Option<f64>,
    pub seconds: f64,
}

/// The newest measurement beside the one before, over questions that both have.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Difference {
    pub won: Vec<String>,
    pub lost: Vec<String>,
    pub both: u32,
    /// How often chance alone would make a difference as great (McNemar's test).
    pub chance: f64,
}

/// What is known of how good the answers are.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Measured {
    /// Questions whose answers the person said were right by now.
    pub ready: u32,
    pub latest: Option<Measurement>,
    pub before: Option<Measurement>,
    pub difference: Option<Difference>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Measuring {
    pub done: u32,
    pub of: u32,
    pub right: u32,
}
