//! The plain way, to measure the others against: one prompt with the database as it is declared, and its query as it comes.
//!
//! In: a question and the run's context. Out: [`Asked`], so that it is scored by the same measure. Deliberately absent:
//! everything that Askwell does for an answer. What is said in place of a query counts as declined, whether it is that the
//! database cannot answer or a question back.

use askwell_contract::run::{Artifact, Candidate, Declined, Header, Stage};
use askwell_contract::{Problem, ProblemCode, Result};

use super::{calm, enter, AskOutcome, Asked, SoFar};
use crate::ask::advice::Brief;
use crate::ask::{answer, converse, select};
use crate::cx::Cx;
use crate::prompt::{Call, Plainly, PLAIN};
use crate::trial;

/// The only query's generator.
pub const NAME: &str = "plain_prompt";

pub async fn ask(cx: &Cx<'_>, header: Header, question: &str, evidence: &str) -> Asked {
    cx.trace.emit(None, Artifact::Started(header.clone()));
    let mut so_far = SoFar::default();
    let outcome = match calm(one(cx, question, evidence, &mut so_far)).await {
        Ok(outcome) => outcome,
        Err(problem) => {
            cx.trace.emit(so_far.stage, Artifact::Problem(problem.clone()));
            AskOutcome::Failed(problem)
        }
    };
    cx.trace.emit(None, Artifact::Finished { ms: cx.trace.elapsed() });
    Asked {
        header,
        plan: so_far.plan,
        judged: so_far.judged,
        selection: so_far.selection,
        outcome,
        ways: Vec::new(),
    }
}

async fn one(cx: &Cx<'_>, question: &str, evidence: &str, so_far: &mut SoFar) -> Result<AskOutcome> {
    let Some(door) = cx.door else {
        return Err(Problem::new(ProblemCode::BadInput, "A plain prompt takes a model."));
    };
    let tell = enter(cx, so_far, Stage::Generate)?;
    let plan = converse::converse(cx, question, evidence).await?;
    tell(Artifact::Plan(plan.clone()));
    so_far.plan = Some(plan.clone());
    let input = Brief::new(cx.knowledge, &plan, cx.switches, cx.now().today).plain();
    let call = Call {
        tables: cx.knowledge.catalog.tables.len(),
        ..Call::new(&PLAIN, &input)
    };
    let reply = door.call(&call, cx.cancel, &tell).await.map_err(Problem::from)?;
    let Plainly { sql, words } = reply.value;
    if sql.is_empty() {
        let declined = Declined {
            message: words,
            missing: Vec::new(),
            suggestions: Vec::new(),
        };
        tell(Artifact::Declined(declined.clone()));
        return Ok(AskOutcome::Declined(declined));
    }
    let candidate = Candidate {
        id: "c1".into(),
        generator: NAME.into(),
        sql,
        reading: String::new(),
        belief: 1.0,
        uses: Vec::new(),
        unplaced: Vec::new(),
        times: Vec::new(),
    };
    tell(Artifact::Candidate(candidate.clone()));
    let mut judged = vec![trial::judge(cx, &plan, candidate).await?];
    trial::settle(cx, &mut judged);
    judged.iter().for_each(|j| tell(Artifact::Judged(Box::new(j.clone()))));
    so_far.judged.clone_from(&judged);
    // No sentence of a model's: the query was the one call.
    let alone = cx.without_models();
    let selection = select::select(&alone, &plan, &judged).await?;
    tell(Artifact::Selection(selection.clone()));
    so_far.selection = Some(selection.clone());
    let answer = answer::answer(&alone, &plan, &judged, &selection).await?;
    tell(Artifact::Answer(Box::new(answer.clone())));
    Ok(AskOutcome::Answered(Box::new(answer)))
}
