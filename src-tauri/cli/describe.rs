//! `describe`: what tables and columns mean, from files of descriptions. In: a URL and files, or folders of them. Out: how
//! much was described, and what of it this database does not have.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use askwell_contract::{Problem, ProblemCode};
use askwell_engine::Desk;

/// Names of what is not there, before the rest is only counted.
const NAMED: usize = 10;

pub async fn run(desk: &Desk, url: &str, files: &[PathBuf], forget: bool, out: &mut dyn Write) -> Result<()> {
    let read = files
        .iter()
        .map(|path| contents(path))
        .collect::<Result<Vec<_>>>()?
        .concat();
    let opened = desk.open(url).await?;
    let id = &opened.connection.id;
    if forget {
        let count = desk.forget_descriptions(id).await?;
        writeln!(out, "taken back: {}", counted(count, "description"))?;
        return Ok(());
    }
    let brought = desk.import_descriptions(id, &read).await?;
    let (tables, columns) = (counted(brought.tables, "table"), counted(brought.columns, "column"));
    writeln!(out, "described: {tables}, {columns}")?;
    if !brought.unknown.is_empty() {
        let named = brought
            .unknown
            .iter()
            .take(NAMED)
            .map(String::as_str)
            .collect::<Vec<_>>();
        let more = match brought.unknown.len().saturating_sub(NAMED) {
            0 => String::new(),
            n => format!(" and {n} more"),
        };
        writeln!(out, "not in this database: {}{more}", named.join(", "))?;
    }
    Ok(())
}

fn counted(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    }
}

/// A file, or those of a folder that may hold descriptions, with what is in them.
fn contents(path: &Path) -> Result<Vec<(String, Vec<u8>)>> {
    let mut paths = vec![path.to_owned()];
    if path.is_dir() {
        let all = std::fs::read_dir(path).with_context(|| format!("The folder {} cannot be read.", path.display()))?;
        paths = all.filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.retain(|p| {
            let ending = p.extension().map(|e| e.to_string_lossy().to_lowercase());
            p.is_file() && matches!(ending.as_deref(), Some("csv" | "tsv"))
        });
        paths.sort();
    }
    let content = |path: PathBuf| {
        let bytes = std::fs::read(&path).map_err(|error| {
            Problem::new(
                ProblemCode::NotFound,
                format!("The file {} cannot be read.", path.display()),
            )
            .detail(error)
        })?;
        let name = path.to_string_lossy().into_owned();
        Ok((name, bytes))
    };
    paths.into_iter().map(content).collect()
}
