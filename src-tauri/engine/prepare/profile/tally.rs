//! Counting the columns of a table side by side, away from the threads that serve the screen.
//!
//! In: batches of rows. Out: a tally a column. Each thread counts some columns of every batch, so that what a column's
//! tally sees does not depend on how many threads there are (law 6).

use std::sync::Arc;

use askwell_contract::ports::Lot;
use askwell_contract::{Problem, Result};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use super::column::{Bounds, Tally};

/// Distinct values kept of one table, and of one column. What is kept takes some 100 bytes a value.
const OF_TABLE: usize = 1_000_000;
const OF_COLUMN: usize = 100_000;
/// Even where a table has thousands of columns: its coded columns have fewer values than this.
const LEAST: usize = 500;
/// Hashes kept to see whether a value comes twice; 16 bytes each.
const HASHES_OF_TABLE: usize = 8_000_000;
const HASHES_OF_COLUMN: usize = 2_000_000;
/// Batches that may wait for a thread; the database is held back beyond.
const WAITING: usize = 4;
/// Counting costs more than reading, so one thread would hold the database back; more than four would wait for it.
const THREADS: std::ops::RangeInclusive<usize> = 2..=4;

pub fn bounds(columns: usize) -> Bounds {
    let columns = columns.max(1);
    Bounds {
        values: (OF_TABLE / columns).clamp(LEAST, OF_COLUMN),
        hashes: (HASHES_OF_TABLE / columns).clamp(LEAST, HASHES_OF_COLUMN),
    }
}

type Columns = Vec<(usize, Option<Tally>)>;
type Thread = (mpsc::Sender<Arc<Lot>>, JoinHandle<Columns>);

pub struct Tallies {
    threads: Vec<Thread>,
}

impl Tallies {
    pub fn start(columns: Vec<Option<Tally>>) -> Self {
        let cores = tokio::runtime::Handle::current().metrics().num_workers();
        let threads = (cores / 2)
            .clamp(*THREADS.start(), *THREADS.end())
            .min(columns.len().max(1));
        let mut shares: Vec<Columns> = (0..threads).map(|_| Vec::new()).collect();
        for (at, tally) in columns.into_iter().enumerate() {
            shares[at % threads].push((at, tally));
        }
        let start = |share| {
            let (give, take) = mpsc::channel(WAITING);
            (give, tokio::task::spawn_blocking(move || count(share, take)))
        };
        Self {
            threads: shares.into_iter().map(start).collect(),
        }
    }

    pub async fn add(&self, lot: Lot) {
        let lot = Arc::new(lot);
        for (thread, _) in &self.threads {
            // A thread that panicked is told of by `finish`.
            let _ = thread.send(lot.clone()).await;
        }
    }

    pub async fn finish(self) -> Result<Vec<Option<Tally>>> {
        let mut all = Vec::new();
        for (give, counting) in self.threads {
            drop(give);
            all.extend(counting.await.map_err(Problem::internal)?);
        }
        all.sort_by_key(|column| column.0);
        Ok(all.into_iter().map(|column| column.1).collect())
    }
}

/// Column by column, so that a tally stays near the processor for a whole batch.
fn count(mut columns: Columns, mut lots: mpsc::Receiver<Arc<Lot>>) -> Columns {
    let mut new = Vec::new();
    while let Some(lot) = lots.blocking_recv() {
        for (at, tally) in &mut columns {
            if let Some(tally) = tally {
                tally.add(&lot, *at, &mut new);
            }
        }
    }
    columns
}
