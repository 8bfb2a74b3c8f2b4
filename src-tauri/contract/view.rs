//! What the texts of a column stand for: amounts, shares, numbers, lengths of time, days; made by `prepare`, written as SQL by `sql`.

use serde::{Deserialize, Serialize};
use specta::Type;

/// A column of texts read as numbers, lengths of time among them, or as days. `read` and `unread` together are its rows that are not NULL.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct View {
    pub kind: ViewKind,
    /// Rows whose text reads so.
    #[specta(type = f64)]
    pub read: u64,
    /// Rows whose text does not, blank ones among them.
    #[specta(type = f64)]
    pub unread: u64,
    /// False where the two are estimated, from the values that were kept or from a sample.
    pub exact: bool,
    /// The commonest texts that do not read so, three at most, blank ones left out.
    pub examples: Vec<String>,
    /// There may be texts that only look alike, such as `31/04/2020` or `1,5` beside `1,204`: SQL must check each.
    pub strict: bool,
    /// The earliest and the latest day that is read, where every value was seen.
    #[serde(default)]
    pub days: Option<(String, String)>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ViewKind {
    /// `$1,234.50`, `(12.30)`, `1.234,50 €`. More than one unit that differs by more than its spelling: currencies that
    /// cannot be added up.
    Money { figures: Figures },
    /// `12.5%`, which reads as 12.5.
    Percent { figures: Figures },
    /// `1,204`, `12 kg`.
    Number { figures: Figures },
    /// `2h 10m`, `45 min`, `1:25`: how long something lasts, all read as minutes.
    Duration { lengths: Lengths },
    /// The commonest first; a text that two of them fit is read by the first.
    Date { formats: Vec<DateFormat> },
}

/// How numbers are written.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Figures {
    pub mark: DecimalMark,
    /// What stands between thousands, one character each.
    pub groups: Vec<String>,
    /// What stands before or behind a number, as it is written, commonest first: `$`, `USD`, `%`, `kg`.
    pub units: Vec<String>,
    /// Some negative numbers stand in brackets.
    pub brackets: bool,
    /// None has a fraction; false unless every value was seen.
    pub whole: bool,
}

/// How lengths of time are written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Lengths {
    /// What numbers with colons are; at most one of those that have one colon.
    pub clocks: Vec<Clock>,
    /// What stands behind numbers, in small letters, the longest first: `hours`, `min.`, `h`.
    pub units: Vec<String>,
    /// Some have minutes without a unit behind their hours: `1h25`.
    pub bare: bool,
    /// Some have a comma or "and" between their parts.
    pub joined: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Clock {
    /// `1:25`, an hour and 25 minutes.
    HoursMinutes,
    /// `1:25`, a minute and 25 seconds.
    MinutesSeconds,
    /// `3:45:12`
    HoursMinutesSeconds,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum DecimalMark {
    Point,
    Comma,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Type)]
pub struct DateFormat {
    pub order: DateOrder,
    /// Between the parts.
    pub mark: DateMark,
    /// Of two digits: 69 to 99 are years of the 20th century, 00 to 68 of the 21st, as POSIX has it.
    pub short_year: bool,
    /// Some have a time of day behind them.
    pub timed: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum DateOrder {
    /// `2016-11-08`, every part in full.
    Iso,
    /// `2016/11/8`
    YearFirst,
    /// `2016-11`, which reads as its first day.
    YearMonth,
    DayFirst,
    MonthFirst,
    /// `5 March 2020`, `05-Mar-2020`, `5th Mar, 2020`
    DayThenName,
    /// `Jun 12 1998`, `June 12th, 1998`
    NameThenDay,
    /// `03/2025`, `3-2025`, which reads as the month's first day.
    MonthYear,
    /// `Jan 2025`, `January-25`, `Jan '25`, which reads as the month's first day.
    NameThenYear,
    /// `2025-Q3`, `2025 Q3`, `2025Q3`, which reads as the quarter's first day; its mark is a space, whatever is written.
    YearQuarter,
    /// `Q3 2025`, `Q3-25`, like the one above.
    QuarterYear,
}

/// What a text names of the calendar. Nothing shorter can be told from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stretch {
    #[default]
    Day,
    Month,
    Quarter,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum DateMark {
    Dash,
    Slash,
    Dot,
    Space,
}

impl View {
    /// Days; else numbers.
    pub fn is_date(&self) -> bool {
        matches!(self.kind, ViewKind::Date { .. })
    }

    /// Numbers of minutes.
    pub fn is_minutes(&self) -> bool {
        matches!(self.kind, ViewKind::Duration { .. })
    }

    /// What most of its texts name.
    pub fn stretch(&self) -> Stretch {
        match &self.kind {
            ViewKind::Date { formats } => formats.first().map_or(Stretch::Day, |f| f.order.stretch()),
            _ => Stretch::Day,
        }
    }
}

impl DateOrder {
    pub fn stretch(self) -> Stretch {
        match self {
            Self::Iso | Self::YearFirst | Self::DayFirst | Self::MonthFirst | Self::DayThenName | Self::NameThenDay => {
                Stretch::Day
            }
            Self::YearMonth | Self::MonthYear | Self::NameThenYear => Stretch::Month,
            Self::YearQuarter | Self::QuarterYear => Stretch::Quarter,
        }
    }
}

impl ViewKind {
    pub fn figures(&self) -> Option<&Figures> {
        match self {
            Self::Money { figures } | Self::Percent { figures } | Self::Number { figures } => Some(figures),
            Self::Duration { .. } | Self::Date { .. } => None,
        }
    }
}

impl DecimalMark {
    pub fn sign(self) -> char {
        match self {
            Self::Point => '.',
            Self::Comma => ',',
        }
    }
}

impl DateMark {
    pub fn sign(self) -> char {
        match self {
            Self::Dash => '-',
            Self::Slash => '/',
            Self::Dot => '.',
            Self::Space => ' ',
        }
    }
}
