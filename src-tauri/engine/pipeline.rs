//! The line through the house: every stage in turn, every arrow an event.
//!
//! In: a question and the run's context, or what a run that was cut off had finished. Out: [`Asked`]; meanwhile events,
//! `Started` first and `Finished` last, whatever happens. The only place where a stage's result meets the next stage.
//! Deliberately absent: saving events (the desk does) and anything a stage could do itself.

use std::future::{poll_fn, Future};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::pin::pin;
use std::task::Poll;

use askwell_contract::run::{
    Answer, Artifact, Cluster, Declined, Header, Judged, Plan, Reply, Selection, Stage, Trust,
};
use askwell_contract::{Problem, ProblemCode, Result};

use crate::ask;
use crate::ask::converse::Way;
use crate::ask::generate::{Generated, Refused};
use crate::cx::{Cx, Trace};
use crate::switches::Mechanism;

pub(crate) mod kept;
#[cfg(test)]
mod tests;

pub use kept::Kept;

mod closest;
mod combine;
mod parts;
mod review;
mod turn;

pub use turn::follow_ups;
use turn::Turned;

pub mod plain;
pub mod recalled;

/// What a run came to.
#[derive(Debug, Clone, PartialEq)]
pub struct Asked {
    pub header: Header,
    pub plan: Option<Plan>,
    pub judged: Vec<Judged>,
    pub selection: Option<Selection>,
    pub outcome: AskOutcome,
    /// Everything that a turn may mean behind the turn before it, for those who measure; empty where none was before.
    pub ways: Vec<Way>,
}

#[derive(Debug, Clone, PartialEq)]
pub enum AskOutcome {
    Answered(Box<Answer>),
    Declined(Declined),
    /// A question back, or small talk.
    Replied(Reply),
    Failed(Problem),
}

/// Answers one question.
pub async fn ask(cx: &Cx<'_>, header: Header, question: &str, evidence: &str) -> Asked {
    cx.trace.emit(None, Artifact::Started(header.clone()));
    line(cx, header, question, evidence, Kept::default(), true).await
}

/// Goes on with a run that was cut off, behind its last finished stage. No finished stage does anything again: no model is
/// asked, no candidate run. The trace has to go on from the last event kept.
pub async fn go_on(cx: &Cx<'_>, header: Header, kept: Kept) -> Asked {
    let (question, evidence) = (header.question.clone(), header.evidence.clone());
    line(cx, header, &question, &evidence, kept, true).await
}

/// `whole`: a person asked it. A part of a question is not taken apart again, and shows nothing in place of an answer.
async fn line(cx: &Cx<'_>, header: Header, question: &str, evidence: &str, kept: Kept, whole: bool) -> Asked {
    let neighbours;
    let without_planner;
    let cx = match cx.switches.has(Mechanism::JoinPlanner) {
        true => cx,
        false => {
            neighbours = cx.knowledge.joining_neighbours();
            without_planner = Cx {
                knowledge: &neighbours,
                embedder: cx.embedder.clone(),
                ..*cx
            };
            &without_planner
        }
    };
    // Whoever wants an answer now is asked nothing.
    let silent;
    let cx = match header.anyway {
        false => cx,
        true => {
            silent = Cx {
                switches: cx.switches.without(Mechanism::AskBack),
                embedder: cx.embedder.clone(),
                ..*cx
            };
            &silent
        }
    };
    let mut so_far = SoFar {
        anyway: header.anyway,
        whole,
        divides: whole && cx.switches.style == askwell_reader::Style::People,
        ..SoFar::default()
    };
    let outcome = match calm(stages(cx, &header, question, evidence, kept, &mut so_far)).await {
        Ok(outcome) => outcome,
        Err(problem) => {
            cx.trace.emit(so_far.stage, Artifact::Problem(problem.clone()));
            AskOutcome::Failed(problem)
        }
    };
    cx.trace.emit(None, Artifact::Finished { ms: cx.trace.elapsed() });
    let SoFar {
        plan,
        judged,
        selection,
        ways,
        ..
    } = so_far;
    Asked {
        header,
        plan,
        judged,
        selection,
        outcome,
        ways,
    }
}

