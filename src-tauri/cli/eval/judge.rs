//! What each signal of the judge is worth. In: questions with groups of equal results, each right or wrong. Out: weights
//! by softmax regression: the right group of a question is to have the most points. Deliberately absent: what a signal is,
//! and the weights that are set by judgement; the engine says both.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use askwell_engine::ask::select::SET;

use super::log::{Group, Line};
use super::newton::newton;

/// Parts of the databases, each measured with the weights of the others.
const FOLDS: usize = 5;

struct Question {
    database: usize,
    rows: Vec<Vec<f64>>,
    /// What the weights that are set add to each group.
    base: Vec<f64>,
    right: Vec<bool>,
}

/// Weights by signal, as the engine reads them; the first line says how they were made.
pub fn fitted(lines: &[Line], made: &str) -> String {
    let (names, questions) = questions(lines);
    let weights = fit(&questions.iter().collect::<Vec<_>>(), names.len());
    let mut out = format!("# {made}\n");
    for (name, weight) in names.iter().zip(weights) {
        // Writing to a String does not fail.
        let _ = writeln!(out, "{name}\t{weight:.3}");
    }
    out
}

/// How often the first group is right, how often the one that weights of other databases prefer, and how often any.
pub fn text(lines: &[Line]) -> String {
    let (names, questions) = questions(lines);
    let mut preferred = 0;
    for fold in 0..FOLDS {
        let (held, rest): (Vec<&Question>, Vec<&Question>) = questions.iter().partition(|q| q.database % FOLDS == fold);
        let weights = fit(&rest, names.len());
        preferred += held.iter().filter(|q| q.right[best(q, &weights)]).count();
    }
    let first = questions.iter().filter(|q| q.right.first() == Some(&true)).count();
    let any = questions.iter().filter(|q| q.right.contains(&true)).count();
    format!(
        "judge: of {} questions with several results, most votes right {first}, by weights of other databases {preferred}, any {any}\n",
        questions.len()
    )
}

fn questions(lines: &[Line]) -> (Vec<String>, Vec<Question>) {
    let set: BTreeMap<&str, f64> = SET.into_iter().collect();
    let databases: BTreeSet<&String> = lines.iter().map(|line| &line.db_id).collect();
    let databases: Vec<&String> = databases.into_iter().collect();
    let several: Vec<&Line> = lines.iter().filter(|line| line.groups.len() > 1).collect();
    let all = several.iter().flat_map(|line| &line.groups);
    let names: BTreeSet<&String> = all.flat_map(|group| group.signals.keys()).collect();
    let names: Vec<String> = names
        .into_iter()
        .filter(|name| !set.contains_key(name.as_str()))
        .cloned()
        .collect();
    let of = |group: &Group, name: &str| group.signals.get(name).copied().unwrap_or_default();
    let questions = several.into_iter().map(|line| Question {
        database: databases.binary_search(&&line.db_id).unwrap_or_default(),
        rows: line
            .groups
            .iter()
            .map(|group| names.iter().map(|name| of(group, name)).collect())
            .collect(),
        base: line
            .groups
            .iter()
            .map(|group| set.iter().map(|(name, weight)| weight * of(group, name)).sum())
            .collect(),
        right: line.groups.iter().map(|group| group.right).collect(),
    });
    let questions = questions.collect();
    (names, questions)
}

fn scores(question: &Question, weights: &[f64]) -> Vec<f64> {
    let score = |row: &Vec<f64>| row.iter().zip(weights).map(|(x, w)| x * w).sum::<f64>();
    question
        .rows
        .iter()
        .zip(&question.base)
        .map(|(row, base)| base + score(row))
        .collect()
}

/// The first of those with the most points.
fn best(question: &Question, weights: &[f64]) -> usize {
    let scores = scores(question, weights);
    (0..scores.len())
        .max_by(|a, b| scores[*a].total_cmp(&scores[*b]).then(b.cmp(a)))
        .unwrap_or_default()
}

fn fit(questions: &[&Question], width: usize) -> Vec<f64> {
    let telling = |q: &&&Question| q.right.contains(&true) && q.right.contains(&false);
    let questions: Vec<&&Question> = questions.iter().filter(telling).collect();
    newton(width, |weights, slope, bend| {
        questions
            .iter()
            .for_each(|question| bow(question, weights, slope, bend));
    })
}

/// Adds a question's slope, and its bend: the spread of the signals over the groups as they are believed in.
fn bow(question: &Question, weights: &[f64], slope: &mut [f64], bend: &mut [Vec<f64>]) {
    let scores = scores(question, weights);
    let top = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let all: Vec<f64> = scores.iter().map(|s| (s - top).exp()).collect();
    let right: Vec<f64> = all
        .iter()
        .zip(&question.right)
        .map(|(p, right)| if *right { *p } else { 0.0 })
        .collect();
    // Nothing is left of the right ones where they are hopeless; then they count alike.
    let right = if right.iter().sum::<f64>() > 0.0 {
        right
    } else {
        question.right.iter().map(|right| f64::from(u8::from(*right))).collect()
    };
    let mean = |parts: &[f64]| -> Vec<f64> {
        let total: f64 = parts.iter().sum();
        let sum = |at: usize| question.rows.iter().zip(parts).map(|(row, p)| p * row[at]).sum::<f64>();
        (0..weights.len()).map(|at| sum(at) / total).collect()
    };
    let (of_all, of_right) = (mean(&all), mean(&right));
    slope
        .iter_mut()
        .zip(&of_right)
        .zip(&of_all)
        .for_each(|((s, right), all)| *s += right - all);
    let total: f64 = all.iter().sum();
    for (row, p) in question.rows.iter().zip(&all) {
        for (at, line) in bend.iter_mut().enumerate() {
            let own = p / total * (row[at] - of_all[at]);
            line.iter_mut()
                .zip(row)
                .zip(&of_all)
                .for_each(|((cell, x), mean)| *cell += own * (x - mean));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::log;

    fn group(right: bool, signals: [(&str, f64); 2]) -> Group {
        Group {
            right,
            sql: String::new(),
            signals: signals
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
        }
    }

    #[test]
    fn the_fit_finds_what_tells_right_from_wrong() {
        // Of 100 questions the group with more votes is right in 75; a repeated column never is.
        let lines: Vec<Line> = (0..100)
            .map(|n| {
                let right = n % 4 != 0;
                Line {
                    db_id: format!("d{}", n % 10),
                    groups: vec![
                        group(right, [("belief", 0.0), ("twice", 0.0)]),
                        group(!right, [("belief", -1.0), ("twice", 0.0)]),
                        group(false, [("belief", 0.0), ("twice", 1.0)]),
                    ],
                    ..log::tests::line("a")
                }
            })
            .collect();
        let text_of = fitted(&lines, "made so");
        let weight = |name: &str| -> f64 {
            let line = text_of.lines().find_map(|l| l.strip_prefix(&format!("{name}\t")));
            line.unwrap().parse().unwrap()
        };
        assert!(text_of.starts_with("# made so\n"));
        // e^w : 1 = 75 : 25.
        assert!((weight("belief") - 3f64.ln()).abs() < 0.1, "{text_of}");
        assert!(weight("twice") < -2.0, "{text_of}");
        assert_eq!(
            text(&lines),
            "judge: of 100 questions with several results, most votes right 75, by weights of other databases 75, any 100\n"
        );
    }
}
