//! Rates: "revenue per customer", "orders per customer", "ratio of profit to sales", "profit margin".

use super::{measures, things, told_apart, Construction, Edge};
use crate::frame::{Act, Ent, Measure, Top};
use crate::known::{Col, Column, Role};
use crate::lexicon;
use crate::link::{Atom, Meaning, Text};
use crate::query::Agg;
use crate::words::among;

pub const PER: Construction = Construction {
    name: "per",
    find,
    reads: &[
        "average number of orders per customer",
        "ratio of price to cost",
        "profit per quantity of orders",
        "average basket value",
        "average amount per order",
    ],
    leaves: &["price of tea", "orders per customer per month"],
};

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let w = |n: usize| text.word(at + n);
    if matches!(w(0), "ratio" | "proportion") && matches!(w(1), "of" | "between") {
        for (a, end, x) in measures(text, at + 2) {
            for (b, end, y) in measures(text, text.past(end, &["to", "and", "over", "the"])) {
                if a != b && a.table == b.table {
                    let acts = vec![Act::Figure(Agg::Avg, Measure::Over(a, b))];
                    out.push(Edge::new("per", at, end, acts, 1.4 + x + y));
                }
            }
        }
        // "Ratio of done to cancelled": what is compared says what the ratio is of.
        let value = |a: &Atom| a.score >= 0.3 && matches!(a.meaning, Meaning::Value { part: false, .. });
        let to = |a: &Atom| text.at(text.past(a.end, &["to", "and"])).iter().any(value);
        if text.at(at + 2).iter().any(|a| value(a) && to(a)) {
            out.push(Edge::new("per", at, at + 2, Vec::new(), 0.1));
        }
        for (a, end, x) in things(text, at + 2) {
            for (b, end, y) in things(text, text.past(end, &["to", "and", "the"])) {
                if a != b && matches!((a, b), (Ent::Table(_), Ent::Table(_))) {
                    let acts = vec![Act::Ratio(Measure::Count(a), Measure::Count(b))];
                    out.push(Edge::new("per", at, end, acts, 1.0 + x + y));
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
                out.push(Edge::new("per", at, end + 1, acts, 1.4 + x + y));
            }
        }
    }
    // A margin is the profit as a part of what was sold; a return is the gain on what was put in.
    let margin = matches!((w(0), w(1)), ("profit", "margin" | "margins"));
    if margin || matches!(w(0), "margin" | "margins") {
        let end = at + if margin { 2 } else { 1 };
        for (a, b) in pairs(text, &["profit"], &["sale", "revenu", "turnov", "gross", "amount"]) {
            let acts = vec![Act::Figure(Agg::Avg, Measure::Over(a, b))];
            out.push(Edge::new("per", at, end, acts, 1.3));
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
            out.push(Edge::new("per", at, at + roi, acts, 1.2));
        }
    }
    // "Average order value": what was sold, spread over the orders.
    if matches!(w(0), "average" | "avg" | "mean" | "typical") && matches!(w(2), "value" | "size" | "total" | "amount") {
        for (b, _, y) in things(text, at + 1).into_iter().take(3) {
            for (a, x) in sold(text, b.table()) {
                let acts = vec![Act::Ratio(Measure::Figure(Agg::Sum, a), Measure::Count(b))];
                out.push(Edge::new("per", at, at + 3, acts, 0.9 + x + y));
            }
        }
    }
    basket(text, at, out);
    rated(text, at, out);
    over(text, at, out);
    spread(text, at, out);
}

