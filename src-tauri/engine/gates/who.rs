//! Who: a name, and not a number.

use askwell_reader::lexicon;

use super::{Facts, Fault, Gate};
use crate::words::split_name;

pub const GATE: Gate = Gate {
    name: "who",
    about: "Who it was is told by a name, and not by the number of a person alone.",
    heavy: false,
    flags: &[
        ("who ordered in May", "SELECT customer_id, placed FROM orders"),
        (
            "who placed the most orders",
            "SELECT customer_id FROM orders GROUP BY customer_id ORDER BY COUNT(*) DESC LIMIT 1",
        ),
    ],
    leaves: &[
        (
            "who ordered in May",
            "SELECT customer_id, name FROM orders JOIN customers ON customers.id = customer_id",
        ),
        (
            "which customer_id has the most orders",
            "SELECT customer_id FROM orders GROUP BY customer_id",
        ),
        ("who are our customers", "SELECT name, country FROM customers"),
    ],
    check,
};

fn check(facts: &Facts<'_>) -> Option<Fault> {
    if facts.word(0) != "who" {
        return None;
    }
    let shown = facts.acts.outputs.iter().filter(|o| o.calls.is_empty());
    let shown: Vec<(&str, Vec<String>)> = shown
        .flat_map(|o| &o.of)
        .map(|p| (p.column.as_str(), split_name(&p.column)))
        .collect();
    let numbers = |words: &Vec<String>| {
        words
            .last()
            .is_some_and(|w| matches!(w.as_str(), "id" | "number" | "code"))
    };
    let person = |words: &Vec<String>| words.iter().any(|w| lexicon::is_person(w));
    let named = |words: &Vec<String>| {
        let name = |w: &String| matches!(w.as_str(), "name" | "first" | "last" | "surname" | "title");
        !numbers(words) && (words.iter().any(name) || person(words))
    };
    let (number, _) = shown.iter().find(|(_, words)| numbers(words) && person(words))?;
    (!shown.iter().any(|(_, words)| named(words))).then(|| Fault {
        says: format!("It says who by {number}, and not by a name."),
        unused: Vec::new(),
    })
}
