//! A turn that asks several things: each goes through the whole line, those that need no other at once.
//!
//! In: a plan of parts. Out: one answer: what [`combine`] joins, else a list of answers, of which the last is the run's
//! own. It is never trusted more than the least of its parts.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Mutex, PoisonError};

use askwell_contract::run::{
    Answer, Artifact, Assumed, Assumption, Combine, Decides, Declined, Event, Header, PartRun, Plan, PlanPart, Reply,
    Stage, Trust, When,
};
use askwell_contract::{Problem, Result};

use super::{combine, enter, AskOutcome, Asked, Kept, SoFar};
use crate::ask;
use crate::ask::answer::trust::HIGH;
use crate::cx::{Cx, Earlier, Trace};
use crate::together::together;

/// Runners that sit at a database are four; one part may need two.
const AT_ONCE: usize = 2;

pub async fn answer(
    cx: &Cx<'_>,
    header: &Header,
    plan: &Plan,
    kept: Vec<PartRun>,
    so_far: &mut SoFar,
) -> Result<AskOutcome> {
    so_far.stage = Some(Stage::Converse);
    let mut done: BTreeMap<u32, Vec<Event>> = kept.into_iter().map(|p| (p.part, p.events)).collect();
    loop {
        cx.check()?;
        let ready: Vec<(u32, &PlanPart)> = (0..)
            .zip(&plan.parts)
            .filter(|(n, part)| !done.contains_key(n) && waits_for(part).all(|n| done.contains_key(n)))
            .collect();
        if ready.is_empty() {
            break;
        }
        let parts = ready.into_iter().map(|(n, part)| one(cx, header, n, part, &done));
        for part in together(AT_ONCE, parts).await? {
            done.insert(part.part, part.events.clone());
            cx.trace.emit(Some(Stage::Converse), Artifact::Part(Box::new(part)));
        }
    }
    cx.check()?;
    let ends: Vec<AskOutcome> = done
        .iter()
        .filter_map(|(n, events)| {
            let kept = Kept::of(events);
            let behind = plan.parts.get(*n as usize).is_some_and(|p| !p.needs.is_empty());
            // Read as if nothing were before it, it is no answer about those rows.
            match kept.plan.is_some_and(|p| p.follows.is_none()) && behind {
                true => Some(AskOutcome::Declined(unmet())),
                false => kept.end,
            }
        })
        .collect();
    // A broken world is an error, whatever the other parts came to.
    if let Some(AskOutcome::Failed(problem)) = ends.iter().find(|end| matches!(end, AskOutcome::Failed(_))) {
        return Err(problem.clone());
    }
    let tell = enter(cx, so_far, Stage::Answer)?;
    if let Some((n, reply)) = ends.iter().enumerate().find_map(|(n, end)| match end {
        AskOutcome::Replied(reply) => Some((n, reply)),
        _ => None,
    }) {
        let reply: Reply = ask::converse::beside(reply.clone(), &plan.parts, n);
        tell(Artifact::Reply(reply.clone()));
        return Ok(AskOutcome::Replied(reply));
    }
    let answers: Vec<&Answer> = ends.iter().filter_map(AskOutcome::answer).collect();
    if answers.is_empty() {
        let first = ends.iter().find_map(|end| match end {
            AskOutcome::Declined(declined) => Some(declined.clone()),
            _ => None,
        });
        let declined = first.ok_or_else(|| Problem::internal("a plan without parts".to_owned()))?;
        tell(Artifact::Declined(declined.clone()));
        return Ok(AskOutcome::Declined(declined));
    }
    let free = |p: &PlanPart| p.needs.is_empty() && p.when.is_none();
    let alone = answers.len() == plan.parts.len() && plan.parts.iter().all(free);
    let joined = match alone {
        true => combine::combine(cx, plan, &answers).await?,
        false => None,
    };
    let mut answer = match (joined, answers.last()) {
        (Some(answer), _) => answer,
        (None, Some(last)) => {
            let cut = answers.iter().any(|a| a.result.truncated.is_some());
            let mut last = (*last).clone();
            let idle = plan.parts.iter().filter(|p| is_idle(p, &ends)).count();
            last.combined = Some(combine::apart(plan, answers.len() + idle, cut));
            last
        }
        (None, None) => return Err(Problem::internal("a plan without parts".to_owned())),
    };
    told(&mut answer, plan, &ends);
    tell(Artifact::Answer(Box::new(answer.clone())));
    Ok(AskOutcome::Answered(Box::new(answer)))
}

