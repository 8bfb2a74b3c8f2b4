//! Rows column by column, for a reader who goes through millions of them: one allocation a column of a batch instead of
//! one a value.
//!
//! In: what a driver has in its columns. Out: values, borrowed. Deliberately absent: any type that a [`Cell`] lacks; a
//! strip holds the same values in the same notation.

use crate::cell::{Cell, Row};

/// Columns of one length.
#[derive(Debug, Clone, PartialEq)]
pub struct Strips {
    pub rows: usize,
    pub columns: Vec<Strip>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Strip {
    pub values: Values,
    /// Where there is no value; empty where every row has one.
    pub nulls: Vec<bool>,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Values {
    Ints(Vec<i64>),
    Reals(Vec<f64>),
    Texts(Texts),
    /// Of any type. A NULL may also be told here.
    Cells(Vec<Cell>),
}

/// Texts one behind the other.
#[derive(Debug, Clone, PartialEq)]
pub struct Texts {
    pub written: Written,
    pub text: String,
    /// Where each of them ends.
    pub ends: Vec<usize>,
}

/// What a text stands for: the variant of [`Cell`] that holds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Written {
    Text,
    Decimal,
    Date,
    Time,
    Timestamp,
    Interval,
    Json,
}

/// A value that is looked at and not kept.
#[derive(Debug, Clone, Copy)]
pub enum Value<'a> {
    Int(i64),
    Real(f64),
    Text(Written, &'a str),
    /// None of those above.
    Cell(&'a Cell),
}

impl Strips {
    /// The first rows only.
    pub fn truncate(&mut self, rows: usize) {
        self.rows = self.rows.min(rows);
        for column in &mut self.columns {
            column.nulls.truncate(rows);
            match &mut column.values {
                Values::Ints(values) => values.truncate(rows),
                Values::Reals(values) => values.truncate(rows),
                Values::Texts(texts) => texts.truncate(rows),
                Values::Cells(cells) => cells.truncate(rows),
            }
        }
    }

    pub fn row(&self, at: usize) -> Row {
        self.columns.iter().map(|column| column.cell(at)).collect()
    }
}

impl Strip {
    pub fn is_null(&self, at: usize) -> bool {
        self.nulls.get(at).is_some_and(|null| *null)
    }

    /// `None`: NULL, or no such row.
    pub fn value(&self, at: usize) -> Option<Value<'_>> {
        if self.is_null(at) {
            return None;
        }
        Some(match &self.values {
            Values::Ints(values) => Value::Int(*values.get(at)?),
            Values::Reals(values) => Value::Real(*values.get(at)?),
            Values::Texts(texts) => Value::Text(texts.written, texts.get(at)?),
            Values::Cells(cells) => return Value::of(cells.get(at)?),
        })
    }

    pub fn cell(&self, at: usize) -> Cell {
        self.value(at).map_or(Cell::Null, Value::cell)
    }
}

impl Texts {
    pub fn new(written: Written, count: usize) -> Self {
        Self {
            written,
            text: String::new(),
            ends: Vec::with_capacity(count),
        }
    }

    /// Whatever was written behind the last text is the next one.
    pub fn end(&mut self) {
        self.ends.push(self.text.len());
    }

    pub fn get(&self, at: usize) -> Option<&str> {
        let from = at.checked_sub(1).map_or(Some(&0), |before| self.ends.get(before))?;
        self.text.get(*from..*self.ends.get(at)?)
    }

    fn truncate(&mut self, count: usize) {
        self.ends.truncate(count);
        self.text.truncate(self.ends.last().copied().unwrap_or_default());
    }
}

impl<'a> Value<'a> {
    /// `None` for NULL.
    pub fn of(cell: &'a Cell) -> Option<Self> {
        Some(match cell {
            Cell::Null => return None,
            Cell::Int(v) => Self::Int(*v),
            Cell::Real(v) => Self::Real(*v),
            Cell::Text(v) => Self::Text(Written::Text, v),
            Cell::Decimal(v) => Self::Text(Written::Decimal, v),
            Cell::Date(v) => Self::Text(Written::Date, v),
            Cell::Time(v) => Self::Text(Written::Time, v),
            Cell::Timestamp(v) => Self::Text(Written::Timestamp, v),
            Cell::Interval(v) => Self::Text(Written::Interval, v),
            Cell::Json(v) => Self::Text(Written::Json, v),
            Cell::Bool(_) | Cell::Blob { .. } | Cell::List(_) => Self::Cell(cell),
        })
    }

    pub fn cell(self) -> Cell {
        match self {
            Self::Int(v) => Cell::Int(v),
            Self::Real(v) => Cell::Real(v),
            Self::Text(written, text) => {
                let text = text.to_owned();
                match written {
                    Written::Text => Cell::Text(text),
                    Written::Decimal => Cell::Decimal(text),
                    Written::Date => Cell::Date(text),
                    Written::Time => Cell::Time(text),
                    Written::Timestamp => Cell::Timestamp(text),
                    Written::Interval => Cell::Interval(text),
                    Written::Json => Cell::Json(text),
                }
            }
            Self::Cell(cell) => cell.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_hold_the_rows_they_stand_for() {
        let mut texts = Texts::new(Written::Date, 3);
        for text in ["2024-02-29", "", "2023-01-01"] {
            texts.text.push_str(text);
            texts.end();
        }
        let of = |values, nulls| Strip { values, nulls };
        let mut strips = Strips {
            rows: 3,
            columns: vec![
                of(Values::Ints(vec![1, 2, 3]), vec![]),
                of(Values::Texts(texts), vec![false, true, false]),
                of(
                    Values::Cells(vec![Cell::Bool(true), Cell::Null, Cell::Bool(false)]),
                    vec![],
                ),
            ],
        };
        let date = |text: &str| Cell::Date(text.into());
        assert_eq!(strips.row(0), [Cell::Int(1), date("2024-02-29"), Cell::Bool(true)]);
        assert_eq!(strips.row(1), [Cell::Int(2), Cell::Null, Cell::Null]);
        assert_eq!(strips.row(2), [Cell::Int(3), date("2023-01-01"), Cell::Bool(false)]);
        strips.truncate(1);
        assert_eq!((strips.rows, strips.row(1)), (1, vec![Cell::Null; 3]));
        assert_eq!(strips.row(0)[1], date("2024-02-29"));
    }

    #[test]
    fn a_value_is_the_cell_it_was_taken_from() {
        let text = |v: &str| v.to_owned();
        for cell in [
            Cell::Bool(true),
            Cell::Int(-1),
            Cell::Real(0.5),
            Cell::Text(text("a")),
            Cell::Decimal(text("1.50")),
            Cell::Date(text("2024-02-29")),
            Cell::Time(text("13:05:00")),
            Cell::Timestamp(text("2024-02-29 13:05:00")),
            Cell::Interval(text("1 day")),
            Cell::Json(text("{}")),
            Cell::Blob { size: 1, head: vec![1] },
            Cell::List(vec![Cell::Null]),
        ] {
            assert_eq!(Value::of(&cell).map(Value::cell), Some(cell));
        }
        assert!(Value::of(&Cell::Null).is_none());
    }
}
