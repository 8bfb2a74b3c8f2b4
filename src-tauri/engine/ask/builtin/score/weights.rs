//! The learned weights. In: sorted lines `feature<TAB>weight` or `feature & cue<TAB>weight`. Out: the weight of a
//! feature in a question. Deliberately absent: how they are learned.

use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Stands between a feature and the cue that it is weighed with.
pub const JOINT: &str = " & ";

/// Written by `askwell-cli train`; see `TRAINING.md`.
const LEARNED: &str = include_str!("weights.txt");

#[derive(Debug, Default)]
pub struct Weights {
    of: BTreeMap<String, Weight>,
}

#[derive(Debug, Default)]
struct Weight {
    alone: f64,
    with: BTreeMap<String, f64>,
}

impl Weights {
    pub fn learned() -> &'static Self {
        static WEIGHTS: OnceLock<Weights> = OnceLock::new();
        WEIGHTS.get_or_init(|| Self::parse(LEARNED))
    }

    /// Without any, readings stand as the choices alone put them.
    pub fn none() -> &'static Self {
        static NONE: OnceLock<Weights> = OnceLock::new();
        NONE.get_or_init(Self::default)
    }

    pub fn are_none(&self) -> bool {
        self.of.is_empty()
    }

    /// Lines that are no weights are passed over.
    pub fn parse(text: &str) -> Self {
        let mut weights = Self::default();
        for line in text.lines() {
            let Some((name, weight)) = line.split_once('\t') else {
                continue;
            };
            let Ok(weight) = weight.parse::<f64>() else { continue };
            match name.split_once(JOINT) {
                Some((name, cue)) => {
                    weights
                        .of
                        .entry(name.to_owned())
                        .or_default()
                        .with
                        .insert(cue.to_owned(), weight);
                }
                None => weights.of.entry(name.to_owned()).or_default().alone = weight,
            }
        }
        weights
    }

    /// What a feature weighs in a question with these cues.
    pub fn weight(&self, feature: &str, cues: &[String]) -> f64 {
        let Some(weight) = self.of.get(feature) else { return 0.0 };
        weight.alone + cues.iter().filter_map(|cue| weight.with.get(cue)).sum::<f64>()
    }
}
