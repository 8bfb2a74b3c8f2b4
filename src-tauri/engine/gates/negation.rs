//! What is denied in the question is denied in the query.

use askwell_sql::acts::Act;

use super::{Facts, Fault, Gate};

pub const GATE: Gate = Gate {
    name: "negation",
    about: "A word that denies, with or without its apostrophe, is NOT, <>, EXCEPT, IS NULL, or a value that says no.",
    heavy: false,
    flags: &[
        ("customers who never ordered", "SELECT name FROM customers"),
        (
            "which customers dont have orders",
            "SELECT c.name FROM customers c JOIN orders o ON o.customer_id = c.id",
        ),
        ("carriers without flights", "SELECT carrier FROM flights"),
        (
            "Which customers aren't from Peru?",
            "SELECT name FROM customers WHERE country = 'Peru'",
        ),
    ],
    leaves: &[
        (
            "customers who never ordered",
            "SELECT name FROM customers WHERE id NOT IN (SELECT customer_id FROM orders)",
        ),
        (
            "carriers without flights",
            "SELECT a.name FROM airlines a LEFT JOIN flights f ON f.carrier = a.carrier WHERE f.flight IS NULL",
        ),
        (
            "Which customers aren't from Peru?",
            "SELECT name FROM customers WHERE country <> 'Peru'",
        ),
        (
            "no more than 5 orders",
            "SELECT customer_id FROM orders GROUP BY 1 HAVING COUNT(*) <= 5",
        ),
        ("orders not paid", "SELECT id FROM orders WHERE status = 'unpaid'"),
        ("flight no 12", "SELECT carrier FROM flights WHERE flight = 12"),
        (
            "customers with no orders",
            "SELECT name FROM customers c WHERE (SELECT COUNT(*) FROM orders o WHERE o.customer_id = c.id) = 0",
        ),
        ("paid or not", "SELECT status, COUNT(*) FROM orders GROUP BY status"),
        (
            "I don't know which film is best",
            "SELECT title FROM films ORDER BY score DESC LIMIT 1",
        ),
    ],
    check,
};

const WORDS: &str = "not no never without neither nor except excluding cannot";

/// Contractions as people type them.
const CONTRACTED: &str = "dont doesnt didnt hasnt havent hadnt wasnt werent isnt arent cant wont couldnt";

/// Behind a negation these compare: "no more than", "not later than".
const COMPARED: &[&str] = &[
    "more",
    "less",
    "fewer",
    "later",
    "earlier",
    "over",
    "above",
    "below",
    "under",
    "exceeding",
];

/// A person's own state of mind says nothing of the data.
const MINDS: &[&str] = &["know", "care", "mind", "want", "forget", "need", "remember"];

fn check(facts: &Facts<'_>) -> Option<Fault> {
    let acts = facts.acts;
    let none = acts.numbers.contains(&0.0) || facts.does(&[Act::Compares]) && acts.numbers.contains(&1.0);
    if facts.does(&[Act::Denies, Act::Subtracts]) || none || acts.texts.iter().any(|t| says_no(t)) || either(facts) {
        return None;
    }
    let at = (0..facts.words.len()).find(|at| {
        let token = &facts.words[*at];
        let next = facts.word(at + 1);
        let denies =
            WORDS.split(' ').chain(CONTRACTED.split(' ')).any(|w| w == token.lower) || token.lower.ends_with("n't");
        let number = token.is("no") && (facts.number(at + 1).is_some() || [".", "of", ""].contains(&next));
        let compared = facts.does(&[Act::Compares]) && (COMPARED.contains(&next) || next.ends_with("er"));
        let spared = facts.before(*at) == "or" || next == "only" || MINDS.contains(&next);
        denies && !number && !compared && !spared && !facts.settled(token)
    })?;
    Some(facts.lost(at, at + 1))
}

/// A stored value that denies: 'No', 'inactive', 'unpaid', 'not shipped'.
fn says_no(text: &str) -> bool {
    let text = text.to_lowercase();
    let whole = ["no", "n", "f", "false", "none", "0", ""].contains(&text.as_str());
    whole
        || ["un", "in", "non", "not ", "no ", "dis"]
            .iter()
            .any(|p| text.starts_with(p))
}

/// A column with two values, one of which is looked for: the other is denied.
fn either(facts: &Facts<'_>) -> bool {
    let places = facts.acts.matched.iter().map(|m| &m.place);
    let mut places = places.chain(facts.acts.weighed.iter().map(|m| &m.place));
    places.any(|p| {
        facts
            .knowledge
            .profile(&p.table, &p.column)
            .is_some_and(|p| p.distinct <= 2)
    })
}
