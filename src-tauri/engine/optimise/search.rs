//! The way from a statement to its attempts: candidates by costs, the person's data, made-up databases, the race.
//!
//! In: a statement. Out: attempts, written as they are made, so that a stop keeps what was found.

use std::collections::BTreeSet;

use askwell_contract::optimise::{Hurdle, Optimisation, Proof, Status, Trying, Variant};
use askwell_contract::ports::Ran;
use askwell_contract::{Catalog, Limits, Problem, ProblemCode, Result, ResultSet};
use askwell_sql::guard;
use askwell_sql::rewrite::{self, outer, Query};

use super::agree::{agree, columns_differ, Asked};
use super::candidates::{self, Candidate};
use super::facts::Facts;
use super::validate::{self, Pair, Verdict};
use super::written::{self, Tried};
use super::{race, Work};

/// What gains less in its first run is not worth a proof.
const WORTHWHILE: f64 = 1.02;
/// Of one step of the search.
const EACH: usize = 10;
/// A candidate that takes this much longer than the statement itself is stopped.
const PATIENCE: f64 = 1.5;
/// One that takes so many times as long as the fastest so far is stopped, too; its time is worth more to the next ones.
const FAR_BEHIND: f64 = 5.0;

struct Base {
    result: ResultSet,
    whole: ResultSet,
    asked: Asked,
    ms: f64,
}

/// A candidate that gave the same rows on the person's data.
struct Timed {
    at: usize,
    ms: f64,
    candidate: Option<Candidate>,
}

pub async fn search(work: &Work<'_>, sql: &str, original: &Query, done: &mut Optimisation) -> Result<()> {
    (work.on_progress)(Trying {
        doing: "Running the query as it is".into(),
        tried: 0,
        of: most(work),
        best: None,
        best_says: Vec::new(),
    });
    let told = rewrite::qualify(original, work.catalog);
    let Some(base) = base(work, sql, original, told.as_ref(), done).await? else {
        return Ok(());
    };
    let mut timed: Vec<Timed> = Vec::new();
    let mut facts = Facts::default();
    match try_all(work, &base, told.as_ref(), sql, (&mut timed, &mut facts), done).await {
        Ok(()) => {}
        // Stopped: what was found until then goes on to its proof.
        Err(problem) if problem.code == ProblemCode::Cancelled && !work.cancel.is_cancelled() => {}
        Err(problem) => return Err(problem),
    }
    timed.sort_by(|a, b| a.ms.total_cmp(&b.ms));
    let mut proven: Vec<usize> = Vec::new();
    // What the made-up databases rested on that gave the query too few rows: more keys and NOT NULLs give it no more.
    let mut untelling: Option<(BTreeSet<usize>, String)> = None;
    for candidate in &timed {
        // What is slower on the data need not be proven.
        // Somebody who has stopped waits for one.
        let most = if work.enough.is_cancelled() {
            1
        } else {
            work.settings.proven
        };
        let fast = candidate.ms < base.ms / WORTHWHILE && proven.len() < most;
        let Some(attempt) = done.attempts.get_mut(candidate.at) else {
            continue;
        };
        if !fast {
            attempt.turned_down = Some(Hurdle::Race);
            attempt.status = Status::of(base.ms / candidate.ms.max(1e-6))
                .min(Status::Regression)
                .max(Status::Neutral);
            attempt.why = "It gave the same rows and was not among the fastest.".into();
            continue;
        }
        let text = attempt.sql.clone();
        tell(work, &base, done, "Trying it on small made-up databases");
        let none = BTreeSet::new();
        let rests_on = candidate.candidate.as_ref().map_or(&none, |c| &c.rests_on);
        if let Some((_, why)) = untelling.as_ref().filter(|(fewer, _)| fewer.is_subset(rests_on)) {
            if let Some(attempt) = done.attempts.get_mut(candidate.at) {
                (attempt.turned_down, attempt.status) = (Some(Hurdle::MadeUp), Status::Error);
                attempt.why.clone_from(why);
            }
            continue;
        }
        let verdict = made_up(work, facts.declared(rests_on, work.catalog), sql, text).await?;
        let told_little = matches!(&verdict, Verdict::Same { telling, .. } if *telling < validate::LEAST_TELLING);
        if let Some(attempt) = done.attempts.get_mut(candidate.at) {
            if settle(attempt, verdict, base.result.rows.len() as u64, &base.asked) {
                if let Some(proof) = &mut attempt.proof {
                    proof.rests_on = facts.says(rests_on);
                    proof.normal = levelled(work.catalog, original, &attempt.sql);
                }
                proven.push(candidate.at);
            } else if told_little {
                untelling = Some((rests_on.clone(), attempt.why.clone()));
            }
        }
    }
    raced(work, &base, sql, &proven, done).await
}

