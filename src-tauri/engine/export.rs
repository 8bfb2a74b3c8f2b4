//! All rows of a query as a file.
//!
//! In: a query, where to write, in which form. Out: a file that is whole or not there. Every form reads the same stream
//! of rows, so that each has all of them. Deliberately absent: any limit on rows; the stream is never held in memory.

use askwell_contract::api::{ExportFormat, ExportProgress, Exported};
use askwell_contract::ports::{Cancel, Database, End, Files, TableFile};
use askwell_contract::run::Finding;
use askwell_contract::{Cell, Limits, Problem, ProblemCode, Result, ResultColumn, Row};
use askwell_sql::page;

mod about;
mod csv;
mod json;
mod markdown;
mod out;
mod report;
mod several;
#[cfg(test)]
mod tests;
pub mod thread;

pub use about::About;
use out::Out;
pub use several::{several, Several};

/// Counting the rows may take as long as this; without the count the bar only says how many came.
const COUNTING: Limits = Limits {
    milliseconds: 60_000,
    rows: 1,
    ..Limits::ASK
};

pub struct Export<'a> {
    pub database: &'a dyn Database,
    pub files: &'a dyn Files,
    pub sql: &'a str,
    pub path: &'a str,
    pub format: &'a ExportFormat,
    pub about: &'a About,
}

/// A form of text, row by row.
trait Form: Send {
    fn head(&mut self, columns: &[ResultColumn], into: &mut String);
    fn row(&mut self, row: &Row, into: &mut String);
    fn foot(&mut self, rows: u64, into: &mut String);
}

pub async fn export(
    what: Export<'_>,
    cancel: &Cancel,
    on_progress: &(dyn Fn(ExportProgress) + Send + Sync),
) -> Result<Exported> {
    if let ExportFormat::Csv { options } = what.format {
        csv::usable(options)?;
    }
    let mut stream = what
        .database
        .query(what.sql, Limits::EXPORT, cancel)
        .await?
        .map_err(refused)?;
    let mut out = open(&what, &stream.columns)?;
    // The count goes on beside the rows, and ends with them.
    let beside = cancel.child_token();
    let _ends = beside.clone().drop_guard();
    let counting = count(what.database, what.sql, &beside);
    tokio::pin!(counting);
    let (mut rows, mut of, mut counted) = (0, None, false);
    loop {
        let batch = tokio::select! {
            biased;
            total = &mut counting, if !counted => {
                (counted, of) = (true, total);
                on_progress(ExportProgress { rows, of });
                continue;
            }
            batch = stream.next() => batch,
        };
        let Some(batch) = batch else { break };
        if cancel.is_cancelled() {
            return Err(Problem::cancelled());
        }
        rows += batch.len() as u64;
        if out.rows(batch).await? {
            on_progress(ExportProgress { rows, of });
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
    on_progress(ExportProgress { rows, of: Some(rows) });
    let written = out.finish(what.about, rows, cancel).await?;
    Ok(Exported {
        path: what.path.to_string(),
        rows,
        bytes: written.bytes,
        notes: written.notes,
    })
}

/// The form that a file's name asks for.
pub fn by_name(path: &str) -> Option<ExportFormat> {
    let ending = path.rsplit_once('.')?.1.to_lowercase();
    let csv = |delimiter: &str| ExportFormat::Csv {
        options: askwell_contract::api::CsvOptions {
            delimiter: delimiter.into(),
            ..Default::default()
        },
    };
    Some(match ending.as_str() {
        "xlsx" => ExportFormat::Excel,
        "csv" => csv(","),
        "tsv" | "tab" => csv("\t"),
        "parquet" | "pq" => ExportFormat::Parquet,
        "json" => ExportFormat::Json,
        "jsonl" | "ndjson" => ExportFormat::JsonLines,
        "md" | "markdown" => ExportFormat::Markdown,
        "html" | "htm" => ExportFormat::Report { chart: None },
        _ => return None,
    })
}

fn open(what: &Export<'_>, columns: &[ResultColumn]) -> Result<Out> {
    let (form, encoding): (Box<dyn Form>, _) = match what.format {
        ExportFormat::Excel => return typed(what, TableFile::Excel, columns),
        ExportFormat::Parquet => return typed(what, TableFile::Parquet, columns),
        ExportFormat::Csv { options } => (Box::new(csv::Csv::new(options)?), Some(options.encoding)),
        ExportFormat::Json => (Box::new(json::Json::array()), None),
        ExportFormat::JsonLines => (Box::new(json::Json::lines()), None),
        ExportFormat::Markdown => (Box::new(markdown::Markdown::new(what.about)), None),
        ExportFormat::Report { chart } => (Box::new(report::Report::new(what.about, chart.as_deref())), None),
    };
    Ok(Out::text(form, what.files.create(what.path)?, encoding, columns))
}

fn typed(what: &Export<'_>, kind: TableFile, columns: &[ResultColumn]) -> Result<Out> {
    let names = unique(columns);
    let columns: Vec<ResultColumn> = columns
        .iter()
        .zip(names)
        .map(|(column, name)| ResultColumn {
            name,
            kind: column.kind,
        })
        .collect();
    what.files.table(what.path, kind, &columns).map(Out::table)
}

/// `None`: it cannot be counted, or not in time.
async fn count(database: &dyn Database, sql: &str, cancel: &Cancel) -> Option<u64> {
    let sql = page::counted(sql, database.dialect()).ok()?;
    let stream = database.query(&sql, COUNTING, cancel).await.ok()?.ok()?;
    let counted = stream.collect().await.ok()?;
    match counted.rows.first()?.first()? {
        Cell::Int(rows) => u64::try_from(*rows).ok(),
        _ => None,
    }
}

/// Names that a form with keys can tell apart: the second `total` is `total_2`.
fn unique(columns: &[ResultColumn]) -> Vec<String> {
    let mut names: Vec<String> = Vec::with_capacity(columns.len());
    for (n, column) in columns.iter().enumerate() {
        let plain = match column.name.trim() {
            "" => format!("column_{}", n + 1),
            name => name.to_string(),
        };
        let taken = |name: &str| names.iter().any(|n| n.to_lowercase() == name.to_lowercase());
        let name = (1..)
            .map(|n| if n == 1 { plain.clone() } else { format!("{plain}_{n}") })
            .find(|name| !taken(name));
        names.extend(name);
    }
    names
}

fn refused(finding: Finding) -> Problem {
    let problem = Problem::new(ProblemCode::BadInput, finding.message);
    let problem = finding.hint.into_iter().fold(problem, Problem::hint);
    finding.engine.into_iter().fold(problem, Problem::detail)
}
