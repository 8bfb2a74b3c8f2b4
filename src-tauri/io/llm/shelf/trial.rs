//! How fast this computer reads memory. In: how long to read. Out: bytes a second, by all processors together.
//!
//! A model that writes reads its whole file from memory for each token, so this over the file's size is the most tokens a
//! second that it can come to. Deliberately absent: a promise; the arithmetic may be slower than the memory.

use std::hint::black_box;
use std::sync::Barrier;
use std::time::{Duration, Instant};

use askwell_contract::ports::Cancel;
use askwell_contract::{Problem, ProblemCode, Result};

use super::machine;

/// Larger than the caches of desktop processors, which hold up to 128 MB.
const WHOLE: u64 = 512 << 20;
const LEAST: u64 = 64 << 20;
/// Between two looks at the clock.
const BLOCK: usize = 1 << 17;

pub fn measure(whole: Duration, cancel: &Cancel) -> Result<u64> {
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get().min(32));
    let room = machine::unused().map_or(WHOLE, |free| (free / 4).clamp(LEAST, WHOLE));
    let words = usize::try_from(room).unwrap_or(usize::MAX) / 8 / threads;
    let ready = Barrier::new(threads);
    let read: Vec<Option<(u64, Duration)>> = std::thread::scope(|scope| {
        let readers: Vec<_> = (0..threads)
            .map(|_| scope.spawn(|| read(words, whole, &ready, cancel)))
            .collect();
        readers.into_iter().map(|reader| reader.join().ok()).collect()
    });
    if cancel.is_cancelled() {
        return Err(Problem::cancelled());
    }
    // Each by its own time: one that was held up has read less, not faster.
    let rates = read.into_iter().flatten().filter(|(_, time)| !time.is_zero());
    let rate: f64 = rates.map(|(bytes, time)| bytes as f64 / time.as_secs_f64()).sum();
    if rate < 1.0 {
        return Err(Problem::new(
            ProblemCode::Lost,
            "The speed of this computer could not be measured.",
        ));
    }
    Ok(rate as u64)
}

fn read(words: usize, whole: Duration, ready: &Barrier, cancel: &Cancel) -> (u64, Duration) {
    // Written to, so that there is memory behind every page.
    let memory: Vec<u64> = (0..words as u64).collect();
    ready.wait();
    let began = Instant::now();
    let mut bytes = 0;
    loop {
        for block in memory.chunks(BLOCK) {
            black_box(block.iter().fold(0_u64, |sum, word| sum.wrapping_add(*word)));
            bytes += block.len() as u64 * 8;
            if began.elapsed() >= whole || cancel.is_cancelled() {
                return (bytes, began.elapsed());
            }
        }
        if memory.is_empty() {
            return (0, Duration::ZERO);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_read_at_a_speed_that_memory_has_and_for_as_long_as_was_asked() {
        let began = Instant::now();
        let rate = measure(Duration::from_millis(200), &Cancel::new()).unwrap();
        // From a slow build on a busy machine to the fastest that is sold.
        assert!((10_000_000..20_000_000_000_000).contains(&rate), "{rate}");
        assert!(began.elapsed() >= Duration::from_millis(200));
    }

    #[test]
    fn a_trial_that_is_stopped_has_no_figure() {
        let cancel = Cancel::new();
        cancel.cancel();
        let stopped = measure(Duration::from_secs(60), &cancel).unwrap_err();
        assert_eq!(stopped.code, ProblemCode::Cancelled);
    }
}
