//! The figures of an evaluation. In: the questions and their lines. Out: figures, as text and as JSON. Deliberately absent:
//! anything that is not counted from the lines, so that a continued run prints what an unbroken one would.

use std::collections::BTreeMap;

use askwell_engine::chance::wilson;
use serde::Serialize;

use super::calibrate::{self, Calibration};
use super::ladder::{self, Step};
use super::log::Line;
use super::questions::Question;
use super::settings::History;
use super::{bird, turns};

mod calls;
mod text;

pub use calls::{Calls, Purpose};

/// Rows that were left out, and why.
#[derive(Debug, Default, Clone, PartialEq, Serialize)]
pub struct LeftOut {
    pub flagged: usize,
    pub dumps: usize,
}

/// So many of so many, with bounds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Share {
    pub right: usize,
    pub of: usize,
    /// 95%, Wilson's.
    pub low: f64,
    pub high: f64,
}

impl Share {
    pub fn new(right: usize, of: usize) -> Self {
        let (low, high) = wilson(right, of);
        Self { right, of, low, high }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Table {
    pub title: &'static str,
    pub rows: Vec<(String, Share)>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    pub questions: usize,
    pub ex: Share,
    /// BIRD's EX: equal sets of rows.
    pub bird: Share,
    /// Any candidate right.
    pub any: Share,
    pub soft_f1: Option<f64>,
    /// Reward-based; only where answers were timed.
    pub efficiency: Option<f64>,
    pub tables: Vec<Table>,
    /// What plainer ways of choosing would have got, over questions with candidates.
    pub plain: Vec<(&'static str, Share)>,
    /// Answers that passed their review at the first attempt, and of both kinds those that are right; empty where none was
    /// reviewed.
    pub reviewed: Vec<(&'static str, Share)>,
    pub ladder: (usize, Vec<Step>),
    pub calls: Option<Calls>,
    pub milliseconds: Spread,
    pub methods: BTreeMap<String, usize>,
    pub calibration: Option<Calibration>,
    pub conversations: Option<turns::Conversations>,
    /// Their ids, and why.
    pub unmeasured: Vec<(String, String)>,
    pub left_out: LeftOut,
    pub without_turns: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Spread {
    pub p50: f64,
    pub p95: f64,
}

/// `questions` and `lines` are of the same length and order.
pub fn of(questions: &[Question], lines: &[Line], left_out: &LeftOut, history: History) -> Report {
    let pairs: Vec<(&Question, &Line)> = questions.iter().zip(lines).collect();
    let measured: Vec<&Line> = lines.iter().filter(|line| line.ex.is_some()).collect();
    let share =
        |right: &dyn Fn(&Line) -> bool| Share::new(measured.iter().filter(|line| right(line)).count(), measured.len());
    let modelled = lines.iter().any(|line| !line.calls.is_empty());
    let mut tables = vec![
        by("by set", &pairs, |question, _| Some(question.set().to_owned())),
        by("by database", &pairs, |_, line| Some(line.db_id.clone())),
        by("by difficulty", &pairs, |_, line| {
            Some(line.difficulty.clone()).filter(|d| !d.is_empty())
        }),
        by("by kind", &pairs, |question, _| Some(question.kind())),
        by("by how it was chosen", &pairs, |_, line| Some(line.method.clone())),
        by("by what wrote the answer", &pairs, |_, line| line.winner.clone()),
        by("by how many of the queries agree", &pairs, |_, line| {
            line.agreement.map(agreeing)
        }),
    ];
    if modelled {
        tables.push(by("by calls to models", &pairs, |_, line| {
            let all_answered = line.calls.iter().all(|call| call.failure.is_none());
            Some(
                if all_answered {
                    "every call answered"
                } else {
                    "a call failed"
                }
                .to_owned(),
            )
        }));
    }
    // A set of one question each says nothing.
    tables
        .retain(|table| !table.rows.is_empty() && (table.title != "by set" || 2 * table.rows.len() <= measured.len()));
    let mut ms: Vec<f64> = lines.iter().map(|line| line.ms).collect();
    let mut methods: BTreeMap<String, usize> = BTreeMap::new();
    for line in lines {
        *methods.entry(line.method.clone()).or_default() += 1;
    }
    let unmeasured = lines.iter().filter(|line| line.ex.is_none());
    Report {
        questions: lines.len(),
        ex: share(&|line| line.ex == Some(true)),
        bird: share(&|line| line.ex_set == Some(true)),
        any: share(&|line| line.oracle == Some(true)),
        soft_f1: mean(measured.iter().filter_map(|line| line.soft_f1)),
        efficiency: bird::efficiency(measured.iter().filter_map(|line| line.reward)),
        tables,
        plain: plain(&measured),
        reviewed: reviewed(&measured),
        ladder: ladder::steps(lines),
        calls: modelled.then(|| calls::of(lines)),
        milliseconds: spread(&mut ms),
        methods,
        calibration: calibrate::of(lines),
        conversations: turns::of(questions, lines),
        unmeasured: unmeasured
            .map(|line| {
                (
                    line.id.clone(),
                    line.error.clone().unwrap_or_else(|| "no reason".to_owned()),
                )
            })
            .collect(),
        left_out: left_out.clone(),
        without_turns: match history {
            History::None => questions.iter().filter(|q| !q.history.is_empty()).count(),
            _ => 0,
        },
    }
}

pub fn text(report: &Report) -> String {
    text::of(report)
}

fn by(title: &'static str, pairs: &[(&Question, &Line)], key: impl Fn(&Question, &Line) -> Option<String>) -> Table {
    let mut groups: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for (question, line) in pairs {
        if let (Some(ex), Some(key)) = (line.ex, key(question, line)) {
            let (right, of) = groups.entry(key).or_default();
            *right += usize::from(ex);
            *of += 1;
        }
    }
    Table {
        title,
        rows: groups
            .into_iter()
            .map(|(name, (right, of))| (name, Share::new(right, of)))
            .collect(),
    }
}

/// In words that sort from few to all.
fn agreeing(share: f64) -> String {
    match share {
        s if s < 0.5 => "fewer than half",
        s if s < 0.75 => "half and more",
        s if s < 1.0 => "three quarters and more",
        _ => "all of them",
    }
    .to_owned()
}

/// Law 9: the plain way is always a row of the table.
fn plain(measured: &[&Line]) -> Vec<(&'static str, Share)> {
    let known: Vec<&&Line> = measured
        .iter()
        .filter(|line| line.candidates.iter().any(|one| one.right.is_some()))
        .collect();
    if known.is_empty() {
        return Vec::new();
    }
    let count =
        |right: &dyn Fn(&Line) -> bool| Share::new(known.iter().filter(|line| right(line)).count(), known.len());
    let first = |line: &Line, written: bool| {
        let of = line.candidates.iter().find(|one| one.written == written);
        of.and_then(|one| one.right) == Some(true)
    };
    let most = |line: &Line| {
        let mut votes: BTreeMap<&str, usize> = BTreeMap::new();
        for cluster in line.candidates.iter().filter_map(|one| one.cluster.as_deref()) {
            *votes.entry(cluster).or_default() += 1;
        }
        let best = votes.values().copied().max();
        // The first of several with as many.
        let winner = line.candidates.iter().find(|one| {
            let cluster = one.cluster.as_deref();
            cluster.is_some() && cluster.and_then(|c| votes.get(c).copied()) == best
        });
        winner.and_then(|one| one.right) == Some(true)
    };
    let mut rows = vec![("the built-in engine's first", count(&|line| first(line, false)))];
    if known.iter().any(|line| line.candidates.iter().any(|one| one.written)) {
        rows.push(("the first that a model wrote", count(&|line| first(line, true))));
    }
    rows.push(("most votes", count(&most)));
    rows.push(("the answer", count(&|line| line.ex == Some(true))));
    if known.iter().any(|line| line.near.is_some()) {
        rows.push((
            "the answer or one shown beside it",
            count(&|line| line.near == Some(true)),
        ));
    }
    rows.push(("any candidate", count(&|line| line.oracle == Some(true))));
    rows
}

fn reviewed(measured: &[&Line]) -> Vec<(&'static str, Share)> {
    let of = |passed: bool| measured.iter().filter(move |line| line.passed == Some(passed));
    let (passed, failed) = (of(true).count(), of(false).count());
    if passed + failed == 0 {
        return Vec::new();
    }
    let right = |passed: bool| of(passed).filter(|line| line.ex == Some(true)).count();
    vec![
        ("passed at the first attempt", Share::new(passed, passed + failed)),
        ("right of those that passed", Share::new(right(true), passed)),
        ("right of those that did not", Share::new(right(false), failed)),
    ]
}

pub fn mean(of: impl Iterator<Item = f64>) -> Option<f64> {
    let all: Vec<f64> = of.collect();
    (!all.is_empty()).then(|| all.iter().sum::<f64>() / all.len() as f64)
}

pub fn spread(of: &mut [f64]) -> Spread {
    of.sort_by(f64::total_cmp);
    Spread {
        p50: percentile(of, 50),
        p95: percentile(of, 95),
    }
}

/// Nearest rank.
fn percentile(sorted: &[f64], percent: usize) -> f64 {
    let rank = (sorted.len() * percent).div_ceil(100).max(1);
    sorted.get(rank - 1).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::log::{self, Tried};

    #[test]
    fn percentiles_are_nearest_ranks() {
        let ms: Vec<f64> = (1..=20).map(f64::from).collect();
        assert_eq!((percentile(&ms, 50), percentile(&ms, 95)), (10.0, 19.0));
        assert_eq!(percentile(&[], 95), 0.0);
    }

    fn tried(right: bool, cluster: &str, written: bool) -> Tried {
        Tried {
            generator: if written { "icl_c1" } else { "words" }.into(),
            sql: "SELECT 1".into(),
            rows: Some(1),
            error: None,
            repaired: false,
            cluster: Some(cluster.into()),
            right: Some(right),
            written,
        }
    }

    #[test]
    fn the_plain_ways_stand_beside_the_answer() {
        let line = |ex: bool, candidates: Vec<Tried>| Line {
            ex: Some(ex),
            oracle: Some(candidates.iter().any(|one| one.right == Some(true))),
            candidates,
            ..log::tests::line("a")
        };
        let lines = [
            line(
                true,
                vec![tried(false, "A", false), tried(true, "B", true), tried(true, "B", true)],
            ),
            line(false, vec![tried(true, "A", false), tried(false, "B", true)]),
        ];
        let rows = plain(&lines.iter().collect::<Vec<_>>());
        let rights: Vec<(&str, usize)> = rows.iter().map(|(name, share)| (*name, share.right)).collect();
        assert_eq!(
            rights,
            [
                ("the built-in engine's first", 1),
                ("the first that a model wrote", 1),
                ("most votes", 2),
                ("the answer", 1),
                ("any candidate", 2)
            ]
        );
    }

    #[test]
    fn reviews_are_counted_with_what_was_right_of_them() {
        let line = |ex: bool, passed: Option<bool>| Line {
            ex: Some(ex),
            passed,
            ..log::tests::line("a")
        };
        let lines = [
            line(true, Some(true)),
            line(true, Some(true)),
            line(false, Some(true)),
            line(false, Some(false)),
            line(true, None),
        ];
        let rows = reviewed(&lines.iter().collect::<Vec<_>>());
        let counts: Vec<(usize, usize)> = rows.iter().map(|(_, share)| (share.right, share.of)).collect();
        assert_eq!(counts, [(3, 4), (2, 3), (0, 1)]);
        assert!(reviewed(&[&line(true, None)]).is_empty());
    }

    #[test]
    fn a_question_that_could_not_be_measured_is_in_no_share_and_is_named() {
        let question = Question {
            id: "set-1".into(),
            ..Question::default()
        };
        let lines = [Line {
            ex: None,
            error: Some("2 replies are not in the recording".into()),
            ..log::tests::line("set-1")
        }];
        let report = of(&[question], &lines, &LeftOut::default(), History::None);
        assert_eq!((report.ex.of, report.unmeasured.len()), (0, 1));
        let said = text(&report);
        assert!(said.contains("set-1: 2 replies are not in the recording"), "{said}");
        assert!(serde_json::to_string(&report)
            .unwrap()
            .contains("\"unmeasured\":[[\"set-1\""));
    }
}
