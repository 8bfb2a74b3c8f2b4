//! Another way to ask the same thing, faster, and shown to give the same rows.
//!
//! In: a statement, an open database, a laboratory for made-up ones. Out: what was tried, what became of each attempt, and
//! the one that is offered, if any. The line: parts -> candidates -> gate -> the same rows on the person's data -> the same
//! rows on made-up databases -> race. Where a model may be asked, what it writes goes the same way after the rules' own. Deliberately absent: any write, and any offer of what was not shown to be equal.

use std::sync::Arc;

use askwell_contract::optimise::{Gain, Lab, Optimisation, Part, Trying, Variant};
use askwell_contract::ports::{Cancel, Clock, Database};
use askwell_contract::{Catalog, Limits, Problem, ProblemCode, Result};
use askwell_sql::guard;
use askwell_sql::rewrite::{self, Query};

pub mod advice;
pub mod agree;
pub mod candidates;
pub mod cost;
pub mod facts;
pub mod gold;
pub mod made_up;
pub mod race;
mod search;
pub mod shares;
pub mod states;
pub mod validate;
pub mod written;

/// How much is tried and how surely.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// Runs of each at the least; the first is not counted.
    pub runs: u32,
    /// Runs of each at the most, where the interval still crosses a threshold.
    pub most_runs: u32,
    /// A candidate that gains less is not offered.
    pub threshold: f64,
    /// Made-up databases on which both have to agree.
    pub databases: u32,
    /// Candidates that are run on the data.
    pub candidates: usize,
    /// Of the candidates of one depth, those whose own candidates are tried: 5 to discover, 1 to refine (seed document 004).
    pub workers: usize,
    /// Candidates that are shown to be equal and raced.
    pub proven: usize,
    /// Rules that may be combined.
    pub depth: usize,
    pub seed: u64,
    /// After so long no further candidate is tried; those at hand are proven and raced.
    pub budget_ms: f64,
    pub limits: Limits,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            runs: 3,
            most_runs: 9,
            threshold: 1.05,
            databases: 300,
            candidates: 24,
            workers: 5,
            proven: 4,
            depth: 3,
            seed: 1,
            budget_ms: 180_000.0,
            limits: Limits {
                milliseconds: 300_000,
                rows: 2_000_000,
                bytes: 1 << 30,
            },
        }
    }
}

/// What the work needs of the world.
pub struct Work<'a> {
    pub database: &'a dyn Database,
    pub catalog: &'a Catalog,
    pub lab: Arc<dyn Lab>,
    pub clock: &'a dyn Clock,
    /// Ends everything at once.
    pub cancel: &'a Cancel,
    /// Ends the trying: what was found until then is proven and measured.
    pub enough: &'a Cancel,
    pub settings: Settings,
    pub on_progress: &'a (dyn Fn(Trying) + Send + Sync),
    /// Statements that somebody else wrote for the same query, with who it was; tried after the rules' own.
    pub others: &'a [(String, String)],
    /// A model that writes further ones after the rules; `None`: none is set, or none may be told of this database.
    pub asking: Option<&'a written::Asking<'a>>,
}

/// The parts of a statement with what stands out in each, which rules could change it, and what these would do there.
pub fn parts(sql: &str, catalog: &Catalog) -> Result<Vec<Part>> {
    Ok(rewrite::annotated(&read(sql, catalog)?, catalog))
}

/// The statement, past the guard and with every name told.
fn read(sql: &str, catalog: &Catalog) -> Result<Query> {
    let query = guard::checked(sql, catalog.dialect).map_err(|f| Problem::new(ProblemCode::BadInput, f.message))?;
    Ok(rewrite::qualify(&query, catalog).unwrap_or(query))
}

