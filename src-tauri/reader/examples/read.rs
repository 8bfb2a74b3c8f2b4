//! Reads what `askwell-cli train --inputs` wrote and writes every reading with its features, for learning.
//!
//! Usage: read INPUTS.jsonl [--exact] [--weights FILE] [--few]    (`--few`: ranked, without features, at most twelve)

// A program of its own, which reads files; the crate beside it does not.
#![allow(clippy::disallowed_methods)]

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{BufRead, Write};

use askwell_reader::rank::Weights;
use askwell_reader::{read, Asked, Known, Style};
use serde_json::{json, Value};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let has = |flag: &str| args.iter().any(|a| a == flag);
    let path = args
        .first()
        .ok_or("usage: read INPUTS.jsonl [--exact] [--weights FILE] [--few]")?;
    let weights = match args.iter().position(|a| a == "--weights").and_then(|i| args.get(i + 1)) {
        Some(file) => Weights::parse(&std::fs::read_to_string(file)?),
        None => Weights::learned().clone(),
    };
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
        let readings: Vec<Value> = if has("--few") {
            let few = read::read(k, &asked, &weights);
            few.iter()
                .map(|r| json!({"sql": r.sql, "says": r.says, "belief": r.belief, "unused": r.unused}))
                .collect()
        } else {
            let all = read::candidates(k, &asked);
            all.iter()
                .map(|r| json!({"sql": r.sql, "score": r.score, "unused": r.unused, "features": r.features}))
                .collect()
        };
        writeln!(
            out,
            "{}",
            json!({"id": line["id"], "db": db, "question": asked.question, "readings": readings})
        )?;
    }
    Ok(())
}
