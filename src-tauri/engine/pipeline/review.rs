//! The review of an answer, and the query written anew where it fails: at most twice (seed 002, 3: "fail, retry < 2").
//!
//! In: the answer as it would be shown. Out: the answer that is shown: that of a query which passed, or else the first one,
//! with a warning. Deliberately absent: what is reviewed (`ask/grade`), and how a query is written (`ask/generate`).

use askwell_contract::run::{
    Answer, Artifact, Cluster, Grade, Grounding, Judged, Linked, Outcome, Plan, Selection, Stage, Trust,
};
use askwell_contract::Result;

use super::{enter, SoFar};
use crate::ask;
use crate::compare;
use crate::cx::Cx;
use crate::trial::Tried;

const ROUNDS: u32 = 2;

pub async fn review(
    cx: &Cx<'_>,
    plan: &Plan,
    (grounding, linked): (&Grounding, &Linked),
    so_far: &mut SoFar,
    selection: Selection,
    mut answer: Answer,
) -> Result<Answer> {
    drop(enter(cx, so_far, Stage::Grade)?);
    let tell = |artifact| cx.trace.emit(Some(Stage::Grade), artifact);
    let mut pool = so_far.judged.clone();
    let first = ask::grade::grade(cx, plan, grounding, (&pool, &selection), &answer, 0).await?;
    tell(Artifact::Grade(first.clone()));
    let (mut grade, mut failed) = (first.clone(), answer.candidate.clone());
    // Only a model can write it anew, and only one that found a fault knows what to write instead.
    while !grade.passes && grade.by.is_some() && grade.round < ROUNDS {
        cx.check()?;
        let Some(judged) = pool.iter().find(|j| j.candidate.id == failed) else {
            break;
        };
        let written = ask::generate::again(cx, plan, (grounding, linked), judged, &grade).await?;
        let Some(mut candidate) = written else { break };
        candidate.id = format!("c{}", pool.len() + 1);
        tell(Artifact::Candidate(candidate.clone()));
        failed.clone_from(&candidate.id);
        let tried = ask::evaluate::evaluate(cx, plan, vec![candidate], &Tried::default()).await?;
        for judged in tried {
            tell(Artifact::Judged(Box::new(judged.clone())));
            pool.push(judged);
        }
        grade.round += 1;
        let Some(next) = instead(cx, &selection, &pool) else {
            continue;
        };
        let anew = ask::answer::answer(cx, plan, &pool, &next).await?;
        grade = ask::grade::grade(cx, plan, grounding, (&pool, &next), &anew, grade.round).await?;
        tell(Artifact::Grade(grade.clone()));
        if grade.passes {
            tell(Artifact::Clusters(next.clusters.clone()));
            tell(Artifact::Selection(next.clone()));
            so_far.judged = pool;
            so_far.selection = Some(next);
            answer = anew;
            told(&mut answer, &grade);
            return Ok(answer);
        }
    }
    so_far.judged = pool;
    told(&mut answer, &first);
    Ok(answer)
}

/// The selection with the last of the pool as its winner; `None`: it did not run.
fn instead(cx: &Cx<'_>, selection: &Selection, pool: &[Judged]) -> Option<Selection> {
    let new = pool.last()?;
    let Outcome::Ran { result, rows, .. } = &new.outcome else {
        return None;
    };
    let same = |cluster: &Cluster| {
        let first = cluster.members.first();
        let of = pool.iter().find(|j| Some(&j.candidate.id) == first);
        of.is_some_and(|j| matches!(&j.outcome, Outcome::Ran { result: other, .. } if compare::alike(result, other, cx.switches.style)))
    };
    let mut next = Selection {
        winner: new.candidate.id.clone(),
        why: "The first answer did not pass its review; this query was written anew with what was wrong.".to_owned(),
        disagreement: None,
        ..selection.clone()
    };
    match next.clusters.iter().position(same) {
        Some(at) => next.clusters[at].members.push(new.candidate.id.clone()),
        None => next.clusters.push(Cluster {
            id: letter(next.clusters.len()),
            members: vec![new.candidate.id.clone()],
            rows: *rows,
            columns: u32::try_from(result.columns.len()).unwrap_or(u32::MAX),
            empty: result.rows.is_empty(),
            summary: format!("{rows} {}", if *rows == 1 { "row" } else { "rows" }),
        }),
    }
    Some(next)
}

/// `A`, `B`, ..., and behind the last letter numbers.
fn letter(at: usize) -> String {
    match u8::try_from(at) {
        Ok(at) if at < 26 => char::from(b'A' + at).to_string(),
        _ => format!("R{at}"),
    }
}

/// What the review came to, beside the answer.
fn told(answer: &mut Answer, grade: &Grade) {
    for remark in &grade.remarks {
        if !answer.notes.contains(remark) {
            answer.notes.push(remark.clone());
        }
    }
    let Some(by) = &grade.by else { return };
    if grade.passes {
        answer
            .reasons
            .push(format!("{by} reviewed the answer and found nothing wrong."));
        return;
    }
    answer.trust = Trust::Low;
    let issue = grade
        .issues
        .first()
        .cloned()
        .unwrap_or_else(|| "it gave no reason.".to_owned());
    answer
        .reasons
        .push(format!("{by} reviewed the answer, and it did not pass: {issue}"));
    answer
        .notes
        .insert(0, format!("This answer did not pass its review: {issue}"));
}
