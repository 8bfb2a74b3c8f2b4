//! Duels that a model judges (seed 000, step 9.4).
//!
//! In: groups in the order of the tournament. Out: a duel for each pair that was judged. Each pair is shown twice, the
//! second time the other way round, so that a preference for a place shows; a model that changes its mind with the place
//! has not decided: the rules do, and the duel says so.

use std::collections::BTreeMap;

use askwell_contract::run::{Duel, Plan, Reason, Severity, Stage};
use askwell_contract::{Result, ResultSet};
use askwell_sql::features;

use super::clusters::Group;
use crate::ask::advice::{is_written, used, Advice, Part};
use crate::cx::Cx;
use crate::gates;
use crate::prompt::{Sealed, Side, SELECT};
use crate::together::together;

/// Groups that a model plays where none wrote a query that ran.
const OWN: usize = 4;

/// The most votes that the results of so many queries can need, with what the built-in engine believes: each pair of groups
/// has two.
pub fn most_votes(queries: usize) -> usize {
    (queries + 1) * queries
}

/// The groups whose pairs are worth the calls: whatever a model wrote, and what the built-in engine believes most. Its other
/// readings, which share one vote, are judged by rules.
fn played(groups: &[Group<'_>]) -> Vec<usize> {
    let own = |g: &Group<'_>| {
        let mut members = g.members.iter().map(|j| &j.candidate);
        members.any(|c| !is_written(c) || !c.uses.is_empty())
    };
    let own = groups.iter().position(own);
    let by_model = |g: &Group<'_>| g.members.iter().any(|j| is_written(&j.candidate));
    let wrote: Vec<usize> = (0..groups.len())
        .filter(|at| groups.get(*at).is_some_and(by_model))
        .collect();
    if wrote.is_empty() {
        return (0..groups.len().min(OWN)).collect();
    }
    let played = |at: &usize| wrote.contains(at) || Some(*at) == own;
    (0..groups.len()).filter(played).collect()
}

/// Calls under way at the same time (seed 000, async architecture).
pub const AT_ONCE: usize = 10;

/// A result with less than this part of the votes of the leading one is judged by rules.
const BELIEVED: f64 = 0.05;

/// Whether a result is worth a model's judgement: nothing has refuted it, and somebody believes in it.
fn stands(cx: &Cx<'_>, plan: &Plan, group: &Group<'_>, most: f64) -> bool {
    let wrong = group.best.findings.iter().any(|f| f.severity == Severity::Error);
    let heavy = || {
        gates::failed(cx.knowledge, &plan.question, group.best, None)
            .iter()
            .any(|f| f.heavy)
    };
    group.votes >= BELIEVED * most && !wrong && !heavy()
}

