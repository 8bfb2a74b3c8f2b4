//! What the other results say of a result, whether it is a single row, and whether it keeps to what was asked.
//!
//! In: the groups. Out: signals of each, by name, in words. Deliberately absent: what they weigh.

use askwell_contract::run::Plan;

use super::clusters::Group;
use super::judge::{either, lower_first, Weighed};
use crate::compare;
use crate::gates;
use crate::prepare::Knowledge;

/// The signals of every group, in the same order for each.
pub fn signals(knowledge: &Knowledge, plan: &Plan, groups: &[Group<'_>]) -> Vec<Vec<(&'static str, Weighed)>> {
    let columns: Vec<Vec<u64>> = groups.iter().map(|g| sorted(compare::columns(g.result))).collect();
    let each = groups.iter().zip(&columns);
    each.map(|(group, own)| {
        let votes = |is: &dyn Fn(&[u64]) -> bool| -> f64 {
            let as_long = |other: &Group<'_>| other.cluster.rows == group.cluster.rows && !group.cluster.empty;
            let others = groups.iter().zip(&columns).filter(|(g, c)| as_long(g) && is(c));
            others.map(|(g, _)| g.votes).sum()
        };
        let more = votes(&|other| other.len() > own.len() && within(own, other));
        let less = votes(&|other| other.len() < own.len() && within(other, own));
        let failed = gates::failed(knowledge, &plan.question, group.best, None);
        vec![
            ("more", (more, share(more, "show the same and more"))),
            ("less", (less, share(less, "show a part of it"))),
            (
                "single",
                either(group.result.rows.len() == 1, "a single row", "several rows or none"),
            ),
            ("light", light(failed.iter().filter(|f| !f.heavy))),
        ]
    })
    .collect()
}

fn sorted(mut columns: Vec<u64>) -> Vec<u64> {
    columns.sort_unstable();
    columns
}

/// Whether all columns of `part` are among those of `whole`, each as often; both sorted.
fn within(part: &[u64], whole: &[u64]) -> bool {
    let mut rest = whole.iter();
    part.iter().all(|column| rest.any(|other| other == column))
}

fn share(votes: f64, of: &str) -> String {
    if votes > 0.0 {
        return format!("{:.0}% of the votes {of}", 100.0 * votes);
    }
    format!("no votes {of}")
}

fn light<'a>(failed: impl Iterator<Item = &'a gates::Failed>) -> Weighed {
    let says: Vec<String> = failed.map(|f| f.fault.says.trim_end_matches('.').to_owned()).collect();
    match says.first() {
        None => (0.0, "it keeps to what was asked".to_owned()),
        Some(first) => (says.len() as f64, lower_first(first)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_lie_within_others_each_as_often() {
        assert!(within(&[1, 3], &[1, 2, 3]) && within(&[], &[1]));
        assert!(!within(&[1, 1], &[1, 2]) && !within(&[4], &[1, 2, 3]));
    }
}
