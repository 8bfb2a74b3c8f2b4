//! "How tall is Ann", "how strong is it": an adjective behind "how" asks for what it is measured by.

use super::{Construction, Edge};
use crate::frame::{Act, Ent, Measure};
use crate::lexicon::Degree;
use crate::link::{Meaning, Text};
use crate::query::Agg;

pub const EXTENT: Construction = Construction {
    name: "extent",
    find,
    reads: &["how expensive is tea", "how expensive are products on average"],
    leaves: &["how many products are expensive", "the most expensive product"],
};

/// Columns of a scale that are tried, and how much less each says than the one before.
const COLUMNS: usize = 3;
const NEXT: f64 = 0.3;

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    if text.word(at) != "how" {
        return;
    }
    for atom in text.at(at + 1) {
        let Meaning::Scale {
            degree: Degree::Positive,
            cols,
            up,
            ..
        } = &atom.meaning
        else {
            continue;
        };
        // How old people are is read off the days of their birth elsewhere.
        let straight = cols.iter().filter(|(_, more)| more == up).map(|c| c.0);
        let mean = mean(text, atom.end);
        // It is the mean of this, and of nothing else that is named.
        out.extend(mean.map(|(from, to)| Edge::new("extent", from, to, Vec::new(), 1.6)));
        for (place, col) in straight.take(COLUMNS).enumerate() {
            let far = NEXT * place as f64;
            match mean {
                Some(_) => {
                    out.push(Edge::new(
                        "extent",
                        at,
                        atom.end,
                        vec![Act::Figure(Agg::Avg, Measure::Col(col))],
                        1.2 - far,
                    ));
                }
                None => out.push(Edge::new(
                    "extent",
                    at,
                    atom.end,
                    vec![Act::Thing(Ent::Column(col))],
                    1.0 - far,
                )),
            }
        }
    }
}

/// Whether a word behind "how" asks so.
pub(super) fn asks(text: &Text<'_>) -> bool {
    let scale = |m: &Meaning| matches!(m, Meaning::Scale { degree: Degree::Positive, cols, .. } if !cols.is_empty());
    (1..text.tokens.len()).any(|i| text.word(i - 1) == "how" && text.at(i).iter().any(|a| scale(&a.meaning)))
}

/// "On average", "usually" behind what is asked.
pub(super) fn mean(text: &Text<'_>, from: usize) -> Option<(usize, usize)> {
    (from..text.tokens.len()).find_map(|i| match (text.word(i), text.word(i + 1)) {
        ("on", "average") => Some((i, i + 2)),
        ("usually" | "typically" | "normally", _) => Some((i, i + 1)),
        _ => None,
    })
}
