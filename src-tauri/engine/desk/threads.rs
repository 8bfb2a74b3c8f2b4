//! Conversations: ordered lists of runs on one connection, kept in the workspace's room `threads`.
//!
//! In: the run that a question comes behind. Out: the thread that it belongs to, and the turns before it. A question behind
//! a turn that is not a thread's last one begins a branch, a thread of its own that shows the turns up to there. Runs of
//! earlier versions are threads of one turn. Deliberately absent: what a turn means (`ask/converse`).

use std::collections::BTreeMap;

use askwell_contract::api::{Exported, RunSummary, Thread};
use askwell_contract::ports::{Cancel, Workspace};
use askwell_contract::run::{standing, Artifact, Choice, Event, Header};
use askwell_contract::{Problem, ProblemCode, Result};
use serde::{Deserialize, Serialize};

use super::{locked, runs, traces, Desk};
use crate::cx::{Cx, Earlier, Trace};
use crate::export::{self, thread::Turn};
use crate::pipeline;

const ROOM: &str = "threads";
/// Turns that a turn may go on from (seed 002, 4.4: three by default).
const TURNS: usize = 3;
/// Characters of a title.
const LONGEST: usize = 120;

/// What is kept of a thread.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
struct Kept {
    database: String,
    /// Given by the person; empty: the first question.
    title: String,
    runs: Vec<String>,
}

/// Where a question stands.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Place {
    pub thread: String,
    pub follows: Option<String>,
    pub earlier: Vec<Earlier>,
}

/// The place of a new run behind another one, or at the start of a thread; kept from now on.
pub fn place(workspace: &dyn Workspace, database: &str, run: &str, after: Option<&str>) -> Result<Place> {
    let Some(after) = after else {
        keep(workspace, run, database, run)?;
        return Ok(Place {
            thread: run.to_owned(),
            ..Place::default()
        });
    };
    let header = header(workspace, after)?;
    if header.database != database {
        return Err(
            Problem::new(ProblemCode::BadInput, "That question was asked of another database.")
                .hint("Begin a new conversation."),
        );
    }
    let its = thread_of(&header);
    let last = load(workspace, &its)?.is_none_or(|kept| kept.runs.last().is_none_or(|last| last == after));
    let thread = if last { its } else { run.to_owned() };
    if last && load(workspace, &thread)?.is_none() {
        keep(workspace, &thread, database, after)?;
    }
    keep(workspace, &thread, database, run)?;
    Ok(Place {
        thread,
        follows: Some(after.to_owned()),
        earlier: earlier(workspace, after)?,
    })
}

/// The turns up to a run that have an answer, the last one last.
pub fn earlier(workspace: &dyn Workspace, run: &str) -> Result<Vec<Earlier>> {
    let (mut out, mut at) = (Vec::new(), Some(run.to_owned()));
    // A chain cannot be longer than its runs; a torn log ends it.
    let mut left = 4 * TURNS;
    while let (Some(run), true) = (at.take(), out.len() < TURNS && left > 0) {
        left -= 1;
        let Ok(events) = runs::replay(workspace, &run) else {
            break;
        };
        at = events.iter().find_map(|e| match &e.artifact {
            Artifact::Started(header) => header.follows.clone(),
            _ => None,
        });
        out.extend(turn(&run, &events));
    }
    out.reverse();
    Ok(out)
}

/// What a finished run answered; `None`: it has no answer.
pub fn turn(run: &str, events: &[Event]) -> Option<Earlier> {
    let answer = standing(events)?;
    let asked = events.iter().rev().find_map(|e| match &e.artifact {
        Artifact::Plan(plan) => Some(plan.question.clone()),
        _ => None,
    });
    Some(Earlier {
        run: run.to_owned(),
        question: asked?,
        sql: answer.sql.clone(),
        result: Some(answer.result.clone()),
        trust: Some(answer.trust),
    })
}

fn header(workspace: &dyn Workspace, run: &str) -> Result<Header> {
    let events = runs::replay(workspace, run)?;
    let started = events.into_iter().find_map(|e| match e.artifact {
        Artifact::Started(header) => Some(header),
        _ => None,
    });
    started.ok_or_else(|| Problem::new(ProblemCode::NotFound, "This question is no longer in the history."))
}

/// A run of an earlier version is a thread of its own.
fn thread_of(header: &Header) -> String {
    match header.thread.is_empty() {
        true => header.run.clone(),
        false => header.thread.clone(),
    }
}

fn load(workspace: &dyn Workspace, thread: &str) -> Result<Option<Kept>> {
    let bytes = workspace.load(ROOM, thread)?;
    Ok(bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok()))
}

fn save(workspace: &dyn Workspace, thread: &str, kept: &Kept) -> Result<()> {
    workspace.save(ROOM, thread, &serde_json::to_vec(kept).map_err(Problem::internal)?)
}

/// Puts a run at the end of a thread.
fn keep(workspace: &dyn Workspace, thread: &str, database: &str, run: &str) -> Result<()> {
    let mut kept = load(workspace, thread)?.unwrap_or_default();
    kept.database = database.to_owned();
    if !kept.runs.iter().any(|r| r == run) {
        kept.runs.push(run.to_owned());
    }
    save(workspace, thread, &kept)
}

impl Desk {
    /// The conversations with a database, the one that was gone on with last first.
    pub fn threads(&self, id: &str) -> Result<Vec<Thread>> {
        self.threads_beside(id, None)
    }

