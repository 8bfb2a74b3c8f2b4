//! `prepare`: get to know a database ahead of the first question. In: a URL. Out: what was learned, in three lines, and how
//! each dropped file was read; or the schema with its descriptions.

use std::io::{IsTerminal, Write};

use anyhow::Result;
use askwell_contract::api::Progress;
use askwell_contract::catalog::{Source, Table};
use askwell_engine::prepare::render::Form;
use askwell_engine::Desk;

/// How the schema is written out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Rendering {
    Ddl,
    Markdown,
    Mschema,
}

/// The schema alone, for a file or another program.
pub async fn render(desk: &Desk, url: &str, form: Rendering, tables: &[String], out: &mut dyn Write) -> Result<()> {
    let form = match form {
        Rendering::Ddl => Form::Ddl,
        Rendering::Markdown => Form::Markdown,
        Rendering::Mschema => Form::Mschema,
    };
    let opened = desk.open(url).await?;
    out.write_all(desk.render(&opened.connection.id, form, tables).await?.as_bytes())?;
    Ok(())
}

pub async fn run(desk: &Desk, url: &str, out: &mut dyn Write) -> Result<()> {
    let opened = desk.open(url).await?;
    let watched = std::io::stderr().is_terminal();
    let prepared = desk
        .prepare(&opened.connection.id, move |progress: Progress| {
            if watched {
                // A progress line that cannot be written is not missed.
                let left = progress
                    .seconds_left
                    .map(|s| format!(", {s:.0} s left"))
                    .unwrap_or_default();
                let _ = writeln!(
                    std::io::stderr(),
                    "{} of {}: {}, {:.0} rows a second{left}",
                    progress.done,
                    progress.of,
                    progress.table,
                    progress.rows_per_second
                );
            }
        })
        .await?;
    let rows: u64 = prepared.tables.iter().map(|table| table.rows).sum();
    let columns: usize = prepared.tables.iter().map(|table| table.columns.len()).sum();
    writeln!(out, "{} ({})", opened.connection.name, opened.catalog.engine)?;
    for table in &opened.catalog.tables {
        if let Some(source) = &table.source {
            writeln!(out, "  {}: {}", table.name, how(source, table))?;
        }
    }
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

/// `/d/sales.csv, CSV, 5 columns, windows-1252, fields between ";", first row holds the names`
fn how(source: &Source, table: &Table) -> String {
    let mut parts = vec![source.path.clone()];
    parts.extend(source.sheet.as_ref().map(|sheet| format!("sheet \"{sheet}\"")));
    parts.push(source.format.clone());
    parts.push(match table.columns.len() {
        1 => "1 column".into(),
        n => format!("{n} columns"),
    });
    parts.extend(source.encoding.clone());
    parts.extend(source.delimiter.as_deref().map(|mark| match mark {
        "\t" => "fields between tabs".into(),
        mark => format!("fields between \"{mark}\""),
    }));
    parts.extend(source.header.map(|header| {
        if header {
            "first row holds the names".into()
        } else {
            "no row holds the names".into()
        }
    }));
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use askwell_contract::TableKind;

    #[test]
    fn how_a_file_was_read_is_told() {
        let mut source = Source {
            path: "/d/a.tsv".into(),
            sheet: None,
            format: "TSV".into(),
            encoding: Some("UTF-8".into()),
            delimiter: Some("\t".into()),
            header: Some(true),
        };
        let table = Table {
            name: "a".into(),
            schema: None,
            kind: TableKind::Table,
            columns: Vec::new(),
            primary_key: Vec::new(),
            foreign_keys: Vec::new(),
            unique: Vec::new(),
            indexes: Vec::new(),
            rows: None,
            comment: None,
            source: None,
        };
        assert_eq!(
            how(&source, &table),
            "/d/a.tsv, TSV, 0 columns, UTF-8, fields between tabs, first row holds the names"
        );
        source = Source {
            sheet: Some("May".into()),
            format: "XLSX".into(),
            encoding: None,
            delimiter: None,
            header: Some(false),
            ..source
        };
        assert_eq!(
            how(&source, &table),
            "/d/a.tsv, sheet \"May\", XLSX, 0 columns, no row holds the names"
        );
    }
}
