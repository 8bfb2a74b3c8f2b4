//! A result whose query does not answer what was asked gives way to one that does.
//!
//! In: the groups, and which of them would win. Out: which of them wins. Deliberately absent: the light gates; they
//! only say how far an answer may be trusted.

use askwell_contract::run::Plan;

use super::clusters::Group;
use crate::gates;
use crate::prepare::Knowledge;

/// A group with less of the winner's votes than this is not believed enough to take its place.
const NEAR: f64 = 0.5;

/// The group that takes the place of the one chosen, and why.
pub fn instead(knowledge: &Knowledge, plan: &Plan, groups: &[Group<'_>], chosen: usize) -> Option<(usize, String)> {
    let heavy = |group: &Group<'_>| {
        let failed = gates::failed(knowledge, &plan.question, group.best, None);
        failed.into_iter().find(|f| f.heavy)
    };
    let first = groups.get(chosen)?;
    let failed = heavy(first)?;
    let near = |g: &Group<'_>| !g.cluster.empty && g.votes >= NEAR * first.votes && heavy(g).is_none();
    let others = groups.iter().enumerate().filter(|(at, g)| *at != chosen && near(g));
    let (at, _) = others.reduce(|best, other| if other.1.votes > best.1.votes { other } else { best })?;
    Some((at, format!("Another result was passed over: {}", failed.fault.says)))
}
