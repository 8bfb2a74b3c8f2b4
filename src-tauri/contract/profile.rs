//! What the values of a column look like; made by `prepare`, read by `ask`, shown in the explorer.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::cell::{Cell, CellWire};

/// A type that the values have although the column does not declare it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Disguise {
    /// Text `YYYY-MM-DD`, perhaps with a time behind it.
    IsoDate,
    /// Text `DD/MM/YYYY` or `MM/DD/YYYY`.
    SlashDate,
    /// Integers `YYYYMMDD`.
    CompactDate,
    /// Integers that are seconds since 1970.
    UnixSeconds,
    /// Integers between 1800 and 2100 in a column named for it.
    Year,
    NumberInText,
    BooleanInNumber,
    BooleanInText,
    Json,
    Email,
    Url,
    Code,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct ValueCount {
    #[specta(type = CellWire)]
    pub value: Cell,
    #[specta(type = f64)]
    pub rows: u64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct ColumnProfile {
    pub table: String,
    pub column: String,
    #[specta(type = f64)]
    pub rows: u64,
    #[specta(type = f64)]
    pub nulls: u64,
    #[specta(type = f64)]
    pub distinct: u64,
    /// False where `distinct` stopped at its bound or comes from a sample.
    pub distinct_exact: bool,
    /// The ten commonest, commonest first, ties by value.
    pub top: Vec<ValueCount>,
    #[specta(type = CellWire)]
    pub min: Cell,
    #[specta(type = CellWire)]
    pub max: Cell,
    pub mean: Option<f64>,
    /// Characters of text values, mean and maximum.
    pub mean_length: Option<f64>,
    #[specta(type = f64)]
    pub max_length: u64,
    /// The commonest shape of its text values: digits as `9`, letters as `A` or `a`, for example `A99-aaaa`.
    pub shape: Option<String>,
    pub disguises: Vec<Disguise>,
    pub unique: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct TableProfile {
    pub table: String,
    #[specta(type = f64)]
    pub rows: u64,
    /// Rows read; fewer than `rows` means that every figure of the table is from a sample.
    #[specta(type = f64)]
    pub read: u64,
    pub columns: Vec<ColumnProfile>,
}
