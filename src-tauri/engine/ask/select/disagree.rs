//! What tells the two leading results apart.
//!
//! In: the groups and the selection made of them. Out: the selection with its [`Disagreement`], where the result that
//! was chosen is not the only one that found something, and the next readings. A pure function of both statements and both results.
//! Deliberately absent: any opinion on which of them is right.

use askwell_contract::run::{Condition, Disagreement, OnlyHere, Selection};
use askwell_contract::{Dialect, ResultSet, Truncation};
use askwell_sql::apart::{self, Apart, Kind, Part};

use super::clusters::Group;
use crate::compare;

mod says;

/// Rows of each side that are shown: what does not fit in a glance tells nothing apart.
const SHOWN: usize = 5;

/// Other readings that are shown beside an answer: more would be a list to study.
const BESIDE: usize = 3;

pub fn told(dialect: Dialect, groups: &[Group<'_>], mut selection: Selection) -> Selection {
    let won = |g: &Group<'_>| g.cluster.members.contains(&selection.winner);
    let winner = groups.iter().find(|g| won(g));
    let rivals = rivals(groups, &selection);
    let mut said: Vec<&str> = winner.iter().map(|g| g.best.candidate.reading.as_str()).collect();
    let mut others = Vec::new();
    for group in &rivals {
        let reading = group.best.candidate.reading.as_str();
        if others.len() < BESIDE && !reading.is_empty() && !said.contains(&reading) {
            said.push(reading);
            others.push(group.cluster.id.clone());
        }
    }
    let both = winner.filter(|g| !g.cluster.empty).zip(rivals.first());
    selection.disagreement = both.and_then(|(a, b)| between(dialect, a, b).map(Box::new));
    selection.others = others;
    selection
}

/// The groups that did not win, those with the most wins first, then as they stand. An empty result contradicts nothing that a
/// person could look at.
fn rivals<'g, 'p>(groups: &'g [Group<'p>], selection: &Selection) -> Vec<&'g Group<'p>> {
    let wins = |g: &Group<'_>| {
        let standing = selection.standings.iter().find(|s| s.cluster == g.cluster.id);
        standing.map_or(0, |s| s.wins)
    };
    let won = |g: &Group<'_>| g.cluster.members.contains(&selection.winner);
    let mut rivals: Vec<_> = groups.iter().filter(|g| !won(g) && !g.cluster.empty).collect();
    rivals.sort_by_key(|g| std::cmp::Reverse(wins(g)));
    rivals
}

fn between(dialect: Dialect, a: &Group<'_>, b: &Group<'_>) -> Option<Disagreement> {
    let mut found = compare::difference(a.result, b.result, SHOWN);
    if found.none() {
        return None;
    }
    // Where the columns that both show agree, the others are the difference, and their values are worth a look.
    if found.only_a.is_empty() && found.only_b.is_empty() && !found.alone_a.is_empty() && !found.alone_b.is_empty() {
        found.only_a = (0..a.result.rows.len()).collect();
        found.only_b = (0..b.result.rows.len()).collect();
    }
    let apart = apart::apart(&a.best.candidate.sql, &b.best.candidate.sql, dialect);
    let readings = (a.best.candidate.reading.as_str(), b.best.candidate.reading.as_str());
    Some(Disagreement {
        a: a.cluster.id.clone(),
        b: b.cluster.id.clone(),
        says: says::says(apart.as_ref(), readings),
        condition: apart.as_ref().and_then(|apart| only_one(apart, a, b)),
        only_a: only_here(a.result, &found.only_a),
        only_b: only_here(b.result, &found.only_b),
        partial: a.result.truncated.is_some() || b.result.truncated.is_some(),
    })
}

/// The one part that tells the statements apart.
fn only_one(apart: &Apart, a: &Group<'_>, b: &Group<'_>) -> Option<Condition> {
    let condition = |group: &Group<'_>, part: &Part| {
        let words = match part.kind {
            Kind::Match => format!("rows have a match in {}", part.words),
            Kind::Distinct => "repeated rows are left out".to_string(),
            Kind::Order => format!("sorted by {}", part.words),
            Kind::Group => format!("a group for each {}", part.words),
            Kind::Other => return None,
            Kind::Table | Kind::Join | Kind::Condition | Kind::Shown | Kind::Having | Kind::Limit => part.words.clone(),
        };
        let cluster = group.cluster.id.clone();
        Some(Condition { cluster, words })
    };
    match (apart.a.only.as_slice(), apart.b.only.as_slice()) {
        ([part], []) => condition(a, part),
        ([], [part]) => condition(b, part),
        _ => None,
    }
}

fn only_here(result: &ResultSet, places: &[usize]) -> OnlyHere {
    let first = places.iter().take(SHOWN).filter_map(|p| result.rows.get(*p).cloned());
    OnlyHere {
        result: ResultSet {
            columns: result.columns.clone(),
            rows: first.collect(),
            truncated: (places.len() > SHOWN).then_some(Truncation::Rows),
        },
        rows: places.len() as u64,
    }
}

#[cfg(test)]
mod tests;
