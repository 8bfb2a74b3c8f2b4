//! Answers that a person keeps in view.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::run::{Answer, Changes};

/// A pinned answer, as the last run of its query has it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Pin {
    pub run: String,
    /// In full, also where it was asked behind another one.
    pub question: String,
    /// When the query ran last; milliseconds since 1970 UTC.
    #[specta(type = f64)]
    pub started: u64,
    pub answer: Answer,
    /// All rows of its result; `None` where it was cut and not counted.
    #[specta(type = Option<f64>)]
    pub rows: Option<u64>,
    /// Against the run before; `None`: there is none.
    pub changes: Option<Changes>,
    /// The database has changed since then, as far as it tells.
    pub stale: bool,
}

/// All pinned answers as one page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct PinsRequest {
    pub path: String,
    /// Pictures of charts as SVG, by run.
    pub charts: BTreeMap<String, String>,
}
