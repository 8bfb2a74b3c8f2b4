//! The workspace as a folder: `dir/room/key`. In: bytes. Out: bytes, as they were. Deliberately absent: what is in
//! them, and any folder but the one it was given.

use std::fs::{self, File, TryLockError};
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use askwell_contract::ports::Workspace;
use askwell_contract::{Problem, ProblemCode, Result};

use crate::disk;

/// Logs carry a mark that no key can have: only of them is a torn last line cut off.
const LOG: &str = "~log";
/// Held while a line is added, by whichever program adds it; no key begins so.
const LOCK: &str = ".lock";
/// Shared by every program that has the workspace open, and held alone by one that clears it.
const OPEN: &str = ".open";
/// File systems allow 255 bytes for a name; the draft's name is longer than the key.
const LONGEST: usize = 200;

#[derive(Debug, Clone)]
pub struct Folder {
    dir: PathBuf,
    open: Arc<Mutex<Option<File>>>,
    cleared: Arc<AtomicBool>,
}

impl Folder {
    /// The folder is made when first written to.
    pub fn new(dir: impl Into<PathBuf>) -> Self {
        Self {
            dir: dir.into(),
            open: Arc::default(),
            cleared: Arc::default(),
        }
    }

    /// Until the program ends no other one clears the folder. Where the file system has no locks, nobody is kept from it.
    pub fn in_use(self) -> Self {
        let lock = disk::folder(&self.dir).and_then(|()| self.lock());
        let held = lock.and_then(|lock| lock.lock_shared().map(|()| lock));
        *self.open() = held.ok();
        self
    }

    fn open(&self) -> MutexGuard<'_, Option<File>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock(&self) -> std::io::Result<File> {
        File::options()
            .write(true)
            .create(true)
            .truncate(false)
            .open(self.dir.join(OPEN))
    }

    /// Whoever works on after everything was erased would bring a part of it back.
    fn writable(&self) -> Result<()> {
        match self.cleared.load(Ordering::SeqCst) {
            true => Err(Problem::new(
                ProblemCode::Denied,
                "Everything was erased, so nothing is kept in this window any more.",
            )
            .hint("Start Askwell again.")),
            false => Ok(()),
        }
    }

    fn clear_alone(&self, rooms: &[&str]) -> Result<()> {
        let failed = |error: &std::io::Error| disk::problem(error, &self.dir);
        let lock = self.lock().map_err(|error| failed(&error))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(
                    Problem::new(ProblemCode::Locked, "Another window or command of Askwell is open.")
                        .hint("Close it, then erase again. Nothing was erased."),
                )
            }
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(failed(&error)),
        }
        self.cleared.store(true, Ordering::SeqCst);
        for room in rooms {
            let dir = self.room(room)?;
            match fs::remove_dir_all(&dir) {
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    self.cleared.store(false, Ordering::SeqCst);
                    return Err(Problem::new(
                        ProblemCode::Lost,
                        format!("\"{}\" could not be removed, so a part is still there.", dir.display()),
                    )
                    .hint("Close what else uses this folder, then erase again.")
                    .detail(error));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn room(&self, room: &str) -> Result<PathBuf> {
        Ok(self.dir.join(valid(room)?))
    }

    fn path(&self, room: &str, key: &str) -> Result<PathBuf> {
        Ok(self.room(room)?.join(valid(key)?))
    }

    fn log(&self, room: &str, key: &str) -> Result<PathBuf> {
        Ok(self.room(room)?.join(format!("{}{LOG}", valid(key)?)))
    }

    /// The log with the line in it; true: it was made now.
    fn add(&self, room: &str, key: &str, line: &[u8]) -> Result<(File, bool)> {
        self.writable()?;
        let path = self.log(room, key)?;
        // What was saved whole would be read in place of the lines.
        if self.path(room, key)?.exists() {
            return Err(Problem::internal(format!("{room}/{key} is a file and no log.")));
        }
        let dir = self.room(room)?;
        let added = disk::folder(&dir).and_then(|()| {
            // Another window may be writing a line of its own, which only seems to be torn.
            let _alone = alone(&dir)?;
            let (mut file, fresh) = disk::log(&path)?;
            mend(&mut file)?;
            let mut whole = Vec::with_capacity(line.len() + 1);
            whole.extend_from_slice(line.strip_suffix(b"\n").unwrap_or(line));
            whole.push(b'\n');
            disk::write(&file, &whole)?;
            Ok((file, fresh))
        });
        added.map_err(|error| disk::problem(&error, &path))
    }
}

fn valid(name: &str) -> Result<&str> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_.-".contains(c);
    if name.is_empty() || name.len() > LONGEST || name.starts_with('.') || !name.chars().all(plain) {
        return Err(Problem::internal(format!("not a name for the workspace: {name:?}")));
    }
    Ok(name)
}

