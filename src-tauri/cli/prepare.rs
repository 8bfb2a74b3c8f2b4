//! `prepare`: get to know a database ahead of the first question. In: a URL. Out: what was learned, in three lines.

use std::io::{IsTerminal, Write};

use anyhow::Result;
use askwell_contract::api::Progress;
use askwell_engine::Desk;

pub async fn run(desk: &Desk, url: &str, out: &mut dyn Write) -> Result<()> {
    let opened = desk.open(url).await?;
    let watched = std::io::stderr().is_terminal();
    let prepared = desk
        .prepare(&opened.connection.id, move |progress: Progress| {
            if watched {
                // A progress line that cannot be written is not missed.
                let _ = writeln!(
                    std::io::stderr(),
                    "{} of {}: {}",
                    progress.done,
                    progress.of,
                    progress.table
                );
            }
        })
        .await?;
    let rows: u64 = prepared.tables.iter().map(|table| table.rows).sum();
    let columns: usize = prepared.tables.iter().map(|table| table.columns.len()).sum();
    writeln!(out, "{} ({})", opened.connection.name, opened.catalog.engine)?;
    writeln!(
        out,
        "{} tables, {columns} columns, {rows} rows, {} values known",
        prepared.tables.len(),
        prepared.values
    )?;
    let how = if prepared.cached { "known from before" } else { "read" };
    writeln!(out, "{how} in {:.2} s", prepared.ms / 1000.0)?;
    Ok(())
}
