//! Pinned answers: kept in view, run again by a press, taken along as one page.
//!
//! In: a run, and whether it is pinned. Out: the pinned answers of a database. A pin goes from run to run of its query: running
//! it again is a run of its own, with nothing asked of a model, so that the two can be compared. Kept in the workspace's room
//! `pins`, a list for each database. Deliberately absent: running anything by itself.

use askwell_contract::api::{ExportProgress, Exported};
use askwell_contract::pins::{Pin, PinsRequest};
use askwell_contract::ports::Workspace;
use askwell_contract::run::{Artifact, Event, Header, Recalled};
use askwell_contract::{Problem, ProblemCode, Result};

use super::comparing::Answered;
use super::{locked, runs, threads, Desk, SEED};
use crate::cx::{Cx, Trace};
use crate::export::{self, About};
use crate::pipeline::recalled::{self, Earlier};

const ROOM: &str = "pins";

/// Runs, in the order in which they were pinned.
pub(super) fn kept(workspace: &dyn Workspace, database: &str) -> Result<Vec<String>> {
    let bytes = workspace.load(ROOM, database)?;
    let read = bytes.map(|bytes| serde_json::from_slice(&bytes));
    read.transpose().map(Option::unwrap_or_default).map_err(|error| {
        Problem::new(ProblemCode::Lost, "What was pinned cannot be read.")
            .hint("Pin the answers again.")
            .detail(error.to_string())
    })
}

fn keep(workspace: &dyn Workspace, database: &str, kept: &[String]) -> Result<()> {
    let bytes = serde_json::to_vec(kept).map_err(Problem::internal)?;
    workspace.save(ROOM, database, &bytes)
}

impl Desk {
    /// The pinned answers of a database; `now`: its fingerprint, where it is known. Those whose runs are gone are left out.
    /// Blocking.
    pub fn pins(&self, id: &str, now: Option<&str>) -> Result<Vec<Pin>> {
        let mut pins = Vec::new();
        for run in kept(&*self.world.workspace, id)? {
            match self.pin_of(&run, now) {
                Ok(pin) => pins.push(pin),
                Err(problem) if problem.code == ProblemCode::NotFound => {}
                Err(problem) => return Err(problem),
            }
        }
        Ok(pins)
    }

    /// Pins a run's answer, or takes that back. Of one question, one run is pinned.
    pub async fn pin(&self, run: &str, pinned: bool) -> Result<()> {
        let _one = self.editing.lock().await;
        let workspace = &*self.world.workspace;
        let answered = Answered::of(&self.replay(run)?).ok_or_else(|| {
            Problem::new(
                ProblemCode::BadInput,
                "This question has no answer that could be pinned.",
            )
            .hint("Ask it again first.")
        })?;
        let database = answered.header.database.as_str();
        let mut list = kept(workspace, database)?;
        let place = list.iter().position(|other| {
            let other = self.replay(other).ok().and_then(|events| Answered::of(&events));
            other.is_some_and(|other| other.asks_as(&answered))
        });
        match (place, pinned) {
            (Some(at), true) => list[at] = run.to_owned(),
            (None, true) => list.push(run.to_owned()),
            (Some(at), false) => drop(list.remove(at)),
            (None, false) => return Ok(()),
        }
        keep(workspace, database, &list)
    }

    /// Runs the query of a pinned answer again, as a run of its own behind it. `run` is the caller's name for that, for `stop`.
    pub async fn run_pin_again(&self, id: &str, pinned: &str, run: &str) -> Result<Pin> {
        let workspace = &*self.world.workspace;
        let given = Some(run.to_owned());
        let run = runs::name(workspace, given, self.world.clock.now(), &locked(&self.running))?;
        let (cancel, _done) = self.begin(&run);
        let (before, earlier) = self.earlier(pinned)?;
        let open = self.opened(id).await?;
        let knowledge = self.ready(&open, &cancel).await?;
        let place = threads::place(workspace, id, &run, Some(pinned))?;
        let header = Header {
            run: run.clone(),
            askwell: env!("CARGO_PKG_VERSION").to_string(),
            engine: knowledge.catalog.engine.clone(),
            // As it is now, which may be newer than what is known of it.
            fingerprint: open.database.fingerprint().await?,
            question: earlier.recalled.question.clone(),
            seed: SEED,
            started: self.world.clock.now(),
            thread: place.thread,
            follows: place.follows,
            ..before.clone()
        };
        let log = runs::Log::start(self.world.workspace.clone(), run.clone());
        let trace = Trace::new(run.clone(), &*self.world.clock, |event: Event| log.write(&event));
        let asked = {
            let cx = Cx {
                calendar: self.calendar_of_run().await,
                limits: self.bounds_of_run().await,
                ..self.context(&open, &knowledge, &cancel, &trace)
            };
            recalled::again(&cx, &header, &before.evidence, &earlier).await
        };
        drop(trace);
        log.finish().await?;
        self.traced(&run).await;
        if cancel.is_cancelled() {
            return Err(Problem::cancelled());
        }
        if asked.is_none() {
            return Err(Problem::new(
                ProblemCode::BadInput,
                format!("The query of “{}” does not run any more.", earlier.recalled.question),
            )
            .hint("Tables or columns that it reads may have changed. Ask the question again."));
        }
        self.move_pin(id, pinned, &run).await?;
        self.pin_of(&run, Some(&header.fingerprint))
    }

