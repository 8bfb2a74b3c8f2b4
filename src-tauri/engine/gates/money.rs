//! What was spent or earned is money, and no number of rows.

use super::{Facts, Fault, Gate};

pub const GATE: Gate = Gate {
    name: "money",
    about: "\"Spent\", \"earned\" and \"revenue\" are answered with a sum or a column, not with a number of rows, and so is \"how much\" beside \"how many\".",
    heavy: true,
    flags: &[
        (
            "which customer spent the most",
            "SELECT name, COUNT(*) FROM customers JOIN orders ON orders.customer_id = customers.id GROUP BY name ORDER BY 2 DESC LIMIT 1",
        ),
        (
            "spending by status",
            "SELECT status, COUNT(*) FROM orders GROUP BY status",
        ),
        (
            "how many orders did they place and how much was billed for them",
            "SELECT status, COUNT(*) FROM orders GROUP BY status",
        ),
    ],
    leaves: &[
        (
            "which customer spent the most",
            "SELECT name, SUM(total) FROM customers JOIN orders ON orders.customer_id = customers.id GROUP BY name ORDER BY 2 DESC LIMIT 1",
        ),
        (
            "which order earned the most",
            "SELECT id, total FROM orders ORDER BY total DESC LIMIT 1",
        ),
        (
            "how many customers spent more than 500",
            "SELECT COUNT(*) FROM (SELECT customer_id FROM orders GROUP BY customer_id HAVING SUM(total) > 500)",
        ),
        (
            "how many orders did they place and how much was billed for them",
            "SELECT COUNT(*), SUM(total) FROM orders",
        ),
        (
            "orders and spending by status",
            "SELECT status, COUNT(*), SUM(total) FROM orders GROUP BY status",
        ),
    ],
    check,
};

const MONEY: &[&str] = &[
    "spent", "spend", "spends", "spending", "spenders", "earn", "earned", "earns", "earnings", "revenue", "turnover",
    "takings",
];

fn check(facts: &Facts<'_>) -> Option<Fault> {
    let how = |what: &[&str]| {
        (0..facts.words.len()).find(|at| facts.word(*at) == "how" && what.contains(&facts.word(at + 1)))
    };
    let many = how(&["many"]);
    let much = how(&["much"]).filter(|_| many.is_some());
    let word = match much {
        Some(at) => facts.words.get(at + 1)?,
        None => facts.words.iter().find(|t| t.is_any(MONEY))?,
    };
    if much.is_none() && how(&["many", "often"]).is_some() || facts.settled(word) {
        return None;
    }
    let counts = |calls: &[String]| calls.iter().all(|c| c == "count") && !calls.is_empty();
    let outputs = &facts.acts.outputs;
    let number = |o: &askwell_sql::acts::Output| {
        let kind = |p| facts.column(p).is_some_and(|c| c.kind.is_number());
        let sums = o.calls.iter().any(|c| c != "count");
        sums || o.derived || o.nested || o.calls.is_empty() && o.of.iter().any(kind)
    };
    (outputs.iter().any(|o| counts(&o.calls)) && !outputs.iter().any(number)).then(|| Fault {
        says: match much {
            Some(_) => "The question asks how much, and the answer counts rows.".to_owned(),
            None => format!(
                "The question asks what was {}, and the answer counts rows.",
                what(&word.lower)
            ),
        },
        unused: vec![word.text.clone()],
    })
}

fn what(word: &str) -> &'static str {
    match word {
        "spent" | "spend" | "spends" | "spending" | "spenders" => "spent",
        _ => "earned",
    }
}
