//! What was gathered about a database, as one file of the workspace.
//!
//! In: catalog, profiles, values. Out: the same, as long as the database did not change. A file that cannot be read,
//! or that another version wrote, counts as absent. Deliberately absent: indexes, which are built faster than read.

use std::hash::{DefaultHasher, Hash, Hasher};

use askwell_contract::ports::Workspace;
use askwell_contract::profile::TableProfile;
use askwell_contract::{Catalog, Problem, Result};
use serde::{Deserialize, Serialize};

use super::values::{self, ColumnValues};
use super::{Knowledge, Unread};

const ROOM: &str = "knowledge";
/// Raised whenever the meaning of anything below changes.
const FORMAT: u32 = 1;

#[derive(Debug, Serialize, Deserialize)]
pub struct Stored {
    format: u32,
    fingerprint: String,
    catalog: Catalog,
    profiles: Vec<TableProfile>,
    values: Vec<ColumnValues>,
    unread: Vec<Unread>,
}

/// Read before the rest, which another version may have shaped otherwise.
#[derive(Deserialize)]
struct Stamp {
    format: u32,
    fingerprint: String,
}

impl Stored {
    pub fn new(
        catalog: Catalog,
        fingerprint: String,
        profiles: Vec<TableProfile>,
        values: Vec<ColumnValues>,
        unread: Vec<Unread>,
    ) -> Self {
        Self {
            format: FORMAT,
            fingerprint,
            catalog,
            profiles,
            values,
            unread,
        }
    }

    /// With the index of values that is kept under the same key, where it is large enough to be kept.
    pub fn knowledge(self, workspace: &dyn Workspace, key: &str) -> Knowledge {
        let values = values::kept(workspace, key, self.values);
        let built = Knowledge::with_index(self.catalog, self.fingerprint, self.profiles, values);
        Knowledge {
            unread: self.unread,
            ..built
        }
    }
}

/// The first half names the database, the second its state.
pub fn key(url: &str, fingerprint: &str) -> String {
    format!("{}{:016x}.json", prefix(url), hash(fingerprint))
}

fn prefix(url: &str) -> String {
    format!("{:016x}-", hash(url))
}

/// Another hash in another release of the language only means that a database is read once more.
fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

pub fn load(workspace: &dyn Workspace, key: &str, fingerprint: &str) -> Option<Stored> {
    let bytes = workspace.load(ROOM, key).ok()??;
    let stamp: Stamp = serde_json::from_slice(&bytes).ok()?;
    if stamp.format != FORMAT || stamp.fingerprint != fingerprint {
        return None;
    }
    serde_json::from_slice(&bytes).ok()
}

/// Saves, and removes what was known of former states of the same database.
pub fn save(workspace: &dyn Workspace, url: &str, key: &str, stored: &Stored) -> Result<()> {
    let bytes = serde_json::to_vec(stored).map_err(Problem::internal)?;
    workspace.save(ROOM, key, &bytes)?;
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
