//! Excel workbooks. In: typed cells, row by row. Out: a workbook whose first sheets hold the rows and whose last one says
//! where they came from. Memory stays flat: rows go to a temporary file until the workbook is put together.
//!
//! Text is never taken for anything else: a leading zero stays, and no text becomes a formula or a link. Deliberately
//! absent: looks beyond what makes a table readable.

use std::fs::File;
use std::io::Write;

use askwell_contract::ports::{Cancel, TableSink, Written};
use askwell_contract::{Cell, Problem, ProblemCode, Result, ResultColumn, Row, TypeKind};
use rust_xlsxwriter::{ExcelDateTime, Format, Workbook, Worksheet, XlsxError};

use super::moments::{self, Moment};
use super::Place;
use crate::db::Temporary;

/// Rows of a sheet with its heading, columns of a sheet, and characters of a cell (Excel's specifications and limits).
const SHEET_ROWS: u32 = 1_048_576;
const SHEET_COLUMNS: usize = 16_384;
const CELL_CHARS: usize = 32_767;
/// A number is kept as a double, of which Excel shows this many digits.
const DIGITS: usize = 15;

pub struct Book {
    book: Workbook,
    place: Place,
    columns: Vec<ResultColumn>,
    formats: Formats,
    /// The row of the sheet to be written next.
    next: u32,
    sheets: usize,
    /// Values that a cell had no room for.
    cut: u64,
    // Dropped after the workbook, which keeps its rows in it.
    _room: Temporary,
}

struct Formats {
    head: Format,
    date: Format,
    moment: Format,
    time: Format,
    /// By digits behind the point.
    decimals: Vec<Format>,
}

impl Book {
    pub fn new(place: Place, columns: &[ResultColumn]) -> Result<Self> {
        if columns.len() > SHEET_COLUMNS {
            return Err(Problem::new(
                ProblemCode::BadInput,
                format!(
                    "A sheet holds {SHEET_COLUMNS} columns, and these are {}.",
                    columns.len()
                ),
            )
            .hint("Choose CSV or Parquet, which hold them all."));
        }
        let room = Temporary::new()?;
        let mut book = Workbook::new();
        book.set_tempdir(room.path()).map_err(broken)?;
        let zeros = |digits: usize| Format::new().set_num_format(format!("0.{}", "0".repeat(digits)));
        let mut made = Self {
            book,
            place,
            columns: columns.to_vec(),
            formats: Formats {
                head: Format::new().set_bold(),
                date: Format::new().set_num_format("yyyy-mm-dd"),
                moment: Format::new().set_num_format("yyyy-mm-dd hh:mm:ss"),
                time: Format::new().set_num_format("hh:mm:ss"),
                decimals: (1..=10).map(zeros).collect(),
            },
            next: 0,
            sheets: 0,
            cut: 0,
            _room: room,
        };
        made.begin().map_err(broken)?;
        Ok(made)
    }

    /// One more sheet, with its heading.
    fn begin(&mut self) -> std::result::Result<(), XlsxError> {
        self.sheets += 1;
        let sheet = self.book.add_worksheet_with_constant_memory();
        let sheet = sheet?;
        let name = if self.sheets == 1 {
            "Rows".to_string()
        } else {
            format!("Rows {}", self.sheets)
        };
        sheet.set_name(name)?;
        sheet.set_freeze_panes(1, 0)?;
        for (at, column) in (0u16..).zip(&self.columns) {
            sheet.set_column_width(at, width(column))?;
            let name: String = column.name.chars().take(CELL_CHARS).collect();
            sheet.write_string_with_format(0, at, name, &self.formats.head)?;
        }
        self.next = 1;
        Ok(())
    }

    fn write(&mut self, row: &Row) -> std::result::Result<(), XlsxError> {
        if self.next == SHEET_ROWS {
            self.filter()?;
            self.begin()?;
        }
        let sheet = self.book.worksheet_from_index(self.sheets - 1)?;
        for (at, cell) in (0u16..).zip(row) {
            self.cut += u64::from(put(sheet, self.next, at, cell, &self.formats)?);
        }
        self.next += 1;
        Ok(())
    }

    fn filter(&mut self) -> std::result::Result<(), XlsxError> {
        let Some(last) = u16::try_from(self.columns.len()).ok().and_then(|n| n.checked_sub(1)) else {
            return Ok(());
        };
        let sheet = self.book.worksheet_from_index(self.sheets - 1)?;
        sheet.autofilter(0, 0, self.next - 1, last).map(drop)
    }

    fn tell(&mut self, about: &[(String, String)]) -> std::result::Result<(), XlsxError> {
        let wrapped = Format::new().set_text_wrap();
        let sheet = self.book.add_worksheet();
        sheet.set_name("Where this came from")?;
        sheet.set_column_width(0, 14)?.set_column_width(1, 100)?;
        for (row, (name, value)) in (0u32..).zip(about) {
            let value: String = value.chars().take(CELL_CHARS).collect();
            sheet.write_string_with_format(row, 0, name, &self.formats.head)?;
            match value.parse::<u32>() {
                Ok(number) => sheet.write_number(row, 1, number)?,
                Err(_) => sheet.write_string_with_format(row, 1, value, &wrapped)?,
            };
        }
        Ok(())
    }
}

