//! How conditions that follow on each other are tied: by "and", by "or", and as values of one column.

use crate::query::Cond;

/// Values of one column stand for any of them; "or" ties a condition to the one before.
pub(super) fn add(list: &mut Vec<Cond>, cond: Cond, or: bool) {
    if let Cond::Is { col, values, not } = &cond {
        let same = list.iter_mut().rev().find_map(|c| match c {
            // "Not in A or B" is in neither.
            Cond::Is {
                col: c,
                values: v,
                not: n,
            } if c == col && (n == not || *n && or) => Some(v),
            _ => None,
        });
        if let Some(known) = same {
            values
                .iter()
                .filter(|v| !known.contains(v))
                .cloned()
                .collect::<Vec<_>>()
                .into_iter()
                .for_each(|v| known.push(v));
            return;
        }
    }
    // Two parts of one column's texts hardly ever stand in the same one.
    let own = |c: &Cond| match c {
        Cond::Holds { col, not: false, .. } => Some(*col),
        Cond::Is { col, not: false, .. } => Some(*col),
        _ => None,
    };
    let beside = |c: &Cond| match c {
        Cond::Any(any) => any.iter().all(|c| own(c).is_some() && own(c) == own(&cond)),
        c => own(c).is_some() && own(c) == own(&cond),
    };
    let or = or || list.last().is_some_and(beside);
    match list.pop() {
        Some(Cond::Any(mut any)) if or => {
            any.push(cond);
            list.push(Cond::Any(any));
        }
        Some(before) if or => list.push(Cond::Any(vec![before, cond])),
        before => {
            list.extend(before);
            list.push(cond);
        }
    }
}
