//! A top list has an order and shows its figure.

use askwell_reader::Style;
use askwell_sql::acts::Act;

use super::{Facts, Fault, Gate};
use crate::trial::asked;

pub const GATE: Gate = Gate {
    name: "top_list",
    about: "A list of the top few is put in order, and shows the figure that it is ordered by unless the question lists what to show.",
    heavy: false,
    flags: &[
        ("top 5 customers by orders", "SELECT name FROM customers LIMIT 5"),
        ("top 5 films by score", "SELECT title FROM films ORDER BY score DESC LIMIT 5"),
        ("the 3 longest flights", "SELECT flight FROM flights ORDER BY distance DESC LIMIT 3"),
    ],
    leaves: &[
        ("top 5 films by score", "SELECT title, score FROM films ORDER BY score DESC LIMIT 5"),
        ("top 5 films by score", "SELECT * FROM films ORDER BY score DESC LIMIT 5"),
        ("What are the titles of the top 5 films by score?", "SELECT title FROM films ORDER BY score DESC LIMIT 5"),
        ("top 3 carriers", "SELECT carrier, COUNT(*) AS n FROM flights GROUP BY carrier ORDER BY n DESC LIMIT 3"),
        ("Which film is top?", "SELECT title FROM films ORDER BY score DESC LIMIT 1"),
    ],
    check,
};

fn check(facts: &Facts<'_>) -> Option<Fault> {
    let few = |at: usize| facts.number(at).is_some_and(|n| (2.0..=1_000.0).contains(&n));
    let top = |at: &usize| {
        let next = facts.word(at + 1);
        let named = next.ends_with("est") && next.len() > 4 || next == "most" || next == "least";
        few(*at) && (["top", "bottom"].contains(&facts.before(*at)) || named)
    };
    let at = (0..facts.words.len()).find(top)?;
    let number = &facts.words[at].text;
    if !facts.does(&[Act::Orders, Act::Windows]) {
        return Some(Fault {
            says: format!("The question asks for the top {number}, and nothing is put in order."),
            unused: Vec::new(),
        });
    }
    let hidden = facts.style == Style::People && facts.acts.keys_shown.first() == Some(&false);
    (hidden && asked::listed(facts.words).is_none()).then(|| Fault {
        says: "The figure that the list is ordered by is not shown.".to_owned(),
        unused: Vec::new(),
    })
}
