//! Exports. In: bytes, or typed cells. Out: a file, visible under its name only when whole, and opened for the person
//! where the system has a desktop. Deliberately absent: the forms of text, and writing over a database.

use std::fs::{self, File};
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use askwell_contract::api::Show;
use askwell_contract::ports::{Files, Sink, TableFile, TableSink};
use askwell_contract::{Problem, ProblemCode, Result, ResultColumn};

use crate::{db, disk};

mod moments;
mod parquet;
#[cfg(test)]
mod tests;
mod workbook;

/// Bytes of a file that is read whole; descriptions of ten thousand columns have two million.
const LARGEST: u64 = 16 << 20;

#[derive(Debug, Default, Clone, Copy)]
pub struct Disk;

impl Files for Disk {
    fn create(&self, path: &str) -> Result<Box<dyn Sink>> {
        let target = target(Path::new(path))?;
        let (draft, file) = disk::draft(&target).map_err(|error| disk::problem(&error, &target))?;
        Ok(Box::new(Draft {
            file: Some(BufWriter::with_capacity(1 << 16, disk::Pen(file))),
            draft,
            target,
        }))
    }

    fn read(&self, path: &str) -> Result<Vec<u8>> {
        let cannot =
            |why: String| Problem::new(ProblemCode::NotFound, format!("The file {path} cannot be read.")).detail(why);
        let file = File::open(path).map_err(|error| cannot(error.to_string()))?;
        let mut bytes = Vec::new();
        file.take(LARGEST + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| cannot(error.to_string()))?;
        match bytes.len() as u64 > LARGEST {
            true => Err(cannot(format!("It has more than {} MB.", LARGEST >> 20))),
            false => Ok(bytes),
        }
    }

    fn table(&self, path: &str, kind: TableFile, columns: &[ResultColumn]) -> Result<Box<dyn TableSink>> {
        let place = Place::new(path)?;
        Ok(match kind {
            TableFile::Excel => Box::new(workbook::Book::new(place, columns)?),
            TableFile::Parquet => Box::new(parquet::Parquet::new(place, columns)?),
        })
    }

    fn show(&self, path: &str, how: Show) -> Result<()> {
        // A folder of ours is shown as it is; of a file, the folder that it lies in.
        if Path::new(path).is_dir() && how == Show::Folder {
            return opener::open(path).map_err(unshown);
        }
        if !Path::new(path).is_file() {
            return Err(
                Problem::new(ProblemCode::NotFound, format!("\"{path}\" is not there any more."))
                    .hint("It was moved or removed since it was exported. Export it again."),
            );
        }
        let shown = match how {
            Show::Open => opener::open(path),
            Show::Folder => opener::reveal(path),
        };
        shown.map_err(unshown)
    }
}

fn unshown(error: opener::OpenError) -> Problem {
    Problem::new(ProblemCode::Lost, "This system has no program that took it.")
        .hint("Copy the path and open it from there.")
        .detail(error)
}

/// A file beside the one that is meant, which takes its place once it is whole and is gone where it never is.
pub(crate) struct Place {
    draft: Option<(PathBuf, File)>,
    target: PathBuf,
}

impl Place {
    fn new(path: &str) -> Result<Self> {
        let target = target(Path::new(path))?;
        let draft = disk::draft(&target).map_err(|error| disk::problem(&error, &target))?;
        Ok(Self {
            draft: Some(draft),
            target,
        })
    }

    fn draft(&self) -> Result<&(PathBuf, File)> {
        self.draft
            .as_ref()
            .ok_or_else(|| Problem::internal("the draft is gone"))
    }

    fn path(&self) -> Result<&Path> {
        self.draft().map(|(path, _)| path.as_path())
    }

    fn file(&self) -> Result<&File> {
        self.draft().map(|(_, file)| file)
    }

    /// Its size in bytes.
    fn publish(&mut self) -> Result<u64> {
        let Some((path, file)) = self.draft.take() else {
            return Ok(0);
        };
        drop(file);
        // Another program may have written it anew: it is opened again.
        let whole = File::options().append(true).open(&path).and_then(|file| {
            disk::sync(&file)?;
            file.metadata().map(|facts| facts.len())
        });
        let done = whole.and_then(|bytes| disk::publish(&path, &self.target).map(|()| bytes));
        done.map_err(|error| {
            let _ = disk::remove(&path);
            disk::problem(&error, &self.target)
        })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some((path, file)) = self.draft.take() {
            drop(file);
            let _ = disk::remove(&path);
        }
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
    file: Option<BufWriter<disk::Pen>>,
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
            .and_then(|pen| disk::sync(&pen.0));
        let done = whole.and_then(|()| disk::publish(&self.draft, &self.target));
        done.map_err(|error| {
            let _ = disk::remove(&self.draft);
            disk::problem(&error, &self.target)
        })
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if let Some(file) = self.file.take() {
            // Its buffer is not wanted any more.
            drop(file.into_parts());
            let _ = disk::remove(&self.draft);
        }
    }
}
