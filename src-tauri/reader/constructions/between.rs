//! "Price between 5 and 10", "aged 20 to 30", "from 5 to 10 euros".

use super::{measures, Construction, Edge};
use crate::frame::{Act, Compare, Measure};
use crate::link::Text;
use crate::query::{Cond, Expr, Op};

pub const BETWEEN: Construction = Construction {
    name: "between",
    find,
    reads: &[
        "products with a price between 5 and 10",
        "orders of 100 to 200 euros",
        "orders outside quantities 1 to 5",
    ],
    leaves: &["orders between January and March"],
};

fn range(text: &Text<'_>, at: usize) -> Option<(f64, f64, Option<String>, usize)> {
    let from = text.past(
        at,
        &[
            "is", "are", "was", "were", "ranging", "ranges", "range", "of", "aged", "in", "the",
        ],
    );
    let opens = match text.word(from) {
        "between" | "from" => from + 1,
        _ if from > at && text.tokens.get(from)?.number.is_some() => from,
        _ => return None,
    };
    let (low, next, _) = text.number(opens)?;
    let tie = matches!(text.word(next), "and" | "to" | "-" | "through" | "till" | "until");
    let (high, end, unit) = tie.then(|| text.number(next + 1)).flatten()?;
    // "Between 45 and 60 thousand": both are thousands.
    let low = super::bands::factor(text, end - 1)
        .filter(|f| low < 1000.0 && low * f < high)
        .map_or(low, |f| low * f);
    Some((low, high, unit, end))
}

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    // Years and days between two others are times.
    if text
        .at(at)
        .iter()
        .any(|a| matches!(a.meaning, crate::link::Meaning::Time(_)))
    {
        return;
    }
    for (col, end, score) in measures(text, at) {
        if let Some((low, high, unit, end)) = range(text, end) {
            push(
                text,
                at,
                end,
                Some(Measure::Col(col)),
                (low, high, unit),
                1.0 + score,
                out,
            );
        }
    }
    // "Orders of 100 to 200 euros": a range without "between".
    let bare = || {
        let (low, next, _) = text
            .number(at)
            .filter(|_| text.tokens.get(at).is_some_and(|t| t.number.is_some()))?;
        let (high, end, unit) = (text.word(next) == "to").then(|| text.number(next + 1)).flatten()?;
        (low < high).then_some((low, high, unit, end))
    };
    // "In their 20s", "in their thirties".
    let decade = |at: usize| match text.word(at).strip_suffix('s') {
        Some("twentie") => Some(20.0),
        Some("thirtie") => Some(30.0),
        Some("fortie") => Some(40.0),
        Some("fiftie") => Some(50.0),
        Some("sixtie") => Some(60.0),
        Some("seventie") => Some(70.0),
        Some(digits) => digits
            .trim_end_matches('\'')
            .parse()
            .ok()
            .filter(|n: &f64| (20.0..=90.0).contains(n)),
        None => None,
    };
    if text.word(at) == "in" && matches!(text.word(at + 1), "their" | "her" | "his") {
        if let Some(low) = decade(at + 2) {
            let years = (low, low + 9.0, Some("years".to_owned()));
            push(text, at, at + 3, None, years, 1.5, out);
        }
    }
    let found = match text.word(at) {
        "between" => range(text, at),
        _ => bare(),
    };
    outside(text, at, out);
    if let Some((low, high, unit, end)) = found {
        for (col, end, score) in measures(text, end) {
            let own = (low, high, unit.clone());
            push(text, at, end, Some(Measure::Col(col)), own, 0.9 + score, out);
        }
        push(text, at, end, None, (low, high, unit), 0.2, out);
    }
}

/// "Outside aisles 2 to 4", "outside of the ages 5 to 10".
fn outside(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let from = match (text.word(at), text.word(at + 1)) {
        ("outside", "of") => at + 2,
        ("outside", _) => at + 1,
        _ => return,
    };
    let next = text.past(from, &["the", "between", "from"]);
    for (col, end, score) in measures(text, next) {
        let Some((low, next, _)) = text.number(end) else {
            continue;
        };
        let tie = matches!(text.word(next), "and" | "to" | "-" | "through");
        let Some((high, end, _)) = tie.then(|| text.number(next + 1)).flatten() else {
            continue;
        };
        let beyond = |op: Op, number: f64| Cond::Compare(Expr::Col(col), op, Expr::Num(number));
        let either = Cond::Any(vec![beyond(Op::Lt, low.min(high)), beyond(Op::Gt, low.max(high))]);
        out.push(Edge::new("between", at, end, vec![Act::Where(either)], 2.2 + score));
    }
}

type Range = (f64, f64, Option<String>);

fn push(_: &Text<'_>, start: usize, end: usize, subject: Option<Measure>, r: Range, score: f64, out: &mut Vec<Edge>) {
    let compare = Compare {
        subject,
        op: Op::Ge,
        number: r.0.min(r.1),
        upper: Some(r.0.max(r.1)),
        unit: r.2,
    };
    out.push(Edge::new("between", start, end, vec![Act::Compare(compare)], score));
}