pub async fn optimise(work: &Work<'_>, sql: &str) -> Result<Optimisation> {
    let sql = sql.trim().trim_end_matches(';').trim();
    let told = read(sql, work.catalog)?;
    let mut done = Optimisation {
        before: sql.to_string(),
        parts: rewrite::annotated(&told, work.catalog),
        attempts: Vec::new(),
        best: None,
        refused: String::new(),
        stopped: false,
        plan_before: None,
        plan_after: None,
        advice: Vec::new(),
    };
    let original =
        guard::checked(sql, work.catalog.dialect).map_err(|f| Problem::new(ProblemCode::BadInput, f.message))?;
    if let Some(why) = rewrite::settled::obstacle(&original, work.catalog.dialect) {
        done.refused = why;
        return Ok(done);
    }
    let searched = async {
        shares::weigh(work.database, work.catalog, &told, &mut done.parts, work.enough).await?;
        search::search(work, sql, &original, &mut done).await
    };
    match searched.await {
        Ok(()) => {}
        Err(problem) if problem.code == ProblemCode::Cancelled => {}
        Err(problem) => return Err(problem),
    }
    done.best = best(&done.attempts, work.settings.threshold);
    done.stopped = work.cancel.is_cancelled() || work.enough.is_cancelled();
    if work.cancel.is_cancelled() {
        return Ok(done);
    }
    match plans(work, sql, &mut done).await {
        Ok(()) => {}
        Err(problem) if problem.code == ProblemCode::Cancelled => done.stopped = true,
        Err(problem) => return Err(problem),
    }
    Ok(done)
}

/// Plans are measured where running both once more is a small part of the work so far.
async fn plans(work: &Work<'_>, sql: &str, done: &mut Optimisation) -> Result<()> {
    const SHORT_MS: f64 = 20_000.0;
    let best = done
        .best()
        .map(|b| (b.sql.clone(), b.gain.map_or(f64::MAX, |g| g.before_ms)));
    let measured = best.as_ref().is_some_and(|(_, ms)| *ms < SHORT_MS) && !work.enough.is_cancelled();
    let plan = async |sql: &str| {
        let plan = match measured {
            true => work.database.measure(sql, work.settings.limits, work.cancel).await?,
            false => work.database.explain(sql, work.cancel).await?,
        };
        Ok::<_, Problem>(plan.ok())
    };
    done.plan_before = plan(sql).await?;
    let used = match &best {
        Some((best, _)) => {
            done.plan_after = plan(best).await?;
            best.as_str()
        }
        None => sql,
    };
    let last = done.plan_after.as_ref().or(done.plan_before.as_ref());
    if let (Some(plan), Ok(query)) = (last, guard::checked(used, work.catalog.dialect)) {
        done.advice = advice::advice(&query, plan, work.catalog);
    }
    Ok(())
}

/// Enough on average, and not slower even at the low end of the interval: on a busy machine a lucky run looks like a gain.
fn is_gain(gain: &Gain, threshold: f64) -> bool {
    gain.speedup >= threshold && gain.low >= 1.0
}

/// Of those that are proven and raced, the fastest that gains enough.
fn best(attempts: &[Variant], threshold: f64) -> Option<u32> {
    let gains = attempts.iter().enumerate().filter_map(|(at, attempt)| {
        let gain = attempt
            .gain
            .filter(|_| attempt.turned_down.is_none() && attempt.proof.is_some())?;
        is_gain(&gain, threshold).then_some((at, gain.speedup))
    });
    let best = gains.max_by(|a, b| a.1.total_cmp(&b.1));
    best.and_then(|(at, _)| u32::try_from(at).ok())
}

/// Whether two statements give the same on another database; `None` where either does not run.
pub async fn same_on(
    database: &dyn Database,
    catalog: &Catalog,
    settings: &Settings,
    before: &str,
    after: &str,
) -> Result<Option<bool>> {
    let original = read(before, catalog)?;
    let asked = agree::Asked::of(&original);
    let cancel = Cancel::new();
    let mut results = Vec::new();
    for sql in [before, after, &rewrite::outer::without_limit(&original).to_string()] {
        let Ok(stream) = database.query(sql, settings.limits, &cancel).await? else {
            return Ok(None);
        };
        let Ok(result) = stream.collect().await else {
            return Ok(None);
        };
        results.push(result);
    }
    let [before, after, whole] = results.as_slice() else {
        return Ok(None);
    };
    let columns = agree::columns_differ(&before.columns, &after.columns, catalog.dialect).is_none();
    Ok(Some(columns && agree::agree(&asked, whole, before, after)))
}
