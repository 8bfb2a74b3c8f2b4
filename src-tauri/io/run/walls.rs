//! The system's own walls around a runner: the fourth lock. In: the files of one database. Out: walls that nothing in
//! this process can take down again, and which of them stand. Deliberately absent: anything about SQL, so that a fault
//! in an engine is met, too.
//!
//! Linux has all three: a limit on memory that the kernel keeps (RLIMIT_DATA, which counts whatever an engine could write
//! to; RLIMIT_AS would count mapped files, too), Landlock for files, and a list of allowed system calls. Elsewhere the process can be ended and has no walls yet; the connection's page says so.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

#[cfg(target_os = "linux")]
mod calls;
#[cfg(target_os = "linux")]
mod linux;
pub mod tries;

/// What a runner may reach.
#[derive(Debug, Default)]
pub struct Room {
    pub read: Vec<PathBuf>,
    /// Folders whose names it may see.
    pub list: Vec<PathBuf>,
    /// Shared memory of a write-ahead database, through which readers tell writers what they still read.
    pub change: Vec<PathBuf>,
    /// Folders in which it may do as it likes.
    pub scratch: Vec<PathBuf>,
    /// In bytes.
    pub memory: u64,
}

/// Which walls stand.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    pub memory: bool,
    pub files: bool,
    pub calls: bool,
}

/// To be called before there is a second thread: on Linux a wall is around a thread and those it starts.
pub fn raise(room: &Room) -> Standing {
    #[cfg(target_os = "linux")]
    {
        linux::raise(room)
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = room;
        Standing::default()
    }
}

impl Standing {
    /// Said on the connection's page; `None` where all stand.
    pub fn missing(self) -> Option<String> {
        let mut missing = Vec::new();
        for (stands, what) in [
            (self.files, "to other files"),
            (self.calls, "to the network and to other programs"),
            (self.memory, "to the computer's whole memory"),
        ] {
            if !stands {
                missing.push(what);
            }
        }
        if missing.is_empty() {
            return None;
        }
        let what = match missing.as_slice() {
            [one] => (*one).to_string(),
            [one, two] => format!("{one} and {two}"),
            [rest @ .., last] => format!("{}, and {last}", rest.join(", ")),
            [] => return None,
        };
        Some(format!(
            "This system gives Askwell no wall between the database engine and the way {what}; the other locks stand."
        ))
    }
}

/// A database's files: itself and what its engine keeps beside it. Those that are not there now cannot be opened later.
pub fn sqlite(path: &Path) -> Room {
    let beside = |ending: &str| beside(path, ending);
    Room {
        read: vec![path.to_path_buf(), beside("-wal"), beside("-journal")],
        change: vec![beside("-shm")],
        ..Room::default()
    }
}

pub fn duckdb(path: &Path) -> Room {
    let endings = ["", ".wal", ".checkpoint.wal", ".recovery.wal"];
    Room {
        read: endings.map(|ending| beside(path, ending)).to_vec(),
        ..Room::default()
    }
}

/// DuckDB takes a name with one of these signs for a pattern, even one that stands for itself alone, and looks for it in
/// its folder.
pub fn listed(files: &[PathBuf]) -> Vec<PathBuf> {
    let is_pattern = |path: &Path| {
        let name = path.file_name().map(|name| name.to_string_lossy());
        name.is_some_and(|name| name.contains(['*', '?', '[']))
    };
    let all = files.iter().flat_map(|file| file.ancestors());
    all.filter(|path| is_pattern(path))
        .filter_map(|path| path.parent().map(Path::to_path_buf))
        .collect()
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_folders_of_names_that_look_like_patterns_are_listed() {
        let files = ["/a/b.csv", "/a/[x]/c.csv", "/d/e?.csv"].map(PathBuf::from);
        assert_eq!(listed(&files), ["/a", "/d"].map(PathBuf::from));
    }

    #[test]
    fn a_wall_that_is_missing_is_named() {
        let all = Standing {
            memory: true,
            files: true,
            calls: true,
        };
        assert_eq!(all.missing(), None);
        let no_files = Standing { files: false, ..all };
        assert!(no_files.missing().unwrap().contains("the way to other files;"));
        let says = Standing::default().missing().unwrap();
        assert!(
            says.contains("to other files, to the network and to other programs, and to the computer's"),
            "{says}"
        );
    }
}
