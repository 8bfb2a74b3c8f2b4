//! Names of rows that are stretches of time, in their order.
//!
//! In: a table. Out: [`Series`], where every name is a stretch of the same length.

use askwell_contract::Cell;

use super::{is_time_name, Table};
use crate::ask::builtin::days::{last_day, MONTHS};
use crate::calendar::{capital, Date};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Length {
    Year,
    Quarter,
    Month,
    Week,
    Day,
}

/// Stretches are numbered so that the next one has the next number.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    pub length: Length,
    /// Number, row and figure, earliest first; rows without a figure are left out.
    pub points: Vec<(i64, usize, f64)>,
    /// The weekday that weeks begin with, as days after a Thursday.
    begins: i64,
}

/// Fewer are compared by looking at them.
const FEWEST: usize = 4;
/// Longer series are read as a picture.
const LONGEST: usize = 400;

impl Series {
    pub fn of(table: &Table<'_>) -> Option<Self> {
        let named = is_time_name(&table.result.columns[table.label].name);
        let places: Vec<(Length, i64)> = table
            .result
            .rows
            .iter()
            .map(|row| place(row.get(table.label)?, named))
            .collect::<Option<_>>()?;
        let mut length = places.first()?.0;
        if !(FEWEST..=LONGEST).contains(&places.len()) || places.iter().any(|p| p.0 != length) {
            return None;
        }
        let mut points: Vec<(i64, usize, f64)> = places
            .iter()
            .enumerate()
            .filter_map(|(row, (_, at))| Some((*at, row, table.value(row)?)))
            .collect();
        points.sort_by_key(|p| p.0);
        let first = points.first()?.0;
        let begins = first.rem_euclid(7);
        if length == Length::Day && points.iter().all(|p| (p.0 - first) % 7 == 0) {
            length = Length::Week;
            points.iter_mut().for_each(|p| p.0 = (p.0 - begins) / 7);
        }
        Some(Self { length, points, begins })
    }

    /// How a stretch is called in a sentence.
    pub fn name(&self, point: usize) -> String {
        self.points.get(point).map_or_else(String::new, |p| self.words(p.0))
    }

    pub fn words(&self, at: i64) -> String {
        match self.length {
            Length::Year => at.to_string(),
            Length::Quarter => format!("quarter {} of {}", at.rem_euclid(4) + 1, at.div_euclid(4)),
            Length::Month => {
                let name = MONTHS[at.rem_euclid(12) as usize];
                format!("{} {}", capital(name), at.div_euclid(12))
            }
            Length::Week => format!("the week of {}", Date::from_days(7 * at + self.begins).words()),
            Length::Day => Date::from_days(at).words(),
        }
    }

    pub fn one(&self) -> &'static str {
        match self.length {
            Length::Year => "year",
            Length::Quarter => "quarter",
            Length::Month => "month",
            Length::Week => "week",
            Length::Day => "day",
        }
    }

    /// How many of them come round: a year, of days a week.
    pub fn season(&self) -> f64 {
        match self.length {
            // Years do not come round: of a wave of two there is nothing to fit.
            Length::Year => 2.0,
            Length::Quarter => 4.0,
            Length::Month => 12.0,
            Length::Week => 52.0,
            Length::Day => 7.0,
        }
    }

    /// The data ends within the last stretch, so that its figure is not what it will be. A few days are forgiven: not every
    /// month ends with a sale.
    pub fn open(&self, newest: Option<Date>) -> bool {
        let (Some(newest), Some((last, ..))) = (newest, self.points.last()) else {
            return false;
        };
        let months = |start: i64, long: i64| {
            let now = i64::from(newest.year) * 12 + i64::from(newest.month) - 1;
            let ends = newest.day + 3 >= last_day(newest.year as u32, newest.month) && now == start + long - 1;
            (start..start + long).contains(&now) && !ends
        };
        match self.length {
            Length::Year => months(last * 12, 12),
            Length::Quarter => months(last * 3, 3),
            Length::Month => months(*last, 1),
            Length::Week => (0..6).contains(&(newest.days() - 7 * last - self.begins)),
            Length::Day => false,
        }
    }
}

/// `named`: the column is named for a time, so that a number may be a year.
fn place(cell: &Cell, named: bool) -> Option<(Length, i64)> {
    let text = match cell {
        Cell::Int(year) if named && (1000..=2999).contains(year) => return Some((Length::Year, *year)),
        Cell::Text(t) | Cell::Date(t) => t,
        Cell::Timestamp(t) => t.strip_suffix(" 00:00:00")?,
        _ => return None,
    };
    let shape: String = text.chars().map(|c| if c.is_ascii_digit() { '9' } else { c }).collect();
    let part = |range: std::ops::Range<usize>| text.get(range)?.parse::<i64>().ok();
    match shape.as_str() {
        "9999" if named => Some((Length::Year, part(0..4)?)),
        "9999-Q9" => Some((Length::Quarter, part(0..4)? * 4 + part(6..7)? - 1)),
        "9999-99" if (1..=12).contains(&part(5..7)?) => Some((Length::Month, part(0..4)? * 12 + part(5..7)? - 1)),
        "9999-99-99" => Some((Length::Day, Date::parse(text)?.days())),
        _ => None,
    }
}