impl Workspace for Folder {
    fn load(&self, room: &str, key: &str) -> Result<Option<Vec<u8>>> {
        if let Some(bytes) = read(self.path(room, key)?)? {
            return Ok(Some(bytes));
        }
        let Some(mut lines) = read(self.log(room, key)?)? else {
            return Ok(None);
        };
        lines.truncate(whole_lines(&lines));
        // A log whose first line never came is none.
        Ok(Some(lines).filter(|lines| !lines.is_empty()))
    }

    fn save(&self, room: &str, key: &str, bytes: &[u8]) -> Result<()> {
        self.writable()?;
        let path = self.path(room, key)?;
        let saved = disk::folder(&self.room(room)?).and_then(|()| {
            let (draft, file) = disk::draft(&path)?;
            let written = disk::write(&file, bytes).and_then(|()| disk::sync(&file));
            let published = written.and_then(|()| disk::publish(&draft, &path));
            published.inspect_err(|_| {
                let _ = disk::remove(&draft);
            })?;
            // The lines of a log are no part of what is saved whole.
            let log = self.log(room, key).ok().filter(|log| log.exists());
            log.map_or(Ok(()), |log| disk::remove(&log))
        });
        saved.map_err(|error| disk::problem(&error, &path))
    }

    fn append(&self, room: &str, key: &str, line: &[u8]) -> Result<()> {
        self.add(room, key, line).map(drop)
    }

    fn append_lasting(&self, room: &str, key: &str, line: &[u8]) -> Result<()> {
        let (file, fresh) = self.add(room, key, line)?;
        let path = self.log(room, key)?;
        disk::sync_log(&file, &path, fresh).map_err(|error| disk::problem(&error, &path))
    }

    fn list(&self, room: &str) -> Result<Vec<String>> {
        let dir = self.room(room)?;
        let entries = match fs::read_dir(&dir) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(disk::problem(&error, &dir)),
        };
        let mut keys: Vec<(SystemTime, String)> = Vec::new();
        for entry in entries.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let key = name.strip_suffix(LOG).unwrap_or(&name);
            if valid(key).is_err() {
                continue;
            }
            let changed = entry
                .metadata()
                .and_then(|about| about.modified())
                .unwrap_or(SystemTime::UNIX_EPOCH);
            keys.push((changed, key.to_string()));
        }
        keys.sort_by(|a, b| b.cmp(a));
        Ok(keys.into_iter().map(|(_, key)| key).collect())
    }

    fn remove(&self, room: &str, key: &str) -> Result<()> {
        for path in [self.path(room, key)?, self.log(room, key)?] {
            match disk::remove(&path) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(disk::problem(&error, &path)),
                _ => {}
            }
        }
        Ok(())
    }

    fn length(&self, room: &str, key: &str) -> Result<Option<u64>> {
        for path in [self.path(room, key)?, self.log(room, key)?] {
            match fs::metadata(&path) {
                Ok(about) => return Ok(Some(about.len())),
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => return Err(disk::problem(&error, &path)),
            }
        }
        Ok(None)
    }

    fn place(&self) -> String {
        self.dir.display().to_string()
    }

    fn size(&self, room: &str) -> Result<u64> {
        let dir = self.room(room)?;
        let entries = match fs::read_dir(&dir) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(0),
            Err(error) => return Err(disk::problem(&error, &dir)),
        };
        let sizes = entries.flatten().filter_map(|entry| entry.metadata().ok());
        Ok(sizes.map(|about| about.len()).sum())
    }

    fn clear(&self, rooms: &[&str]) -> Result<()> {
        if !self.dir.exists() {
            return Ok(());
        }
        let mut open = self.open();
        // Its own hold would stand in its way.
        let held = open.take().is_some();
        let done = self.clear_alone(rooms);
        if held {
            *open = self.lock().and_then(|lock| lock.lock_shared().map(|()| lock)).ok();
        }
        done
    }
}

fn read(path: PathBuf) -> Result<Option<Vec<u8>>> {
    match fs::read(&path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(disk::problem(&error, &path)),
    }
}

fn whole_lines(bytes: &[u8]) -> usize {
    bytes.iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1)
}

