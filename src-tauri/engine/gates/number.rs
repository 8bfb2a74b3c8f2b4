//! A number of the question stands in the query.

use askwell_sql::acts::Act;

use super::facts::{NAMED, UNITS};
use super::{Facts, Fault, Gate};
use crate::words::Token;

pub const GATE: Gate = Gate {
    name: "number",
    about: "A number of the question stands in the query, perhaps in another unit or as a limit, or within a text or a date.",
    heavy: false,
    flags: &[
        ("Films with a score over 7", "SELECT title FROM films WHERE score IS NOT NULL"),
        ("the top five customers", "SELECT name FROM customers ORDER BY id LIMIT 1"),
        ("how many orders in 2017", "SELECT COUNT(*) FROM orders"),
    ],
    leaves: &[
        ("Films with a score over 7", "SELECT title FROM films WHERE score > 7"),
        ("orders over 7", "SELECT id FROM orders WHERE total >= 8"),
        ("the top five customers", "SELECT name FROM customers ORDER BY id LIMIT 5"),
        ("how many orders in 2017", "SELECT COUNT(*) FROM orders WHERE placed >= '2017-01-01' AND placed < '2018-01-01'"),
        ("orders since 2017", "SELECT id FROM orders WHERE placed > '2016-12-31'"),
        ("films over 2 hours", "SELECT title FROM films WHERE minutes > 120"),
        ("customers with at least 1 order", "SELECT DISTINCT customer_id FROM orders"),
        ("orders of the last 7 days", "SELECT id FROM orders WHERE placed >= '2024-05-01'"),
        ("customers with 0 orders", "SELECT name FROM customers WHERE id NOT IN (SELECT customer_id FROM orders)"),
        ("flights of carrier '9 Air'", "SELECT flight FROM flights WHERE carrier = '9 Air'"),
    ],
    check,
};

/// Units that people and columns may differ by: percent, thousands, minutes, seconds, days of a week, months.
const FACTORS: [f64; 8] = [1.0, 100.0, 1_000.0, 1_000_000.0, 60.0, 3_600.0, 7.0, 12.0];

/// Before these a word such as "five" is a number and no manner of speaking.
const COUNTING: &[&str] = &[
    "top", "bottom", "least", "most", "than", "over", "under", "above", "below", "exactly",
];

fn check(facts: &Facts<'_>) -> Option<Fault> {
    let lost = |at: &usize| {
        let token = &facts.words[*at];
        token
            .number
            .is_some_and(|n| is_asked(facts, *at, n) && !stands(facts, *at, token, n))
            && !facts.settled(token)
    };
    let at = (0..facts.words.len()).find(lost)?;
    Some(facts.lost(at, at + 1))
}

fn is_asked(facts: &Facts<'_>, at: usize, n: f64) -> bool {
    let token = &facts.words[at];
    let before = facts.before(at);
    let written = token.text.starts_with(|c: char| c.is_ascii_digit());
    // What is joined to something is there at least once.
    let any = n <= 1.0 && (["least", "than"].contains(&before) || facts.does(&[Act::Denies, Act::Compares]));
    (written || n >= 2.0 && COUNTING.contains(&before)) && !any
}

fn stands(facts: &Facts<'_>, at: usize, token: &Token, n: f64) -> bool {
    let near =
        |x: f64| (x.abs() - n.abs()).abs() <= 1.0 + 1e-9 || FACTORS.iter().any(|f| same(x, n * f) || same(x * f, n));
    let digits: Vec<String> = [n - 1.0, n, n + 1.0].iter().map(|n| format!("{n}")).collect();
    let written = token.text.replace(',', "");
    let within = |text: &String| text.contains(&written) || digits.iter().any(|d| d.len() > 1 && text.contains(d));
    let around = [facts.before(at), facts.word(at + 1)];
    let timed = |w: &&str| UNITS.contains(w) || NAMED.contains(w) || ["may", "march", "hours", "hour"].contains(w);
    let dated = around.iter().any(timed) && facts.dates();
    let named = facts.acts.columns.iter().any(|p| p.column.contains(&written));
    dated || named || facts.acts.numbers.iter().any(|x| near(*x)) || facts.acts.texts.iter().any(within)
}

fn same(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * b.abs().max(1.0)
}
