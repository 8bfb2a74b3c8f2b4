//! The first of each group: "which car has the highest mileage in each make", "top 2 wines by price for every region". They are
//! rows, told with what they are ranked by.
//!
//! In: the readings of one question. Out: the same without those that take the groups for what is ranked, or add up what each
//! row has. Deliberately absent: what is counted or added up first.

use crate::known::Col;
use crate::lexicon::Degree;
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

/// The columns on the scale of a superlative adjective: "cheapest".
fn scaled(text: &Text<'_>, at: usize) -> Option<(Vec<Col>, usize)> {
    let word = text.word(at);
    let (from, of) = if among("most least", word) {
        (at + 1, Degree::Positive)
    } else {
        (at, Degree::Superlative)
    };
    // "Largest fee" names what it is of; those are looked for elsewhere.
    if from == at && among(ENDS, word) {
        return None;
    }
    text.at(from).iter().find_map(|a| match &a.meaning {
        Meaning::Scale { degree, cols, .. } if *degree == of => Some((cols.iter().map(|c| c.0).collect(), a.end)),
        _ => None,
    })
}

/// Whether a thing is named here.
fn thing(text: &Text<'_>, at: usize) -> bool {
    text.at(at)
        .iter()
        .any(|a| a.score >= 0.9 && a.meaning.thing().is_some())
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
    let adjective = |at: usize| scaled(text, at).is_some_and(|s| thing(text, s.1));
    // "Cheapest printer by make" asks for the first of each as well.
    let by = |at: &usize| w(*at) == "by" && all.clone().take(*at).any(adjective);
    let each = all.clone().find(each).or_else(|| all.clone().find(by))?;
    // What is ranked: "which car", "the car with", "top 2 cars", "for each make, the car".
    let first = |at: &usize| match w(*at) {
        "which" | "what" | "whose" | "the" | "a" => thing(text, at + 1),
        "who" => true,
        _ if adjective(*at) => true,
        word => {
            among(FIRST, word) && (thing(text, at + 1) || text.tokens.get(at + 1).is_some_and(|t| t.number.is_some()))
        }
    };
    let from = all.clone().find(first)?;
    if text
        .tokens
        .iter()
        .any(|t| among("total average mean number count many much sum", &t.lower))
    {
        return None;
    }
    if let Some((cols, _)) = all.clone().filter(|at| *at >= from).find_map(|at| scaled(text, at)) {
        let own = |c: &Col| {
            (from..from + 4).any(|at| {
                text.at(at)
                    .iter()
                    .any(|a| a.score >= 0.9 && a.meaning == Meaning::Table(c.table))
            })
        };
        let by: Vec<Col> = cols.into_iter().filter(own).collect();
        if !by.is_empty() {
            return Some(by);
        }
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
