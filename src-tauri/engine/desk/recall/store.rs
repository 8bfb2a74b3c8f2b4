//! Questions that a model helped to answer, with the query that answered each: one file of the workspace.
//!
//! In: an entry to keep, or what an entry has to be like. Out: the entry. A file that is torn or of another version is
//! an empty one. Deliberately absent: what makes two questions the same.

use askwell_contract::ports::Workspace;
use askwell_contract::run::{Candidate, Trust};
use askwell_contract::{Problem, Result};
use serde::{Deserialize, Serialize};

use crate::prepare::sealed;

pub const ROOM: &str = "recall";
pub const FILE: &str = "questions";
/// Raised when what is kept, or what it means, changes.
const VERSION: u32 = 1;
/// Seed 002, 4.6; issue "Models".
pub const MOST: usize = 10_000;
pub const HOUR: u64 = 3_600_000;
pub const LONGEST_HOURS: u32 = 24;

/// A question and what answered it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Milliseconds since 1970 UTC.
    pub at: u64,
    /// Everything but the question that changes the answer, as one hash.
    pub scope: String,
    pub question: String,
    pub run: String,
    /// The query, with its reading.
    pub candidate: Candidate,
    pub trust: Trust,
    pub reasons: Vec<String>,
    /// The answer's words, and the hash of the result that they are about.
    pub sentence: String,
    pub result: String,
    /// Unit vector of the question; empty where none could be made.
    #[serde(skip)]
    pub vector: Vec<f32>,
}

impl Entry {
    /// Whether it is younger than that many hours; one of the future is not.
    pub fn fresh(&self, now: u64, hours: u32) -> bool {
        now.checked_sub(self.at)
            .is_some_and(|age| age < u64::from(hours.min(LONGEST_HOURS)) * HOUR)
    }
}

/// Oldest first. Blocking.
pub fn load(workspace: &dyn Workspace) -> Vec<Entry> {
    let bytes = workspace.load(ROOM, FILE).ok().flatten();
    bytes.and_then(|bytes| read(&bytes)).unwrap_or_default()
}

/// Adds an entry in place of what was kept of the same question, and drops what is too old or too much. Blocking.
pub fn keep(workspace: &dyn Workspace, entry: Entry, same: impl Fn(&Entry) -> bool) -> Result<()> {
    let now = entry.at;
    let mut entries = load(workspace);
    entries.retain(|kept| kept.fresh(now, LONGEST_HOURS) && !same(kept));
    entries.push(entry);
    save(workspace, &entries)
}

/// Drops an entry that is no longer good. Blocking.
pub fn forget(workspace: &dyn Workspace, entry: &Entry) -> Result<()> {
    let mut entries = load(workspace);
    entries.retain(|kept| kept.run != entry.run);
    save(workspace, &entries)
}

fn save(workspace: &dyn Workspace, entries: &[Entry]) -> Result<()> {
    let kept = entries.get(entries.len().saturating_sub(MOST)..).unwrap_or_default();
    let mut file = sealed::Writer::default();
    file.numbers64(std::iter::once(kept.len() as u64));
    for entry in kept {
        file.bytes(&serde_json::to_vec(entry).map_err(Problem::internal)?);
        file.numbers(entry.vector.iter().map(|part| part.to_bits()));
    }
    workspace.save(ROOM, FILE, &file.seal(VERSION))
}

fn read(bytes: &[u8]) -> Option<Vec<Entry>> {
    let mut file = sealed::open(VERSION, bytes)?;
    let count = *file.numbers64()?.first()?;
    (0..count)
        .map(|_| {
            let mut entry: Entry = serde_json::from_slice(file.bytes()?).ok()?;
            entry.vector = file.numbers()?.into_iter().map(f32::from_bits).collect();
            Some(entry)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prepare::fake::Memory;
    use crate::scripted::candidate;

    fn entry(at: u64, run: &str) -> Entry {
        Entry {
            at,
            scope: "s".into(),
            question: format!("question of {run}"),
            run: run.into(),
            candidate: candidate("SELECT 1"),
            trust: Trust::Medium,
            reasons: vec!["because".into()],
            sentence: "One.".into(),
            result: "r".into(),
            vector: vec![0.6, -0.8],
        }
    }

    #[test]
    fn what_is_kept_is_read_again_and_a_torn_file_is_an_empty_one() {
        let memory = Memory::default();
        assert!(load(&memory).is_empty());
        keep(&memory, entry(1, "a"), |_| false).unwrap();
        keep(&memory, entry(2, "b"), |_| false).unwrap();
        assert_eq!(load(&memory), [entry(1, "a"), entry(2, "b")]);
        let whole = memory.load(ROOM, FILE).unwrap().unwrap();
        for torn in [&whole[..whole.len() - 3], &whole[..9], b"{}"] {
            memory.save(ROOM, FILE, torn).unwrap();
            assert!(load(&memory).is_empty());
        }
        keep(&memory, entry(3, "c"), |_| false).unwrap();
        assert_eq!(load(&memory), [entry(3, "c")]);
    }

    #[test]
    fn the_old_the_replaced_and_what_is_too_much_go() {
        let memory = Memory::default();
        let day = u64::from(LONGEST_HOURS) * HOUR;
        keep(&memory, entry(1, "a"), |_| false).unwrap();
        keep(&memory, entry(2, "b"), |_| false).unwrap();
        keep(&memory, entry(day, "c"), |kept| kept.run == "b").unwrap();
        assert_eq!(load(&memory), [entry(1, "a"), entry(day, "c")]);
        keep(&memory, entry(day + 1, "d"), |_| false).unwrap();
        assert_eq!(load(&memory), [entry(day, "c"), entry(day + 1, "d")]);
        forget(&memory, &entry(day, "c")).unwrap();
        assert_eq!(load(&memory), [entry(day + 1, "d")]);
        let many: Vec<Entry> = (0..MOST as u64 + 3).map(|at| entry(at, &at.to_string())).collect();
        save(&memory, &many).unwrap();
        let left = load(&memory);
        assert_eq!((left.len(), left[0].at), (MOST, 3));
    }

    #[test]
    fn an_entry_is_fresh_for_a_day_at_most() {
        let kept = entry(1_000, "a");
        let day = u64::from(LONGEST_HOURS) * HOUR;
        assert!(kept.fresh(1_000 + day - 1, 24) && !kept.fresh(1_000 + day, 24));
        assert!(!kept.fresh(1_000 + day, 99) && !kept.fresh(1_000, 0) && !kept.fresh(999, 24));
        assert!(kept.fresh(1_000 + HOUR - 1, 1) && !kept.fresh(1_000 + HOUR, 1));
    }
}
