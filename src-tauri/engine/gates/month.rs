//! "Which month" may be a month of one year, or the same month of all years.

use super::{Facts, Fault, Gate};

pub const GATE: Gate = Gate {
    name: "month",
    about: "\"Which month\" without a year may be one month or the same month of every year.",
    heavy: false,
    flags: &[
        (
            "which month has the most orders",
            "SELECT strftime('%Y-%m', placed), COUNT(*) FROM orders GROUP BY 1 ORDER BY 2 DESC LIMIT 1",
        ),
        (
            "what months had fewer than 5 orders",
            "SELECT strftime('%Y-%m', placed), COUNT(*) FROM orders GROUP BY 1 HAVING COUNT(*) < 5",
        ),
    ],
    leaves: &[
        (
            "which month of 2024 has the most orders",
            "SELECT strftime('%Y-%m', placed), COUNT(*) FROM orders WHERE placed >= '2024-01-01' GROUP BY 1 ORDER BY 2 DESC LIMIT 1",
        ),
        (
            "which month last year had the most orders",
            "SELECT strftime('%Y-%m', placed), COUNT(*) FROM orders WHERE placed >= '2023-01-01' GROUP BY 1 ORDER BY 2 DESC LIMIT 1",
        ),
        (
            "orders by month",
            "SELECT strftime('%Y-%m', placed), COUNT(*) FROM orders GROUP BY 1 ORDER BY 1",
        ),
    ],
    check,
};

fn check(facts: &Facts<'_>) -> Option<Fault> {
    let asks =
        |at: &usize| matches!(facts.word(*at), "which" | "what") && matches!(facts.word(at + 1), "month" | "months");
    (0..facts.words.len()).find(asks)?;
    let year = |n: f64| (1800.0..=2200.0).contains(&n);
    let timed = facts.words.iter().any(|t| t.number.is_some_and(year))
        || facts.says(&["year", "years", "last", "this", "since", "ever"]);
    let of_years = facts.acts.texts.iter().any(|t| t == "%Y-%m" || t == "YYYY-MM");
    (of_years && !timed).then(|| Fault {
        says: "“Which month” is read as one month of one year; it may mean the same month of every year.".to_owned(),
        unused: Vec::new(),
    })
}