/// "Average basket value", "AOV": what was sold, spread over whatever orders are called.
fn basket(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    const ORDERS: &[&str] = &[
        "order", "invoic", "receipt", "basket", "sale", "purchas", "transact", "bill",
    ];
    let mean = matches!(text.word(at), "average" | "avg" | "mean" | "typical");
    let of = matches!(
        text.word(at + 1),
        "basket" | "order" | "cart" | "bill" | "sale" | "transaction" | "invoice"
    );
    let taken = match (text.word(at), text.word(at + 2)) {
        ("aov", _) => 1,
        (_, "value" | "size" | "total" | "amount") if mean && of => 3,
        // "How much does the average order come to?"
        (_, "come" | "comes" | "came" | "amount" | "amounts") if mean && of && text.word(at + 3) == "to" => 4,
        (_, "worth" | "bring" | "brings" | "cost" | "costs") if mean && of => 3,
        _ => return,
    };
    let named = |stems: &[String]| ORDERS.iter().position(|o| stems.iter().any(|s| s == o));
    let table = |t: usize| Some((named(&text.known.tables[t].stems)?, Ent::Table(t)));
    let keys = text
        .known
        .all()
        .filter(|(_, c)| matches!(c.role, Role::Key | Role::Reference | Role::Number) || c.unique);
    let mut spread: Vec<(usize, Ent)> = (0..text.known.tables.len()).filter_map(table).collect();
    spread.extend(keys.filter_map(|(c, column)| Some((named(&column.stems)? + ORDERS.len(), Ent::Column(c)))));
    spread.sort();
    let mut of: Vec<(Measure, f64)> = super::worth::products(text)
        .into_iter()
        .map(|(a, b, x)| (Measure::Times(a, b), x))
        .collect();
    for t in 0..text.known.tables.len() {
        of.extend(
            sold(text, t)
                .into_iter()
                .map(|(c, x)| (Measure::Figure(Agg::Sum, c), x)),
        );
    }
    for (place, (_, ent)) in spread.into_iter().take(4).enumerate() {
        for (measure, x) in &of {
            if measure.table().is_some_and(|t| text.known.belongs(t, ent.table())) {
                out.push(Edge::new(
                    "per",
                    at,
                    at + taken,
                    vec![Act::Ratio(*measure, Measure::Count(ent))],
                    0.8 + x - 0.2 * place as f64,
                ));
            }
        }
    }
}

/// "How many litres do we use for every mile": all of the one over all of the other.
fn rated(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    if !matches!((text.word(at), text.word(at + 1)), ("how", "many" | "much")) {
        return;
    }
    let said = |i: usize| {
        text.at(i)
            .iter()
            .any(|a| a.score >= 0.6 && matches!(a.meaning, Meaning::Table(_) | Meaning::Value { .. }))
    };
    for (a, end, x) in measures(text, at + 2).into_iter().take(4) {
        let tie = (end..end + 5)
            .take_while(|i| !said(*i))
            .find_map(|i| match (text.word(i), text.word(i + 1)) {
                ("per", _) => Some(i + 1),
                ("for", "every" | "each") => Some(i + 2),
                _ => None,
            });
        let Some(next) = tie else { continue };
        // How many for each rating or age is told of each.
        let adds = |c: &Col| super::by::usual_of(text.known, *c) == Agg::Sum;
        for (b, end, y) in measures(text, next).into_iter().filter(|m| adds(&m.0)).take(4) {
            let near = text.known.belongs(a.table, b.table) || text.known.belongs(b.table, a.table);
            let column = text.known.column(b);
            let year = column.words.iter().any(|w| w == "year");
            if a == b || !near || year || column.role != Role::Measure {
                continue;
            }
            let [top, below] = [a, b].map(|c| Measure::Figure(Agg::Sum, c));
            out.push(Edge::new("per", at, end, vec![Act::Ratio(top, below)], 2.0 + x + y));
        }
    }
}

