//! A table or a column by itself: what is shown, asked about, or only spoken of.

use super::{Construction, Edge};
use crate::frame::{Act, Ent};
use crate::known::Col;
use crate::lexicon;
use crate::link::{Atom, Meaning, Text};
use crate::words::lexicon::opposite_of;

pub const NAME: Construction = Construction {
    name: "name",
    find,
    reads: &["names of customers", "price and category of products"],
    leaves: &["thank you very much"],
};

/// Whether a word is the opposite of what the column's name says.
fn denied(text: &Text<'_>, at: usize, col: Col) -> bool {
    let stems = &text.known.column(col).stems;
    opposite_of(text.word(at)).any(|stem| stems.contains(&stem))
}

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    for atom in text.at(at) {
        let ent = match atom.meaning {
            Meaning::Table(t) => Ent::Table(t),
            Meaning::Column(c) if text.known.column(c).is_condition() => continue,
            // "Unpaid" asks for those that are not, and not for the column.
            Meaning::Column(c) if atom.loose && text.is_flag(c) && denied(text, atom.end - 1, c) => continue,
            Meaning::Column(c) => Ent::Column(c),
            _ => continue,
        };
        // Spending is money, and no number of rows.
        let rows = match ent {
            Ent::Table(t) => {
                lexicon::is_money(text.word(at)) && !text.known.tables[t].stems.contains(&text.tokens[at].stem)
            }
            Ent::Column(_) => false,
        };
        let of_column = matches!(ent, Ent::Table(t) if super::of_column(text, t, at, atom.end));
        // "A ticket refunded" is one that was, and shows nobody whether.
        let participle = match ent {
            Ent::Column(c) => {
                let noun = |a: &Atom| a.meaning == Meaning::Table(c.table) && a.end == at && a.score >= 0.8;
                text.is_flag(c) && text.word(at).ends_with("ed") && (0..at).any(|i| text.at(i).iter().any(noun))
            }
            Ent::Table(_) => false,
        };
        let acts = vec![Act::Thing(ent)];
        out.push(Edge {
            start: at,
            end: atom.end,
            acts,
            score: 0.1 + atom.score.max(0.05).ln()
                - if rows { 1.0 } else { 0.0 }
                - if of_column { 0.8 } else { 0.0 }
                - if participle { 1.0 } else { 0.0 },
            by: "name",
        });
    }
}
