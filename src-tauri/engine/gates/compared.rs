//! What is compared is put side by side.

use super::{Facts, Fault, Gate};

pub const GATE: Gate = Gate {
    name: "compared",
    about: "\"Compare A and B\" gives figures of both, not their rows.",
    heavy: true,
    flags: &[
        (
            "compare open and closed orders",
            "SELECT id, total FROM orders WHERE status = 'open' OR status = 'closed'",
        ),
        (
            "open vs closed orders",
            "SELECT id, total FROM orders WHERE status IN ('open', 'closed')",
        ),
    ],
    leaves: &[
        (
            "compare open and closed orders",
            "SELECT status, COUNT(*) FROM orders WHERE status IN ('open', 'closed') GROUP BY status",
        ),
        (
            "compare the score and the budget of each film",
            "SELECT title, score, budget FROM films",
        ),
        (
            "orders compared to last year",
            "SELECT id FROM orders WHERE placed > '2024-01-01'",
        ),
    ],
    check,
};

/// More rows than this nobody compares by eye.
const MOST: u64 = 20;
/// With these, rows are compared one by one.
const EACH: &[&str] = &["each", "every", "per", "all"];

fn check(facts: &Facts<'_>) -> Option<Fault> {
    let raw = !facts.acts.condenses && !facts.acts.outputs.is_empty();
    if !raw || facts.rows <= MOST || facts.says(EACH) {
        return None;
    }
    let compares = |at: &usize| match facts.word(*at) {
        "compare" | "comparing" | "comparison" => *at == 0,
        "vs" | "versus" => true,
        _ => false,
    };
    let at = (0..facts.words.len()).find(compares)?;
    Some(Fault {
        says: "The question asks to compare, and the answer lists rows.".to_owned(),
        unused: vec![facts.words[at].text.clone()],
    })
}