/// "Points per game", "revenue per minute": one number column over another; behind "most" and "by" things are ranked so.
fn over(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let top = |desc| {
        move |by| {
            Act::Top(Top {
                desc,
                by: Some(by),
                ..Top::default()
            })
        }
    };
    let act: Box<dyn Fn(Measure) -> Act> = match text.word(at) {
        "by" => Box::new(Act::By),
        "most" | "highest" | "best" | "greatest" => Box::new(top(true)),
        "least" | "lowest" | "fewest" | "worst" => Box::new(top(false)),
        _ => Box::new(|by| Act::Figure(Agg::Avg, by)),
    };
    let from = match text.word(at) {
        "by" | "most" | "highest" | "best" | "greatest" | "least" | "lowest" | "fewest" | "worst" | "average"
        | "avg" | "mean" => at + 1,
        _ => at,
    };
    for (a, end, x) in measures(text, from) {
        if text.word(end) != "per" {
            continue;
        }
        // "The average payout per claim", where each row is a claim: what rows are called groups nothing.
        let mean = from > at && matches!(text.word(at), "average" | "avg" | "mean");
        if mean && is_row(text, a.table, end + 1) {
            let acts = vec![Act::Figure(Agg::Avg, Measure::Col(a))];
            out.push(Edge::new("per", at, end + 2, acts, 1.5 + x));
        }
        // "The most money per visit": a row of what is measured belongs to what it is spread over.
        if let (true, Act::Top(_)) = (from > at, act(Measure::Col(a))) {
            for (b, end, y) in things(text, end + 1).into_iter().take(3) {
                let belongs = |t: usize| a.table == t || text.known.belongs(a.table, t);
                if matches!(b, Ent::Table(t) if belongs(t)) {
                    out.push(Edge::new(
                        "per",
                        at,
                        end,
                        vec![act(Measure::Figure(Agg::Avg, a))],
                        1.1 + x + y,
                    ));
                }
            }
        }
        // "Per unit of capacity", "per hour of training".
        let of = (text.word(end + 2) == "of").then(|| measures(text, end + 3));
        // "Per head": by the people who live there.
        let heads = matches!(
            text.word(end + 1),
            "head" | "capita" | "inhabitant" | "person" | "resident" | "citizen"
        );
        let heads = text
            .known
            .columns(a.table)
            .filter(|(_, c)| heads && c.stems.iter().any(|s| s == "popul"));
        let heads = heads.map(|(b, _)| (b, end + 2, 0.0));
        let below = measures(text, end + 1).into_iter().chain(heads);
        for (b, end, y) in below.chain(of.into_iter().flatten()) {
            let near = text.known.belongs(a.table, b.table);
            // "Per bedroom count" groups.
            let groups = text.word(end) == "count";
            let groups = groups || !mean && text.word(end) == "per";
            if a == b || !near || groups || text.known.column(b).role != Role::Measure {
                continue;
            }
            out.push(Edge::new("per", at, end, vec![act(Measure::Over(a, b))], 1.3 + x + y));
        }
    }
}

/// Whether a word is what the table's rows are called: by the table itself, or by the number that each has.
fn is_row(text: &Text<'_>, table: usize, at: usize) -> bool {
    let Some(word) = text.tokens.get(at) else { return false };
    let known = text.known;
    let called = known.tables[table].stems.last().is_some_and(|s| *s == word.stem);
    let numbered = |c: &Column| c.unique && c.stems.len() > 1 && c.stems[0] == word.stem;
    called || known.columns(table).any(|(_, c)| numbered(c))
}

/// "Orders per customer", "revenue per customer": spread over all of them, mostly where something else groups or "average"
/// is said; alone, each stands with its own.
fn spread(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let leads = matches!(text.word(at), "average" | "avg" | "mean");
    // "Orders per customer, on average".
    let mean = leads || (0..text.tokens.len()).any(|i| (text.word(i), text.word(i + 1)) == ("on", "average"));
    let from = if leads { at + 1 } else { at };
    let from = counts(text, from).unwrap_or(from);
    if told_apart(text, from) {
        return;
    }
    let mut first: Vec<(Measure, usize, f64)> = things(text, from)
        .into_iter()
        .take(4)
        .map(|(e, end, x)| (Measure::Count(e), end + usize::from(text.word(end) == "size"), x))
        .collect();
    let sums = measures(text, from).into_iter().take(4);
    first.extend(sums.map(|(c, end, x)| (Measure::Figure(Agg::Sum, c), end, x - 0.2)));
    let sold = super::worth::sold(text, from).into_iter();
    first.extend(sold.map(|(m, x)| (m, from + 1, x - 0.2)));
    for (a, next, x) in first {
        let next = if mean { past(text, next) } else { next };
        let (next, tie) = match in_one(text, next).filter(|_| mean) {
            Some(last) => (last, true),
            None => (next, text.word(next) == "per"),
        };
        if !tie {
            continue;
        }
        // "Faults per 100 readings".
        let so_many = text.tokens.get(next + 1).and_then(|t| t.number).filter(|n| *n >= 10.0);
        let then = next + 1 + usize::from(so_many.is_some());
        // "Enquiries per 1000 views".
        for (b, end, y) in measures(text, then).into_iter().take(so_many.map_or(0, |_| 4)) {
            let acts = [
                so_many.map(Act::Scaled),
                Some(Act::Ratio(a, Measure::Figure(Agg::Sum, b))),
            ];
            out.push(Edge::new(
                "per",
                at,
                end,
                acts.into_iter().flatten().collect(),
                x + y + 1.4,
            ));
        }
        for (b, end, y) in things(text, then).into_iter().take(4) {
            let told = |i: usize| {
                matches!(
                    text.word(i),
                    "by" | "each" | "every" | "per" | "average" | "vs" | "across"
                )
            };
            let more = mean || (0..at).chain(end..text.tokens.len()).any(told);
            // "Repairs per kind per town" are counted for each kind in each town: kinds are not what repairs are spread over.
            let kind = |c: Col| {
                let column = text.known.column(c);
                column.role == Role::Category && a == Measure::Count(Ent::Table(c.table))
            };
            let again = (end..text.tokens.len()).any(|i| matches!(text.word(i), "per" | "each" | "every"));
            // Nor is what is told "per customer per month".
            let groups = !mean && (text.word(end) == "per" || again && matches!(b, Ent::Column(c) if kind(c)));
            // "Average spend per category" compares kinds.
            let led = leads || at > 0 && matches!(text.word(at - 1), "average" | "avg" | "mean");
            let compared = led && !matches!(a, Measure::Count(_)) && is_kind(text, b);
            if a == Measure::Count(b) || groups || compared {
                continue;
            }
            // "Minutes per person at each site": it is the sites that are told apart.
            let apart = more && !mean && text.word(then) == "person";
            out.push(Edge::new(
                "per",
                at,
                end,
                so_many
                    .map(Act::Scaled)
                    .into_iter()
                    .chain([Act::Ratio(a, Measure::Count(b))])
                    .collect(),
                x + y + if more || so_many.is_some() { 1.4 } else { 0.6 } + if apart { 0.8 } else { 0.0 },
            ));
        }
    }
}

