//! What the reader learned without some databases, as `scripts/train/fit.py` writes it.
//!
//! In: a folder with `folds.json` and a folder for each part. Out: for each database what has not seen it. Deliberately
//! absent: what the files hold; the reader knows.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use askwell_reader::rank::Weights;

pub fn held(dir: &Path) -> Result<BTreeMap<String, Arc<Weights>>> {
    let read =
        |path: &Path| std::fs::read_to_string(path).with_context(|| format!("{} cannot be read.", path.display()));
    let parts: BTreeMap<String, String> =
        serde_json::from_str(&read(&dir.join("folds.json"))?).context("folds.json is damaged.")?;
    let mut learned: BTreeMap<String, Arc<Weights>> = BTreeMap::new();
    let mut held = BTreeMap::new();
    for (database, part) in parts {
        let weights = match learned.get(&part) {
            Some(known) => known.clone(),
            None => {
                let folder = dir.join(&part);
                // Before the doubt is learned there is a ranking already.
                let refuse = read(&folder.join("refuse.txt")).unwrap_or_default();
                let text = (read(&folder.join("weights.txt"))?, read(&folder.join("trees.txt"))?);
                let weights = Arc::new(Weights::parse(&text.0, &text.1, &refuse));
                learned.insert(part, weights.clone());
                weights
            }
        };
        held.insert(database, weights);
    }
    Ok(held)
}
