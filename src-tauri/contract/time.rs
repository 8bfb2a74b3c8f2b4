//! What times are counted by, and what a time said in a question was taken for.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::run::Span;

/// The day a week begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum WeekStart {
    /// ISO 8601.
    #[default]
    Monday,
    Sunday,
    Saturday,
}

/// From which day "last month" is counted back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum CountFrom {
    /// Today, whatever the data holds.
    #[default]
    Today,
    /// The last day in the data, where it ends before the time that was asked about.
    DataEnd,
}

/// How a person counts time; the same for all databases.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Calendar {
    /// The month, 1 to 12, that the fiscal year begins with; it is named after the calendar year it ends in.
    pub fiscal_start: u32,
    pub week_start: WeekStart,
    pub count_from: CountFrom,
}

impl Default for Calendar {
    fn default() -> Self {
        Self {
            fiscal_start: 1,
            week_start: WeekStart::Monday,
            count_from: CountFrom::Today,
        }
    }
}

/// A time said in the question, as days.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct TimeMatch {
    pub span: Span,
    pub words: String,
    /// `YYYY-MM-DD`; `None`: of every year.
    pub from: Option<String>,
    /// The last day; `None`: no end.
    pub to: Option<String>,
    /// The engine's own clock would not find these days: they hang on the person's calendar or on the data.
    pub fixed: bool,
    /// One sentence: what it was read as, and counted from what.
    pub says: String,
    /// What the data has to do with it; made from values of cells.
    pub of_data: Option<String>,
    /// The days themselves are counted from the data's last.
    pub from_data: bool,
}
