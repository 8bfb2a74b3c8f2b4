//! Candidates that gave the same result, as one group each.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use askwell_contract::run::{Cluster, Judged, Outcome};
use askwell_contract::{Dialect, ResultSet};
use askwell_sql::normal;

use crate::compare;

/// Within a group, members believed at least this much of the most believed may represent it; the shortest of them
/// does (seed 000, steps 9.2 and 9.3). A long shot that came to the same result by chance must not explain it.
const WORTHY: f64 = 0.5;

/// Characters of a single value in a summary.
const SHOWN: usize = 40;

pub struct Group<'a> {
    pub cluster: Cluster,
    pub members: Vec<&'a Judged>,
    /// The representative.
    pub best: &'a Judged,
    pub result: &'a ResultSet,
    /// Share of the belief of all candidates that ran, 0..=1.
    pub votes: f64,
    /// Share of its most believed member.
    pub highest: f64,
}

/// Groups in the order of the tournament: those that found something first, then by size (seed 000, step 9.3), which
/// is weighed: a vote counts as much as it is believed in.
pub fn groups(pool: &[Judged]) -> Vec<Group<'_>> {
    let ran: Vec<(&Judged, &ResultSet)> = pool
        .iter()
        .filter_map(|j| match &j.outcome {
            Outcome::Ran { result, .. } => Some((j, result)),
            _ => None,
        })
        .collect();
    let believed: f64 = ran.iter().map(|(j, _)| j.candidate.belief.max(0.0)).sum();
    let weight = |j: &Judged| {
        if believed > 0.0 {
            j.candidate.belief.max(0.0) / believed
        } else {
            1.0 / ran.len() as f64
        }
    };
    let mut sets: Vec<(u64, Vec<(&Judged, &ResultSet)>)> = Vec::new();
    for (judged, result) in &ran {
        let signature = compare::signature(result);
        let fits = |s: &&mut (u64, Vec<(&Judged, &ResultSet)>)| {
            s.0 == signature
                && s.1
                    .first()
                    .is_some_and(|(_, other)| compare::same(other, result, false))
        };
        match sets.iter_mut().find(fits) {
            Some((_, members)) => members.push((judged, result)),
            None => sets.push((signature, vec![(judged, result)])),
        }
    }
    let mut groups: Vec<Group<'_>> = sets
        .into_iter()
        .filter_map(|(_, members)| {
            let votes = members.iter().map(|(j, _)| weight(j)).sum();
            let highest = members.iter().map(|(j, _)| weight(j)).fold(0.0, f64::max);
            let (best, result) = representative(&members)?;
            let mut all: Vec<&Judged> = members.iter().map(|(j, _)| *j).collect();
            all.sort_by_key(|j| j.candidate.id != best.candidate.id);
            let cluster = Cluster {
                id: String::new(),
                members: all.iter().map(|j| j.candidate.id.clone()).collect(),
                rows: result.rows.len() as u64,
                columns: u32::try_from(result.columns.len()).unwrap_or(u32::MAX),
                empty: result.rows.is_empty(),
                summary: summary(result),
            };
            Some(Group {
                cluster,
                members: all,
                best,
                result,
                votes,
                highest,
            })
        })
        .collect();
    groups.sort_by(|a, b| {
        a.cluster
            .empty
            .cmp(&b.cluster.empty)
            .then(b.votes.total_cmp(&a.votes))
            .then(b.members.len().cmp(&a.members.len()))
            .then(b.best.confidence.total_cmp(&a.best.confidence))
    });
    for (i, group) in groups.iter_mut().enumerate() {
        group.cluster.id = letter(i);
    }
    groups
}

/// Highest confidence, then the shortest statement, then the highest score (seed 001, 5d), among those believed in enough.
fn representative<'a>(members: &[(&'a Judged, &'a ResultSet)]) -> Option<(&'a Judged, &'a ResultSet)> {
    let most = members.iter().map(|(j, _)| j.candidate.belief).fold(0.0, f64::max);
    let worthy = members.iter().filter(|(j, _)| j.candidate.belief >= WORTHY * most);
    let order = |a: &&(&Judged, &ResultSet), b: &&(&Judged, &ResultSet)| -> Ordering {
        b.0.confidence
            .total_cmp(&a.0.confidence)
            .then(a.0.candidate.sql.len().cmp(&b.0.candidate.sql.len()))
            .then(b.0.score.total_cmp(&a.0.score))
            .then(b.0.candidate.belief.total_cmp(&a.0.candidate.belief))
    };
    worthy.min_by(order).copied()
}

/// Without results to compare, the statement that most candidates wrote; then the most believed.
pub fn commonest(pool: &[Judged], dialect: Dialect) -> Option<&Judged> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let text = |j: &Judged| normal::normal(&j.candidate.sql, dialect);
    for judged in pool {
        *counts.entry(text(judged)).or_default() += 1;
    }
    let key = |j: &Judged| counts.get(&text(j)).copied().unwrap_or_default();
    pool.iter().reduce(|best, j| {
        let ahead = key(j)
            .cmp(&key(best))
            .then(j.candidate.belief.total_cmp(&best.candidate.belief));
        if ahead == Ordering::Greater {
            j
        } else {
            best
        }
    })
}

/// `A` to `Z`, then `A1`, ...
fn letter(i: usize) -> String {
    let letter = char::from(b'A' + (i % 26) as u8);
    match i / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}

fn summary(result: &ResultSet) -> String {
    let count = |n: usize, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
    let more = if result.truncated.is_some() { "the first " } else { "" };
    let size = format!(
        "{more}{}, {}",
        count(result.rows.len(), "row"),
        count(result.columns.len(), "column")
    );
    let first: Vec<String> = result.rows.first().into_iter().flatten().take(3).map(shown).collect();
    match result.rows.len() {
        0 => "no rows".to_string(),
        1 => format!("{size}: {}", first.join(", ")),
        _ => format!("{size}, first: {}", first.join(", ")),
    }
}

fn shown(cell: &askwell_contract::Cell) -> String {
    if cell.is_null() {
        return "NULL".to_string();
    }
    let text = cell.to_string();
    if text.chars().count() <= SHOWN {
        return text;
    }
    text.chars().take(SHOWN - 1).chain(std::iter::once('…')).collect()
}
