//! How good the answers are, on a person's own questions: those whose answers they said were right are asked again.
//!
//! In: a connection. Out: which of them are answered as before, and how that differs from the measurement before. While a
//! question is asked, nothing that was said of it is known; what was said of the others is, as when it was new.
//! Deliberately absent: questions of anybody else.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use askwell_contract::measure::{Difference, Measured, MeasuredQuestion, Measurement, Measuring};
use askwell_contract::model::Tier;
use askwell_contract::ports::{Cancel, Database, Workspace};
use askwell_contract::run::{Artifact, Event, Header};
use askwell_contract::{Limits, Problem, ProblemCode, Result, ResultSet};

use super::{Desk, OpenDatabase, SEED};
use crate::chance::{mcnemar, wilson};
use crate::compare::{holds, same};
use crate::cx::{Cx, Trace};
use crate::pipeline::{self, AskOutcome};
use crate::prepare::examples::Example;
use crate::prepare::Knowledge;

const ROOM: &str = "measured";
/// Measurements that are kept of a database.
const KEPT: usize = 20;
/// Results are compared whole; beyond this it cannot be told.
const WHOLE: Limits = Limits {
    milliseconds: 60_000,
    rows: 100_000,
    bytes: 256 << 20,
};

impl Desk {
    /// What was measured last, and before; nothing is asked.
    pub async fn measured(&self, id: &str) -> Result<Measured> {
        let ready = self.verified(id).await.len();
        let (workspace, key) = (self.world.workspace.clone(), id.to_owned());
        let kept = self.apart(move |_| load(&*workspace, &key)).await?;
        Ok(told(ready, kept))
    }

    /// Asks them all. `run` is the caller's name for it, by which `stop` ends it; then nothing is kept of it.
    pub async fn measure(
        &self,
        id: &str,
        run: &str,
        on_progress: impl Fn(Measuring) + Send + Sync,
    ) -> Result<Measured> {
        let all = self.verified(id).await;
        if all.is_empty() {
            return Err(Problem::new(
                ProblemCode::BadInput,
                "There is no question of yours to measure with yet.",
            )
            .hint("Ask some, and say under each right answer that it is right."));
        }
        let (cancel, _done) = self.begin(run);
        let open = self.opened(id).await?;
        let knowledge = self.ready(&open, &cancel).await?;
        let spent = Spent::default();
        let began = self.world.clock.ticks();
        let mut questions: Vec<MeasuredQuestion> = Vec::with_capacity(all.len());
        let of = all.len() as u32;
        let right = |questions: &[MeasuredQuestion]| questions.iter().filter(|q| q.right == Some(true)).count();
        on_progress(Measuring { done: 0, of, right: 0 });
        for at in 0..all.len() {
            let one = self
                .again(&open, &knowledge, (&all, at), (run, &cancel), &spent)
                .await?;
            questions.push(one);
            on_progress(Measuring {
                done: questions.len() as u32,
                of,
                right: right(&questions) as u32,
            });
        }
        let (right, of) = (
            right(&questions),
            questions.iter().filter(|q| q.right.is_some()).count(),
        );
        let (low, high) = wilson(right, of);
        let measurement = Measurement {
            at: self.world.clock.now(),
            models: self.asked_models(id).await,
            questions,
            right: right as u32,
            of: of as u32,
            low,
            high,
            calls: spent.calls.load(Ordering::SeqCst),
            dollars: *locked(&spent.dollars),
            seconds: (self.world.clock.ticks() - began) / 1_000.0,
        };
        let (workspace, key) = (self.world.workspace.clone(), id.to_owned());
        let kept = self.apart(move |_| keep(&*workspace, &key, measurement)).await?;
        Ok(told(all.len(), kept))
    }

