//! The ledger's file: one log a month in the workspace's room `ledger`, a line for what is sent and a line for how it
//! ended. Nothing in it is ever changed.
//!
//! In: what is sent, and its end. Out: pages, searches, sums. Deliberately absent: any decision what may be sent.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use askwell_contract::model::{Ended, FailureKind, LedgerEntry, LedgerPage, Privacy, Spend};
use askwell_contract::ports::{Clock, Workspace};
use askwell_contract::{Problem, Result};
use serde::{Deserialize, Serialize};

use super::day;

pub const ROOM: &str = "ledger";

/// What is written before a call is sent.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Sent {
    pub purpose: String,
    pub provider: String,
    pub model: String,
    pub destination: String,
    pub leaves: bool,
    pub connection: String,
    pub run: Option<String>,
    pub privacy: Privacy,
    pub system: String,
    pub user: String,
}

/// Two programs may write to the same file: an id tells whose end is whose, and the numbers are given when it is read.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Line {
    Sent {
        id: String,
        at: u64,
        #[serde(flatten)]
        sent: Sent,
    },
    Ended {
        id: String,
        /// When it was sent: what it cost counts for that day.
        at: u64,
        ended: Ended,
    },
}

/// Where an entry is, so that its end can be added.
pub struct Place {
    id: String,
    at: u64,
}

pub struct Book {
    workspace: Arc<dyn Workspace>,
    clock: Arc<dyn Clock>,
    /// One line at a time: the file mends a torn one before it adds to it.
    writing: Mutex<()>,
}

impl Book {
    pub fn new(workspace: Arc<dyn Workspace>, clock: Arc<dyn Clock>) -> Self {
        Self {
            workspace,
            clock,
            writing: Mutex::default(),
        }
    }

    /// Written, and safe from a power cut, when it returns. Blocking.
    pub fn sent(&self, sent: &Sent) -> Result<Place> {
        let at = self.clock.now();
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let id = format!("{at}-{}-{number}", std::process::id());
        self.add(&Line::Sent {
            id: id.clone(),
            at,
            sent: sent.clone(),
        })?;
        Ok(Place { id, at })
    }

    /// Blocking.
    pub fn ended(&self, place: &Place, ended: &Ended) -> Result<()> {
        self.add(&Line::Ended {
            id: place.id.clone(),
            at: place.at,
            ended: ended.clone(),
        })
    }

    /// All entries, oldest first. Blocking.
    pub fn each(&self, take: &mut dyn FnMut(LedgerEntry) -> Result<()>) -> Result<()> {
        let mut months = self.workspace.list(ROOM)?;
        months.sort();
        let mut number = 0;
        for month in months {
            for mut entry in self.month(&month)? {
                number += 1;
                entry.number = number;
                take(entry)?;
            }
        }
        Ok(())
    }

    /// Newest first: those that hold `search` in any of their words, of one connection or of all. Blocking.
    pub fn page(&self, search: &str, connection: Option<&str>, offset: u64, limit: u32) -> Result<LedgerPage> {
        let search = search.trim().to_lowercase();
        let (mut of, mut left) = (0, 0);
        let reach = offset.saturating_add(u64::from(limit));
        let mut last: VecDeque<LedgerEntry> = VecDeque::new();
        self.each(&mut |entry| {
            if connection.is_some_and(|id| id != entry.connection) || !holds(&entry, &search) {
                return Ok(());
            }
            of += 1;
            left += went(&entry);
            last.push_front(entry);
            if last.len() as u64 > reach {
                last.pop_back();
            }
            Ok(())
        })?;
        let skip = usize::try_from(offset).unwrap_or(usize::MAX);
        Ok(LedgerPage {
            entries: last.into_iter().skip(skip).collect(),
            of,
            left,
        })
    }

    /// Of today and this month, by UTC. Blocking.
    pub fn spend(&self) -> Result<Spend> {
        self.spend_at(self.clock.now())
    }

    /// Of the day and the month that `now` is in.
    pub fn spend_at(&self, now: u64) -> Result<Spend> {
        let mut spend = Spend {
            today: 0.0,
            month: 0.0,
            unpriced: 0,
        };
        for line in self.lines(&day::month(now))? {
            let Line::Ended {
                at,
                ended: Ended::Replied {
                    cost, cached: false, ..
                },
                ..
            } = line
            else {
                continue;
            };
            let today = day::number(at) == day::number(now);
            spend.month += cost.unwrap_or(0.0);
            if today {
                spend.today += cost.unwrap_or(0.0);
                spend.unpriced += u32::from(cost.is_none());
            }
        }
        Ok(spend)
    }

    fn add(&self, line: &Line) -> Result<()> {
        let (Line::Sent { at, .. } | Line::Ended { at, .. }) = line;
        let bytes = serde_json::to_vec(line).map_err(Problem::internal)?;
        let _one = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        self.workspace.append_lasting(ROOM, &day::month(*at), &bytes)
    }

    /// A line that cannot be read is left out: the others are worth no less for it.
    fn lines(&self, month: &str) -> Result<Vec<Line>> {
        let bytes = self.workspace.load(ROOM, month)?.unwrap_or_default();
        let lines = bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
        Ok(lines.filter_map(|line| serde_json::from_slice(line).ok()).collect())
    }

    fn month(&self, month: &str) -> Result<Vec<LedgerEntry>> {
        let mut entries: Vec<LedgerEntry> = Vec::new();
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        for line in self.lines(month)? {
            match line {
                Line::Sent { id, at, sent } => {
                    places.insert(id, entries.len());
                    entries.push(entry(at, sent));
                }
                Line::Ended { id, ended, .. } => {
                    if let Some(entry) = places.get(&id).and_then(|at| entries.get_mut(*at)) {
                        entry.ended = ended;
                    }
                }
            }
        }
        Ok(entries)
    }
}

fn entry(at: u64, sent: Sent) -> LedgerEntry {
    LedgerEntry {
        number: 0,
        at,
        purpose: sent.purpose,
        provider: sent.provider,
        model: sent.model,
        destination: sent.destination,
        leaves: sent.leaves,
        connection: sent.connection,
        run: sent.run,
        privacy: sent.privacy,
        system: sent.system,
        user: sent.user,
        ended: Ended::Sent,
    }
}

fn holds(entry: &LedgerEntry, search: &str) -> bool {
    let has = |text: &str| text.to_lowercase().contains(search);
    let ended = match &entry.ended {
        Ended::Sent => false,
        Ended::Replied { text, .. } => has(text),
        Ended::Failed { failure, .. } => has(&failure.message) || failure.detail.as_deref().is_some_and(has),
    };
    search.is_empty()
        || ended
        || [
            &entry.purpose,
            &entry.provider,
            &entry.model,
            &entry.destination,
            &entry.connection,
            &entry.system,
            &entry.user,
        ]
        .into_iter()
        .any(|text| has(text))
        || entry.run.as_deref().is_some_and(has)
}

/// Characters that went to another machine. Of a call whose end is not known, all of them may have.
fn went(entry: &LedgerEntry) -> u64 {
    let stayed = match &entry.ended {
        Ended::Sent => false,
        Ended::Replied { cached, .. } => *cached,
        // A provider that rests was sent nothing: had this call been sent before it, its own failure would stand here.
        Ended::Failed { failure, .. } => matches!(
            failure.kind,
            FailureKind::Budget | FailureKind::QuestionBudget | FailureKind::Resting
        ),
    };
    if stayed || !entry.leaves {
        return 0;
    }
    (entry.system.chars().count() + entry.user.chars().count()) as u64
}
