//! Fetching from a hub on this machine that fails in the ways hubs and roads do.

use std::io::{Error, ErrorKind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use askwell_contract::model::{Ended, FailureKind, LedgerEntry};
use askwell_contract::ports::Hub as _;
use tempfile::TempDir;

use self::server::{bytes, listing, sum, Play, Set, FILE, REPOSITORY};
use super::*;
use crate::clock::System;
use crate::workspace::Folder;

mod faults;
mod server;

const SIZE: usize = 3_000_000;

struct Scene {
    dir: TempDir,
    book: Arc<Book>,
    hub: Hub,
    airplane: Arc<AtomicBool>,
}

fn scene() -> Scene {
    let dir = tempfile::tempdir().unwrap();
    let folder = Arc::new(Folder::new(dir.path().join("workspace")));
    let book = Arc::new(Book::new(folder, Arc::new(System::new())));
    let airplane = Arc::new(AtomicBool::new(false));
    let rule = airplane.clone();
    let mut hub = Hub::new(book.clone(), move || rule.load(Ordering::SeqCst));
    hub.means.wait = Duration::from_millis(1);
    // A busy machine is slow to answer itself.
    hub.means.silence = Duration::from_secs(30);
    hub.means.free = |_| None;
    Scene {
        dir,
        book,
        hub,
        airplane,
    }
}

fn wanted() -> Wanted {
    Wanted {
        name: "small".into(),
        repository: REPOSITORY.into(),
        quantisation: "Q4_K_M".into(),
    }
}

impl Scene {
    fn models(&self) -> PathBuf {
        self.dir.path().join("models")
    }
    async fn fetch(&self, from: &server::Hub) -> Result<FetchedModel> {
        self.fetch_until(from, &Cancel::new(), &|_| {}).await
    }
    async fn fetch_until(
        &self,
        from: &server::Hub,
        cancel: &Cancel,
        told: &(dyn Fn(Fetching) + Send + Sync),
    ) -> Result<FetchedModel> {
        let into = self.models();
        let into = into.to_str().unwrap();
        self.hub.fetch(&from.address, into, &wanted(), told, cancel).await
    }
    fn held(&self) -> Vec<u8> {
        std::fs::read(self.models().join(FILE)).unwrap()
    }
    /// Names and sizes of what is in the folder.
    fn names(&self) -> Vec<String> {
        let read = std::fs::read_dir(self.models()).into_iter().flatten().flatten();
        let mut names: Vec<_> = read.map(|entry| entry.file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
    fn part(&self) -> Option<u64> {
        let into = self.models();
        self.hub.machine(into.to_str().unwrap()).parts.get("small").copied()
    }
    fn entries(&self) -> Vec<LedgerEntry> {
        let mut all = Vec::new();
        self.book
            .each(&mut |entry| {
                all.push(entry);
                Ok(())
            })
            .unwrap();
        all
    }
}

async fn hub(plays: Vec<Play>) -> server::Hub {
    let file = Arc::new(bytes(SIZE));
    server::Hub::start(Set {
        file,
        listing: None,
        plays,
    })
    .await
}

#[tokio::test]
async fn a_model_comes_whole_and_the_ledger_has_each_request_and_nothing_else() {
    let (scene, from) = (scene(), hub(vec![Play::Serve]).await);
    let steps = Mutex::new(Vec::new());
    let told = |step| steps.lock().unwrap().push(step);
    let fetched = scene.fetch_until(&from, &Cancel::new(), &told).await.unwrap();
    assert_eq!(scene.held(), bytes(SIZE));
    assert_eq!(fetched.sha256, sum(&bytes(SIZE)));
    assert_eq!((fetched.bytes, scene.names()), (SIZE as u64, vec![FILE.to_string()]));
    assert_eq!(
        from.heard(),
        [
            "/api/models/maker/small-GGUF/tree/main",
            "/maker/small-GGUF/resolve/main/small-Q4_K_M.gguf"
        ]
    );
    let entries = scene.entries();
    let sent: Vec<_> = entries.iter().map(|entry| entry.user.clone()).collect();
    assert_eq!(
        sent,
        from.heard()
            .iter()
            .map(|path| format!("GET {}{path}", from.address))
            .collect::<Vec<_>>()
    );
    for entry in &entries {
        let at = (entry.purpose.as_str(), entry.destination.as_str(), entry.leaves);
        assert_eq!(at, ("fetch_model", "this computer", false));
        assert!(entry.system.is_empty() && entry.connection.is_empty() && entry.run.is_none());
        assert!(
            matches!(entry.ended, Ended::Replied { cost: Some(0.0), .. }),
            "{entry:?}"
        );
    }
    let steps = steps.into_inner().unwrap();
    assert!(matches!(&steps[0], Fetching::Asking { host } if from.address.ends_with(host)));
    let last = steps.last().unwrap();
    assert!(matches!(last, Fetching::Fetching { done, of, .. } if (done, of) == (&(SIZE as u64), &(SIZE as u64))));
}

#[tokio::test]
async fn a_connection_that_breaks_in_the_middle_is_taken_up_where_it_broke() {
    let (scene, from) = (
        scene(),
        hub(vec![Play::Cut(1_200_000), Play::Cut(500_000), Play::Serve]).await,
    );
    scene.fetch(&from).await.unwrap();
    assert_eq!(scene.held(), bytes(SIZE));
    let ranges: Vec<_> = from.heard()[1..]
        .iter()
        .map(|path| path.split(" from ").nth(1).map(str::to_string))
        .collect();
    assert_eq!(ranges, [None, Some("1200000".to_string()), Some("1700000".into())]);
    let failed = |entry: &&LedgerEntry| matches!(&entry.ended, Ended::Failed { failure, .. } if failure.kind == FailureKind::Network);
    assert_eq!(scene.entries().iter().filter(failed).count(), 2);
    assert!(scene.entries()[2].user.ends_with("range: bytes=1200000-"));
}

#[tokio::test]
async fn a_fetch_that_was_stopped_keeps_its_part_and_goes_on_with_the_next_press() {
    let scene = scene();
    let from = hub(vec![Play::Slow(300_000, Duration::from_millis(40)), Play::Serve]).await;
    let cancel = Cancel::new();
    let stop = cancel.clone();
    let told = move |step| {
        if matches!(step, Fetching::Fetching { done, .. } if done > 1_000_000) {
            stop.cancel();
        }
    };
    let stopped = scene.fetch_until(&from, &cancel, &told).await.unwrap_err();
    assert_eq!(stopped.code, ProblemCode::Cancelled);
    let part = scene.part().unwrap();
    assert!(part > 1_000_000 && part < SIZE as u64, "{part}");
    let steps = Mutex::new(Vec::new());
    let told = |step| steps.lock().unwrap().push(step);
    scene.fetch_until(&from, &Cancel::new(), &told).await.unwrap();
    assert_eq!(scene.held(), bytes(SIZE));
    assert!(from.heard().last().unwrap().ends_with(&format!(" from {part}")));
    let steps = steps.into_inner().unwrap();
    assert!(steps
        .iter()
        .any(|step| matches!(step, Fetching::Rereading { done: 0, of } if *of == part)));
    assert_eq!((scene.part(), scene.names().len()), (None, 1));
}

#[tokio::test]
async fn a_server_that_knows_no_ranges_begins_anew_and_the_file_is_the_same() {
    let (scene, from) = (scene(), hub(vec![Play::WholeCut(2_000_000), Play::Whole]).await);
    scene.fetch(&from).await.unwrap();
    assert_eq!(scene.held(), bytes(SIZE));
    assert!(from.heard()[2].ends_with(" from 2000000"));
}

#[tokio::test]
async fn a_silent_server_is_left_and_asked_again() {
    let (mut scene, from) = (scene(), hub(vec![Play::Stall(700_000), Play::Serve]).await);
    scene.hub.means.silence = Duration::from_secs(3);
    let waits = AtomicUsize::new(0);
    let told = |step| {
        if matches!(step, Fetching::Waiting { done: 700_000, .. }) {
            waits.fetch_add(1, Ordering::SeqCst);
        }
    };
    scene.fetch_until(&from, &Cancel::new(), &told).await.unwrap();
    assert_eq!(scene.held(), bytes(SIZE));
    assert_eq!(waits.into_inner(), 1);
}

#[tokio::test]
async fn two_presses_are_one_fetch() {
    let (scene, from) = (scene(), hub(vec![Play::Slow(500_000, Duration::from_millis(20))]).await);
    let (one, two) = tokio::join!(scene.fetch(&from), scene.fetch(&from));
    let refused = two.unwrap_err();
    assert_eq!(refused.message, "This model is being downloaded already.");
    assert_eq!((one.is_ok(), from.heard().len()), (true, 2));
    // Once it is there, a further press finds it and fetches nothing.
    scene.fetch(&from).await.unwrap();
    assert_eq!(from.heard().len(), 3);
}

#[tokio::test]
async fn a_redirect_is_followed_within_this_computer_and_each_host_is_in_the_ledger() {
    let scene = scene();
    let store = hub(vec![Play::Serve]).await;
    let place = format!("{}/stored/7d?signature=secret", store.address);
    let from = hub(vec![Play::To(place)]).await;
    scene.fetch(&from).await.unwrap();
    assert_eq!(scene.held(), bytes(SIZE));
    let entries = scene.entries();
    assert_eq!(entries.len(), 3);
    assert_eq!(entries[2].user, format!("GET {}/stored/7d?…", store.address));
    assert!(!format!("{entries:?}").contains("secret"));
}

#[test]
fn an_address_is_one_on_which_nobody_changes_what_comes() {
    let hub = scene().hub;
    let good = |address: &str| hub.checked(address).unwrap();
    assert_eq!(good(" https://hub.example/ "), "https://hub.example");
    assert_eq!(good("hub.example/mirror"), "https://hub.example/mirror");
    assert_eq!(good("http://127.0.0.1:8000"), "http://127.0.0.1:8000");
    for bad in [
        "http://hub.example",
        "ftp://hub.example",
        "https://",
        "https://me:key@hub.example",
    ] {
        assert_eq!(hub.checked(bad).unwrap_err().code, ProblemCode::BadInput, "{bad}");
    }
    assert_eq!(good(&hub.address()), hub.address());
    assert!(hub.placed("models").is_err());
    let dir = tempfile::tempdir().unwrap();
    assert!(hub.placed(dir.path().join("new").to_str().unwrap()).is_ok());
    std::fs::write(dir.path().join("file"), "x").unwrap();
    assert!(hub.placed(dir.path().join("file").to_str().unwrap()).is_err());
}

#[test]
fn only_what_a_fetch_began_counts_as_a_part() {
    assert_eq!(begun(&part_name("omnisql-7b", &"ab".repeat(32))), Some("omnisql-7b"));
    for other in [
        "notes.part",
        "a.b.part",
        ".abababababab.part",
        "small.abababababab",
        "small.abababababaz.part",
    ] {
        assert_eq!(begun(other), None, "{other}");
    }
}

/// A disk that is full after a megabyte.
struct Full(File, usize);

impl Write for Full {
    fn write(&mut self, some: &[u8]) -> std::io::Result<usize> {
        let most = some.len().min(1_500_000_usize.saturating_sub(self.1));
        if most == 0 {
            return Err(Error::from(ErrorKind::StorageFull));
        }
        self.1 += most;
        self.0.write(&some[..most])
    }
    fn flush(&mut self) -> std::io::Result<()> {
        self.0.flush()
    }
}
