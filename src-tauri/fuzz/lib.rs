//! Machines that look for faults, for the tests of the other parts.
//!
//! In: what is tried (a function from bytes to what became of them), kept inputs, words that such inputs are made of. Out:
//! nothing, or a panic that shows the smallest input found on which the function panicked, with the line to keep it by.
//! An input whose outcome is new joins those that are changed further, so the outcome should say little and tell kinds
//! apart. Deliberately absent: a compiler's own coverage, which wants a nightly one; any part of the program itself.
//!
//! `ASKWELL_FUZZ_SECONDS` is the time of each machine (2 where it is not set), `ASKWELL_FUZZ_SEED` another beginning,
//! `ASKWELL_FUZZ_LAST` a file that holds the input under way, for what ends the whole process.

// Only tests call this, and what they print is what is wanted of them.
#![allow(clippy::panic, clippy::print_stderr)]

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

mod change;
mod kept;

pub use change::Chance;
pub use kept::{lines, shown};

/// An input that takes longer than this is a fault.
const SLOW: Duration = Duration::from_secs(10);
/// One that takes longer than this will not end.
const STUCK: Duration = Duration::from_secs(60);
/// Longest input that is made; longer kept ones are tried as they are.
const LONGEST: usize = 4_000;
/// Inputs that are changed further.
const POOL: usize = 4_000;

pub struct Machine<'a> {
    pub name: &'a str,
    /// One input a line, as [`shown`] writes it; lines that begin with `#` are remarks.
    pub corpus: &'a str,
    pub seeds: Vec<Vec<u8>>,
    pub words: &'a [&'a str],
}

/// What was tried, for tests that assert that a machine did something.
#[derive(Debug, Clone, Copy)]
pub struct Ran {
    pub tries: u64,
    pub kinds: usize,
}

impl Machine<'_> {
    /// As `run`, with inputs that are text.
    pub fn run_text<O: Hash>(self, target: impl Fn(&str) -> O) -> Ran {
        self.run(|bytes| target(&String::from_utf8_lossy(bytes)))
    }

    pub fn run<O: Hash>(self, target: impl Fn(&[u8]) -> O) -> Ran {
        let watch = Watch::over(self.name);
        let mut chance = Chance::new(setting("ASKWELL_FUZZ_SEED").unwrap_or(1));
        let time = Duration::from_secs(setting("ASKWELL_FUZZ_SECONDS").unwrap_or(2));
        let last = std::env::var_os("ASKWELL_FUZZ_LAST");
        let mut pool: Vec<Vec<u8>> = Vec::new();
        let mut kinds: HashSet<u64> = HashSet::new();
        let (began, mut tries, mut slowest) = (Instant::now(), 0_u64, Duration::ZERO);
        let mut attempt = |input: Vec<u8>, pool: &mut Vec<Vec<u8>>| {
            if let Some(file) = &last {
                let _ = std::fs::write(file, shown(&input));
            }
            tries += 1;
            watch.set(Some(&input));
            let at = Instant::now();
            let outcome = catch_unwind(AssertUnwindSafe(|| hash(&target(&input))));
            let took = at.elapsed();
            watch.set(None);
            slowest = slowest.max(took);
            let Ok(outcome) = outcome else {
                let least = smallest(&input, &|input| {
                    watch.set(Some(input));
                    catch_unwind(AssertUnwindSafe(|| target(input))).is_err()
                });
                watch.set(None);
                panic!("{}: a fault; keep it by the line\n{}", self.name, shown(&least));
            };
            if took > SLOW {
                panic!("{}: {took:?} for\n{}", self.name, shown(&input));
            }
            if kinds.insert(outcome) && pool.len() < POOL {
                pool.push(input);
            }
        };
        for input in lines(self.corpus).into_iter().chain(self.seeds) {
            // All of them are changed further, whatever becomes of them.
            let known = pool.len();
            attempt(input.clone(), &mut pool);
            if pool.len() == known {
                pool.push(input);
            }
        }
        while began.elapsed() < time {
            let mut input = chance.one(&pool).cloned().unwrap_or_default();
            let other = chance.one(&pool).cloned().unwrap_or_default();
            for _ in 0..=chance.below(5) {
                chance.change(&mut input, &other, self.words);
            }
            input.truncate(LONGEST);
            attempt(input, &mut pool);
        }
        if let Some(folder) = std::env::var_os("ASKWELL_FUZZ_KEEP") {
            kept::keep(std::path::Path::new(&folder), self.name, &pool);
        }
        eprintln!(
            "{}: {tries} tries in {:.0} s, {} kinds of outcome, {:.0} ms at most",
            self.name,
            began.elapsed().as_secs_f64(),
            kinds.len(),
            slowest.as_secs_f64() * 1e3
        );
        Ran {
            tries,
            kinds: kinds.len(),
        }
    }
}

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Leaves out one part after the other for as long as it still fails.
fn smallest(input: &[u8], fails: &dyn Fn(&[u8]) -> bool) -> Vec<u8> {
    let told = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let mut least = input.to_vec();
    let (mut part, mut left) = (least.len() / 2, 2_000);
    while part > 0 && left > 0 {
        let mut at = 0;
        while at < least.len() && left > 0 {
            let mut without = least.clone();
            without.drain(at..(at + part).min(least.len()));
            left -= 1;
            match fails(&without) {
                true => least = without,
                false => at += part,
            }
        }
        part /= 2;
    }
    std::panic::set_hook(told);
    least
}

/// Since when an input is tried, and which.
type Shared = Arc<Mutex<Option<(Instant, Vec<u8>)>>>;

/// What never ends cannot be caught: it is shown, and the process ended.
struct Watch {
    now: Shared,
}

impl Watch {
    fn over(name: &str) -> Self {
        let now: Shared = Arc::default();
        let (seen, name) = (Arc::downgrade(&now), name.to_string());
        std::thread::spawn(move || {
            while let Some(now) = seen.upgrade() {
                if let Some((since, input)) = &*now.lock().unwrap_or_else(PoisonError::into_inner) {
                    if since.elapsed() > STUCK {
                        eprintln!("{name}: does not end on\n{}", shown(input));
                        std::process::abort();
                    }
                }
                drop(now);
                std::thread::sleep(Duration::from_millis(500));
            }
        });
        Self { now }
    }

    fn set(&self, input: Option<&[u8]>) {
        *self.now.lock().unwrap_or_else(PoisonError::into_inner) = input.map(|i| (Instant::now(), i.to_vec()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_found_and_shown_by_its_smallest_input() {
        let machine = Machine {
            name: "a test",
            corpus: "SELECT a FROM t",
            seeds: Vec::new(),
            words: &["boom"],
        };
        let found = catch_unwind(AssertUnwindSafe(|| {
            machine.run_text(|text| {
                assert!(!text.contains("boom"));
                text.len()
            })
        }));
        let said = found.err().and_then(|e| e.downcast_ref::<String>().cloned()).unwrap();
        assert!(said.ends_with("\nboom"), "{said}");
    }
}
