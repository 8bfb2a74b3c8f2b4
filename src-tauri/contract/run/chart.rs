//! A picture of a result.

use serde::{Deserialize, Serialize};
use specta::Type;

/// A Vega-Lite specification with its data inside, as JSON text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Chart {
    pub title: String,
    pub spec: String,
}
