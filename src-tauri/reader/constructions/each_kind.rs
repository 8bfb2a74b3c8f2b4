//! Things of a kind one by one: "seats sold for each panto", "average price per tea", where the kind is a stored value.

use super::{columns, value_cond, Construction, Edge};
use crate::frame::{Act, Ent, Key};
use crate::link::{Meaning, Text};

pub const EACH_KIND: Construction = Construction {
    name: "each kind",
    find,
    reads: &["total quantity for each tea", "number of orders per tea"],
    leaves: &["orders by country", "total quantity of tea"],
};

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let from = match (text.word(at), text.word(at + 1)) {
        ("for" | "by" | "of", "each" | "every") => text.past(at + 2, &["of", "the", "our"]),
        ("per", _) => at + 1,
        ("by", "kind" | "type" | "sort" | "category") => at + 1,
        ("each" | "every", _) => text.past(at + 1, &["of", "the", "our"]),
        _ => return,
    };
    // "Each kind of carrier", which a column keeps.
    if matches!(text.word(from), "kind" | "type" | "sort" | "category") && text.word(from + 1) == "of" {
        for (col, end, score) in columns(text, from + 2) {
            let column = text.known.column(col);
            if column.groups() && column.is_text() {
                let acts = vec![Act::Group(vec![Key::Ent(Ent::Column(col))])];
                out.push(Edge::new("each kind", at, end, acts, 2.2 + score));
            }
        }
        return;
    }
    // What is a thing by its name is grouped by as such.
    let thing = |m: &Meaning| matches!(m, Meaning::Table(_) | Meaning::Column(_));
    if text.at(from).iter().any(|a| thing(&a.meaning) && a.score >= 0.9) {
        return;
    }
    for atom in text.at(from).iter().filter(|a| a.score >= 0.8) {
        let Meaning::Value {
            col,
            value,
            part: false,
        } = &atom.meaning
        else {
            continue;
        };
        let known = text.known;
        // "Per kg" and "per night" are rates.
        const UNITS: [&str; 7] = ["unit", "units", "uom", "rate", "per", "period", "weekday"];
        let unit = known.column(*col).words.iter().any(|w| UNITS.contains(&w.as_str()));
        let kind = known.column(*col).groups() && !known.column(*col).unique && !unit;
        if crate::lexicon::period(text.word(from)).is_some() {
            continue;
        }
        let labels = known.full_label(col.table);
        if !kind || labels.is_empty() || labels.contains(col) {
            continue;
        }
        let acts = vec![
            Act::Where(value_cond(*col, value, false, false)),
            Act::Group(vec![Key::Ent(Ent::Table(col.table))]),
        ];
        out.push(Edge::new("each kind", at, atom.end, acts, 1.3 + atom.score.ln()));
    }
}
