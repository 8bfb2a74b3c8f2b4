//! "The best paid person in each department" asks for the person, not for the department's highest pay or for the best paid
//! of all.
//!
//! In: a question and its readings. Out: those that rank within each group, where one does. Deliberately absent: "the highest
//! salary in each department", which is a figure.

use crate::lexicon::{self, Degree};
use crate::link::{Meaning, Text};
use crate::query::{Expr, Query};
use crate::read::Reading;
use crate::words::among;
use crate::words::demonyms::{is_one, stands_for};

const EACH: &str = "each every per";
const NAMED: f64 = 0.6;

pub(crate) fn settle(text: &Text<'_>, readings: &mut Vec<Reading>) {
    if readings.iter().any(|r| is_ranked(&r.query)) && asked(text) {
        readings.retain(|r| is_ranked(&r.query));
    }
}

/// Whether rows are kept by their place within a group.
fn is_ranked(q: &Query) -> bool {
    let place = |e: &Expr| matches!(e, Expr::Place(apart, ..) if !apart.is_empty());
    q.over.as_ref().is_some_and(|rows| rows.select.iter().any(place))
}

fn asked(text: &Text<'_>) -> bool {
    let Some(each) = (0..text.tokens.len()).find(|at| among(EACH, text.word(*at))) else {
        return false;
    };
    let table = |at: usize| {
        let named = text.at(at).iter().filter(|a| a.score >= NAMED);
        named.clone().find_map(|a| match a.meaning {
            Meaning::Table(t) => Some(t),
            _ => None,
        })
    };
    let of = (each + 1..each + 3).find_map(table);
    let most = |at: usize| {
        let word = text.word(at);
        let most = matches!(lexicon::scale(word), Some((_, Degree::Superlative)));
        word != "worst" && (most || among("best top most least", word))
    };
    let Some(most) = (0..text.tokens.len()).find(|at| most(*at)) else {
        return false;
    };
    // What is added up or counted is a figure of each.
    let figure = |at: usize| among("many much average mean total sum number count times", text.word(at));
    let who = |at: usize| {
        let thing = table(at).is_some_and(|t| Some(t) != of && !text.known.tables[t].labels.is_empty());
        let sex = stands_for(text.word(at));
        thing || text.word(at) == "who" || lexicon::is_person(text.word(at)) || is_one(sex, "F") || is_one(sex, "M")
    };
    // "The best paid person in each department", "for each department, who is paid best".
    let until = if most < each { each } else { text.tokens.len() };
    of.is_some() && (0..until).any(who) && !(0..most).any(figure)
}
