//! The ledger: written first, whole, never changed, read as pages.

use std::fs;
use std::io::Write;

use askwell_contract::model::{Block, Form};

use super::*;
use crate::llm::scripted::{Paper, NOON};

const MONTH: &str = "ledger/2026-11~log";

#[tokio::test]
async fn a_call_is_in_the_file_before_the_provider_sees_it() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join(MONTH);
    let seen = Arc::new(Mutex::new(String::new()));
    let (there, kept) = (file.clone(), seen.clone());
    let provider = Scripted::new().checking(move |_| {
        *kept.lock().unwrap() = fs::read_to_string(&there).expect("the ledger is there before anything is sent");
    });
    let world = World::at(dir, Arc::new(provider), &settings());
    let mut asked = request("Which city?");
    asked.system.push(Block {
        text: "Tables: shops".into(),
        cache: true,
    });
    asked.form = Form::Json {
        name: "link".into(),
        schema: serde_json::json!({"enum": ["shops.city"]}),
    };
    world.ask(asked).await.unwrap();
    let before = seen.lock().unwrap().clone();
    for part in [
        "Answer.",
        "Tables: shops",
        "Which city?",
        "shops.city",
        "api.acme.example:443",
        "gpt-4.1",
    ] {
        assert!(before.contains(part), "{part} is not in {before}");
    }
    assert!(before.ends_with('\n') && !before.contains("replied"));
    let after = fs::read_to_string(&file).unwrap();
    assert!(after.starts_with(&before), "what is written is not changed");
    let entry = &world.entries()[0];
    assert_eq!((entry.number, entry.at, entry.leaves), (1, NOON, true));
    assert_eq!((entry.purpose.as_str(), entry.privacy), ("test", Privacy::Names));
    assert_eq!(
        (entry.connection.as_str(), entry.run.as_deref()),
        ("shop", Some("run-1"))
    );
    let Ended::Replied {
        text,
        usage,
        cost,
        cached,
        ..
    } = &entry.ended
    else {
        panic!("{:?}", entry.ended);
    };
    assert_eq!(
        (text.as_str(), usage.input, *cost, *cached),
        ("re: Which city?", 1_000, Some(0.0028), false)
    );
}

#[tokio::test]
async fn what_cannot_be_written_is_not_sent() {
    let provider = Arc::new(Scripted::new());
    let full = Arc::new(Paper::full());
    let providers = Providers::over(full, noon(), Arc::new(Fixed(provider.clone())));
    providers.set(&settings(), BTreeMap::new()).unwrap();
    let failure = providers
        .llm(Privacy::Rows)
        .complete(request("x"), &Cancel::new())
        .await;
    let failure = failure.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Unavailable);
    assert!(failure
        .message
        .starts_with("The ledger cannot be written, so nothing was sent."));
    assert!(provider.texts().is_empty());
}

/// Every write to this device finds the disk full.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_full_disk_stops_the_call() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("ledger")).unwrap();
    std::os::unix::fs::symlink("/dev/full", dir.path().join(MONTH)).unwrap();
    let provider = Arc::new(Scripted::new());
    let world = World::at(dir, provider.clone(), &settings());
    let failure = world.ask(request("x")).await.unwrap_err();
    assert!(failure.message.contains("There is no room left"), "{}", failure.message);
    assert!(provider.texts().is_empty());
}

#[tokio::test]
async fn a_torn_line_costs_only_itself() {
    let world = World::over(Arc::new(Scripted::new()), &settings());
    world.ask(request("first")).await.unwrap();
    let file = world.dir.path().join(MONTH);
    let mut log = fs::OpenOptions::new().append(true).open(&file).unwrap();
    log.write_all(b"not a line\n{\"sent\":{\"id\":\"9\",\"at\":1,\"purp")
        .unwrap();
    assert_eq!(world.entries().len(), 1);
    world.ask(request("second")).await.unwrap();
    let entries = world.entries();
    let numbers: Vec<u64> = entries.iter().map(|entry| entry.number).collect();
    assert_eq!((numbers, entries[1].user.as_str()), (vec![1, 2], "second"));
    // Killed between the sending and the reply.
    let text = fs::read_to_string(&file).unwrap();
    let (kept, _) = text.trim_end().rsplit_once('\n').unwrap();
    fs::write(&file, kept).unwrap();
    let page = world.providers.ledger("", None, 0, 10).unwrap();
    assert_eq!(page.of, 1, "its own line is torn now");
    fs::write(&file, format!("{kept}\n")).unwrap();
    let page = world.providers.ledger("", None, 0, 10).unwrap();
    assert_eq!((page.of, &page.entries[0].ended), (2, &Ended::Sent));
}

