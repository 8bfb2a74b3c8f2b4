//! What a run that was cut off had finished.
//!
//! In: its events. Out: what its finished stages made, and how many events lead up to there. A stage is finished once
//! its one result is an event or, where it gives several, once the next stage was entered: between two of them nobody
//! knows whether more would have come. Deliberately absent: whether these results still hold (the desk decides).

use askwell_contract::run::{
    Artifact, Candidate, Event, Grounding, Header, Judged, Linked, PartRun, Plan, Selection, Stage,
};

use super::AskOutcome;

/// Results that need not be made again; all empty for a question that nobody began.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Kept {
    pub header: Option<Header>,
    pub plan: Option<Plan>,
    pub parts: Vec<PartRun>,
    pub grounding: Option<Grounding>,
    pub linked: Option<Linked>,
    pub candidates: Option<Vec<Candidate>>,
    /// As they were before anything was repaired.
    pub judged: Option<Vec<Judged>>,
    pub repaired: Option<Vec<Judged>>,
    pub selection: Option<Selection>,
    /// What the review put in place of the selection, with the pool that it is of.
    pub reviewed: Option<(Selection, Vec<Judged>)>,
    /// Only its last event is missing.
    pub end: Option<AskOutcome>,
    /// It has its last event: there is nothing to go on with.
    pub over: bool,
    /// So many events hold all of this; those behind them are of a stage that has to be gone through again.
    pub events: usize,
}

impl Kept {
    pub fn of(events: &[Event]) -> Self {
        let mut out = Self::default();
        let mut candidates: Vec<Candidate> = Vec::new();
        let mut pool: Vec<Judged> = Vec::new();
        let mut recalled = false;
        let mut reviewed = None;
        for (at, event) in events.iter().enumerate() {
            // What is finished ends with this event, or before it.
            let (with, before) = (at + 1, at);
            let end = match &event.artifact {
                Artifact::Started(header) => {
                    out.header = Some(header.clone());
                    with
                }
                Artifact::Recalled(_) => {
                    recalled = true;
                    continue;
                }
                // A review's own is settled anew with its selection.
                Artifact::Plan(_) if reviewed.is_some() => continue,
                Artifact::Plan(plan) => {
                    out.plan = Some(plan.clone());
                    with
                }
                Artifact::Part(part) => {
                    out.parts.push((**part).clone());
                    with
                }
                Artifact::Grounding(grounding) => {
                    out.grounding = Some(grounding.clone());
                    with
                }
                Artifact::Linked(linked) => {
                    out.linked = Some(linked.clone());
                    with
                }
                Artifact::Candidate(candidate) => {
                    candidates.push(candidate.clone());
                    continue;
                }
                Artifact::Entered(Stage::Evaluate) => {
                    out.candidates = Some(std::mem::take(&mut candidates));
                    before
                }
                Artifact::Judged(judged) => {
                    put(&mut pool, judged);
                    continue;
                }
                Artifact::Entered(Stage::Repair) => {
                    out.judged = Some(pool.clone());
                    before
                }
                Artifact::Entered(Stage::Select) => {
                    out.repaired = Some(pool.clone());
                    before
                }
                // What a review put in its place is only kept with the answer: cut off within it, the review begins anew.
                Artifact::Selection(selection) if out.selection.is_some() => {
                    reviewed = Some(selection.clone());
                    continue;
                }
                Artifact::Selection(selection) => {
                    out.selection = Some(selection.clone());
                    with
                }
                Artifact::Answer(answer) => {
                    out.end = Some(AskOutcome::Answered(answer.clone()));
                    out.reviewed = reviewed.take().map(|selection| (selection, pool.clone()));
                    with
                }
                Artifact::Declined(declined) => {
                    out.end = Some(AskOutcome::Declined(declined.clone()));
                    with
                }
                Artifact::Reply(reply) => {
                    out.end = Some(AskOutcome::Replied(reply.clone()));
                    with
                }
                Artifact::Problem(problem) => {
                    out.end = Some(AskOutcome::Failed(problem.clone()));
                    with
                }
                Artifact::Finished { .. } => {
                    out.over = true;
                    with
                }
                Artifact::Entered(_)
                | Artifact::Enough(_)
                | Artifact::Repair(_)
                | Artifact::Model(_)
                | Artifact::Clusters(_)
                | Artifact::Duel(_)
                | Artifact::Grade(_)
                | Artifact::Chosen(_) => continue,
            };
            out.events = end;
        }
        // An earlier question's answer came without the stages that made it: what is missing is asked anew.
        if recalled && out.end.is_none() {
            return Self {
                header: out.header,
                events: 1,
                ..Self::default()
            };
        }
        out
    }

    /// What was finished before a stage, as if that one and all behind it had never been entered.
    #[must_use]
    pub fn before(self, stage: Stage) -> Self {
        fn keep<T>(made: Option<T>, by: Stage, stage: Stage) -> Option<T> {
            made.filter(|_| by < stage)
        }
        Self {
            header: self.header,
            plan: keep(self.plan, Stage::Converse, stage),
            grounding: keep(self.grounding, Stage::Ground, stage),
            linked: keep(self.linked, Stage::Link, stage),
            candidates: keep(self.candidates, Stage::Generate, stage),
            judged: keep(self.judged, Stage::Evaluate, stage),
            repaired: keep(self.repaired, Stage::Repair, stage),
            selection: keep(self.selection, Stage::Select, stage),
            ..Self::default()
        }
    }
}

/// A repaired candidate takes the place of what it was.
fn put(pool: &mut Vec<Judged>, judged: &Judged) {
    match pool.iter_mut().find(|j| j.candidate.id == judged.candidate.id) {
        Some(before) => before.clone_from(judged),
        None => pool.push(judged.clone()),
    }
}