/// Candidates of one depth after the other, then what others wrote; each that gave the same rows is in `timed`.
async fn try_all(
    work: &Work<'_>,
    base: &Base,
    told: Option<&Query>,
    sql: &str,
    (timed, facts): (&mut Vec<Timed>, &mut Facts),
    done: &mut Optimisation,
) -> Result<()> {
    let names: Vec<String> = base.result.columns.iter().map(|c| c.name.clone()).collect();
    let began = work.clock.ticks();
    let late = || work.clock.ticks() - began > work.settings.budget_ms;
    let mut seen: BTreeSet<String> = BTreeSet::from([sql.to_string()]);
    if let Some(query) = told {
        tell(work, base, done, "Looking at what is unique in your data");
        *facts = Facts::of(work, query, &late).await?;
    }
    let whole = told
        .into_iter()
        .map(|query| (query.clone(), Vec::new(), BTreeSet::new()));
    let mut frontier: Vec<(Query, Vec<_>, BTreeSet<usize>)> = whole.collect();
    let mut left = work.settings.candidates;
    for depth in 0..work.settings.depth {
        let from = timed.len();
        for (query, changes, rests_on) in &frontier {
            let each = if depth == 0 { left } else { EACH.min(left) };
            if late() {
                break;
            }
            let origin = candidates::From {
                query,
                changes,
                rests_on,
                facts,
            };
            let next = candidates::next(work, &origin, &names).await?;
            for candidate in next.into_iter().filter(|c| seen.insert(c.sql.clone())).take(each) {
                if late() {
                    left = 0;
                    break;
                }
                left = left.saturating_sub(1);
                let doing = candidate.changes.last().map(|c| c.says.clone()).unwrap_or_default();
                tell(work, base, done, &doing);
                let tried = on_data(work, base, &candidate.sql, candidate.changes.clone(), "rules", done).await?;
                if let Some(ms) = tried {
                    timed.push(Timed {
                        at: done.attempts.len() - 1,
                        ms,
                        candidate: Some(candidate),
                    });
                }
            }
        }
        let mut found: Vec<&Timed> = timed.iter().skip(from).collect();
        found.sort_by(|a, b| a.ms.total_cmp(&b.ms));
        frontier = found
            .iter()
            .take(work.settings.workers)
            .filter_map(|t| t.candidate.as_ref())
            .map(|c| (c.query.clone(), c.changes.clone(), c.rests_on.clone()))
            .collect();
        if frontier.is_empty() || left == 0 {
            break;
        }
    }
    for (by, other) in work.others {
        tell(work, base, done, &format!("What {by} wrote"));
        if let Some(ms) = on_data(work, base, other, Vec::new(), by, done).await? {
            timed.push(Timed {
                at: done.attempts.len() - 1,
                ms,
                candidate: None,
            });
        }
    }
    by_model(work, base, told, sql, timed, done).await
}

/// What a model writes, who is told of all that the rules tried.
async fn by_model(
    work: &Work<'_>,
    base: &Base,
    told: Option<&Query>,
    sql: &str,
    timed: &mut Vec<Timed>,
    done: &mut Optimisation,
) -> Result<()> {
    let (Some(asking), Some(query)) = (work.asking, told) else {
        return Ok(());
    };
    tell(work, base, done, "Asking the model");
    let plan = work.database.explain(sql, work.cancel).await?.ok();
    let now = done.attempts.iter().map(Tried::of);
    let tried: Vec<Tried> = asking.history.iter().cloned().chain(now).collect();
    let about = written::About {
        sql,
        plan: plan.as_ref(),
        parts: &done.parts.clone(),
        tried: &tried,
        analysis: &asking.analysis,
    };
    for one in written::written(asking, &about, query, work.enough).await? {
        if one.sql == sql || done.attempts.iter().any(|a| a.sql == one.sql) {
            continue;
        }
        tell(work, base, done, &format!("What {} wrote", one.by));
        if let Some(ms) = on_data(work, base, &one.sql, one.changes, &one.by, done).await? {
            timed.push(Timed {
                at: done.attempts.len() - 1,
                ms,
                candidate: None,
            });
        }
    }
    Ok(())
}

