//! How much memory a runner really holds. In: a process and a bound. Out: word once it is beyond it. Deliberately absent:
//! systems that do not tell, which is all but Linux.
//!
//! The kernel's own limit counts addresses, of which an engine sets aside several times what it ever writes to. So that
//! limit is a wide one, and this is the narrow one.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use askwell_contract::Result;

use crate::db::worker::spawn;

/// Between two looks: what an engine can write in that time is a small part of the bound.
const EVERY: Duration = Duration::from_millis(10);

/// Dropping it takes the process off.
pub struct Scale {
    done: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

pub fn put_on(process: u32, bound: u64, outgrown: impl FnOnce() + Send + 'static) -> Result<Scale> {
    let done = Arc::new(AtomicBool::new(false));
    let over = done.clone();
    let thread = spawn("scale", move || loop {
        std::thread::park_timeout(EVERY);
        if over.load(Ordering::SeqCst) {
            return;
        }
        match weight(process) {
            Some(bytes) if bytes > bound => return outgrown(),
            Some(_) => {}
            None => return,
        }
    })?;
    Ok(Scale {
        done,
        thread: Some(thread),
    })
}

impl Drop for Scale {
    fn drop(&mut self) {
        self.done.store(true, Ordering::SeqCst);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _ = thread.join();
        }
    }
}

/// Bytes in memory that no other process shares by a file.
pub fn weight(process: u32) -> Option<u64> {
    #[cfg(target_os = "linux")]
    {
        let pages = std::fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
        let mut pages = pages.split(' ').skip(1).map_while(|n| n.parse::<u64>().ok());
        let (resident, shared) = (pages.next()?, pages.next()?);
        Some(
            resident
                .saturating_sub(shared)
                .saturating_mul(rustix::param::page_size() as u64),
        )
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = process;
        None
    }
}
