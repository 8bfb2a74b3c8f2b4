//! A file system that fails, for tests. In: at which step of a write, and how. Out: that step's error. Deliberately absent:
//! threads: a plan holds for the thread that it was made on.

use std::cell::Cell;
use std::io::{Error, ErrorKind, Result};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// This step alone is refused.
    Denied,
    /// This step alone finds no room; of what is written, the first half is.
    Full,
    /// Nothing is done from here on, cleaning up neither.
    Killed,
}

pub const ALL: [How; 3] = [How::Denied, How::Full, How::Killed];

thread_local! {
    static PLAN: Cell<Option<(usize, How)>> = const { Cell::new(None) };
    static TAKEN: Cell<usize> = const { Cell::new(0) };
}

pub fn step() -> Result<()> {
    let taken = TAKEN.get();
    TAKEN.set(taken + 1);
    match PLAN.get() {
        Some((at, How::Killed)) if taken >= at => Err(Error::other("the program was killed")),
        Some((at, How::Denied)) if taken == at => Err(ErrorKind::PermissionDenied.into()),
        Some((at, How::Full)) if taken == at => Err(ErrorKind::StorageFull.into()),
        _ => Ok(()),
    }
}

/// What came of it, and how many steps were taken or tried.
pub fn with<T>(plan: Option<(usize, How)>, act: impl FnOnce() -> T) -> (T, usize) {
    PLAN.set(plan);
    TAKEN.set(0);
    let came = act();
    PLAN.set(None);
    (came, TAKEN.get())
}
