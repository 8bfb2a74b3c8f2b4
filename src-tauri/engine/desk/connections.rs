//! Saved connections: one record each in the workspace's room `connections`.

use askwell_contract::api::Connection;
use askwell_contract::connect::{Keep, Place, Target};
use askwell_contract::model::Privacy;
use askwell_contract::ports::Workspace;
use askwell_contract::{Catalog, Problem, Result};
use serde_json::Value;

pub const ROOM: &str = "connections";

/// Characters of a name that an id keeps; the rest is told apart by its number.
const SLUG: usize = 40;

/// The samples first, then most recently opened first. A record that cannot be read is left out, not an error: one
/// broken file must not lock a person out of all databases.
pub fn all(workspace: &dyn Workspace, samples: &[Connection]) -> Result<Vec<Connection>> {
    let mut saved = Vec::new();
    for key in workspace.list(ROOM)? {
        let record = workspace.load(ROOM, &key)?;
        saved.extend(record.and_then(|bytes| read(&bytes)));
    }
    let mut out: Vec<Connection> = samples.to_vec();
    for sample in &mut out {
        if let Some(record) = saved.iter().find(|c| c.id == sample.id) {
            (sample.opened, sample.privacy) = (record.opened, record.privacy);
        }
    }
    saved.retain(|c| !c.sample && !samples.iter().any(|s| s.id == c.id || s.url == c.url));
    saved.sort_by(|a, b| b.opened.cmp(&a.opened).then(a.id.cmp(&b.id)));
    out.extend(saved);
    Ok(out)
}

pub fn save(workspace: &dyn Workspace, connection: &Connection) -> Result<()> {
    let bytes = serde_json::to_vec(connection).map_err(Problem::internal)?;
    workspace.save(ROOM, &connection.id, &bytes)
}

/// `known` have their ids already: one whose place was changed keeps the id of its first one.
pub fn new(url: &str, target: Target, catalog: &Catalog, known: &[Connection]) -> Connection {
    let id = id(&catalog.name, url);
    let numbered = (2..).map(|n| format!("{id}-{n}"));
    let free = |id: &String| known.iter().all(|c| c.id != *id);
    Connection {
        id: std::iter::once(id.clone()).chain(numbered).find(free).unwrap_or(id),
        name: catalog.name.clone(),
        url: url.to_string(),
        dialect: catalog.dialect,
        sample: false,
        about: String::new(),
        opened: None,
        target,
        colour: None,
        keep: Keep::Run,
        privacy: Privacy::default(),
    }
}

/// A record of version 0.1.0 knew files only, and nothing of colours or secrets.
fn read(bytes: &[u8]) -> Option<Connection> {
    let mut record: serde_json::Map<String, Value> = serde_json::from_slice(bytes).ok()?;
    if !record.contains_key("target") {
        let url = record.get("url")?.as_str()?;
        let target: Target = place(url, record.get("dialect")?.as_str()?)?.into();
        record.insert("target".into(), serde_json::to_value(target).ok()?);
        record.insert("keep".into(), serde_json::to_value(Keep::Run).ok()?);
    }
    serde_json::from_value(Value::Object(record)).ok()
}

/// Its URL was `sqlite:PATH`, `duckdb:PATH`, or the path alone.
fn place(url: &str, dialect: &str) -> Option<Place> {
    let path = match url.split_once(':') {
        Some((scheme, rest)) if scheme.eq_ignore_ascii_case(dialect) => rest.strip_prefix("//").unwrap_or(rest),
        _ => url,
    };
    let path = path.to_string();
    match dialect {
        "sqlite" => Some(Place::Sqlite { path }),
        "duckdb" => Some(Place::Duckdb { path }),
        _ => None,
    }
}

/// `[a-z0-9-]+`, the same for the same URL, readable where the name is.
fn id(name: &str, url: &str) -> String {
    let mut slug = String::new();
    for c in name.chars().flat_map(char::to_lowercase) {
        if c.is_ascii_alphanumeric() {
            slug.push(c);
        } else if !slug.ends_with('-') && !slug.is_empty() {
            slug.push('-');
        }
    }
    let slug: String = slug.chars().take(SLUG).collect();
    let slug = slug.trim_matches('-');
    let start = if slug.is_empty() { "database" } else { slug };
    format!("{start}-{:08x}", fnv(url))
}

/// FNV-1a, 32 bits: stable across releases, which std's hasher is not.
fn fnv(text: &str) -> u32 {
    text.bytes()
        .fold(0x811c_9dc5, |h, b| (h ^ u32::from(b)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_plain_stable_and_distinct() {
        for name in ["Harbor Goods", "🍎", "", "Ünïcode – data.v2", "a--b", &"x".repeat(200)] {
            let made = id(name, "sqlite:/a.db");
            assert_eq!(made, id(name, "sqlite:/a.db"));
            assert!(
                made.chars()
                    .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'),
                "{made}"
            );
            assert_ne!(made, id(name, "sqlite:/b.db"));
        }
        assert!(id("Harbor Goods", "u").starts_with("harbor-goods-"));
    }
}