/// "On average, how many cakes are in one order": the place before what they are spread over.
fn in_one(text: &Text<'_>, at: usize) -> Option<usize> {
    let at = text.past(
        at,
        &[
            "are",
            "were",
            "is",
            "there",
            "do",
            "we",
            "people",
            "customers",
            "have",
            "go",
            "goes",
            "come",
        ],
    );
    let one = at + 1 + usize::from(among("a an", text.word(at + 1)) && text.word(at + 2) == "single");
    (among("in on for to with", text.word(at)) && among("one a an each every single", text.word(one))).then_some(one)
}

/// More different numbers than these are things: receipts, and not rounds.
const FEW: u64 = 30;

/// Whether it tells rows apart into kinds, which are compared with each other.
pub(crate) fn is_kind(text: &Text<'_>, e: Ent) -> bool {
    let Ent::Column(c) = e else { return false };
    let column = text.known.column(c);
    let few = matches!(column.role, Role::Code | Role::Number) && column.distinct <= FEW;
    few || matches!(column.role, Role::Category | Role::Flag)
}

/// Past "number of".
pub(crate) fn counts(text: &Text<'_>, at: usize) -> Option<usize> {
    let counted = matches!(text.word(at), "number" | "count" | "no") && text.word(at + 1) == "of";
    counted.then(|| text.past(at + 2, &["the", "our"]))
}

/// What is done with what is spread: "hours given per helper".
const DONE: &[&str] = &[
    "given", "spent", "worked", "done", "made", "paid", "taken", "sold", "raised", "put", "in", "held", "logged",
    "booked", "earned", "used", "had", "on",
];

pub(crate) fn is_done(word: &str) -> bool {
    DONE.contains(&word)
}

/// Past what is done with what is spread.
pub(crate) fn past(text: &Text<'_>, at: usize) -> usize {
    let next = text.past(at, DONE);
    // "Hours of film per teacher".
    let of = text.word(next) == "of" && text.word(next + 2) == "per";
    if of {
        next + 2
    } else {
        next
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
        lexicon::concept("revenue").iter().position(|s| stems.contains(s))
    };
    // The number of a sales order is no sale.
    let amount = |c: &Column| c.is_number() && c.role == Role::Measure && !lexicon::is_beside(&c.words);
    let numbers = text.known.columns(table).filter(|(_, c)| amount(c));
    // Beside parts that are kept apart the total is meant.
    let part = |c: &Column| !c.words.iter().any(|w| w == "total");
    let mut out: Vec<(usize, bool, Col)> = numbers
        .filter_map(|(col, c)| Some((place(col)?, part(c), col)))
        .collect();
    out.sort();
    out.into_iter().take(2).map(|(p, _, c)| (c, -0.1 * p as f64)).collect()
}
