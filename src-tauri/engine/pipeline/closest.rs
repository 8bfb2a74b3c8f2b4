//! What comes closest to a question that the database cannot answer.
//!
//! In: the readings that were not believed. Out: their results, compared like those of any question, for the person to look
//! at and to choose from. Deliberately absent: an answer, repairs, and any model, which was asked already or is not wanted.

use askwell_contract::run::{Artifact, Candidate, Judged, Plan, Selection, Stage};
use askwell_contract::Result;
use askwell_sql::features;

use super::{calm, compared, enter, SoFar};
use crate::ask;
use crate::cx::Cx;
use crate::gates;
use crate::trial::Tried;

/// Readings that are run: what is believed even less comes close to nothing.
const MOST: usize = 6;
/// And those that are shown.
const SHOWN: usize = 3;

/// The run has said by now that it has no answer: whatever goes wrong here, or is stopped, leaves it so. Nobody chooses among
/// readings of a part.
pub async fn look(cx: &Cx<'_>, plan: &Plan, mut closest: Vec<Candidate>, so_far: &mut SoFar) {
    closest.truncate(MOST);
    if so_far.whole && !closest.is_empty() {
        calm(run(cx, plan, closest, so_far)).await.ok();
    }
}

async fn run(cx: &Cx<'_>, plan: &Plan, closest: Vec<Candidate>, so_far: &mut SoFar) -> Result<()> {
    let alone = cx.without_models();
    closest
        .iter()
        .for_each(|c| cx.trace.emit(Some(Stage::Generate), Artifact::Candidate(c.clone())));
    let tell = enter(cx, so_far, Stage::Evaluate)?;
    let judged = ask::evaluate::evaluate(&alone, plan, closest, &Tried::default()).await?;
    judged.iter().for_each(|j| tell(Artifact::Judged(Box::new(j.clone()))));
    so_far.judged.clone_from(&judged);
    let worth: Vec<Judged> = judged
        .into_iter()
        .filter(|j| j.ran() && says_something(cx, plan, j))
        .collect();
    if worth.is_empty() {
        return Ok(());
    }
    let tell = enter(cx, so_far, Stage::Select)?;
    let mut selection = ask::select::select(&alone, plan, &worth).await?;
    selection.others = shown(&selection);
    compared(&tell, &selection);
    so_far.selection = Some(selection);
    Ok(())
}

/// Nothing is answered, so that the result that would have been the answer comes first. No empty one is close to anything.
pub(super) fn shown(selection: &Selection) -> Vec<String> {
    let won = selection
        .clusters
        .iter()
        .filter(|c| c.members.contains(&selection.winner) && !c.empty);
    let others = selection.others.iter().cloned();
    won.map(|c| c.id.clone()).chain(others).take(SHOWN).collect()
}

/// A whole table, many raw rows in place of a figure, or the average of a year is close to no question.
fn says_something(cx: &Cx<'_>, plan: &Plan, judged: &Judged) -> bool {
    const NOTHING: [&str; 2] = ["identifier", "list"];
    let whole = features::of(&judged.candidate.sql, cx.knowledge.catalog.dialect)
        .is_some_and(|f| ask::answer::trust::is_whole_table(&f));
    let failed = gates::failed(cx.knowledge, &plan.question, judged, Some(&judged.candidate));
    !whole && !failed.iter().any(|f| NOTHING.contains(&f.gate))
}
