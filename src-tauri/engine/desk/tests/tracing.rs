//! Traces as the workspace keeps them.

use std::collections::BTreeSet;

use askwell_contract::ports::{Files, Sink};

use super::super::{traces, Desk};
use super::world::{self, Net, Safe};
use super::*;
use crate::spans;

const QUESTION: &str = "How many customers are there?";

#[derive(Default, Clone)]
struct Paper(Arc<Mutex<Vec<u8>>>);

impl Files for Paper {
    fn create(&self, _: &str) -> Result<Box<dyn Sink>> {
        Ok(Box::new(self.clone()))
    }
}

impl Sink for Paper {
    fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(())
    }
    fn finish(self: Box<Self>) -> Result<()> {
        Ok(())
    }
}

fn new_desk(memory: &Arc<Memory>) -> (Desk, Paper) {
    let mut desk = world::desk(memory, &Arc::new(Net::default()), &Arc::new(Safe::default()));
    let paper = Paper::default();
    desk.world.files = Arc::new(paper.clone());
    (desk, paper)
}

fn kept(memory: &Memory) -> Vec<String> {
    let mut lines = Vec::new();
    traces::each(memory, |line| {
        lines.push(line.to_owned());
        Ok(())
    })
    .unwrap();
    lines
}

/// A line of a run of that name, as short as one can be.
fn line(run: &str) -> String {
    format!(
        r#"{{"resourceSpans":[{{"scopeSpans":[{{"spans":[{{"attributes":[{{"key":"askwell.run","value":{{"stringValue":"{run}"}}}}]}}]}}]}}]}}"#
    )
}

#[tokio::test]
async fn every_run_leaves_a_line_which_is_exported_as_it_is() {
    let memory = Arc::<Memory>::default();
    let (desk, paper) = new_desk(&memory);
    let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
    let first = desk.ask(&id, QUESTION, "", None, |_| {}).await.unwrap().header.run;
    let second = desk
        .ask(&id, "What is the moon?", "", None, |_| {})
        .await
        .unwrap()
        .header
        .run;
    let lines = kept(&memory);
    let runs: Vec<String> = lines.iter().filter_map(|line| spans::run_of(line)).collect();
    assert_eq!(runs, [first.clone(), second]);
    let exported = desk.export_trace("/t.jsonl", Some(&first)).unwrap();
    assert_eq!((exported.rows, exported.notes.len()), (1, 0));
    assert_eq!(*paper.0.lock().unwrap(), format!("{}\n", lines[0]).into_bytes());
    paper.0.lock().unwrap().clear();
    assert_eq!(desk.export_trace("/t.jsonl", None).unwrap().rows, 2);
    assert_eq!(
        *paper.0.lock().unwrap(),
        format!("{}\n{}\n", lines[0], lines[1]).into_bytes()
    );
}

#[tokio::test]
async fn a_run_that_was_cut_off_has_a_trace_made_of_what_is_there() {
    let memory = Arc::<Memory>::default();
    let (desk, _) = new_desk(&memory);
    let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
    let run = desk.ask(&id, QUESTION, "", None, |_| {}).await.unwrap().header.run;
    let key = ("runs".to_owned(), run.clone());
    let mut files = memory.files.lock().unwrap();
    let log = files.get_mut(&key).unwrap();
    log.truncate(log.len() / 2);
    files.retain(|(room, _), _| room != "traces");
    drop(files);
    let line = desk.trace(&run).unwrap();
    assert!(line.contains("interrupted"), "{line}");
    assert_eq!(spans::run_of(&line).as_deref(), Some(run.as_str()));
    assert!(desk.trace("no-such-run").is_err());
}

#[test]
fn the_oldest_traces_go() {
    let memory = Memory::default();
    for n in 0..1_120 {
        traces::keep(&memory, &line(&format!("r{n}"))).unwrap();
    }
    let runs: Vec<String> = kept(&memory).iter().filter_map(|line| spans::run_of(line)).collect();
    assert_eq!(runs.first().map(String::as_str), Some("r150"));
    assert_eq!((runs.len(), runs.last().map(String::as_str)), (970, Some("r1119")));
    let logs = memory.files.lock().unwrap().len();
    assert_eq!(logs, 20);
}

#[test]
fn a_line_that_a_kill_tore_is_none() {
    let memory = Memory::default();
    let whole = [line("r1"), line("r2")];
    for line in &whole {
        traces::keep(&memory, line).unwrap();
    }
    let key = ("traces".to_owned(), "00000001".to_owned());
    let bytes = memory.files.lock().unwrap()[&key].clone();
    let ends: BTreeSet<usize> = (0..bytes.len()).filter(|at| bytes[*at] == b'\n').collect();
    for cut in 0..=bytes.len() {
        memory.files.lock().unwrap().insert(key.clone(), bytes[..cut].to_vec());
        let there = ends.iter().filter(|end| **end < cut).count();
        assert_eq!(kept(&memory), whole[..there], "cut at {cut}");
    }
}

#[tokio::test]
async fn a_conversation_that_is_deleted_leaves_no_trace() {
    let memory = Arc::<Memory>::default();
    let (desk, _) = new_desk(&memory);
    let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
    let first = desk.ask(&id, QUESTION, "", None, |_| {}).await.unwrap().header;
    let other = desk.ask(&id, QUESTION, "", None, |_| {}).await.unwrap().header.run;
    desk.delete_thread(&first.thread).unwrap();
    let runs: Vec<String> = kept(&memory).iter().filter_map(|line| spans::run_of(line)).collect();
    assert_eq!(runs, [other]);
}
