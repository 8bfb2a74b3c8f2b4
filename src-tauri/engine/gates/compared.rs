//! What is compared is put side by side.

use super::{Facts, Fault, Gate};

pub const GATE: Gate = Gate {
    name: "compared",
    about: "\"Compare A and B\" gives figures of both, not their rows.",
    heavy: true,
    flags: &[(
        "compare open and closed orders",
        "SELECT id, total FROM orders WHERE status = 'open' OR status = 'closed'",
    )],
    leaves: &[
        (
            "compare open and closed orders",
            "SELECT status, COUNT(*) FROM orders WHERE status IN ('open', 'closed') GROUP BY status",
        ),
        ("compare the score and the budget of each film", "SELECT title, score, budget FROM films"),
        ("orders compared to last year", "SELECT id FROM orders WHERE placed > '2024-01-01'"),
    ],
    check,
};

/// More rows than this nobody compares by eye.
const MOST: u64 = 20;
/// With these, rows are compared one by one.
const EACH: &[&str] = &["each", "every", "per", "all"];

fn check(facts: &Facts<'_>) -> Option<Fault> {
    let raw = !facts.acts.condenses && !facts.acts.outputs.is_empty();
    if !matches!(facts.word(0), "compare" | "comparing" | "comparison") || !raw || facts.rows <= MOST || facts.says(EACH) {
        return None;
    }
    Some(Fault {
        says: "The question asks to compare, and the answer lists rows.".to_owned(),
        unused: vec![facts.words[0].text.clone()],
    })
}
