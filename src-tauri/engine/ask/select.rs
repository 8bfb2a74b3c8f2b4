//! Select: which candidate answers the question.
//!
//! In: judged candidates. Out: clusters of equal results, the duels between them, and the winner. Seed 000,
//! operation 9, with one change: votes weigh as much as the generator believes in them, because the built-in
//! candidates come from one parser and disagree on purpose. Deliberately absent: running anything.

use std::collections::BTreeMap;

use askwell_contract::model::Effort;
use askwell_contract::run::{Judged, Method, Plan, Selection, Standing};
use askwell_contract::Result;

use crate::ask::advice::{is_verified, is_written};
use crate::compare;
use crate::cx::Cx;
use crate::prepare::Knowledge;
use crate::switches::Mechanism;

pub mod advised;
mod beside;
mod clusters;
mod disagree;
mod gated;
mod judge;
mod looks;
mod said;
#[cfg(test)]
mod tests;

use clusters::Group;
pub use judge::SET;

/// Share of the votes that ends the matter without a tournament: published selectors stop when 60% agree; seed 000,
/// step 9.2, knows only unanimity.
const AGREEMENT: f64 = 0.6;

/// Fewest candidates that ran for an agreement short of unanimity to mean something.
const VOTERS: usize = 3;

pub async fn select(cx: &Cx<'_>, plan: &Plan, pool: &[Judged]) -> Result<Selection> {
    cx.check()?;
    let groups = clusters::groups(pool);
    let ran = pool.iter().filter(|j| j.ran()).count();
    let alone = pool.iter().filter(|j| is_written(&j.candidate)).count() == 1;
    let kin = Kin::of(cx, &groups);
    if let Some((winner, why)) = settled(cx, &groups, &kin).filter(|_| ran == 1 && alone) {
        return Ok(finish(Method::FastPath, &groups, Vec::new(), winner, why));
    }
    if ran < 2 {
        return Ok(fallback(cx, pool, &groups, ran));
    }
    if !cx.switches.has(Mechanism::Selection) {
        return Ok(first(pool, &groups));
    }
    // One result alone is compared with nothing.
    let signals = match groups.len() {
        1 => Vec::new(),
        _ => judge::signals(cx.knowledge, plan, &groups),
    };
    let verified = |g: &Group<'_>| g.members.iter().any(|j| is_verified(&j.candidate));
    if let Some(winner) = groups.iter().position(verified) {
        let why = "You said before that this reading is right.".to_owned();
        return Ok(finish(Method::FastPath, &groups, Vec::new(), winner, why));
    }
    let sure = || settled(cx, &groups, &kin).or_else(|| agreed(&groups, &kin, &signals, ran));
    if let Some((winner, why)) = sure() {
        let (winner, why) = gated::instead(cx.knowledge, plan, &groups, winner).unwrap_or((winner, why));
        let selection = finish(Method::FastPath, &groups, Vec::new(), winner, why);
        return Ok(disagree::told(cx.knowledge.catalog.dialect, &groups, selection));
    }
    if !cx.switches.has(Mechanism::Judge) {
        let votes = groups.first().map_or(0.0, |g| 100.0 * g.votes);
        let why = format!("Most votes: {votes:.0}%.");
        return Ok(finish(Method::FastPath, &groups, Vec::new(), 0, why));
    }
    let mut judged = advised::duels(cx, plan, &groups).await?;
    let mut duels = Vec::new();
    let mut wins = vec![0u32; groups.len()];
    for a in 0..groups.len() {
        for b in a + 1..groups.len() {
            cx.check()?;
            let sides = (groups.get(a), groups.get(b), signals.get(a), signals.get(b));
            if let (Some(first), Some(second), Some(of_first), Some(of_second)) = sides {
                // What a model could not decide, the rules do.
                let rules = || judge::duel(first, second, of_first, of_second);
                let duel = match judged.remove(&(a, b)) {
                    Some(advised::Judged::Decided(duel)) => duel,
                    Some(advised::Judged::Swayed(why)) => {
                        let mut duel = rules();
                        duel.reasons.push(why);
                        duel
                    }
                    None => rules(),
                };
                let winner = if duel.winner == first.cluster.id { a } else { b };
                if let Some(count) = wins.get_mut(winner) {
                    *count += 1;
                }
                duels.push(duel);
            }
        }
    }
    // Ties: size, confidence, belief, and at last the order that the groups already have (seed 000, step 9.5).
    let best = (0..groups.len()).max_by(|a, b| {
        let key = |i: usize| {
            groups
                .get(i)
                .map(|g| (g.cluster.members.len(), g.best.confidence, g.votes))
        };
        let (ka, kb) = (key(*a).unwrap_or_default(), key(*b).unwrap_or_default());
        wins.get(*a)
            .cmp(&wins.get(*b))
            .then(ka.0.cmp(&kb.0))
            .then(ka.1.total_cmp(&kb.1))
            .then(ka.2.total_cmp(&kb.2))
            .then(b.cmp(a))
    });
    let best = best.unwrap_or_default();
    let (best, why) = gated::instead(cx.knowledge, plan, &groups, best)
        .unwrap_or_else(|| (best, why_tournament(&groups, &wins, best)));
    let mut selection = finish(Method::Tournament, &groups, duels, best, why);
    selection.standings = groups
        .iter()
        .zip(&wins)
        .map(|(g, w)| Standing {
            cluster: g.cluster.id.clone(),
            wins: *w,
        })
        .collect();
    Ok(disagree::told(cx.knowledge.catalog.dialect, &groups, selection))
}

