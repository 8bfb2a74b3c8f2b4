//! What every stage gets besides its argument.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::Arc;

use askwell_contract::ports::{Cancel, Clock, Connector, Database, Embedder, Files, Models, Vault, Workspace};
use askwell_contract::run::{Artifact, Event, Stage, Trust};
use askwell_contract::time::Calendar;
use askwell_contract::{Limits, Problem, Result, ResultSet};

use askwell_reader::rank::Weights as Ranking;

use crate::ask::builtin::score::Weights;
use crate::calendar::Now;
use crate::prepare::examples::Example;
use crate::prepare::Knowledge;
use crate::prompt::{Answered, Call, Door, Input};
use crate::switches::Switches;

/// Everything outside the engine, as one bundle of ports.
#[derive(Clone)]
pub struct World {
    pub connector: Arc<dyn Connector>,
    pub workspace: Arc<dyn Workspace>,
    pub files: Arc<dyn Files>,
    pub vault: Arc<dyn Vault>,
    pub clock: Arc<dyn Clock>,
    /// `None` where the model files are not installed; every use has a path without it.
    pub embedder: Option<Arc<dyn Embedder>>,
    /// `None`: this host talks to no model; every use has a path without one.
    pub models: Option<Arc<dyn Models>>,
}

/// A turn that was answered before this one.
#[derive(Debug, Clone, PartialEq)]
pub struct Earlier {
    pub run: String,
    /// As it was understood.
    pub question: String,
    /// Its answer's.
    pub sql: String,
    /// The first rows that were shown.
    pub result: Option<ResultSet>,
    /// `None`: its query was given, not answered.
    pub trust: Option<Trust>,
}

/// The context of one run.
pub struct Cx<'a> {
    pub knowledge: &'a Knowledge,
    pub database: &'a dyn Database,
    pub embedder: Option<Arc<dyn Embedder>>,
    /// `None`: no model may be asked about this database, or none is set up.
    pub door: Option<&'a Door>,
    pub clock: &'a dyn Clock,
    pub cancel: &'a Cancel,
    pub trace: &'a Trace<'a>,
    pub limits: Limits,
    /// What the run may use; measuring what a mechanism is worth turns it off.
    pub switches: Switches,
    /// What the built-in engine has learned of which reading is meant.
    pub weights: &'a Weights,
    /// What the reader has learned of it, and of when a database cannot answer.
    pub ranking: &'a Ranking,
    /// What the person said is right, of this database.
    pub verified: &'a [Example],
    /// The turns before it in the same conversation, the last one last.
    pub earlier: &'a [Earlier],
    /// How the person counts time.
    pub calendar: Calendar,
    /// Source of every tie broken by chance; the same seed gives the same run (law 6).
    pub seed: u64,
}

impl<'a> Cx<'a> {
    /// The same where no model may be asked.
    pub fn without_models(&self) -> Cx<'a> {
        Cx {
            door: None,
            embedder: self.embedder.clone(),
            ..*self
        }
    }

    /// What times are counted from.
    pub fn now(&self) -> Now {
        Now::new(self.knowledge, self.clock.now(), self.calendar)
    }

    /// Err(`Cancelled`) once the person pressed Stop.
    pub fn check(&self) -> Result<()> {
        if self.cancel.is_cancelled() {
            return Err(Problem::cancelled());
        }
        Ok(())
    }

    /// Asks a model in the course of a stage; every call is an event. `None`: there is no model to ask, or it gave nothing
    /// that can be used, and the event says why; the stage goes on without.
    pub async fn ask<I: Input>(&self, stage: Stage, call: &Call<'_, I>) -> Option<Answered<I::Reply>> {
        self.ask_until(stage, call, self.cancel).await
    }

    /// The same with a sign of its own to give it up.
    pub async fn ask_until<I: Input>(
        &self,
        stage: Stage,
        call: &Call<'_, I>,
        cancel: &Cancel,
    ) -> Option<Answered<I::Reply>> {
        let told = |artifact| self.trace.emit(Some(stage), artifact);
        self.door?.call(call, cancel, &told).await.ok()
    }
}

/// The run's event stream: numbers and times every artifact and hands it to the host.
pub struct Trace<'a> {
    run: String,
    clock: &'a dyn Clock,
    began: f64,
    next: AtomicU32,
    emit: Box<dyn Fn(Event) + Send + Sync + 'a>,
}

impl<'a> Trace<'a> {
    pub fn new(run: String, clock: &'a dyn Clock, emit: impl Fn(Event) + Send + Sync + 'a) -> Self {
        Self {
            run,
            began: clock.ticks(),
            clock,
            next: AtomicU32::new(0),
            emit: Box::new(emit),
        }
    }
    /// The trace of a run that was cut off, behind the last of its events that are kept.
    pub fn behind(last: &Event, clock: &'a dyn Clock, emit: impl Fn(Event) + Send + Sync + 'a) -> Self {
        let trace = Self::new(last.run.clone(), clock, emit);
        Self {
            // Time in which nobody worked on it does not count.
            began: trace.began - last.at,
            next: AtomicU32::new(last.seq + 1),
            ..trace
        }
    }

    /// Milliseconds since the run began.
    pub fn elapsed(&self) -> f64 {
        self.clock.ticks() - self.began
    }

    pub fn emit(&self, stage: Option<Stage>, artifact: Artifact) {
        let seq = self.next.fetch_add(1, Ordering::SeqCst);
        (self.emit)(Event {
            seq,
            run: self.run.clone(),
            stage,
            at: self.elapsed(),
            artifact,
        });
    }
}
