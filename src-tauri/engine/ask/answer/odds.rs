//! How often answers like this one are right.
//!
//! In: what selection saw of the answer's query. Out: a probability, 0..=1. Model: Platt's (2000), a logistic curve, over
//! the share of the votes and what else tells right answers from wrong ones; fitted by `askwell-cli eval --calibrate` on
//! the benchmark sets (`odds.txt`). Deliberately absent: any word of the question or the database; of the
//! question only its length counts.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use askwell_contract::run::{Judged, Method, Outcome, Selection, Severity};
use askwell_contract::{Dialect, ResultSet};
use askwell_sql::features;

use crate::ask::advice::{account_of, engines};
use crate::compare::holds;

/// Lines `signal<TAB>weight`; the first line says how they were made.
const FITTED: &str = include_str!("odds.txt");

/// The same of people's questions: the corpus, each of its databases asked with a ranking that has not seen it.
const PEOPLE: &str = include_str!("odds_people.txt");

/// What files of real people make of that: slope and shift of two curves.
const REAL: &str = include_str!("odds_real.txt");

/// Gates that the query does not pass, and one for a word that is only a guess.
pub const DOUBTS: &str = "doubts";

/// Whether a word of the question is not used.
const UNUSED: &str = "a word unused";

/// Both engines read it the same way.
pub const BOTH: &str = "both read so";

/// The weight that every answer begins with.
pub const BASE: &str = "base";

/// The logarithm of the odds that the share of the votes alone gives.
pub const SHARE: &str = "share";

/// The logarithm of how long the question is, beside one of usual length.
pub const LENGTH: &str = "length";

/// Words of a question of usual length, and of the shortest that says anything.
const USUAL: f64 = 8.0;
const SHORTEST: usize = 4;

/// Shares nearer to none or all than this say no more.
const NEAREST: f64 = 0.02;

/// What speaks for and against an answer, by name.
pub fn signals(
    dialect: Dialect,
    question: &str,
    pool: &[Judged],
    selection: &Selection,
    winner: &Judged,
) -> BTreeMap<&'static str, f64> {
    let own = share(pool, selection, &winner.candidate.id);
    let others = selection
        .clusters
        .iter()
        .filter(|c| !c.members.contains(&winner.candidate.id));
    let next = others.map(|c| c.members.first().map_or(0.0, |id| share(pool, selection, id)));
    let next = next.fold(0.0, f64::max);
    let account = account_of(pool, selection, &winner.candidate);
    let unused = account.map_or(0, |c| c.unplaced.len());
    let failed = pool.iter().filter(|j| !j.ran()).count();
    let warned = winner
        .findings
        .iter()
        .filter(|f| f.severity == Severity::Warning)
        .count();
    let clear = own.clamp(NEAREST, 1.0 - NEAREST);
    let yes = |is: bool| f64::from(u8::from(is));
    let f = features::of(&winner.candidate.sql, dialect).unwrap_or_default();
    let listed = f.aggregates.is_empty();
    let (empty, both) = (crate::trial::is_empty(winner), both_read_so(pool, winner));
    // All of these together say more than each by itself.
    let settled = both && selection.clusters.len() <= 1 && unused == 0 && !empty;
    let mut signals = shape(&f, listed).map(|(name, is)| (name, yes(is))).to_vec();
    signals.extend([
        ("joins", f.joins.min(3) as f64),
        ("columns", (f.outputs.unwrap_or(1).max(1) as f64).ln()),
        (BASE, 1.0),
        (LENGTH, length(question)),
        (SHARE, (clear / (1.0 - clear)).ln()),
        ("lead", own - next),
        ("own belief", winner.candidate.belief),
        (UNUSED, yes(unused > 0)),
        ("more words unused", (unused as f64 - 1.0).clamp(0.0, 3.0)),
        ("results", (selection.clusters.len() as f64).max(1.0).ln()),
        ("failed", failed as f64 / pool.len().max(1) as f64),
        ("compared", yes(selection.method == Method::Tournament)),
        ("repaired", yes(winner.repairs.iter().any(|r| r.worked))),
        ("warned", warned.min(2) as f64),
        ("empty", yes(empty)),
        (BOTH, yes(both)),
        ("settled", yes(settled)),
        ("one engine", yes(!pool.iter().any(|j| engines(&j.candidate).1))),
    ]);
    signals.into_iter().collect()
}

/// Long questions ask for several things at once, and one of them goes wrong more often.
fn length(question: &str) -> f64 {
    let words = question
        .split_whitespace()
        .filter(|w| w.chars().any(char::is_alphanumeric));
    (words.count().max(SHORTEST) as f64 / USUAL).ln()
}

