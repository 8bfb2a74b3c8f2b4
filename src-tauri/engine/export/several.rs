//! Several answers as one page: each as it is in a report of its own.
//!
//! In: the answers and their queries. Out: HTML in one file, with all rows of each, that is whole or not there.
//! Deliberately absent: how an answer is written (`report`), and which answers these are.

use askwell_contract::api::{ExportProgress, Exported};
use askwell_contract::ports::{Cancel, Database, End, Files, Sink};
use askwell_contract::{Limits, Problem, ProblemCode, Result};

use super::{refused, report, About, Form};

/// Bytes gathered before they go to the disk.
const CHUNK: usize = 64 << 10;

pub struct Several<'a> {
    pub database: &'a dyn Database,
    pub files: &'a dyn Files,
    pub path: &'a str,
    pub title: &'a str,
    /// Each with the picture of its chart as SVG, where it has one.
    pub parts: &'a [(About, Option<String>)],
}

pub async fn several(
    what: Several<'_>,
    cancel: &Cancel,
    on_progress: &(dyn Fn(ExportProgress) + Send + Sync),
) -> Result<Exported> {
    if what.parts.is_empty() {
        return Err(Problem::new(
            ProblemCode::BadInput,
            "Nothing is pinned, so there is nothing to export.",
        )
        .hint("Pin an answer first."));
    }
    let mut page = Page {
        sink: Some(what.files.create(what.path)?),
        buffer: String::new(),
        bytes: 0,
    };
    report::page_head(what.title, &mut page.buffer);
    let mut rows = 0;
    for (about, chart) in what.parts {
        let named = |problem: Problem| of(about, problem);
        let stream = what.database.query(&about.sql, Limits::EXPORT, cancel).await?;
        let mut stream = stream.map_err(|finding| named(refused(finding)))?;
        let mut form = report::Report::part(about, chart.as_deref());
        form.head(&stream.columns, &mut page.buffer);
        let mut own = 0;
        while let Some(batch) = stream.next().await {
            batch.iter().for_each(|row| form.row(row, &mut page.buffer));
            own += batch.len() as u64;
            if page.buffer.len() >= CHUNK {
                page.flush().await?;
                on_progress(ExportProgress {
                    rows: rows + own,
                    of: None,
                });
            }
        }
        if cancel.is_cancelled() {
            return Err(Problem::cancelled());
        }
        match stream.end() {
            End::Complete => {}
            End::Failed(finding) => return Err(named(refused(finding))),
            End::Cut(_) => {
                let lost = Problem::new(ProblemCode::Lost, "The rows stopped coming before the end.");
                return Err(named(lost.hint(
                    "Nothing was written. Check that the database is still there and try again.",
                )));
            }
        }
        form.foot(own, &mut page.buffer);
        rows += own;
        on_progress(ExportProgress { rows, of: None });
    }
    report::page_foot(&mut page.buffer);
    page.flush().await?;
    let sink = page.sink.take().ok_or_else(gone)?;
    let done = tokio::task::spawn_blocking(move || sink.finish()).await;
    done.map_err(Problem::internal)??;
    Ok(Exported {
        path: what.path.to_string(),
        rows,
        bytes: page.bytes,
        notes: Vec::new(),
    })
}

struct Page {
    /// `None` only while it is written to.
    sink: Option<Box<dyn Sink>>,
    buffer: String,
    bytes: u64,
}

impl Page {
    async fn flush(&mut self) -> Result<()> {
        let mut sink = self.sink.take().ok_or_else(gone)?;
        let chunk = std::mem::take(&mut self.buffer).into_bytes();
        self.bytes += chunk.len() as u64;
        let written = tokio::task::spawn_blocking(move || sink.write(&chunk).map(|()| sink)).await;
        self.sink = Some(written.map_err(Problem::internal)??);
        Ok(())
    }
}

/// Which of the answers it was.
fn of(about: &About, problem: Problem) -> Problem {
    let question = about.question.as_deref().unwrap_or(&about.sql);
    Problem {
        message: format!("“{question}” could not be exported. {}", problem.message),
        ..problem
    }
}

fn gone() -> Problem {
    Problem::internal("the export's file is gone")
}
