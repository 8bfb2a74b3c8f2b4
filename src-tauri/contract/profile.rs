//! What the values of a column look like; made by `prepare`, read by `ask`, shown in the explorer.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::cell::{Cell, CellWire};
use crate::view::View;

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
    /// Whole numbers between 1800 and 2100 in a column named for it.
    Year,
    NumberInText,
    BooleanInNumber,
    BooleanInText,
    Json,
    Email,
    Url,
    Code,
    /// Text with a currency's sign or code.
    Money,
    /// Text that ends in a percent sign.
    Percentage,
}

/// Equal steps from the least value to the greatest; numbers and times only.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Histogram {
    #[specta(type = CellWire)]
    pub from: Cell,
    #[specta(type = CellWire)]
    pub to: Cell,
    /// Rows of each step, at most 20; the last includes `to`.
    #[specta(type = Vec<u32>)]
    pub rows: Vec<u64>,
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
    /// False where `distinct` is estimated or comes from a sample.
    pub distinct_exact: bool,
    /// The relative standard error of an estimated `distinct` (HyperLogLog; Flajolet et al. 2007); `None`: counted.
    pub distinct_error: Option<f64>,
    /// The ten commonest, commonest first, ties by value. Where `distinct_error` is given there were too many values to
    /// count each: a value then has at least the rows that are said of it.
    pub top: Vec<ValueCount>,
    #[specta(type = CellWire)]
    pub min: Cell,
    #[specta(type = CellWire)]
    pub max: Cell,
    pub mean: Option<f64>,
    /// Of the rows read (n, not n - 1).
    pub std_dev: Option<f64>,
    /// The values that 5, 25, 50, 75 and 95 of 100 do not exceed; five of a number or a time, else none. They and the
    /// histogram are estimated where `distinct_error` is given.
    #[specta(type = Vec<CellWire>)]
    pub quantiles: Vec<Cell>,
    pub histogram: Option<Histogram>,
    /// Characters of text values, mean and maximum.
    pub mean_length: Option<f64>,
    #[specta(type = f64)]
    pub max_length: u64,
    /// The commonest shape of its text values as a pattern: `\\d{5}-[A-Z]{2}`.
    pub shape: Option<String>,
    pub disguises: Vec<Disguise>,
    /// What its texts stand for, where they stand for numbers or days.
    pub view: Option<View>,
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
    /// What one row is, in words: `one row per order line`; empty where that is not known.
    pub grain: String,
    pub freshness: Option<Freshness>,
}

/// How recent a table's content is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Freshness {
    pub column: String,
    #[specta(type = CellWire)]
    pub newest: Cell,
}
