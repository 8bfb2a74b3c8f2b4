//! Grade: does the answer answer the question, before a person reads it?
//!
//! In: the plan, what the question's words were found to mean, the pool, the selection and the answer. Out: [`Grade`]: by rules (the gates, what lint says, values that
//! are not stored, conditions that leave no row), and by a model where one may be asked, results had to be compared or the
//! trust is low. A place that is shared and a stretch of time that is not over are no faults; they are said beside the answer.
//! Deliberately absent: writing the query anew (`generate::again`), and the answer's sentence, which is made of the rows by
//! rule or held to them where a model writes it (`answer/advised`).

use askwell_contract::model::Effort;
use askwell_contract::run::{Answer, Grade, Grounding, Judged, Method, Outcome, Plan, Selection, Severity, Trust};
use askwell_contract::Result;

use crate::ask::advice::{account_of, is_verified};
use crate::cx::Cx;
use crate::gates;
use crate::trial::values;

mod advised;
mod open_stretch;
mod ties;

/// `round`: how often the query was written anew by now.
pub async fn grade(
    cx: &Cx<'_>,
    plan: &Plan,
    grounding: &Grounding,
    (pool, selection): (&[Judged], &Selection),
    answer: &Answer,
    round: u32,
) -> Result<Grade> {
    cx.check()?;
    let mut grade = Grade {
        candidate: answer.candidate.clone(),
        round,
        passes: true,
        by: None,
        confidence: None,
        issues: Vec::new(),
        suggestions: Vec::new(),
        remarks: Vec::new(),
    };
    let Some(winner) = pool.iter().find(|j| j.candidate.id == answer.candidate) else {
        return Ok(grade);
    };
    // What a person said is right needs no review.
    if !is_verified(&winner.candidate) {
        let (faults, doubts) = by_rules(cx, plan, pool, selection, winner, answer);
        grade.passes = faults.is_empty();
        grade.issues = [faults, doubts].concat();
        if asks(cx, selection, answer, round) {
            if let Some(review) = advised::review(cx, plan, grounding, winner, answer, &grade.issues).await? {
                let said = [review.issues, std::mem::take(&mut grade.issues)].concat();
                grade = Grade {
                    // A model sees what rules only suspect; what they are sure of it cannot wave through.
                    passes: review.passes && grade.passes,
                    by: Some(review.by),
                    confidence: Some(review.confidence),
                    issues: said,
                    suggestions: review.suggestions,
                    ..grade
                };
            }
        }
    }
    grade.remarks.extend(ties::shared(cx, winner).await?);
    grade.remarks.extend(open_stretch::said(cx, winner));
    Ok(grade)
}

/// A review costs a call, so that it is made where something speaks for it, or where the person wants every care; and
/// always of a query that was written anew.
fn asks(cx: &Cx<'_>, selection: &Selection, answer: &Answer, round: u32) -> bool {
    let thorough = cx.door.is_some_and(|door| door.settings.effort == Effort::Thorough);
    // What was agreed on while it was written stands, whatever else could be read.
    let compared = selection.disagreement.is_some() && selection.method != Method::FastPath;
    round > 0 || thorough || compared || answer.trust == Trust::Low
}

/// What is wrong, and what may be.
fn by_rules(
    cx: &Cx<'_>,
    plan: &Plan,
    pool: &[Judged],
    selection: &Selection,
    winner: &Judged,
    answer: &Answer,
) -> (Vec<String>, Vec<String>) {
    let knowledge = cx.knowledge;
    let (mut faults, mut doubts) = (Vec::new(), Vec::new());
    let account = account_of(pool, selection, &winner.candidate);
    for failed in gates::failed_in(knowledge, &plan.question, winner, account, cx.switches.style) {
        let of = if failed.heavy { &mut faults } else { &mut doubts };
        of.push(failed.fault.says);
    }
    for finding in &winner.findings {
        // A figure that a join counts several times over is wrong, however the rest may be.
        match finding.severity {
            Severity::Error => faults.push(finding.message.clone()),
            Severity::Warning if finding.code == "fan_out" => faults.push(finding.message.clone()),
            Severity::Warning => doubts.push(finding.message.clone()),
            Severity::Note => {}
        }
    }
    let missing = values::found(knowledge, &winner.candidate.sql).missing;
    if !missing.is_empty() {
        faults.push(format!("Not found in the data: {}.", missing.join(", ")));
    }
    if matches!(&winner.outcome, Outcome::Ran { result, .. } if result.rows.is_empty()) {
        doubts.push("The result is empty.".to_owned());
    }
    doubts.extend(emptied(answer));
    (faults, doubts)
}

/// The step that leaves no row of those that came to it, whatever is counted of them afterwards.
fn emptied(answer: &Answer) -> Option<String> {
    let step = answer
        .steps
        .iter()
        .find(|s| s.rows_in.is_some_and(|rows| rows > 0) && s.rows_out == Some(0))?;
    Some(format!("No row is left behind the step “{}”", step.text))
}

#[cfg(test)]
mod tests;
