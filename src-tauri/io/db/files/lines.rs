//! CSV, TSV and their kin. In: a text file. Out: a table with every row of it, the types of its columns decided by all
//! of its values. Deliberately absent: leaving out rows that do not fit; they are a problem that names the line.

use std::path::{Path, PathBuf};

use askwell_contract::catalog::Source;
use askwell_contract::{Problem, ProblemCode, Result};
use duckdb::Connection;

use super::super::file;
use super::column::{Facts, Reading};
use super::encoding::{self, Text};
use super::scan::{facts, failed, literal, pattern, preview, quoted, words};
use super::{header, names, Made};

/// Rows that the header is decided by.
const PREVIEW: usize = 100;
/// Columns beyond which DuckDB's search for the marks takes seconds.
const MANY: usize = 1_000;
/// Ends a field in no text file: the unit separator.
const NO_MARK: &str = "\u{1f}";
/// Bytes of a line in the second try; DuckDB's own default is two million.
pub const LONGEST: usize = 64 << 20;

/// What is between the fields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Marks {
    pub delimiter: String,
    pub quote: String,
    pub escape: String,
    /// Lines above the table.
    pub skip: u64,
    pub columns: usize,
}

/// How strictly it is read; tried in order, the first that fits every line is taken. None of them drops anything.
#[derive(Debug, Clone, Copy, Default)]
struct Leniency {
    /// Fields missing at the end of a line are no values.
    short_lines: bool,
    /// Quotation marks are characters like others.
    no_quotes: bool,
    long_lines: bool,
}

pub fn load(connection: &Connection, path: &Path, packed: bool, table: &str, room: &Path) -> Result<Made> {
    let text = encoding::examine(path, packed)?;
    if !text.filled {
        return Err(blank(path));
    }
    let copied = !text.is_utf8() || text.mixed_ends;
    let at = if copied {
        let copy = room.join("text");
        encoding::copy(path, text, &copy)?;
        copy
    } else {
        path.to_path_buf()
    };
    let reader = Reader {
        path: at,
        packed: packed && !copied,
    };
    let made = reader.load(connection, path, text, table);
    if copied {
        // Best effort: the folder goes away with the database.
        let _ = std::fs::remove_file(&reader.path);
    }
    made
}

struct Reader {
    path: PathBuf,
    packed: bool,
}

impl Reader {
    fn load(&self, connection: &Connection, original: &Path, text: Text, table: &str) -> Result<Made> {
        let marks = self.sniff(connection).map_err(|error| failed(original, &error))?;
        let (read, leniency) = self
            .decide(connection, &marks)
            .map_err(|error| failed(original, &error))?;
        let from = self.from(&marks, leniency, read.header);
        let columns: Vec<String> = read
            .readings
            .iter()
            .zip(&read.names)
            .enumerate()
            .map(|(i, (reading, name))| format!("{} AS {}", reading.sql(&format!("c{i}")), quoted(name)))
            .collect();
        let sql = format!("CREATE TABLE {} AS SELECT {} {from}", quoted(table), columns.join(", "));
        connection
            .execute_batch(&sql)
            .map_err(|error| failed(original, &error))?;
        super::counted(connection, table, read.rows)?;
        let tabs = marks.delimiter == "\t";
        Ok(Made {
            table: table.to_string(),
            source: Source {
                path: original.to_string_lossy().into_owned(),
                sheet: None,
                format: if tabs { "TSV" } else { "CSV" }.into(),
                encoding: Some(text.name()),
                delimiter: (marks.columns > 1).then_some(marks.delimiter),
                header: Some(read.header),
            },
            notes: read.notes(),
            comment: read.above,
            names: read.names,
        })
    }

