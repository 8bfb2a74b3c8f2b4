//! How sure an answer is, against how often it is right. In: answers with their signals and verdicts. Out: weights of a
//! logistic curve (Platt 2000) and the expected calibration error (Naeini, Cooper and Hauskrecht 2015). Deliberately
//! absent: what a signal is; the engine says that.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use askwell_contract::run::Trust;
use askwell_engine::ask::answer::odds::SHARE;
use askwell_engine::ask::answer::trust::{HIGH, LOW};
use serde::Serialize;

use super::log::Line;
use super::newton::newton;

/// Bins of equal width, as is usual for the error.
const BINS: usize = 10;

/// Answers that were measured: the signals and whether they were right.
fn answered(lines: &[Line]) -> Vec<(&BTreeMap<String, f64>, bool)> {
    lines
        .iter()
        .filter(|line| line.sql.is_some() && !line.signals.is_empty())
        .filter_map(|line| Some((&line.signals, line.ex?)))
        .collect()
}

/// Mean distance between how sure and how often right, over bins, weighed by how many are in each.
pub fn error(sure: &[(f64, bool)]) -> f64 {
    let mut bins = [(0.0, 0.0, 0usize); BINS];
    for (p, right) in sure {
        let at = ((p * BINS as f64) as usize).min(BINS - 1);
        bins[at].0 += p;
        bins[at].1 += f64::from(u8::from(*right));
        bins[at].2 += 1;
    }
    let all = sure.len().max(1) as f64;
    let off = bins.iter().map(|(p, right, _)| (p - right).abs()).sum::<f64>();
    off / all
}

/// How sure answers said they were, beside how often they were right.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Calibration {
    pub answers: usize,
    pub error: f64,
    /// That of the share of the votes alone.
    pub votes_error: f64,
    /// By badge, high, medium and low: right, of how many. By the odds alone in logs that keep no badge.
    pub levels: Vec<(&'static str, usize, usize)>,
}

/// `None`: no answer says how sure it is.
pub fn of(lines: &[Line]) -> Option<Calibration> {
    let told = |of: fn(&Line) -> Option<f64>| -> Vec<(f64, bool)> {
        lines.iter().filter_map(|line| Some((of(line)?, line.ex?))).collect()
    };
    let votes = told(|line| line.signals.get(SHARE).map(|logit| 1.0 / (1.0 + (-logit).exp())));
    let sure = told(|line| line.confidence);
    if sure.is_empty() {
        return None;
    }
    let badge = |line: &Line| {
        let odds = |p: f64| match p {
            p if p >= HIGH => Trust::High,
            p if p >= LOW => Trust::Medium,
            _ => Trust::Low,
        };
        line.trust.or(line.confidence.map(odds))
    };
    let badges: Vec<(Trust, bool)> = lines.iter().filter_map(|line| Some((badge(line)?, line.ex?))).collect();
    let level = |(name, level): (&'static str, Trust)| {
        let of: Vec<&(Trust, bool)> = badges.iter().filter(|(trust, _)| *trust == level).collect();
        (name, of.iter().filter(|(_, right)| *right).count(), of.len())
    };
    Some(Calibration {
        answers: sure.len(),
        error: error(&sure),
        votes_error: error(&votes),
        levels: [("high", Trust::High), ("medium", Trust::Medium), ("low", Trust::Low)]
            .map(level)
            .to_vec(),
    })
}

pub fn text(of: &Calibration) -> String {
    let mut out = format!(
        "calibration: expected error {:.3} over {} answers in {BINS} bins (share of the votes alone: {:.3})\n",
        of.error, of.answers, of.votes_error
    );
    for (name, right, of) in &of.levels {
        // Writing to a String does not fail.
        let _ = writeln!(out, "  {name:<8} {right:>5} of {of:<5} right");
    }
    out
}

/// Weights by signal, as the engine reads them; the first line says how they were made.
pub fn fitted(lines: &[Line], made: &str) -> String {
    let examples = answered(lines);
    let names: BTreeSet<&String> = examples.iter().flat_map(|(signals, _)| signals.keys()).collect();
    let names: Vec<&String> = names.into_iter().collect();
    let rows: Vec<(Vec<f64>, bool)> = examples
        .iter()
        .map(|(signals, right)| {
            let row = names.iter().map(|name| signals.get(*name).copied().unwrap_or_default());
            (row.collect(), *right)
        })
        .collect();
    let weights = fit(&rows, names.len());
    let mut out = format!("# {made}\n");
    for (name, weight) in names.iter().zip(weights) {
        let _ = writeln!(out, "{name}\t{weight:.4}");
    }
    out
}

/// Logistic regression with a ridge, by Newton's method; targets as Platt smooths them, so that nothing is sure.
fn fit(rows: &[(Vec<f64>, bool)], width: usize) -> Vec<f64> {
    let yes = rows.iter().filter(|r| r.1).count() as f64;
    let no = rows.len() as f64 - yes;
    let (high, low) = ((yes + 1.0) / (yes + 2.0), 1.0 / (no + 2.0));
    newton(width, |weights, slope, bend| {
        for (row, right) in rows {
            let sum: f64 = row.iter().zip(weights).map(|(x, w)| x * w).sum();
            let p = 1.0 / (1.0 + (-sum).exp());
            let off = if *right { high } else { low } - p;
            for ((slope, bend), x) in slope.iter_mut().zip(&mut *bend).zip(row) {
                *slope += off * x;
                bend.iter_mut()
                    .zip(row)
                    .for_each(|(cell, y)| *cell += p * (1.0 - p) * x * y);
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::log;

    #[test]
    fn the_error_is_the_mean_distance_over_bins() {
        // Of ten that are 0.9 sure nine are right: no error. All of them right: 0.1.
        let sure = |right: usize| (0..10).map(|n| (0.9, n < right)).collect::<Vec<_>>();
        assert!(error(&sure(9)) < 1e-9);
        assert!((error(&sure(10)) - 0.1).abs() < 1e-9);
        // Two bins, weighed by their sizes: 10 without an error, 10 that are half off.
        let mixed = [sure(9), (0..10).map(|_| (0.5, false)).collect()].concat();
        assert!((error(&mixed) - 0.25).abs() < 1e-9);
        assert_eq!(error(&[]), 0.0);
    }

    #[test]
    fn the_fit_finds_the_curve_that_made_the_answers() {
        // Of 100 answers at each share, as many are right as the curve -0.5 + 1.5 x says.
        let mut lines = Vec::new();
        for share in -3..=3 {
            let p = 1.0 / (1.0 + (0.5 - 1.5 * f64::from(share)).exp());
            for n in 0..400 {
                lines.push(Line {
                    sql: Some("SELECT 1".into()),
                    ex: Some(f64::from(n) < 400.0 * p),
                    signals: BTreeMap::from([("base".into(), 1.0), ("share".into(), f64::from(share))]),
                    ..log::tests::line("a")
                });
            }
        }
        let text = fitted(&lines, "made so");
        let mut said = text.lines();
        assert_eq!(said.next(), Some("# made so"));
        let weight = |line: Option<&str>| -> f64 { line.unwrap().split_once('\t').unwrap().1.parse().unwrap() };
        let (base, share) = (weight(said.next()), weight(said.next()));
        assert!((base + 0.5).abs() < 0.05 && (share - 1.5).abs() < 0.05, "{text}");
    }
}