/// Of every group the id of its representative and its signals, for fitting the judge's weights.
pub fn signals(knowledge: &Knowledge, plan: &Plan, pool: &[Judged]) -> Vec<(String, BTreeMap<&'static str, f64>)> {
    let groups = clusters::groups(pool);
    let signals = judge::signals(knowledge, plan, &groups);
    let values = |signals: Vec<judge::Signal>| signals.into_iter().map(|s| (s.name, s.value)).collect();
    let each = groups.iter().zip(signals);
    each.map(|(group, signals)| (group.best.candidate.id.clone(), values(signals)))
        .collect()
}

/// For each group what speaks for it together with those that only show a column more or less. Of what models wrote alone:
/// the built-in engine shows less or more on purpose.
struct Kin(Vec<(usize, f64)>);

impl Kin {
    fn of(cx: &Cx<'_>, groups: &[Group<'_>]) -> Self {
        let written = |g: &Group<'_>| g.members.iter().any(|j| is_written(&j.candidate));
        let together = |one: &Group<'_>| {
            let near = |g: &&Group<'_>| {
                g.cluster.id == one.cluster.id
                    || written(g) && written(one) && compare::alike(g.result, one.result, cx.switches.style)
            };
            let all = groups.iter().filter(near);
            all.fold((0, 0.0), |(n, votes), g| (n + g.cluster.members.len(), votes + g.votes))
        };
        Self(groups.iter().map(together).collect())
    }

    fn of_group(&self, at: usize) -> (usize, f64) {
        self.0.get(at).copied().unwrap_or_default()
    }
}

