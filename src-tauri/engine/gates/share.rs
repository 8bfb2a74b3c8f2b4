//! A percentage, share or ratio is a quotient, or a column that keeps one.

use askwell_sql::acts::{Act, Place};

use super::{Facts, Fault, Gate};
use crate::words::split_name;

pub const GATE: Gate = Gate {
    name: "share",
    about:
        "A percentage, share or ratio of the question is divided out, averaged from yes and no, or kept by a column; by weight, weights are divided.",
    heavy: false,
    flags: &[
        (
            "What percentage of orders are paid?",
            "SELECT COUNT(*) FROM orders WHERE status = 'paid'",
        ),
        (
            "share of customers by country",
            "SELECT country, COUNT(*) FROM customers GROUP BY country",
        ),
        ("what % of flights are long", "SELECT COUNT(*) FROM flights"),
        (
            "share of staff by phone",
            "SELECT phone, SUM(staff_count * (1 - tax_rate / 100.0)) FROM shops GROUP BY phone",
        ),
        (
            "what percentage of orders, by total, are paid",
            "SELECT total, 100.0 * SUM(status = 'paid') / COUNT(*) FROM orders GROUP BY total",
        ),
    ],
    leaves: &[
        (
            "what percentage of orders, by total, are paid",
            "SELECT 100.0 * SUM(CASE WHEN status = 'paid' THEN total END) / SUM(total) FROM orders",
        ),
        (
            "What percentage of orders are paid?",
            "SELECT 100.0 * SUM(status = 'paid') / COUNT(*) FROM orders",
        ),
        (
            "What percentage of orders are paid?",
            "SELECT AVG(status = 'paid') FROM orders",
        ),
        (
            "customers that share a country",
            "SELECT country FROM customers GROUP BY country HAVING COUNT(*) > 1",
        ),
        (
            "shops with a discount over 10%",
            "SELECT name FROM shops WHERE discount > 10",
        ),
        ("percentage of sales tax", "SELECT tax_rate FROM shops"),
    ],
    check,
};

const KEPT: &[&str] = &[
    "percent",
    "percentage",
    "pct",
    "perc",
    "share",
    "rate",
    "ratio",
    "proportion",
    "fraction",
];

fn check(facts: &Facts<'_>) -> Option<Fault> {
    let keeps = |name: &str| split_name(name).iter().any(|w| KEPT.contains(&w.as_str())) || name.contains('%');
    // A discount that is taken off a price is no share that is shown.
    let alone = |p: &Place| {
        let mut shown = facts.acts.outputs.iter().filter(|o| o.of.contains(p));
        shown.all(|o| o.of.len() == 1)
    };
    let kept = facts.acts.columns.iter().any(|p| keeps(&p.column) && alone(p));
    if facts.does(&[Act::Divides, Act::Hundredfold, Act::Averages]) {
        return by_amount(facts);
    }
    if kept {
        return None;
    }
    let at = (0..facts.words.len()).find(|at| {
        let behind_number = at.checked_sub(1).is_some_and(|b| facts.number(b).is_some());
        let asks = match facts.word(*at) {
            "percentage" | "ratio" | "proportion" => true,
            "percent" | "%" => !behind_number,
            "share" => facts.word(at + 1) == "of" || facts.before(*at) == "what",
            _ => false,
        };
        asks && !facts.settled(&facts.words[*at])
    })?;
    Some(facts.lost(at, at + 1))
}

/// "What percentage, by weight": the weight is what is divided, and no percentage is asked for each weight.
fn by_amount(facts: &Facts<'_>) -> Option<Fault> {
    const AMOUNTS: &[&str] = &[
        "weight", "value", "amount", "total", "revenue", "cost", "volume", "money",
    ];
    if !facts.says(&["percentage", "percent", "%", "share", "proportion"]) {
        return None;
    }
    let shown = |word: &str| {
        let is = |p: &Place| split_name(&p.column).iter().any(|w| w == word);
        facts
            .acts
            .outputs
            .iter()
            .any(|o| o.of.len() == 1 && o.of.iter().all(is))
    };
    let by = |at: &usize| facts.before(*at) == "by" && AMOUNTS.contains(&facts.word(*at)) && shown(facts.word(*at));
    let at = (1..facts.words.len()).find(by)?;
    Some(facts.lost(at, at + 1))
}
