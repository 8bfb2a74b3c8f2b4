//! One call, and more only where it is not sure (effort "auto").
//!
//! In: the prompts' fields, what the built-in engine reads. Out: what models gave, and whether that settles it. First rung:
//! one call, whose query is run and checked by everything that needs no model (lint, the gates, its values, its rows); it
//! ends there where its own second query, or the built-in engine, comes to the same. That the question can be read in
//! another way, too, is no doubt: the model says which it took, and the other is shown beside the answer. Second: two calls of other families;
//! three that agree end it. Third: the rest, until enough agree; what still differs goes to the tournament. Deliberately
//! absent: choosing.

use askwell_contract::beside::Enough;
use askwell_contract::run::{Artifact, Candidate, Judged, Outcome, Severity, Stage};
use askwell_contract::{Result, ResultSet};

use super::advised::{Beside, Gave, Replied, Writing};
use super::enough::{Watch, LEAST};
use super::recipes::{cascade, family, FIRST, REST, SECOND};
use crate::compare;
use crate::cx::Cx;
use crate::gates;
use crate::switches::Mechanism;
use crate::trial::{self, Tried};

/// A reading of the built-in engine that is believed less than all others together agrees with nothing.
const TRUSTED: f64 = 0.5;
/// So many that say the same of what is missing, or ask back, have said enough.
const NO_WAY: usize = 2;

/// Where the first three did not agree, so many must have run before the others are given up.
const MORE: usize = 5;

pub async fn climb(writing: &mut Writing<'_>, beside: Beside<'_>, tried: &Tried) -> Result<Gave> {
    let cx = writing.advice.cx;
    let plan = writing.advice.brief.plan;
    let check = Check {
        cx,
        tried,
        beside,
        plan,
    };
    let mut gave = Gave::default();
    // Nothing is given up while there is nothing to compare with.
    let patient = || Watch::new(cx, plan, 0, tried);
    let first = writing.first(const { &FIRST });
    let first = writing.all([first], &patient()).await?;
    let sure = match first.first() {
        Some(reply) => check.is_sure(reply).await?,
        None => false,
    };
    gave.take(first);
    if sure {
        gave.settled = !gave.candidates.is_empty();
        told(cx, 2, 2, SECOND.len() + REST.len());
        return Ok(gave);
    }
    gave.take(writing.all(const { &SECOND }, &patient()).await?);
    let (agree, families) = check.agreeing(&gave.candidates).await?;
    if agree >= LEAST && agree == gave.candidates.len() && families > 1 {
        gave.settled = true;
        told(cx, agree, agree, REST.len());
        return Ok(gave);
    }
    // Those that see no way agree, too.
    if gave.candidates.is_empty() && (gave.missing.len() >= NO_WAY || gave.asks.len() >= NO_WAY) {
        return Ok(gave);
    }
    let watch = Watch::new(cx, plan, cascade().count(), tried).of_at_least(MORE);
    for candidate in &gave.candidates {
        watch.weigh(candidate).await?;
    }
    gave.take(writing.all(const { &REST }, &watch).await?);
    if let Some(enough) = watch.verdict() {
        cx.trace.emit(Some(Stage::Generate), Artifact::Enough(enough));
    }
    Ok(gave)
}

fn told(cx: &Cx<'_>, agree: usize, ran: usize, spared: usize) {
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let enough = Enough {
        agree: number(agree),
        ran: number(ran),
        spared: number(spared),
    };
    cx.trace.emit(Some(Stage::Generate), Artifact::Enough(enough));
}

struct Check<'a> {
    cx: &'a Cx<'a>,
    tried: &'a Tried,
    beside: Beside<'a>,
    plan: &'a askwell_contract::run::Plan,
}

