//! Where the rows of an export go: text in chunks to a sink, or typed cells to a table's file.
//!
//! In: batches of rows. Out: bytes on disk, written on threads meant for blocking. Deliberately absent: what a row looks
//! like.

use askwell_contract::api::Encoding;
use askwell_contract::ports::{Cancel, Sink, TableSink, Written};
use askwell_contract::{Problem, ProblemCode, Result, ResultColumn, Row};
use encoding_rs::WINDOWS_1252;

use super::{About, Form};

/// Bytes gathered before they go to the disk.
const CHUNK: usize = 64 << 10;

pub enum Out {
    Text(Text),
    /// `None` only while its rows are being written.
    Table(Option<Box<dyn TableSink>>),
}

pub struct Text {
    form: Box<dyn Form>,
    sink: Option<Box<dyn Sink>>,
    encoding: Encoding,
    buffer: String,
    begun: bool,
    bytes: u64,
}

impl Out {
    pub fn text(
        mut form: Box<dyn Form>,
        sink: Box<dyn Sink>,
        encoding: Option<Encoding>,
        columns: &[ResultColumn],
    ) -> Self {
        let mut buffer = String::with_capacity(CHUNK);
        form.head(columns, &mut buffer);
        Self::Text(Text {
            form,
            sink: Some(sink),
            encoding: encoding.unwrap_or(Encoding::Utf8),
            buffer,
            begun: false,
            bytes: 0,
        })
    }

    pub fn table(sink: Box<dyn TableSink>) -> Self {
        Self::Table(Some(sink))
    }

    /// Whether something went to the disk.
    pub async fn rows(&mut self, rows: Vec<Row>) -> Result<bool> {
        match self {
            Self::Text(text) => {
                for row in &rows {
                    text.form.row(row, &mut text.buffer);
                }
                if text.buffer.len() < CHUNK {
                    return Ok(false);
                }
                text.flush().await.map(|()| true)
            }
            Self::Table(table) => {
                let mut sink = table.take().ok_or_else(gone)?;
                let written = tokio::task::spawn_blocking(move || sink.rows(&rows).map(|()| sink)).await;
                *table = Some(written.map_err(Problem::internal)??);
                Ok(true)
            }
        }
    }

    pub async fn finish(self, about: &About, rows: u64, cancel: &Cancel) -> Result<Written> {
        match self {
            Self::Text(mut text) => {
                text.form.foot(rows, &mut text.buffer);
                text.flush().await?;
                let sink = text.sink.take().ok_or_else(gone)?;
                let done = tokio::task::spawn_blocking(move || sink.finish()).await;
                done.map_err(Problem::internal)??;
                Ok(Written {
                    bytes: text.bytes,
                    notes: Vec::new(),
                })
            }
            Self::Table(table) => {
                let (sink, lines, cancel) = (table.ok_or_else(gone)?, about.lines(rows), cancel.clone());
                let done = tokio::task::spawn_blocking(move || sink.finish(&lines, &cancel)).await;
                done.map_err(Problem::internal)?
            }
        }
    }
}

impl Text {
    async fn flush(&mut self) -> Result<()> {
        let mut sink = self.sink.take().ok_or_else(gone)?;
        let chunk = encoded(&self.buffer, self.encoding, !self.begun)?;
        self.buffer.clear();
        self.begun = true;
        self.bytes += chunk.len() as u64;
        let written = tokio::task::spawn_blocking(move || sink.write(&chunk).map(|()| sink)).await;
        self.sink = Some(written.map_err(Problem::internal)??);
        Ok(())
    }
}

fn encoded(text: &str, encoding: Encoding, first: bool) -> Result<Vec<u8>> {
    let mark = |bytes: &[u8]| if first { bytes.to_vec() } else { Vec::new() };
    match encoding {
        Encoding::Utf8 => Ok(text.as_bytes().to_vec()),
        Encoding::Utf8Bom => Ok([mark(b"\xef\xbb\xbf").as_slice(), text.as_bytes()].concat()),
        Encoding::Utf16 => {
            let mut bytes = mark(b"\xff\xfe");
            bytes.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
            Ok(bytes)
        }
        Encoding::Windows1252 => match WINDOWS_1252.encode(text) {
            (bytes, _, false) => Ok(bytes.into_owned()),
            _ => Err(lacking(text)),
        },
    }
}

/// The first letter that Western European bytes have no place for.
fn lacking(text: &str) -> Problem {
    let mut utf8 = [0; 4];
    let letter = text
        .chars()
        .find(|c| WINDOWS_1252.encode(c.encode_utf8(&mut utf8)).2)
        .unwrap_or('?');
    Problem::new(
        ProblemCode::BadInput,
        format!("Windows-1252 has no letter “{letter}”, which these rows need."),
    )
    .hint("Choose UTF-8, which has every letter. Nothing was written.")
}

fn gone() -> Problem {
    Problem::internal("the export's file is gone")
}