    /// One question, without what was said of it.
    async fn again(
        &self,
        open: &OpenDatabase,
        knowledge: &Knowledge,
        (all, at): (&[Example], usize),
        (run, cancel): (&str, &Cancel),
        spent: &Spent,
    ) -> Result<MeasuredQuestion> {
        let Some(example) = all.get(at) else {
            return Err(Problem::internal("no such question"));
        };
        let others: Vec<Example> = all.iter().filter(|e| e.question != example.question).cloned().collect();
        let mut door = self.door(&open.connection.id, Some(run)).await;
        if let Some(door) = &mut door {
            door.verified = others.clone();
        }
        let trace = Trace::new(run.to_owned(), &*self.world.clock, |event| spent.see(&event));
        let cx = Cx {
            door: door.as_ref(),
            verified: &others,
            calendar: self.calendar_of_run().await,
            ..self.context(open, knowledge, cancel, &trace)
        };
        let header = Header {
            run: run.to_owned(),
            askwell: env!("CARGO_PKG_VERSION").to_owned(),
            engine: knowledge.catalog.engine.clone(),
            dialect: open.connection.dialect,
            database: open.connection.id.clone(),
            fingerprint: knowledge.fingerprint.clone(),
            question: example.question.clone(),
            evidence: String::new(),
            seed: SEED,
            started: self.world.clock.now(),
            thread: String::new(),
            follows: None,
            anyway: true,
        };
        let asked = pipeline::ask(&cx, header, &example.question, "").await;
        cx.check()?;
        let (sql, mut says) = match asked.outcome {
            AskOutcome::Answered(answer) => (Some(answer.sql), String::new()),
            AskOutcome::Declined(declined) => (None, declined.message),
            AskOutcome::Replied(reply) => (None, reply.message),
            AskOutcome::Failed(problem) => (None, problem.message),
        };
        let right = match whole(&*open.database, &example.sql, cancel).await? {
            Err(why) => {
                says = format!("The query that was right no longer serves: {why}");
                None
            }
            Ok(accepted) => match &sql {
                None => Some(false),
                Some(sql) => match whole(&*open.database, sql, cancel).await? {
                    Err(why) => {
                        says = why;
                        Some(false)
                    }
                    // More columns than were right before are no harm.
                    Ok(now) => Some(same(&accepted, &now, false) || holds(&now, &accepted)),
                },
            },
        };
        if right == Some(false) && says.is_empty() {
            "The answer is another one.".clone_into(&mut says);
        }
        Ok(MeasuredQuestion {
            question: example.question.clone(),
            right,
            says,
            sql,
        })
    }

    async fn asked_models(&self, id: &str) -> Vec<String> {
        let Some(door) = self.door(id, None).await else {
            return Vec::new();
        };
        let tiers = Tier::ALL.into_iter().filter_map(|tier| door.settings.tiers.serve(tier));
        let mut names: Vec<String> = tiers.map(|to| to.model.clone()).collect();
        // The same model may serve two tiers that are not next to each other.
        let mut seen = std::collections::BTreeSet::new();
        names.retain(|name| seen.insert(name.clone()));
        names
    }
}

/// What the calls of a measurement came to.
struct Spent {
    calls: AtomicU32,
    /// `None`: a price is not known.
    dollars: Mutex<Option<f64>>,
}

impl Default for Spent {
    fn default() -> Self {
        Self {
            calls: AtomicU32::new(0),
            dollars: Mutex::new(Some(0.0)),
        }
    }
}

impl Spent {
    fn see(&self, event: &Event) {
        let Artifact::Model(call) = &event.artifact else { return };
        if call.cached || call.failure.is_some() {
            return;
        }
        self.calls.fetch_add(1, Ordering::SeqCst);
        let mut dollars = locked(&self.dollars);
        *dollars = dollars.zip(call.cost).map(|(sum, cost)| sum + cost);
    }
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// All rows, or why they cannot be had.
async fn whole(database: &dyn Database, sql: &str, cancel: &Cancel) -> Result<std::result::Result<ResultSet, String>> {
    let stream = match database.query(sql, WHOLE, cancel).await? {
        Ok(stream) => stream,
        Err(finding) => return Ok(Err(finding.message)),
    };
    Ok(match stream.collect().await {
        Ok(result) if result.truncated.is_some() => Err("Its result is too large to compare.".to_owned()),
        Ok(result) => Ok(result),
        Err(finding) => Err(finding.message),
    })
}

/// Newest last. What cannot be read is as if nothing had been measured.
fn load(workspace: &dyn Workspace, id: &str) -> Result<Vec<Measurement>> {
    let bytes = workspace.load(ROOM, id)?.unwrap_or_default();
    Ok(serde_json::from_slice(&bytes).unwrap_or_default())
}

fn keep(workspace: &dyn Workspace, id: &str, measurement: Measurement) -> Result<Vec<Measurement>> {
    let mut all = load(workspace, id)?;
    all.push(measurement);
    all.drain(..all.len().saturating_sub(KEPT));
    let bytes = serde_json::to_vec(&all).map_err(Problem::internal)?;
    workspace.save(ROOM, id, &bytes)?;
    Ok(all)
}

fn told(ready: usize, mut all: Vec<Measurement>) -> Measured {
    let (latest, before) = (all.pop(), all.pop());
    let difference = latest
        .as_ref()
        .zip(before.as_ref())
        .map(|(now, then)| difference(then, now));
    Measured {
        ready: ready as u32,
        latest,
        before,
        difference,
    }
}

fn difference(then: &Measurement, now: &Measurement) -> Difference {
    let (mut won, mut lost, mut both) = (Vec::new(), Vec::new(), 0);
    for question in &now.questions {
        let earlier = then.questions.iter().find(|q| q.question == question.question);
        let (Some(was), Some(is)) = (earlier.and_then(|q| q.right), question.right) else {
            continue;
        };
        both += 1;
        match (was, is) {
            (false, true) => won.push(question.question.clone()),
            (true, false) => lost.push(question.question.clone()),
            _ => {}
        }
    }
    Difference {
        chance: mcnemar(won.len(), lost.len()),
        won,
        lost,
        both,
    }
}
