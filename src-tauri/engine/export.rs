//! All rows of a query as a CSV file.
//!
//! In: a query, where to write, how. Out: a file that is whole or not there. RFC 4180 quoting, lines end with CR LF.
//! Deliberately absent: any limit on rows; the stream is never held in memory.

use askwell_contract::api::{CsvOptions, ExportProgress, Exported};
use askwell_contract::ports::{Cancel, Database, End, Files, Sink};
use askwell_contract::{Cell, Limits, Problem, ProblemCode, Result, Row};

/// Bytes gathered before they go to the disk.
const CHUNK: usize = 64 << 10;

/// Signs with which a spreadsheet starts a formula, the full-width forms among them, and the controls that some
/// skip before they look (OWASP, "CSV injection").
const FORMULA: &[char] = &['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

pub async fn csv(
    database: &dyn Database,
    sql: &str,
    files: &dyn Files,
    path: &str,
    options: &CsvOptions,
    cancel: &Cancel,
    on_progress: &(dyn Fn(ExportProgress) + Send + Sync),
) -> Result<Exported> {
    let delimiter = delimiter(options)?;
    let refused = |finding: askwell_contract::run::Finding| {
        let problem = Problem::new(ProblemCode::BadInput, finding.message);
        let problem = finding.hint.into_iter().fold(problem, Problem::hint);
        finding.engine.into_iter().fold(problem, Problem::detail)
    };
    let mut stream = database.query(sql, Limits::EXPORT, cancel).await?.map_err(refused)?;
    let mut out = Out {
        sink: Some(files.create(path)?),
        buffer: Vec::with_capacity(CHUNK),
        bytes: 0,
    };
    let mut line = Line { delimiter, options };
    if options.bom {
        out.buffer.extend_from_slice("\u{feff}".as_bytes());
    }
    if options.header {
        let names: Row = stream.columns.iter().map(|c| Cell::Text(c.name.clone())).collect();
        line.write(&names, &mut out.buffer);
    }
    let mut rows = 0;
    while let Some(batch) = stream.next().await {
        if cancel.is_cancelled() {
            return Err(Problem::cancelled());
        }
        rows += batch.len() as u64;
        for row in &batch {
            line.write(row, &mut out.buffer);
        }
        if out.buffer.len() >= CHUNK {
            out.flush().await?;
            on_progress(ExportProgress { rows });
        }
    }
    if cancel.is_cancelled() {
        return Err(Problem::cancelled());
    }
    match stream.end() {
        End::Complete => {}
        End::Failed(finding) => return Err(refused(finding)),
        End::Cut(_) => {
            return Err(
                Problem::new(ProblemCode::Lost, "The rows stopped coming before the end.")
                    .hint("Nothing was written. Check that the database is still there and try again."),
            );
        }
    }
    out.flush().await?;
    on_progress(ExportProgress { rows });
    let bytes = out.bytes;
    out.finish().await?;
    Ok(Exported {
        path: path.to_string(),
        rows,
        bytes,
    })
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

struct Line<'a> {
    delimiter: char,
    options: &'a CsvOptions,
}

impl Line<'_> {
    fn write(&mut self, row: &Row, into: &mut Vec<u8>) {
        for (i, cell) in row.iter().enumerate() {
            if i > 0 {
                let mut utf8 = [0; 4];
                into.extend_from_slice(self.delimiter.encode_utf8(&mut utf8).as_bytes());
            }
            into.extend_from_slice(self.field(cell).as_bytes());
        }
        // A lone empty field would be an empty line, which readers skip.
        if let [Cell::Null] = row.as_slice() {
            if self.options.null.is_empty() {
                into.extend_from_slice(b"\"\"");
            }
        }
        into.extend_from_slice(b"\r\n");
    }

    fn field(&self, cell: &Cell) -> String {
        if cell.is_null() {
            return self.quoted(&self.options.null, false);
        }
        let mut text = cell.to_string();
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

/// Writes on threads meant for blocking.
struct Out {
    sink: Option<Box<dyn Sink>>,
    buffer: Vec<u8>,
    bytes: u64,
}

impl Out {
    async fn flush(&mut self) -> Result<()> {
        let Some(mut sink) = self.sink.take() else {
            return Err(Problem::internal("the export's file is gone"));
        };
        let chunk = std::mem::replace(&mut self.buffer, Vec::with_capacity(CHUNK));
        self.bytes += chunk.len() as u64;
        let written = tokio::task::spawn_blocking(move || sink.write(&chunk).map(|()| sink)).await;
        self.sink = Some(written.map_err(Problem::internal)??);
        Ok(())
    }

    async fn finish(mut self) -> Result<()> {
        let Some(sink) = self.sink.take() else { return Ok(()) };
        tokio::task::spawn_blocking(move || sink.finish())
            .await
            .map_err(Problem::internal)?
    }
}

#[cfg(test)]
mod tests;
