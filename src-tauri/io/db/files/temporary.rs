//! A folder for what is made of dropped files, or spilled by an engine. In: nothing. Out: a folder that only this user may look into and that
//! is gone once the database is closed; what a killed program left is removed when the next one begins. Deliberately
//! absent: what is put into it.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use askwell_contract::Result;

use crate::disk;

const FOLDER: &str = "app.askwell.desktop/files";

/// Exists as long as this value.
#[derive(Debug)]
pub struct Temporary {
    path: PathBuf,
    lock: PathBuf,
    /// Locked while the folder is in use.
    _held: File,
}

impl Temporary {
    pub fn new() -> Result<Self> {
        // A home that cannot be written to must not keep a database from being opened.
        Self::within(&home()).or_else(|_| Self::within(&std::env::temp_dir().join(FOLDER)))
    }

    fn within(home: &Path) -> Result<Self> {
        let made = private(home).and_then(|()| {
            sweep(home);
            make(home)
        });
        made.map_err(|error| disk::problem(&error, home))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // Where a file of it is still open, Windows keeps the folder; then the lock is left for the next sweep.
        if fs::remove_dir_all(&self.path).is_ok() {
            let _ = fs::remove_file(&self.lock);
        }
    }
}

/// On Linux the folder for caches, since `/tmp` is often kept in memory; elsewhere the user's own temporary folder.
fn home() -> PathBuf {
    let cache = || {
        let absolute = |name: &str| {
            let path = PathBuf::from(std::env::var_os(name)?);
            path.is_absolute().then_some(path)
        };
        absolute("XDG_CACHE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".cache")))
    };
    let base = if cfg!(target_os = "linux") { cache() } else { None };
    base.unwrap_or_else(std::env::temp_dir).join(FOLDER)
}

fn private(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

fn make(home: &Path) -> io::Result<Temporary> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    loop {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = home.join(format!("{}-{number}", std::process::id()));
        let lock = path.with_extension("lock");
        let held = match OpenOptions::new().write(true).create_new(true).open(&lock) {
            Ok(held) => held,
            // Left by a program of the same number; the sweep could not remove it.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            Err(error) => return Err(error),
        };
        held.lock()?;
        // A sweep may have taken it for a left-over before it was locked.
        if lock.exists() {
            private(&path)?;
            return Ok(Temporary {
                path,
                lock,
                _held: held,
            });
        }
    }
}

/// Removes the folders whose lock nobody holds. Best effort: what stays is tried again next time.
fn sweep(home: &Path) {
    let Ok(entries) = fs::read_dir(home) else { return };
    for lock in entries.flatten().map(|entry| entry.path()) {
        if lock.extension().is_none_or(|ending| ending != "lock") {
            continue;
        }
        let Ok(file) = OpenOptions::new().write(true).open(&lock) else {
            continue;
        };
        if file.try_lock().is_err() {
            continue;
        }
        let folder = lock.with_extension("");
        if !folder.exists() || fs::remove_dir_all(&folder).is_ok() {
            let _ = fs::remove_file(&lock);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_goes_with_its_owner_and_left_overs_with_the_next_one() {
        let home = tempfile::tempdir().unwrap();
        let one = Temporary::within(home.path()).unwrap();
        fs::write(one.path().join("x"), b"1").unwrap();
        // As a killed program leaves it: a folder and a lock that nobody holds.
        let left = home.path().join("1-0");
        fs::create_dir(&left).unwrap();
        fs::write(left.join("x"), b"1").unwrap();
        fs::write(home.path().join("1-0.lock"), b"").unwrap();
        let two = Temporary::within(home.path()).unwrap();
        assert!(one.path().join("x").exists(), "in use");
        assert!(!left.exists() && !home.path().join("1-0.lock").exists());
        assert_ne!(one.path(), two.path());
        drop((one, two));
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0);
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_may_look_inside() {
        use std::os::unix::fs::PermissionsExt;
        let home = tempfile::tempdir().unwrap();
        let made = Temporary::within(&home.path().join("a/b")).unwrap();
        let mode = fs::metadata(made.path()).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
    }
}
