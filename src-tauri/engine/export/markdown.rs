//! Rows as a Markdown table, under the question and its answer.
//!
//! In: rows and where they came from. Out: text that reads well as it is. Deliberately absent: columns of one width;
//! rows are written as they come.

use askwell_contract::{Cell, ResultColumn, Row};

use super::{About, Form};

pub struct Markdown {
    about: About,
}

impl Markdown {
    pub fn new(about: &About) -> Self {
        Self { about: about.clone() }
    }
}

impl Form for Markdown {
    fn head(&mut self, columns: &[ResultColumn], into: &mut String) {
        if let Some(question) = &self.about.question {
            into.push_str(&format!("# {}\n\n", cell_text(question)));
        }
        if let Some(answer) = &self.about.answer {
            into.push_str(&format!("{}\n\n", cell_text(&answer.sentence)));
        }
        head(columns, into);
    }

    fn row(&mut self, row: &Row, into: &mut String) {
        cells(row, into);
    }

    fn foot(&mut self, rows: u64, into: &mut String) {
        let (database, when) = (cell_text(&self.about.database), self.about.when());
        let noun = if rows == 1 { "row" } else { "rows" };
        into.push_str(&format!("\n{rows} {noun} from {database}, {when}.\n"));
        statement(&self.about.sql, into);
    }
}

pub(super) fn head(columns: &[ResultColumn], into: &mut String) {
    line(columns.iter().map(|c| cell_text(&c.name)), into);
    let rules = columns
        .iter()
        .map(|c| if c.kind.is_number() { "---:" } else { "---" }.to_string());
    line(rules, into);
}

pub(super) fn cells(row: &Row, into: &mut String) {
    let shown = |cell: &Cell| match cell {
        Cell::Null => String::new(),
        cell => cell_text(&cell.to_string()),
    };
    line(row.iter().map(shown), into);
}

/// SQL in a fence longer than any run of backticks in it.
pub(super) fn statement(sql: &str, into: &mut String) {
    let longest = sql.split(|c| c != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(longest.max(2) + 1);
    into.push_str(&format!("\n{fence}sql\n{}\n{fence}\n", sql.trim()));
}

fn line(cells: impl Iterator<Item = String>, into: &mut String) {
    for cell in cells {
        into.push_str("| ");
        into.push_str(&cell);
        into.push(' ');
    }
    into.push_str("|\n");
}

/// On one line, and no sign of it taken for Markdown or HTML.
pub(super) fn cell_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | '|' | '*' | '`' | '[' | ']' => out.extend(['\\', c]),
            '<' => out.push_str("&lt;"),
            '&' => out.push_str("&amp;"),
            '\n' => out.push_str("<br>"),
            '\r' => {}
            c => out.push(c),
        }
    }
    out
}
