//! Rows that say how many of a thing they stand for: "how many birds" in records of which each keeps a count.

use super::{things, value_cond, Construction, Edge, NAMED};
use crate::frame::{Act, Measure};
use crate::known::{Col, Column, Role, Table};
use crate::lexicon::Opener;
use crate::link::{Atom, Meaning, Text};
use crate::query::Agg;
use crate::words::among;

pub const TALLY: Construction = Construction {
    name: "tally",
    find,
    reads: &[
        "how many boxes were sent",
        "total number of crates counted",
        "average number of boxes per parcel",
    ],
    leaves: &["how many parcels are there", "how many customers do we have"],
};

/// Words of names such as `how_many`, `number_seen`, `count`.
const NAMES: &str =
    "how many number no of count counted counts tally total seen observed recorded caught found heads individuals";
/// Of these one must be there, and "number" not alone, which may be a name.
const COUNTS: &str = "many count counted counts tally heads individuals";
/// What is done with things that are counted.
const SEEN: [&str; 7] = ["counted", "recorded", "seen", "observed", "caught", "spotted", "found"];

/// The column that says how many things each row stands for, where exactly one does.
pub fn tally(table: &Table) -> Option<usize> {
    let is = |c: &Column| {
        let named =
            c.words.iter().all(|w| among(NAMES, w)) && (c.words.iter().any(|w| among(COUNTS, w)) || c.words.len() > 1);
        named && c.is_number() && c.role == Role::Measure && c.told.is_none() && c.max.is_none_or(|max| max > 1.0)
    };
    let mut found = table
        .columns
        .iter()
        .enumerate()
        .filter(|(_, c)| is(c))
        .map(|(at, _)| at);
    found.next().filter(|_| found.next().is_none())
}

/// The column that counts what its table is called by.
fn namesake(table: &Table) -> Option<usize> {
    let is = |c: &Column| c.is_number() && c.role == Role::Measure && c.told.is_none() && c.stems == table.stems;
    table.columns.iter().position(is)
}

/// The one column that says how much of something a row stands for: `qty_on_hand` of the stock.
fn amount(table: &Table) -> Option<usize> {
    let named = |c: &Column, list: &str| c.words.iter().any(|w| among(list, w));
    let is = |c: &Column| {
        let kept =
            named(c, "quantity qty units pieces hand") && !named(c, "reorder min minimum max maximum level target");
        kept && c.is_number() && c.role == Role::Measure && c.told.is_none()
    };
    let mut found = (0..table.columns.len()).filter(|at| is(&table.columns[*at]));
    found.next().filter(|_| found.next().is_none())
}

/// "How much stock do we have", "total stock": of what has no plural the pieces are added up.
fn how_much(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let from = match (text.word(at), text.word(at + 1)) {
        ("how", "much") => at + 2,
        ("total" | "overall", _) => at + 1,
        _ => return,
    };
    let plural = text.word(from).ends_with('s');
    for atom in text.at(from).iter().filter(|a| a.score >= NAMED && !plural) {
        let Meaning::Table(t) = atom.meaning else { continue };
        if let Some(column) = amount(&text.known.tables[t]) {
            let sum = Act::Figure(Agg::Sum, Measure::Col(Col { table: t, column }));
            let ask = (from == at + 2).then_some(Act::Ask(Opener::HowMuch));
            let acts = ask.into_iter().chain([sum]).collect();
            out.push(Edge::new("tally", at, atom.end, acts, 1.1));
        }
    }
}

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let w = |n: usize| text.word(at + n);
    how_much(text, at, out);
    let (from, how, agg) = match (w(0), w(1), w(2)) {
        ("how", "many", "times") => return,
        ("how", "many", _) => (at + 2, true, Agg::Sum),
        ("total" | "overall", "number", "of") => (at + 3, false, Agg::Sum),
        ("average" | "avg" | "mean" | "typical", "number", "of") => (at + 3, false, Agg::Avg),
        ("number" | "count", "of", _) => (at + 2, false, Agg::Sum),
        _ => return,
    };
    // Different ones are told apart.
    if matches!(text.word(from), "different" | "distinct" | "unique" | "separate") {
        return;
    }
    let from = text.past(from, &["the", "of", "all", "total", "our", "individual"]);
    // Rows are counted as such, and "how many have" asks for no thing.
    let row = matches!(
        text.word(from),
        "records" | "record" | "rows" | "row" | "entries" | "entry" | "lines" | "have" | "has" | "had" | "are" | "is"
    );
    if row {
        return;
    }
    // A sheet of visitors that says of each day how many there were.
    for atom in text.at(from).iter().filter(|a| a.score >= NAMED) {
        let Meaning::Table(t) = atom.meaning else { continue };
        if let Some(column) = namesake(&text.known.tables[t]) {
            let ask = how.then_some(Act::Ask(Opener::HowMany));
            let sum = Act::Figure(agg, Measure::Col(Col { table: t, column }));
            out.push(Edge::new(
                "tally",
                at,
                atom.end,
                ask.into_iter().chain([sum]).collect(),
                1.1,
            ));
        }
    }
    for (t, table) in text.known.tables.iter().enumerate() {
        let Some(column) = tally(table) else { continue };
        let mut add = |end: usize, also: Option<Act>, score: f64| {
            let end = end + usize::from(SEEN.contains(&text.word(end)));
            let ask = how.then_some(Act::Ask(Opener::HowMany));
            // "Per sighting" is what each row says; spread over anything else it is a sum first.
            let each = text
                .at(end + 1)
                .iter()
                .find(|a| a.meaning == Meaning::Table(t) && a.score >= NAMED);
            let end = match (agg, text.word(end), each) {
                (Agg::Avg, "per", Some(row)) => row.end,
                (Agg::Avg, "per", None) => return,
                _ => end,
            };
            let sum = Act::Figure(agg, Measure::Col(Col { table: t, column }));
            out.push(Edge::new(
                "tally",
                at,
                end,
                [ask, Some(sum), also].into_iter().flatten().collect(),
                score,
            ));
        };
        let near = |other: usize| other == t || text.known.belongs(t, other);
        for atom in text.at(from).iter().filter(|a| a.score >= 0.6).take(4) {
            let Meaning::Value { col, value, part } = &atom.meaning else {
                continue;
            };
            let kind = matches!(
                text.known.column(*col).role,
                Role::Code | Role::Category | Role::Label | Role::Key
            );
            if near(col.table) && kind {
                let of = Act::Where(value_cond(*col, value, *part, false));
                add(atom.end, Some(of), 0.95 + atom.score.ln());
            }
        }
        // What the rows or the things are called by their name is counted itself.
        let named = |a: &Atom| matches!(a.meaning, Meaning::Table(_) | Meaning::Column(_)) && a.score >= NAMED;
        if text.at(from).iter().any(named) || from >= text.tokens.len() {
            continue;
        }
        let found = things(text, from);
        let like = found
            .iter()
            .filter(|(ent, ..)| near(ent.table()))
            .map(|(_, end, _)| *end)
            .max();
        match like {
            Some(end) => add(end, None, 0.9),
            None if text.at(from).is_empty() => add(from + 1, None, 0.5),
            None => {}
        }
    }
}
