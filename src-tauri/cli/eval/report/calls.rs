//! What the models were asked, and what it took. In: lines with their calls. Out: sums by purpose, and a question's.
//! Deliberately absent: prices; each call has its own.

use std::collections::BTreeMap;

use askwell_contract::run::ModelCall;
use serde::Serialize;

use super::{mean, spread, Spread};
use crate::eval::log::Line;

/// All calls of one purpose.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Purpose {
    pub calls: usize,
    pub failed: usize,
    /// From Askwell's own cache: nothing was sent.
    pub cached: usize,
    /// Tokens read at the full price, read from the provider's cache, written to it, and written as replies.
    pub input: u64,
    pub read: u64,
    pub written: u64,
    pub output: u64,
    /// US dollars, of those whose price is known.
    pub dollars: f64,
    pub unpriced: usize,
    pub seconds: f64,
}

impl Purpose {
    fn add(&mut self, call: &ModelCall) {
        self.calls += 1;
        self.failed += usize::from(call.failure.is_some());
        self.cached += usize::from(call.cached);
        self.input += u64::from(call.usage.input);
        self.read += u64::from(call.usage.cached);
        self.written += u64::from(call.usage.written);
        self.output += u64::from(call.usage.output);
        self.dollars += call.cost.unwrap_or(0.0);
        self.unpriced += usize::from(call.cost.is_none() && call.failure.is_none());
        self.seconds += call.ms / 1_000.0;
    }
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Calls {
    pub all: Purpose,
    pub by: BTreeMap<String, Purpose>,
    /// Of a question: calls, dollars, seconds that its calls took together.
    pub calls: Spread,
    pub dollars: Option<f64>,
    pub seconds: Spread,
    /// Calls to which the recording has no reply, and questions that they belong to.
    pub missing: (usize, usize),
}

pub fn of(lines: &[Line]) -> Calls {
    let (mut all, mut by) = (Purpose::default(), BTreeMap::<String, Purpose>::new());
    for call in lines.iter().flat_map(|line| &line.calls) {
        all.add(call);
        by.entry(call.purpose.clone()).or_default().add(call);
    }
    let mut counts: Vec<f64> = lines.iter().map(|line| line.calls.len() as f64).collect();
    let took = |line: &Line| line.calls.iter().map(|call| call.ms / 1_000.0).sum();
    let mut seconds: Vec<f64> = lines.iter().map(took).collect();
    let cost = |line: &Line| line.calls.iter().filter_map(|call| call.cost).sum();
    Calls {
        all,
        by,
        calls: spread(&mut counts),
        dollars: mean(lines.iter().map(cost)),
        seconds: spread(&mut seconds),
        missing: (
            lines.iter().map(|line| line.missing).sum(),
            lines.iter().filter(|line| line.missing > 0).count(),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::log;
    use askwell_contract::model::{Failure, FailureKind, Usage};

    fn call(purpose: &str, cost: Option<f64>, failed: bool) -> ModelCall {
        ModelCall {
            purpose: purpose.into(),
            provider: "acme".into(),
            model: "m".into(),
            leaves: true,
            usage: Usage {
                input: 100,
                cached: 900,
                written: 0,
                output: 10,
            },
            cost,
            cached: false,
            ms: 500.0,
            failure: failed.then(|| Failure::new(FailureKind::Unavailable, "down")),
            left_out: None,
        }
    }

    #[test]
    fn calls_are_added_up_by_purpose_and_by_question() {
        let line = |calls: Vec<ModelCall>| Line {
            calls,
            ..log::tests::line("a")
        };
        let lines = [
            line(vec![
                call("link", Some(0.25), false),
                call("generate", Some(0.5), false),
            ]),
            line(vec![call("generate", None, true), call("generate", None, false)]),
            line(vec![]),
        ];
        let sums = of(&lines);
        assert_eq!((sums.all.calls, sums.all.failed, sums.all.unpriced), (4, 1, 1));
        assert_eq!((sums.all.input, sums.all.read), (400, 3_600));
        assert_eq!((sums.by["link"].calls, sums.by["generate"].dollars), (1, 0.5));
        assert_eq!((sums.calls.p50, sums.seconds.p50), (2.0, 1.0));
        assert_eq!(sums.dollars, Some(0.25));
    }
}
