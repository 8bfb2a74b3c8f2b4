//! Parts of a whole: "what percentage of orders", "share of sales by region", "as a percentage of total".

use super::{columns, measures, Construction, Edge};
use crate::frame::{Act, Measure};
use crate::known::{Col, Column, Role};
use crate::link::{Meaning, Text};
use crate::query::{Agg, Cond};
use crate::words::among;

pub const SHARE: Construction = Construction {
    name: "share",
    find,
    reads: &[
        "what percentage of orders are from France",
        "sales by country as a percentage of total",
        "profit as a percentage of price",
    ],
    leaves: &["orders with a discount of 5 %"],
};

/// Whether a word speaks of a part of a whole.
pub(crate) fn is_part(word: &str) -> bool {
    matches!(
        word,
        "percentage" | "percent" | "%" | "share" | "proportion" | "fraction" | "pct" | "portion" | "part"
    )
}

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let w = |n: usize| text.word(at + n);
    let mut rates = Vec::new();
    let mut push = |end: usize, act: Act, score: f64| out.push(Edge::new("share", at, end, vec![act], score));
    let part = is_part;
    if matches!(w(0), "as") {
        let next = text.past(at + 1, &["a", "an", "the"]);
        if part(text.word(next)) && text.word(next + 1) == "of" {
            let end = text.past(next + 2, &["the", "all", "total", "overall", "whole", "grand", "sales"]);
            push(end, Act::OfTotal, 1.6);
            return;
        }
    }
    if matches!((w(0), w(1)), ("%" | "percent" | "percentage" | "share", "of")) {
        let total = matches!(w(2), "total" | "overall") || (w(2) == "the" && matches!(w(3), "total" | "whole"));
        if total {
            let end = text.past(at + 2, &["the", "total", "overall", "whole"]);
            push(end, Act::OfTotal, 0.9);
        }
    }
    // "Discount as a percentage of the price".
    for (a, end, x) in measures(text, at) {
        let next = text.past(end, &["as", "a", "an", "the", "in"]);
        if text.word(end) != "as" || !part(text.word(next)) || text.word(next + 1) != "of" {
            continue;
        }
        for (b, end, y) in measures(text, text.past(next + 2, &["each", "total", "every"])) {
            if a != b && (a.table == b.table || text.known.belongs(a.table, b.table)) {
                rates.push(Edge::new(
                    "share",
                    at,
                    end,
                    vec![Act::Scaled(100.0), Act::Figure(Agg::Avg, Measure::Over(a, b))],
                    1.6 + x + y,
                ));
                // "Petrol as a percentage of fees": of all of it.
                let sums = [a, b].map(|c| Measure::Figure(Agg::Sum, c));
                let acts = vec![Act::Scaled(100.0), Act::Ratio(sums[0], sums[1])];
                rates.push(Edge::new("share", at, end, acts, 1.5 + x + y));
            }
        }
    }
    // "Average percentage", of marks that stand beside what they are out of.
    if matches!(w(0), "average" | "avg" | "mean") && is_part(w(1)) && w(2) != "of" {
        for (mark, most) in marks(text) {
            let acts = vec![Act::Scaled(100.0), Act::Figure(Agg::Avg, Measure::Over(mark, most))];
            rates.push(Edge::new("share", at, at + 2, acts, 1.6));
        }
    }
    // "Pass rate", "return rate": the share of rows that are so.
    let mut so = Vec::new();
    for c in [super::idea::IDEA, super::state::STATE, super::value::VALUE] {
        (c.find)(text, at, &mut so);
    }
    let flags = columns(text, at).into_iter().filter(|c| text.is_flag(c.0));
    so.extend(
        flags.map(|(c, end, score)| Edge::new("share", at, end, vec![Act::Where(Cond::Yes(c, true))], 0.7 + score)),
    );
    for mut e in so {
        either(text, &mut e);
        let named = matches!(text.word(e.end), "rate" | "rates" | "share" | "percentage" | "ratio");
        let [Act::Where(cond)] = e.acts.as_slice() else {
            continue;
        };
        if named {
            let acts = vec![Act::Rate(passes(text, at, cond.clone()))];
            rates.push(Edge::new("share", at, e.end + 1, acts, 0.5 + e.score));
        }
    }
    let number = at > 0 && text.tokens[at - 1].number.is_some();
    if part(w(0)) && !number && (w(1) == "of" || w(0) != "part") {
        let end = if w(1) == "of" { at + 2 } else { at + 1 };
        push(
            text.past(end, &["all", "the", "our", "total"]),
            Act::Share,
            if w(1) == "of" { 1.0 } else { 0.2 },
        );
    }
    // "Cancellation rate": rows that are so among all.
    if matches!(w(0), "what's" | "whats" | "what") && part(w(1)) {
        let end = if w(2) == "of" { at + 3 } else { at + 2 };
        push(text.past(end, &["all", "the", "our", "total"]), Act::Share, 1.2);
    }
    out.extend(rates);
}

/// "Hazy or cloudy share": rows with one text or the other.
fn either(text: &Text<'_>, e: &mut Edge) {
    let [Act::Where(Cond::Is {
        col,
        values,
        not: false,
    })] = e.acts.as_mut_slice()
    else {
        return;
    };
    if !matches!(text.word(e.end), "or" | "and" | "/" | "&") {
        return;
    }
    let next = text.at(e.end + 1).iter().find_map(|a| match &a.meaning {
        Meaning::Value {
            col: c,
            value,
            part: false,
        } if c == col && a.score >= 0.8 => Some((a.end, value.clone())),
        _ => None,
    });
    if let Some((end, value)) = next.filter(|n| !values.contains(&n.1)) {
        values.push(value);
        e.end = end;
        e.score += 0.6;
    }
}

/// Of a "pass rate", all that is better than a bare pass, too.
fn passes(text: &Text<'_>, at: usize, cond: Cond) -> Cond {
    const BETTER: &str = "merit distinction credit honours commended starred";
    let Cond::Is {
        col,
        values,
        not: false,
    } = &cond
    else {
        return cond;
    };
    if !matches!(text.word(at), "pass" | "success") {
        return cond;
    }
    let better = |v: &&String| v.split_whitespace().any(|w| among(BETTER, &w.to_lowercase()));
    let all = text.known.column(*col).top.iter().filter(better);
    let values = values.iter().chain(all).cloned().collect();
    Cond::Is {
        col: *col,
        values,
        not: false,
    }
}

/// Marks, each with the most that can be had, where a table keeps both.
fn marks(text: &Text<'_>) -> Vec<(Col, Col)> {
    let has = |c: &Column, list: &[&str]| c.words.iter().any(|w| list.contains(&w.as_str()));
    let numbers = || text.known.all().filter(|(_, c)| c.is_number() && c.role != Role::Key);
    let most =
        |c: &Column| c.words.ends_with(&["out".to_owned(), "of".to_owned()]) || has(c, &["max", "maximum", "possible"]);
    let mark = |c: &Column| has(c, &["mark", "marks", "score", "points", "result"]) && !most(c);
    let of = |b: Col| numbers().filter(move |(a, c)| a.table == b.table && mark(c));
    numbers()
        .filter(|(_, c)| most(c))
        .flat_map(|(b, _)| of(b).map(move |(a, _)| (a, b)))
        .take(2)
        .collect()
}
