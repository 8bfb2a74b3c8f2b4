//! A year of the question binds to a column of time.

use askwell_contract::Cell;
use askwell_sql::acts::Place;

use super::{Facts, Fault, Gate};

pub const GATE: Gate = Gate {
    name: "years",
    about: "A year of the question is looked for in a column of time or of years, and in no other number.",
    heavy: false,
    flags: &[
        ("films since 2010", "SELECT title FROM films WHERE budget >= 2010"),
        (
            "total of the orders in 2017",
            "SELECT SUM(total) FROM orders WHERE customer_id = 2017",
        ),
    ],
    leaves: &[
        ("films since 2010", "SELECT title FROM films WHERE year >= 2010"),
        (
            "films with a budget over 2010",
            "SELECT title FROM films WHERE budget > 2010",
        ),
        (
            "orders in 2017",
            "SELECT id FROM orders WHERE strftime('%Y', placed) = '2017'",
        ),
        (
            "orders in 2017",
            "SELECT id FROM orders WHERE CAST(strftime('%Y', placed) AS INTEGER) = 2017",
        ),
    ],
    check,
};

/// Words before a number that is a year.
const BEFORE: &[&str] = &["in", "since", "until", "during", "year", "before", "after", "from"];

/// Years that people ask about.
const SPAN: std::ops::RangeInclusive<f64> = 1900.0..=2100.0;

fn check(facts: &Facts<'_>) -> Option<Fault> {
    let year = |at: &usize| {
        let token = &facts.words[*at];
        token.text.len() == 4 && token.number.is_some_and(|n| SPAN.contains(&n)) && BEFORE.contains(&facts.before(*at))
    };
    let at = (0..facts.words.len()).find(year)?;
    let n = facts.number(at)?;
    let bound = |is: f64| (is - n).abs() <= 1.0;
    let wrong = facts
        .acts
        .weighed
        .iter()
        .find(|w| bound(w.is) && !of_years(facts, &w.place))?;
    Some(Fault {
        says: format!(
            "The year {} was looked for in {}, which keeps no time.",
            facts.words[at].text, wrong.place.column
        ),
        unused: vec![format!("{} {}", facts.before(at), facts.words[at].text)],
    })
}

/// Whether a column keeps times, or values that all could be years.
fn of_years(facts: &Facts<'_>, place: &Place) -> bool {
    let number = |cell: &Cell| match cell {
        Cell::Int(n) => Some(*n as f64),
        Cell::Real(n) => Some(*n),
        Cell::Decimal(digits) => digits.parse().ok(),
        _ => None,
    };
    let profile = facts.knowledge.profile(&place.table, &place.column);
    let within = profile.and_then(|p| Some((number(&p.min)?, number(&p.max)?)));
    let years = within.is_some_and(|(from, to)| from >= 1500.0 && to <= 2200.0);
    let numeric = facts.column(place).is_some_and(|c| c.kind.is_number());
    !numeric || years || facts.timely(place)
}