/// A question that no stage could begin to answer: its run says so, and is saved like every other.
pub fn failed(trace: &Trace<'_>, header: Header, problem: Problem) -> Asked {
    trace.emit(None, Artifact::Started(header.clone()));
    trace.emit(None, Artifact::Problem(problem.clone()));
    trace.emit(None, Artifact::Finished { ms: trace.elapsed() });
    Asked {
        header,
        plan: None,
        judged: Vec::new(),
        selection: None,
        outcome: AskOutcome::Failed(problem),
        ways: Vec::new(),
    }
}

/// The answer of a candidate that the person chose, from a run that is over: nothing runs, no event is sent.
pub async fn choose(
    cx: &Cx<'_>,
    plan: &Plan,
    pool: &[Judged],
    selection: &Selection,
    candidate: &str,
) -> Result<Answer> {
    let ran = |j: &&Judged| j.candidate.id == candidate && j.ran();
    let Some(chosen) = pool.iter().find(ran) else {
        let problem = Problem::new(
            ProblemCode::BadInput,
            "This query was not run, so it has no result to show.",
        );
        return Err(problem.hint("Choose another reading."));
    };
    // The other readings are out of question: they no longer weigh against this one.
    let agrees = |c: &&Cluster| c.members.contains(&chosen.candidate.id);
    let clusters: Vec<Cluster> = selection.clusters.iter().filter(agrees).cloned().collect();
    let pool: Vec<Judged> = pool
        .iter()
        .filter(|j| clusters.iter().any(|c| c.members.contains(&j.candidate.id)))
        .cloned()
        .collect();
    let selection = Selection {
        clusters,
        duels: Vec::new(),
        standings: Vec::new(),
        others: Vec::new(),
        winner: chosen.candidate.id.clone(),
        why: "You chose this reading.".to_string(),
        ..selection.clone()
    };
    ask::answer::answer(cx, plan, &pool, &selection).await
}

/// Where all other readings together are believed less than this, a question has one reading.
const DOUBT: f64 = 0.1;

/// Whether a question is answered with high trust and has one reading. Its query runs; no event is
/// worth keeping, so that the trace should lead nowhere.
pub async fn sure(cx: &Cx<'_>, question: &str) -> Result<bool> {
    let header = Header {
        run: "sure".to_owned(),
        askwell: env!("CARGO_PKG_VERSION").to_owned(),
        engine: cx.knowledge.catalog.engine.clone(),
        dialect: cx.knowledge.catalog.dialect,
        database: String::new(),
        fingerprint: cx.knowledge.fingerprint.clone(),
        question: question.to_owned(),
        evidence: String::new(),
        seed: cx.seed,
        started: cx.clock.now(),
        thread: String::new(),
        follows: None,
        anyway: true,
    };
    let asked = line(cx, header, question, "", Kept::default(), false).await;
    cx.check()?;
    let belief = |id: &String| {
        let found = asked.judged.iter().find(|j| j.candidate.id == *id);
        found.map_or(0.0, |j| j.candidate.belief)
    };
    let one = asked.selection.is_some_and(|s| {
        let others = s.clusters.iter().filter(|c| s.others.contains(&c.id));
        others.flat_map(|c| &c.members).map(belief).sum::<f64>() < DOUBT
    });
    Ok(one && matches!(asked.outcome, AskOutcome::Answered(answer) if answer.trust == Trust::High))
}

/// What is known when a stage fails.
#[derive(Default)]
struct SoFar {
    stage: Option<Stage>,
    plan: Option<Plan>,
    judged: Vec<Judged>,
    selection: Option<Selection>,
    ways: Vec<Way>,
    /// The person wants no question back.
    anyway: bool,
    /// A person asked it: it is no part of another.
    whole: bool,
    /// The question may be taken apart.
    divides: bool,
}

