//! What an answer takes for granted.

use serde::{Deserialize, Serialize};
use specta::Type;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Assumption {
    /// Which days a time stands for.
    Time,
    /// A stored value that the question writes in another way.
    Spelling,
    /// How two tables were matched.
    Join,
    /// What a word of business is worked out from.
    Meaning,
    /// A word of the question that the query does not use.
    Skipped,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Assumed {
    pub kind: Assumption,
    /// In a few plain words, or in the sentence of its note.
    pub says: String,
    /// The note of the answer that says it, too, by its place there.
    pub note: Option<u32>,
    /// Another result would be the answer if it were otherwise.
    pub weighs: bool,
}
