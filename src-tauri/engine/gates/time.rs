//! A time of the question is a time of the query.

use askwell_sql::acts::Act;

use super::facts::{ADVERBS, NAMED, UNITS};
use super::{Facts, Fault, Gate};

pub const GATE: Gate = Gate {
    name: "time",
    about: "Years, months, weekdays and \"last month\" are dates, functions or columns of time; \"per month\" groups.",
    heavy: false,
    flags: &[
        (
            "orders per month",
            "SELECT status, COUNT(*) FROM orders GROUP BY status",
        ),
        (
            "total of the orders by month",
            "SELECT SUM(total) FROM orders WHERE placed > '2000-01-01'",
        ),
        ("how many orders last month", "SELECT COUNT(*) FROM orders"),
        ("how many orders last month", "SELECT COUNT(placed) FROM orders"),
        (
            "which weekday has the most flights",
            "SELECT carrier, COUNT(*) FROM flights GROUP BY 1 ORDER BY 2 DESC LIMIT 1",
        ),
        ("orders over time", "SELECT COUNT(*) FROM orders"),
    ],
    leaves: &[
        (
            "orders per month",
            "SELECT strftime('%Y-%m', placed), COUNT(*) FROM orders GROUP BY 1",
        ),
        (
            "how many orders last month",
            "SELECT COUNT(*) FROM orders WHERE placed >= '2024-04-01' AND placed < '2024-05-01'",
        ),
        ("films by year", "SELECT year, COUNT(*) FROM films GROUP BY year"),
        (
            "which year had the most films",
            "SELECT year FROM films GROUP BY year ORDER BY COUNT(*) DESC LIMIT 1",
        ),
        (
            "customers older than 5 years",
            "SELECT name FROM customers WHERE id > 5",
        ),
        (
            "the film 'A Day at Sea'",
            "SELECT score FROM films WHERE title = 'A Day at Sea'",
        ),
        (
            "score of Seven Days",
            "SELECT score FROM films WHERE title = 'Seven Days'",
        ),
        (
            "orders over time",
            "SELECT placed, COUNT(*) FROM orders GROUP BY placed ORDER BY placed",
        ),
        ("the last year with a film", "SELECT MAX(year) FROM films"),
    ],
    check,
};

fn check(facts: &Facts<'_>) -> Option<Fault> {
    let timed = facts.tells_time();
    let pointed = facts.dates() || facts.does(&[Act::Extremes, Act::Orders]);
    (0..facts.words.len()).find_map(|at| {
        let (word, before) = (facts.word(at), facts.before(at));
        let unit = UNITS.contains(&word) || ADVERBS.contains(&word) || NAMED.contains(&word);
        let today = ["yesterday", "today"].contains(&word);
        let over = word == "time" && before == "over";
        // "5 years", "how many days": an amount.
        let amount = at.checked_sub(1).is_some_and(|b| facts.number(b).is_some()) || before == "many";
        if amount || !(unit || today || over) {
            return None;
        }
        let each = unit && ["per", "by", "each", "every"].contains(&before) || over;
        let then = ["last", "past", "previous", "this", "next", "current"].contains(&before);
        let said = then && UNITS.contains(&word) && facts.word(at + 1) != "of" || today;
        let from = at - usize::from(each || then && at > 0);
        let open = match () {
            () if each && facts.one_for_all() => true,
            () if said => !pointed,
            () => !timed,
        };
        // A column a month: `jan`, `feb`.
        let column = NAMED.contains(&word) && facts.in_names(&word[..3]);
        (open && !column && !facts.settled(&facts.words[at])).then(|| facts.lost(from, at + 1))
    })
}
