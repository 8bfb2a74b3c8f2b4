//! Workbooks: XLSX and its relatives. In: a file. Out: a table for each sheet that has cells, types decided by all
//! cells of a column. Deliberately absent: formulas (their last results are read), colours, charts and pivot tables.

use std::borrow::Cow;
use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::Path;

use askwell_contract::catalog::Source;
use askwell_contract::{Problem, ProblemCode, Result};
use calamine::{Data, DataRef, Ods, Reader, SheetType, Sheets, Xls, Xlsb, Xlsx};
use duckdb::Connection;

use super::super::file;
use super::column::Reading;
use super::scan::{failed, literal, pattern, quoted};
use super::sheet::{Cell, Layout, Look};
use super::{names, Made};

/// Rows that are looked at to find where the table begins.
const TOP: usize = 100;

pub struct Workbook {
    sheets: Sheets<BufReader<File>>,
    path: std::path::PathBuf,
}

pub fn open(path: &Path) -> Result<Workbook> {
    let file = || {
        File::open(path)
            .map(BufReader::new)
            .map_err(|error| file::broken(path, &error))
    };
    // The ending may be that of another program's kind; the content decides, the most frequent kind first.
    let sheets = read(path, || {
        Ok(match Xlsx::new(file()?) {
            Ok(book) => Sheets::Xlsx(book),
            Err(error) => match (Xls::new(file()?), Xlsb::new(file()?), Ods::new(file()?)) {
                (Ok(book), ..) => Sheets::Xls(book),
                (_, Ok(book), _) => Sheets::Xlsb(book),
                (.., Ok(book)) => Sheets::Ods(book),
                _ => return Err(broken(path, &error)),
            },
        })
    })?;
    Ok(Workbook {
        sheets,
        path: path.to_path_buf(),
    })
}

/// What the library reads; a workbook that it does not get through is as good as broken.
fn read<T>(path: &Path, part: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(part)).unwrap_or_else(|_| Err(broken(path, &"a part of it makes no sense")))
}

/// Row, column and value of a cell; `false` ends the reading.
type See<'a> = dyn FnMut(u32, u32, Option<Cell<'_>>) -> Result<bool> + 'a;

impl Workbook {
    /// The names of its work sheets, and whether they have any cell.
    pub fn names(&mut self) -> Result<Vec<(String, bool)>> {
        let sheets = self.sheets.sheets_metadata();
        let names: Vec<String> = sheets
            .iter()
            .filter(|sheet| sheet.typ == SheetType::WorkSheet)
            .map(|sheet| sheet.name.clone())
            .collect();
        let mut found = Vec::new();
        for name in names {
            let mut filled = false;
            self.cells(&name, &mut |_, _, cell| {
                filled = cell.is_some();
                Ok(!filled)
            })?;
            found.push((name, filled));
        }
        Ok(found)
    }

    pub fn load(&mut self, connection: &Connection, sheet: &str, table: &str, room: &Path) -> Result<Made> {
        let mut top = Look::default();
        self.cells(sheet, &mut |row, column, cell| {
            if let Some(cell) = cell {
                top.add(row, column, cell);
            }
            Ok(top.rows.len() <= TOP)
        })?;
        let mut layout = Layout::of(&top);
        self.cells(sheet, &mut |row, column, cell| {
            if let Some(cell) = cell {
                layout.see(row, column, &cell);
            }
            Ok(true)
        })?;
        let at = room.join("sheet");
        let readings = layout.readings();
        let rows = self.write(sheet, &layout, &readings, &at)?;
        let names = names::columns(layout.columns.iter().map(|column| column.name.clone()));
        let made = self.table(connection, &readings, &names, &at, table);
        // Best effort: the folder goes away with the database.
        let _ = std::fs::remove_file(&at);
        made?;
        super::counted(connection, table, rows)?;
        Ok(Made {
            table: table.to_string(),
            source: Source {
                path: self.path.to_string_lossy().into_owned(),
                sheet: Some(sheet.to_string()),
                format: match self.sheets {
                    Sheets::Xls(_) => "XLS",
                    Sheets::Xlsx(_) => "XLSX",
                    Sheets::Xlsb(_) => "XLSB",
                    Sheets::Ods(_) => "ODS",
                }
                .into(),
                encoding: None,
                delimiter: None,
                header: Some(layout.header),
            },
            comment: layout.above,
            names,
            notes: readings.iter().map(Reading::says).collect(),
        })
    }

    /// The cells of the table as text, every value in quotes, so that an empty one differs from none.
    fn write(&mut self, sheet: &str, layout: &Layout, readings: &[Reading], at: &Path) -> Result<u64> {
        let said = |error: std::io::Error| crate::disk::problem(&error, at);
        let mut out = BufWriter::new(File::create(at).map_err(said)?);
        let mut line: Vec<Option<String>> = vec![None; layout.columns.len()];
        let (mut current, mut rows) = (None, 0);
        let mut flush = |line: &mut Vec<Option<String>>| -> Result<()> {
            if line.iter().any(Option::is_some) {
                rows += 1;
                let fields: Vec<String> = line
                    .iter_mut()
                    .map(|field| field.take().map(in_quotes).unwrap_or_default())
                    .collect();
                writeln!(out, "{}", fields.join(",")).map_err(said)?;
            }
            Ok(())
        };
        self.cells(sheet, &mut |row, column, cell| {
            if current != Some(row) {
                flush(&mut line)?;
                current = Some(row);
            }
            if let (Some(cell), Some(place)) = (cell, layout.place(row, column)) {
                line[place] = cell.written(&readings[place]);
            }
            Ok(true)
        })?;
        flush(&mut line)?;
        out.flush().map_err(said)?;
        Ok(rows)
    }