/// The group that wins without a tournament, and why.
fn agreed(groups: &[Group<'_>], kin: &Kin, signals: &[Vec<judge::Signal>], ran: usize) -> Option<(usize, String)> {
    let first = groups.first()?;
    let (count, share) = kin.of_group(0);
    if groups.len() == 1 {
        let all = if ran == 2 {
            "Both queries".to_string()
        } else {
            format!("All {ran} queries")
        };
        return Some((0, format!("{all} give the same result.")));
    }
    // A group of one agrees with nobody, however much it is believed in.
    let enough = ran >= VOTERS && count >= 2 && share >= AGREEMENT && !first.cluster.empty;
    let most = groups.iter().all(|g| g.votes <= first.votes);
    // Votes are not worth a result that lacks what the question lists.
    let sound = signals.first().is_none_or(|own| !judge::contradicted(own));
    (enough && most && sound).then(|| {
        (
            0,
            format!(
                "{count} of {ran} queries give this result, with {:.0}% of the votes.",
                100.0 * share
            ),
        )
    })
}

/// Share of the votes of a model's query that was checked, and agreed with, while it was written.
const SETTLED: f64 = 0.9;

/// What a model wrote in one call, and what spoke for it there, needs no tournament.
fn settled(cx: &Cx<'_>, groups: &[Group<'_>], kin: &Kin) -> Option<(usize, String)> {
    cx.door.filter(|door| door.settings.effort == Effort::Auto)?;
    let (at, group) = groups
        .iter()
        .enumerate()
        .find(|(at, g)| kin.of_group(*at).1 >= SETTLED && !g.cluster.empty)?;
    let models = match group.members.iter().filter(|j| is_written(&j.candidate)).count() {
        0 => 0,
        _ => kin.of_group(at).0 - group.members.iter().filter(|j| !is_written(&j.candidate)).count(),
    };
    let own = group.members.iter().any(|j| !is_written(&j.candidate));
    let why = match (models, own) {
        (0, _) => return None,
        (_, true) => "A model's query and the built-in engine's give this result.".to_owned(),
        (1, false) => "A model's query passed every check, and nothing believable speaks against it.".to_owned(),
        (n, false) => format!("All {n} of the models' queries that ran give this answer."),
    };
    Some((at, why))
}

fn why_tournament(groups: &[Group<'_>], wins: &[u32], best: usize) -> String {
    let won = wins.get(best).copied().unwrap_or_default();
    let duels = groups.len().saturating_sub(1);
    let members = groups.get(best).map_or(0, |g| g.cluster.members.len());
    let stands = if members == 1 {
        "one query".to_string()
    } else {
        format!("{members} queries")
    };
    if duels == 1 {
        format!("Two different results; this one, given by {stands}, won the comparison.")
    } else {
        format!(
            "{} different results; this one, given by {stands}, won {won} of {duels} comparisons.",
            groups.len()
        )
    }
}

/// Fewer than two ran: the one that did, or the statement that most candidates share (seed 000, step 9.6).
fn fallback(cx: &Cx<'_>, pool: &[Judged], groups: &[Group<'_>], ran: usize) -> Selection {
    if ran == 1 {
        let why = match pool.len() {
            1 => "There was one query.".to_string(),
            n => format!("Only one of {n} queries could be run."),
        };
        return finish(Method::Fallback, groups, Vec::new(), 0, why);
    }
    let winner = clusters::commonest(pool, cx.knowledge.catalog.dialect);
    Selection {
        method: Method::Fallback,
        clusters: Vec::new(),
        duels: Vec::new(),
        standings: Vec::new(),
        winner: winner.map(|j| j.candidate.id.clone()).unwrap_or_default(),
        why: "None of the queries could be run.".to_string(),
        others: Vec::new(),
        disagreement: None,
    }
}

/// Without choosing: the first query that runs, as its generator put it first.
fn first(pool: &[Judged], groups: &[Group<'_>]) -> Selection {
    let first = pool.iter().find(|j| j.ran()).map(|j| j.candidate.id.clone());
    let selection = finish(
        Method::Fallback,
        groups,
        Vec::new(),
        0,
        "The first query that could be run.".to_string(),
    );
    Selection {
        winner: first.unwrap_or_default(),
        ..selection
    }
}

fn finish(
    method: Method,
    groups: &[Group<'_>],
    duels: Vec<askwell_contract::run::Duel>,
    winner: usize,
    why: String,
) -> Selection {
    Selection {
        method,
        clusters: groups.iter().map(|g| g.cluster.clone()).collect(),
        duels,
        standings: Vec::new(),
        winner: groups
            .get(winner)
            .map(|g| g.best.candidate.id.clone())
            .unwrap_or_default(),
        why,
        others: Vec::new(),
        disagreement: None,
    }
}