    fn decide(&self, connection: &Connection, marks: &Marks) -> duckdb::Result<(Read, Leniency)> {
        let mut leniency = Leniency::default();
        let mut first = None;
        loop {
            let error = match self.read(connection, marks, leniency) {
                Ok(read) => return Ok((read, leniency)),
                Err(error) => error,
            };
            let said = words(&error);
            if said.contains("Maximum line size") && !leniency.long_lines {
                leniency.long_lines = true;
            } else if said.contains("Expected Number of Columns") && !leniency.short_lines && !leniency.no_quotes {
                leniency.short_lines = true;
                // A line that is too long as well is the one to be told about.
                first = None;
            } else if said.contains("quote") && !leniency.no_quotes && !marks.quote.is_empty() {
                leniency.no_quotes = true;
                leniency.short_lines = false;
                first = first.or(Some(error));
            } else {
                return Err(first.unwrap_or(error));
            }
        }
    }

    fn read(&self, connection: &Connection, marks: &Marks, leniency: Leniency) -> duckdb::Result<Read> {
        let top = preview(
            connection,
            &format!("SELECT * {}", self.from(marks, leniency, false)),
            PREVIEW,
        )?;
        let header = top
            .split_first()
            .is_some_and(|(first, rest)| header::is_header(first, rest));
        let first = top.into_iter().next().filter(|_| header).unwrap_or_default();
        let names = names::columns((0..marks.columns).map(|i| first.get(i).cloned().flatten().unwrap_or_default()));
        let (rows, all) = facts(
            connection,
            &format!("SELECT * {}", self.from(marks, leniency, header)),
            marks.columns,
        )?;
        let comma = all.iter().any(Facts::has_decimal_comma);
        Ok(Read {
            header,
            rows,
            names,
            readings: all.iter().map(|facts| facts.reading(comma)).collect(),
            above: self.above(marks.skip),
        })
    }

    /// Every column as text, named by its place.
    fn from(&self, marks: &Marks, leniency: Leniency, header: bool) -> String {
        let columns: Vec<String> = (0..marks.columns).map(|i| format!("'c{i}': 'VARCHAR'")).collect();
        let (quote, escape) = if leniency.no_quotes {
            ("", "")
        } else {
            (marks.quote.as_str(), marks.escape.as_str())
        };
        let longest = if leniency.long_lines {
            format!(", max_line_size = {LONGEST}")
        } else {
            String::new()
        };
        // Empty is no value, and "" an empty one.
        format!(
            "FROM read_csv({}, auto_detect = false, columns = {{{}}}, delim = {}, quote = {}, escape = {}, comment = '', \
             header = {header}, skip = {}, nullstr = '', allow_quoted_nulls = false, strict_mode = true, \
             null_padding = {}, ignore_errors = false, hive_partitioning = false, compression = '{}'{}{longest})",
            literal(&pattern(&self.path)),
            columns.join(", "),
            literal(&marks.delimiter),
            literal(quote),
            literal(escape),
            marks.skip,
            leniency.short_lines,
            self.compression(),
            // Lines can then be told apart only from the beginning.
            if leniency.short_lines { ", parallel = false" } else { "" },
        )
    }

