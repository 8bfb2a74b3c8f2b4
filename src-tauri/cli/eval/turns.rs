//! Conversations: the turns before a question, and how many conversations are right as a whole.
//!
//! In: questions with their conversation and turn. Out: the turns before each, as accepted or as answered; the figures of
//! conversations. Deliberately absent: how a turn is read.

use std::collections::BTreeMap;
use std::fmt::Write;

use askwell_contract::ports::{Cancel, Database};
use askwell_contract::run::{Candidate, Judged, Outcome};
use askwell_contract::Limits;
use askwell_engine::cx::Earlier;
use askwell_engine::pipeline::Asked;
use serde::Serialize;

use super::log::{Group, Line};
use super::questions::Question;
use super::score::Scorer;

/// Turns that a turn may go on from, as in the program.
const TURNS: usize = 3;
/// Rows of an earlier turn that are looked at, as in the program.
const SHOWN: Limits = Limits {
    milliseconds: 10_000,
    rows: 100,
    bytes: 1 << 20,
};

/// Tells each question the turns before it; those without accepted SQL are left out.
pub fn fill(questions: &mut [Question]) {
    let mut threads: BTreeMap<String, Vec<(u32, String, String)>> = BTreeMap::new();
    for question in questions.iter() {
        if let (Some(thread), Some(turn), Some(gold)) = (question.thread(), question.turn, question.gold.first()) {
            let turns = threads.entry(thread).or_default();
            turns.push((turn, question.question.clone(), gold.clone()));
        }
    }
    for question in questions {
        let (Some(thread), Some(turn)) = (question.thread(), question.turn) else {
            continue;
        };
        let mut before: Vec<_> = threads
            .get(&thread)
            .into_iter()
            .flatten()
            .filter(|t| t.0 < turn)
            .cloned()
            .collect();
        before.sort();
        let last = before.len().saturating_sub(TURNS);
        question.before = before
            .split_off(last)
            .into_iter()
            .map(|(_, asked, sql)| (asked, sql))
            .collect();
    }
}

/// Those turns, with the rows of the last.
pub async fn gold(database: &dyn Database, question: &Question) -> Vec<Earlier> {
    let mut out = Vec::new();
    for (at, (asked, sql)) in question.before.iter().enumerate() {
        let mut result = None;
        if at + 1 == question.before.len() {
            if let Ok(Ok(rows)) = database.query(sql, SHOWN, &Cancel::new()).await {
                result = rows.collect().await.ok();
            }
        }
        out.push(Earlier {
            run: format!("turn-{at}"),
            question: asked.clone(),
            sql: sql.clone(),
            result,
            trust: None,
        });
    }
    out
}

/// A turn as it was answered, for those behind it.
pub fn answered(asked: &Asked) -> Option<Earlier> {
    let answer = asked.outcome.answer()?;
    Some(Earlier {
        run: asked.header.run.clone(),
        question: asked.plan.as_ref()?.question.clone(),
        sql: answer.sql.clone(),
        result: Some(answer.result.clone()),
        trust: Some(answer.trust),
    })
}

/// Every query that the turn may mean, and whether it gives the accepted result.
pub async fn ways(scorer: &mut Scorer, accepted: &[String], asked: &Asked) -> Vec<Group> {
    let Ok(golds) = scorer.golds(accepted).await else {
        return Vec::new();
    };
    let mut out = Vec::new();
    for way in &asked.ways {
        let right = match scorer.run(&way.sql).await {
            Ok(result) => {
                let rows = result.rows.len() as u64;
                let judged = Judged {
                    candidate: Candidate {
                        id: String::new(),
                        generator: String::new(),
                        sql: way.sql.clone(),
                        reading: String::new(),
                        belief: 0.0,
                        uses: Vec::new(),
                        unplaced: Vec::new(),
                        times: Vec::new(),
                    },
                    findings: Vec::new(),
                    outcome: Outcome::Ran { result, rows, ms: 0.0 },
                    score: 0.0,
                    parts: Vec::new(),
                    confidence: 0.0,
                    repairs: Vec::new(),
                };
                scorer.verdict(&judged, &golds).await.ex
            }
            Err(_) => false,
        };
        out.push(Group {
            right,
            sql: way.sql.clone(),
            signals: way.signals.clone(),
        });
    }
    out
}

/// Whole conversations: those in which every scored turn is right; and turns by their place.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Conversations {
    pub right: usize,
    pub of: usize,
    /// Right, of how many.
    pub turns: BTreeMap<u32, (usize, usize)>,
}

/// `None`: there are none.
pub fn of(questions: &[Question], lines: &[Line]) -> Option<Conversations> {
    let mut whole: BTreeMap<String, bool> = BTreeMap::new();
    let mut turns: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
    for (question, line) in questions.iter().zip(lines) {
        let (Some(thread), Some(right)) = (question.thread(), line.ex) else {
            continue;
        };
        *whole.entry(thread).or_insert(true) &= right;
        let turn = turns.entry(question.turn.unwrap_or_default()).or_default();
        turn.0 += usize::from(right);
        turn.1 += 1;
    }
    (!whole.is_empty()).then(|| Conversations {
        right: whole.values().filter(|right| **right).count(),
        of: whole.len(),
        turns,
    })
}

pub fn text(of: &Conversations) -> String {
    let share = |right: usize, of: usize| 100.0 * right as f64 / of as f64;
    let mut out = format!(
        "\nwhole conversations: {} of {}, {:.1}%\n",
        of.right,
        of.of,
        share(of.right, of.of)
    );
    for (turn, (right, of)) in &of.turns {
        let _ = writeln!(out, "  turn {}: {right} of {of}, {:.1}%", turn + 1, share(*right, *of));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(conversation: u32, turn: u32, text: &str, gold: &[&str]) -> Question {
        Question {
            question: text.into(),
            conversation: Some(conversation.into()),
            turn: Some(turn),
            gold: gold.iter().map(|sql| (*sql).to_owned()).collect(),
            ..Question::default()
        }
    }

    #[test]
    fn a_turn_has_the_turns_before_it_of_its_own_conversation() {
        let mut all = vec![
            question(1, 0, "a", &["SELECT 1"]),
            question(1, 1, "thanks", &[]),
            question(2, 0, "x", &["SELECT 9"]),
            question(1, 2, "b", &["SELECT 2"]),
        ];
        fill(&mut all);
        assert_eq!(all[3].before, [("a".to_owned(), "SELECT 1".to_owned())]);
        assert!(all[0].before.is_empty() && all[2].before.is_empty());
    }
}
