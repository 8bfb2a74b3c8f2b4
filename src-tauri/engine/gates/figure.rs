//! A list of rows is no answer to a question for a figure.

use askwell_sql::acts::Act;

use super::{Facts, Fault, Gate};

pub const GATE: Gate = Gate {
    name: "figure",
    about: "A question for a figure (how many, average, total, what is the ...) is not answered with more than 100 rows of the data, and one for an average not with any.",
    heavy: true,
    flags: &[
        ("How much do our orders come to?", "SELECT total FROM orders"),
        ("average score of the films", "SELECT score FROM films"),
        ("What is the total of the orders?", "SELECT total FROM orders"),
        ("whats the budget", "SELECT budget FROM films"),
    ],
    leaves: &[
        ("How much is each order?", "SELECT id, total FROM orders"),
        ("What is the total of the orders?", "SELECT SUM(total) FROM orders"),
        ("What is the average score by year?", "SELECT year, AVG(score) FROM films GROUP BY year"),
        ("What is the name of the customers?", "SELECT name FROM customers"),
        ("films with the most money", "SELECT title FROM films"),
    ],
    check,
};

/// More rows than this nobody adds up by eye.
const MOST: u64 = 100;

pub(super) const FIGURES: &[&str] = &[
    "average",
    "avg",
    "mean",
    "median",
    "total",
    "sum",
    "percentage",
    "number",
    "count",
];

const AVERAGES: &[&str] = &["average", "avg", "mean", "median"];

/// With these a figure for each is asked for.
const EACH: &[&str] = &["each", "every", "per", "by", "all", "list", "different", "respective"];

fn check(facts: &Facts<'_>) -> Option<Fault> {
    let raw = !facts.acts.condenses && !facts.does(&[Act::Windows]) && !facts.acts.outputs.is_empty();
    // Rows may be counted by eye, and averaged by nobody.
    let kept = || facts.words.first().is_some_and(|t| facts.in_names(&t.stem));
    let most = if AVERAGES.contains(&facts.word(0)) && !kept() {
        1
    } else {
        MOST
    };
    if facts.rows <= most || !raw || facts.says(EACH) || !asks(facts) {
        return None;
    }
    Some(Fault {
        says: format!(
            "The question asks for a figure, and the answer is a list of {} rows.",
            facts.rows
        ),
        unused: Vec::new(),
    })
}

fn asks(facts: &Facts<'_>) -> bool {
    if facts.how(&["many", "much"]).is_some() || FIGURES.contains(&facts.word(0)) {
        return true;
    }
    let what = match (facts.word(0), facts.word(1)) {
        ("what", "is" | "was") => 2,
        ("whats" | "what's" | "what", "the") => 1,
        _ => return false,
    };
    let at = what + usize::from(facts.word(what) == "the");
    if ["id", "ids", "code", "codes"].contains(&facts.word(at)) {
        return false;
    }
    // "What is the name of ..." may well have many answers; what is a number is asked for once.
    let numeric = |p| facts.column(p).is_some_and(|c| c.kind.is_number());
    FIGURES.contains(&facts.word(at))
        || facts
            .acts
            .outputs
            .iter()
            .all(|o| !o.of.is_empty() && o.of.iter().all(numeric))
}
