//! Which reading is meant: a learned ranking of whole readings, and a learned doubt whether any is.
//!
//! In: readings with their features. Out: their order, and belief as a softmax of scores. A linear score over what each
//! reading says by itself comes first; trees then see the best of them side by side. Both were learned list-wise on
//! databases of the corpus and judged on others (`scripts/train`). Deliberately absent: any word of a database.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::query::Query;
use crate::read::Reading;

mod agree;
pub mod features;
mod passed;
pub mod refuse;
pub mod rivals;
mod sense;
#[cfg(test)]
mod tests;
pub mod trees;

pub use agree::keeps_people;
pub use features::features;
pub use passed::kinds as passing;
pub use sense::{adds_up, is_rate};
use trees::Trees;

/// Lines `feature<TAB>weight`, sorted.
const LINEAR: &str = include_str!("weights.txt");
const RANKING: &str = include_str!("rank/trees.txt");
const REFUSAL: &str = include_str!("rank/refuse.txt");

/// Readings that the trees see, by their linear score: of what is right somewhere, 99 in 100 are among them.
pub const CLOSE: usize = 40;

/// Everything that was learned of readings. The default knows nothing: readings keep the scores of their choices.
#[derive(Debug, Clone, Default)]
pub struct Weights {
    of: BTreeMap<String, f64>,
    trees: Trees,
    refuse: Trees,
}

impl Weights {
    pub fn learned() -> &'static Self {
        static WEIGHTS: OnceLock<Weights> = OnceLock::new();
        WEIGHTS.get_or_init(|| Self::parse(LINEAR, RANKING, REFUSAL))
    }

    /// Of three files: the linear weights, the trees, and those of [`refuse`]. Lines that are neither are passed over.
    pub fn parse(linear: &str, trees: &str, refuse: &str) -> Self {
        let lines = linear.lines().filter_map(|l| l.split_once('\t'));
        let of = lines
            .filter_map(|(name, w)| Some((name.to_owned(), w.trim().parse().ok()?)))
            .collect();
        Self {
            of,
            trees: Trees::parse(trees),
            refuse: Trees::parse(refuse),
        }
    }

    fn score(&self, features: &[(String, f64)]) -> f64 {
        features
            .iter()
            .filter_map(|(name, value)| Some(self.of.get(name)? * value))
            .sum()
    }

    /// How likely it is that the database can answer, by what [`refuse`] saw; `None`: nothing was learned.
    pub fn possible(&self, seen: &[(String, f64)]) -> Option<f64> {
        let given = |name: &str| seen.iter().find(|f| f.0 == name).map(|f| f.1);
        (!self.refuse.is_empty()).then(|| 1.0 / (1.0 + (-self.refuse.score(&given)).exp()))
    }
}

/// Sorts readings, most believed first, and leaves out those that are far behind.
pub fn rank(readings: &mut Vec<Reading>, weights: &Weights) {
    if !weights.of.is_empty() {
        readings.iter_mut().for_each(|r| r.score = weights.score(&r.features));
    }
    sort(readings);
    if !weights.trees.is_empty() {
        readings.truncate(CLOSE);
        let beside = beside(readings);
        for (r, others) in readings.iter_mut().zip(beside) {
            let own: BTreeMap<&str, f64> = r
                .features
                .iter()
                .map(|(name, value)| (name.as_str(), *value))
                .chain(others)
                .collect();
            r.score += weights.trees.score(&|name| own.get(name).copied());
        }
        sort(readings);
    }
    let best = readings.first().map_or(0.0, |r| r.score);
    let total: f64 = readings.iter().map(|r| (r.score - best).exp()).sum();
    for r in readings.iter_mut() {
        r.belief = (r.score - best).exp() / total;
    }
}

/// What each of a list, best first, looks like beside the others.
fn beside(readings: &[Reading]) -> Vec<Vec<(&'static str, f64)>> {
    let queries: Vec<&Query> = readings.iter().map(|r| &r.query).collect();
    let scores: Vec<f64> = readings.iter().map(|r| r.score).collect();
    let features: Vec<&[(String, f64)]> = readings.iter().map(|r| r.features.as_slice()).collect();
    rivals::rivals(&rivals::classes(&queries), &scores, &features)
}

fn sort(readings: &mut [Reading]) {
    readings.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.sql.cmp(&b.sql)));
}
