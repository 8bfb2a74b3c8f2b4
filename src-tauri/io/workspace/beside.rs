//! Two windows over one workspace: no line of either is lost, torn or out of its order.

use std::process::{Command, Stdio};

use super::*;

/// Lines of each program, and their length: long enough that one is seen while it is being written.
const LINES: usize = 40;
const LONG: usize = 1 << 20;

fn append(folder: &Folder, name: &str) {
    for n in 0..LINES {
        let line = format!("{name} {n:03} {}", name.repeat(LONG));
        folder.append("ledger", "calls", line.as_bytes()).unwrap();
    }
}

/// The program of the next test: this same test program, told by its environment which workspace to write to.
#[test]
fn be_a_program_beside_another() {
    if let Ok(dir) = std::env::var("ASKWELL_TEST_BESIDE") {
        append(&Folder::new(dir), "b");
    }
}

#[test]
fn two_programs_that_write_to_one_log_lose_nothing_of_each_other() {
    let dir = tempfile::tempdir().unwrap();
    let mut other = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "workspace::beside::be_a_program_beside_another"])
        .env("ASKWELL_TEST_BESIDE", dir.path())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let folder = Folder::new(dir.path());
    append(&folder, "a");
    assert!(other.wait().unwrap().success());
    let bytes = folder.load("ledger", "calls").unwrap().unwrap();
    let lines: Vec<&[u8]> = bytes.split(|b| *b == b'\n').filter(|line| !line.is_empty()).collect();
    for name in ["a", "b"] {
        let own: Vec<&&[u8]> = lines.iter().filter(|line| line.starts_with(name.as_bytes())).collect();
        assert_eq!(own.len(), LINES, "{name}");
        for (n, line) in own.into_iter().enumerate() {
            assert_eq!(line.len(), LONG + 6, "line {n} of {name}");
            assert!(
                line.starts_with(format!("{name} {n:03} ").as_bytes()),
                "line {n} of {name}"
            );
        }
    }
    assert_eq!(lines.len(), 2 * LINES);
}