async fn stages(
    cx: &Cx<'_>,
    header: &Header,
    question: &str,
    evidence: &str,
    kept: Kept,
    so_far: &mut SoFar,
) -> Result<AskOutcome> {
    if let Some(end) = kept.end {
        let before = kept.repaired.or(kept.judged).unwrap_or_default();
        let (selection, judged) = match kept.reviewed {
            Some((selection, judged)) => (Some(selection), judged),
            None => (kept.selection, before),
        };
        (so_far.plan, so_far.selection, so_far.judged) = (kept.plan, selection, judged);
        return Ok(end);
    }
    let plan = match kept.plan {
        Some(plan) => plan,
        None => {
            let tell = enter(cx, so_far, Stage::Converse)?;
            let plan = ask::converse::converse(cx, question, evidence).await?;
            if let Some(reply) = ask::converse::small_talk(&plan.question) {
                tell(Artifact::Reply(reply.clone()));
                return Ok(AskOutcome::Replied(reply));
            }
            if !so_far.anyway {
                if let Some(reply) = turn::define(cx, &plan).await? {
                    tell(Artifact::Reply(reply.clone()));
                    return Ok(AskOutcome::Replied(reply));
                }
            }
            let (plan, again) = match turn::aside(cx, plan).await? {
                Turned::Question { plan, again } => (plan, again),
                Turned::Reply(reply) => {
                    tell(Artifact::Reply(reply.clone()));
                    return Ok(AskOutcome::Replied(reply));
                }
            };
            let parts = match so_far.divides {
                true => turn::parts(cx, &plan).await?,
                false => Vec::new(),
            };
            let (plan, ways) = match parts.is_empty() && !again {
                true => turn::follow(cx, plan).await?,
                false => (Plan { parts, ..plan }, Vec::new()),
            };
            so_far.ways = ways;
            tell(Artifact::Plan(plan.clone()));
            plan
        }
    };
    so_far.plan = Some(plan.clone());
    if !plan.parts.is_empty() {
        return parts::answer(cx, header, &plan, kept.parts, so_far).await;
    }

    let grounding = match kept.grounding {
        Some(grounding) => grounding,
        None => {
            let tell = enter(cx, so_far, Stage::Ground)?;
            let grounding = ask::ground::ground(cx, &plan).await?;
            tell(Artifact::Grounding(grounding.clone()));
            grounding
        }
    };

    let linked = match kept.linked {
        Some(linked) => linked,
        None => {
            let tell = enter(cx, so_far, Stage::Link)?;
            let linked = ask::link::link(cx, &plan, &grounding).await?;
            tell(Artifact::Linked(linked.clone()));
            linked
        }
    };

    let generated = match kept.candidates {
        Some(candidates) => Generated {
            candidates,
            ..Generated::default()
        },
        None => {
            let tell = enter(cx, so_far, Stage::Generate)?;
            let generated = ask::generate::generate(cx, &plan, &grounding, &linked).await?;
            let readings = generated.as_ref().map_or(&[][..], |g| &g.candidates);
            if !so_far.anyway {
                if let Some(reply) = turn::clarify(cx, &plan, &linked, readings).await? {
                    tell(Artifact::Reply(reply.clone()));
                    return Ok(AskOutcome::Replied(reply));
                }
            }
            match generated {
                Ok(Generated { reply: Some(reply), .. }) => {
                    tell(Artifact::Reply(reply.clone()));
                    return Ok(AskOutcome::Replied(reply));
                }
                Ok(generated) => {
                    generated
                        .candidates
                        .iter()
                        .for_each(|c| tell(Artifact::Candidate(c.clone())));
                    generated
                }
                Err(Refused { mut declined, closest }) => {
                    if let Some(unfinished) = cx.knowledge.unfinished(&[]) {
                        declined.message = format!("{} {unfinished}", declined.message);
                    }
                    tell(Artifact::Declined(declined.clone()));
                    closest::look(cx, &plan, closest, so_far).await;
                    return Ok(AskOutcome::Declined(declined));
                }
            }
        }
    };

    let judged = match kept.judged {
        Some(judged) => judged,
        None => {
            let tell = enter(cx, so_far, Stage::Evaluate)?;
            let judged = ask::evaluate::evaluate(cx, &plan, generated.candidates, &generated.tried).await?;
            judged.iter().for_each(|j| tell(Artifact::Judged(Box::new(j.clone()))));
            judged
        }
    };
    so_far.judged.clone_from(&judged);

    let judged = match kept.repaired {
        Some(repaired) => repaired,
        None => {
            let tell = enter(cx, so_far, Stage::Repair)?;
            let before = judged.clone();
            let judged = match cx.switches.has(Mechanism::Repair) {
                true => ask::repair::repair(cx, &plan, &grounding, &linked, judged).await?,
                false => judged,
            };
            for (old, new) in before.iter().zip(&judged) {
                new.repairs
                    .iter()
                    .for_each(|attempt| tell(Artifact::Repair(attempt.clone())));
                // Confidence is a share of the pool's best: a repair can move it for all.
                if old != new {
                    tell(Artifact::Judged(Box::new(new.clone())));
                }
            }
            judged
        }
    };
    so_far.judged.clone_from(&judged);

    let selection = match kept.selection {
        Some(selection) => selection,
        None => {
            let tell = enter(cx, so_far, Stage::Select)?;
            // What a turn means was ranked by what it does to the turn before; the judge knows questions that stand alone.
            let turns;
            let by = match plan.follows.is_some() && cx.door.is_none() {
                true => {
                    turns = Cx {
                        switches: cx.switches.without(Mechanism::Judge),
                        embedder: cx.embedder.clone(),
                        ..*cx
                    };
                    &turns
                }
                false => cx,
            };
            let selection = ask::select::select(by, &plan, &judged).await?;
            compared(&tell, &selection);
            selection
        }
    };
    so_far.selection = Some(selection.clone());
    let plan = turn::settled(cx, plan, &selection.winner, so_far);

    drop(enter(cx, so_far, Stage::Answer)?);
    let answer = ask::answer::answer(cx, &plan, &judged, &selection).await?;
    let answer = match cx.switches.has(Mechanism::Grade) {
        true => review::review(cx, &plan, (&grounding, &linked), so_far, selection, answer).await?,
        false => answer,
    };
    drop(turn::settled(cx, plan, &answer.candidate, so_far));
    cx.trace
        .emit(Some(Stage::Answer), Artifact::Answer(Box::new(answer.clone())));
    Ok(AskOutcome::Answered(Box::new(answer)))
}

