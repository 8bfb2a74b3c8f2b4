//! Weights from examples: questions whose readings are known to be right or wrong.
//!
//! In: examples by numbers. Out: weights of features, alone and with cues. Model: log-linear over the readings of one
//! question; loss: minus the logarithm of the belief that the right readings get together; AdaGrad (Duchi, Hazan and
//! Singer 2011) with weights that decay after every pass and are averaged over the passes. Everything is in a fixed
//! order and in one thread, so that the same examples give the same weights.

use std::collections::BTreeMap;

/// A reading: features by number with their values, in ascending order.
#[derive(Debug, Clone, Default)]
pub struct Reading {
    pub right: bool,
    pub prior: f64,
    pub features: Vec<(u32, f32)>,
}

#[derive(Debug, Clone, Default)]
pub struct Example {
    /// Examples of one database stay on one side of a fold.
    pub group: usize,
    pub cues: Vec<u32>,
    pub readings: Vec<Reading>,
}

#[derive(Debug, Clone, Copy)]
pub struct Settings {
    pub passes: usize,
    pub rate: f64,
    /// Added to the squares of the slopes: the more, the less a rare weight moves.
    pub damp: f64,
    /// What a pass takes off every weight.
    pub decay: f64,
    /// Questions in which a weight must matter.
    pub least: u32,
    pub least_joint: u32,
    /// Smaller weights are left out.
    pub smallest: f64,
}

/// Weights of features alone and of features with a cue.
#[derive(Debug, Clone, Default)]
pub struct Fitted {
    pub alone: BTreeMap<u32, f64>,
    pub joint: BTreeMap<(u32, u32), f64>,
}

/// An example as the descent needs it: its features that tell readings apart, each with the weights that add to it.
struct Task {
    rows: Vec<Vec<(u32, f64)>>,
    priors: Vec<f64>,
    right: Vec<bool>,
    /// Weights of the i-th feature: `weights[starts[i]..starts[i + 1]]`.
    starts: Vec<u32>,
    weights: Vec<u32>,
}

/// Numbers of features that differ between the readings of one example.
fn telling(example: &Example) -> Vec<u32> {
    let mut seen: BTreeMap<u32, (usize, f32, bool)> = BTreeMap::new();
    for reading in &example.readings {
        for (feature, value) in &reading.features {
            let entry = seen.entry(*feature).or_insert((0, *value, false));
            entry.0 += 1;
            entry.2 |= entry.1 != *value;
        }
    }
    let all = example.readings.len();
    seen.into_iter()
        .filter(|(_, (n, _, differs))| *differs || *n < all)
        .map(|(f, _)| f)
        .collect()
}

pub fn fit(examples: &[&Example], meets: &[bool], settings: Settings) -> Fitted {
    let useful: Vec<&&Example> = examples.iter().filter(|e| mixed(e)).collect();
    let telling: Vec<Vec<u32>> = useful.iter().map(|e| telling(e)).collect();
    let mut counts: BTreeMap<u64, u32> = BTreeMap::new();
    let single = |f: u32| u64::from(f) << 32;
    let pair = |f: u32, c: u32| u64::from(f) << 32 | (u64::from(c) + 1);
    for (example, features) in useful.iter().zip(&telling) {
        for f in features {
            *counts.entry(single(*f)).or_default() += 1;
            if meets[*f as usize] {
                for c in &example.cues {
                    *counts.entry(pair(*f, *c)).or_default() += 1;
                }
            }
        }
    }
    let least = |key: u64| {
        if key as u32 == 0 {
            settings.least
        } else {
            settings.least_joint
        }
    };
    let kept: Vec<u64> = counts
        .iter()
        .filter(|(k, n)| **n >= least(**k))
        .map(|(k, _)| *k)
        .collect();
    let number = |key: u64| kept.binary_search(&key).ok().map(|i| i as u32);
    let tasks: Vec<Task> = useful
        .iter()
        .zip(&telling)
        .map(|(example, features)| {
            let (mut starts, mut weights) = (vec![0], Vec::new());
            for f in features {
                weights.extend(number(single(*f)));
                if meets[*f as usize] {
                    weights.extend(example.cues.iter().filter_map(|c| number(pair(*f, *c))));
                }
                starts.push(weights.len() as u32);
            }
            let row = |r: &Reading| {
                let local = r
                    .features
                    .iter()
                    .filter_map(|(f, v)| features.binary_search(f).ok().map(|i| (i as u32, f64::from(*v))));
                local.collect()
            };
            Task {
                rows: example.readings.iter().map(row).collect(),
                priors: example.readings.iter().map(|r| r.prior).collect(),
                right: example.readings.iter().map(|r| r.right).collect(),
                starts,
                weights,
            }
        })
        .collect();
    let weights = descend(&tasks, kept.len(), settings);
    let mut fitted = Fitted::default();
    for (key, weight) in kept.iter().zip(weights).filter(|w| w.1.abs() >= settings.smallest) {
        let feature = (key >> 32) as u32;
        match *key as u32 {
            0 => fitted.alone.insert(feature, weight),
            cue => fitted.joint.insert((feature, cue - 1), weight),
        };
    }
    fitted
}

