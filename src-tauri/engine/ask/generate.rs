//! Generate: candidate queries for the question, from every generator there is.
//!
//! In: plan, grounding, links. Out: distinct candidates, most believed first, or why the database cannot answer.

use askwell_contract::run::{Candidate, Declined, Grounding, Linked, Plan, Span};
use askwell_contract::time::TimeMatch;
use askwell_contract::{Dialect, Result};
use askwell_sql::normal::normal;

use super::advice::is_written;
use super::builtin;
use super::builtin::score::Weights;
use crate::cx::Cx;
use crate::switches::Mechanism;
use crate::trial::Tried;
use crate::words::{plural, split_name};

mod about;
pub mod advised;
mod enough;

/// The candidates, and what those of them came to that had to be run already.
#[derive(Debug, Default)]
pub struct Generated {
    pub candidates: Vec<Candidate>,
    pub tried: Tried,
}

pub async fn generate(
    cx: &Cx<'_>,
    plan: &Plan,
    grounding: &Grounding,
    linked: &Linked,
) -> Result<std::result::Result<Generated, Declined>> {
    cx.check()?;
    if cx.knowledge.catalog.tables.is_empty() {
        return Ok(Err(Declined {
            message: "This database has no tables, so there is nothing to ask about.".into(),
            missing: Vec::new(),
            suggestions: Vec::new(),
        }));
    }
    let weights = match cx.switches.has(Mechanism::Ranking) {
        true => cx.weights,
        false => Weights::none(),
    };
    let own = builtin::candidates(cx.knowledge, plan, grounding, linked, weights);
    let tried = Tried::default();
    let written = advised::candidates(cx, plan, grounding, linked, &tried).await?;
    // A model may find a way where the built-in engine sees none.
    let lost =
        own.is_empty() || about::strange(about::words(plan, grounding, linked)) || !about(linked, grounding, &own);
    if written.is_empty() && lost {
        return Ok(Err(declined(cx, linked)));
    }
    // What the built-in engine would not have answered with has no vote beside what a model wrote.
    let own = if lost { Vec::new() } else { own };
    let mut candidates = merged(own, written, cx.knowledge.catalog.dialect);
    for (i, c) in candidates.iter_mut().enumerate() {
        c.id = format!("c{}", i + 1);
        c.times = times(c, grounding);
    }
    Ok(Ok(Generated { candidates, tried }))
}

/// How the times that a candidate used were read. A model was told all of them, and does not say which it used.
fn times(candidate: &Candidate, grounding: &Grounding) -> Vec<String> {
    let used = |time: &TimeMatch| {
        let inside = |span: &Span| span.start < time.span.end && time.span.start < span.end;
        is_written(candidate) || candidate.uses.iter().any(|u| inside(&u.span))
    };
    let told = grounding.times.iter().filter(|time| used(time));
    told.flat_map(|time| std::iter::once(time.says.clone()).chain(time.of_data.clone()))
        .collect()
}

/// All candidates, each statement once: its believers are added up, and all who wrote it are named.
///
/// The built-in engine's candidates share one vote between them; a model's query has one of its own.
fn merged(own: Vec<Candidate>, written: Vec<Candidate>, dialect: Dialect) -> Vec<Candidate> {
    if written.is_empty() {
        return own;
    }
    let mut all: Vec<(String, Candidate)> = Vec::new();
    for candidate in own.into_iter().chain(written) {
        let key = normal(&candidate.sql, dialect);
        match all.iter_mut().find(|(known, _)| *known == key) {
            Some((_, same)) => {
                same.belief += candidate.belief;
                same.generator = format!("{}, {}", same.generator, candidate.generator);
            }
            None => all.push((key, candidate)),
        }
    }
    let most = all.iter().map(|(_, c)| c.belief).fold(f64::MIN_POSITIVE, f64::max);
    let scaled = all.into_iter().map(|(_, c)| Candidate {
        belief: c.belief / most,
        ..c
    });
    scaled.collect()
}

/// Whether a candidate stands on anything: something is named, and not most content words are unused.
fn about(linked: &Linked, grounding: &Grounding, candidates: &[Candidate]) -> bool {
    let Some(best) = candidates.first() else { return false };
    let named = linked.precise.iter().any(|f| f.score >= 0.7) || grounding.values.iter().any(|v| v.similarity >= 0.95);
    let placed = best.uses.len();
    named && placed > 0 && best.unplaced.len() <= 2 * placed
}

/// A table's name as it is spoken of: "bridges", "order lines", "members of club".
fn several(name: &str) -> String {
    if let Some((head, of)) = name.split_once(" of ") {
        return format!("{} of {of}", several(head));
    }
    match name.rsplit_once(' ') {
        Some((before, last)) => format!("{before} {}", plural(last)),
        None => plural(name),
    }
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
        .map(|t| format!("How many {} are there?", several(t)))
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