/// Waits until no other program adds to a log of this room; `None` where the file system has no locks.
fn alone(room: &Path) -> std::io::Result<Option<File>> {
    let lock = File::options()
        .write(true)
        .create(true)
        .truncate(false)
        .open(room.join(LOCK))?;
    match lock.lock() {
        Ok(()) => Ok(Some(lock)),
        Err(error) if error.kind() == ErrorKind::Unsupported => Ok(None),
        Err(error) => Err(error),
    }
}

/// A line that a kill cut short must not swallow the next one.
fn mend(file: &mut File) -> std::io::Result<()> {
    let length = file.metadata()?.len();
    if length == 0 {
        return Ok(());
    }
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    if last == *b"\n" {
        return Ok(());
    }
    let mut all = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.read_to_end(&mut all)?;
    disk::cut(file, whole_lines(&all) as u64)
}

#[cfg(test)]
mod beside;
#[cfg(test)]
mod clearing;
#[cfg(test)]
mod faults;

#[cfg(test)]
mod tests {
    use std::fs::OpenOptions;
    use std::io::Write;

    use super::*;

    #[test]
    fn what_is_saved_is_loaded_and_listed_newest_first() {
        let dir = tempfile::tempdir().unwrap();
        let folder = Folder::new(dir.path().join("not yet there"));
        assert_eq!(folder.load("runs", "a").unwrap(), None);
        assert_eq!(folder.list("runs").unwrap(), Vec::<String>::new());
        folder.save("runs", "a", b"1").unwrap();
        folder.save("runs", "a", b"2").unwrap();
        folder.append("runs", "b", b"x").unwrap();
        assert_eq!(folder.load("runs", "a").unwrap().as_deref(), Some(&b"2"[..]));
        let lengths = ["a", "b", "c"].map(|key| folder.length("runs", key).unwrap());
        assert_eq!(lengths, [Some(1), Some(2), None]);
        let old = SystemTime::UNIX_EPOCH;
        File::options()
            .write(true)
            .open(dir.path().join("not yet there/runs/b~log"))
            .unwrap()
            .set_modified(old)
            .unwrap();
        assert_eq!(folder.list("runs").unwrap(), ["a", "b"]);
        folder.remove("runs", "a").unwrap();
        folder.remove("runs", "a").unwrap();
        assert_eq!(folder.list("runs").unwrap(), ["b"]);
    }

    #[test]
    fn a_torn_last_line_is_neither_read_nor_joined_to_the_next() {
        let dir = tempfile::tempdir().unwrap();
        let folder = Folder::new(dir.path());
        folder.append("runs", "r1", b"{\"seq\":0}").unwrap();
        let mut log = OpenOptions::new()
            .append(true)
            .open(dir.path().join("runs/r1~log"))
            .unwrap();
        log.write_all(b"{\"seq\":1,\"at").unwrap();
        assert_eq!(folder.load("runs", "r1").unwrap().unwrap(), b"{\"seq\":0}\n");
        folder.append("runs", "r1", b"{\"seq\":2}\n").unwrap();
        assert_eq!(
            folder.load("runs", "r1").unwrap().unwrap(),
            b"{\"seq\":0}\n{\"seq\":2}\n"
        );
    }

    #[test]
    fn what_is_saved_whole_and_what_is_a_log_are_never_both_there() {
        let dir = tempfile::tempdir().unwrap();
        let folder = Folder::new(dir.path());
        folder.save("pins", "a", b"whole").unwrap();
        assert!(folder.append("pins", "a", b"line").is_err());
        assert_eq!(folder.load("pins", "a").unwrap().as_deref(), Some(&b"whole"[..]));
        folder.append("pins", "b", b"line").unwrap();
        folder.save("pins", "b", b"whole").unwrap();
        assert_eq!(folder.load("pins", "b").unwrap().as_deref(), Some(&b"whole"[..]));
        let mut keys = folder.list("pins").unwrap();
        keys.sort();
        assert_eq!(keys, ["a", "b"], "each once, and no lock");
    }

    #[test]
    fn names_cannot_leave_the_folder() {
        let dir = tempfile::tempdir().unwrap();
        let folder = Folder::new(dir.path());
        for name in [
            "",
            ".",
            "..",
            "a/b",
            "../x",
            "a\\b",
            ".hidden",
            "a~log",
            "é",
            &"x".repeat(201),
        ] {
            assert!(folder.save("runs", name, b"").is_err(), "{name}");
            assert!(folder.load(name, "key").is_err(), "{name}");
        }
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
    }
}
