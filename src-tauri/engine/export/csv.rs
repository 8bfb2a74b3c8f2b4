//! Rows as comma-separated text.
//!
//! In: rows and how the person wants them. Out: lines by RFC 4180, ended with CR LF. Deliberately absent: bytes; what
//! letters become is `out.rs`.

use askwell_contract::api::CsvOptions;
use askwell_contract::{Cell, Problem, ProblemCode, Result, ResultColumn, Row};

use super::Form;

/// Signs with which a spreadsheet starts a formula, the full-width forms among them, and the controls that some
/// skip before they look (OWASP, "CSV injection").
const FORMULA: &[char] = &['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

pub struct Csv {
    delimiter: char,
    options: CsvOptions,
}

/// Refuses options that would make no readable file, before anything is asked of the database.
pub fn usable(options: &CsvOptions) -> Result<()> {
    delimiter(options).map(drop)
}

fn delimiter(options: &CsvOptions) -> Result<char> {
    let mut chars = options.delimiter.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) if !matches!(c, '"' | '\r' | '\n') => Ok(c),
        _ => Err(Problem::new(
            ProblemCode::BadInput,
            "The delimiter must be a single character other than a quote.",
        )
        .hint("A comma, a semicolon or a tab will do.")),
    }
}

impl Csv {
    pub fn new(options: &CsvOptions) -> Result<Self> {
        Ok(Self {
            delimiter: delimiter(options)?,
            options: options.clone(),
        })
    }

    fn field(&self, cell: &Cell) -> String {
        if cell.is_null() {
            return self.quoted(&self.options.null, false);
        }
        let mut text = cell.to_string();
        if self.options.decimal_comma && matches!(cell, Cell::Real(_) | Cell::Decimal(_)) {
            text = text.replace('.', ",");
        }
        let is_text = matches!(cell, Cell::Text(_) | Cell::Json(_) | Cell::List(_));
        let formula = is_text && text.starts_with(FORMULA) && text.trim().parse::<f64>().is_err();
        if self.options.guard_formulas && formula {
            text.insert(0, '\'');
        }
        // An empty text, or one that reads like NULL, is told from NULL by its quotes.
        let like_null = is_text && text == self.options.null;
        self.quoted(&text, like_null)
    }

    fn quoted(&self, text: &str, always: bool) -> String {
        let special = |c: char| c == self.delimiter || matches!(c, '"' | '\r' | '\n');
        let edges = text.starts_with(' ') || text.ends_with(' ');
        if always || edges || text.contains(special) {
            format!("\"{}\"", text.replace('"', "\"\""))
        } else {
            text.to_string()
        }
    }
}

impl Form for Csv {
    fn head(&mut self, columns: &[ResultColumn], into: &mut String) {
        if self.options.header {
            let names = columns.iter().map(|c| Cell::Text(c.name.clone())).collect();
            self.row(&names, into);
        }
    }

    fn row(&mut self, row: &Row, into: &mut String) {
        for (i, cell) in row.iter().enumerate() {
            if i > 0 {
                into.push(self.delimiter);
            }
            into.push_str(&self.field(cell));
        }
        // A lone empty field would be an empty line, which readers skip.
        if let [Cell::Null] = row.as_slice() {
            if self.options.null.is_empty() {
                into.push_str("\"\"");
            }
        }
        into.push_str("\r\n");
    }

    fn foot(&mut self, _: u64, _: &mut String) {}
}
