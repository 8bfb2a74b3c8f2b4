//! The two sample databases, made from a seed.
//! In: a folder. Out: two database files that are the same on every machine, to the byte of the SQL that makes them.
//! Deliberately absent: downloads, random crates, real people.

pub mod day;
pub mod harbor;
pub mod league;
mod names;
pub mod random;
mod statements;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The questions beside the databases were checked against this seed's data.
pub const SEED: u64 = 2_022;

/// Makes what is not there yet and returns the paths. A file appears under its name only once it is whole, so a
/// file that exists is left alone.
pub fn build(dir: &Path) -> Result<Vec<PathBuf>> {
    std::fs::create_dir_all(dir).with_context(|| format!("The folder {} cannot be made.", dir.display()))?;
    let harbor = make(dir, harbor::FILE, |path| {
        askwell_io::create::create_sqlite(path, &mut harbor::statements(SEED).into_iter())
    })?;
    let league = make(dir, league::FILE, |path| {
        askwell_io::create::create_duckdb(path, &mut league::statements(SEED).into_iter())
    })?;
    Ok(vec![harbor, league])
}

/// Harbor Goods as a script that psql reads, for a PostgreSQL database of one's own; what is there already is left alone.
pub fn script(dir: &Path) -> Result<PathBuf> {
    make(dir, "harbor-goods.postgres.sql", |path| {
        let statements = harbor::statements(SEED);
        let whole = format!("BEGIN;\n{};\nCOMMIT;\nANALYZE;\n", statements.join(";\n"));
        let part = path.with_extension("part");
        let written = std::fs::write(&part, whole).and_then(|()| std::fs::rename(&part, path));
        written.map_err(askwell_contract::Problem::internal)
    })
}

fn make(dir: &Path, file: &str, create: impl Fn(&Path) -> askwell_contract::Result<()>) -> Result<PathBuf> {
    let path = dir.join(file);
    if path.exists() {
        return Ok(path);
    }
    match create(&path) {
        // Another process was quicker, with the same content.
        Err(_) if path.exists() => Ok(path),
        made => made.map(|()| path).map_err(Into::into),
    }
}

/// The statements of a schema file.
fn schema(text: &str) -> Vec<String> {
    text.split(';')
        .map(str::trim)
        .filter(|s| !s.is_empty())
        .map(str::to_owned)
        .collect()
}
