//! One candidate put to the test: is it allowed, does it look right, does it run, what does it give.
//!
//! In: a candidate and the plan. Out: [`Judged`], with confidence still at zero; [`settle`] sets it once the whole
//! pool is known. Used by `evaluate` for every candidate and by `repair` for every change. Deliberately absent:
//! any comparison between candidates.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use askwell_contract::ports::Cancel;
use askwell_contract::run::{Candidate, Finding, Judged, Outcome, Plan};
use askwell_contract::{Cell, Problem, ProblemCode, Result, ResultSet, Truncation};
use askwell_sql::features::Features;
use askwell_sql::{guard, lint};
use tokio::sync::OnceCell;

use crate::cx::Cx;

pub mod asked;
pub mod score;
pub mod values;
pub mod wants;

#[cfg(test)]
mod tests;

pub use wants::Wants;

/// What statements of this run came to, so that a stage that had to run one early spares a later stage the same.
///
/// By the statement's own text: one that means the same may name its columns otherwise.
#[derive(Debug, Default)]
pub struct Tried(Mutex<BTreeMap<String, Arc<OnceCell<Came>>>>);

/// What a statement came to, and whether the engine refused to plan it.
type Came = (Outcome, bool);

impl Tried {
    /// Runs the statement unless it was run, or is being run.
    async fn run(&self, cx: &Cx<'_>, sql: &str) -> Result<Came> {
        let cell = {
            let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            all.entry(sql.to_owned()).or_default().clone()
        };
        cell.get_or_try_init(|| run_through(cx, sql)).await.cloned()
    }
}

/// Guard, lint, plan, run, score. An error only where the world is broken or the person pressed Stop.
pub async fn judge(cx: &Cx<'_>, plan: &Plan, candidate: Candidate) -> Result<Judged> {
    judge_once(cx, plan, candidate, &Tried::default()).await
}

/// The same with what was run before.
pub async fn judge_once(cx: &Cx<'_>, plan: &Plan, candidate: Candidate, tried: &Tried) -> Result<Judged> {
    cx.check()?;
    let catalog = &cx.knowledge.catalog;
    let nulls = |table: &str, column: &str| {
        let profile = cx.knowledge.table(table)?;
        let whole = profile.read >= profile.rows;
        let column = profile.columns.iter().find(|c| c.column.eq_ignore_ascii_case(column))?;
        (whole || column.nulls > 0).then_some(column.nulls)
    };
    let repeats = |table: &str, columns: &[&str], of: &str| {
        let profile = cx.knowledge.table(table)?;
        // A sample knows too few of the partners.
        if profile.read < profile.rows {
            return None;
        }
        let [column] = columns else {
            // How many different pairs there are was not counted: all rows of the other table, those without partners too.
            let rows = cx.knowledge.table(of)?.rows;
            return (rows > 0 && profile.rows > rows).then(|| profile.rows as f64 / rows as f64);
        };
        let column = profile.columns.iter().find(|c| c.column.eq_ignore_ascii_case(column))?;
        // Rows without a partner are none that a join repeats.
        (column.distinct > 0).then(|| (column.rows - column.nulls.min(column.rows)) as f64 / column.distinct as f64)
    };
    let mut findings = Vec::new();
    let (outcome, plan_failed) = match guard::check(&candidate.sql, catalog.dialect) {
        Err(refusal) => {
            findings.push(refusal);
            (Outcome::NotRun, false)
        }
        Ok(()) => {
            findings = lint::check(&candidate.sql, catalog, &nulls, &repeats);
            match findings.iter().any(|f| f.code == UNKNOWN_TABLE) {
                true => (Outcome::NotRun, false),
                false => tried.run(cx, &candidate.sql).await?,
            }
        }
    };
    let mut judged = Judged {
        candidate,
        findings,
        outcome,
        score: 0.0,
        parts: Vec::new(),
        confidence: 0.0,
        repairs: Vec::new(),
    };
    judged.parts = score::parts(cx.knowledge, &wants::of(&plan.question), &judged, plan_failed);
    judged.score = judged.parts.iter().map(|p| p.points).sum();
    Ok(judged)
}

/// Sets every confidence from the whole pool, 0..=1.
pub fn settle(cx: &Cx<'_>, pool: &mut [Judged]) {
    let dialect = cx.knowledge.catalog.dialect;
    let raw: Vec<f64> = pool.iter().map(|j| score::confidence(j, dialect)).collect();
    let most = raw.iter().copied().fold(0.0, f64::max);
    for (judged, raw) in pool.iter_mut().zip(raw) {
        judged.confidence = if most > 0.0 { raw / most } else { 0.0 };
    }
}

