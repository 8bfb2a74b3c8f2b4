//! Groups that many rows belong to none of.

use super::{Facts, Fault, Gate};

pub const GATE: Gate = Gate {
    name: "blank",
    about: "Groups by what many rows leave blank speak of the other rows alone.",
    heavy: false,
    flags: &[
        (
            "who gave the most",
            "SELECT donor, SUM(amount) FROM gifts WHERE donor IS NOT NULL GROUP BY donor ORDER BY 2 DESC LIMIT 1",
        ),
        (
            "number of gifts for each donor",
            "SELECT donor, COUNT(*) FROM gifts WHERE donor IS NOT NULL GROUP BY donor",
        ),
    ],
    leaves: &[
        (
            "who gave the most",
            "SELECT donor, SUM(amount) FROM gifts GROUP BY donor ORDER BY 2 DESC LIMIT 1",
        ),
        (
            "how many gifts name a donor",
            "SELECT COUNT(*) FROM gifts WHERE donor IS NOT NULL",
        ),
        (
            "which purpose has the most gifts",
            "SELECT purpose, COUNT(*) FROM gifts WHERE purpose IS NOT NULL GROUP BY purpose ORDER BY 2 DESC LIMIT 1",
        ),
        (
            "which donors are named",
            "SELECT donor FROM gifts WHERE donor IS NOT NULL",
        ),
    ],
    check,
};

/// Rows without a value, as a share of all, from which on the others are not nearly all.
const MANY: f64 = 0.2;

fn check(facts: &Facts<'_>) -> Option<Fault> {
    if !facts.acts.condenses {
        return None;
    }
    let keys = facts
        .acts
        .outputs
        .iter()
        .filter(|o| o.calls.is_empty())
        .flat_map(|o| &o.of);
    let blank = keys
        .filter(|place| facts.acts.filled.contains(*place))
        .find_map(|place| {
            let profile = facts.knowledge.profile(&place.table, &place.column)?;
            (profile.rows > 0 && profile.nulls as f64 >= MANY * profile.rows as f64).then_some((place, profile))
        });
    let (place, profile) = blank?;
    let share = 100.0 * profile.nulls as f64 / profile.rows as f64;
    Some(Fault {
        says: format!("{share:.0} in 100 rows have no {}, and are left out.", place.column),
        unused: Vec::new(),
    })
}
