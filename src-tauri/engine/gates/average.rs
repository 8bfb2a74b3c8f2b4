//! An average is worked out, unless a column keeps it.

use askwell_sql::acts::Act;

use super::{Facts, Fault, Gate};
use crate::prepare::fields::stems;

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
        (
            "average number of orders per customer",
            "SELECT customer_id, COUNT(*), AVG(total) FROM orders GROUP BY customer_id",
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
            "average number of orders per customer",
            "SELECT AVG(n) FROM (SELECT COUNT(*) AS n FROM orders GROUP BY customer_id)",
        ),
        (
            "average number of visitors per shop",
            "SELECT AVG(visitors_number) FROM shops",
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
    if let Some(fault) = of_counts(facts, at) {
        return Some(fault);
    }
    if facts.does(&[Act::Averages, Act::Divides, Act::Windows]) || middle || kept {
        return None;
    }
    Some(Fault {
        says: format!("The question asks for the {}, and nothing works it out.", word.lower),
        unused: vec![word.text.clone()],
    })
}

/// "The average number of orders" is no average of their amounts.
fn of_counts(facts: &Facts<'_>, at: usize) -> Option<Fault> {
    let numbers = matches!(facts.word(at + 1), "number" | "count" | "no") && facts.word(at + 2) == "of";
    let thing = facts.words.get(at + 3).filter(|_| numbers)?;
    if facts.does(&[Act::Divides, Act::Nests, Act::Windows]) {
        return None;
    }
    let averaged = |o: &&askwell_sql::acts::Output| o.calls.iter().any(|c| c == "avg");
    let mut of = facts
        .acts
        .outputs
        .iter()
        .filter(averaged)
        .flat_map(|o| &o.of)
        .peekable();
    of.peek()?;
    let kept = of.any(|p| {
        let names = stems(&p.column);
        names.contains(&thing.stem)
            || ["number", "count", "num", "mani"]
                .iter()
                .any(|n| names.iter().any(|s| s == n))
    });
    (!kept).then(|| Fault {
        says: format!(
            "The question asks for the average number of {}, and something else is averaged.",
            thing.text
        ),
        unused: vec![format!("{} of {}", facts.words[at + 1].text, thing.text)],
    })
}
