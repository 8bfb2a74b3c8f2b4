//! Descriptions that somebody else wrote down: a CSV of tables, columns and words, BIRD's `database_description` files, and
//! dbt's `schema.yml`.
//!
//! In: a file's name and bytes. Out: what it says of tables and columns, by the names that it uses. Deliberately absent: the
//! database; whether it has these names is seen where they are kept.

use std::path::Path;

use askwell_contract::explore::Words;
use askwell_contract::{Problem, ProblemCode, Result};
use encoding_rs::WINDOWS_1252;

use super::{fitting, LONG, SHORT};

mod dbt;

/// What a file says: every line of it is in one of these.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Read {
    pub said: Vec<Said>,
    /// What cannot be used, and why.
    pub unread: Vec<String>,
    /// Names of which nothing is said.
    pub silent: u32,
}

impl Read {
    fn add(&mut self, said: Option<Said>) {
        match said {
            Some(said) => self.said.push(said),
            None => self.silent += 1,
        }
    }
}

/// What is said of a table, or of a column of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    pub table: String,
    pub column: Option<String>,
    /// What people call it; empty where only words about it are given.
    pub name: String,
    pub words: Words,
}

impl Said {
    /// `None` where nothing is said.
    fn new(table: &str, column: Option<&str>, name: &str, parts: &[&str]) -> Option<Self> {
        let tidy = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let (table, column, name) = (tidy(table), column.map(tidy).filter(|c| !c.is_empty()), tidy(name));
        let parts: Vec<String> = parts.iter().map(|part| tidy(part)).filter(|p| !p.is_empty()).collect();
        let own = column.as_deref().unwrap_or(&table);
        // A column's name in other letters is no other name.
        let name = match name.eq_ignore_ascii_case(own) {
            true => String::new(),
            false => name,
        };
        let first = parts.first().cloned().unwrap_or_else(|| name.clone());
        if table.is_empty() || first.is_empty() {
            return None;
        }
        let name = match name.is_empty() && is_name(&first) {
            true => first.trim_end_matches('.').to_owned(),
            false => name,
        };
        let words = Words {
            short: fitting([first.clone()], SHORT),
            long: match parts.is_empty() {
                true => first,
                false => fitting(parts, LONG),
            },
        };
        Some(Self {
            table,
            column,
            name,
            words,
        })
    }
}

/// Words that can stand for the thing itself: a few, and no sentence.
pub fn is_name(words: &str) -> bool {
    let plain = |c: char| c.is_alphanumeric() || c.is_whitespace() || matches!(c, '-' | '\'' | '’');
    let bare = words.trim_end_matches('.');
    (1..=NAME).contains(&bare.split_whitespace().count()) && bare.chars().all(plain)
}

/// Words of a name.
const NAME: usize = 4;

/// Everything that a file says, in its order. What is no UTF-8 is of Western Windows, as BIRD's older files are.
pub fn read(file: &str, bytes: &[u8]) -> Result<Read> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => WINDOWS_1252.decode(bytes).0,
    };
    let path = Path::new(file);
    let stem = path
        .file_stem()
        .map(|s| s.to_string_lossy().into_owned())
        .unwrap_or_default();
    let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase());
    let (read, wanted) = match ending.as_deref() {
        Some("yml" | "yaml") => (
            dbt::read(&text),
            "It needs a list of models or sources, as dbt's schema.yml has.",
        ),
        _ => (
            of_csv(&stem, &text),
            "Its first row needs the names table, column and description.",
        ),
    };
    read.map_err(|why| {
        Problem::new(
            ProblemCode::BadInput,
            format!("{file} holds no descriptions that can be read."),
        )
        .hint(wanted)
        .detail(why)
    })
}

/// Names of a first row by what they mean here.
const TABLE: [&str; 3] = ["table", "table_name", "table name"];
const COLUMN: [&str; 4] = ["column", "original_column_name", "column_name", "column name"];
const WORDS: [&str; 5] = ["description", "words", "column_description", "comment", "meaning"];
const CALLED: [&str; 3] = ["called", "name", "label"];