impl TableSink for Book {
    fn rows(&mut self, rows: &[Row]) -> Result<()> {
        rows.iter().try_for_each(|row| self.write(row)).map_err(broken)
    }

    fn finish(mut self: Box<Self>, about: &[(String, String)], cancel: &Cancel) -> Result<Written> {
        self.filter().and_then(|()| self.tell(about)).map_err(broken)?;
        let file = self.place.file()?;
        let saved = self.book.save_to_writer(Stopping { file, cancel });
        if cancel.is_cancelled() {
            return Err(Problem::cancelled());
        }
        saved.map_err(broken)?;
        let mut notes = Vec::new();
        if self.sheets > 1 {
            notes.push(format!(
                "A sheet holds 1,048,575 rows; the rest is on {} more.",
                self.sheets - 1
            ));
        }
        if self.cut > 0 {
            notes.push(format!(
                "{} text(s) were longer than the 32,767 characters of a cell, and are cut there.",
                self.cut
            ));
        }
        self.place.publish().map(|bytes| Written { bytes, notes })
    }
}

/// Ends the writing of the workbook once the person stopped it.
struct Stopping<'a> {
    file: &'a File,
    cancel: &'a Cancel,
}

impl Write for Stopping<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if self.cancel.is_cancelled() {
            return Err(std::io::Error::other("stopped"));
        }
        self.file.write(bytes)
    }
    fn flush(&mut self) -> std::io::Result<()> {
        self.file.flush()
    }
}

/// True: the cell had no room for all of it.
fn put(
    sheet: &mut Worksheet,
    row: u32,
    at: u16,
    cell: &Cell,
    formats: &Formats,
) -> std::result::Result<bool, XlsxError> {
    match cell {
        Cell::Null => {}
        Cell::Bool(v) => drop(sheet.write_boolean(row, at, *v)?),
        Cell::Int(v) if v.unsigned_abs() < 10u64.pow(DIGITS as u32) => drop(sheet.write_number(row, at, *v as f64)?),
        Cell::Real(v) if v.is_finite() => drop(sheet.write_number(row, at, *v)?),
        Cell::Decimal(v) => return decimal(sheet, row, at, v, formats),
        Cell::Date(v) | Cell::Timestamp(v) | Cell::Time(v) | Cell::Text(v) => {
            let Some((moment, text)) = moments::read(v) else {
                return words(sheet, row, at, v);
            };
            // A time of day alone is text where the database calls it text: "13:05" may be a score.
            if moment == Moment::Time && !matches!(cell, Cell::Time(_)) {
                return words(sheet, row, at, v);
            }
            // Excel counts days from 1900 and milliseconds.
            match ExcelDateTime::parse_from_str(text) {
                Ok(date) if moments::fraction(text) <= 3 => {
                    let format = match moment {
                        Moment::Date => &formats.date,
                        Moment::Time => &formats.time,
                        Moment::Timestamp | Moment::Zoned => &formats.moment,
                    };
                    sheet.write_datetime_with_format(row, at, &date, format)?;
                }
                _ => return words(sheet, row, at, v),
            }
        }
        other => return words(sheet, row, at, &other.to_string()),
    }
    Ok(false)
}

/// A number with the digits behind its point; as text where a double would lose a digit.
fn decimal(
    sheet: &mut Worksheet,
    row: u32,
    at: u16,
    text: &str,
    formats: &Formats,
) -> std::result::Result<bool, XlsxError> {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let value = text.parse::<f64>().ok().filter(|v| v.is_finite() && digits <= DIGITS);
    let Some(value) = value else {
        return words(sheet, row, at, text);
    };
    let behind = text.split_once('.').map_or(0, |(_, fraction)| fraction.len());
    match behind.checked_sub(1).and_then(|n| formats.decimals.get(n)) {
        Some(format) => sheet.write_number_with_format(row, at, value, format)?,
        None => sheet.write_number(row, at, value)?,
    };
    Ok(false)
}

/// Excel counts characters in units of UTF-16.
fn words(sheet: &mut Worksheet, row: u32, at: u16, text: &str) -> std::result::Result<bool, XlsxError> {
    if text.len() <= CELL_CHARS {
        sheet.write_string(row, at, text)?;
        return Ok(false);
    }
    let mut units = 0;
    let short: String = text
        .chars()
        .take_while(|c| {
            units += c.len_utf16();
            units <= CELL_CHARS
        })
        .collect();
    sheet.write_string(row, at, &short)?;
    Ok(short.len() < text.len())
}

fn width(column: &ResultColumn) -> f64 {
    let by_kind = match column.kind {
        TypeKind::Text | TypeKind::Json | TypeKind::List | TypeKind::Struct => 24.0,
        TypeKind::Timestamp => 20.0,
        _ => 13.0,
    };
    // Room for the mark of the filter.
    (column.name.chars().count() as f64 + 4.0).clamp(by_kind, 48.0)
}

fn broken(error: XlsxError) -> Problem {
    Problem::new(ProblemCode::Lost, "The workbook could not be written.")
        .hint("Check that there is room on the disk, then try again. Nothing was left behind.")
        .detail(error)
}
