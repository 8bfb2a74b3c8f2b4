//! How much memory a stretch of work takes at most, with the processes that were there when it began. In: nothing. Out:
//! bytes above what was held at the start; nothing where the system does not tell.

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
        let processes = Processes::now();
        let before = processes.resident();
        let (most, done) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
        let (seen, over) = (most.clone(), done.clone());
        let thread = std::thread::spawn(move || {
            while !over.load(Ordering::Relaxed) {
                seen.fetch_max(processes.resident().unwrap_or(0), Ordering::Relaxed);
                std::thread::sleep(EVERY);
            }
        });
        Self {
            before,
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

/// This process and those that run its queries. Linux alone tells it in files.
struct Processes(Vec<std::path::PathBuf>);

impl Processes {
    fn now() -> Self {
        let own = std::process::id().to_string();
        let is_ours = |status: &str| {
            let parent = status.lines().find_map(|line| line.strip_prefix("PPid:"));
            parent.is_some_and(|parent| parent.trim() == own)
        };
        let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        let all = all.map(|entry| entry.path().join("status"));
        let children = all.filter(|path| std::fs::read_to_string(path).is_ok_and(|status| is_ours(&status)));
        Self(std::iter::once("/proc/self/status".into()).chain(children).collect())
    }

    /// One that has ended takes nothing any more; no file at all is no answer.
    fn resident(&self) -> Option<u64> {
        let of = |path: &std::path::PathBuf| {
            let status = std::fs::read_to_string(path).ok()?;
            let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
            line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()
        };
        let own = of(self.0.first()?)?;
        let kilobytes: u64 = self.0.iter().skip(1).filter_map(of).sum();
        Some((own + kilobytes) * 1024)
    }
}
