//! "The most active" may be those with most rows, and may be something that the rows say.

use askwell_sql::acts::Output;

use super::{Facts, Fault, Gate};

pub const GATE: Gate = Gate {
    name: "active",
    about: "Who is most active by the number of rows is a guess.",
    heavy: false,
    flags: &[
        (
            "most active carrier",
            "SELECT carrier, COUNT(*) FROM flights GROUP BY carrier ORDER BY COUNT(*) DESC LIMIT 1",
        ),
        (
            "which customers are the least active?",
            "SELECT customer_id, COUNT(*) FROM orders GROUP BY customer_id ORDER BY COUNT(*) LIMIT 5",
        ),
    ],
    leaves: &[
        (
            "carrier with most flights",
            "SELECT carrier, COUNT(*) FROM flights GROUP BY carrier ORDER BY COUNT(*) DESC LIMIT 1",
        ),
        (
            "who are the most active customers",
            "SELECT name FROM customers ORDER BY since DESC",
        ),
        (
            "how many active carriers have most flights",
            "SELECT COUNT(*) FROM flights",
        ),
    ],
    check,
};

fn check(facts: &Facts<'_>) -> Option<Fault> {
    let most = |at: &usize| matches!(facts.word(*at), "most" | "least") && facts.word(at + 1) == "active";
    let at = (0..facts.words.len()).find(most)?;
    let counted = |o: &Output| o.calls.iter().any(|c| c == "count");
    facts.acts.outputs.iter().any(counted).then(|| Fault {
        says: format!("\"{} active\" is taken for those with the most rows.", facts.word(at)),
        unused: Vec::new(),
    })
}
