//! The rewrites that a model is shown are right: an example that is not would teach it to be wrong.

use askwell_engine::optimise::gold::{self, Gold};
use askwell_engine::optimise::validate::LEAST_TELLING;

use super::*;

/// `bench --gold` tries 300 and measures as well; what is wrong in an example shows on far fewer.
const DATABASES: u32 = 40;

#[test]
fn every_rewrite_that_a_model_is_shown_gives_the_same_rows() {
    let faults = |examples: &[Gold]| -> Vec<String> {
        let tried = examples.iter().map(|gold| {
            let said = verdict(&home(gold.engine), &gold.before, &gold.after, DATABASES, 7);
            let sound = matches!(said, Verdict::Same { telling, .. } if telling >= LEAST_TELLING);
            (!sound).then(|| format!("{}: {said:?}", gold.name))
        });
        tried.flatten().collect()
    };
    let (first, second) = gold::all().split_at(gold::all().len() / 2);
    let faults: Vec<String> = std::thread::scope(|scope| {
        let other = scope.spawn(|| faults(second));
        let first = faults(first);
        first.into_iter().chain(other.join().unwrap()).collect()
    });
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
