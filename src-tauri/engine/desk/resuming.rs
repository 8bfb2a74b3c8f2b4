//! A question whose run was cut off is gone on with.
//!
//! In: a saved run without an end. Out: its answer, and all its events: those that are kept, then the new ones. What its
//! finished stages made is taken over where the program and the database are still the same; else the question is asked anew under the same name. Deliberately absent: what counts as finished (`pipeline::Kept`).

use askwell_contract::run::{Event, Header};
use askwell_contract::{Problem, ProblemCode, Result};

use super::{locked, runs, threads, Desk};
use crate::cx::{Cx, Trace};
use crate::pipeline::{self, Asked, Kept};
use crate::prepare::Knowledge;

impl Desk {
    /// Where the database cannot be opened, the run stays as it was.
    pub async fn resume(&self, run: &str, on_event: impl Fn(Event) + Send + Sync) -> Result<Asked> {
        if locked(&self.running).contains_key(run) {
            return Err(refused(
                "This question is still being answered.",
                "Wait for its answer, or stop it.",
            ));
        }
        let (cancel, _done) = self.begin(run);
        let mut events = self.replay(run)?;
        let kept = Kept::of(&events);
        if kept.over {
            return Err(refused(
                "This question was not cut off: its run came to its end.",
                "Ask it again.",
            ));
        }
        let Some(header) = kept.header.clone() else {
            return Err(refused("Nothing of this question could be read.", "Ask it again."));
        };
        let open = self.opened(&header.database).await?;
        let knowledge = self.ready(&open, &cancel).await?;
        let (header, kept) = match kept.end.is_some() || holds(&header, &knowledge) {
            true => (header, kept),
            false => (renewed(header, &knowledge), Kept::default()),
        };
        events.truncate(kept.events);
        let log = runs::Log::behind(self.world.workspace.clone(), run.to_string(), &events)?;
        let heard = |event: Event| {
            log.write(&event);
            on_event(event);
        };
        let trace = match events.last() {
            Some(last) => Trace::behind(last, &*self.world.clock, heard),
            None => Trace::new(run.to_string(), &*self.world.clock, heard),
        };
        events.into_iter().for_each(&on_event);
        let door = self.door(&header.database, Some(run)).await;
        let verified = self.verified(&header.database).await;
        let earlier = match &header.follows {
            Some(run) => threads::earlier(&*self.world.workspace, run)?,
            None => Vec::new(),
        };
        let cx = Cx {
            door: door.as_ref(),
            verified: &verified,
            earlier: &earlier,
            calendar: self.calendar_of_run().await,
            limits: self.bounds_of_run().await,
            ..self.context(&open, &knowledge, &cancel, &trace)
        };
        let asked = match kept.events {
            0 => {
                let (question, evidence) = (header.question.clone(), header.evidence.clone());
                pipeline::ask(&cx, header, &question, &evidence).await
            }
            _ => pipeline::go_on(&cx, header, kept).await,
        };
        drop(trace);
        log.finish().await?;
        self.traced(run).await;
        Ok(asked)
    }
}

/// Whether what was made then is what would be made now.
fn holds(header: &Header, knowledge: &Knowledge) -> bool {
    header.fingerprint == knowledge.fingerprint && header.askwell == env!("CARGO_PKG_VERSION")
}

/// The same question, asked of the database as it is now.
fn renewed(header: Header, knowledge: &Knowledge) -> Header {
    Header {
        askwell: env!("CARGO_PKG_VERSION").to_string(),
        engine: knowledge.catalog.engine.clone(),
        dialect: knowledge.catalog.dialect,
        fingerprint: knowledge.fingerprint.clone(),
        ..header
    }
}

fn refused(message: &str, hint: &str) -> Problem {
    Problem::new(ProblemCode::BadInput, message).hint(hint)
}
