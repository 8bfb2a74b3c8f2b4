//! A file that is on its way: what came of it, and the sum of that. In: bytes in order. Out: a file under its name once
//! all of it is there. Blocking. Deliberately absent: where the bytes come from.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use askwell_contract::{Problem, ProblemCode};
use sha2::{Digest, Sha256};

use crate::disk;

/// Read of what was kept before it is told how far that is.
const STEP: u64 = 64 << 20;

pub struct Draft {
    path: PathBuf,
    file: File,
    pen: Box<dyn Write + Send>,
    sum: Sha256,
    /// Bytes that are in the file and in the sum.
    done: u64,
    /// Bytes that an earlier try left.
    kept: u64,
}

impl Draft {
    /// Holds the part, so that no other program writes to it. What is longer than the whole is of something else.
    pub fn open(path: &Path, whole: u64, pen: fn(File) -> Box<dyn Write + Send>) -> Result<Self, Problem> {
        let failed = |error: std::io::Error| wrong(&error, path);
        let open = || OpenOptions::new().read(true).append(true).create(true).open(path);
        let file = open().map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(
                    Problem::new(ProblemCode::Locked, "Another Askwell is downloading this model.")
                        .hint("Wait until it is done there."),
                );
            }
            // A file system without locks, as some network drives are.
            Err(TryLockError::Error(_)) => {}
        }
        let mut kept = file.metadata().map_err(failed)?.len();
        if kept > whole {
            disk::cut(&file, 0).map_err(failed)?;
            kept = 0;
        }
        let pen = pen(file.try_clone().map_err(failed)?);
        Ok(Self {
            path: path.to_path_buf(),
            file,
            pen,
            sum: Sha256::new(),
            done: 0,
            kept,
        })
    }

    pub fn done(&self) -> u64 {
        self.done
    }

    /// Bytes that are there and not in the sum yet.
    pub fn unread(&self) -> u64 {
        self.kept - self.done.min(self.kept)
    }

    pub fn reread(&mut self) -> Result<(), Problem> {
        let mut left = self.unread().min(STEP);
        let mut buffer = vec![0; 1 << 20];
        while left > 0 {
            let most = usize::try_from(left.min(buffer.len() as u64)).unwrap_or(buffer.len());
            let read = self.file.read(&mut buffer[..most]);
            let read = read.map_err(|error| wrong(&error, &self.path))?;
            if read == 0 {
                return Err(wrong(&ErrorKind::UnexpectedEof.into(), &self.path));
            }
            self.sum.update(&buffer[..read]);
            self.done += read as u64;
            left -= read as u64;
        }
        Ok(())
    }

    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Problem> {
        self.pen.write_all(bytes).map_err(|error| wrong(&error, &self.path))?;
        self.sum.update(bytes);
        self.done += bytes.len() as u64;
        Ok(())
    }

    /// Under its name, if it is what was listed; otherwise nothing is left of it. False: it is not.
    pub fn finish(self, sha256: &str, target: &Path) -> Result<bool, Problem> {
        let failed = |error: std::io::Error| wrong(&error, target);
        let Self {
            path,
            file,
            mut pen,
            sum,
            ..
        } = self;
        if hex(sum) != sha256 {
            drop((file, pen));
            disk::remove(&path).map_err(failed)?;
            return Ok(false);
        }
        pen.flush().map_err(failed)?;
        disk::sync(&file).map_err(failed)?;
        drop((file, pen));
        disk::publish(&path, target).map_err(failed)?;
        Ok(true)
    }
}

/// The sum of a file that is there.
pub fn sum(path: &Path) -> Result<String, Problem> {
    let failed = |error: std::io::Error| wrong(&error, path);
    let mut file = File::open(path).map_err(failed)?;
    let (mut sum, mut buffer) = (Sha256::new(), vec![0; 1 << 20]);
    loop {
        let read = file.read(&mut buffer).map_err(failed)?;
        if read == 0 {
            return Ok(hex(sum));
        }
        sum.update(&buffer[..read]);
    }
}

fn hex(sum: Sha256) -> String {
    sum.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What was written before is kept, unlike with other files of ours.
fn wrong(error: &std::io::Error, path: &Path) -> Problem {
    let full = [
        ErrorKind::StorageFull,
        ErrorKind::QuotaExceeded,
        ErrorKind::FileTooLarge,
    ];
    if !full.contains(&error.kind()) {
        return disk::problem(error, path);
    }
    let folder = path.parent().unwrap_or(path).display();
    Problem::new(ProblemCode::Lost, format!("There is no room left in \"{folder}\"."))
        .hint("What came so far is kept. Free some space and press again, or choose another folder.")
        .detail(error)
}
