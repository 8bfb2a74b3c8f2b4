//! Whoever does the work, one by one: "how many has each of us sold", "takings by member of staff", "tests, person by person".

use super::{Construction, Edge};
use crate::frame::{Act, Ent, Key};
use crate::known::{Col, Column};
use crate::lexicon;
use crate::link::{Atom, Meaning, Text};
use crate::words::{among, stem};

pub const EACH_PERSON: Construction = Construction {
    name: "each person",
    find,
    reads: &[
        "how many parcels has each of us sent",
        "number of parcels by member of staff",
        "parcels sent, person by person",
    ],
    leaves: &[
        "how many parcels has each of our customers sent",
        "average number of parcels per person",
        "parcels that each of the customers sent",
    ],
};

/// What those who work together are called.
const TEAM: &str = "team crew staff lads lasses workforce";
const AVERAGE: &str = "average avg mean averaged";

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let Some((end, ours)) = said(text, at) else { return };
    // Where there is a table of them, that is grouped by.
    let named = |a: &Atom| a.score >= 0.9 && matches!(a.meaning, Meaning::Table(_));
    if (at..end).any(|i| text.at(i).iter().any(named)) {
        return;
    }
    let mut push = |ent: Ent, score: f64| {
        let spoken = if text.said(ent.table()) { 0.4 } else { -0.4 };
        let acts = vec![Act::Group(vec![Key::Ent(ent)])];
        out.push(Edge::new("each person", at, end, acts, 1.2 + score + spoken));
    };
    for table in (0..text.known.tables.len()).filter(|t| text.known.is_staff(*t)) {
        push(Ent::Table(table), 0.3);
    }
    let mut found: Vec<(f64, Col)> = text
        .known
        .all()
        .filter_map(|(col, c)| Some((does(text, c, ours)?, col)))
        .collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (score, col) in found.into_iter().take(3) {
        push(Ent::Column(col), score);
    }
}

/// Where the words end, and whether they mean our own people.
fn said(text: &Text<'_>, at: usize) -> Option<(usize, bool)> {
    let w = |n: usize| text.word(at + n);
    let mean = || (0..text.tokens.len()).any(|i| among(AVERAGE, text.word(i)));
    let each = among("each every", w(0));
    // "The fee per person" is a fee per head, where such a one is kept.
    let head = || {
        text.known
            .all()
            .any(|(_, c)| c.words.iter().any(|w| among("head person pp", w)) && c.is_number())
    };
    Some(match (w(1), w(2), w(3)) {
        ("of", "us", _) if each => (at + 3, true),
        ("of", "the" | "my" | "our", team) if each && among(TEAM, team) => (at + 4, true),
        ("member", "of", "staff") if each || w(0) == "by" => (at + 4, true),
        ("member", "of", "the") if each && among(TEAM, w(4)) => (at + 5, true),
        ("by", "person", _) if w(0) == "person" => (at + 3, false),
        ("person", ..) if w(0) == "by" || w(0) == "per" && !mean() && !head() => (at + 2, false),
        _ => return None,
    })
}

/// How surely a column names who did it: "taken by", a driver, or a collector of what was collected.
fn does(text: &Text<'_>, column: &Column, ours: bool) -> Option<f64> {
    if !column.is_text() || column.unique || column.is_time() || !column.groups() && column.distinct > MOST {
        return None;
    }
    let last = column.words.iter().rev().find(|w| !among("name nm", w))?;
    let doer = |end: &str| last.strip_suffix(end).filter(|root| root.len() > 2);
    let done = doer("er").or(doer("or")).is_some_and(|root| {
        let root = stem(root);
        text.tokens
            .iter()
            .any(|t| t.stem == root || t.stem.starts_with(&root) && root.len() > 3)
    });
    match () {
        () if last == "by" && column.words.len() > 1 && !among("paid pay payment", &column.words[0]) => Some(0.4),
        () if lexicon::is_staff(last) => Some(0.3),
        () if done => Some(0.3),
        () if !ours && lexicon::is_person(last) => Some(0.0),
        () => None,
    }
}

/// More different names than these are no staff.
const MOST: u64 = 60;
