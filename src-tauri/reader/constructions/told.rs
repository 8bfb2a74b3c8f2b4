//! A word that the person has said the meaning of, for some rows of a table: "overdue orders", "customers that are not lapsed".

use super::{Construction, Edge, ARTICLES};
use crate::frame::{Act, Ent};
use crate::lexicon;
use crate::link::{Meaning, Text};
use crate::query::Cond;

pub const TOLD: Construction = Construction {
    name: "told",
    find,
    reads: &[
        "how many stale orders are there",
        "customers with the most stale orders",
        "orders that are not stale",
        "average amount of big deals",
    ],
    leaves: &["the biggest orders"],
};

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let (from, not) = match lexicon::is_not(text.word(at)) {
        true => (text.past(at + 1, ARTICLES), true),
        false => (at, false),
    };
    for atom in text.at(from) {
        let Meaning::Column(col) = atom.meaning else { continue };
        if !text.known.column(col).is_condition() {
            continue;
        }
        let mut edge = |acts: Vec<Act>, score: f64| {
            out.push(Edge {
                start: at,
                end: atom.end,
                acts,
                score,
                by: "told",
            });
        };
        let holds = Act::Where(Cond::Yes(col, !not));
        edge(vec![holds.clone()], 1.0);
        // A word that stands alone names the rows themselves: "how many churners".
        let table = Meaning::Table(col.table);
        if !text.at(atom.end).iter().any(|a| a.meaning == table) {
            edge(vec![Act::Thing(Ent::Table(col.table)), holds], 0.9);
        }
    }
}