/// Ran and gave no rows.
pub fn is_empty(judged: &Judged) -> bool {
    matches!(&judged.outcome, Outcome::Ran { result, .. } if result.rows.is_empty())
}

/// Ran and gave no rows, or one in which nothing stands: the sum of what is not there.
pub fn is_hollow(judged: &Judged) -> bool {
    match &judged.outcome {
        Outcome::Ran { result, .. } => match result.rows.as_slice() {
            [] => true,
            [row] => row.iter().all(Cell::is_null),
            _ => false,
        },
        _ => false,
    }
}

/// Ran and gave nothing that could be an answer: no rows, or a single row of NULLs and zeros.
pub fn found_nothing(result: &ResultSet) -> bool {
    let hollow = |cell: &Cell| cell.is_null() || cell.as_f64() == Some(0.0);
    match result.rows.as_slice() {
        [] => true,
        [row] => row.iter().all(hollow),
        _ => false,
    }
}

/// The group that comes first is the one without a name, which is no answer to "which".
pub fn is_nameless(f: &Features, result: &ResultSet) -> bool {
    let one = matches!(result.rows.as_slice(), [row] if row.len() > 1 && row[0].is_null());
    one && f.group_by && f.order_by && f.limit == Some(1)
}

/// No engine is asked for what speaks of a table that is not there (seed 001, 5).
const UNKNOWN_TABLE: &str = "unknown_table";

/// What an engine may take to say how it would run a statement (issue "The question pipeline": EXPLAIN, 2 s; seed 001,
/// 5c: "with a 2-second timeout per candidate"). Waiting for a free connection counts.
const PLAN: Duration = Duration::from_secs(2);

/// Once more where the engine broke down over it: another program may have ended its process among the rows, and a reading
/// that is lost so would leave the answer to another.
async fn run_through(cx: &Cx<'_>, sql: &str) -> Result<Came> {
    let came = run(cx, sql).await?;
    match &came.0 {
        Outcome::Failed { finding, .. } if finding.code == "crash" => run(cx, sql).await,
        _ => Ok(came),
    }
}

/// The engine's plan, then the result; `true` where the engine refused to make a plan (seed 001, 5c).
async fn run(cx: &Cx<'_>, sql: &str) -> Result<Came> {
    let began = cx.clock.ticks();
    let failed = |finding: Finding| Outcome::Failed {
        finding,
        ms: cx.clock.ticks() - began,
    };
    let asked = tokio::time::timeout(PLAN, cx.database.explain(sql, cx.cancel)).await;
    // What takes long to plan is no worse for it: it is run, and neither earns nor loses by a plan.
    if let Ok(plan) = asked {
        match settled(cx.cancel, plan)? {
            Err(finding) if finding.code != "timeout" => return Ok((failed(finding), true)),
            _ => {}
        }
    }
    let stream = match settled(cx.cancel, cx.database.query(sql, cx.limits, cx.cancel).await)? {
        Ok(stream) => stream,
        Err(finding) => return Ok((failed(finding), false)),
    };
    let collected = stream.collect().await;
    cx.check()?;
    Ok(match collected {
        Err(finding) => (failed(finding), false),
        // What a clock cut off is no result to vote with.
        Ok(ResultSet {
            truncated: Some(Truncation::Time),
            ..
        }) => (failed(too_slow(cx)), false),
        Ok(result) => {
            let rows = result.rows.len() as u64;
            (
                Outcome::Ran {
                    result,
                    rows,
                    ms: cx.clock.ticks() - began,
                },
                false,
            )
        }
    })
}

/// A query that ran into its time limit is the query's fault, not the world's.
fn settled<T>(cancel: &Cancel, ran: askwell_contract::ports::Ran<T>) -> askwell_contract::ports::Ran<T> {
    if cancel.is_cancelled() {
        return Err(Problem::cancelled());
    }
    match ran {
        Err(problem) if problem.code == ProblemCode::TimedOut => Ok(Err(Finding {
            engine: problem.detail,
            ..Finding::error("timeout", problem.message)
        })),
        other => other,
    }
}

fn too_slow(cx: &Cx<'_>) -> Finding {
    let seconds = cx.limits.milliseconds / 1000;
    Finding::error("timeout", format!("The query was stopped after {seconds} seconds."))
}
