//! The person chooses between readings of a question.
//!
//! In: a saved run and one of its candidates. Out: the run's new last event, with the answer that stands from then on;
//! it is made of what the candidate gave then, and its statement is kept as an example. Deliberately absent: running
//! anything again.

use askwell_contract::ports::Cancel;
use askwell_contract::run::{Answer, Artifact, Chosen, Event, Header, Judged, Plan, Selection};
use askwell_contract::{Problem, ProblemCode, Result};

use super::{locked, runs, Desk};
use crate::cx::Trace;
use crate::pipeline;
use crate::prepare::examples;

impl Desk {
    /// `candidate` `None` takes the choice back: the answer is the run's own again.
    pub async fn choose(&self, id: &str, run: &str, candidate: Option<&str>) -> Result<Event> {
        let _one = self.editing.lock().await;
        if locked(&self.running).contains_key(run) {
            return Err(refused(
                "This question is not answered yet.",
                "Choose once its answer is there.",
            ));
        }
        let events = self.replay(run)?;
        let saved = Saved::of(&events)?;
        if saved.header.database != id {
            return Err(refused(
                "This question was asked of another database.",
                "Open that database, and choose there.",
            ));
        }
        let answer = match candidate {
            Some(candidate) => Some(self.answer_of(id, &saved, candidate).await?),
            None => saved.own.cloned(),
        };
        let now = self.world.clock.now().saturating_sub(saved.header.started) as f64;
        let event = Event {
            seq: saved.last.seq + 1,
            run: run.to_string(),
            stage: None,
            at: now.max(saved.last.at),
            artifact: Artifact::Chosen(Box::new(Chosen {
                candidate: candidate.map(str::to_string),
                answer,
            })),
        };
        runs::add(&*self.world.workspace, run, &events, &event)?;
        self.remember(&saved, &event)?;
        Ok(event)
    }

    async fn answer_of(&self, id: &str, saved: &Saved<'_>, candidate: &str) -> Result<Answer> {
        let open = self.opened(id).await?;
        let cancel = Cancel::new();
        let knowledge = self.ready(&open, &cancel).await?;
        let trace = Trace::new(saved.header.run.clone(), &*self.world.clock, |_| {});
        let cx = self.context(&open, &knowledge, &cancel, &trace);
        let plan = Plan {
            question: saved.header.question.clone(),
            evidence: saved.header.evidence.clone(),
            follows: None,
            parts: Vec::new(),
            tells: None,
        };
        pipeline::choose(&cx, &plan, &saved.pool, saved.selection, candidate).await
    }

    /// What the person said is right, of one database; what cannot be read is as if nothing had been said.
    pub(super) async fn verified(&self, id: &str) -> Vec<examples::Example> {
        let (workspace, id) = (self.world.workspace.clone(), id.to_owned());
        let read = tokio::task::spawn_blocking(move || examples::verified(&*workspace, &id).unwrap_or_default());
        read.await.unwrap_or_default()
    }

    /// What was chosen is an example from now on; what was chosen before is one no longer.
    fn remember(&self, saved: &Saved<'_>, event: &Event) -> Result<()> {
        let keep = |sql: &str, right: bool| {
            let question = examples::with_hint(&saved.header.question, &saved.header.evidence);
            examples::verify(&*self.world.workspace, &saved.header.database, &question, sql, right)
        };
        let now = match &event.artifact {
            Artifact::Chosen(now) => now.answer.as_ref().filter(|_| now.candidate.is_some()),
            _ => None,
        };
        match (now, saved.chosen) {
            (Some(now), _) => keep(&now.sql, true),
            (None, Some(before)) => keep(&before.sql, false),
            (None, None) => Ok(()),
        }
    }
}

/// What choosing needs of a run.
struct Saved<'e> {
    header: &'e Header,
    /// Every candidate as it was judged last.
    pool: Vec<Judged>,
    selection: &'e Selection,
    /// The answer that the run itself came to, where it did.
    own: Option<&'e Answer>,
    /// The answer that the person chose, where they did.
    chosen: Option<&'e Answer>,
    last: &'e Event,
}

impl<'e> Saved<'e> {
    fn of(events: &'e [Event]) -> Result<Self> {
        let (mut header, mut selection, mut own, mut chosen) = (None, None, None, None);
        let mut pool: Vec<Judged> = Vec::new();
        for event in events {
            match &event.artifact {
                Artifact::Started(h) => header = Some(h),
                Artifact::Judged(judged) => match pool.iter_mut().find(|j| j.candidate.id == judged.candidate.id) {
                    Some(before) => before.clone_from(judged),
                    None => pool.push((**judged).clone()),
                },
                Artifact::Selection(s) => selection = Some(s),
                Artifact::Answer(answer) => own = Some(&**answer),
                Artifact::Chosen(c) => chosen = c.answer.as_ref().filter(|_| c.candidate.is_some()),
                _ => {}
            }
        }
        match (header, selection, events.last()) {
            (Some(header), Some(selection), Some(last)) => Ok(Self {
                header,
                pool,
                selection,
                own,
                chosen,
                last,
            }),
            _ => Err(refused(
                "This question has no answer to choose another for.",
                "Ask it again first.",
            )),
        }
    }
}

fn refused(message: &str, hint: &str) -> Problem {
    Problem::new(ProblemCode::BadInput, message).hint(hint)
}
