//! One value, and tables of them, faithful to the engine that gave them.
//!
//! JSON form: null, booleans, numbers and text as themselves; everything JSON cannot hold without loss as an
//! object with one key naming what it is (`{"int":"9007199254740993"}`, `{"date":"2024-02-29"}`).

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use specta::Type;

use crate::catalog::TypeKind;

/// The largest integer that a JSON number carries safely to the screen, 2^53 - 1.
const SAFE: i64 = 9_007_199_254_740_991;

#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    Null,
    Bool(bool),
    Int(i64),
    /// Finite or not; non-finite values travel as text.
    Real(f64),
    Text(String),
    /// An exact number in decimal notation, also integers beyond 64 bits.
    Decimal(String),
    /// ISO 8601: `2024-02-29`.
    Date(String),
    /// `13:05:00.25`
    Time(String),
    /// `2024-02-29 13:05:00`, with `+00` where the engine keeps a zone.
    Timestamp(String),
    Interval(String),
    Json(String),
    /// Size in bytes and the first 16 of them.
    Blob {
        size: u64,
        head: Vec<u8>,
    },
    List(Vec<Cell>),
}

/// The JSON form of [`Cell`], the type the screen sees.
#[derive(Serialize, Deserialize, Type)]
#[serde(untagged)]
#[serde(rename = "Cell")]
pub enum CellWire {
    Null(()),
    Bool(bool),
    Int(#[specta(type = f64)] i64),
    Real(f64),
    Text(String),
    BigInt { int: String },
    NonFinite { real: String },
    Decimal { decimal: String },
    Date { date: String },
    Time { time: String },
    Timestamp { timestamp: String },
    Interval { interval: String },
    Json { json: String },
    Blob { size: f64, head: String },
    List { list: Vec<CellWire> },
}

impl From<&Cell> for CellWire {
    fn from(cell: &Cell) -> Self {
        match cell {
            Cell::Null => Self::Null(()),
            Cell::Bool(v) => Self::Bool(*v),
            Cell::Int(v) if (-SAFE..=SAFE).contains(v) => Self::Int(*v),
            Cell::Int(v) => Self::BigInt { int: v.to_string() },
            Cell::Real(v) if v.is_finite() => Self::Real(*v),
            Cell::Real(v) => Self::NonFinite { real: v.to_string() },
            Cell::Text(v) => Self::Text(v.clone()),
            Cell::Decimal(v) => Self::Decimal { decimal: v.clone() },
            Cell::Date(v) => Self::Date { date: v.clone() },
            Cell::Time(v) => Self::Time { time: v.clone() },
            Cell::Timestamp(v) => Self::Timestamp { timestamp: v.clone() },
            Cell::Interval(v) => Self::Interval { interval: v.clone() },
            Cell::Json(v) => Self::Json { json: v.clone() },
            Cell::Blob { size, head } => Self::Blob {
                size: *size as f64,
                head: head.iter().map(|b| format!("{b:02x}")).collect(),
            },
            Cell::List(v) => Self::List {
                list: v.iter().map(Self::from).collect(),
            },
        }
    }
}

impl From<CellWire> for Cell {
    fn from(wire: CellWire) -> Self {
        match wire {
            CellWire::Null(()) => Self::Null,
            CellWire::Bool(v) => Self::Bool(v),
            CellWire::Int(v) => Self::Int(v),
            CellWire::Real(v) => Self::Real(v),
            CellWire::Text(v) => Self::Text(v),
            CellWire::BigInt { int } => int.parse().map_or(Self::Decimal(int), Self::Int),
            CellWire::NonFinite { real } => real.parse().map_or(Self::Text(real), Self::Real),
            CellWire::Decimal { decimal } => Self::Decimal(decimal),
            CellWire::Date { date } => Self::Date(date),
            CellWire::Time { time } => Self::Time(time),
            CellWire::Timestamp { timestamp } => Self::Timestamp(timestamp),
            CellWire::Interval { interval } => Self::Interval(interval),
            CellWire::Json { json } => Self::Json(json),
            CellWire::Blob { size, head } => Self::Blob {
                size: size as u64,
                head: (0..head.len() / 2)
                    .filter_map(|i| u8::from_str_radix(head.get(2 * i..2 * i + 2)?, 16).ok())
                    .collect(),
            },
            CellWire::List { list } => Self::List(list.into_iter().map(Self::from).collect()),
        }
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        CellWire::from(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        CellWire::deserialize(deserializer).map(Self::from)
    }
}

impl Cell {
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }
    /// The value as a number where it is one, decimals included (rounded to the nearest double).
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            Self::Int(v) => Some(*v as f64),
            Self::Real(v) => Some(*v),
            Self::Decimal(v) => v.parse().ok(),
            Self::Bool(v) => Some(f64::from(u8::from(*v))),
            _ => None,
        }
    }
}

/// Plain text, as a cell of a CSV file shows it; NULL is the empty string.
impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Null => Ok(()),
            Self::Bool(v) => write!(f, "{v}"),
            Self::Int(v) => write!(f, "{v}"),
            Self::Real(v) => write!(f, "{v}"),
            Self::Text(v)
            | Self::Decimal(v)
            | Self::Date(v)
            | Self::Time(v)
            | Self::Timestamp(v)
            | Self::Interval(v)
            | Self::Json(v) => f.write_str(v),
            Self::Blob { size, .. } => write!(f, "[{size} bytes]"),
            Self::List(v) => {
                f.write_str("[")?;
                for (i, cell) in v.iter().enumerate() {
                    if i > 0 {
                        f.write_str(", ")?;
                    }
                    write!(f, "{cell}")?;
                }
                f.write_str("]")
            }
        }
    }
}

pub type Row = Vec<Cell>;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct ResultColumn {
    pub name: String,
    pub kind: TypeKind,
}

/// Why a result holds fewer rows than the query gives. A number on screen is never silently partial (law 7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Truncation {
    Rows,
    Bytes,
    Time,
    Cancelled,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct ResultSet {
    pub columns: Vec<ResultColumn>,
    /// One vector a row, as long as `columns`.
    #[specta(type = Vec<Vec<CellWire>>)]
    pub rows: Vec<Row>,
    /// `None`: these are all the rows.
    pub truncated: Option<Truncation>,
}
