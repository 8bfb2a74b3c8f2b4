//! "Difference between A and B", "gap between A and B", and the days from one date to another.

use super::{columns, measures, Construction, Edge};
use crate::frame::{Act, Measure, Top};
use crate::known::{Col, Role};
use crate::lexicon::{self, Degree};
use crate::link::{Meaning, Text};
use crate::query::Agg;

pub const DIFFERENCE: Construction = Construction {
    name: "difference",
    find,
    reads: &[
        "difference between price and cost",
        "days between order date and ship date",
        "gap between the highest and the lowest price",
        "price minus cost of products",
    ],
    leaves: &[
        "orders between May and June",
        "the highest and the lowest price",
        "orders with an amount less than 5",
    ],
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
    ends(text, at, out);
    less(text, at, out);
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

/// "Gap between the best and the worst mark", "how far apart are the dearest and the cheapest": the most less the least.
fn ends(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let from = match (text.word(at), text.word(at + 1), text.word(at + 2)) {
        ("difference" | "gap" | "spread", "between" | "from", _) => at + 2,
        ("how", "far", "apart") => at + 3,
        _ => return,
    };
    let end_of = |at: usize| {
        let at = text.past(at, &["are", "is", "were", "was", "the", "our", "their", "your", "my"]);
        let plain = matches!(
            text.word(at),
            "highest" | "lowest" | "most" | "least" | "top" | "bottom"
        )
        .then_some((at + 1, Vec::new()));
        let scale = text.at(at).iter().find_map(|a| match &a.meaning {
            Meaning::Scale {
                degree: Degree::Superlative,
                cols,
                ..
            } => Some((a.end, cols.iter().map(|c| c.0).collect::<Vec<Col>>())),
            _ => None,
        });
        scale.or(plain)
    };
    let Some((next, of)) = end_of(from).filter(|e| matches!(text.word(e.0), "and" | "to")) else {
        return;
    };
    let Some((end, _)) = end_of(next + 1) else { return };
    // Between the best and the worst month lies no single row.
    let other = |i: usize| {
        lexicon::period(text.word(i)).is_some()
            || lexicon::aggregate(text.word(i)).is_some()
            || text
                .at(i)
                .iter()
                .any(|a| matches!(a.meaning, Meaning::Table(_)) && a.score >= 0.9)
    };
    let measured = measures(text, end).iter().any(|m| m.2 > -0.3);
    if !measured && other(end) {
        return;
    }
    // What they are the ends of is named behind, else by the scale: "best and worst modern mark".
    let mut named: Vec<(Col, f64)> = Vec::new();
    for far in 0..4 {
        let found = measures(text, end + far)
            .into_iter()
            .filter(|m| text.known.column(m.0).role == Role::Measure);
        named.extend(found.map(|m| (m.0, m.2 - 0.1 * far as f64)));
    }
    if named.is_empty() {
        named = of
            .into_iter()
            .take(2)
            .enumerate()
            .map(|(i, c)| (c, -0.3 * i as f64))
            .collect();
    }
    for (c, score) in named.into_iter().take(4) {
        let acts = vec![Act::Figure(Agg::Max, Measure::Less(c, c))];
        out.push(Edge::new("difference", at, end, acts, 1.8 + score));
    }
}

/// "Takings less refunds", "hours booked minus hours worked": all of the one less all of the other.
fn less(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    for (a, end, x) in measures(text, at).into_iter().take(4) {
        if !matches!(text.word(end), "less" | "minus") {
            continue;
        }
        for (b, end, y) in measures(text, end + 1)
            .into_iter()
            .filter(|b| b.0 != a && b.0.table == a.table)
            .take(4)
        {
            let acts = vec![Act::Figure(Agg::Sum, Measure::Less(a, b))];
            out.push(Edge::new("difference", at, end, acts, 1.6 + x + y));
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