async fn raced(work: &Work<'_>, base: &Base, sql: &str, proven: &[usize], done: &mut Optimisation) -> Result<()> {
    if proven.is_empty() {
        return Ok(());
    }
    tell(work, base, done, "Measuring");
    let texts: Vec<String> = proven
        .iter()
        .filter_map(|at| done.attempts.get(*at))
        .map(|a| a.sql.clone())
        .collect();
    let gains = race::race(work, sql, &texts).await?;
    for (at, gain) in proven.iter().zip(gains) {
        let Some(attempt) = done.attempts.get_mut(*at) else {
            continue;
        };
        attempt.gain = gain;
        attempt.status = gain.map_or(Status::Error, |g| Status::of(g.speedup));
        if !gain.is_some_and(|g| super::is_gain(&g, work.settings.threshold)) {
            attempt.turned_down = Some(Hurdle::Race);
            attempt.why = "It gives the same rows and gains too little, or not for certain.".into();
        }
    }
    Ok(())
}

/// Runs the statement as it is; `None`: nothing can be compared with it, and `done` says why.
async fn base(
    work: &Work<'_>,
    sql: &str,
    original: &Query,
    told: Option<&Query>,
    done: &mut Optimisation,
) -> Result<Option<Base>> {
    let asked = Asked::of(told.unwrap_or(original));
    // The first run reads from the disk what all later ones find in memory.
    let _ = run(work, sql, work.settings.limits).await?;
    let (result, ms) = match run(work, sql, work.settings.limits).await? {
        Ok(ran) => ran,
        Err(finding) => {
            done.refused = finding.message;
            return Ok(None);
        }
    };
    let whole = match asked.limited {
        true => match run(work, &outer::without_limit(original).to_string(), work.settings.limits).await? {
            Ok((whole, _)) => whole,
            Err(finding) => {
                done.refused = finding.message;
                return Ok(None);
            }
        },
        false => result.clone(),
    };
    if result.truncated.is_some() || whole.truncated.is_some() {
        done.refused = "The query takes too long or gives too many rows to compare another with it.".into();
        return Ok(None);
    }
    Ok(Some(Base {
        result,
        whole,
        asked,
        ms,
    }))
}

/// What runs while candidates are tried ends with the trying.
async fn run(work: &Work<'_>, sql: &str, limits: Limits) -> Ran<(ResultSet, f64)> {
    let began = work.clock.ticks();
    let stream = match work.database.query(sql, limits, work.enough).await? {
        Ok(stream) => stream,
        Err(finding) => return Ok(Err(finding)),
    };
    let collected = stream.collect().await;
    if work.enough.is_cancelled() {
        return Err(Problem::cancelled());
    }
    Ok(collected.map(|result| (result, work.clock.ticks() - began)))
}

/// Gate and the person's data. Milliseconds where it gave the same rows.
async fn on_data(
    work: &Work<'_>,
    base: &Base,
    sql: &str,
    changes: Vec<askwell_contract::optimise::Alteration>,
    by: &str,
    done: &mut Optimisation,
) -> Result<Option<f64>> {
    let mut attempt = Variant {
        sql: sql.to_string(),
        changes,
        by: by.to_string(),
        status: Status::Error,
        turned_down: Some(Hurdle::Gate),
        why: String::new(),
        counter_example: None,
        proof: None,
        gain: None,
        first_ms: None,
    };
    if let Err(finding) = guard::check(sql, work.catalog.dialect) {
        attempt.why = finding.message;
        done.attempts.push(attempt);
        return Ok(None);
    }
    let (own, fastest) = (base.ms * PATIENCE, fastest(done) * FAR_BEHIND);
    let patience = own.min(fastest) + 500.0;
    let limits = Limits {
        milliseconds: (patience as u64).min(work.settings.limits.milliseconds),
        ..work.settings.limits
    };
    let ran = run(work, sql, limits).await?;
    let same = match ran {
        Err(finding) if finding.code == "timeout" && fastest < own => {
            attempt.turned_down = Some(Hurdle::Race);
            attempt.status = Status::Neutral;
            attempt.why = "It was far behind the fastest and was stopped.".into();
            None
        }
        Err(finding) if finding.code == "timeout" => {
            attempt.turned_down = Some(Hurdle::Race);
            attempt.status = Status::Regression;
            attempt.why = "It took much longer and was stopped.".into();
            None
        }
        Err(finding) => {
            attempt.why = finding.message;
            None
        }
        Ok((result, _)) if result.truncated.is_some() => {
            attempt.turned_down = Some(Hurdle::Race);
            attempt.status = Status::Regression;
            attempt.why = "It took much longer and was stopped.".into();
            None
        }
        Ok((result, ms)) => match columns_differ(&base.result.columns, &result.columns, work.catalog.dialect) {
            Some(why) => {
                attempt.why = why;
                None
            }
            None if !agree(&base.asked, &base.whole, &base.result, &result) => {
                attempt.turned_down = Some(Hurdle::Data);
                attempt.why = "It gives other rows on your data.".into();
                None
            }
            None => {
                attempt.turned_down = None;
                attempt.status = Status::of(base.ms / ms.max(1e-6));
                attempt.first_ms = Some(ms.max(1e-6));
                Some(ms)
            }
        },
    };
    done.attempts.push(attempt);
    Ok(same)
}

