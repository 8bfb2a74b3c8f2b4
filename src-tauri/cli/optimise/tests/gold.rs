//! The rewrites that a model is shown are right: an example that is not would teach it to be wrong.

use askwell_engine::optimise::gold::{self, Gold};
use askwell_engine::optimise::validate::LEAST_TELLING;

use super::*;

/// What is wrong in an example shows on few databases.
const FEW: u32 = 40;
/// As many as `bench --gold` tries, and how many of them have to give rows to an example that few do.
const ALL: u32 = 300;
const LEAST: u32 = 3;

#[test]
fn every_rewrite_that_a_model_is_shown_gives_the_same_rows() {
    let fault = |gold: &Gold| -> Option<String> {
        let said = |databases| verdict(&home(gold.engine), &gold.before, &gold.after, databases, 7);
        let tells = |said: &Verdict, least| matches!(said, Verdict::Same { telling, .. } if *telling >= least);
        let few = said(FEW);
        if tells(&few, LEAST_TELLING) {
            return None;
        }
        let all = said(ALL);
        (!tells(&all, LEAST)).then(|| format!("{}: {all:?}", gold.name))
    };
    let faults = |examples: &[Gold]| -> Vec<String> { examples.iter().filter_map(fault).collect() };
    let (first, second) = gold::all().split_at(gold::all().len() / 2);
    let faults: Vec<String> = std::thread::scope(|scope| {
        let other = scope.spawn(|| faults(second));
        let first = faults(first);
        first.into_iter().chain(other.join().unwrap()).collect()
    });
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
