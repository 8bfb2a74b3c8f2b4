use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use askwell_contract::connect::Powers;
use askwell_contract::optimise::{Lab, Scratch};
use askwell_contract::ports::{Batch, End, Ran, RowStream};
use askwell_contract::run::{Explain, Finding};
use askwell_contract::{Catalog, Dialect};
use async_trait::async_trait;
use tokio::sync::mpsc;

use super::*;
use crate::optimise::Settings;
use crate::prepare::fake;

#[test]
fn the_gain_is_the_ratio_of_the_means_within_its_interval() {
    let gain = gain(&[100.0, 110.0, 90.0], &[50.0, 50.0, 50.0]).unwrap();
    assert_eq!(gain.speedup, 2.0);
    assert!(gain.low < 2.0 && gain.high > 2.0 && gain.low > 1.5);
    assert_eq!(gain.runs, 3);
    assert!(super::gain(&[], &[]).is_none());
}

#[test]
fn an_interval_that_crosses_a_threshold_is_not_sure() {
    assert!(is_sure(&gain(&[100.0, 101.0, 100.0], &[50.0, 50.0, 50.0]).unwrap()));
    assert!(!is_sure(&gain(&[100.0, 90.0, 120.0], &[95.0, 99.0, 90.0]).unwrap()));
}

#[test]
fn the_slower_half_is_given_up() {
    let mut still = vec![0, 1, 2];
    halve(&mut still, &[Some(vec![3.0]), Some(vec![1.0]), Some(vec![2.0])]);
    assert_eq!(still, [1, 2]);
}

