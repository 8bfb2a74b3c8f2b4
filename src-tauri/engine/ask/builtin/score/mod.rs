//! Which reading is meant: a learned judge over the readings of one question.
//!
//! In: a question's readings with the belief of their choices. Out: the same readings with a belief that sums to one,
//! most believed first. Score: the logarithm of the choices' belief, plus a weight for every feature of the reading,
//! plus a weight for every feature together with every cue of the question (a log-linear model; `TRAINING.md` says
//! how the weights come about). Deliberately absent: any word of a table, a column or a value, so that what was
//! learned on some databases holds for others.

mod counted;
mod cover;
mod grain;
mod keys;
mod lists;
mod promised;
mod roles;
mod said;
mod shape;
mod taste;
#[cfg(test)]
mod tests;
mod weights;

use std::collections::BTreeMap;

pub use grain::torn_apart;
pub use said::{cues, is_cue};
pub use weights::{Weights, JOINT};

use super::mentions::Item;
use super::Interpretation;
use crate::prepare::Knowledge;
use crate::words::Token;

/// The question as the readings' judge sees it.
pub struct Asked<'a> {
    pub knowledge: &'a Knowledge,
    pub tokens: &'a [Token],
    pub items: &'a [Item],
}

/// Something that is true of a reading, to some degree.
#[derive(Debug, Clone, PartialEq)]
pub struct Feature {
    pub name: String,
    pub value: f64,
    /// It is weighed together with every cue of the question, too.
    pub meets: bool,
}

/// The feature that holds the logarithm of the choices' belief; its weight counts on top of 1.
pub const PRIOR: &str = "prior";

/// All features of one reading.
pub fn features(asked: &Asked<'_>, reading: &Interpretation) -> Vec<Feature> {
    let mut out = Features(vec![Feature {
        name: PRIOR.into(),
        value: reading.prior,
        meets: false,
    }]);
    shape::features(asked, reading, &mut out);
    roles::features(asked, reading, &mut out);
    cover::features(asked, reading, &mut out);
    grain::features(asked, &reading.query, &mut out);
    lists::features(asked, &reading.query, &mut out);
    keys::features(asked, &reading.query, &mut out);
    out.0
}

/// Settles the readings' beliefs and their order.
pub fn rank(weights: &Weights, asked: &Asked<'_>, readings: &mut [Interpretation]) {
    let cues = cues(asked.tokens);
    // The readings of a question share most of their features.
    let mut known: BTreeMap<String, f64> = BTreeMap::new();
    let mut scores = Vec::with_capacity(readings.len());
    for reading in readings.iter() {
        let mut score = reading.prior;
        // Without weights the choices alone are measured, and learned from.
        if !weights.are_none() {
            score -= taste::loses(asked, &reading.query);
        }
        for feature in features(asked, reading) {
            let weight = match known.get(&feature.name) {
                Some(weight) => *weight,
                None => {
                    let weight = weights.weight(&feature.name, if feature.meets { &cues } else { &[] });
                    known.insert(feature.name, weight);
                    weight
                }
            };
            score += feature.value * weight;
        }
        scores.push(score);
    }
    let top = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let total: f64 = scores.iter().map(|s| (s - top).exp()).sum();
    for (reading, score) in readings.iter_mut().zip(&scores) {
        reading.belief = (score - top).exp() / total;
    }
    readings.sort_by(|a, b| b.belief.total_cmp(&a.belief).then(b.prior.total_cmp(&a.prior)));
}

/// Features being gathered.
pub(crate) struct Features(Vec<Feature>);

impl Features {
    /// A fact that is weighed with the cues, too.
    fn fact(&mut self, name: impl Into<String>) {
        self.0.push(Feature {
            name: name.into(),
            value: 1.0,
            meets: true,
        });
    }
    /// A fact that knows its place in the question already.
    fn local(&mut self, name: impl Into<String>) {
        self.0.push(Feature {
            name: name.into(),
            value: 1.0,
            meets: false,
        });
    }
    fn amount(&mut self, name: impl Into<String>, value: f64) {
        if value != 0.0 {
            self.0.push(Feature {
                name: name.into(),
                value,
                meets: false,
            });
        }
    }
}
