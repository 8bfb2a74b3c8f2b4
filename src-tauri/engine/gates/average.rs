//! An average is worked out, unless a column keeps it.

use askwell_sql::acts::Act;

use super::{Facts, Fault, Gate};

pub const GATE: Gate = Gate {
    name: "average",
    about: "\"Average\" and \"median\" are a function of the query, a quotient, or a column that is called so.",
    heavy: true,
    flags: &[
        ("median total by status", "SELECT status, total FROM orders"),
        ("average score of the films by year", "SELECT year, score FROM films"),
        (
            "average score of the films by year",
            "SELECT year, COUNT(*) FROM films GROUP BY year",
        ),
    ],
    leaves: &[
        (
            "average score of the films by year",
            "SELECT year, AVG(score) FROM films GROUP BY year",
        ),
        (
            "average score by year",
            "SELECT year, SUM(score) * 1.0 / COUNT(*) FROM films GROUP BY year",
        ),
        (
            "median total",
            "SELECT total FROM orders ORDER BY total LIMIT 1 OFFSET 50",
        ),
        (
            "films above average",
            "SELECT title FROM films WHERE score > (SELECT AVG(score) FROM films)",
        ),
        (
            "what does 'Average Joe' score",
            "SELECT score FROM films WHERE title = 'Average Joe'",
        ),
    ],
    check,
};

const AVERAGES: &[&str] = &["average", "avg", "median"];

fn check(facts: &Facts<'_>) -> Option<Fault> {
    let at = (0..facts.words.len()).find(|at| AVERAGES.contains(&facts.word(*at)))?;
    let word = &facts.words[at];
    // What stands in the middle of an order is a median, too.
    let middle = facts.does(&[Act::Orders]) && facts.does(&[Act::Limits]);
    let kept = facts.in_names(&word.stem) || facts.acts.texts.iter().any(|t| t.to_lowercase().contains(&word.lower));
    if facts.does(&[Act::Averages, Act::Divides, Act::Windows]) || middle || kept {
        return None;
    }
    Some(Fault {
        says: format!("The question asks for the {}, and nothing works it out.", word.lower),
        unused: vec![word.text.clone()],
    })
}