/// Milliseconds of the fastest that gave the same rows on the data.
fn fastest(done: &Optimisation) -> f64 {
    let same = done.attempts.iter().filter(|a| a.turned_down.is_none());
    same.filter_map(|a| a.first_ms).fold(f64::MAX, f64::min)
}

async fn made_up(work: &Work<'_>, catalog: Catalog, before: &str, after: String) -> Result<Verdict> {
    let (lab, cancel) = (work.lab.clone(), work.cancel.clone());
    let (before, settings) = (before.to_string(), work.settings);
    let tried = tokio::task::spawn_blocking(move || {
        let pair = Pair {
            catalog: &catalog,
            before: &before,
            after: &after,
            databases: settings.databases,
            seed: settings.seed,
        };
        validate::validate(&pair, &*lab, &cancel)
    });
    let verdict = tried.await.map_err(Problem::internal)?;
    if work.cancel.is_cancelled() {
        return Err(Problem::cancelled());
    }
    Ok(verdict)
}

/// Writes a verdict into the attempt; true: it is proven.
fn settle(attempt: &mut Variant, verdict: Verdict, rows: u64, asked: &Asked) -> bool {
    attempt.turned_down = Some(Hurdle::MadeUp);
    attempt.status = Status::Error;
    match verdict {
        Verdict::Differs(example) => {
            attempt.why = "It gives other rows on a small made-up database.".into();
            attempt.counter_example = Some(*example);
            false
        }
        Verdict::Open(why) => {
            attempt.why = why;
            false
        }
        Verdict::Same { databases, telling, .. } if telling < validate::LEAST_TELLING => {
            attempt.why = format!(
                "Only {telling} of {databases} made-up databases gave the query any rows, which shows too little."
            );
            false
        }
        Verdict::Same {
            databases,
            telling,
            engine,
        } => {
            let open = match asked.limited {
                true => "Among rows that are equal in what they are ordered by, LIMIT may keep others.",
                false => "",
            };
            attempt.turned_down = None;
            attempt.proof = Some(Proof {
                rows,
                databases,
                telling,
                engine: engine.into(),
                open: open.into(),
                rests_on: Vec::new(),
                normal: false,
            });
            true
        }
    }
}

/// Whether both come to the same normal form.
fn levelled(catalog: &Catalog, before: &Query, after: &str) -> bool {
    let form = |query: &Query| rewrite::normal::normal(query, catalog);
    let before = form(before);
    before.is_some() && guard::checked(after, catalog.dialect).is_ok_and(|after| form(&after) == before)
}

fn most(work: &Work<'_>) -> u32 {
    u32::try_from(work.settings.candidates + work.others.len()).unwrap_or(u32::MAX)
}

fn tell(work: &Work<'_>, base: &Base, done: &Optimisation, doing: &str) {
    let still = done.attempts.iter().filter(|a| a.turned_down.is_none());
    let gained = still.filter_map(|a| Some((a.gain.map(|g| g.speedup).or(Some(base.ms / a.first_ms?))?, a)));
    let best = gained
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .filter(|(gain, _)| *gain >= WORTHWHILE);
    (work.on_progress)(Trying {
        doing: doing.to_string(),
        tried: u32::try_from(done.attempts.len()).unwrap_or(u32::MAX),
        of: most(work),
        best: best.map(|(gain, _)| gain),
        best_says: best
            .map(|(_, a)| a.changes.iter().map(|c| c.says.clone()).collect())
            .unwrap_or_default(),
    });
}