    fn table(
        &self,
        connection: &Connection,
        readings: &[Reading],
        names: &[String],
        at: &Path,
        table: &str,
    ) -> Result<()> {
        let fields: Vec<String> = (0..names.len()).map(|i| format!("'c{i}': 'VARCHAR'")).collect();
        let selected: Vec<String> = readings
            .iter()
            .zip(names)
            .enumerate()
            .map(|(i, (reading, name))| format!("{} AS {}", reading.sql(&format!("c{i}")), quoted(name)))
            .collect();
        let sql = format!(
            "CREATE TABLE {} AS SELECT {} FROM read_csv({}, auto_detect = false, columns = {{{}}}, delim = ',', \
             quote = '\"', escape = '\"', comment = '', header = false, nullstr = '', allow_quoted_nulls = false, \
             parallel = false, max_line_size = {})",
            quoted(table),
            selected.join(", "),
            literal(&pattern(at)),
            fields.join(", "),
            super::lines::LONGEST,
        );
        connection
            .execute_batch(&sql)
            .map_err(|error| failed(&self.path, &error))
    }

    /// Cells in the order of their rows, without those that are empty; `false` ends it. An error (`#N/A`) is no value.
    fn cells(&mut self, sheet: &str, see: &mut See<'_>) -> Result<()> {
        let path = self.path.clone();
        if let Sheets::Xlsx(book) = &mut self.sheets {
            // Cell by cell: a large sheet is never in memory as a whole.
            let mut cells = read(&path, || {
                book.worksheet_cells_reader(sheet)
                    .map_err(|error| broken(&path, &error))
            })?;
            while let Some(cell) = read(&path, || cells.next_cell().map_err(|error| broken(&path, &error)))? {
                let (row, column) = cell.get_position();
                if !see(row, column, of_ref(cell.get_value()))? {
                    break;
                }
            }
            return Ok(());
        }
        let range = read(&path, || {
            self.sheets
                .worksheet_range(sheet)
                .map_err(|error| broken(&path, &error))
        })?;
        let (top, left) = range.start().unwrap_or_default();
        for (row, column, cell) in range.used_cells() {
            let place = |offset: usize, from: u32| u32::try_from(offset).unwrap_or(u32::MAX).saturating_add(from);
            if !see(place(row, top), place(column, left), of_data(cell))? {
                break;
            }
        }
        Ok(())
    }
}

fn of_ref<'a>(value: &'a DataRef<'_>) -> Option<Cell<'a>> {
    match value {
        DataRef::Int(v) => Some(Cell::Number(v.to_string())),
        DataRef::Float(v) => Some(Cell::number(*v)),
        DataRef::String(v) => text(v),
        DataRef::SharedString(v) => text(v),
        DataRef::Bool(v) => Some(Cell::Boolean(*v)),
        DataRef::DateTime(v) => Some(Cell::moment(*v)),
        DataRef::DateTimeIso(v) | DataRef::DurationIso(v) => Some(Cell::iso(v)),
        DataRef::Error(_) | DataRef::Empty => None,
    }
}

fn of_data(value: &Data) -> Option<Cell<'_>> {
    match value {
        Data::Int(v) => Some(Cell::Number(v.to_string())),
        Data::Float(v) => Some(Cell::number(*v)),
        Data::String(v) => text(v),
        Data::Bool(v) => Some(Cell::Boolean(*v)),
        Data::DateTime(v) => Some(Cell::moment(*v)),
        Data::DateTimeIso(v) | Data::DurationIso(v) => Some(Cell::iso(v)),
        Data::Error(_) | Data::Empty => None,
    }
}

/// A formula's empty text and spaces are an empty cell.
fn text(text: &str) -> Option<Cell<'_>> {
    (!text.trim().is_empty()).then_some(Cell::Text(Cow::Borrowed(text)))
}

fn in_quotes(text: String) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n").replace('"', "\"\"");
    format!("\"{text}\"")
}

fn broken(path: &Path, error: &dyn std::fmt::Display) -> Problem {
    let name = file::name(path);
    let words = error.to_string();
    if words.to_lowercase().contains("password") {
        return Problem::new(
            ProblemCode::NotADatabase,
            format!("\"{name}\" is protected by a password."),
        )
        .hint("Save a copy without a password in the program that made it, and open that.")
        .detail(words);
    }
    Problem::new(
        ProblemCode::NotADatabase,
        format!("\"{name}\" could not be read as a workbook."),
    )
    .hint("Perhaps it is damaged, or not what its ending says. Save it again from the program that made it.")
    .detail(words)
}
