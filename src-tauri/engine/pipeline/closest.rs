//! What comes closest to a question that the database cannot answer.
//!
//! In: the readings that were not believed. Out: their results, compared like those of any question, for the person to look
//! at and to choose from. Deliberately absent: an answer, repairs, and any model, which was asked already or is not wanted.

use askwell_contract::run::{Artifact, Candidate, Judged, Plan, Stage};
use askwell_contract::Result;

use super::{enter, SoFar};
use crate::ask;
use crate::cx::Cx;
use crate::trial::Tried;

/// The run has said by now that it has no answer: whatever goes wrong here, or is stopped, leaves it so.
pub async fn look(cx: &Cx<'_>, plan: &Plan, closest: Vec<Candidate>, so_far: &mut SoFar) {
    if !closest.is_empty() {
        compared(cx, plan, closest, so_far).await.ok();
    }
}

async fn compared(cx: &Cx<'_>, plan: &Plan, closest: Vec<Candidate>, so_far: &mut SoFar) -> Result<()> {
    let alone = Cx {
        door: None,
        embedder: cx.embedder.clone(),
        ..*cx
    };
    closest
        .iter()
        .for_each(|c| cx.trace.emit(Some(Stage::Generate), Artifact::Candidate(c.clone())));
    let tell = enter(cx, so_far, Stage::Evaluate)?;
    let judged = ask::evaluate::evaluate(&alone, plan, closest, &Tried::default()).await?;
    judged.iter().for_each(|j| tell(Artifact::Judged(Box::new(j.clone()))));
    so_far.judged.clone_from(&judged);
    if !judged.iter().any(Judged::ran) {
        return Ok(());
    }
    let tell = enter(cx, so_far, Stage::Select)?;
    let selection = ask::select::select(&alone, plan, &judged).await?;
    tell(Artifact::Clusters(selection.clusters.clone()));
    selection.duels.iter().for_each(|d| tell(Artifact::Duel(d.clone())));
    tell(Artifact::Selection(selection.clone()));
    so_far.selection = Some(selection);
    Ok(())
}
