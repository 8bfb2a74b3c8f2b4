//! How preparing goes: paused or not, and how many rows have been read.

use std::sync::atomic::{AtomicU64, Ordering};

use askwell_contract::ports::Cancel;
use tokio::sync::watch;

#[derive(Debug)]
pub struct Pace {
    paused: watch::Sender<bool>,
    rows: AtomicU64,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            paused: watch::channel(false).0,
            rows: AtomicU64::new(0),
        }
    }
}

impl Pace {
    pub fn pause(&self, paused: bool) {
        self.paused.send_replace(paused);
    }

    pub fn is_paused(&self) -> bool {
        *self.paused.borrow()
    }

    /// Returns once it is not paused, or at a stop; true where it had to wait.
    pub async fn wait(&self, cancel: &Cancel) -> bool {
        if !self.is_paused() {
            return false;
        }
        let mut paused = self.paused.subscribe();
        // The sender lives as long as this call.
        let _ = cancel.run_until_cancelled(paused.wait_for(|paused| !paused)).await;
        true
    }

    pub fn count(&self, rows: u64) {
        self.rows.fetch_add(rows, Ordering::Relaxed);
    }

    pub fn rows(&self) -> u64 {
        self.rows.load(Ordering::Relaxed)
    }
}
