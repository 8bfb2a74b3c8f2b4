//! The line through the house: every stage in turn, every arrow an event.
//!
//! In: a question and the run's context. Out: [`Asked`]; meanwhile events, `Started` first and `Finished` last,
//! whatever happens. The only place where a stage's result meets the next stage. Deliberately absent: saving events
//! (the desk does) and anything a stage could do itself.

use std::future::{poll_fn, Future};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::pin::pin;
use std::task::Poll;

use askwell_contract::run::{Answer, Artifact, Cluster, Declined, Header, Judged, Plan, Selection, Stage};
use askwell_contract::{Problem, ProblemCode, Result};

use crate::ask;
use crate::cx::{Cx, Trace};

pub mod recalled;

/// What a run came to.
#[derive(Debug, Clone, PartialEq)]
pub struct Asked {
    pub header: Header,
    pub plan: Option<Plan>,
    pub judged: Vec<Judged>,
    pub selection: Option<Selection>,
    pub outcome: AskOutcome,
}

#[derive(Debug, Clone, PartialEq)]
pub enum AskOutcome {
    Answered(Box<Answer>),
    Declined(Declined),
    Failed(Problem),
}

/// Answers one question.
pub async fn ask(cx: &Cx<'_>, header: Header, question: &str, evidence: &str) -> Asked {
    cx.trace.emit(None, Artifact::Started(header.clone()));
    let mut so_far = SoFar::default();
    let outcome = match calm(stages(cx, question, evidence, &mut so_far)).await {
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
        ..
    } = so_far;
    Asked {
        header,
        plan,
        judged,
        selection,
        outcome,
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
        winner: chosen.candidate.id.clone(),
        why: "You chose this reading.".to_string(),
        ..selection.clone()
    };
    ask::answer::answer(cx, plan, &pool, &selection).await
}

/// Whether the first stages place every word of a question and write a query for it; nothing runs, no event is sent.
pub async fn understood(cx: &Cx<'_>, question: &str) -> Result<bool> {
    let plan = Plan {
        question: question.to_string(),
        evidence: String::new(),
    };
    let grounding = ask::ground::ground(cx, &plan).await?;
    let linked = ask::link::link(cx, &plan, &grounding).await?;
    let candidates = ask::generate::generate(cx, &plan, &grounding, &linked).await?;
    Ok(candidates.is_ok_and(|all| all.first().is_some_and(|best| best.unplaced.is_empty())))
}

/// What is known when a stage fails.
#[derive(Default)]
struct SoFar {
    stage: Option<Stage>,
    plan: Option<Plan>,
    judged: Vec<Judged>,
    selection: Option<Selection>,
}