/// A part behind those that it speaks of.
async fn one(
    cx: &Cx<'_>,
    header: &Header,
    n: u32,
    part: &PlanPart,
    done: &BTreeMap<u32, Vec<Event>>,
) -> Result<PartRun> {
    let run = format!("{}.{}", header.run, n + 1);
    let events = Mutex::new(Vec::new());
    let held = || events.lock().unwrap_or_else(PoisonError::into_inner);
    let before: Vec<Earlier> = part
        .needs
        .iter()
        .filter_map(|n| crate::desk::threads::turn(&format!("{}.{}", header.run, n + 1), done.get(n)?))
        .collect();
    let header = Header {
        run: run.clone(),
        question: part.question.clone(),
        ..header.clone()
    };
    {
        let trace = Trace::new(run, cx.clock, |event| held().push(event));
        let cx = Cx {
            trace: &trace,
            embedder: cx.embedder.clone(),
            // What points at rows of another part is about nothing said before.
            earlier: if part.needs.is_empty() { cx.earlier } else { &before },
            ..*cx
        };
        let asked = part.when.as_ref().map(|when| asks(when, |n| figure(done.get(&n)?)));
        let declined = match asked {
            Some(Some(false)) => part.when.as_ref().map(idle),
            Some(None) => part.when.as_ref().map(unknown),
            _ => (!part.needs.is_empty() && before.is_empty()).then(unmet),
        };
        match declined {
            None => {
                line(&cx, header).await;
            }
            Some(declined) => {
                cx.trace.emit(None, Artifact::Started(header));
                cx.trace.emit(None, Artifact::Declined(declined));
                cx.trace.emit(None, Artifact::Finished { ms: cx.trace.elapsed() });
            }
        }
    }
    cx.check()?;
    let events = std::mem::take(&mut *held());
    Ok(PartRun { part: n, events })
}

/// The parts that have to be over before a part can be asked.
fn waits_for(part: &PlanPart) -> impl Iterator<Item = &u32> {
    part.needs.iter().chain(part.when.iter().flat_map(|when| &when.parts))
}

/// The single figure that a part came to; of a list, how many rows there are.
///
/// None where a word of what was asked is not in it: the figure is of something else.
fn figure(events: &[Event]) -> Option<f64> {
    let end = Kept::of(events).end?;
    let answer = end.answer()?;
    if answer.assumed.iter().any(|a| a.kind == Assumption::Skipped) {
        return None;
    }
    let result = &answer.result;
    match result.rows.as_slice() {
        [row] if row.len() == 1 => row.first()?.as_f64(),
        rows => result.truncated.is_none().then_some(rows.len() as f64),
    }
}

/// Whether a part is asked; `None`: a figure that would decide it is not known.
fn asks(when: &When, figure: impl Fn(u32) -> Option<f64>) -> Option<bool> {
    let figures: Option<Vec<f64>> = when.parts.iter().map(|n| figure(*n)).collect();
    let holds = match (figures.as_deref(), when.holds, when.bound) {
        (Some([one]), Decides::Anything, _) => *one != 0.0,
        (Some([one]), Decides::Nothing, _) => *one == 0.0,
        (Some([one]), Decides::Above, Some(bound)) => *one > bound,
        (Some([one]), Decides::Below, Some(bound)) => *one < bound,
        (Some([one, two]), Decides::More, _) => one > two,
        (Some([one, two]), Decides::Less, _) => one < two,
        _ => return None,
    };
    Some(holds != when.not)
}

/// What a part comes to whose condition could not be decided.
fn unknown(when: &When) -> Declined {
    Declined {
        message: format!("Not asked, since it is not known whether “{}”.", when.says),
        missing: Vec::new(),
        suggestions: Vec::new(),
    }
}

/// What a part comes to that was not asked, since its condition does not hold.
fn idle(when: &When) -> Declined {
    let holds = if when.not { "holds" } else { "does not hold" };
    Declined {
        message: format!("Not asked, since “{}” {holds}.", when.says),
        missing: Vec::new(),
        suggestions: Vec::new(),
    }
}