    fn compression(&self) -> &'static str {
        if self.packed {
            "gzip"
        } else {
            "none"
        }
    }

    /// By DuckDB, which looks for marks that give each line as many fields; where lines differ it would rather leave
    /// some out, or take each for one field.
    fn sniff(&self, connection: &Connection) -> duckdb::Result<Marks> {
        let guess = self.guess();
        if guess.columns > MANY {
            return Ok(guess);
        }
        let found = self.sniffed(connection);
        match found {
            Ok(marks) if marks.columns > 1 && (marks.skip == 0 || self.is_preamble(&marks)) => Ok(marks),
            _ if guess.columns > 1 && self.is_parted(&guess) => Ok(guess),
            // A list of lines, whatever is in them.
            _ => Ok(Marks {
                delimiter: NO_MARK.into(),
                columns: 1,
                ..guess
            }),
        }
    }

    fn sniffed(&self, connection: &Connection) -> duckdb::Result<Marks> {
        let sql = format!(
            "SELECT Delimiter, Quote, Escape, SkipRows, len(Columns) FROM sniff_csv({}, all_varchar = true, comment = '', \
             compression = '{}', hive_partitioning = false)",
            literal(&pattern(&self.path)),
            self.compression()
        );
        connection.query_row(&sql, [], |row| {
            let mark = |i: usize| {
                row.get::<_, Option<String>>(i)
                    .map(|mark| mark.filter(|mark| mark != "(empty)"))
            };
            let quote = mark(1)?.unwrap_or_else(|| "\"".into());
            Ok(Marks {
                delimiter: mark(0)?.unwrap_or_else(|| ",".into()),
                escape: mark(2)?.unwrap_or_else(|| quote.clone()),
                quote,
                skip: row.get::<_, i64>(3)?.try_into().unwrap_or_default(),
                columns: row.get::<_, i64>(4)?.try_into().unwrap_or(1),
            })
        })
    }

    /// The first line may be a sentence with a comma in it; then the second is none with as many.
    fn is_parted(&self, marks: &Marks) -> bool {
        let top = self.top(PREVIEW);
        let mut filled = top.iter().filter(|line| !line.trim().is_empty()).skip(1);
        filled
            .next()
            .is_none_or(|line| fields(line, &marks.delimiter, &marks.quote) > 1)
    }

    /// The mark that the first line has most of.
    fn guess(&self) -> Marks {
        let top = self.top(1);
        let line = top.first().map(String::as_str).unwrap_or_default();
        let marks = [',', ';', '\t', '|'];
        let delimiter = marks
            .into_iter()
            .rev()
            .max_by_key(|mark| line.matches(*mark).count())
            .unwrap_or(',');
        Marks {
            delimiter: delimiter.to_string(),
            quote: "\"".into(),
            escape: "\"".into(),
            skip: 0,
            columns: fields(line, &delimiter.to_string(), "\""),
        }
    }

    /// Lines above a table hold one thing each: a title, a date, a remark; and a table has more than one line.
    fn is_preamble(&self, marks: &Marks) -> bool {
        let Ok(skip) = usize::try_from(marks.skip) else {
            return false;
        };
        let top: Vec<usize> = self
            .top(skip + 2)
            .iter()
            .map(|line| fields(line, &marks.delimiter, &marks.quote))
            .collect();
        let (above, table) = top.split_at(skip.min(top.len()));
        table.len() == 2 && above.iter().all(|n| *n == 1) && table.iter().all(|n| *n == marks.columns)
    }

    fn above(&self, skip: u64) -> Option<String> {
        let lines = self.top(usize::try_from(skip).ok()?);
        let lines: Vec<&str> = lines
            .iter()
            .map(|line| line.trim())
            .filter(|line| !line.is_empty())
            .collect();
        (!lines.is_empty()).then(|| format!("Above the table: {}", lines.join(" / ")))
    }

    /// The first lines. Best effort: who reads the whole file reports what is wrong with it.
    fn top(&self, lines: usize) -> Vec<String> {
        use std::io::{BufRead, BufReader, Read};
        let Ok(reader) = encoding::reader(&self.path, self.packed) else {
            return Vec::new();
        };
        // A table's first lines are short; a file without line ends is not read to its end for them.
        let reader = BufReader::new(reader.take(LONGEST as u64));
        let lines = reader.lines().map_while(std::result::Result::ok).take(lines);
        lines
            .map(|line| line.trim_start_matches('\u{feff}').to_string())
            .collect()
    }
}

/// What was decided about a file.
struct Read {
    header: bool,
    rows: u64,
    names: Vec<String>,
    readings: Vec<Reading>,
    above: Option<String>,
}

impl Read {
    fn notes(&self) -> Vec<Option<String>> {
        self.readings.iter().map(Reading::says).collect()
    }
}

fn fields(line: &str, delimiter: &str, quote: &str) -> usize {
    let (mut count, mut quoted) = (1, false);
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        if !quote.is_empty() && rest.starts_with(quote) {
            quoted = !quoted;
        } else if !quoted && rest.starts_with(delimiter) {
            count += 1;
        }
        rest = &rest[c.len_utf8()..];
    }
    count
}

pub fn blank(path: &Path) -> Problem {
    let name = file::name(path);
    Problem::new(
        ProblemCode::NotADatabase,
        format!("\"{name}\" is empty: there is no line of text in it."),
    )
    .hint("Perhaps it was not saved or downloaded to its end. Get it again from where it came from.")
}
