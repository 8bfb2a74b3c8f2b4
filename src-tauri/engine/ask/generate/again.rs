//! A query written anew, with what was wrong with the last one (seed 002, 6.5).
//!
//! In: the query whose answer failed its review, and the review. Out: a candidate without an id, or nothing where no model
//! can be asked, or where it writes the same again.

use askwell_contract::run::{Candidate, Grade, Grounding, Judged, Linked, Outcome, Plan, Stage};
use askwell_contract::Result;
use askwell_sql::normal::normal;

use super::advised::candidate;
use crate::ask::advice::{used, Advice, Part};
use crate::cx::Cx;
use crate::prepare::render::Form;
use crate::prompt::GENERATE_AGAIN;

/// Told to `is_written`, which knows by it that a model wrote the query.
const NAME: &str = "again_r1";

pub async fn again(
    cx: &Cx<'_>,
    plan: &Plan,
    (grounding, linked): (&Grounding, &Linked),
    failed: &Judged,
    grade: &Grade,
) -> Result<Option<Candidate>> {
    let Some(advice) = Advice::of(cx, plan, Stage::Generate) else {
        return Ok(None);
    };
    let (sql, reading) = (failed.candidate.sql.as_str(), failed.candidate.reading.as_str());
    let result = match &failed.outcome {
        Outcome::Ran { result, .. } => Some(result),
        _ => None,
    };
    let part = Part::recall(cx.knowledge, grounding, linked).led_by(used(cx.knowledge, sql));
    let fitted = advice.fit(&GENERATE_AGAIN, &part, |part, trim| {
        let schema = advice.brief.schema_within(Form::Ddl, part, trim);
        let review = (&grade.issues[..], &grade.suggestions[..], advice.door.privacy);
        let told = (sql, result, reading);
        (advice.brief.again((schema, part), (grounding, linked), told, review), 0)
    });
    let Some(answered) = advice.ask(&GENERATE_AGAIN, &fitted, grade.round).await? else {
        return Ok(None);
    };
    let dialect = cx.knowledge.catalog.dialect;
    let (written, reading) = (answered.value.sql, answered.value.reading);
    let same = written.is_empty() || normal(&written, dialect) == normal(sql, dialect);
    Ok((!same).then(|| candidate(cx, NAME, written, &reading)))
}
