//! Everything is erased, or nothing: and only what is Askwell's.

use super::*;

fn filled(dir: &Path) -> Folder {
    let folder = Folder::new(dir).in_use();
    folder.save("runs", "a", b"12345").unwrap();
    folder.append("ledger", "calls", b"678").unwrap();
    folder
}

#[test]
fn rooms_are_gone_and_what_is_no_room_stays() {
    let dir = tempfile::tempdir().unwrap();
    let folder = filled(dir.path());
    fs::create_dir(dir.path().join("of the web view")).unwrap();
    assert_eq!(folder.size("runs").unwrap(), 5);
    assert_eq!(
        folder.size("ledger").unwrap(),
        4,
        "a line and its end; the lock is empty"
    );
    assert_eq!(folder.size("pins").unwrap(), 0);
    folder.clear(&["runs", "ledger", "pins"]).unwrap();
    assert!(!dir.path().join("runs").exists() && !dir.path().join("ledger").exists());
    assert!(dir.path().join("of the web view").is_dir());
    for late in [folder.save("runs", "b", b"1"), folder.append("runs", "b", b"1")] {
        assert_eq!(
            late.unwrap_err().code,
            ProblemCode::Denied,
            "work under way brings nothing back"
        );
    }
    assert_eq!(folder.load("runs", "a").unwrap(), None);
}

#[test]
fn nothing_is_erased_while_another_program_has_it_open() {
    let dir = tempfile::tempdir().unwrap();
    let folder = filled(dir.path());
    // Locks go by the opened file, so a second one in this program stands for another program.
    let other = Folder::new(dir.path()).in_use();
    let problem = folder.clear(&["runs", "ledger"]).unwrap_err();
    assert_eq!(problem.code, ProblemCode::Locked);
    assert!(problem.hint.unwrap().contains("Nothing was erased"));
    assert_eq!(folder.load("runs", "a").unwrap().as_deref(), Some(&b"12345"[..]));
    folder.save("runs", "b", b"1").unwrap();
    drop(other);
    folder.clear(&["runs", "ledger"]).unwrap();
    assert!(!dir.path().join("runs").exists());
}

#[test]
fn a_workspace_that_was_never_written_is_cleared_at_once() {
    let dir = tempfile::tempdir().unwrap();
    let folder = Folder::new(dir.path().join("not yet there"));
    folder.clear(&["runs"]).unwrap();
    folder.save("runs", "a", b"1").unwrap();
}
