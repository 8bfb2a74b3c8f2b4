//! Every write of ours with each of its steps refused, without room, and killed. In: what is written over what was there.
//! Out: what the next start finds. Deliberately absent: what the writes are for (`desk/tests/faults.rs` in the engine).

use std::fs;
use std::path::Path;

use askwell_contract::ports::{Cancel, Files, TableFile, Workspace};
use askwell_contract::{Cell, ResultColumn, TypeKind};

use super::Folder;
use crate::create::create_sqlite;
use crate::disk::faults::{with, How, ALL};
use crate::files::Disk;

const LARGE: usize = 300_000;

/// One write, what stood there before it, and how the place is read after a start.
struct Case {
    name: &'static str,
    before: fn(&Path),
    write: fn(&Path) -> bool,
    read: fn(&Path) -> Option<Vec<u8>>,
}

fn run(dir: &Path) -> Folder {
    Folder::new(dir)
}

fn nothing(_: &Path) {}

fn file(dir: &Path) -> Option<Vec<u8>> {
    fs::read(dir.join("out.csv")).ok()
}

fn exported(dir: &Path) -> bool {
    let path = dir.join("out.csv").to_string_lossy().into_owned();
    let whole = Disk.create(&path).and_then(|mut sink| {
        for _ in 0..3 {
            sink.write(&vec![b'n'; LARGE / 3])?;
        }
        sink.finish()
    });
    whole.is_ok()
}

fn typed(dir: &Path, kind: TableFile) -> bool {
    let columns = [ResultColumn {
        name: "a".into(),
        kind: TypeKind::Integer,
    }];
    let path = dir.join("out.csv").to_string_lossy().into_owned();
    let whole = Disk.table(&path, kind, &columns).and_then(|mut sink| {
        sink.rows(&[vec![Cell::Int(1)]])?;
        sink.finish(&[], &Cancel::new())
    });
    whole.is_ok()
}

fn cases() -> Vec<Case> {
    let log = |dir: &Path| run(dir).load("ledger", "a").unwrap();
    vec![
        Case {
            name: "a record is saved for the first time",
            before: nothing,
            write: |dir| run(dir).save("runs", "a", &vec![b'n'; LARGE]).is_ok(),
            read: |dir| run(dir).load("runs", "a").unwrap(),
        },
        Case {
            name: "a record is saved over another",
            before: |dir| run(dir).save("runs", "a", b"old").unwrap(),
            write: |dir| run(dir).save("runs", "a", &vec![b'n'; LARGE]).is_ok(),
            read: |dir| run(dir).load("runs", "a").unwrap(),
        },
        Case {
            name: "a line is added to a new log",
            before: nothing,
            write: |dir| run(dir).append_lasting("ledger", "a", b"one line").is_ok(),
            read: log,
        },
        Case {
            name: "a line is added to a log",
            before: |dir| run(dir).append("ledger", "a", b"an older line").unwrap(),
            write: |dir| run(dir).append_lasting("ledger", "a", b"one line").is_ok(),
            read: log,
        },
        Case {
            name: "a line is added behind a torn one",
            before: |dir| {
                run(dir).append("ledger", "a", b"an older line").unwrap();
                let path = dir.join("ledger/a~log");
                let torn = [fs::read(&path).unwrap(), b"torn".to_vec()].concat();
                fs::write(path, torn).unwrap();
            },
            write: |dir| run(dir).append("ledger", "a", b"one line").is_ok(),
            read: log,
        },
        Case {
            name: "a record is removed",
            before: |dir| run(dir).save("runs", "a", b"old").unwrap(),
            write: |dir| run(dir).remove("runs", "a").is_ok(),
            read: |dir| run(dir).load("runs", "a").unwrap(),
        },
        Case {
            name: "rows are exported to a new file",
            before: nothing,
            write: exported,
            read: file,
        },
        Case {
            name: "rows are exported over a file",
            before: |dir| fs::write(dir.join("out.csv"), "old").unwrap(),
            write: exported,
            read: file,
        },
        Case {
            name: "a workbook is exported over a file",
            before: |dir| fs::write(dir.join("out.csv"), "old").unwrap(),
            write: |dir| typed(dir, TableFile::Excel),
            read: |dir| file(dir).map(|bytes| bytes[..3].to_vec()),
        },
        Case {
            name: "a Parquet file is exported over a file",
            before: |dir| fs::write(dir.join("out.csv"), "old").unwrap(),
            write: |dir| typed(dir, TableFile::Parquet),
            read: |dir| file(dir).map(|bytes| bytes[..3].to_vec()),
        },
        Case {
            name: "a database is made",
            before: nothing,
            write: |dir| {
                let mut sql = ["CREATE TABLE t(a); INSERT INTO t VALUES (1)".to_string()].into_iter();
                create_sqlite(&dir.join("out.csv"), &mut sql).is_ok()
            },
            read: |dir| file(dir).map(|bytes| bytes[..15].to_vec()),
        },
    ]
}

/// Files that a person sees in the folder and below it.
fn seen(dir: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        match entry.path().is_dir() {
            true => names.extend(seen(&entry.path()).into_iter().map(|below| format!("{name}/{below}"))),
            false => names.push(name),
        }
    }
    names.sort();
    names
}

#[test]
fn whatever_step_of_a_write_fails_the_next_start_finds_the_last_whole_state() {
    let (mut tried, mut new) = (0, 0);
    for case in cases() {
        let dir = tempfile::tempdir().unwrap();
        (case.before)(dir.path());
        let (old, before) = ((case.read)(dir.path()), seen(dir.path()));
        let (done, steps) = with(None, || (case.write)(dir.path()));
        let whole = (case.read)(dir.path());
        assert!(done && steps > 0 && old != whole, "{}", case.name);
        let after = seen(dir.path());
        for how in ALL {
            for at in 0..steps {
                let dir = tempfile::tempdir().unwrap();
                (case.before)(dir.path());
                let (done, _) = with(Some((at, how)), || (case.write)(dir.path()));
                let said = format!("{}, step {at} of {steps} {how:?}", case.name);
                let found = (case.read)(dir.path());
                assert!(
                    found == old || found == whole,
                    "{said}: {} bytes",
                    found.map_or(0, |f| f.len())
                );
                assert!(!done || found == whole, "{said}: it was said to be done");
                // Nothing is left behind but by a kill, and that cannot be seen.
                let left = seen(dir.path());
                let stays = |name: &String| before.contains(name) || after.contains(name);
                let hidden =
                    |name: &String| how == How::Killed && name.rsplit('/').next().is_some_and(|n| n.starts_with('.'));
                assert!(left.iter().all(|name| stays(name) || hidden(name)), "{said}: {left:?}");
                // The same again, with a file system that works.
                if found == old {
                    assert!((case.write)(dir.path()), "{said}: not again");
                }
                let again = (case.read)(dir.path());
                assert_eq!(again.map(|f| f.len()), whole.as_ref().map(Vec::len), "{said}: again");
                (tried, new) = (tried + 1, new + usize::from(found == whole));
            }
        }
    }
    println!("{tried} faults, {new} after the write was whole, none lost");
    assert!(tried > 100, "{tried}");
}
