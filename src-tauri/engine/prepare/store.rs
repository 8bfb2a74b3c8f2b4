//! What was gathered about a database, as one file of the workspace, and the tables that are done while it is being
//! gathered.
//!
//! In: catalog, profiles, values, sketches. Out: the same, as long as the database did not change; and of a changed
//! one the tables that did not. A file that is torn, that another version wrote, or in which a single bit is another
//! counts as absent. Deliberately absent: indexes, which have files of their own.

use askwell_contract::ports::Workspace;
use askwell_contract::{Catalog, KeyOrigin, Problem, Result, Table};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::profile::{hash_of, Facts};
use super::values;
use super::{describe, told, Knowledge, Unread};

const ROOM: &str = "knowledge";
/// Raised whenever the meaning of anything below changes.
pub(super) const FORMAT: u32 = 15;
const MAGIC: &str = "askwell-knowledge";

#[derive(Debug, Serialize, Deserialize)]
pub struct Stored {
    fingerprint: String,
    /// With the inferred keys.
    catalog: Catalog,
    parts: Vec<Part>,
    unread: Vec<Unread>,
}

/// One table that was read.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Part {
    /// Of the whole database when it was read.
    pub fingerprint: String,
    /// Of this table alone, where the engine can tell.
    pub print: Option<String>,
    pub table: Table,
    pub facts: Facts,
}

impl Part {
    /// What was read then is what would be read now.
    pub fn holds(&self, table: &Table, fingerprint: &str, print: Option<&String>) -> bool {
        let same_state = self.fingerprint == fingerprint || (print.is_some() && self.print.as_ref() == print);
        same_state && shape(&self.table) == shape(table)
    }
}

/// A table without what may change while its rows do not, and without what was inferred.
fn shape(table: &Table) -> Table {
    let declared = |key: &&_| matches!(askwell_contract::ForeignKey::clone(key).origin, KeyOrigin::Declared);
    Table {
        rows: None,
        foreign_keys: table.foreign_keys.iter().filter(declared).cloned().collect(),
        ..table.clone()
    }
}

impl Stored {
    pub fn new(catalog: Catalog, fingerprint: String, parts: Vec<Part>, unread: Vec<Unread>) -> Self {
        Self {
            fingerprint,
            catalog,
            parts,
            unread,
        }
    }

    pub fn tables(&self) -> usize {
        self.catalog.tables.len()
    }

    /// By rules alone.
    pub fn describe(&self) -> describe::Described {
        let profiles: Vec<_> = self.parts.iter().map(|part| part.facts.profile.clone()).collect();
        describe::describe(&self.catalog, &profiles, &told::Told::default())
    }

    /// With the index of values that is kept under the same key, where it is large enough to be kept.
    pub fn knowledge(self, workspace: &dyn Workspace, key: &str, described: describe::Described) -> Knowledge {
        let facts = self.parts.into_iter().map(|part| part.facts).collect();
        let index = |values| values::kept(workspace, key, values);
        let built = Knowledge::from_facts(self.catalog, self.fingerprint, facts, described, index);
        Knowledge {
            unread: self.unread,
            ..built
        }
    }
}

/// The first half names the database, the second its state.
pub fn key(url: &str, fingerprint: &str) -> String {
    format!("{}{}.json", prefix(url), name(fingerprint))
}

/// Of the tables that were done together, named by the first of them.
fn part_key(url: &str, table: &str) -> String {
    format!("{}{}.part", prefix(url), name(table))
}

fn prefix(url: &str) -> String {
    format!("{}-", name(url))
}

fn name(text: &str) -> String {
    format!("{:016x}", hash_of(text.as_bytes(), 0))
}

pub fn load(workspace: &dyn Workspace, key: &str, fingerprint: &str) -> Option<Stored> {
    let stored: Stored = unsealed(&workspace.load(ROOM, key).ok()??)?;
    (stored.fingerprint == fingerprint).then_some(stored)
}

/// Tables that were read before: of other states of the database, and of this one by a preparing that did not end.
pub fn former(workspace: &dyn Workspace, url: &str) -> Vec<Part> {
    let prefix = prefix(url);
    let mut out = Vec::new();
    for key in workspace.list(ROOM).unwrap_or_default() {
        if !key.starts_with(&prefix) {
            continue;
        }
        let Ok(Some(bytes)) = workspace.load(ROOM, &key) else {
            continue;
        };
        if key.ends_with(".part") {
            out.extend(unsealed::<Vec<Part>>(&bytes).unwrap_or_default());
        } else {
            out.extend(unsealed::<Stored>(&bytes).map(|s| s.parts).unwrap_or_default());
        }
    }
    out
}

/// Saves, and removes what was known of former states of the same database.
pub fn save(workspace: &dyn Workspace, url: &str, key: &str, stored: &Stored) -> Result<()> {
    workspace.save(ROOM, key, &sealed(stored)?)?;
    let prefix = prefix(url);
    for old in workspace
        .list(ROOM)?
        .iter()
        .filter(|k| k.starts_with(&prefix) && *k != key)
    {
        workspace.remove(ROOM, old)?;
    }
    Ok(())
}

/// Keeps tables that are done, so that a kill costs only those that are not.
pub fn keep(workspace: &dyn Workspace, url: &str, parts: &[Part]) -> Result<()> {
    match parts.first() {
        Some(first) => workspace.save(ROOM, &part_key(url, &first.table.name), &sealed(&parts)?),
        None => Ok(()),
    }
}

/// A line with the version and the sum of what follows.
fn sealed<T: Serialize>(content: &T) -> Result<Vec<u8>> {
    let body = serde_json::to_vec(content).map_err(Problem::internal)?;
    let mut out = head(&body).into_bytes();
    out.extend(body);
    Ok(out)
}

fn unsealed<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    let end = bytes.iter().position(|b| *b == b'\n')? + 1;
    let (first, body) = bytes.split_at(end);
    if first != head(body).as_bytes() {
        return None;
    }
    serde_json::from_slice(body).ok()
}

fn head(body: &[u8]) -> String {
    format!("{MAGIC} {FORMAT} {:016x}\n", hash_of(body, u64::from(FORMAT)))
}
