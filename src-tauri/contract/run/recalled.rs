//! An answer that comes from an earlier question.

use serde::{Deserialize, Serialize};
use specta::Type;

/// The earlier question that this one is taken for: its query was run again, and no model was asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Recalled {
    pub run: String,
    pub question: String,
    /// When it was answered; milliseconds since 1970 UTC.
    #[specta(type = f64)]
    pub at: u64,
    /// 0..=1, of the two questions; 1: the same but for case, blanks and the mark at the end.
    pub similarity: f64,
}
