//! A run as a line. In: a question and its run. Out: what the run says by itself, and whether it is right. Deliberately
//! absent: how the run came about.

use std::collections::{BTreeMap, BTreeSet};

use askwell_contract::run::{Judged, Method, Outcome, Trust};
use askwell_contract::Problem;
use askwell_engine::ask::advice::is_written;
use askwell_engine::ask::answer::{odds, trust};
use askwell_engine::ask::select;
use askwell_engine::pipeline::{AskOutcome, Asked};
use askwell_engine::Knowledge;

use super::ladder;
use super::log::{Group, Line, Tried};
use super::questions::Question;
use super::score::{shows_both, Gold, Scorer};
use super::work::Run;

/// What the run says by itself, before anything is compared.
pub fn told(question: &Question, asked: &Asked) -> Line {
    let dialect = asked.header.dialect;
    let selection = asked.selection.as_ref();
    let (sql, method, error) = match &asked.outcome {
        AskOutcome::Answered(answer) => (
            Some(answer.sql.clone()),
            selection.map_or("answered", |s| word(s.method)),
            None,
        ),
        AskOutcome::Declined(_) => (None, "declined", None),
        AskOutcome::Replied(reply) if reply.choices.is_empty() => (None, "chat", None),
        AskOutcome::Replied(_) => (None, "clarified", None),
        AskOutcome::Failed(problem) => (None, "failed", Some(whole(problem))),
    };
    let answer = asked.outcome.answer();
    let winner = answer.and_then(|a| asked.judged.iter().find(|j| j.candidate.id == a.candidate));
    let signals = selection
        .zip(winner)
        .map(|(selection, winner)| {
            let as_read = asked
                .plan
                .as_ref()
                .map_or(question.question.as_str(), |p| p.question.as_str());
            odds::signals(dialect, as_read, &asked.judged, selection, winner)
        })
        .unwrap_or_default();
    let candidates = asked.judged.iter().map(|judged| tried(judged, asked)).collect();
    let agreement = selection.zip(winner).and_then(|(selection, winner)| {
        let own = selection
            .clusters
            .iter()
            .find(|cluster| cluster.members.contains(&winner.candidate.id))?;
        let ran: usize = selection.clusters.iter().map(|cluster| cluster.members.len()).sum();
        Some(own.members.len() as f64 / ran.max(1) as f64)
    });
    Line {
        sql,
        error,
        method: method.to_owned(),
        clusters: selection.map_or(0, |s| s.clusters.len()),
        candidates,
        confidence: answer.and_then(|a| a.odds),
        trust: answer.map(|a| a.trust),
        winner: winner.map(|judged| judged.candidate.generator.clone()),
        agreement,
        signals: signals
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value))
            .collect(),
        ..blank(question, String::new())
    }
}

pub async fn score(scorer: &mut Scorer, knowledge: &Knowledge, question: &Question, run: &Run, line: &mut Line) {
    let asked = &run.asked;
    let declined = matches!(asked.outcome, AskOutcome::Declined(_));
    let verdict = |right: bool| (Some(right), Some(right), Some(right));
    (line.ex, line.ex_set, line.oracle) = match (question.expect.as_deref(), &question.reading_1, &question.reading_2) {
        (Some("decline"), ..) => verdict(declined),
        (Some("chat"), ..) => verdict(line.method == "chat"),
        (Some("clarify"), Some(one), Some(other)) => {
            let sqls: Vec<String> = asked.judged.iter().map(|judged| judged.candidate.sql.clone()).collect();
            verdict(shows_both(&sqls, [one, other]))
        }
        // Too vague: not answered, or the other reading shown beside it.
        (Some("clarify"), ..) => {
            let asked_back = matches!(&asked.outcome, AskOutcome::Replied(reply) if !reply.choices.is_empty());
            verdict(declined || asked_back || asked.selection.as_ref().is_some_and(|s| s.disagreement.is_some()))
        }
        (Some(expect), ..) => {
            line.error = Some(format!(
                "nobody has said how to score a question that expects {expect:?}"
            ));
            (None, None, None)
        }
        (None, ..) => match golds(scorer, question).await {
            Err(why) => {
                line.error = Some(format!("the accepted SQL does not run: {why}"));
                (None, None, None)
            }
            Ok(golds) => {
                let winner = match &asked.outcome {
                    AskOutcome::Answered(answer) => Some(&answer.candidate),
                    _ => None,
                };
                let (mut ex, mut ex_set, mut oracle) = (false, false, false);
                let mut rights = BTreeSet::new();
                for (judged, tried) in asked.judged.iter().zip(&mut line.candidates) {
                    let verdict = scorer.verdict(judged, &golds).await;
                    tried.right = Some(verdict.ex);
                    oracle |= verdict.ex;
                    if verdict.ex {
                        rights.insert(judged.candidate.id.clone());
                    }
                    if Some(&judged.candidate.id) == winner {
                        (ex, ex_set) = (verdict.ex, verdict.ex_set);
                    }
                }
                let answer = asked.judged.iter().find(|judged| Some(&judged.candidate.id) == winner);
                // An answer in parts is of a query that none of them wrote.
                let joined = match &asked.outcome {
                    AskOutcome::Answered(joined) if answer.is_none() && joined.combined.is_some() => Some(&joined.sql),
                    _ => None,
                };
                if let Some(sql) = joined {
                    let verdict = scorer.verdict_of(sql, &golds).await;
                    (ex, ex_set) = (verdict.ex, verdict.ex_set);
                    oracle |= verdict.ex;
                }
                if let Some((selection, winner)) = asked.selection.as_ref().zip(answer) {
                    let read = asked.plan.as_ref().map_or(question.question.as_str(), |p| &p.question);
                    let doubts = trust::doubts(knowledge, read, &asked.judged, selection, winner);
                    line.signals.insert(odds::DOUBTS.to_owned(), doubts);
                }
                line.soft_f1 = scorer.soft_f1(answer, &golds).await;
                line.ladder = ladder::climbed(scorer, &run.kept, &golds, ex).await;
                line.groups = groups(knowledge, asked, &rights);
                line.near = Some(ex || line.trust != Some(Trust::High) && near(asked, &rights));
                (Some(ex), Some(ex_set), Some(oracle))
            }
        },
    };
}