#[tokio::test]
async fn pages_are_newest_first_over_months_and_searched_in_every_word() {
    let provider = Arc::new(Scripted::new().then(vec![Step::Replies, Step::Fails(FailureKind::Refused)]));
    let world = World::over(provider, &settings());
    world.ask(request("apples in Paris")).await.unwrap();
    let mut other = request("pears");
    other.connection = "league".into();
    assert!(world.ask(other).await.is_err());
    // The first of December.
    *world.clock.0.lock().unwrap() = NOON + 10 * 86_400_000;
    for n in 0..5 {
        world.ask(request(&format!("plums {n}"))).await.unwrap();
    }
    assert!(world.dir.path().join("ledger/2026-12~log").exists());
    let numbers = |search: &str, id: Option<&str>, offset, limit| {
        let page = world.providers.ledger(search, id, offset, limit).unwrap();
        let numbers: Vec<u64> = page.entries.iter().map(|entry| entry.number).collect();
        (numbers, page.of)
    };
    assert_eq!(numbers("", None, 0, 3), (vec![7, 6, 5], 7));
    assert_eq!(numbers("", None, 5, 3), (vec![2, 1], 7));
    assert_eq!(numbers("", None, 50, 3), (vec![], 7));
    assert_eq!(numbers("PARIS", None, 0, 9), (vec![1], 1));
    assert_eq!(numbers("refused", None, 0, 9), (vec![2], 1));
    assert_eq!(numbers("", Some("league"), 0, 9), (vec![2], 1));
    assert_eq!(numbers("plums", Some("league"), 0, 9), (vec![], 0));
    // November's calls are not December's money.
    let spend = world.providers.spend().unwrap();
    assert!((spend.month - 5.0 * 0.0028).abs() < 1e-12, "{spend:?}");
}

#[tokio::test]
async fn two_programs_at_one_workspace_do_not_mix_up_their_entries() {
    let world = World::over(Arc::new(Scripted::new()), &settings());
    let folder = Arc::new(Folder::new(world.dir.path()));
    let other = Providers::over(folder, world.clock.clone(), Arc::new(Fixed(Arc::new(Scripted::new()))));
    other.set(&settings(), BTreeMap::new()).unwrap();
    world.ask(request("mine")).await.unwrap();
    other
        .llm(Privacy::Rows)
        .complete(request("theirs"), &Cancel::new())
        .await
        .unwrap();
    world.ask(request("mine again")).await.unwrap();
    let entries = world.entries();
    let users: Vec<&str> = entries.iter().map(|entry| entry.user.as_str()).collect();
    assert_eq!(users, ["mine", "theirs", "mine again"]);
    assert!(entries
        .iter()
        .all(|entry| matches!(&entry.ended, Ended::Replied { text, .. } if text.ends_with(&entry.user))));
}

#[tokio::test]
async fn of_a_reply_that_is_too_long_the_head_the_length_and_the_sum_are_kept() {
    let dir = tempfile::tempdir().unwrap();
    let world = World::at(dir, Arc::new(Scripted::new()), &settings());
    let long = "ü".repeat(100_000);
    world.ask(request(&long)).await.unwrap();
    let Ended::Replied {
        text, cut: Some(cut), ..
    } = &world.entries()[0].ended
    else {
        panic!("{:?}", world.entries()[0].ended);
    };
    let whole = format!("re: {long}");
    assert!(whole.starts_with(text.as_str()) && text.len() > 60_000 && text.len() <= 64 << 10);
    assert_eq!(cut.bytes, whole.len() as u64);
    assert_eq!(cut.sha256.len(), 64);
}