/// Only a question with right and wrong readings teaches anything.
fn mixed(example: &Example) -> bool {
    example.readings.iter().any(|r| r.right) && example.readings.iter().any(|r| !r.right)
}

fn descend(tasks: &[Task], size: usize, settings: Settings) -> Vec<f64> {
    let mut weights = vec![0.0f64; size];
    let mut squares = vec![settings.damp; size];
    let mut sum = vec![0.0f64; size];
    let mut order: Vec<usize> = (0..tasks.len()).collect();
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut averaged = 0u32;
    for pass in 0..settings.passes {
        shuffle(&mut order, &mut state);
        for i in &order {
            step(&tasks[*i], &mut weights, &mut squares, settings.rate);
        }
        weights.iter_mut().for_each(|w| *w *= 1.0 - settings.decay);
        if 2 * pass >= settings.passes {
            averaged += 1;
            sum.iter_mut().zip(&weights).for_each(|(s, w)| *s += w);
        }
    }
    sum.iter().map(|s| s / f64::from(averaged.max(1))).collect()
}

fn step(task: &Task, weights: &mut [f64], squares: &mut [f64], rate: f64) {
    let of = |i: usize| &task.weights[task.starts[i] as usize..task.starts[i + 1] as usize];
    let features = task.starts.len() - 1;
    let local: Vec<f64> = (0..features)
        .map(|i| of(i).iter().map(|w| weights[*w as usize]).sum())
        .collect();
    let scores: Vec<f64> = task
        .rows
        .iter()
        .zip(&task.priors)
        .map(|(row, prior)| prior + row.iter().map(|(i, v)| local[*i as usize] * v).sum::<f64>())
        .collect();
    let all = softmax(&scores, |_| true);
    let right = softmax(&scores, |i| task.right[i]);
    let mut slope = vec![0.0; features];
    for ((row, p), q) in task.rows.iter().zip(&all).zip(&right) {
        let d = p - q;
        if d.abs() > 1e-9 {
            row.iter().for_each(|(i, v)| slope[*i as usize] += d * v);
        }
    }
    for (i, g) in slope.iter().enumerate().filter(|(_, g)| g.abs() > 1e-7) {
        for w in of(i) {
            let w = *w as usize;
            squares[w] += g * g;
            weights[w] -= rate * g / squares[w].sqrt();
        }
    }
}

/// Beliefs over the readings that `among` lets in.
fn softmax(scores: &[f64], among: impl Fn(usize) -> bool) -> Vec<f64> {
    let top = scores
        .iter()
        .enumerate()
        .filter(|(i, _)| among(*i))
        .map(|s| *s.1)
        .fold(f64::NEG_INFINITY, f64::max);
    let parts: Vec<f64> = scores
        .iter()
        .enumerate()
        .map(|(i, s)| if among(i) { (s - top).exp() } else { 0.0 })
        .collect();
    let total: f64 = parts.iter().sum();
    parts.iter().map(|p| p / total).collect()
}

/// Fisher and Yates, with a linear congruential generator (Knuth's MMIX constants).
fn shuffle(order: &mut [usize], state: &mut u64) {
    for i in (1..order.len()).rev() {
        *state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        order.swap(i, (*state >> 33) as usize % (i + 1));
    }
}

/// The place, from 0, of the first right reading in the order that the weights give; none: no reading is right.
pub fn place(example: &Example, fitted: &Fitted, meets: &[bool]) -> Option<usize> {
    let mut known: BTreeMap<u32, f64> = BTreeMap::new();
    let mut weight = |f: u32| {
        *known.entry(f).or_insert_with(|| {
            let joint = |c: &u32| fitted.joint.get(&(f, *c)).copied().unwrap_or(0.0);
            let with: f64 = if meets[f as usize] {
                example.cues.iter().map(joint).sum()
            } else {
                0.0
            };
            fitted.alone.get(&f).copied().unwrap_or(0.0) + with
        })
    };
    let mut scored: Vec<(f64, bool)> = example
        .readings
        .iter()
        .map(|r| {
            (
                r.prior + r.features.iter().map(|(f, v)| weight(*f) * f64::from(*v)).sum::<f64>(),
                r.right,
            )
        })
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    scored.iter().position(|s| s.1)
}