/// Accepted answers: rows where the file holds them, else what its SQL gives.
async fn golds(scorer: &mut Scorer, question: &Question) -> std::result::Result<Vec<Gold>, String> {
    if !question.accept.is_empty() {
        return Ok(question.accept.iter().map(|rows| Gold::rows(rows)).collect());
    }
    let golds = scorer.golds(&question.gold).await?;
    Ok(match question.is_peoples() {
        true => golds.into_iter().map(Gold::by_people).collect(),
        false => golds,
    })
}

/// Whether one of the readings that are shown beside the answer, or in place of one, is right.
fn near(asked: &Asked, rights: &BTreeSet<String>) -> bool {
    asked.selection.as_ref().is_some_and(|selection| {
        let shown = selection.clusters.iter().filter(|c| selection.others.contains(&c.id));
        shown.filter_map(|c| c.members.first()).any(|id| rights.contains(id))
    })
}

/// The groups of a question that more than one result was found for.
fn groups(knowledge: &Knowledge, asked: &Asked, rights: &BTreeSet<String>) -> Vec<Group> {
    let Some(plan) = &asked.plan else { return Vec::new() };
    let found = select::signals(knowledge, plan, &asked.judged);
    let named = |signals: BTreeMap<&str, f64>| {
        signals
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value))
            .collect()
    };
    let group = |(id, signals)| Group {
        right: rights.contains(&id),
        sql: String::new(),
        signals: named(signals),
    };
    match found.len() {
        0 | 1 => Vec::new(),
        _ => found.into_iter().map(group).collect(),
    }
}

fn tried(judged: &Judged, asked: &Asked) -> Tried {
    let id = &judged.candidate.id;
    let (rows, error) = match &judged.outcome {
        Outcome::Ran { rows, .. } => (Some(*rows), None),
        Outcome::Failed { finding, .. } => (None, Some(finding.message.clone())),
        Outcome::NotRun => (
            None,
            Some(
                judged
                    .findings
                    .first()
                    .map_or("not run".to_owned(), |f| f.message.clone()),
            ),
        ),
    };
    let clusters = asked.selection.iter().flat_map(|selection| &selection.clusters);
    Tried {
        generator: judged.candidate.generator.clone(),
        sql: judged.candidate.sql.clone(),
        rows,
        error,
        repaired: judged.repairs.iter().any(|repair| repair.worked),
        cluster: clusters
            .into_iter()
            .find(|cluster| cluster.members.contains(id))
            .map(|cluster| cluster.id.clone()),
        right: None,
        written: is_written(&judged.candidate),
    }
}

fn word(method: Method) -> &'static str {
    match method {
        Method::FastPath => "fast_path",
        Method::Tournament => "tournament",
        Method::Fallback => "fallback",
    }
}

fn whole(problem: &Problem) -> String {
    match &problem.detail {
        Some(detail) => format!("{} ({detail})", problem.message),
        None => problem.message.clone(),
    }
}

/// A question that was not answered; an empty `error` stands for none.
pub fn blank(question: &Question, error: String) -> Line {
    Line {
        id: question.id.clone(),
        db_id: question.db_id.clone(),
        question: question.question.clone(),
        difficulty: question.difficulty.clone(),
        kind: question.kind(),
        sql: None,
        ex: None,
        ex_set: None,
        error: Some(error).filter(|error| !error.is_empty()),
        ms: 0.0,
        method: "failed".to_owned(),
        clusters: 0,
        candidates: Vec::new(),
        oracle: None,
        near: None,
        confidence: None,
        trust: None,
        signals: Default::default(),
        groups: Vec::new(),
        ways: Vec::new(),
        winner: None,
        agreement: None,
        ladder: Vec::new(),
        calls: Vec::new(),
        passed: None,
        missing: 0,
        soft_f1: None,
        reward: None,
    }
}
