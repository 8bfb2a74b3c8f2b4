//! A review by a model (seed 002, 6.8: four questions).
//!
//! In: the winner and the answer as it would be shown. Out: whether it passes, and why not; nothing where no model can be
//! asked.

use askwell_contract::run::{Answer, Grounding, Judged, Outcome, Plan, Stage};
use askwell_contract::Result;
use askwell_sql::features;

use crate::ask::advice::{used, Advice, Part};
use crate::cx::Cx;
use crate::prompt::{Status, GRADE};

/// Faults and proposals that are read; a model that finds more is listing.
const MOST: usize = 4;

pub struct Review {
    pub passes: bool,
    pub by: String,
    pub confidence: f64,
    pub issues: Vec<String>,
    pub suggestions: Vec<String>,
}

pub async fn review(
    cx: &Cx<'_>,
    plan: &Plan,
    grounding: &Grounding,
    winner: &Judged,
    answer: &Answer,
    doubts: &[String],
) -> Result<Option<Review>> {
    let Some(advice) = Advice::of(cx, plan, Stage::Grade) else {
        return Ok(None);
    };
    let Outcome::Ran { result, .. } = &winner.outcome else {
        return Ok(None);
    };
    let sql = &winner.candidate.sql;
    let part = Part::of(cx.knowledge, columns(cx, sql)).led_by(used(cx.knowledge, sql));
    let fitted = advice.fit(&GRADE, &part, |part, trim| {
        let told = (sql.as_str(), result, winner.candidate.reading.as_str());
        (
            advice
                .brief
                .grade((part, trim), grounding, told, &answer.sentence, doubts),
            0,
        )
    });
    let answered = advice.ask(&GRADE, &fitted, 0).await?;
    Ok(answered.map(|answered| {
        let reply = answered.value;
        let few = |said: Vec<String>| {
            let said = said.into_iter().map(|s| s.trim().to_owned()).filter(|s| !s.is_empty());
            said.take(MOST).collect::<Vec<_>>()
        };
        let passes = reply.status == Status::Pass;
        Review {
            passes,
            by: answered.to.model,
            confidence: reply.confidence.clamp(0.0, 1.0),
            // What passes has no faults, whatever else is said of it.
            issues: if passes { Vec::new() } else { few(reply.issues) },
            suggestions: if passes { Vec::new() } else { few(reply.suggestions) },
        }
    }))
}

/// All columns of the tables that a statement reads.
fn columns(cx: &Cx<'_>, sql: &str) -> Vec<(usize, usize)> {
    let catalog = &cx.knowledge.catalog;
    let names = features::of(sql, catalog.dialect).unwrap_or_default().tables;
    let tables = catalog.tables.iter().enumerate();
    let read = tables.filter(|(_, t)| names.iter().any(|n| n.eq_ignore_ascii_case(&t.name)));
    read.flat_map(|(at, t)| (0..t.columns.len()).map(move |c| (at, c)))
        .collect()
}
