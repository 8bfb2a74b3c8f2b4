//! A question to show things is answered with things.

use super::figure::FIGURES;
use super::{Facts, Fault, Gate};
use crate::prepare::fields::stems;
use crate::words::lexicon::is_function_word;

pub const GATE: Gate = Gate {
    name: "list",
    about: "A question to show or list the things of a table is not answered with figures of the whole.",
    heavy: true,
    flags: &[
        ("Show all orders", "SELECT SUM(total) FROM orders"),
        ("list the customers", "SELECT COUNT(*) FROM customers"),
        ("show me films with a high score", "SELECT AVG(score) FROM films"),
    ],
    leaves: &[
        ("Show all orders", "SELECT id, total FROM orders"),
        (
            "show orders by customer",
            "SELECT customer_id, COUNT(*) FROM orders GROUP BY customer_id",
        ),
        ("show the orders total", "SELECT SUM(total) FROM orders"),
        ("Show the number of orders", "SELECT COUNT(*) FROM orders"),
        (
            "show the film with the best score",
            "SELECT title, MAX(score) FROM films",
        ),
    ],
    check,
};

/// Words that ask to see things, and what may stand between them and the things.
const SHOW: &[&str] = &["show", "list", "display", "give"];
const LITTLE: &[&str] = &[
    "me",
    "us",
    "all",
    "every",
    "of",
    "the",
    "these",
    "those",
    "our",
    "my",
    "different",
];

fn check(facts: &Facts<'_>) -> Option<Fault> {
    let asked = facts.one_for_all() && SHOW.contains(&facts.word(0)) && !facts.says(FIGURES);
    let at = (1..).find(|at| !LITTLE.contains(&facts.word(*at))).filter(|_| asked)?;
    let behind = facts.words.get(at..)?;
    let table = |table: &&askwell_contract::Table| {
        let name = stems(&table.name);
        let said = behind.iter().map(|t| &t.stem).take(name.len());
        let last = behind.get(name.len().saturating_sub(1));
        let several = last.is_some_and(|t| t.lower.ends_with('s') && t.lower != t.stem);
        let ends = behind.get(name.len()).is_none_or(|t| is_function_word(&t.lower));
        several && ends && name.iter().eq(said)
    };
    let table = facts.knowledge.catalog.tables.iter().find(table)?;
    let things = behind.iter().take(stems(&table.name).len()).map(|t| t.text.as_str());
    let things: Vec<&str> = things.collect();
    Some(Fault {
        says: format!(
            "The question asks for {}, and the answer is a figure of all of them.",
            things.join(" ")
        ),
        unused: Vec::new(),
    })
}