async fn stages(cx: &Cx<'_>, question: &str, evidence: &str, so_far: &mut SoFar) -> Result<AskOutcome> {
    let plan = {
        let tell = enter(cx, so_far, Stage::Converse)?;
        let plan = ask::converse::converse(cx, question, evidence).await?;
        tell(Artifact::Plan(plan.clone()));
        plan
    };
    so_far.plan = Some(plan.clone());

    let tell = enter(cx, so_far, Stage::Ground)?;
    let grounding = ask::ground::ground(cx, &plan).await?;
    tell(Artifact::Grounding(grounding.clone()));

    let tell = enter(cx, so_far, Stage::Link)?;
    let linked = ask::link::link(cx, &plan, &grounding).await?;
    tell(Artifact::Linked(linked.clone()));

    let tell = enter(cx, so_far, Stage::Generate)?;
    let candidates = match ask::generate::generate(cx, &plan, &grounding, &linked).await? {
        Ok(candidates) => candidates,
        Err(mut declined) => {
            if let Some(unfinished) = cx.knowledge.unfinished(&[]) {
                declined.message = format!("{} {unfinished}", declined.message);
            }
            tell(Artifact::Declined(declined.clone()));
            return Ok(AskOutcome::Declined(declined));
        }
    };
    candidates.iter().for_each(|c| tell(Artifact::Candidate(c.clone())));

    let tell = enter(cx, so_far, Stage::Evaluate)?;
    let judged = ask::evaluate::evaluate(cx, &plan, candidates).await?;
    judged.iter().for_each(|j| tell(Artifact::Judged(Box::new(j.clone()))));
    so_far.judged.clone_from(&judged);

    let tell = enter(cx, so_far, Stage::Repair)?;
    let before = judged.clone();
    let judged = ask::repair::repair(cx, &plan, &grounding, &linked, judged).await?;
    for (old, new) in before.iter().zip(&judged) {
        new.repairs
            .iter()
            .for_each(|attempt| tell(Artifact::Repair(attempt.clone())));
        // Confidence is a share of the pool's best: a repair can move it for all.
        if old != new {
            tell(Artifact::Judged(Box::new(new.clone())));
        }
    }
    so_far.judged.clone_from(&judged);

    let tell = enter(cx, so_far, Stage::Select)?;
    let selection = ask::select::select(cx, &plan, &judged).await?;
    tell(Artifact::Clusters(selection.clusters.clone()));
    selection.duels.iter().for_each(|d| tell(Artifact::Duel(d.clone())));
    tell(Artifact::Selection(selection.clone()));
    so_far.selection = Some(selection.clone());

    let tell = enter(cx, so_far, Stage::Answer)?;
    let answer = ask::answer::answer(cx, &plan, &judged, &selection).await?;
    tell(Artifact::Answer(Box::new(answer.clone())));
    Ok(AskOutcome::Answered(Box::new(answer)))
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

#[cfg(test)]
mod tests {
    use askwell_contract::ports::Cancel;
    use askwell_contract::run::Event;
    use askwell_contract::Dialect;

    use super::*;
    use crate::scripted::{kinds, run_with, Scripted};

    fn header() -> Header {
        Header {
            run: "r1".into(),
            askwell: "0".into(),
            engine: "Fake 1".into(),
            dialect: Dialect::Sqlite,
            database: "shop".into(),
            fingerprint: "1".into(),
            question: "q".into(),
            seed: 1,
            started: 0,
        }
    }

    fn asked(db: Scripted, cancel: Cancel, question: &str) -> (Asked, Vec<Event>) {
        let mut out = None;
        let events = run_with(db, cancel, async |cx| out = Some(ask(cx, header(), question, "").await));
        (out.unwrap(), events)
    }

    fn counted() -> Scripted {
        Scripted::shop().gives("SELECT COUNT(*) AS number_of_customers FROM customers", &[&["12"]])
    }

    /// True for every run, however it ends.
    fn well_formed(events: &[Event]) {
        let seqs: Vec<u32> = events.iter().map(|e| e.seq).collect();
        assert_eq!(seqs, (0..events.len() as u32).collect::<Vec<_>>());
        assert!(matches!(events.first().unwrap().artifact, Artifact::Started(_)));
        assert!(matches!(events.last().unwrap().artifact, Artifact::Finished { .. }));
        let ends = events.iter().filter(|e| {
            matches!(
                e.artifact,
                Artifact::Answer(_) | Artifact::Declined(_) | Artifact::Problem(_)
            )
        });
        assert_eq!(ends.count(), 1);
        assert!(events.windows(2).all(|w| w[0].at <= w[1].at));
    }

    #[test]
    fn every_arrow_is_an_event_in_order() {
        let (asked, events) = asked(counted(), Cancel::new(), "How many customers are there?");
        well_formed(&events);
        let AskOutcome::Answered(answer) = &asked.outcome else {
            panic!("{:?}", asked.outcome)
        };
        assert_eq!(answer.headline.as_deref(), Some("12"));
        let mut seen = kinds(&events);
        seen.dedup();
        let stages: Vec<&str> = seen
            .iter()
            .map(String::as_str)
            .filter(|k| k.chars().next().unwrap().is_uppercase())
            .collect();
        assert_eq!(
            stages,
            ["Converse", "Ground", "Link", "Generate", "Evaluate", "Repair", "Select", "Answer"]
        );
        for kind in [
            "plan",
            "grounding",
            "linked",
            "candidate",
            "judged",
            "clusters",
            "selection",
            "answer",
        ] {
            assert!(seen.contains(&kind.to_string()), "{kind} is missing in {seen:?}");
        }
    }

    #[test]
    fn an_empty_question_is_a_problem_and_still_finishes() {
        let (asked, events) = asked(counted(), Cancel::new(), "  ");
        well_formed(&events);
        assert!(matches!(asked.outcome, AskOutcome::Failed(p) if p.code == ProblemCode::BadInput));
    }

    #[test]
    fn a_question_about_nothing_is_declined() {
        let (asked, events) = asked(counted(), Cancel::new(), "What is the meaning of life?");
        well_formed(&events);
        assert!(matches!(asked.outcome, AskOutcome::Declined(_)), "{:?}", asked.outcome);
    }

    #[test]
    fn stop_ends_the_run_between_and_within_stages() {
        let stopped = Cancel::new();
        stopped.cancel();
        let (first, events) = asked(counted(), stopped, "How many customers are there?");
        well_formed(&events);
        assert!(matches!(first.outcome, AskOutcome::Failed(p) if p.code == ProblemCode::Cancelled));
        assert_eq!(kinds(&events), ["started", "problem", "finished"]);

        let cancel = Cancel::new();
        let db = Scripted::shop().traps("SELECT COUNT(*) AS number_of_customers FROM customers", &cancel);
        let (second, events) = asked(db, cancel, "How many customers are there?");
        well_formed(&events);
        assert!(matches!(second.outcome, AskOutcome::Failed(p) if p.code == ProblemCode::Cancelled));
    }

    #[test]
    fn a_broken_connection_is_a_problem() {
        let db = Scripted::shop().breaks(
            "SELECT COUNT(*) AS number_of_customers FROM customers",
            ProblemCode::Lost,
        );
        let (asked, events) = asked(db, Cancel::new(), "How many customers are there?");
        well_formed(&events);
        assert!(matches!(asked.outcome, AskOutcome::Failed(p) if p.code == ProblemCode::Lost));
    }

    #[tokio::test]
    async fn a_panic_becomes_a_problem() {
        let result: Result<()> = calm(async { panic!("split at 7") }).await;
        let problem = result.unwrap_err();
        assert_eq!(problem.code, ProblemCode::Internal);
        assert_eq!(problem.detail.as_deref(), Some("split at 7"));
    }

    #[test]
    fn the_same_question_gives_the_same_events() {
        let run = || asked(counted(), Cancel::new(), "How many customers are there?").1;
        assert_eq!(run(), run());
    }
}
