//! One number of a row times another, said in words: "quantity times price", "tonnes multiplied by the rate".

use super::{measures, Construction, Edge};
use crate::frame::{Act, Measure};
use crate::link::Text;
use crate::query::Agg;

pub const PRODUCT: Construction = Construction {
    name: "product",
    find,
    reads: &[
        "quantity times unit price",
        "quantity multiplied by the price by country",
    ],
    leaves: &["customers who ordered three times", "price of products"],
};

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    for (a, end, x) in measures(text, at).into_iter().take(4) {
        let next = match (text.word(end), text.word(end + 1)) {
            ("times", _) => end + 1,
            ("multiplied", "by") => end + 2,
            _ => continue,
        };
        for (b, end, y) in measures(text, next).into_iter().take(4) {
            let near = text.known.belongs(a.table, b.table) || text.known.belongs(b.table, a.table);
            if a == b || !near {
                continue;
            }
            let acts = vec![Act::Figure(Agg::Sum, Measure::Times(a, b))];
            out.push(Edge::new("product", at, end, acts, 1.8 + x + y));
        }
    }
}