pub async fn duels(cx: &Cx<'_>, plan: &Plan, groups: &[Group<'_>]) -> Result<BTreeMap<(usize, usize), Judged>> {
    let Some(advice) = Advice::of(cx, plan, Stage::Select) else {
        return Ok(BTreeMap::new());
    };
    let most = groups.iter().map(|g| g.votes).fold(0.0, f64::max);
    let players = played(groups);
    let players = players.iter().filter_map(|at| Some((*at, groups.get(*at)?)));
    let players: Vec<(usize, &Group<'_>)> = players.collect();
    let standing: Vec<(usize, &Group<'_>)> = players
        .iter()
        .filter(|(_, g)| stands(cx, plan, g, most))
        .copied()
        .collect();
    // Where all of them are refuted, that tells none apart.
    let players = if standing.is_empty() { players } else { standing };
    let all: Vec<&Group<'_>> = players.iter().map(|(_, g)| *g).collect();
    let sqls = all.iter().map(|g| g.best.candidate.sql.as_str());
    let first = sqls.flat_map(|sql| used(cx.knowledge, sql)).collect::<Vec<_>>();
    let field = Field {
        part: Part::of(cx.knowledge, columns(&advice, &all)).led_by(first),
        values: Sealed::compared(
            cx.knowledge,
            &all.iter().map(|g| g.best.candidate.sql.as_str()).collect::<Vec<_>>(),
        ),
    };
    let mut games = Vec::new();
    for (n, a) in players.iter().enumerate() {
        for b in &players[n + 1..] {
            games.push(play(&advice, &field, *a, *b));
        }
    }
    let played: Vec<Option<((usize, usize), Judged)>> = together(AT_ONCE, games.into_iter()).await?;
    Ok(played.into_iter().flatten().collect())
}

/// What the prompts of all pairs begin with.
struct Field {
    part: Part,
    values: Sealed,
}

/// Both votes of a pair, at its places; `None` where one failed.
async fn play(
    advice: &Advice<'_>,
    field: &Field,
    (i, a): (usize, &Group<'_>),
    (j, b): (usize, &Group<'_>),
) -> Result<Option<((usize, usize), Judged)>> {
    let there = vote(advice, field, a, b, 0).await?;
    let back = vote(advice, field, b, a, 1).await?;
    let votes = there.zip(back);
    Ok(votes.map(|(there, back)| ((i, j), duel(a, b, there, back))))
}

struct Vote {
    winner: Side,
    reason: String,
    model: String,
}

async fn vote(advice: &Advice<'_>, field: &Field, a: &Group<'_>, b: &Group<'_>, sample: u32) -> Result<Option<Vote>> {
    let Field { part, values } = field;
    let (first, second) = (shown(a), shown(b));
    let fitted = advice.fit(&SELECT, part, |part, trim| {
        (advice.brief.select((part, trim), values.clone(), first, second), 0)
    });
    let answered = advice.ask(&SELECT, &fitted, sample).await?;
    Ok(answered.map(|a| Vote {
        winner: a.value.winner,
        reason: a.value.reason,
        model: a.to.model,
    }))
}

/// A group's query, its result, and how it understood the question.
fn shown<'g>(group: &'g Group<'_>) -> (&'g str, &'g ResultSet, &'g str) {
    let candidate = &group.best.candidate;
    (&candidate.sql, group.result, &candidate.reading)
}

/// All columns of the tables that the statements read.
fn columns(advice: &Advice<'_>, groups: &[&Group<'_>]) -> Vec<(usize, usize)> {
    let catalog = &advice.cx.knowledge.catalog;
    let read = groups
        .iter()
        .filter_map(|g| features::of(&g.best.candidate.sql, catalog.dialect));
    let names: Vec<String> = read.flat_map(|f| f.tables).collect();
    let tables = catalog.tables.iter().enumerate();
    let read = tables.filter(|(_, t)| names.iter().any(|n| n.eq_ignore_ascii_case(&t.name)));
    read.flat_map(|(at, t)| (0..t.columns.len()).map(move |c| (at, c)))
        .collect()
}

/// What the two votes on a pair came to.
pub enum Judged {
    Decided(Duel),
    /// The model chose the same place both times, whatever stood there.
    Swayed(Reason),
}

/// `back` saw the pair the other way round.
fn duel(a: &Group<'_>, b: &Group<'_>, there: Vote, back: Vote) -> Judged {
    let first = there.winner == Side::A;
    let again = back.winner == Side::B;
    if first != again {
        let place = if first { "first" } else { "second" };
        return Judged::Swayed(Reason {
            name: "place".to_string(),
            a: 0.5,
            b: 0.5,
            says: format!(
                "{} chose whichever it was shown {place}, so its votes do not count.",
                there.model
            ),
        });
    }
    let winner = if first { a } else { b };
    let points = |won: bool| if won { 1.0 } else { 0.0 };
    let reasons = [there.reason, back.reason];
    Judged::Decided(Duel {
        a: a.cluster.id.clone(),
        b: b.cluster.id.clone(),
        winner: winner.cluster.id.clone(),
        judge: there.model,
        reasons: reasons
            .into_iter()
            .map(|says| Reason {
                name: "model".to_string(),
                a: points(first),
                b: points(!first),
                says,
            })
            .collect(),
    })
}
