//! A superlative is realised: something is put in order, or the most or least of it is taken.

use askwell_sql::acts::Act;

use super::{Facts, Fault, Gate};
use crate::words::{among, stem};

pub const GATE: Gate = Gate {
    name: "superlative",
    about: "A superlative of the question orders rows, takes an extreme, or is the name of a column.",
    heavy: false,
    flags: &[
        ("Which film has the highest score?", "SELECT title FROM films"),
        (
            "busiest carrier",
            "SELECT carrier, COUNT(*) FROM flights GROUP BY carrier",
        ),
        ("who are our best customers", "SELECT name FROM customers"),
    ],
    leaves: &[
        (
            "Which film has the highest score?",
            "SELECT title FROM films ORDER BY score DESC LIMIT 1",
        ),
        (
            "Which film has the highest score?",
            "SELECT title FROM films WHERE score = (SELECT MAX(score) FROM films)",
        ),
        (
            "customers with at least 3 orders",
            "SELECT customer_id FROM orders GROUP BY 1 HAVING COUNT(*) >= 3",
        ),
        (
            "flights of the carrier Best Air",
            "SELECT flight FROM flights WHERE carrier = 'Best Air'",
        ),
        (
            "customers interested in the latest",
            "SELECT name FROM customers ORDER BY since DESC",
        ),
        (
            "most of our customers are from where",
            "SELECT country, COUNT(*) FROM customers GROUP BY country",
        ),
    ],
    check,
};

const WORDS: &str = "highest lowest largest smallest biggest greatest oldest youngest eldest newest latest earliest longest \
    shortest tallest cheapest richest poorest fastest slowest strongest weakest closest nearest farthest furthest warmest \
    coldest hottest coolest best worst deepest widest fewest least most maximum minimum max min top bottom";

fn is_superlative(lower: &str) -> bool {
    // "busiest", "heaviest"; priests are none.
    among(WORDS, lower) || lower.len() > 6 && lower.ends_with("iest")
}

fn check(facts: &Facts<'_>) -> Option<Fault> {
    let realised = [Act::Orders, Act::Limits, Act::Extremes];
    let ranked = ["rank", "posit", "place"].iter().any(|s| facts.in_names(s));
    // Better than all others: compared with what a second query gives, or denied that there is a better one.
    let against = facts.does(&[Act::Nests]) && facts.does(&[Act::Compares, Act::Denies]);
    if facts.does(&realised) || ranked || against {
        return None;
    }
    let at = (0..facts.words.len()).find(|at| {
        let (word, next) = (facts.word(*at), facts.word(at + 1));
        let amount = ["most", "least"].contains(&word) && (facts.before(*at) == "at" || next == "of");
        // "A minimum of five".
        let bound = ["maximum", "minimum", "max", "min"].contains(&word) && facts.does(&[Act::Compares]);
        is_superlative(word) && !amount && !bound && !facts.settled(&facts.words[*at]) && !kept(facts, word)
    })?;
    Some(facts.lost(at, at + 1))
}

/// Whether a column has the adjective in its name: "the highest degree" is `high_degree`.
fn kept(facts: &Facts<'_>, word: &str) -> bool {
    word.strip_suffix("est")
        .is_some_and(|adjective| facts.in_names(&stem(adjective)))
}