/// What kind of query it is: some kinds are right more often than others of which everything else is the same.
fn shape(f: &features::Features, listed: bool) -> [(&'static str, bool); 8] {
    [
        ("plain list", listed && f.limit.is_none()),
        ("top list", f.limit.is_some_and(|n| n > 1)),
        ("top one", f.limit == Some(1)),
        ("one figure", !listed && !f.group_by && f.limit.is_none()),
        ("grouped", f.group_by && f.limit.is_none()),
        ("filtered", f.filters),
        ("nested", f.subqueries > 0 || f.set_operation),
        ("counted", f.aggregates.iter().all(|a| a == "count") && !listed),
    ]
}

/// Whether what the reader and the older engine believe most both give the answer: the same rows, and each column of the
/// one that shows fewer.
fn both_read_so(pool: &[Judged], winner: &Judged) -> bool {
    let best = |made: fn((bool, bool)) -> bool| {
        let of = pool.iter().filter(|j| made(engines(&j.candidate)));
        result(of.max_by(|a, b| a.candidate.belief.total_cmp(&b.candidate.belief))?)
    };
    let (Some(answer), Some(read), Some(older)) = (result(winner), best(|e| e.0), best(|e| e.1)) else {
        return false;
    };
    let agree = |other: &ResultSet| holds(answer, other) || holds(other, answer);
    agree(read) && agree(older)
}

fn result(judged: &Judged) -> Option<&ResultSet> {
    match &judged.outcome {
        Outcome::Ran { result, .. } => Some(result),
        _ => None,
    }
}

/// Whether the reader had a part in the answer.
pub fn is_read(pool: &[Judged]) -> bool {
    pool.iter().any(|j| engines(&j.candidate).0)
}

/// How many doubts there are, as a signal.
pub fn doubts(failed: usize, guessed: bool) -> f64 {
    (failed + usize::from(guessed)) as f64
}

/// The probability that an answer with these signals is right. Answers that the reader had a part in were measured on
/// people's questions, and what files of real people make of that; the others on benchmarks'.
pub fn odds(pool: &[Judged], signals: &BTreeMap<&'static str, f64>) -> f64 {
    match is_read(pool) {
        true => logistic(real(sum(people(), signals), signals)),
        false => logistic(sum(fitted(), signals)),
    }
}

/// A corpus that its authors wrote for schemas that they knew is easier than files that nobody has looked at: Platt's curve
/// (2000) over the corpus's logit, one for answers without a doubt and one for those with any, which tell much less.
fn real(logit: f64, signals: &BTreeMap<&'static str, f64>) -> f64 {
    static WEIGHTS: OnceLock<BTreeMap<&'static str, f64>> = OnceLock::new();
    let weights = WEIGHTS.get_or_init(|| crate::ask::fitted(REAL).collect());
    let doubted = [DOUBTS, UNUSED]
        .iter()
        .any(|name| signals.get(name).is_some_and(|v| *v > 0.0));
    let (slope, shift) = match doubted {
        true => ("doubted slope", "doubted shift"),
        false => ("slope", "shift"),
    };
    weights[slope] * logit + weights[shift]
}

fn sum(weights: &BTreeMap<&str, f64>, signals: &BTreeMap<&'static str, f64>) -> f64 {
    let weighed = signals
        .iter()
        .filter_map(|(name, value)| Some(weights.get(name)? * value));
    weighed.sum()
}

fn logistic(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

fn people() -> &'static BTreeMap<&'static str, f64> {
    static WEIGHTS: OnceLock<BTreeMap<&'static str, f64>> = OnceLock::new();
    WEIGHTS.get_or_init(|| crate::ask::fitted(PEOPLE).collect())
}

fn fitted() -> &'static BTreeMap<&'static str, f64> {
    static WEIGHTS: OnceLock<BTreeMap<&'static str, f64>> = OnceLock::new();
    WEIGHTS.get_or_init(|| crate::ask::fitted(FITTED).collect())
}

/// Belief in all candidates that gave the same result as this one, among all that ran.
pub fn share(pool: &[Judged], selection: &Selection, id: &String) -> f64 {
    let cluster = selection.clusters.iter().find(|c| c.members.contains(id));
    let belief = |j: &&Judged| j.candidate.belief.max(0.0);
    let all: f64 = pool.iter().filter(|j| j.ran()).map(|j| belief(&j)).sum();
    let Some(cluster) = cluster.filter(|_| all > 0.0) else {
        return 1.0;
    };
    let members = pool.iter().filter(|j| cluster.members.contains(&j.candidate.id));
    members.map(|j| belief(&j)).sum::<f64>() / all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_is_logistic_and_every_signal_has_a_weight() {
        let weights = BTreeMap::from([(BASE, -1.0), ("share", 2.0)]);
        let at = |share| logistic(sum(&weights, &BTreeMap::from([(BASE, 1.0), ("share", share)])));
        assert_eq!(at(0.5), 0.5);
        assert!(at(2.0) > 0.95 && at(-2.0) < 0.01);
        assert!(
            fitted().contains_key(BASE) && fitted().contains_key("share"),
            "{:?}",
            fitted()
        );
        for text in [FITTED, PEOPLE] {
            assert!(text.starts_with("# askwell-cli eval"), "says how it was made");
        }
        assert!(people()[BOTH] > 0.0, "agreement speaks for an answer");
        assert!(REAL.starts_with("# scripts/train/real.py"), "says how it was made");
        let with = |doubts: f64| real(1.0, &BTreeMap::from([(DOUBTS, doubts)]));
        assert!(with(0.0) > with(1.0), "a doubt speaks against an answer");
        assert!(real(3.0, &BTreeMap::new()) > real(3.0, &BTreeMap::from([(UNUSED, 1.0)])));
        assert!(doubts(2, true) > doubts(2, false) && doubts(0, false) == 0.0);
    }
}
