//! What each stage does for the answer. In: the queries of a run as they were before and after they were repaired, and its
//! end. Out: whether the answer would be right had the run ended behind each stage; so a stage rescues a question or spoils
//! it. Deliberately absent: stages that make no query and choose none.

use std::collections::BTreeMap;
use std::fmt::Write;

use askwell_contract::run::Judged;
use askwell_engine::pipeline::Kept;
use serde::Serialize;

use super::log::{Line, Rung};
use super::score::{Gold, Scorer};

/// In their order: the first query as it was written; the one with the most points before anything is repaired; the same
/// afterwards; the answer.
pub const STAGES: [&str; 4] = ["generate", "evaluate", "repair", "select"];

/// `right`: whether the answer is.
pub async fn climbed(scorer: &Scorer, kept: &Kept, golds: &[Gold], right: bool) -> Vec<Rung> {
    let Some(before) = kept.judged.as_deref().filter(|pool| !pool.is_empty()) else {
        return Vec::new();
    };
    let after = kept.repaired.as_deref().unwrap_or(before);
    let mut rungs = Vec::with_capacity(STAGES.len());
    for (stage, one) in STAGES.into_iter().zip([before.first(), leads(before), leads(after)]) {
        let right = match one {
            Some(one) => scorer.verdict(one, golds).await.ex,
            None => false,
        };
        rungs.push(rung(stage, right));
    }
    rungs.push(rung(STAGES[3], right));
    rungs
}

fn rung(stage: &str, right: bool) -> Rung {
    Rung {
        stage: stage.to_owned(),
        right,
    }
}

/// The most points among those that ran, the first of several.
fn leads(pool: &[Judged]) -> Option<&Judged> {
    let best = |best: Option<&'_ Judged>, one: &Judged| best.is_none_or(|best| one.score > best.score);
    let ran = pool.iter().filter(|one| one.ran());
    ran.fold(None, |so_far, one| if best(so_far, one) { Some(one) } else { so_far })
        .or(pool.first())
}

/// A stage over all questions.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Step {
    pub stage: &'static str,
    pub right: usize,
    /// Wrong before it and right behind it.
    pub rescued: usize,
    pub spoilt: usize,
}

/// Of questions that have all rungs.
pub fn steps(lines: &[Line]) -> (usize, Vec<Step>) {
    let whole: Vec<BTreeMap<&str, bool>> = lines
        .iter()
        .filter(|line| line.ex.is_some() && line.ladder.len() == STAGES.len())
        .map(|line| {
            line.ladder
                .iter()
                .map(|rung| (rung.stage.as_str(), rung.right))
                .collect()
        })
        .collect();
    let is = |row: &BTreeMap<&str, bool>, at: usize| row.get(STAGES[at]).copied().unwrap_or_default();
    let step = |(at, stage): (usize, &'static str)| {
        let turned = |from: bool| {
            let changed = |row: &&BTreeMap<&str, bool>| at > 0 && is(row, at - 1) == from && is(row, at) != from;
            whole.iter().filter(changed).count()
        };
        Step {
            stage,
            right: whole.iter().filter(|row| is(row, at)).count(),
            rescued: turned(false),
            spoilt: turned(true),
        }
    };
    (whole.len(), STAGES.into_iter().enumerate().map(step).collect())
}

pub fn text(of: usize, steps: &[Step]) -> String {
    let mut out = String::new();
    if of == 0 {
        return out;
    }
    // Writing to a String does not fail.
    let _ = writeln!(out, "\nright had the run ended behind a stage ({of} questions)");
    for step in steps {
        let _ = writeln!(
            out,
            "  {:<10} {:>5}   rescued {:>4}, spoilt {:>4}",
            step.stage, step.right, step.rescued, step.spoilt
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::log;

    fn line(rungs: [bool; 4]) -> Line {
        Line {
            ex: Some(rungs[3]),
            ladder: STAGES.into_iter().zip(rungs).map(|(s, r)| rung(s, r)).collect(),
            ..log::tests::line("a")
        }
    }

    #[test]
    fn a_stage_rescues_and_spoils_and_the_sums_lead_to_the_end() {
        let lines = [
            line([false, false, true, true]),
            line([true, true, true, false]),
            line([false, true, true, true]),
            // Nothing ran: it has no rungs and is in no sum.
            log::tests::line("b"),
        ];
        let (of, steps) = steps(&lines);
        assert_eq!(of, 3);
        let figures: Vec<_> = steps.iter().map(|s| (s.right, s.rescued, s.spoilt)).collect();
        assert_eq!(figures, [(1, 0, 0), (2, 1, 0), (3, 1, 0), (2, 0, 1)]);
        let net = |s: &Step| s.rescued as i64 - s.spoilt as i64;
        assert_eq!(figures[0].0 as i64 + steps.iter().map(net).sum::<i64>(), 2);
    }
}
