//! A preparing that is going on: its pace, and what is known so far.
//!
//! In: tables as they are done. Out: [`Knowledge`] of what there is, for questions that are asked meanwhile.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use askwell_contract::Catalog;

use super::pace::Pace;
use super::profile::Facts;
use super::values::ValueIndex;
use super::{describe, finish, told, Knowledge, Unread};

#[derive(Default)]
pub struct UnderWay {
    pub pace: Pace,
    stopped: AtomicBool,
    state: Mutex<State>,
}

#[derive(Default, Clone)]
struct State {
    /// Names and keys; `None` until the database has told them.
    begun: Option<(Catalog, String)>,
    done: BTreeMap<usize, Arc<Facts>>,
    unread: Vec<Unread>,
}

impl UnderWay {
    pub fn begin(&self, catalog: &Catalog, fingerprint: &str) {
        *self.state() = State {
            begun: Some((catalog.clone(), fingerprint.to_owned())),
            ..State::default()
        };
    }

    /// `at`: the table's place in the catalog.
    pub fn add(&self, at: usize, facts: Arc<Facts>) {
        self.state().done.insert(at, facts);
    }

    pub fn skip(&self, unread: Unread) {
        self.state().unread.push(unread);
    }

    /// Nothing more comes.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::SeqCst);
    }

    /// What is known so far, the tables that are still to be read named; `None` before there is a catalog. Builds
    /// indexes: call it from a worker thread.
    pub fn knowledge(&self) -> Option<Knowledge> {
        let State { begun, done, unread } = self.state().clone();
        let (mut catalog, fingerprint) = begun?;
        let left = |(at, name): &(usize, &String)| !done.contains_key(at) && !unread.iter().any(|u| u.table == **name);
        let names = catalog.tables.iter().map(|t| &t.name).enumerate();
        let pending: Vec<String> = names.filter(left).map(|(_, name)| name.clone()).collect();
        let mut facts: Vec<Facts> = done.into_values().map(Arc::unwrap_or_clone).collect();
        finish(&mut catalog, &mut facts);
        let profiles: Vec<_> = facts.iter().map(|f| f.profile.clone()).collect();
        let described = describe::describe(&catalog, &profiles, &told::Told::default());
        let built = Knowledge::from_facts(catalog, fingerprint, facts, described, ValueIndex::build);
        Some(Knowledge {
            unread,
            pending,
            stopped: self.stopped.load(Ordering::SeqCst),
            ..built
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Knowledge {
    /// What an answer that was given before the database was read to its end cannot have known.
    pub fn unfinished(&self, used: &[String]) -> Option<String> {
        let (pending, all) = (self.pending.len(), self.catalog.tables.len());
        if pending == 0 {
            return None;
        }
        let read = all - pending;
        let said = if self.stopped {
            format!(
                "Preparing was stopped after {read} of {all} tables, so a better answer may come once it has gone on"
            )
        } else {
            format!(
                "Askwell is still reading the database ({read} of {all} tables are done), so a better answer may come later"
            )
        };
        let unread: Vec<&str> = self
            .pending
            .iter()
            .filter(|p| used.iter().any(|u| u.eq_ignore_ascii_case(p)))
            .map(String::as_str)
            .collect();
        Some(if unread.is_empty() {
            format!("{said}.")
        } else {
            format!("{said}; the values of {} were not known yet.", unread.join(" and "))
        })
    }
}
