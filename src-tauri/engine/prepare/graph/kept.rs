//! Answers of the graph that are asked for again, as each candidate of a question does.
//!
//! In: what was asked, and how to find it out. Out: the answer, found out once. Deliberately absent: anything that
//! changes an answer; a copy begins empty.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Answers held, of about a kilobyte each; all are let go when there would be more.
pub(super) const MOST: usize = 2_000;

#[derive(Debug)]
pub(super) struct Kept<K, V>(Mutex<BTreeMap<K, Arc<V>>>);

impl<K, V> Default for Kept<K, V> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K, V> Clone for Kept<K, V> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<K: Ord + Clone, V> Kept<K, V> {
    /// Two that ask at once may both find it out; nobody waits for another.
    pub(super) fn or(&self, key: &K, make: impl FnOnce() -> V) -> Arc<V> {
        let held = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = held().get(key).cloned();
        known.unwrap_or_else(|| {
            let made = Arc::new(make());
            let mut held = held();
            if held.len() >= MOST {
                held.clear();
            }
            held.insert(key.clone(), Arc::clone(&made));
            made
        })
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.0.lock().unwrap().len()
    }
}
