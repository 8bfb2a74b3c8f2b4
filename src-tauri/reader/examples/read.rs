//! Reads what `askwell-cli train --inputs` wrote and writes every reading with its features, for learning.
//!
//! Usage: read INPUTS.jsonl [--exact] [--weights DIR] [--folds DIR] [--few]
//! `--few`: ranked, at most twelve, with what the doubt whether the database can answer is learned from. Weights lie in
//! DIR as weights.txt, trees.txt and refuse.txt; `--folds` takes those in the folder of the part that folds.json names
//! for the database, which have not seen it.

// A program of its own, which reads files; the crate beside it does not.
#![allow(clippy::disallowed_methods)]

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{BufRead, Write};
use std::path::Path;

use askwell_reader::query::Query;
use askwell_reader::rank::{rivals, Weights};
use askwell_reader::{read, Asked, Known, Style};
use serde_json::{json, Value};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let has = |flag: &str| args.iter().any(|a| a == flag);
    let after = |flag: &str| args.iter().position(|a| a == flag).and_then(|i| args.get(i + 1));
    let path = args
        .first()
        .ok_or("usage: read INPUTS.jsonl [--exact] [--weights DIR] [--folds DIR] [--few]")?;
    let shipped = match after("--weights") {
        Some(dir) => weights(Path::new(dir))?,
        None => Weights::learned().clone(),
    };
    let mut held: BTreeMap<String, Weights> = BTreeMap::new();
    let mut parts: BTreeMap<String, String> = BTreeMap::new();
    if let Some(dir) = after("--folds") {
        parts = serde_json::from_str(&std::fs::read_to_string(Path::new(dir).join("folds.json"))?)?;
        for part in parts.values() {
            if !held.contains_key(part) {
                held.insert(part.clone(), weights(&Path::new(dir).join(part))?);
            }
        }
    }
    let mut known: BTreeMap<String, Known> = BTreeMap::new();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::BufReader::new(std::fs::File::open(path)?).lines() {
        let mut line: Value = serde_json::from_str(&line?)?;
        let db = line["db"].as_str().unwrap_or_default().to_owned();
        if line.get("known").is_some() {
            let read: Known = serde_json::from_value(line["known"].take())?;
            known.insert(db, read.ready());
            continue;
        }
        let mut asked: Asked = serde_json::from_value(line["asked"].take())?;
        if has("--exact") {
            asked.style = Style::Exact;
        }
        let Some(k) = known.get(&db) else { continue };
        let name = Path::new(&db).file_stem().and_then(|s| s.to_str()).unwrap_or_default();
        let weights = parts.get(name).and_then(|part| held.get(part)).unwrap_or(&shipped);
        let mut told = json!({"id": line["id"], "db": db, "question": asked.question});
        if has("--few") {
            let found = read::find(k, &asked, weights);
            let one = |r: &read::Reading| json!({"sql": r.sql, "says": r.says, "belief": r.belief, "unused": r.unused, "uses": r.uses.iter().map(|u| json!([u.meaning, u.of, asked.question[u.start..u.end]])).collect::<Vec<_>>()});
            told["readings"] = found.readings.iter().map(one).collect();
            told["possible"] = json!(found.possible);
            told["seen"] = json!(found.seen);
        } else {
            let all = read::candidates(k, &asked);
            let queries: Vec<&Query> = all.iter().map(|r| &r.query).collect();
            let classes = rivals::classes(&queries);
            let one = |(r, parts): (&read::Reading, &[usize; rivals::PARTS.len()])| json!({"sql": r.sql, "parts": parts, "unused": r.unused, "features": r.features});
            told["readings"] = all.iter().zip(&classes).map(one).collect();
        }
        writeln!(out, "{told}")?;
    }
    Ok(())
}

/// A file that is not there is one that nothing was learned for.
fn weights(dir: &Path) -> Result<Weights, Box<dyn Error>> {
    let text = |name: &str| std::fs::read_to_string(dir.join(name)).unwrap_or_default();
    let linear = std::fs::read_to_string(dir.join("weights.txt"))?;
    Ok(Weights::parse(&linear, &text("trees.txt"), &text("refuse.txt")))
}
