//! `recall`: how often what a model is given of a schema holds all that the right query names. In: a file of questions with
//! right queries, the folder of their databases. Out: a line a database that loses anything, and the figures. Deliberately
//! absent: any question's words, so that files that must not be read can be measured; and a model.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use askwell_engine::Desk;
use serde::Deserialize;

#[derive(Deserialize)]
struct Row {
    db: String,
    question: String,
    #[serde(default)]
    evidence: String,
    #[serde(default)]
    gold: Gold,
    #[serde(default)]
    flags: Vec<String>,
}

/// One right query, or several.
#[derive(Deserialize)]
#[serde(untagged)]
enum Gold {
    One(String),
    Several(Vec<String>),
}

impl Default for Gold {
    fn default() -> Self {
        Self::Several(Vec::new())
    }
}

impl Gold {
    fn first(&self) -> Option<&str> {
        match self {
            Self::One(sql) => Some(sql),
            Self::Several(all) => all.first().map(String::as_str),
        }
    }
}

#[derive(Default)]
struct Count {
    asked: usize,
    whole: usize,
    kept: usize,
    tokens: usize,
}

pub async fn run(desk: &Desk, file: &Path, databases: &Path, sample: Option<usize>, out: &mut dyn Write) -> Result<()> {
    let text = std::fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))?;
    let rows: Vec<Row> = text
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .filter(|row: &Row| row.flags.is_empty() && row.gold.first().is_some())
        .collect();
    let step = sample.map_or(1, |n| rows.len().div_ceil(n.max(1)).max(1));
    let mut ids: BTreeMap<String, String> = BTreeMap::new();
    let mut of: BTreeMap<String, Count> = BTreeMap::new();
    for row in rows.iter().step_by(step) {
        let path = databases.join(&row.db).to_string_lossy().into_owned();
        let id = match ids.get(&path) {
            Some(id) => id.clone(),
            None => {
                let id = desk.open(&path).await?.connection.id;
                ids.insert(path, id.clone());
                id
            }
        };
        let right = row.gold.first().unwrap_or_default();
        let given = desk.given(&id, &row.question, &row.evidence, right).await?;
        let count = of.entry(row.db.clone()).or_default();
        count.asked += 1;
        count.whole += usize::from(given.whole);
        count.kept += usize::from(given.lost.is_empty());
        count.tokens += given.tokens;
    }
    let mut all = Count::default();
    for (db, count) in &of {
        if count.kept < count.asked {
            writeln!(out, "{db}: all columns for {} of {}", count.kept, count.asked)?;
        }
        all.asked += count.asked;
        all.whole += count.whole;
        all.kept += count.kept;
        all.tokens += count.tokens;
    }
    let asked = all.asked.max(1);
    writeln!(
        out,
        "{} questions; schema given whole for {}; every column of the right query shown for {} ({:.1}%); {} tokens of schema a \
         question",
        all.asked,
        all.whole,
        all.kept,
        100.0 * all.kept as f64 / asked as f64,
        all.tokens / asked
    )?;
    Ok(())
}