/// What the results came to side by side.
fn compared(tell: &impl Fn(Artifact), selection: &Selection) {
    tell(Artifact::Clusters(selection.clusters.clone()));
    selection.duels.iter().for_each(|d| tell(Artifact::Duel(d.clone())));
    tell(Artifact::Selection(selection.clone()));
}

/// Announces a stage and gives back how to emit from within it. Err once the person pressed Stop.
fn enter<'c>(cx: &'c Cx<'_>, so_far: &mut SoFar, stage: Stage) -> Result<impl Fn(Artifact) + 'c> {
    cx.check()?;
    so_far.stage = Some(stage);
    cx.trace.emit(Some(stage), Artifact::Entered(stage));
    Ok(move |artifact| cx.trace.emit(Some(stage), artifact))
}

/// A defect that panics ends the run as a problem, not the program: a window must outlive any question.
async fn calm<T>(future: impl Future<Output = Result<T>>) -> Result<T> {
    let mut future = pin!(future);
    poll_fn(
        |context| match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context))) {
            Ok(poll) => poll,
            Err(panic) => {
                let said = panic.downcast_ref::<&str>().map(|s| (*s).to_string());
                let said = said.or_else(|| panic.downcast_ref::<String>().cloned());
                Poll::Ready(Err(Problem::internal(
                    said.unwrap_or_else(|| "a panic without a message".to_string()),
                )))
            }
        },
    )
    .await
}
