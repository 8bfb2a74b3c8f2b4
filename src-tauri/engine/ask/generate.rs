//! Generate: candidate queries for the question, from every generator there is.
//!
//! In: plan, grounding, links. Out: distinct candidates, most believed first, or why the database cannot answer.

use askwell_contract::run::{Candidate, Declined, Grounding, Linked, Plan};
use askwell_contract::Result;

mod about;

use super::builtin;
use crate::cx::Cx;
use crate::words::split_name;

pub async fn generate(
    cx: &Cx<'_>,
    plan: &Plan,
    grounding: &Grounding,
    linked: &Linked,
) -> Result<std::result::Result<Vec<Candidate>, Declined>> {
    cx.check()?;
    if cx.knowledge.catalog.tables.is_empty() {
        return Ok(Err(Declined {
            message: "This database has no tables, so there is nothing to ask about.".into(),
            missing: Vec::new(),
            suggestions: Vec::new(),
        }));
    }
    let mut candidates = builtin::candidates(cx.knowledge, plan, grounding, linked);
    let strange = about::strange(about::words(plan, grounding, linked));
    if candidates.is_empty() || strange || !about(linked, grounding, &candidates) {
        return Ok(Err(declined(cx, linked)));
    }
    for (i, c) in candidates.iter_mut().enumerate() {
        c.id = format!("c{}", i + 1);
    }
    Ok(Ok(candidates))
}

/// Whether a candidate stands on anything: something is named, and not most content words are unused.
fn about(linked: &Linked, grounding: &Grounding, candidates: &[Candidate]) -> bool {
    let Some(best) = candidates.first() else { return false };
    let named = linked.precise.iter().any(|f| f.score >= 0.7) || grounding.values.iter().any(|v| v.similarity >= 0.95);
    let placed = best.uses.len();
    named && placed > 0 && best.unplaced.len() <= 2 * placed
}

fn declined(cx: &Cx<'_>, linked: &Linked) -> Declined {
    let tables: Vec<String> = cx
        .knowledge
        .catalog
        .tables
        .iter()
        .take(5)
        .map(|t| split_name(&t.name).join(" "))
        .collect();
    let suggestions = tables
        .iter()
        .take(3)
        .map(|t| format!("How many {t} are there?"))
        .collect();
    Declined {
        message: format!(
            "Nothing in this database seems to answer that. It holds {}{}.",
            tables.join(", "),
            if cx.knowledge.catalog.tables.len() > tables.len() {
                " and more"
            } else {
                ""
            }
        ),
        missing: linked.unplaced.clone(),
        suggestions,
    }
}
