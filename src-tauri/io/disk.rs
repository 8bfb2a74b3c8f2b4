//! What files say when they refuse, in plain words, and files that appear whole or not at all. In: an I/O error and
//! what was being done. Out: a problem. Every step of a write of ours goes through here, so that tests can have each of them
//! fail (`disk/faults.rs`). Deliberately absent: any decision what to write.

use std::fs::{self, File, OpenOptions};
use std::io::{Error, ErrorKind, Result, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use askwell_contract::{Problem, ProblemCode};

#[cfg(test)]
pub mod faults;

pub fn problem(error: &Error, path: &Path) -> Problem {
    let shown = path.display();
    let said = |code, message: String, hint: &str| Problem::new(code, message).hint(hint).detail(error);
    match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => said(
            ProblemCode::NotFound,
            format!("The folder of \"{shown}\" does not exist."),
            "Choose a folder that exists, or make it first.",
        ),
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => said(
            ProblemCode::Denied,
            format!("This user may not write \"{shown}\"."),
            "Choose another folder, or ask for the right to write there.",
        ),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => said(
            ProblemCode::Lost,
            format!("There is no room left for \"{shown}\"."),
            "Free some space on the disk, or choose another one, then try again. Nothing was left behind.",
        ),
        ErrorKind::IsADirectory => said(
            ProblemCode::BadInput,
            format!("\"{shown}\" is a folder."),
            "Give the file a name inside it.",
        ),
        ErrorKind::AlreadyExists => said(
            ProblemCode::BadInput,
            format!("\"{shown}\" exists already."),
            "Choose another name.",
        ),
        ErrorKind::InvalidFilename => said(
            ProblemCode::BadInput,
            format!("\"{shown}\" is no name a file can have."),
            "Choose another name.",
        ),
        _ => said(
            ProblemCode::Lost,
            format!("\"{shown}\" could not be written."),
            "Check that the disk or network drive is still there, then try again.",
        ),
    }
}

/// Where a test may have the next step fail.
fn step() -> Result<()> {
    #[cfg(test)]
    faults::step()?;
    Ok(())
}

/// Makes a folder that is not there yet, so that it lasts through a power cut.
pub fn folder(path: &Path) -> Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    step()?;
    fs::create_dir_all(path)?;
    sync_folder(path);
    Ok(())
}

/// A log to read and to add to; true: it was made now.
pub fn log(path: &Path) -> Result<(File, bool)> {
    step()?;
    let fresh = !path.exists();
    let file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
    Ok((file, fresh))
}

pub fn write(mut file: &File, bytes: &[u8]) -> Result<()> {
    #[cfg(test)]
    if let Err(error) = faults::step() {
        // What a full disk and a kill leave of it.
        file.write_all(bytes.get(..bytes.len() / 2).unwrap_or_default())?;
        return Err(error);
    }
    file.write_all(bytes)
}

pub fn sync(file: &File) -> Result<()> {
    step()?;
    file.sync_all()
}

/// What was written outlasts a power cut; of a file that was made now, its name, too.
pub fn sync_log(file: &File, path: &Path, fresh: bool) -> Result<()> {
    step()?;
    file.sync_data()?;
    if fresh {
        sync_folder(path);
    }
    Ok(())
}

pub fn cut(file: &File, length: u64) -> Result<()> {
    step()?;
    file.set_len(length)
}

pub fn remove(path: &Path) -> Result<()> {
    step()?;
    fs::remove_file(path)
}

/// A file that is written through a buffer.
pub struct Pen(pub File);

impl Write for Pen {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        write(&self.0, bytes).map(|()| bytes.len())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

/// Bytes of a name that its draft is called by: file systems allow 255 in all.
const DRAFTED: usize = 200;

/// A new, empty file beside `target`, hidden, that no other process or thread uses.
pub fn draft(target: &Path) -> Result<(PathBuf, File)> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    step()?;
    let name = target.file_name().ok_or(ErrorKind::InvalidFilename)?.to_string_lossy();
    // A name may be as long as the file system allows, and the draft's is longer.
    let mut kept = String::new();
    for c in name.chars().take_while(|c| !c.is_control()) {
        if kept.len() + c.len_utf8() > DRAFTED {
            break;
        }
        kept.push(c);
    }
    loop {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = target.with_file_name(format!(".{kept}~{}-{number}", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => return Ok((path, file)),
            // Left behind by a process of the same number that was killed.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
            Err(error) => return Err(error),
        }
    }
}

/// Puts a finished draft in its place and makes that last through a power cut.
pub fn publish(draft: &Path, target: &Path) -> Result<()> {
    step()?;
    fs::rename(draft, target)?;
    sync_folder(target);
    Ok(())
}

/// The same, but never over a file that is there.
pub fn publish_new(draft: &Path, target: &Path) -> Result<()> {
    step()?;
    match fs::hard_link(draft, target) {
        Ok(()) => remove(draft)?,
        Err(error) if error.kind() == ErrorKind::AlreadyExists => return Err(error),
        // Some file systems know no second name for a file.
        Err(_) if target.try_exists()? => return Err(ErrorKind::AlreadyExists.into()),
        Err(_) => fs::rename(draft, target)?,
    }
    sync_folder(target);
    Ok(())
}

/// Not every system lets a folder be synced; the rename holds there as well, if perhaps a little later.
fn sync_folder(target: &Path) {
    if let Some(folder) = target.parent() {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
}
