//! Where the table of a sheet is, and what its columns are. In: cells with their places. Out: the row of names, what
//! stands above it, and a reading of each column. Deliberately absent: the file.

use std::borrow::Cow;
use std::collections::BTreeMap;

use calamine::ExcelDateTime;

use super::column::{Facts, Kind, Order, Reading, MISSING};
use super::header;

/// A cell that has a value.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell<'a> {
    Number(String),
    Text(Cow<'a, str>),
    Boolean(bool),
    /// All as ISO 8601 writes them.
    Date(String),
    Timestamp(String),
    Time(String),
    Duration(String),
}

impl Cell<'_> {
    /// The shortest digits that give the number back; a spreadsheet has nothing but doubles.
    pub fn number(value: f64) -> Self {
        Cell::Number(value.to_string())
    }

    /// A number that is shown as a date: its days count from 1900 or 1904, less than one is a time of day.
    pub fn moment(moment: ExcelDateTime) -> Self {
        let value = moment.as_f64();
        // Beyond what a spreadsheet itself can show as a date: the year 10,000.
        if !(0.0..2_958_466.0).contains(&value) {
            return Self::number(value);
        }
        if moment.is_duration() {
            let seconds = (value * 86_400.0).round();
            let whole = seconds as u64;
            return Cell::Duration(format!("{:02}:{:02}:{:02}", whole / 3_600, whole / 60 % 60, whole % 60));
        }
        let (year, month, day, hour, minute, second, milli) = moment.to_ymd_hms_milli();
        let fraction = if milli == 0 {
            String::new()
        } else {
            format!(".{milli:03}")
        };
        let clock = format!("{hour:02}:{minute:02}:{second:02}{fraction}");
        if value < 1.0 {
            return Cell::Time(clock);
        }
        let date = format!("{year:04}-{month:02}-{day:02}");
        // Excel believes that 1900 was a leap year.
        if date == "1900-02-29" {
            return Cell::Text(date.into());
        }
        if value.fract() == 0.0 {
            Cell::Date(date)
        } else {
            Cell::Timestamp(format!("{date} {clock}"))
        }
    }

    pub fn iso(text: &str) -> Self {
        match super::moment::read(text) {
            Some(moment) if moment.year_first && moment.time.is_none() => Cell::Date(text.into()),
            Some(moment) if moment.year_first && moment.time.is_some_and(|t| !t.zone) => Cell::Timestamp(text.into()),
            _ => Cell::Text(text.to_string().into()),
        }
    }

    /// `None` for a word that stands for no value in a column of values.
    pub fn written(&self, reading: &Reading) -> Option<String> {
        (reading.kind == Kind::Text || !self.is_missing()).then(|| self.text().to_string())
    }

    fn text(&self) -> &str {
        match self {
            Self::Number(v) | Self::Date(v) | Self::Timestamp(v) | Self::Time(v) | Self::Duration(v) => v,
            Self::Text(v) => v,
            Self::Boolean(true) => "true",
            Self::Boolean(false) => "false",
        }
    }

    fn is_missing(&self) -> bool {
        matches!(self, Self::Text(text) if MISSING.contains(&text.trim()))
    }
}

/// The first rows of a sheet.
#[derive(Debug, Default)]
pub struct Look {
    pub rows: BTreeMap<u32, BTreeMap<u32, (String, bool)>>,
}

impl Look {
    pub fn add(&mut self, row: u32, column: u32, cell: Cell<'_>) {
        let is_text = matches!(cell, Cell::Text(_));
        self.rows
            .entry(row)
            .or_default()
            .insert(column, (cell.text().trim().to_string(), is_text));
    }
}

#[derive(Debug)]
pub struct Layout {
    pub header: bool,
    pub columns: Vec<Column>,
    /// What stands above the table.
    pub above: Option<String>,
    /// The first row of values.
    begins: u32,
    /// Column of the sheet to place in `columns`.
    places: BTreeMap<u32, usize>,
}

#[derive(Debug, Default)]
pub struct Column {
    pub name: String,
    numbers: Facts,
    counts: [u64; 7],
}

