//! A list of rows is no answer to a question for a figure.

use askwell_sql::acts::{Act, Output, Place};

use super::{Facts, Fault, Gate};
use crate::prepare::glossary::Sense;
use crate::words::Token;

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

/// What is done with money.
const PAID: &[&str] = &[
    "pay", "paid", "pays", "spend", "spent", "cost", "costs", "earn", "earned", "charge", "charged", "owe", "owed",
    "price", "make", "made", "take", "took", "taken", "bring", "brought", "bill", "billed", "raise", "raised",
];

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

/// Whether the words ask for a figure from the beginning.
pub(super) fn wanted(words: &[Token]) -> bool {
    const HOW: [&str; 8] = ["many", "much", "old", "long", "far", "often", "heavy", "tall"];
    let word = |at: usize| words.get(at).map_or("", |t| t.lower.as_str());
    (0..2).any(|at| word(at) == "how" && HOW.contains(&word(at + 1))) || FIGURES.contains(&word(0))
}

/// Whether a question for a figure gets none at all: "how much do we pay each instructor" with the instructors' names, or with
/// how many classes each has.
pub(super) fn shows_none(facts: &Facts<'_>) -> bool {
    let outputs = &facts.acts.outputs;
    if outputs.is_empty() || !wanted(facts.words) {
        return false;
    }
    let number = |p: &Place| {
        let profile = facts.knowledge.profile(&p.table, &p.column);
        profile.is_some_and(|p| p.view.is_some()) || facts.column(p).is_none_or(|c| c.kind.is_number())
    };
    if facts.acts.condenses {
        let money = |o: &Output| {
            let amount = |p: &Place| number(p) && !facts.timely(p);
            o.derived || o.nested || o.of.iter().any(amount) && !o.calls.iter().any(|c| c == "count")
        };
        return facts.how(&["much"]).is_some() && facts.says(PAID) && !outputs.iter().any(money);
    }
    // Nobody averages rows by eye.
    let kept = |t: &Token| t.is_any(AVERAGES) && facts.in_names(&t.stem);
    if facts.says(AVERAGES) && !facts.words.iter().any(kept) && !facts.does(&[Act::Windows]) {
        return true;
    }
    let bare = |o: &Output| !o.of.is_empty() && !o.of.iter().any(|p| number(p) || facts.timely(p));
    outputs.iter().all(bare) && !facts.does(&[Act::Windows])
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
        || is_own(facts, facts.word(at))
        || facts
            .acts
            .outputs
            .iter()
            .all(|o| !o.of.is_empty() && o.of.iter().all(numeric))
}

/// Whether the person gave a figure that name.
fn is_own(facts: &Facts<'_>, word: &str) -> bool {
    let figures = facts
        .knowledge
        .terms
        .iter()
        .filter(|t| matches!(t.meaning, Sense::Figure { .. }));
    let mut names = figures.map(|t| t.name.to_lowercase());
    names.any(|name| name == word)
}

#[cfg(test)]
mod tests {
    use crate::gates::{shows_no_figure, tests::knowledge};
    use crate::scripted::candidate;

    #[test]
    fn names_are_no_figure_and_a_number_of_rows_is_no_money() {
        let knowledge = knowledge();
        let none = |question: &str, sql: &str| shows_no_figure(&knowledge, question, &candidate(sql));
        for (question, sql) in [
            ("How much do we pay each customer?", "SELECT name FROM customers"),
            (
                "How much do we pay customers?",
                "SELECT country, COUNT(*) FROM customers GROUP BY country",
            ),
            (
                "How much did each country make from orders?",
                "SELECT country, COUNT(*) FROM customers JOIN orders ON orders.customer_id = customers.id GROUP BY country",
            ),
            (
                "How old are our customers on average?",
                "SELECT name, since FROM customers",
            ),
            ("average score", "SELECT title FROM films"),
        ] {
            assert!(none(question, sql), "{question}");
        }
        for (question, sql) in [
            ("How much did each order cost?", "SELECT id, total FROM orders"),
            ("How much did customers pay?", "SELECT SUM(total) FROM orders"),
            ("How many customers are there?", "SELECT COUNT(*) FROM customers"),
            (
                "How long have customers been with us?",
                "SELECT name, since FROM customers",
            ),
            ("Which customers are there?", "SELECT name FROM customers"),
            (
                "Which films have an above average score?",
                "SELECT title FROM films WHERE score > 5",
            ),
            ("average score", "SELECT AVG(score) FROM films"),
            ("how much is the fee", "SELECT fee FROM rights"),
        ] {
            assert!(!none(question, sql), "{question}");
        }
    }
}