impl Check<'_> {
    /// Whether one reply is enough.
    async fn is_sure(&self, reply: &Replied) -> Result<bool> {
        if reply.candidate.sql.is_empty() {
            let may_ask = self.cx.switches.has(Mechanism::AskBack);
            return Ok(match (&reply.ask, reply.missing.is_empty()) {
                // Where the built-in engine knows an answer, the question is not as vague as that.
                (Some(_), _) => may_ask && self.trusted().await?.is_none(),
                (None, false) => self.beside.lost,
                (None, true) => false,
            });
        }
        let judged = self.judge(reply.candidate.clone()).await?;
        let Some(result) = self.sound(&judged, None) else {
            return Ok(false);
        };
        if !reply.second.is_empty() {
            let second = Candidate {
                sql: reply.second.clone(),
                ..reply.candidate.clone()
            };
            if let Outcome::Ran { result: other, .. } = &self.judge(second).await?.outcome {
                if self.same(result, other) {
                    return Ok(true);
                }
            }
        }
        let own = self.trusted().await?;
        let own = own.as_ref().and_then(|j| rows(j));
        Ok(own.is_some_and(|own| self.same(result, own)))
    }

    async fn judge(&self, candidate: Candidate) -> Result<Judged> {
        trial::judge_once(self.cx, self.plan, candidate, self.tried).await
    }

    /// The built-in engine's reading, where it believes in one, that one uses every word, and nothing speaks against it.
    async fn trusted(&self) -> Result<Option<Judged>> {
        let first = self.beside.own.first().filter(|_| !self.beside.lost);
        let Some(first) = first.filter(|c| c.unplaced.is_empty() && c.belief >= TRUSTED) else {
            return Ok(None);
        };
        let judged = self.judge(first.clone()).await?;
        let sound = self.sound(&judged, Some(first)).is_some();
        Ok(sound.then_some(judged))
    }

    /// Its rows, where neither the rules of SQL nor the gates nor the rows themselves speak against it.
    fn sound<'j>(&self, judged: &'j Judged, account: Option<&Candidate>) -> Option<&'j ResultSet> {
        let result = rows(judged)?;
        let knowledge = self.cx.knowledge;
        let quiet = judged.findings.iter().all(|f| f.severity < Severity::Warning);
        let stored = || {
            trial::values::found(knowledge, &judged.candidate.sql)
                .missing
                .is_empty()
        };
        let passes = || gates::failed(knowledge, &self.plan.question, judged, account).is_empty();
        (quiet && !trial::found_nothing(result) && !hollow(result) && stored() && passes()).then_some(result)
    }

    fn same(&self, a: &ResultSet, b: &ResultSet) -> bool {
        compare::alike(a, b, self.cx.switches.style)
    }

    /// How many of the candidates that found something have the result that most of them have, and of how many families.
    async fn agreeing(&self, candidates: &[Candidate]) -> Result<(usize, usize)> {
        let mut found: Vec<(&'static str, ResultSet)> = Vec::new();
        for candidate in candidates {
            let judged = self.judge(candidate.clone()).await?;
            if let Some(result) = rows(&judged).filter(|r| !trial::found_nothing(r)) {
                found.push((family(&candidate.generator), result.clone()));
            }
        }
        let of = |one: &ResultSet| {
            let agree = found.iter().filter(|(_, r)| self.same(r, one));
            let mut families: Vec<&str> = agree.map(|(family, _)| *family).collect();
            let agree = families.len();
            families.sort_unstable();
            families.dedup();
            (agree, families.len())
        };
        Ok(found.iter().map(|(_, one)| of(one)).max().unwrap_or_default())
    }
}

fn rows(judged: &Judged) -> Option<&ResultSet> {
    match &judged.outcome {
        Outcome::Ran { result, .. } => Some(result),
        Outcome::Failed { .. } | Outcome::NotRun => None,
    }
}

/// Whether a whole column of several rows holds nothing: what was looked up was not found.
fn hollow(result: &ResultSet) -> bool {
    let empty = |at: usize| {
        result
            .rows
            .iter()
            .all(|row| row.get(at).is_none_or(|cell| cell.is_null()))
    };
    !result.rows.is_empty() && (0..result.columns.len()).any(empty)
}