impl Layout {
    /// The table begins at the first row that is at least half as full as the fullest; a title is not.
    pub fn of(top: &Look) -> Self {
        let widest = top.rows.values().map(BTreeMap::len).max().unwrap_or_default();
        let is_table = |cells: &BTreeMap<u32, (String, bool)>| cells.len() * 2 >= widest;
        let (above, table): (Vec<_>, Vec<_>) = {
            let begins = top
                .rows
                .iter()
                .find(|(_, cells)| is_table(cells))
                .map_or(0, |(row, _)| *row);
            top.rows.iter().partition(|(row, _)| **row < begins)
        };
        let titles: Vec<&str> = above
            .iter()
            .flat_map(|(_, cells)| cells.values().map(|(text, _)| text.as_str()))
            .collect();
        let mut columns: Vec<u32> = table.iter().flat_map(|(_, cells)| cells.keys().copied()).collect();
        columns.sort_unstable();
        columns.dedup();
        let in_row = |cells: &BTreeMap<u32, (String, bool)>| -> Vec<Option<String>> {
            columns
                .iter()
                .map(|column| cells.get(column).map(|(text, _)| text.clone()))
                .collect()
        };
        let rows: Vec<Vec<Option<String>>> = table.iter().map(|(_, cells)| in_row(cells)).collect();
        let header = rows
            .split_first()
            .is_some_and(|(first, rest)| header::is_header(first, rest));
        let mut names: Vec<String> = match rows.first() {
            Some(first) if header => first.iter().map(|cell| cell.clone().unwrap_or_default()).collect(),
            _ => vec![String::new(); columns.len()],
        };
        let lines = if header && below_merged(&rows) {
            names = joined(&rows[0], &rows[1]);
            2
        } else {
            usize::from(header)
        };
        let begins = match lines {
            0 => table.first().map_or(0, |(row, _)| **row),
            n => table[n - 1].0.saturating_add(1),
        };
        let mut layout = Self {
            header,
            columns: Vec::new(),
            above: (!titles.is_empty()).then(|| format!("Above the table: {}", titles.join(" / "))),
            begins,
            places: BTreeMap::new(),
        };
        for (column, name) in columns.into_iter().zip(names) {
            layout.add(column, name);
        }
        layout
    }

    fn add(&mut self, column: u32, name: String) {
        self.places.insert(column, self.columns.len());
        self.columns.push(Column {
            name,
            ..Column::default()
        });
    }

    /// `None`: above the table.
    pub fn place(&self, row: u32, column: u32) -> Option<usize> {
        if row < self.begins {
            return None;
        }
        self.places.get(&column).copied()
    }

    pub fn see(&mut self, row: u32, column: u32, cell: &Cell<'_>) {
        if row < self.begins {
            return;
        }
        // Further right or left than anything in the first rows.
        if !self.places.contains_key(&column) {
            self.add(column, String::new());
        }
        if let Some(place) = self.place(row, column) {
            self.columns[place].see(cell);
        }
    }

    /// Once every cell was seen.
    pub fn readings(&self) -> Vec<Reading> {
        self.columns.iter().map(Column::reading).collect()
    }
}

impl Column {
    fn see(&mut self, cell: &Cell<'_>) {
        if cell.is_missing() {
            return;
        }
        let kind = match cell {
            Cell::Number(text) => {
                self.numbers.see(text);
                0
            }
            Cell::Text(_) => 1,
            Cell::Boolean(_) => 2,
            Cell::Date(_) => 3,
            Cell::Timestamp(_) => 4,
            Cell::Time(_) => 5,
            Cell::Duration(_) => 6,
        };
        self.counts[kind] += 1;
    }

    fn reading(&self) -> Reading {
        const YEAR: Order = Order::Year;
        let present = self.counts.map(|count| count > 0);
        match present {
            [true, false, false, false, false, false, false] => self.numbers.reading(false),
            [false, false, true, false, false, false, false] => Reading::plain(Kind::Boolean),
            [false, false, false, true, false, false, false] => Reading::plain(Kind::Date {
                order: YEAR,
                mark: b'-',
            }),
            [false, false, false, _, true, false, false] => Reading::plain(Kind::Timestamp {
                order: YEAR,
                mark: b'-',
                seconds: true,
                fraction: false,
            }),
            [false, false, false, false, false, true, false] => Reading::plain(Kind::Time),
            [false, false, false, false, false, _, true] => Reading::plain(Kind::Interval),
            [false, _, false, false, false, false, false] => Reading::text(),
            _ => Reading::noted("Kept as text: its cells are of different kinds."),
        }
    }
}

/// `2024 |      | 2025` above `Q1 | Q2 | Q1`: a name over several columns, and their own names below it.
fn below_merged(rows: &[Vec<Option<String>>]) -> bool {
    let [first, second, rest @ ..] = rows else { return false };
    let gaps: Vec<usize> = (0..first.len()).filter(|i| first[*i].is_none()).collect();
    let words = second.iter().flatten().all(|cell| super::number::read(cell).is_none());
    !gaps.is_empty()
        && gaps.iter().all(|i| second[*i].is_some())
        && words
        && header::is_header(second, rest)
        && rest
            .iter()
            .flatten()
            .flatten()
            .any(|cell| super::number::read(cell).is_some())
}

fn joined(first: &[Option<String>], second: &[Option<String>]) -> Vec<String> {
    let mut over = String::new();
    first
        .iter()
        .zip(second)
        .map(|(upper, lower)| {
            if let Some(upper) = upper {
                over.clone_from(upper);
            }
            match lower {
                Some(lower) => format!("{over} {lower}"),
                None => over.clone(),
            }
        })
        .collect()
}
