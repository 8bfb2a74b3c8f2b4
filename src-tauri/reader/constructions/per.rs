//! Rates: "revenue per customer", "orders per customer", "ratio of profit to sales", "profit margin".

use super::{measures, things, Construction, Edge};
use crate::frame::{Act, Ent, Measure};
use crate::known::Col;
use crate::link::Text;
use crate::query::Agg;

pub const PER: Construction = Construction {
    name: "per",
    find,
    reads: &["average number of orders per customer", "ratio of price to cost"],
    leaves: &["price of tea"],
};

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let w = |n: usize| text.word(at + n);
    if matches!(w(0), "ratio" | "proportion") && matches!(w(1), "of" | "between") {
        for (a, end, x) in measures(text, at + 2) {
            for (b, end, y) in measures(text, text.past(end, &["to", "and", "over", "the"])) {
                if a != b && a.table == b.table {
                    let acts = vec![Act::Figure(Agg::Avg, Measure::Over(a, b))];
                    out.push(Edge {
                        start: at,
                        end,
                        acts,
                        score: 1.4 + x + y,
                        by: "per",
                    });
                }
            }
        }
        for (a, end, x) in things(text, at + 2) {
            for (b, end, y) in things(text, text.past(end, &["to", "and", "the"])) {
                if a != b && matches!((a, b), (Ent::Table(_), Ent::Table(_))) {
                    let acts = vec![Act::Ratio(Measure::Count(a), Measure::Count(b))];
                    out.push(Edge {
                        start: at,
                        end,
                        acts,
                        score: 1.0 + x + y,
                        by: "per",
                    });
                }
            }
        }
    }
    // "Bedrooms to bathrooms ratio".
    for (a, end, x) in measures(text, at).into_iter().take(4) {
        if !matches!(text.word(end), "to" | "/" | "vs") {
            continue;
        }
        for (b, end, y) in measures(text, end + 1).into_iter().take(4) {
            if a != b && a.table == b.table && text.word(end) == "ratio" {
                let acts = vec![Act::Figure(Agg::Avg, Measure::Over(a, b))];
                out.push(Edge {
                    start: at,
                    end: end + 1,
                    acts,
                    score: 1.4 + x + y,
                    by: "per",
                });
            }
        }
    }
    // A margin is the profit as a part of what was sold; a return is the gain on what was put in.
    let margin = matches!((w(0), w(1)), ("profit", "margin" | "margins"));
    if margin || matches!(w(0), "margin" | "margins") {
        let end = at + if margin { 2 } else { 1 };
        for (a, b) in pairs(text, &["profit"], &["sale", "revenu", "turnov", "gross", "amount"]) {
            let acts = vec![Act::Figure(Agg::Avg, Measure::Over(a, b))];
            out.push(Edge {
                start: at,
                end,
                acts,
                score: 1.3,
                by: "per",
            });
        }
    }
    let roi =
        matches!(w(0), "roi") as usize + 3 * usize::from(matches!((w(0), w(1), w(2)), ("return", "on", "investment")));
    if roi > 0 {
        for (a, b) in pairs(
            text,
            &["gross", "revenu", "sale", "profit"],
            &["budget", "cost", "invest", "spend"],
        ) {
            let acts = vec![Act::Figure(Agg::Avg, Measure::Over(a, b))];
            out.push(Edge {
                start: at,
                end: at + roi,
                acts,
                score: 1.2,
                by: "per",
            });
        }
    }
    // "Average order value": what was sold, spread over the orders.
    if matches!(w(0), "average" | "avg" | "mean" | "typical") && matches!(w(2), "value" | "size" | "total" | "amount") {
        for (b, _, y) in things(text, at + 1).into_iter().take(3) {
            for (a, x) in sold(text, b.table()) {
                let acts = vec![Act::Ratio(Measure::Figure(Agg::Sum, a), Measure::Count(b))];
                out.push(Edge {
                    start: at,
                    end: at + 3,
                    acts,
                    score: 0.9 + x + y,
                    by: "per",
                });
            }
        }
    }
    // "Orders per customer": how many, spread over the others.
    for (a, end, x) in things(text, at).into_iter().take(4) {
        if text.word(end) != "per" {
            continue;
        }
        for (b, end, y) in things(text, end + 1).into_iter().take(4) {
            if a != b {
                let acts = vec![Act::Ratio(Measure::Count(a), Measure::Count(b))];
                out.push(Edge {
                    start: at,
                    end,
                    acts,
                    score: 0.2 + x + y,
                    by: "per",
                });
            }
        }
    }
    for (a, end, x) in measures(text, at).into_iter().take(4) {
        if text.word(end) != "per" {
            continue;
        }
        for (b, end, y) in things(text, end + 1).into_iter().take(4) {
            let acts = vec![Act::Ratio(Measure::Figure(Agg::Sum, a), Measure::Count(b))];
            out.push(Edge {
                start: at,
                end,
                acts,
                score: x + y - 0.2,
                by: "per",
            });
        }
    }
}

/// Pairs of number columns of one table whose names hold these stems.
fn pairs(text: &Text<'_>, first: &[&str], second: &[&str]) -> Vec<(Col, Col)> {
    let place = |c: Col, list: &[&str]| {
        let stems = &text.known.column(c).stems;
        list.iter().position(|s| stems.iter().any(|t| t == s))
    };
    let numbers: Vec<Col> = text
        .known
        .all()
        .filter(|(_, c)| c.is_number())
        .map(|(c, _)| c)
        .collect();
    let mut out: Vec<(usize, Col, Col)> = Vec::new();
    for a in &numbers {
        for b in numbers.iter().filter(|b| b.table == a.table && *b != a) {
            if let (Some(x), Some(y)) = (place(*a, first), place(*b, second)) {
                out.push((x + y, *a, *b));
            }
        }
    }
    out.sort();
    out.into_iter().map(|(_, a, b)| (a, b)).take(3).collect()
}

/// Number columns of a table that hold what was sold, likeliest first.
fn sold(text: &Text<'_>, table: usize) -> Vec<(Col, f64)> {
    let place = |c: Col| {
        let stems = &text.known.column(c).stems;
        crate::lexicon::concept("revenue")
            .iter()
            .position(|s| stems.contains(s))
    };
    let numbers = text.known.columns(table).filter(|(_, c)| c.is_number());
    let mut out: Vec<(usize, Col)> = numbers.filter_map(|(c, _)| Some((place(c)?, c))).collect();
    out.sort();
    out.into_iter().take(2).map(|(p, c)| (c, -0.1 * p as f64)).collect()
}
