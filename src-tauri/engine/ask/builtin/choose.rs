//! One reading is a straight walk through the question; where a word can mean two things the walk asks a
//! [`Chooser`]. Running the walk again with other choices gives the other readings, best first.
//!
//! This is a best-first search over decision sequences: each path's belief is the product of the beliefs of its
//! choices, and the queue always extends the path with the highest belief.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

pub struct Chooser {
    forced: Vec<usize>,
    made: Vec<Made>,
}

#[derive(Debug, Clone)]
pub struct Made {
    pub label: &'static str,
    pub option: usize,
    /// Logarithms of the options' normalised weights.
    pub logs: Vec<f64>,
}

impl Chooser {
    fn new(forced: Vec<usize>) -> Self {
        Self {
            forced,
            made: Vec::new(),
        }
    }

    /// Picks one of several options by their weights (any positive numbers). A single option is no choice.
    pub fn pick(&mut self, label: &'static str, weights: &[f64]) -> usize {
        if weights.len() < 2 {
            return 0;
        }
        let sum: f64 = weights.iter().sum();
        let logs: Vec<f64> = weights.iter().map(|w| (w.max(1e-9) / sum).ln()).collect();
        let best = (0..logs.len())
            .max_by(|a, b| logs[*a].total_cmp(&logs[*b]).then(b.cmp(a)))
            .unwrap_or(0);
        let option = self
            .forced
            .get(self.made.len())
            .copied()
            .unwrap_or(best)
            .min(logs.len() - 1);
        self.made.push(Made { label, option, logs });
        option
    }

    /// A choice between no (0) and yes (1).
    pub fn whether(&mut self, label: &'static str, yes: f64) -> bool {
        self.pick(label, &[1.0 - yes, yes]) == 1
    }
}

struct Path {
    belief: f64,
    choices: Vec<usize>,
}

impl PartialEq for Path {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}
impl Eq for Path {}
impl PartialOrd for Path {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Path {
    fn cmp(&self, other: &Self) -> Ordering {
        self.belief
            .total_cmp(&other.belief)
            .then_with(|| other.choices.cmp(&self.choices))
    }
}

/// Runs `walk` along up to `paths` choice sequences, most believed first. Results come with their belief's
/// logarithm and the choices made.
pub fn explore<T>(paths: usize, mut walk: impl FnMut(&mut Chooser) -> Option<T>) -> Vec<(f64, T, Vec<Made>)> {
    let mut queue = BinaryHeap::from([Path {
        belief: 0.0,
        choices: Vec::new(),
    }]);
    let mut out = Vec::new();
    for _ in 0..paths {
        let Some(path) = queue.pop() else { break };
        let fixed = path.choices.len();
        let mut chooser = Chooser::new(path.choices);
        let result = walk(&mut chooser);
        let made = chooser.made;
        let belief: f64 = made.iter().map(|m| m.logs[m.option]).sum();
        let mut before: f64 = made.iter().take(fixed).map(|m| m.logs[m.option]).sum();
        for (i, m) in made.iter().enumerate().skip(fixed) {
            for option in (0..m.logs.len()).filter(|o| *o != m.option) {
                let mut choices: Vec<usize> = made[..i].iter().map(|m| m.option).collect();
                choices.push(option);
                let rest: f64 = made[i + 1..].iter().map(|m| m.logs[m.option]).sum();
                queue.push(Path {
                    belief: before + m.logs[option] + rest,
                    choices,
                });
            }
            before += m.logs[m.option];
        }
        if let Some(value) = result {
            out.push((belief, value, made));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readings_come_best_first_and_each_once() {
        let seen = explore(10, |c| Some((c.pick("a", &[3.0, 1.0]), c.pick("b", &[2.0, 1.0, 1.0]))));
        let pairs: Vec<(usize, usize)> = seen.iter().map(|s| s.1).collect();
        assert_eq!(pairs.len(), 6);
        assert_eq!(pairs[0], (0, 0));
        assert!(seen.windows(2).all(|w| w[0].0 >= w[1].0 - 1e-9));
        let total: f64 = seen.iter().map(|s| s.0.exp()).sum();
        assert!((total - 1.0).abs() < 1e-9);
    }
}
