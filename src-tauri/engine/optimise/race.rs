//! Which is faster, and by how much, for certain enough.
//!
//! In: the statement and its proven candidates. Out: a gain each, and who was given up. Runs are interleaved, so that a
//! busy moment hits all alike; the first of each is thrown away; after every two rounds the slower half of the candidates
//! is given up; the last one runs on while its interval crosses a threshold. Deliberately absent: the cost estimates.

use askwell_contract::optimise::Gain;
use askwell_contract::ports::{Cancel, Clock, Database};
use askwell_contract::{Limits, Problem, Result};

use super::Work;

/// The bounds of the statuses, which an interval should not cross.
const THRESHOLDS: [f64; 3] = [0.95, 1.05, 1.10];

/// Milliseconds of one run, all rows read; `None` where it fails or is cut.
pub async fn time(
    database: &dyn Database,
    clock: &dyn Clock,
    sql: &str,
    limits: Limits,
    cancel: &Cancel,
) -> Result<Option<f64>> {
    let began = clock.ticks();
    let Ok(mut stream) = database.scan(sql, limits, cancel).await? else {
        return Ok(None);
    };
    while stream.next_lot().await.is_some() {}
    if cancel.is_cancelled() {
        return Err(Problem::cancelled());
    }
    let whole = matches!(stream.end(), askwell_contract::ports::End::Complete);
    Ok(whole.then(|| clock.ticks() - began))
}

/// Gains in the order of the candidates; `None`: it failed meanwhile.
pub async fn race(work: &Work<'_>, before: &str, candidates: &[String]) -> Result<Vec<Option<Gain>>> {
    let (database, clock, settings, cancel) = (work.database, work.clock, &work.settings, work.cancel);
    let mut base: Vec<f64> = Vec::new();
    let mut times: Vec<Option<Vec<f64>>> = vec![Some(Vec::new()); candidates.len()];
    let mut still: Vec<usize> = (0..candidates.len()).collect();
    for round in 0..settings.most_runs.max(settings.runs) {
        let Some(once) = time(database, clock, before, settings.limits, cancel).await? else {
            break;
        };
        let first = round == 0;
        if !first {
            base.push(once);
        }
        for at in still.clone() {
            let sql = candidates.get(at).map(String::as_str).unwrap_or_default();
            let took = time(database, clock, sql, settings.limits, cancel).await?;
            let Some(slot) = times.get_mut(at) else { continue };
            match (took, &mut *slot) {
                (Some(took), Some(all)) if !first => all.push(took),
                (Some(_), _) => {}
                (None, _) => {
                    *slot = None;
                    still.retain(|s| *s != at);
                }
            }
        }
        let enough = round + 1 >= settings.runs;
        if !enough {
            continue;
        }
        halve(&mut still, &times);
        let sure = still.iter().all(|at| match times.get(*at) {
            Some(Some(all)) => gain(&base, all).is_some_and(|g| is_sure(&g)),
            _ => true,
        });
        // Somebody who has stopped gets one run more than the fewest, since two tell next to nothing of the spread.
        let stopped = work.enough.is_cancelled() && round + 1 > settings.runs;
        if (still.len() <= 1 && sure) || stopped {
            break;
        }
    }
    Ok(times
        .iter()
        .map(|all| all.as_ref().and_then(|all| gain(&base, all)))
        .collect())
}

/// Gives up the slower half.
fn halve(still: &mut Vec<usize>, times: &[Option<Vec<f64>>]) {
    let speed = |at: &usize| {
        times
            .get(*at)
            .and_then(|t| t.as_ref())
            .map_or(f64::INFINITY, |t| mean(t))
    };
    still.sort_by(|a, b| speed(a).total_cmp(&speed(b)));
    still.truncate(still.len().div_ceil(2));
}

fn is_sure(gain: &Gain) -> bool {
    !THRESHOLDS.iter().any(|t| gain.low < *t && *t < gain.high)
}

/// The speedup is the ratio of the means; its interval comes from the logarithms of the ratios round by round (Student's t).
pub fn gain(base: &[f64], own: &[f64]) -> Option<Gain> {
    let runs = base.len().min(own.len());
    let (base, own) = (base.get(..runs)?, own.get(..runs)?);
    if runs == 0 || mean(own) <= 0.0 {
        return None;
    }
    let speedup = mean(base) / mean(own);
    let ratios: Vec<f64> = base
        .iter()
        .zip(own)
        .map(|(b, o)| (b.max(1e-6) / o.max(1e-6)).ln())
        .collect();
    let middle = mean(&ratios);
    let spread = ratios.iter().map(|r| (r - middle).powi(2)).sum::<f64>() / (runs.max(2) - 1) as f64;
    let reach = t_of(runs) * (spread / runs as f64).sqrt();
    Some(Gain {
        speedup,
        low: (middle - reach).exp().min(speedup),
        high: (middle + reach).exp().max(speedup),
        runs: u32::try_from(runs).unwrap_or(u32::MAX),
        before_ms: mean(base),
        after_ms: mean(own),
    })
}

/// Student's t for 95 in 100 by the number of runs (two-sided; the usual table).
fn t_of(runs: usize) -> f64 {
    const T: [f64; 10] = [12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23];
    T.get(runs.saturating_sub(2)).copied().unwrap_or(2.1)
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

#[cfg(test)]
mod tests;
