//! "Difference between A and B", "gap between A and B", and the days from one date to another.

use super::{columns, measures, Construction, Edge};
use crate::frame::{Act, Measure, Top};
use crate::known::Col;
use crate::link::Text;
use crate::query::Agg;

pub const DIFFERENCE: Construction = Construction {
    name: "difference",
    find,
    reads: &[
        "difference between price and cost",
        "days between order date and ship date",
    ],
    leaves: &["orders between May and June"],
};

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let w = |n: usize| text.word(at + n);
    let largest = matches!(w(0), "biggest" | "largest" | "greatest" | "highest" | "widest");
    let smallest = matches!(w(0), "smallest" | "lowest" | "narrowest");
    let from = if largest || smallest { at + 1 } else { at };
    let word = text.word(from);
    if matches!(word, "difference" | "gap" | "differences" | "spread" | "discrepancy")
        && matches!(text.word(from + 1), "between" | "of" | "in")
    {
        for (a, end, x) in measures(text, from + 2) {
            for (b, end, y) in measures(text, text.past(end, &["and", "to", "the"])) {
                if a == b || a.table != b.table {
                    continue;
                }
                let mut acts = vec![Act::Figure(Agg::Max, Measure::Less(a, b))];
                if largest || smallest {
                    let by = Some(Measure::Less(a, b));
                    acts = vec![Act::Top(Top {
                        rows: Some(1),
                        desc: largest,
                        by,
                        ..Top::default()
                    })];
                }
                out.push(Edge::new("difference", at, end, acts, 1.4 + x + y));
            }
        }
    }
    // "Difference in price between A and B", "price gap": what is compared says the rest.
    if from == at && matches!(word, "difference" | "gap") {
        let end = at + 1 + usize::from(matches!(text.word(at + 1), "in" | "of"));
        out.push(Edge::new("difference", at, end, Vec::new(), 0.0));
    }
    if word == "between" && (0..at).any(|i| matches!(text.word(i), "difference" | "gap")) {
        out.push(Edge::new("difference", at, at + 1, Vec::new(), 0.0));
    }
    // "Days to ship", "time from order to delivery": two days of one table.
    let days = matches!(word, "days" | "time" | "day");
    if days && matches!(text.word(from + 1), "between" | "from") {
        for (a, end, x) in columns(text, from + 2).into_iter().filter(|c| is_day(text, c.0)) {
            for (b, end, y) in columns(text, text.past(end, &["and", "to", "until", "the"])) {
                if is_day(text, b) && a != b && a.table == b.table {
                    out.push(days_edge(at, end, a, b, 1.4 + x + y));
                }
            }
        }
    } else if days && text.word(from + 1) == "to" {
        let word = crate::words::stem(text.word(from + 2));
        let said = |c: Col| {
            text.known
                .column(c)
                .words
                .iter()
                .any(|w| crate::words::stem(w).starts_with(&word))
        };
        for (b, _) in text
            .known
            .all()
            .filter(|(c, _)| is_day(text, *c) && word.len() > 3 && said(*c))
        {
            let others = text.known.columns(b.table).map(|c| c.0);
            for a in others.filter(|a| *a != b && is_day(text, *a)) {
                out.push(days_edge(at, from + 3, a, b, 0.9));
            }
        }
    }
}

fn is_day(text: &Text<'_>, c: Col) -> bool {
    let column = text.known.column(c);
    column.is_time() && !column.is_number()
}

fn days_edge(start: usize, end: usize, a: Col, b: Col, score: f64) -> Edge {
    Edge::new(
        "difference",
        start,
        end,
        vec![Act::Figure(Agg::Avg, Measure::Days(a, b))],
        score,
    )
}
