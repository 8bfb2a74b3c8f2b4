//! Exports. In: bytes. Out: a file, visible under its name only when whole. Deliberately absent: formats, and writing
//! over a database.

use std::fs::{self, File};
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use askwell_contract::ports::{Files, Sink};
use askwell_contract::{Problem, ProblemCode, Result};

use crate::{db, disk};

#[derive(Debug, Default, Clone, Copy)]
pub struct Disk;

impl Files for Disk {
    fn create(&self, path: &str) -> Result<Box<dyn Sink>> {
        let target = target(Path::new(path))?;
        let (draft, file) = disk::draft(&target).map_err(|error| disk::problem(&error, &target))?;
        Ok(Box::new(Draft {
            file: Some(BufWriter::with_capacity(1 << 16, file)),
            draft,
            target,
        }))
    }
}

/// The file that is meant, links followed, so that a link is not replaced by a file.
fn target(path: &Path) -> Result<PathBuf> {
    if path.as_os_str().is_empty() {
        return Err(Problem::new(ProblemCode::BadInput, "The file has no name.").hint("Choose where to save it."));
    }
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    if target.is_dir() {
        return Err(disk::problem(&std::io::ErrorKind::IsADirectory.into(), &target));
    }
    let mut head = Vec::new();
    let read = File::open(&target).and_then(|file| file.take(16).read_to_end(&mut head));
    if read.is_ok() && db::is_database(&head) {
        return Err(Problem::new(
            ProblemCode::BadInput,
            format!(
                "\"{}\" is a database, and Askwell never writes over one.",
                target.display()
            ),
        )
        .hint("Choose another name."));
    }
    Ok(target)
}

struct Draft {
    file: Option<BufWriter<File>>,
    draft: PathBuf,
    target: PathBuf,
}

impl Sink for Draft {
    fn write(&mut self, bytes: &[u8]) -> Result<()> {
        let Some(file) = self.file.as_mut() else { return Ok(()) };
        file.write_all(bytes)
            .map_err(|error| disk::problem(&error, &self.target))
    }

    fn finish(mut self: Box<Self>) -> Result<()> {
        let Some(file) = self.file.take() else { return Ok(()) };
        let whole = file
            .into_inner()
            .map_err(std::io::IntoInnerError::into_error)
            .and_then(|file| file.sync_all());
        let done = whole.and_then(|()| disk::publish(&self.draft, &self.target));
        done.map_err(|error| {
            let _ = fs::remove_file(&self.draft);
            disk::problem(&error, &self.target)
        })
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if let Some(file) = self.file.take() {
            // Its buffer is not wanted any more.
            drop(file.into_parts());
            let _ = fs::remove_file(&self.draft);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        fs::read_dir(folder)
            .unwrap()
            .map(|e| e.unwrap().file_name().into_string().unwrap())
            .collect()
    }

    #[test]
    fn a_finished_export_replaces_the_file_and_a_dropped_one_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out é.csv");
        fs::write(&path, "old").unwrap();
        let mut sink = Disk.create(path.to_str().unwrap()).unwrap();
        sink.write(b"a,b\r\n").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        drop(sink);
        assert_eq!(
            (fs::read(&path).unwrap(), names(folder.path()).len()),
            (b"old".to_vec(), 1)
        );
        let mut sink = Disk.create(path.to_str().unwrap()).unwrap();
        sink.write(&vec![b'x'; 200_000]).unwrap();
        sink.finish().unwrap();
        assert_eq!(
            (fs::read(&path).unwrap().len(), names(folder.path()).len()),
            (200_000, 1)
        );
    }

    #[test]
    fn folders_missing_folders_and_databases_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let refused = |path: &Path| Disk.create(path.to_str().unwrap()).err().map(|p| p.code);
        assert_eq!(refused(folder.path()), Some(ProblemCode::BadInput));
        assert_eq!(
            refused(&folder.path().join("no/where.csv")),
            Some(ProblemCode::NotFound)
        );
        assert_eq!(refused(Path::new("")), Some(ProblemCode::BadInput));
        let database = folder.path().join("a.db");
        fs::write(&database, b"SQLite format 3\0 and more").unwrap();
        assert_eq!(refused(&database), Some(ProblemCode::BadInput));
        assert_eq!(names(folder.path()), ["a.db"]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_said_so() {
        // Every write to this device fails as on a full disk.
        let full = File::options().write(true).open("/dev/full").unwrap();
        let target = PathBuf::from("out.csv");
        let mut sink = Draft {
            file: Some(BufWriter::with_capacity(4, full)),
            draft: "none".into(),
            target,
        };
        let problem = sink.write(b"more than the buffer").unwrap_err();
        assert_eq!(problem.code, ProblemCode::Lost);
        assert!(problem.message.contains("no room"), "{problem:?}");
    }
}
