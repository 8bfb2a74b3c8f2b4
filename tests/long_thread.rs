//! Two hundred turns in one conversation: no turn does more for those before it, and the memory does not grow with them. How
//! long the turns take is printed.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use askwell_cli::{eval, world};
use askwell_engine::desk::Asking;

const TURNS: usize = 200;
const STRETCH: usize = 50;
/// What people go on with, round and round.
const ROUND: [&str; 10] = [
    "How many payments were there in 2025?",
    "by method",
    "only rent",
    "the 3 highest",
    "as a share",
    "how many plots are there at each site",
    "which has the fewest",
    "list its plots",
    "only the ones with loam",
    "how big are they",
];
/// Of the process that asks, in KiB, from the first stretch to the last.
const MOST_GROWN: u64 = 60_000;

/// Memory in use by this process, in KiB; 0 where the system does not say.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("VmRSS:"));
    line.and_then(|l| l.trim().trim_end_matches(" kB").parse().ok())
        .unwrap_or(0)
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_turns_do_no_more_each_and_stay_within_memory() {
    let dir = tempfile::tempdir().unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/own/allotments.sql");
    let database = dir.path().join("allotments.sqlite");
    eval::made_of(&script, &database).unwrap();
    let desk = world::desk(Some(dir.path().join("workspace"))).unwrap();
    let id = desk.open(&database.display().to_string()).await.unwrap().connection.id;
    let (mut after, mut stretches) = (None, Vec::new());
    let mut ms = Vec::new();
    // What each turn did, by the number of its events.
    let mut steps: Vec<usize> = Vec::new();
    for at in 0..TURNS {
        let asking = Asking {
            after: after.clone(),
            ..Asking::default()
        };
        let began = Instant::now();
        let events = AtomicUsize::new(0);
        let count = |_| {
            events.fetch_add(1, Ordering::Relaxed);
        };
        let asked = desk
            .ask_in_turn(&id, ROUND[at % ROUND.len()], asking, None, count)
            .await
            .unwrap();
        steps.push(events.into_inner());
        ms.push(began.elapsed().as_secs_f64() * 1_000.0);
        after = Some(asked.header.run.clone());
        if ms.len() == STRETCH {
            ms.sort_by(f64::total_cmp);
            let listing = Instant::now();
            let threads = desk.threads(&id).unwrap();
            let listed = listing.elapsed().as_secs_f64() * 1_000.0;
            assert_eq!(threads.iter().map(|t| t.runs.len()).max(), Some(at + 1));
            eprintln!(
                "turns {:>3} to {:>3}: p50 {:.0} ms, p95 {:.0} ms, {} MiB, conversations listed in {listed:.0} ms",
                at + 2 - STRETCH,
                at + 1,
                ms[STRETCH / 2],
                ms[STRETCH * 95 / 100],
                memory() / 1024
            );
            stretches.push(memory());
            ms.clear();
        }
    }
    let (first, last) = (stretches[0], stretches[stretches.len() - 1]);
    // The first round begins with nothing said before it.
    let round = |n: usize| &steps[n * ROUND.len()..(n + 1) * ROUND.len()];
    assert_eq!(round(1), round(TURNS / ROUND.len() - 1));
    assert!(last < first + MOST_GROWN, "{last} KiB, at first {first}");
}
