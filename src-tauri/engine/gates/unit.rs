//! A unit that is asked for is that of a column, or is worked out.

use askwell_sql::acts::Act;

use super::{Facts, Fault, Gate};
use crate::words::{among, split_name};

pub const GATE: Gate = Gate {
    name: "unit",
    about: "An answer \"in minutes\" or \"in km\" is of a column that says so, or works it out.",
    heavy: false,
    flags: &[
        ("average distance in miles", "SELECT AVG(distance) FROM flights"),
        (
            "median flight time in hours",
            "SELECT AVG(d) FROM (SELECT distance AS d, ROW_NUMBER() OVER (ORDER BY distance) AS place, COUNT(*) OVER () AS places FROM flights) WHERE place IN ((places + 1) / 2, (places + 2) / 2)",
        ),
    ],
    leaves: &[
        ("average length in minutes", "SELECT AVG(minutes) FROM films"),
        ("average distance in miles", "SELECT AVG(distance) / 1.609 FROM flights"),
        ("average length in hours", "SELECT AVG(minutes / 60.0) FROM films"),
        ("orders in days with rain", "SELECT COUNT(*) FROM orders"),
        ("average mileage", "SELECT AVG(mpg) FROM shops"),
    ],
    check,
};

/// What each unit may be called in a name.
const UNITS: &[(&str, &str)] = &[
    ("seconds", "second seconds sec secs s"),
    ("minutes mins", "minute minutes min mins m"),
    ("hours hrs", "hour hours hr hrs h"),
    (
        "km kilometres kilometers",
        "km kms kilometre kilometres kilometer kilometers",
    ),
    ("miles", "mile miles mi mileage"),
    ("kg kilos kilograms", "kg kgs kilo kilos kilogram kilograms"),
    ("grams", "g gram grams"),
    ("metres meters", "m metre metres meter meters"),
    ("feet", "ft foot feet"),
    ("litres liters", "l litre litres liter liters ltr"),
];

fn check(facts: &Facts<'_>) -> Option<Fault> {
    let last = |at: usize| matches!(facts.word(at), "" | "?" | "." | "," | "by" | "per" | "for" | "and");
    let asked = |at: &usize| facts.before(*at) == "in" && last(at + 1);
    let found = (1..facts.words.len()).filter(asked).find_map(|at| {
        let word = facts.word(at);
        let unit = UNITS.iter().find(|u| among(u.0, word))?;
        Some((at, unit.1))
    });
    let (at, names) = found?;
    // A median halves its places; one unit is made of another by some other number.
    let factor = |n: &f64| ![0.0, 1.0, 2.0].contains(n);
    let worked = facts.does(&[Act::Subtracts, Act::Times]) || facts.acts.numbers.iter().any(factor);
    let called = facts
        .acts
        .columns
        .iter()
        .any(|p| split_name(&p.column).iter().any(|w| among(names, w)));
    (!worked && !called).then(|| Fault {
        says: format!(
            "The question asks for {}, and it is not known whether the column is kept in them.",
            facts.words[at].text
        ),
        unused: Vec::new(),
    })
}
