//! Several that are asked for are more than one.

use askwell_sql::acts::Act;

use super::{Facts, Fault, Gate};
use crate::words::singular;

pub const GATE: Gate = Gate {
    name: "several",
    about: "\"Our biggest customers\" are not one row.",
    heavy: false,
    flags: &[
        (
            "who are our biggest customers",
            "SELECT name FROM customers ORDER BY id DESC LIMIT 1",
        ),
        (
            "the longest flights",
            "SELECT flight, distance FROM flights ORDER BY distance DESC LIMIT 1",
        ),
    ],
    leaves: &[
        (
            "who are our biggest customers",
            "SELECT name FROM customers ORDER BY id DESC LIMIT 10",
        ),
        (
            "who is our biggest customer",
            "SELECT name FROM customers ORDER BY id DESC LIMIT 1",
        ),
        (
            "customer with the most orders",
            "SELECT customer_id FROM orders GROUP BY 1 ORDER BY COUNT(*) DESC LIMIT 1",
        ),
        (
            "which country has the best customers",
            "SELECT country FROM customers GROUP BY 1 ORDER BY COUNT(*) DESC LIMIT 1",
        ),
    ],
    check,
};

const ENDS: &[&str] = &[
    "top", "biggest", "largest", "best", "worst", "smallest", "longest", "oldest", "newest", "cheapest",
];

fn check(facts: &Facts<'_>) -> Option<Fault> {
    let one = facts.does(&[Act::Limits]) && facts.acts.numbers.contains(&1.0);
    if !one || !facts.does(&[Act::Orders]) {
        return None;
    }
    // One thing is asked for, by what several are like.
    if ["which", "what"].contains(&facts.word(0)) {
        return None;
    }
    let plural = |at: &usize| {
        let noun = facts.word(at + 1);
        ENDS.contains(&facts.word(*at)) && noun.len() > 3 && noun.ends_with('s') && singular(noun) != noun
    };
    let at = (0..facts.words.len()).find(plural)?;
    Some(Fault {
        says: format!(
            "The question asks for several {}, and the answer is one.",
            facts.word(at + 1)
        ),
        unused: Vec::new(),
    })
}
