//! Saved runs: one log each in the workspace's room `runs`, an event a line, written as it happens.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::mpsc;
use std::sync::Arc;

use askwell_contract::api::{RunState, RunSummary};
use askwell_contract::optimise::Kept;
use askwell_contract::ports::{Cancel, Workspace};
use askwell_contract::run::{standing, Artifact, Event, Header, Trust};
use askwell_contract::{Problem, ProblemCode, Result};
use tokio::task::JoinHandle;

use crate::prepare::examples;

const ROOM: &str = "runs";

/// Longest name of a run, so that it fits a file name everywhere.
const LONGEST: usize = 100;

/// The caller's name for a run, or one made from the clock. Refused: one that cannot be a key or is under way.
///
/// A clock may say a time again, and another window the same one: what is made is no saved run's name either, or two runs
/// would share a log.
pub fn name(
    workspace: &dyn Workspace,
    given: Option<String>,
    now: u64,
    running: &BTreeMap<String, Cancel>,
) -> Result<String> {
    let Some(name) = given else {
        for name in (0_u64..).map(|n| format!("run-{now}-{n}")) {
            if !running.contains_key(&name) && workspace.load(ROOM, &name)?.is_none() {
                return Ok(name);
            }
        }
        return Err(Problem::internal("no name is free for a run"));
    };
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    if name.is_empty() || name.len() > LONGEST || !name.chars().all(plain) {
        return Err(Problem::internal(format!("a run cannot be called {name:?}")));
    }
    if running.contains_key(&name) {
        return Err(Problem::internal(format!("the run {name} is already under way")));
    }
    Ok(name)
}

/// Appends events on a thread of its own: the disk must not hold up the question. Only the first is there before the run
/// goes on, so that a run that anybody saw begin is in the history, whenever the program is killed.
pub struct Log {
    first: std::sync::Once,
    lines: mpsc::Sender<Line>,
    writer: JoinHandle<Result<()>>,
}

struct Line {
    bytes: Vec<u8>,
    /// Told once the line is in the log.
    written: Option<mpsc::Sender<()>>,
}

/// A disk that takes longer than this holds up nobody.
const FIRST: std::time::Duration = std::time::Duration::from_millis(200);

impl Log {
    pub fn start(workspace: Arc<dyn Workspace>, run: String) -> Self {
        Self::write_after(workspace, run, || Ok(()))
    }

    /// Goes on with the log of a run that was cut off: what is behind these of its events goes.
    pub fn behind(workspace: Arc<dyn Workspace>, run: String, kept: &[Event]) -> Result<Self> {
        let (bytes, room, key) = (lines(kept)?, workspace.clone(), run.clone());
        Ok(Self::write_after(workspace, run, move || room.save(ROOM, &key, &bytes)))
    }

    fn write_after(
        workspace: Arc<dyn Workspace>,
        run: String,
        first: impl FnOnce() -> Result<()> + Send + 'static,
    ) -> Self {
        let (lines, waiting) = mpsc::channel::<Line>();
        let writer = tokio::task::spawn_blocking(move || {
            first()?;
            // After a failure nothing more is written, so that a log is whole up to its end.
            waiting.into_iter().try_for_each(|line| {
                workspace.append(ROOM, &run, &line.bytes)?;
                // Nobody waits for the others.
                if let Some(written) = line.written {
                    let _ = written.send(());
                }
                Ok(())
            })
        });
        Self {
            first: std::sync::Once::new(),
            lines,
            writer,
        }
    }

    /// The writer's failure is told by [`Self::finish`].
    pub fn write(&self, event: &Event) {
        if let Ok(mut bytes) = serde_json::to_vec(event) {
            bytes.push(b'\n');
            let (mut written, mut behind) = (None, None);
            self.first.call_once(|| {
                let (tell, wait) = mpsc::channel();
                (written, behind) = (Some(tell), Some(wait));
            });
            let _ = self.lines.send(Line { bytes, written });
            if let Some(behind) = behind {
                let _ = behind.recv_timeout(FIRST);
            }
        }
    }

    /// Returns once everything is written.
    pub async fn finish(self) -> Result<()> {
        drop(self.lines);
        self.writer.await.map_err(Problem::internal)?
    }
}

pub fn replay(workspace: &dyn Workspace, run: &str) -> Result<Vec<Event>> {
    let bytes = workspace.load(ROOM, run)?.ok_or_else(|| {
        Problem::new(ProblemCode::NotFound, "This question is no longer in the history.").hint("Ask it again.")
    })?;
    Ok(events(&bytes))
}

/// Puts one more event behind those of a run, in place of a line that a kill tore.
pub fn add(workspace: &dyn Workspace, run: &str, events: &[Event], more: &Event) -> Result<()> {
    let mut bytes = lines(events)?;
    bytes.extend(lines(std::slice::from_ref(more))?);
    workspace.save(ROOM, run, &bytes)
}

fn lines(events: &[Event]) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    for event in events {
        serde_json::to_writer(&mut bytes, event).map_err(Problem::internal)?;
        bytes.push(b'\n');
    }
    Ok(bytes)
}

/// A last line torn by a kill is left out, and so is everything after a line that cannot be read.
pub fn events(bytes: &[u8]) -> Vec<Event> {
    let lines = bytes.split(|b| *b == b'\n').filter(|line| !line.is_empty());
    lines.map_while(|line| serde_json::from_slice(line).ok()).collect()
}

pub fn remove(workspace: &dyn Workspace, run: &str) -> Result<()> {
    workspace.remove(ROOM, run)
}

/// Finished runs by their keys, so that a history costs one reading of each and not one at every call. A log that another
/// window wrote to has another length.
pub type Index = BTreeMap<String, Known>;

