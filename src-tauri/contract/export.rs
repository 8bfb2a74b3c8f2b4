//! Answers that leave the window: in which form, with what said of them, and how far it came.
//!
//! In: nothing. Out: plain data. Deliberately absent: how any of these forms is written.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::grid::GridView;

/// How the letters of a text file become bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Encoding {
    Utf8,
    /// With a byte order mark, by which Excel knows it.
    Utf8Bom,
    /// Little endian, with a byte order mark.
    Utf16,
    /// Western European; a letter that it lacks ends the export.
    Windows1252,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct CsvOptions {
    /// One character.
    pub delimiter: String,
    pub header: bool,
    pub encoding: Encoding,
    /// Numbers with a comma before their fraction.
    pub decimal_comma: bool,
    /// What NULL is written as.
    pub null: String,
    /// Put an apostrophe before text that a spreadsheet would run as a formula.
    pub guard_formulas: bool,
}

impl Default for CsvOptions {
    fn default() -> Self {
        Self {
            delimiter: ",".into(),
            header: true,
            encoding: Encoding::Utf8,
            decimal_comma: false,
            null: String::new(),
            guard_formulas: true,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ExportFormat {
    /// Typed cells, and a sheet that says where they came from.
    Excel,
    Csv {
        options: CsvOptions,
    },
    Parquet,
    /// One array of objects.
    Json,
    /// One object a line.
    JsonLines,
    Markdown,
    /// The whole answer as a page. `chart`: its picture as SVG, where one is on screen.
    Report {
        chart: Option<String>,
    },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ExportRequest {
    pub sql: String,
    pub path: String,
    pub format: ExportFormat,
    /// The run whose question and answer are told beside the rows.
    pub asked: Option<String>,
    /// The rows as a grid sorts and filters them; `None`: all, as the query gives them.
    #[serde(default)]
    pub view: Option<GridView>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct ExportProgress {
    #[specta(type = f64)]
    pub rows: u64,
    /// Of how many, once they are counted; the count goes on beside the writing.
    #[specta(type = Option<f64>)]
    pub of: Option<u64>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Exported {
    pub path: String,
    #[specta(type = f64)]
    pub rows: u64,
    #[specta(type = f64)]
    pub bytes: u64,
    /// What the form could not hold, in words; empty where it holds everything.
    pub notes: Vec<String>,
}

/// What the system is to do with a file that was exported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Show {
    Open,
    /// Shown among the files of its folder.
    Folder,
}