/// `stem`: the table of a file that names none, as BIRD's do.
fn of_csv(stem: &str, text: &str) -> std::result::Result<Read, String> {
    let text = text.trim_start_matches('\u{feff}');
    let first = text.lines().next().unwrap_or_default();
    let most = |mark: &u8| first.bytes().filter(|c| c == mark).count();
    let mark = [b'\t', b';', b','].into_iter().max_by_key(most).unwrap_or(b',');
    let mut rows = rows(text, mark)?.into_iter();
    let names: Vec<String> = rows
        .next()
        .unwrap_or_default()
        .iter()
        .map(|n| n.to_lowercase())
        .collect();
    let at = |wanted: &[&str]| wanted.iter().find_map(|w| names.iter().position(|name| name == w));
    let bird = at(&["original_column_name"]).is_some();
    // There it is a name for people; elsewhere the column itself.
    let called = if bird { at(&["column_name"]) } else { at(&CALLED) };
    let (table, column, words, values) = (at(&TABLE), at(&COLUMN), at(&WORDS), at(&["value_description"]));
    if words.or(called).is_none() || table.is_none() && column.is_none() {
        return Err(format!("Its first row holds {}.", names.join(", ")));
    }
    let mut out = Read::default();
    for row in rows {
        let cell = |at: Option<usize>| at.and_then(|at| row.get(at)).map_or("", String::as_str);
        let of = if table.is_some() { cell(table) } else { stem };
        let parts = [cell(words), cell(values)];
        out.add(Said::new(of, column.map(|_| cell(column)), cell(called), &parts));
    }
    Ok(out)
}

/// The fields of each row, without the rows that are empty.
fn rows(text: &str, mark: u8) -> std::result::Result<Vec<Vec<String>>, String> {
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(mark)
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let mut rows = Vec::new();
    for record in reader.records() {
        let row: Vec<String> = record
            .map_err(|error| error.to_string())?
            .iter()
            .map(str::to_owned)
            .collect();
        if row.iter().any(|field| !field.is_empty()) {
            rows.push(row);
        }
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn told(file: &str, text: &str) -> Vec<(String, String, String, String)> {
        let one = |s: Said| (s.table, s.column.unwrap_or_default(), s.name, s.words.long);
        let read = read(file, text.as_bytes()).unwrap();
        read.said.into_iter().map(one).collect()
    }

    fn row(table: &str, column: &str, name: &str, words: &str) -> (String, String, String, String) {
        (table.into(), column.into(), name.into(), words.into())
    }

    #[test]
    fn a_csv_of_tables_columns_and_words_is_read_whatever_parts_it() {
        let text = "Table;Column;Description\nacct;;One row for each account.\nacct;blnc;\"The balance; in euros.\"\nacct;x;\n";
        assert_eq!(
            told("words.csv", text),
            [
                row("acct", "", "", "One row for each account."),
                row("acct", "blnc", "", "The balance; in euros.")
            ]
        );
    }

    #[test]
    fn a_file_of_birds_is_about_the_table_that_it_is_called_after() {
        let text = "original_column_name,column_name,column_description,data_format,value_description\n\
                    A2,district,district name,text,\ngender,,,text,\"F: female\nM: male\"\nk_symbol,characterization of the payment,,text,\n";
        assert_eq!(
            told("database_description/district.csv", text),
            [
                row("district", "A2", "district", "district name"),
                row("district", "gender", "", "F: female M: male"),
                row(
                    "district",
                    "k_symbol",
                    "characterization of the payment",
                    "characterization of the payment"
                ),
            ]
        );
    }

    #[test]
    fn letters_of_older_files_are_read_too() {
        let read = read("a.csv", b"table,column,description\nort,name,Gr\xf6\xdfe\n,,\nort,x,\n").unwrap();
        assert_eq!(read.silent, 1, "an empty line is no line");
        assert_eq!(read.said[0].words.long, "Größe");
    }

    #[test]
    fn what_describes_nothing_is_refused_with_a_reason() {
        let why = |file: &str, text: &str| read(file, text.as_bytes()).unwrap_err().detail.unwrap_or_default();
        assert!(why("a.csv", "a,b\n1,2\n").contains("a, b"));
        assert!(why("a.YML", "a: 1").contains("models"));
    }
}
