//! Rows that may be several of one thing.

use super::{Facts, Fault, Gate};
use crate::prepare::fields::stems;

pub const GATE: Gate = Gate {
    name: "lines",
    about:
        "A count of rows that nothing tells apart is a count of what the table is called, and perhaps of nothing else.",
    heavy: false,
    flags: &[
        ("how many films were bought", "SELECT COUNT(*) FROM rights"),
        (
            "number of agents in Spain",
            "SELECT COUNT(*) FROM rights WHERE title = 'Spain'",
        ),
    ],
    leaves: &[
        ("how many rights are there", "SELECT COUNT(*) FROM rights"),
        ("how many rows are there", "SELECT COUNT(*) FROM rights"),
        ("how many films were bought", "SELECT COUNT(DISTINCT title) FROM rights"),
        ("how many orders came in", "SELECT COUNT(*) FROM orders"),
    ],
    check,
};

/// Words for rows of any kind.
pub(super) const ROWS: [&str; 8] = [
    "row",
    "rows",
    "entries",
    "records",
    "lines",
    "responses",
    "respondents",
    "items",
];

fn check(facts: &Facts<'_>) -> Option<Fault> {
    let [only] = facts.acts.tables.as_slice() else {
        return None;
    };
    let named = stems(only).iter().any(|s| facts.words.iter().any(|t| t.stem == *s));
    let alone = facts.acts.outputs.len() == 1;
    if !facts.counts_rows() || !alone || named || facts.says(&ROWS) || facts.knowledge.tells_rows_apart(only) {
        return None;
    }
    Some(Fault {
        says: format!("The rows of {only} have no number or name of their own; several may be of one thing."),
        unused: Vec::new(),
    })
}
