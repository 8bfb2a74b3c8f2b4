//! What became of an answer between two runs of one question.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::cell::{Cell, CellWire, ResultColumn};

/// A run that can be compared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct RunMark {
    pub run: String,
    /// Milliseconds since 1970 UTC.
    #[specta(type = f64)]
    pub started: u64,
    pub sentence: String,
    pub headline: Option<String>,
    /// All that its query gave; `None` where it was cut and not counted.
    #[specta(type = Option<f64>)]
    pub rows: Option<u64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    New,
    Gone,
    Changed,
}

/// What a cell was before.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Was {
    pub column: u32,
    #[specta(type = CellWire)]
    pub cell: Cell,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct ChangedRow {
    pub fate: Fate,
    /// As the later run has it; of a row that is gone, as the earlier one had it.
    #[specta(type = Vec<CellWire>)]
    pub cells: Vec<Cell>,
    /// Of a changed row, the cells that are not as they were.
    pub was: Vec<Was>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Changes {
    pub earlier: RunMark,
    pub later: RunMark,
    /// Those that both results have, in the order of the later one.
    pub columns: Vec<ResultColumn>,
    /// By which rows are taken for the same; empty: there is one row on each side. `None`: no columns tell the rows apart,
    /// so that none can be said to have changed.
    pub key: Option<Vec<u32>>,
    /// The first of them; the counts are of all.
    pub rows: Vec<ChangedRow>,
    pub new: u32,
    pub gone: u32,
    pub changed: u32,
    pub same: u32,
    /// The kept rows of one of the runs are not all of its rows.
    pub cut: bool,
    /// Another query answered then.
    pub other_query: bool,
    /// Columns that only one of the results has.
    pub columns_new: Vec<String>,
    pub columns_gone: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Compared {
    /// Other runs of the question that have an answer, the newest first.
    pub others: Vec<RunMark>,
    /// `None`: there is no other.
    pub changes: Option<Changes>,
}
