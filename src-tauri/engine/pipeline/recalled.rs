//! A question that an earlier one answers: its query runs again, and the answer is made of what it gives now.
//!
//! In: the earlier question's query. Out: a whole run, with its events; `None`, and no event, where the query can no
//! longer be run. Deliberately absent: finding the earlier question, and any model.

use askwell_contract::run::{Answer, Artifact, Candidate, Header, Judged, Plan, Recalled, Selection, Stage, Trust};
use askwell_contract::{Result, ResultSet};

use super::{calm, AskOutcome, Asked};
use crate::ask;
use crate::cx::Cx;
use crate::prompt::hash;
use crate::trial;

/// What an earlier run came to.
#[derive(Debug, Clone, PartialEq)]
pub struct Earlier {
    pub recalled: Recalled,
    pub candidate: Candidate,
    pub trust: Trust,
    pub reasons: Vec<String>,
    pub sentence: String,
    /// Of the result that the sentence is about; see [`digest`].
    pub result: String,
}

/// Two results of the same rows have the same digest.
pub fn digest(result: &ResultSet) -> String {
    hash(&serde_json::to_string(result).unwrap_or_default())
}

/// `cx` must hold no door: nothing is asked of a model.
pub async fn again(cx: &Cx<'_>, header: &Header, evidence: &str, earlier: &Earlier) -> Option<Asked> {
    let plan = Plan {
        question: header.question.clone(),
        evidence: evidence.to_string(),
        follows: None,
        parts: Vec::new(),
        tells: None,
    };
    let (judged, selection, answer) = calm(work(cx, &plan, earlier)).await.ok().flatten()?;
    cx.trace.emit(None, Artifact::Started(header.clone()));
    cx.trace.emit(None, Artifact::Recalled(earlier.recalled.clone()));
    let told = |stage, artifacts: Vec<Artifact>| {
        cx.trace.emit(Some(stage), Artifact::Entered(stage));
        artifacts.into_iter().for_each(|a| cx.trace.emit(Some(stage), a));
    };
    told(Stage::Converse, vec![Artifact::Plan(plan.clone())]);
    told(Stage::Generate, vec![Artifact::Candidate(judged.candidate.clone())]);
    told(Stage::Evaluate, vec![Artifact::Judged(Box::new(judged.clone()))]);
    let clusters = Artifact::Clusters(selection.clusters.clone());
    told(Stage::Select, vec![clusters, Artifact::Selection(selection.clone())]);
    told(Stage::Answer, vec![Artifact::Answer(Box::new(answer.clone()))]);
    cx.trace.emit(None, Artifact::Finished { ms: cx.trace.elapsed() });
    Some(Asked {
        header: header.clone(),
        plan: Some(plan),
        judged: vec![judged],
        selection: Some(selection),
        outcome: AskOutcome::Answered(Box::new(answer)),
        ways: Vec::new(),
    })
}

/// `None`: the query does not run any more, or not as it is.
async fn work(cx: &Cx<'_>, plan: &Plan, earlier: &Earlier) -> Result<Option<(Judged, Selection, Answer)>> {
    let mut candidate = earlier.candidate.clone();
    if plan.question != earlier.recalled.question {
        // Where its words are in the earlier question says nothing of this one.
        candidate.uses.clear();
    }
    let mut pool = vec![trial::judge(cx, plan, candidate).await?];
    if !pool.iter().all(Judged::ran) {
        return Ok(None);
    }
    trial::settle(cx, &mut pool);
    let mut selection = ask::select::select(cx, plan, &pool).await?;
    selection.why = "The query of an earlier question was run again.".to_string();
    let mut answer = ask::answer::answer(cx, plan, &pool, &selection).await?;
    let now = std::mem::replace(&mut answer.reasons, vec![selection.why.clone()]);
    // Run again and again, it says so once.
    answer
        .reasons
        .extend(earlier.reasons.iter().filter(|r| **r != selection.why).cloned());
    // One query alone speaks for nothing; what the data says against it does.
    if answer.trust == Trust::Low {
        let new: Vec<String> = now.into_iter().filter(|r| !answer.reasons.contains(r)).collect();
        answer.reasons.extend(new);
    } else {
        answer.trust = earlier.trust;
    }
    if digest(&answer.result) == earlier.result {
        answer.sentence.clone_from(&earlier.sentence);
    }
    Ok(pool.pop().map(|judged| (judged, selection, answer)))
}
