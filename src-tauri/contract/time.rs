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

/// What is said by a time, and so what a condition can make of it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum TimeKind {
    /// From one day to another, or on from it.
    #[default]
    Stretch,
    /// The same counted in years, which a column that only keeps years holds, too.
    Years,
    /// A month or a quarter of one year, whose words may also be names: "March 2023".
    Named,
    /// One day, written out.
    Day,
    /// A year by its number, which may also be any other number; without an end: "since 2021".
    Year,
    /// These months of any year, the first and the last.
    Months(u32, u32),
    /// These days of any week; 0 is Sunday.
    Weekdays(Vec<u32>),
    /// Each week, from the day that weeks begin with.
    EachWeek(WeekStart),
    /// Each fiscal year, from the month that it begins with.
    EachFiscalYear(u32),
    /// Each quarter of fiscal years, from the month that these begin with.
    EachFiscalQuarter(u32),
}

/// A time said in the question, as days.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct TimeMatch {
    /// Empty: the words stand in the hints.
    pub span: Span,
    pub words: String,
    #[serde(default)]
    pub kind: TimeKind,
    /// `YYYY-MM-DD`; `None`: no days of their own, as with "May" of any year.
    pub from: Option<String>,
    /// The last day; `None`: no end.
    pub to: Option<String>,
    /// Counted from today: tomorrow it may be other days.
    #[serde(default)]
    pub relative: bool,
    /// One sentence: what it was read as, and counted from what.
    pub says: String,
    /// What the data has to do with it; made from values of cells.
    pub of_data: Option<String>,
    /// The days themselves are counted from the data's last.
    pub from_data: bool,
}

impl TimeMatch {
    /// The sentences about it.
    pub fn said(&self) -> impl Iterator<Item = &String> {
        std::iter::once(&self.says).chain(&self.of_data)
    }

    /// The words by themselves say which days these are.
    pub fn plain(&self) -> bool {
        match self.kind {
            TimeKind::Day => true,
            TimeKind::Year => self.to.is_some(),
            _ => false,
        }
    }
}
