//! A question with what ground and link found in it.

use askwell_contract::run::{FieldMatch, ValueMatch};
use askwell_contract::time::TimeMatch;
use serde::{Deserialize, Serialize};

/// How answers look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Style {
    /// The figure of a ranking beside the name, names for codes.
    People,
    /// The asked columns and no more, as benchmarks want them.
    #[default]
    Exact,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Asked {
    pub question: String,
    /// Stored values that words of the question are.
    pub values: Vec<ValueMatch>,
    pub times: Vec<TimeMatch>,
    /// Tables and columns that words of the question name.
    pub fields: Vec<FieldMatch>,
    /// The same for words that name nothing: found by likeness of meaning, not by spelling.
    #[serde(default)]
    pub meant: Meant,
    pub style: Style,
    /// The day that ages are counted on, ISO; `None`: none are.
    #[serde(default)]
    pub today: Option<String>,
}

/// Names and stored texts that mean nearly what words of the question mean.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Meant {
    pub fields: Vec<FieldMatch>,
    pub values: Vec<ValueMatch>,
}