    /// All pinned answers with all their rows as one page. `run` is the caller's name for it, for `stop`.
    pub async fn export_pins(
        &self,
        id: &str,
        run: &str,
        request: &PinsRequest,
        on_progress: impl Fn(ExportProgress) + Send + Sync,
    ) -> Result<Exported> {
        let given = Some(run.to_owned());
        let run = runs::name(
            &*self.world.workspace,
            given,
            self.world.clock.now(),
            &locked(&self.running),
        )?;
        let (cancel, _done) = self.begin(&run);
        let open = self.opened(id).await?;
        let now = self.fingerprint(id).await;
        let mut parts = Vec::new();
        for pin in self.pins(id, now.as_deref())? {
            let about = About {
                question: Some(pin.question),
                database: open.connection.name.clone(),
                engine: String::new(),
                sql: pin.answer.sql.clone(),
                // Its words are of what was there then, and the rows are of now.
                answer: (!pin.stale).then_some(pin.answer),
                at: self.world.clock.now(),
            };
            parts.push((about, request.charts.get(&pin.run).cloned()));
        }
        let whole = export::Several {
            database: &*open.database,
            files: &*self.world.files,
            path: &request.path,
            title: &open.connection.name,
            parts: &parts,
        };
        let exported = export::several(whole, &cancel, &on_progress).await?;
        locked(&self.exported).insert(exported.path.clone());
        Ok(exported)
    }

    /// `None`: it cannot be told now.
    pub async fn fingerprint(&self, id: &str) -> Option<String> {
        self.opened(id).await.ok()?.database.fingerprint().await.ok()
    }

    fn pin_of(&self, run: &str, now: Option<&str>) -> Result<Pin> {
        let answered = Answered::of(&self.replay(run)?);
        let answered = answered.ok_or_else(|| Problem::new(ProblemCode::NotFound, "This run has no answer."))?;
        let changes = self.compare_runs(run, None)?.changes;
        Ok(Pin {
            run: run.to_owned(),
            started: answered.header.started,
            rows: answered.rows,
            changes: changes.filter(|changes| changes.later.run == run),
            stale: now.is_some_and(|now| now != answered.header.fingerprint),
            question: answered.question,
            answer: answered.answer,
        })
    }

    /// What running a pinned query again begins with.
    fn earlier(&self, pinned: &str) -> Result<(Header, Earlier)> {
        let events = self.replay(pinned)?;
        let gone =
            || Problem::new(ProblemCode::NotFound, "This answer is no longer kept.").hint("Ask the question again.");
        let answered = Answered::of(&events).ok_or_else(gone)?;
        let candidate = events.iter().rev().find_map(|e| match &e.artifact {
            Artifact::Judged(judged) if judged.candidate.id == answered.answer.candidate => {
                Some(judged.candidate.clone())
            }
            _ => None,
        });
        let (header, answer) = (answered.header, answered.answer);
        Ok((
            header.clone(),
            Earlier {
                recalled: Recalled {
                    run: pinned.to_owned(),
                    question: answered.question,
                    at: header.started,
                    similarity: 1.0,
                },
                candidate: candidate.ok_or_else(gone)?,
                trust: answer.trust,
                result: recalled::digest(&answer.result),
                reasons: answer.reasons,
                sentence: answer.sentence,
            },
        ))
    }

    async fn move_pin(&self, id: &str, from: &str, to: &str) -> Result<()> {
        let _one = self.editing.lock().await;
        let workspace = &*self.world.workspace;
        let mut list = kept(workspace, id)?;
        if let Some(place) = list.iter_mut().find(|run| *run == from) {
            to.clone_into(place);
        }
        keep(workspace, id, &list)
    }
}
