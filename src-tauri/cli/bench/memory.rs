//! How much memory a stretch of work takes at most. In: nothing. Out: bytes above what was held at the start; nothing
//! where the system does not tell.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

/// Between two looks; shorter than what a million rows take by far.
const EVERY: Duration = Duration::from_millis(2);

pub struct Gauge {
    before: Option<u64>,
    most: Arc<AtomicU64>,
    done: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Gauge {
    pub fn start() -> Self {
        let (most, done) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
        let (seen, over) = (most.clone(), done.clone());
        let thread = std::thread::spawn(move || {
            while !over.load(Ordering::Relaxed) {
                seen.fetch_max(resident().unwrap_or(0), Ordering::Relaxed);
                std::thread::sleep(EVERY);
            }
        });
        Self {
            before: resident(),
            most,
            done,
            thread: Some(thread),
        }
    }

    pub fn peak(mut self) -> Option<u64> {
        self.done.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        let most = self.most.load(Ordering::Relaxed);
        self.before.map(|before| most.saturating_sub(before))
    }
}

/// Linux alone tells it in a file.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}
