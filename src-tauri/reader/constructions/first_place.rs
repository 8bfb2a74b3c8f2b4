//! Who came first: "number of wins", "came second", "firsts, seconds and thirds", of rows that keep the place of each.

use super::{measures, Edge};
use crate::frame::{Act, Ent, Key, Measure, Top};
use crate::known::{Col, Column, Role};
use crate::link::{Atom, Meaning, Text};
use crate::query::{Cond, Expr, Op};

const PLACES: [&str; 7] = ["place", "placing", "position", "pos", "rank", "ranking", "standing"];
/// Nobody comes in at a later place.
const LAST: f64 = 1000.0;

/// Whether a number says how far up something stands, the first being the best.
fn keeps_places(text: &Text<'_>, col: Col) -> bool {
    let c = text.known.column(col);
    let first = c
        .min
        .is_some_and(|min| min == 1.0 && c.max.is_some_and(|max| max <= LAST));
    let named = c.words.last().is_some_and(|w| PLACES.contains(&w.as_str()));
    first && named && c.is_number() && !matches!(c.role, Role::Key | Role::Reference)
}

/// Whether "first" begins the name of what somebody has: `first_aid_trained`.
pub(super) fn is_flag(text: &Text<'_>, at: usize) -> bool {
    let flag = |a: &Atom| a.end > at + 1 && matches!(a.meaning, Meaning::Column(c) if text.is_flag(c));
    text.at(at).iter().any(flag)
}

/// Whether the best of a column is its least number: the top position is the first.
pub(super) fn turns(text: &Text<'_>, word: &str, col: Col) -> bool {
    !matches!(word, "most" | "least" | "fewest") && keeps_places(text, col)
}

pub(super) fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let Some((places, end)) = places(text, at).filter(|p| p.0.len() > 1 || !told_otherwise(text, at)) else {
        return;
    };
    for (col, c) in text.known.all().filter(|(col, _)| keeps_places(text, *col)) {
        // A place that each has by itself is where somebody stands, and was not won.
        if c.distinct * 2 > c.rows {
            continue;
        }
        let is = |n: &f64| Cond::Compare(Expr::Col(col), Op::Eq, Expr::Num(*n));
        let said = if text.said(col.table) { 0.2 } else { 0.0 };
        let several = places.len() > 1;
        let acts = match places.as_slice() {
            [one] => vec![Act::Where(is(one))],
            several => vec![
                Act::Where(Cond::Any(several.iter().map(is).collect())),
                Act::Group(vec![Key::Ent(Ent::Column(col))]),
            ],
        };
        out.push(Edge::new("idea", at, end, acts, if several { 2.4 } else { 1.0 + said }));
    }
}

/// "Top 10 on the ladder": the first place is the best.
pub(super) fn ladder(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let desc = match text.word(at) {
        "top" => false,
        "bottom" => true,
        _ => return,
    };
    let Some((rows, next)) = text
        .tokens
        .get(at + 1)
        .and_then(|t| t.number)
        .map(|n| (n as u64, at + 2))
    else {
        return;
    };
    if !matches!(text.word(next), "on" | "in" | "of" | "by") {
        return;
    }
    let places = measures(text, next + 1).into_iter().filter(|m| keeps_places(text, m.0));
    for (col, end, score) in places {
        let top = Top {
            rows: Some(rows),
            desc,
            by: Some(Measure::Col(col)),
            ..Top::default()
        };
        out.push(Edge::new("superlative", at, end, vec![Act::Top(top)], 1.6 + score));
    }
}

/// Whether a name or a stored text already says what the word means.
fn told_otherwise(text: &Text<'_>, at: usize) -> bool {
    let named = |m: &Meaning| matches!(m, Meaning::Table(_) | Meaning::Column(_) | Meaning::Value { .. });
    let won = |c: &Column| c.stems.iter().any(|s| matches!(s.as_str(), "win" | "won" | "winner"));
    let won_so = matches!(text.word(at), "wins" | "victories");
    let told = |a: &Atom| named(&a.meaning) && (a.score >= 0.9 || won_so && matches!(a.meaning, Meaning::Value { .. }));
    // Matches are won by goals.
    let sides = |c: &Column| c.words.iter().any(|w| w == "goals");
    let wins =
        matches!(text.word(at), "wins" | "victories") && text.known.all().any(|(_, c)| c.is_number() && sides(c));
    text.at(at).iter().any(told) || wins || text.known.all().any(|(_, c)| won(c))
}

/// The places that words speak of, and where they end.
fn places(text: &Text<'_>, at: usize) -> Option<(Vec<f64>, usize)> {
    let nth = |at: usize| -> Option<f64> {
        Some(match text.word(at) {
            "first" | "1st" => 1.0,
            "second" | "2nd" => 2.0,
            "third" | "3rd" => 3.0,
            _ => return None,
        })
    };
    let several = |at: usize| -> Option<f64> {
        Some(match text.word(at) {
            "firsts" => 1.0,
            "seconds" => 2.0,
            "thirds" => 3.0,
            _ => return None,
        })
    };
    if let ("came" | "come" | "coming" | "finished" | "placed", Some(n)) = (text.word(at), nth(at + 1)) {
        return Some((vec![n], at + 2));
    }
    // "First places", but no first place to which one went.
    if let (Some(n), "places") = (nth(at), text.word(at + 1)) {
        return Some((vec![n], at + 2));
    }
    if matches!(text.word(at), "wins" | "victories") {
        return Some((vec![1.0], at + 1));
    }
    let mut found = Vec::new();
    let mut end = at;
    while let Some(n) = several(text.past(end, &[",", "and", "&", "or"])) {
        found.push(n);
        end = text.past(end, &[",", "and", "&", "or"]) + 1;
    }
    // Seconds alone are of time.
    (found.first() == Some(&1.0)).then_some((found, end))
}
