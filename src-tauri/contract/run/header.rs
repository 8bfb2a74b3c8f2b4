//! What is known of a run as such: its versions, its conversation, its calls to models.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::catalog::Dialect;
use crate::model::{Failure, LeftOut, Usage};

/// Versions that a run depends on, kept with it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Header {
    pub run: String,
    pub askwell: String,
    pub engine: String,
    pub dialect: Dialect,
    pub database: String,
    pub fingerprint: String,
    pub question: String,
    /// Hints that came with the question; empty where none.
    #[serde(default)]
    pub evidence: String,
    #[specta(type = f64)]
    pub seed: u64,
    /// Milliseconds since 1970 UTC.
    #[specta(type = f64)]
    pub started: u64,
    /// The conversation that it belongs to; empty in runs of earlier versions, which are one each.
    #[serde(default)]
    pub thread: String,
    /// The run that it comes behind.
    #[serde(default)]
    pub follows: Option<String>,
    /// Answer it as it is: no question back.
    #[serde(default)]
    pub anyway: bool,
}

/// A call to a language model; its whole text is in the ledger.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct ModelCall {
    /// The prompt's name.
    pub purpose: String,
    pub provider: String,
    pub model: String,
    /// Whether it went to another machine.
    pub leaves: bool,
    pub usage: Usage,
    /// US dollars; `None`: no price is known.
    pub cost: Option<f64>,
    /// Answered from our own cache.
    pub cached: bool,
    pub ms: f64,
    pub failure: Option<Failure>,
    /// What the prompt lacks because the model takes in no more.
    #[serde(default)]
    pub left_out: Option<LeftOut>,
}
