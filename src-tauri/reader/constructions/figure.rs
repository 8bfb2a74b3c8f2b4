//! "Average price", "total of the sales", "avg number of orders", and the same behind the column: "the price on average".

use super::{measures, things, Construction, Edge};
use crate::frame::{Act, Measure};
use crate::lexicon;
use crate::link::Text;
use crate::query::Agg;

pub const FIGURE: Construction = Construction {
    name: "figure",
    find,
    reads: &["average price of products", "total amount by country"],
    leaves: &["products cheaper than 20"],
};

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    if let Some(agg) = lexicon::aggregate(text.word(at)) {
        let mut from = at + 1;
        // "Average and maximum age" asks for both of one column.
        let mut also = None;
        if matches!(text.word(from), "and" | "&" | ",") {
            let skip = text.past(from + 1, &["the", "and"]);
            if let Some(second) = lexicon::aggregate(text.word(skip)) {
                also = Some(second);
                from = skip + 1;
            }
        }
        let mut third = None;
        if also.is_some() && matches!(text.word(from), "and" | "&" | ",") {
            let skip = text.past(from + 1, &["the", "and"]);
            if let Some(next) = lexicon::aggregate(text.word(skip)) {
                third = Some(next);
                from = skip + 1;
            }
        }
        if matches!(text.word(from), "number" | "count" | "amount") && text.word(from + 1) == "of" && agg != Agg::Sum {
            for (ent, end, score) in things(text, from + 2) {
                out.push(Edge { start: at, end, acts: vec![Act::OfCount(agg, ent)], score: 1.0 + score, by: "figure" });
            }
        }
        let aggs: Vec<Agg> = [Some(agg), also, third].into_iter().flatten().collect();
        let from = text.past(from, &["of", "the", "amount", "value", "number"]);
        for (col, end, score) in measures(text, from) {
            let acts = aggs.iter().map(|a| Act::Figure(*a, Measure::Col(col))).collect();
            out.push(Edge { start: at, end, acts, score: 0.9 + score, by: "figure" });
        }
        if agg == Agg::Sum {
            for (ent, end, score) in things(text, from) {
                let acts = vec![Act::Count { of: Some(ent), distinct: false }];
                out.push(Edge { start: at, end, acts, score: 0.2 + score, by: "figure" });
            }
        }
    }
    for (col, end, score) in measures(text, at) {
        let behind = match (text.word(end), text.word(end + 1)) {
            ("on", "average") => Some((Agg::Avg, 2)),
            ("in", "total") => Some((Agg::Sum, 2)),
            (word, _) if matches!(word, "average" | "avg" | "total" | "median") && text.word(end + 1) != "number" => {
                lexicon::aggregate(word).map(|a| (a, 1))
            }
            _ => None,
        };
        if let Some((agg, taken)) = behind {
            let acts = vec![Act::Figure(agg, Measure::Col(col))];
            out.push(Edge { start: at, end: end + taken, acts, score: 0.6 + score, by: "figure" });
        }
    }
}
