//! Who holds a file locked. In: the file. Out: the program's name and its process, where the system tells. Deliberately
//! absent: systems that tell only an administrator (all but Linux).

use std::path::Path;

/// `python3, process 4242`.
#[cfg(target_os = "linux")]
pub fn of(path: &Path) -> Option<String> {
    use std::os::unix::fs::MetadataExt;

    let about = std::fs::metadata(path).ok()?;
    // The numbering of devices in glibc's `makedev`.
    let device = about.dev();
    let major = (device >> 32 & 0xffff_f000) | (device >> 8 & 0xfff);
    let minor = (device >> 12 & 0xffff_ff00) | (device & 0xff);
    let file = format!("{major:02x}:{minor:02x}:{}", about.ino());
    let locks = std::fs::read_to_string("/proc/locks").ok()?;
    let process = locks.lines().find_map(|line| writer(line, &file))?;
    Some(format!("{}, process {process}", program(process)?))
}

/// The process that a driver's message names without its program: `(process 4242)`.
pub fn process_in(message: &str) -> Option<u32> {
    let (_, rest) = message.split_once("(process ")?;
    rest.split_once(')')?.0.parse().ok()
}

/// Its program's name, where the system tells.
pub fn program(process: u32) -> Option<String> {
    let name = std::fs::read_to_string(format!("/proc/{process}/comm")).ok()?;
    Some(name.trim().to_string())
}

#[cfg(not(target_os = "linux"))]
pub fn of(_: &Path) -> Option<String> {
    None
}

/// A line of proc_locks(5): `1: POSIX  ADVISORY  WRITE 4242 fe:00:10879086 0 EOF`. One who waits has `->` after the
/// number.
#[cfg(target_os = "linux")]
fn writer(line: &str, file: &str) -> Option<u32> {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        [_, _, _, "WRITE", process, of, ..] if *of == file => process.parse().ok(),
        _ => None,
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use askwell_contract::ProblemCode;

    use super::super::Locks;
    use super::*;
    use crate::run::Remote;

    #[test]
    fn only_a_writer_of_this_file_is_named() {
        let line = |kind: &str| format!("1: POSIX  ADVISORY  {kind} 4242 fe:00:108 0 EOF");
        assert_eq!(writer(&line("WRITE"), "fe:00:108"), Some(4242));
        assert_eq!(writer(&line("READ"), "fe:00:108"), None);
        assert_eq!(writer(&line("WRITE"), "fe:00:10"), None);
        assert_eq!(
            writer("1: -> POSIX  ADVISORY  WRITE 4242 fe:00:108 0 EOF", "fe:00:108"),
            None
        );
    }

    #[test]
    fn the_program_that_writes_a_sqlite_file_is_named() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("held.sqlite");
        let writing = rusqlite::Connection::open(&path).unwrap();
        writing
            .execute_batch("CREATE TABLE t(x); BEGIN EXCLUSIVE; INSERT INTO t VALUES (1)")
            .unwrap();
        let process = std::process::id();
        // A container may show no locks at all; the driver then says "Another program".
        let locks = std::fs::read_to_string("/proc/locks").unwrap_or_default();
        let shown = locks.split_whitespace().any(|word| word == process.to_string());
        let holder = of(&path);
        assert_eq!(holder.is_some(), shown);
        // Not by its address: to look at the file here would end this process's own lock on it.
        let problem = Remote::sqlite(&path, Locks::All).err().unwrap();
        assert_eq!(problem.code, ProblemCode::Locked, "{problem:?}");
        if let Some(holder) = holder {
            assert!(holder.ends_with(&format!("process {process}")), "{holder}");
            assert!(
                problem.message.contains(&format!("Another program ({holder})")),
                "{problem:?}"
            );
        }
        writing.execute_batch("COMMIT").unwrap();
        assert_eq!(of(&path), None);
    }
}