    /// The same; `now`: the database's fingerprint, where it is known.
    pub fn threads_beside(&self, id: &str, now: Option<&str>) -> Result<Vec<Thread>> {
        let workspace = &*self.world.workspace;
        let all: BTreeMap<String, RunSummary> = self
            .history_beside(id, now)?
            .into_iter()
            .map(|r| (r.run.clone(), r))
            .collect();
        let mut last: BTreeMap<String, &RunSummary> = BTreeMap::new();
        for run in all.values() {
            let newest = last.entry(run.thread.clone()).or_insert(run);
            if (run.started, &run.run) > (newest.started, &newest.run) {
                *newest = run;
            }
        }
        let mut out = Vec::new();
        for (thread, newest) in last {
            let kept = load(workspace, &thread)?.unwrap_or_default();
            // The order in which runs were kept, not their times: a clock may have been set back.
            let newest = kept.runs.iter().rev().find_map(|run| all.get(run)).unwrap_or(newest);
            let mut chain = vec![newest.clone()];
            while let Some(before) = chain.last().and_then(|r| r.follows.as_ref()).and_then(|r| all.get(r)) {
                if chain.len() >= all.len() {
                    break;
                }
                chain.push(before.clone());
            }
            chain.reverse();
            let own = chain.iter().find(|r| r.thread == thread);
            let first = || own.map(|r| r.question.clone()).unwrap_or_default();
            out.push(Thread {
                title: Some(kept.title).filter(|t| !t.is_empty()).unwrap_or_else(first),
                thread,
                runs: chain,
            });
        }
        let at = |t: &Thread| t.runs.last().map(|r| (r.started, r.run.clone()));
        out.sort_by_key(|t| std::cmp::Reverse(at(t)));
        Ok(out)
    }

    /// Questions that a run's answer allows; none where it has no answer.
    pub async fn follow_ups(&self, id: &str, run: &str) -> Result<Vec<Choice>> {
        let events = runs::replay(&*self.world.workspace, run)?;
        let Some(earlier) = turn(run, &events) else {
            return Ok(Vec::new());
        };
        let open = self.opened(id).await?;
        let cancel = Cancel::new();
        let knowledge = self.ready(&open, &cancel).await?;
        let trace = Trace::new("follow-ups".into(), &*self.world.clock, |_| {});
        let cx = Cx {
            earlier: std::slice::from_ref(&earlier),
            ..self.context(&open, &knowledge, &cancel, &trace)
        };
        pipeline::follow_ups(&cx).await
    }

    /// An empty title is the first question again.
    pub fn rename_thread(&self, thread: &str, title: &str) -> Result<()> {
        let workspace = &*self.world.workspace;
        let title: String = title.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut kept = match load(workspace, thread)? {
            Some(kept) => kept,
            None => Kept {
                database: header(workspace, thread)?.database,
                runs: vec![thread.to_owned()],
                ..Kept::default()
            },
        };
        kept.title = title.chars().take(LONGEST).collect();
        save(workspace, thread, &kept)
    }

    /// A conversation as one page, as it was answered then: Markdown for a path that ends so, else HTML. It is there only
    /// when whole, and no more than a turn of it is held at a time.
    /// `run`: any of its runs.
    pub fn export_thread(&self, run: &str, path: &str) -> Result<Exported> {
        let workspace = &*self.world.workspace;
        let kept = load(workspace, &thread_of(&header(workspace, run)?))?.unwrap_or_default();
        let mut runs = kept.runs.clone();
        if runs.is_empty() {
            runs.push(run.to_owned());
        }
        // A branch tells the turns that it began behind, too.
        let mut before = Vec::new();
        let mut at = header(workspace, &runs[0])?.follows;
        while let Some(run) = at.take().filter(|run| !before.contains(run)) {
            at = header(workspace, &run).ok().and_then(|h| h.follows);
            before.push(run);
        }
        before.reverse();
        before.retain(|run| !runs.contains(run));
        let runs: Vec<String> = before.into_iter().chain(runs).collect();
        let form = export::thread::Form::of(path);
        let turns = || {
            runs.iter()
                .filter_map(|run| Turn::of(runs::replay(workspace, run).ok()?))
        };
        let first = || turns().next().map(|turn| turn.question().to_owned());
        let title = Some(kept.title).filter(|t| !t.is_empty()).or_else(first);
        let title = title.ok_or_else(|| Problem::new(ProblemCode::NotFound, "This conversation is empty."))?;
        let database = self
            .connection(&kept.database)
            .map_or_else(|_| kept.database, |c| c.name);
        let mut sink = self.world.files.create(path)?;
        let mut text = String::new();
        let (mut rows, mut bytes, mut told) = (0, 0, 0);
        form.head(&title, &database, &mut text);
        for (at, turn) in turns().enumerate() {
            form.turn(at + 1, &turn, &mut text);
            told += 1;
            rows += turn.rows();
            bytes += text.len() as u64;
            sink.write(text.as_bytes())?;
            text.clear();
        }
        form.foot(runs.len() - told, &mut text);
        bytes += text.len() as u64;
        sink.write(text.as_bytes())?;
        sink.finish()?;
        locked(&self.exported).insert(path.to_owned());
        Ok(Exported {
            path: path.to_owned(),
            rows,
            bytes,
            notes: Vec::new(),
        })
    }

    /// Its runs go with it; branches keep their own.
    pub fn delete_thread(&self, thread: &str) -> Result<()> {
        let workspace = &*self.world.workspace;
        let runs = load(workspace, thread)?.map_or_else(|| vec![thread.to_owned()], |kept| kept.runs);
        for run in &runs {
            self.stop(run);
            runs::remove(workspace, run)?;
        }
        traces::forget(workspace, &runs)?;
        workspace.remove(ROOM, thread)
    }
}
