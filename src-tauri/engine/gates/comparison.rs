//! What is compared in the question is compared in the query.

use askwell_sql::acts::Act;

use super::{Facts, Fault, Gate};

pub const GATE: Gate = Gate {
    name: "comparison",
    about: "\"More than\", \"under 5\", \"between\", \"since 2010\" compare in the query, and \"a vs b\" keeps both sides apart.",
    heavy: false,
    flags: &[
        ("films with a score above 7", "SELECT title FROM films WHERE score = 7"),
        ("customers with more than 3 orders", "SELECT customer_id, COUNT(*) FROM orders GROUP BY 1 LIMIT 3"),
        ("orders between 10 and 20", "SELECT id FROM orders WHERE total = 10"),
        ("orders of Ada vs Bob", "SELECT COUNT(*) FROM orders"),
    ],
    leaves: &[
        ("films with a score above 7", "SELECT title FROM films WHERE score > 7"),
        ("customers with more than 3 orders", "SELECT customer_id FROM orders GROUP BY 1 HAVING COUNT(*) > 3"),
        ("orders between 10 and 20", "SELECT id FROM orders WHERE total BETWEEN 10 AND 20"),
        ("countries other than Peru", "SELECT country FROM customers WHERE country <> 'Peru'"),
        ("flights between Lima and Cusco", "SELECT flight FROM flights WHERE carrier = 'Lima'"),
        ("sales over time", "SELECT placed, SUM(total) FROM orders GROUP BY placed"),
        ("orders of Ada vs Bob", "SELECT customer_id, COUNT(*) FROM orders GROUP BY customer_id"),
        ("customers with at least one order", "SELECT DISTINCT customer_id FROM orders"),
        ("how much more than Bob did Ada pay", "SELECT MAX(total) - MIN(total) FROM orders"),
    ],
    check,
};

fn check(facts: &Facts<'_>) -> Option<Fault> {
    let compares = facts.does(&[Act::Compares, Act::Subtracts]);
    let apart = compares || facts.does(&[Act::Groups, Act::Sides, Act::Windows]) || facts.acts.outputs.len() != 1;
    let (from, to) = (0..facts.words.len()).find_map(|at| {
        let next = facts
            .number(at + 1)
            .or_else(|| facts.number(at + 2).filter(|_| facts.word(at + 1) == "$"));
        // What is joined to something is there at least once; a partner that differs makes two.
        let some =
            next.is_some_and(|n| n < 1.0 || n <= 1.0 && (facts.before(at) == "at" || facts.does(&[Act::Denies])));
        let open = match facts.word(at) {
            "than" => !compares && !["other", "rather", "different"].contains(&facts.before(at)) && !some,
            "least" | "most" => !compares && facts.before(at) == "at" && next.is_some_and(|n| n > 1.0),
            "over" | "under" | "above" | "below" | "exceeding" => {
                !compares && (next.is_some_and(|_| !some) || averaged(facts, at))
            }
            "between" => !compares && !facts.does(&[Act::Sides]) && next.is_some() && facts.number(at + 3).is_some(),
            "vs" | "versus" => !apart,
            "since" | "after" | "before" | "until" => {
                let year = next.is_some_and(|n| (1800.0..=2100.0).contains(&n));
                !compares && year && !facts.does(&[Act::Sides, Act::Times])
            }
            _ => false,
        };
        let two = matches!(facts.word(at), "than" | "least" | "most") && at > 0;
        (open && !facts.settled(&facts.words[at])).then_some((at - usize::from(two), at + 1))
    })?;
    Some(facts.lost(from, to))
}

/// "above the average", "below average".
fn averaged(facts: &Facts<'_>, at: usize) -> bool {
    let next = facts.word(at + 1);
    next == "average" || next == "the" && facts.word(at + 2) == "average"
}
