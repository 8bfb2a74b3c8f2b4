//! One question, then and now.
//!
//! In: a run. Out: the other runs of its question that have an answer, and what changed between one of them and it, by the
//! rows that both runs kept. Deliberately absent: running anything, and questions that only mean the same.

use askwell_contract::run::{
    standing, Answer, Artifact, ChangedRow, Changes, Compared, Event, Fate, Header, Outcome, RunMark,
};
use askwell_contract::{Problem, ProblemCode, Result};

use super::recall::same::normalised;
use super::{locked, runs, Desk};
use crate::compare::over_time;

/// As many changed rows as a person would go through; all are counted.
const SHOWN: usize = 500;

/// A run with its answer.
pub(super) struct Answered {
    pub header: Header,
    /// In full: "and in Spain?" is another question behind every other one.
    pub question: String,
    pub answer: Answer,
    /// All that its query gave; `None` where it was cut and not counted.
    pub rows: Option<u64>,
}

impl Desk {
    /// What changed between a run and another of its question: the newest before it, where none is named. Blocking.
    pub fn compare_runs(&self, run: &str, with: Option<&str>) -> Result<Compared> {
        let own = Answered::of(&self.replay(run)?).ok_or_else(|| {
            Problem::new(
                ProblemCode::BadInput,
                "This question has no answer that could be compared.",
            )
            .hint("Ask it again first.")
        })?;
        let running: Vec<String> = locked(&self.running).keys().cloned().collect();
        let mut others: Vec<Answered> = Vec::new();
        runs::each(
            &*self.world.workspace,
            &own.header.database,
            &running,
            |header, bytes| {
                let said = normalised(&header.question);
                if header.run == own.header.run
                    || ![&own.header.question, &own.question]
                        .iter()
                        .any(|q| normalised(q) == said)
                {
                    return;
                }
                let other = Answered::of(&runs::events(bytes));
                others.extend(other.filter(|other| other.asks_as(&own)));
            },
        )?;
        others.sort_by(|a, b| {
            b.header
                .started
                .cmp(&a.header.started)
                .then(b.header.run.cmp(&a.header.run))
        });
        let before = |other: &&Answered| other.header.started <= own.header.started;
        let other = match with {
            Some(name) => others.iter().find(|other| other.header.run == name),
            None => others.iter().find(before).or(others.first()),
        };
        if with.is_some() && other.is_none() {
            return Err(
                Problem::new(ProblemCode::NotFound, "This question is no longer in the history.")
                    .hint("Choose another run to compare with."),
            );
        }
        Ok(Compared {
            changes: other.map(|other| match before(&other) {
                true => changes(other, &own),
                false => changes(&own, other),
            }),
            others: others.iter().map(Answered::mark).collect(),
        })
    }
}

impl Answered {
    /// `None`: no answer, or one in parts, whose parts are answers of their own.
    pub fn of(events: &[Event]) -> Option<Self> {
        let header = events.iter().find_map(|e| match &e.artifact {
            Artifact::Started(header) => Some(header.clone()),
            _ => None,
        })?;
        let answer = standing(events)?;
        if answer.candidate.is_empty() {
            return None;
        }
        let plan = events.iter().rev().find_map(|e| match &e.artifact {
            Artifact::Plan(plan) => Some(plan.question.clone()),
            _ => None,
        });
        let counted = events.iter().rev().find_map(|e| match &e.artifact {
            Artifact::Judged(judged) if judged.candidate.id == answer.candidate => match judged.outcome {
                Outcome::Ran { rows, .. } => Some(rows),
                _ => None,
            },
            _ => None,
        });
        let kept = answer.result.rows.len() as u64;
        let rows = match answer.result.truncated {
            None => Some(kept),
            Some(_) => counted.filter(|rows| *rows > kept),
        };
        Some(Self {
            question: plan.unwrap_or_else(|| header.question.clone()),
            header,
            answer: answer.clone(),
            rows,
        })
    }

    pub fn asks_as(&self, other: &Self) -> bool {
        normalised(&self.question) == normalised(&other.question) && self.header.evidence == other.header.evidence
    }

    fn mark(&self) -> RunMark {
        RunMark {
            run: self.header.run.clone(),
            started: self.header.started,
            sentence: self.answer.sentence.clone(),
            headline: self.answer.headline.clone(),
            rows: self.rows,
        }
    }
}

fn changes(earlier: &Answered, later: &Answered) -> Changes {
    let (then, now) = (&earlier.answer.result, &later.answer.result);
    let found = over_time(then, now);
    let count = |fate: Fate| found.count(fate) as u32;
    Changes {
        earlier: earlier.mark(),
        later: later.mark(),
        new: count(Fate::New),
        gone: count(Fate::Gone),
        changed: count(Fate::Changed),
        same: found.same as u32,
        columns: found.columns,
        key: found.key.map(|key| key.into_iter().map(|c| c as u32).collect()),
        rows: found.rows.into_iter().take(SHOWN).collect::<Vec<ChangedRow>>(),
        cut: then.truncated.is_some() || now.truncated.is_some(),
        other_query: earlier.answer.sql != later.answer.sql,
        columns_new: found.columns_new,
        columns_gone: found.columns_gone,
    }
}
