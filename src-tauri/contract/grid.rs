//! Rows as a grid shows them: sorted, filtered, searched, and what a column holds. All of it is said of the whole
//! result; the screen holds a part of it only.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::cell::{Cell, CellWire, ResultSet};

/// Where a grid's rows come from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "of", rename_all = "snake_case")]
pub enum RowSource {
    Query {
        sql: String,
    },
    /// By its name in the catalog.
    Table {
        name: String,
    },
}

/// How a grid shows them; columns are counted from 0.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct GridView {
    /// `None`: in the order of the query.
    pub sort: Option<GridSort>,
    /// All have to hold.
    pub filters: Vec<GridFilter>,
}

/// What is missing comes last both ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct GridSort {
    pub column: u32,
    pub descending: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct GridFilter {
    pub column: u32,
    pub test: GridTest,
}

/// Values as a person types them, or as a cell shows them: texts, numbers such as `-12.5`, days such as `2024-02-29`, moments
/// such as `2024-02-29 13:05:00`. Case never counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum GridTest {
    Contains {
        value: String,
    },
    Equals {
        value: String,
    },
    /// What is missing is another value, too.
    NotEquals {
        value: String,
    },
    Less {
        value: String,
    },
    More {
        value: String,
    },
    /// Both ends included.
    Between {
        low: String,
        high: String,
    },
    /// NULL or the empty text.
    Empty,
    NotEmpty,
}

/// Some rows of a grid.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct GridPage {
    pub result: ResultSet,
    /// Only where they were asked for, and counted in time.
    pub counts: Option<GridCounts>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct GridCounts {
    /// Rows that pass the filters.
    #[specta(type = f64)]
    pub rows: u64,
    /// Of all these.
    #[specta(type = f64)]
    pub of: u64,
}

/// A cell that holds what is sought.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct GridHit {
    #[specta(type = f64)]
    pub row: u64,
    pub column: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct GridHits {
    /// The first of them, row by row.
    pub hits: Vec<GridHit>,
    #[specta(type = f64)]
    pub found: u64,
    /// False: the time was up before the last row.
    pub whole: bool,
}

/// What a column of the rows shown holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct GridFacts {
    #[specta(type = f64)]
    pub rows: u64,
    /// NULL or the empty text.
    #[specta(type = f64)]
    pub empty: u64,
    #[specta(type = f64)]
    pub distinct: u64,
    #[specta(type = CellWire)]
    pub least: Cell,
    #[specta(type = CellWire)]
    pub greatest: Cell,
    /// Of numbers.
    pub mean: Option<f64>,
    /// At most five, the commonest first; none where the time was up.
    pub common: Vec<GridValue>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct GridValue {
    #[specta(type = CellWire)]
    pub value: Cell,
    #[specta(type = f64)]
    pub rows: u64,
}
