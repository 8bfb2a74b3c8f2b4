//! "Per" and "for each" group or divide.

use super::{Facts, Fault, Gate};

pub const GATE: Gate = Gate {
    name: "per",
    about: "\"Per\" and \"for each\" give a figure for each, a quotient, or a column that keeps one.",
    heavy: false,
    flags: &[
        ("total of the orders per customer", "SELECT SUM(total) FROM orders"),
        (
            "How many customers are there for each country?",
            "SELECT COUNT(*) FROM customers",
        ),
        ("average spend per person", "SELECT AVG(total) FROM orders"),
    ],
    leaves: &[
        (
            "total of the orders per customer",
            "SELECT customer_id, SUM(total) FROM orders GROUP BY customer_id",
        ),
        (
            "orders per customer",
            "SELECT COUNT(*) * 1.0 / COUNT(DISTINCT customer_id) FROM orders",
        ),
        ("the budget for each film", "SELECT title, budget FROM films"),
        ("average miles per gallon", "SELECT AVG(mpg) FROM shops"),
        (
            "average spend per person",
            "SELECT SUM(total) * 1.0 / SUM(staff_count) FROM orders, shops",
        ),
        ("average staff per shop", "SELECT AVG(staff_count) FROM shops"),
    ],
    check,
};

/// Behind "per" these are part of a unit.
const UNITS: &[&str] = &[
    "gallon",
    "second",
    "minute",
    "hour",
    "square",
    "litre",
    "liter",
    "unit",
    "share",
    "ton",
    "km",
    "mile",
    "kilometer",
    "kilometre",
    "cent",
    "acre",
    "hectare",
];

fn check(facts: &Facts<'_>) -> Option<Fault> {
    if !facts.one_for_all() {
        return None;
    }
    let at = (0..facts.words.len()).find(|at| match facts.word(*at) {
        "per" => !UNITS.contains(&facts.word(at + 1)) && !kept(facts, *at),
        "each" => ["for", "of", "in"].contains(&facts.before(*at)),
        "down" => facts.word(at + 1) == "by" && facts.before(*at) == "broken",
        "grouped" => facts.word(at + 1) == "by",
        _ => false,
    })?;
    // "For each" alone says nothing without what it is for.
    Some(facts.lost(at, at + 2))
}

/// Whether a column keeps it already: "average staff per shop" where each row is a shop, or `hours_per_week`.
fn kept(facts: &Facts<'_>, at: usize) -> bool {
    let Some(thing) = facts.words.get(at + 1) else {
        return false;
    };
    let own = facts.in_names(&thing.stem) && facts.acts.measured.iter().any(|m| m.is == "avg");
    own || facts.within_names(&format!("per{}", thing.lower)) || facts.within_names(&format!("per_{}", thing.lower))
}