/// What decides which parts are asked, a sentence each.
pub fn hang(plan: &Plan) -> impl Iterator<Item = String> + '_ {
    (1..).zip(&plan.parts).filter_map(|(n, part)| {
        let when = part.when.as_ref()?;
        let only = if when.not { "unless" } else { "only if" };
        Some(format!("Part {n} is asked {only} “{}”.", when.says))
    })
}

/// Whether that is how a part ended.
fn is_idle(part: &PlanPart, ends: &[AskOutcome]) -> bool {
    let message = part.when.as_ref().map(|when| idle(when).message);
    let said = |end: &AskOutcome| matches!(end, AskOutcome::Declined(d) if Some(&d.message) == message.as_ref());
    message.is_some() && ends.iter().any(said)
}

/// What a part that speaks of nothing that was found comes to.
fn unmet() -> Declined {
    Declined {
        message: "The rows that it speaks of were not found.".to_owned(),
        missing: Vec::new(),
        suggestions: Vec::new(),
    }
}

/// The line within itself has to have a type that can be named.
fn line<'f>(cx: &'f Cx<'f>, header: Header) -> Pin<Box<dyn Future<Output = Asked> + Send + 'f>> {
    Box::pin(async move {
        cx.trace.emit(None, Artifact::Started(header.clone()));
        let (question, evidence) = (header.question.clone(), header.evidence.clone());
        super::line(cx, header, &question, &evidence, Kept::default(), false).await
    })
}

/// What all parts say, beside the rows that are shown.
fn told(answer: &mut Answer, plan: &Plan, ends: &[AskOutcome]) {
    let answers: Vec<&Answer> = ends.iter().filter_map(AskOutcome::answer).collect();
    let missing: Vec<String> = plan
        .parts
        .iter()
        .zip(ends)
        .filter(|(part, end)| end.answer().is_none() && !is_idle(part, ends))
        .map(|(part, _)| format!("Not answered: {}", part.question))
        .collect();
    let each = |of: &dyn Fn(&Answer) -> Vec<String>| {
        let mut out: Vec<String> = Vec::new();
        for said in answers.iter().flat_map(|a| of(a)) {
            if !out.contains(&said) {
                out.push(said);
            }
        }
        out
    };
    // The run has no pool that another reading could be chosen from.
    answer.candidate = String::new();
    // What follows from two figures says both; what each part found stands above it.
    let says = answer
        .combined
        .as_ref()
        .map(|c| c.says.clone())
        .filter(|says| !says.is_empty());
    answer.sentence = says.unwrap_or_else(|| {
        answers
            .iter()
            .map(|a| a.sentence.as_str())
            .collect::<Vec<_>>()
            .join(" ")
    });
    answer.headline = None;
    answer.notes = each(&|a| a.notes.clone());
    answer.notes.splice(0..0, missing.iter().cloned());
    let idle = plan.parts.iter().filter(|part| is_idle(part, ends));
    let idle: Vec<String> = idle
        .filter_map(|part| Some(format!("{} {}", part.question, self::idle(part.when.as_ref()?).message)))
        .collect();
    answer.notes.splice(0..0, idle);
    // What is taken for granted points at the note that says it, which has another place now.
    let noted = answer.notes.clone();
    let moved = |own: &Answer, at: u32| {
        let says = own.notes.get(usize::try_from(at).ok()?)?;
        u32::try_from(noted.iter().position(|note| note == says)?).ok()
    };
    let mut assumed: Vec<Assumed> = Vec::new();
    for (own, one) in answers.iter().flat_map(|a| a.assumed.iter().map(move |one| (*a, one))) {
        let one = Assumed {
            note: one.note.and_then(|at| moved(own, at)),
            ..one.clone()
        };
        if !assumed.contains(&one) {
            assumed.push(one);
        }
    }
    answer.assumed = assumed;
    answer.reasons = vec![format!(
        "Asked in {} parts; the least sure of them counts.",
        plan.parts.len()
    )];
    let odds: Option<f64> = answers.iter().map(|a| a.odds).product();
    let least = answers.iter().map(|a| a.trust).max();
    answer.odds = odds;
    answer.trust = match least.unwrap_or(Trust::Low) {
        _ if !missing.is_empty() => Trust::Low,
        Trust::High if odds.is_none_or(|odds| odds < HIGH) => Trust::Medium,
        least => least,
    };
    let by = answer.combined.as_ref().map(|c| c.by);
    if matches!(by, Some(Combine::Row | Combine::Figures)) {
        answer.found.clear();
    }
}
