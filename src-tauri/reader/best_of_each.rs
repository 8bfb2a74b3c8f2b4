//! The first of each group: "which car has the highest mileage in each make", "top 2 wines by price for every region". They are
//! rows, told with what they are ranked by.
//!
//! In: the readings of one question. Out: the same without those that take the groups for what is ranked, or add up what each
//! row has. Deliberately absent: what is counted or added up first.

use crate::known::Col;
use crate::link::{Meaning, Text};
use crate::query::Expr;
use crate::read::{keep_better, Reading};
use crate::words::among;

const ENDS: &str = "highest maximum max biggest largest greatest most lowest minimum min smallest least fewest";
const FIRST: &str = "top best bottom worst highest lowest";

pub(crate) fn settle(text: &Text<'_>, readings: &mut Vec<Reading>) {
    let Some(by) = asked(text) else { return };
    keep_better(readings, |r| {
        let Some(rows) = r.query.over.as_deref().filter(|rows| rows.group.is_empty()) else {
            return false;
        };
        rows.select.iter().any(|e| match e {
            Expr::Place(apart, of, _) => by.iter().any(|c| **of == Expr::Col(*c)) && !apart.contains(of),
            _ => false,
        })
    });
}

/// The number columns that the question ranks things by, where it asks for the first of each.
fn asked(text: &Text<'_>) -> Option<Vec<Col>> {
    let w = |at: usize| text.word(at);
    let all = 0..text.tokens.len();
    let each = |at: &usize| {
        matches!(
            (w(*at), w(at + 1)),
            ("in" | "for" | "of" | "from" | "within", "each" | "every")
        )
    };
    let each = all.clone().find(each)?;
    // What is ranked: "which car", "the car with", "top 2 cars", "for each make, the car".
    let named = |m: &Meaning| m.thing().is_some();
    let thing = |at: usize| text.at(at).iter().any(|a| a.score >= 0.9 && named(&a.meaning));
    let first = |at: &usize| match w(*at) {
        "which" | "what" | "whose" | "the" | "a" => thing(at + 1),
        "who" => true,
        word => among(FIRST, word) && (thing(at + 1) || text.tokens.get(at + 1).is_some_and(|t| t.number.is_some())),
    };
    let from = all.clone().find(first)?;
    if text
        .tokens
        .iter()
        .any(|t| among("total average mean number count many much sum", &t.lower))
    {
        return None;
    }
    let end = |at: &usize| match (w(*at), w(at + 1)) {
        (word, _) if among(ENDS, word) && *at > from => true,
        ("by", _) => among(FIRST, w(from)),
        _ => false,
    };
    let at = text.past(all.filter(|at| *at != each).find(end)? + 1, &["the"]);
    // A column may be named without its unit.
    let number = text.at(at).iter().filter(|a| a.score >= 0.7);
    // What it has itself, and not what all of something else come to.
    let ranked: Vec<usize> = (from..from + 3)
        .filter(|_| w(from) != "who")
        .flat_map(|at| text.at(at))
        .filter_map(|a| match a.meaning {
            Meaning::Table(t) if a.score >= 0.9 => Some(t),
            _ => None,
        })
        .collect();
    let own = |c: Col| ranked.is_empty() || ranked.contains(&c.table);
    let number = number.filter_map(|a| match a.meaning {
        Meaning::Column(c) if text.known.column(c).is_number() && own(c) => Some(c),
        _ => None,
    });
    let by: Vec<Col> = number.collect();
    (!by.is_empty()).then_some(by)
}