pub struct Known {
    length: u64,
    database: String,
    /// `None`: it is another database's and was not read whole.
    told: Option<Told>,
}

/// What a history says of a run.
#[derive(Clone)]
struct Told {
    header: Header,
    state: RunState,
    sentence: String,
    trust: Option<Trust>,
    sql: Option<String>,
}

impl Told {
    fn of(header: Header, bytes: &[u8]) -> Self {
        let events = events(bytes);
        let (state, sentence, trust) = state(&events);
        let sql = standing(&events).map(|a| a.sql.clone());
        Self {
            header,
            state,
            sentence,
            trust,
            sql,
        }
    }
}

/// `now`: the database's fingerprint, where it is known.
pub fn history(
    workspace: &dyn Workspace,
    database: &str,
    running: &[String],
    now: Option<&str>,
    index: &mut Index,
) -> Result<Vec<RunSummary>> {
    let mut out = Vec::new();
    // What cannot be read is as if nothing was verified: the questions are there all the same.
    let right = examples::verified(workspace, database).unwrap_or_default();
    let faster = super::faster::kept(workspace, database).unwrap_or_default();
    let pins = super::pinning::kept(workspace, database).unwrap_or_default();
    for told in told(workspace, database, running, index)? {
        let Told { header, sql, .. } = told;
        let asked = examples::with_hint(&header.question, &header.evidence);
        let is_right = |e: &examples::Example| e.question == asked && Some(&e.sql) == sql.as_ref();
        // The query before a faster one is as right as that.
        let by_another = |k: &Kept| k.question == asked && Some(&k.before) == sql.as_ref();
        let verified = right.iter().any(is_right) || faster.iter().any(by_another);
        let stale = verified && now.is_some_and(|now| now != header.fingerprint);
        let thread = match header.thread.is_empty() {
            true => header.run.clone(),
            false => header.thread,
        };
        out.push(RunSummary {
            pinned: pins.contains(&header.run),
            run: header.run,
            question: header.question,
            started: header.started,
            state: told.state,
            sentence: told.sentence,
            trust: told.trust,
            verified,
            stale,
            thread,
            follows: header.follows,
        });
    }
    out.sort_by(|a, b| b.started.cmp(&a.started).then(b.run.cmp(&a.run)));
    Ok(out)
}

/// What is known of each saved run of a database; only what is new or has changed is read.
fn told(workspace: &dyn Workspace, database: &str, running: &[String], index: &mut Index) -> Result<Vec<Told>> {
    let (mut out, keys) = (Vec::new(), BTreeSet::from_iter(workspace.list(ROOM)?));
    index.retain(|key, _| keys.contains(key));
    for key in keys.into_iter().filter(|key| !running.contains(key)) {
        let Some(length) = workspace.length(ROOM, &key)? else {
            continue;
        };
        match index.get(&key).filter(|known| known.length == length) {
            Some(known) if known.database != database => continue,
            Some(Known { told: Some(told), .. }) => {
                out.push(told.clone());
                continue;
            }
            _ => {}
        }
        let Some(bytes) = workspace.load(ROOM, &key)? else {
            continue;
        };
        let Some(header) = first(&bytes) else { continue };
        let whose = header.database.clone();
        let told = (whose == database).then(|| Told::of(header, &bytes));
        out.extend(told.clone());
        // A run that was cut off may go on.
        let known = Known {
            length,
            database: whose,
            told: told.filter(|told| told.state != RunState::Interrupted),
        };
        index.insert(key, known);
    }
    Ok(out)
}

/// The first line says whose run it is.
fn first(bytes: &[u8]) -> Option<Header> {
    let first = bytes.split(|b| *b == b'\n').next().unwrap_or_default();
    match serde_json::from_slice(first) {
        Ok(Event {
            artifact: Artifact::Started(header),
            ..
        }) => Some(header),
        _ => None,
    }
}

/// Every saved run of a database with what it wrote, those under way left out.
pub fn each(
    workspace: &dyn Workspace,
    database: &str,
    running: &[String],
    mut see: impl FnMut(Header, &[u8]),
) -> Result<()> {
    for key in workspace.list(ROOM)? {
        if running.contains(&key) {
            continue;
        }
        let Some(bytes) = workspace.load(ROOM, &key)? else {
            continue;
        };
        // The rest is only read for this database.
        if let Some(header) = first(&bytes).filter(|header| header.database == database) {
            see(header, &bytes);
        }
    }
    Ok(())
}

fn state(events: &[Event]) -> (RunState, String, Option<Trust>) {
    let finished = events.iter().any(|e| matches!(e.artifact, Artifact::Finished { .. }));
    // What was declined is declined, also where the program ended while it looked for what comes closest.
    let declined = events.iter().any(|e| matches!(e.artifact, Artifact::Declined(_)));
    if !finished && !declined {
        return (
            RunState::Interrupted,
            "The program ended before the answer came.".to_string(),
            None,
        );
    }
    if let Some(a) = standing(events) {
        return (RunState::Answered, a.sentence.clone(), Some(a.trust));
    }
    let end = events.iter().rev().find_map(|e| match &e.artifact {
        Artifact::Declined(d) => Some((RunState::Declined, d.message.clone(), None)),
        Artifact::Reply(r) => Some((RunState::Replied, r.message.clone(), None)),
        Artifact::Problem(p) if p.code == ProblemCode::Cancelled => Some((RunState::Stopped, p.message.clone(), None)),
        Artifact::Problem(p) => Some((RunState::Failed, p.message.clone(), None)),
        _ => None,
    });
    end.unwrap_or((RunState::Failed, String::new(), None))
}