/// A database and its clock: each run of a statement takes as long as was written down for it, the last figure for good.
struct Track {
    took: BTreeMap<&'static str, Vec<f64>>,
    /// Fails from this run of it on.
    fails: Option<(&'static str, usize)>,
    /// Cancelled by this run of all.
    enough: Option<(usize, Cancel)>,
    ran: Mutex<Vec<String>>,
    now: Mutex<f64>,
}

impl Clock for Track {
    fn now(&self) -> u64 {
        0
    }
    fn ticks(&self) -> f64 {
        *self.now.lock().unwrap()
    }
}

#[async_trait]
impl Database for Track {
    fn dialect(&self) -> Dialect {
        Dialect::Sqlite
    }
    async fn describe(&self) -> Result<Catalog> {
        Ok(fake::catalog(Vec::new()))
    }
    async fn fingerprint(&self) -> Result<String> {
        Ok(String::new())
    }
    async fn query(&self, sql: &str, _: Limits, _: &Cancel) -> Ran<RowStream> {
        let mut ran = self.ran.lock().unwrap();
        let before = ran.iter().filter(|one| *one == sql).count();
        ran.push(sql.to_string());
        if let Some((at, enough)) = &self.enough {
            if ran.len() >= *at {
                enough.cancel();
            }
        }
        if self.fails.is_some_and(|(one, from)| one == sql && before + 1 >= from) {
            return Ok(Err(Finding::error("engine", "It fails now.")));
        }
        let took = &self.took[sql];
        *self.now.lock().unwrap() += took.get(before).or(took.last()).unwrap();
        let (give, take) = mpsc::channel(1);
        give.try_send(Batch::End(End::Complete)).unwrap();
        Ok(Ok(RowStream::new(Vec::new(), take)))
    }
    async fn explain(&self, _: &str, _: &Cancel) -> Ran<Explain> {
        Ok(Err(Finding::error("engine", "There are no plans here.")))
    }
    async fn powers(&self) -> Result<Powers> {
        Ok(Powers {
            can_write: false,
            says: String::new(),
            server: None,
        })
    }
}

struct NoLab;

impl Lab for NoLab {
    fn open(&self, _: Dialect) -> Result<Box<dyn Scratch>> {
        Err(Problem::internal("no lab"))
    }
}

fn track(took: &[(&'static str, &[f64])]) -> Track {
    Track {
        took: took.iter().map(|(sql, took)| (*sql, took.to_vec())).collect(),
        fails: None,
        enough: None,
        ran: Mutex::default(),
        now: Mutex::default(),
    }
}

/// The gains of all but `base`, and the statements in the order in which they were run.
async fn raced(track: &Track, most_runs: u32) -> (Vec<Option<Gain>>, String) {
    let catalog = fake::catalog(Vec::new());
    let cancel = Cancel::new();
    let enough = track
        .enough
        .as_ref()
        .map_or_else(Cancel::new, |(_, enough)| enough.clone());
    let work = Work {
        database: track,
        catalog: &catalog,
        lab: Arc::new(NoLab),
        clock: track,
        cancel: &cancel,
        enough: &enough,
        settings: Settings {
            runs: 3,
            most_runs,
            ..Settings::default()
        },
        on_progress: &|_| {},
        others: &[],
        asking: None,
    };
    let candidates: Vec<String> = track
        .took
        .keys()
        .filter(|k| **k != "base")
        .map(|k| (*k).into())
        .collect();
    let gains = race(&work, "base", &candidates).await.unwrap();
    let ran = track.ran.lock().unwrap().join(" ");
    (gains, ran)
}

#[tokio::test]
async fn runs_take_turns_and_the_first_of_each_does_not_count() {
    // A first run that reads from the disk would make the statement ten times as slow as it is, and one candidate as well.
    let track = track(&[("base", &[900.0, 100.0]), ("one", &[700.0, 50.0])]);
    let (gains, ran) = raced(&track, 9).await;
    assert_eq!(ran, "base one base one base one");
    let gain = gains[0].unwrap();
    assert_eq!((gain.speedup, gain.runs), (2.0, 2));
    assert_eq!((gain.before_ms, gain.after_ms), (100.0, 50.0));
}

#[tokio::test]
async fn the_slower_half_gets_no_further_run_and_keeps_what_was_measured() {
    // The last two are never sure: 1.05 lies between the ends.
    let track = track(&[
        ("base", &[100.0]),
        ("four", &[400.0]),
        ("one", &[100.0, 80.0, 110.0, 80.0, 110.0]),
        ("two", &[200.0]),
        ("zero", &[100.0, 81.0, 112.0, 81.0, 112.0]),
    ]);
    let (gains, ran) = raced(&track, 5).await;
    assert_eq!(
        ran,
        "base four one two zero base four one two zero base four one two zero base one zero base one"
    );
    let runs: Vec<u32> = gains.iter().map(|g| g.unwrap().runs).collect();
    assert_eq!(runs, [2, 4, 2, 3]);
    assert_eq!(gains[0].unwrap().speedup, 0.25);
}

#[tokio::test]
async fn it_runs_on_only_while_the_interval_crosses_a_threshold_and_never_for_ever() {
    for (took, rounds) in [
        // Twice as fast in every run.
        (&[50.0][..], 3),
        // Neither faster nor slower for certain, to the end.
        (&[100.0, 80.0, 120.0, 80.0, 120.0, 80.0, 120.0][..], 7),
        // A hair over 1.10, which lies between the ends of the interval.
        (&[90.0, 89.0, 92.5, 89.0, 92.5, 89.0, 92.5][..], 7),
        // One odd run, which three further ones outweigh.
        (&[50.0, 50.0, 90.0, 50.0, 50.0, 50.0][..], 6),
    ] {
        let (_, ran) = raced(&track(&[("base", &[100.0]), ("one", took)]), 7).await;
        assert_eq!(ran.split(' ').count() / 2, rounds, "{took:?}");
    }
}

#[tokio::test]
async fn one_that_fails_is_out_and_the_others_go_on() {
    let mut track = track(&[("base", &[100.0]), ("bad", &[50.0]), ("good", &[50.0])]);
    track.fails = Some(("bad", 2));
    let (gains, ran) = raced(&track, 9).await;
    assert_eq!(ran, "base bad good base bad good base good");
    assert!(gains[0].is_none());
    assert_eq!(gains[1].unwrap().speedup, 2.0);
}

#[tokio::test]
async fn somebody_who_has_stopped_gets_one_run_more_than_the_fewest() {
    let mut track = track(&[("base", &[100.0]), ("one", &[100.0, 80.0, 120.0])]);
    track.enough = Some((2, Cancel::new()));
    let (gains, ran) = raced(&track, 9).await;
    assert_eq!(ran.split(' ').count() / 2, 4);
    assert_eq!(gains[0].unwrap().runs, 3);
}
