//! What was brought in, by whom or by what it is asked of: "how much did each shop make from hires", "what does a booking bring
//! in", "did we bill more in 2025 than in 2024", "what did the repairs come to".

use super::takings::{is_done, is_in, money, names, received};
use super::{things, Construction, Edge};
use crate::frame::{Act, Ent, Measure};
use crate::known::Col;
use crate::link::Text;
use crate::query::Agg;

pub const BROUGHT: Construction = Construction {
    name: "brought",
    find,
    reads: &[
        "how much did each customer make from orders",
        "what does an order bring in on average",
        "did we take more in 2024 than in 2023",
        "what did the orders come to",
    ],
    leaves: &["what did they order", "which orders came to more than 500"],
};

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    each_made(text, at, out);
    one_brings(text, at, out);
    more_than_before(text, at, out);
    how_much_more(text, at, out);
    orders_came_to(text, at, out);
}

/// "How much did each shop make from hires", "how much has the shop taken": the money of what is named behind the verb, else of
/// what has a day.
fn each_made(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    const MADE: [&str; 8] = ["make", "made", "take", "taken", "earn", "earned", "bring", "brought"];
    let aux = at + 2 + usize::from(text.word(at + 2) == "money");
    let asks = (text.word(at), text.word(at + 1)) == ("how", "much")
        && matches!(text.word(aux), "did" | "has" | "have" | "does");
    let verb = (aux + 1..(aux + 6).min(text.tokens.len())).find(|i| MADE.contains(&text.word(*i)));
    // "How much does it cost to make a cake" asks for no takings.
    let said = |i: usize| !matches!(text.word(i - 1), "we" | "i" | "they" | "you" | "it" | "to");
    let Some(verb) = verb.filter(|i| asks && said(*i)) else {
        return;
    };
    let end = text.past(verb + 1, &["in", "from", "on", "out", "of", "us"]);
    let named: Vec<usize> = things(text, end).into_iter().map(|(ent, ..)| ent.table()).collect();
    let dated = |t: &usize| text.day_of(*t).is_some();
    let mut tables: Vec<usize> = (0..text.known.tables.len())
        .filter(|t| dated(t) && money(text, *t).is_some_and(|c| !is_set_aside(text, c)))
        .collect();
    tables.sort_by_key(|t| !named.contains(t));
    for (place, c) in tables.into_iter().filter_map(|t| money(text, t)).take(3).enumerate() {
        let acts = vec![Act::Figure(Agg::Sum, Measure::Col(c))];
        let score = if named.contains(&c.table) { 1.2 } else { 0.8 };
        out.push(Edge::new("brought", at, aux + 1, acts, score - 0.2 * place as f64));
    }
    out.push(Edge::new("brought", verb, end, Vec::new(), 0.3));
    // "Bring in from tickets": a column of theirs only says whose money it is.
    for (ent, last, score) in things(text, end) {
        if matches!(ent, Ent::Column(_)) && matches!(text.word(end - 1), "from" | "on") {
            out.push(Edge::new("brought", verb, last, Vec::new(), 0.7 + score));
        }
    }
}

/// Whether a column keeps what may be spent, and nothing that came in.
fn is_set_aside(text: &Text<'_>, c: Col) -> bool {
    const ASIDE: [&str; 5] = ["budget", "target", "allowance", "limit", "forecast"];
    text.known.column(c).words.iter().any(|w| ASIDE.contains(&w.as_str()))
}

/// "What does a booking bring in", "how much does an order come to": the money of one on average.
fn one_brings(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let from = match (text.word(at), text.word(at + 1), text.word(at + 2)) {
        ("what", "does" | "do", _) => at + 2,
        ("how", "much", "does" | "do") => at + 3,
        _ => return,
    };
    let from = from + usize::from(text.word(from) == "the" && matches!(text.word(from + 1), "average" | "typical"));
    let one = text.past(from, &["a", "an", "each", "one", "average", "typical"]);
    if one == from {
        return;
    }
    for (ent, end, score) in things(text, one) {
        let Ent::Table(t) = ent else { continue };
        let taken = match (text.word(end), text.word(end + 1)) {
            ("bring" | "make" | "earn" | "cost" | "fetch" | "raise", "in" | "us") => 2,
            ("come", "to") => 2,
            ("bring" | "make" | "earn" | "cost" | "fetch" | "raise", _) => 1,
            _ => continue,
        };
        if let Some(c) = money(text, t) {
            let last = end + taken;
            let usual = match (text.word(last), text.word(last + 1)) {
                ("on", "average") => 2,
                ("usually" | "typically" | "normally", _) => 1,
                _ => 0,
            };
            let acts = vec![Act::Figure(Agg::Avg, Measure::Col(c))];
            out.push(Edge::new("brought", at, last + usual, acts, 1.3 + score));
        }
    }
}

/// "How much more did we bring in during 2025 than 2024": the verb says that it is money.
fn how_much_more(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let asks = at > 2 && text.word(at - 3) == "how" && text.word(at - 2) == "much";
    let who = text.past(at + 1, &["we", "i", "they"]);
    let verb = text.word(who);
    let led =
        matches!(text.word(at.wrapping_sub(1)), "more" | "less") && matches!(text.word(at), "did" | "have" | "do");
    if !asks || !led || is_outlay(verb) || who == at + 1 || !(is_in(verb) || is_done(verb)) {
        return;
    }
    let end = text.past(who + 1, &["in"]);
    if !things(text, end).is_empty() || !super::measures(text, end).is_empty() {
        return;
    }
    for (place, c) in dated_money(text, who).into_iter().take(3).enumerate() {
        let acts = vec![Act::Figure(Agg::Sum, Measure::Col(c))];
        out.push(Edge::new("brought", at, end, acts, 1.2 - 0.2 * place as f64));
    }
}

/// Whether money went out.
fn is_outlay(verb: &str) -> bool {
    matches!(verb, "spend" | "spent" | "pay" | "paid")
}

/// The money of every table that has days, of its own or by what it belongs to; first of those that the verb names.
fn dated_money(text: &Text<'_>, verb: usize) -> Vec<Col> {
    let dated = |t: &usize| text.known.up(*t).iter().any(|u| text.day_of(*u).is_some());
    // What was sold is not what it cost.
    let went = is_outlay(text.word(verb));
    let money = |t: usize| {
        received(text, t)
            .or_else(|| money(text, t))
            .filter(|c| went || !is_cost(text, *c) && !is_set_aside(text, *c))
    };
    let mut found: Vec<Col> = (0..text.known.tables.len()).filter(dated).filter_map(money).collect();
    found.sort_by_key(|c| !names(text, verb, c.table));
    found
}

/// Whether a column keeps what something cost, and nothing that came in.
fn is_cost(text: &Text<'_>, c: Col) -> bool {
    const COSTS: [&str; 6] = ["cost", "costs", "expense", "expenses", "wage", "wages"];
    text.known.column(c).words.iter().any(|w| COSTS.contains(&w.as_str()))
}

/// "Did we bill more in 2025 than in 2024": all that was, for each.
fn more_than_before(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let who = text.past(at + 1, &["we", "i", "they", "you"]);
    let verb = text.word(who);
    let spends = matches!(verb, "spend" | "spent" | "sell" | "sold");
    if !matches!(text.word(at), "did" | "have" | "do") || who == at + 1 || !(is_in(verb) || is_done(verb) || spends) {
        return;
    }
    let more = text.past(who + 1, &["in", "any"]);
    if !matches!(text.word(more), "more" | "less") {
        return;
    }
    let end = text.past(more + 1, &["money"]);
    // "More bookings" are counted, and without "than" nothing is set against each other.
    let than = (end..text.tokens.len()).any(|i| text.word(i) == "than");
    if !than || !things(text, end).is_empty() || !super::measures(text, end).is_empty() {
        return;
    }
    for (place, c) in dated_money(text, who).into_iter().take(3).enumerate() {
        let acts = vec![Act::Figure(Agg::Sum, Measure::Col(c))];
        out.push(Edge::new("brought", at, end, acts, 1.4 - 0.2 * place as f64));
    }
}

/// "What did Mill Lane's orders come to", "how much did repairs come to": the money of what is named.
fn orders_came_to(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let end = match (text.word(at), text.word(at + 1)) {
        ("come" | "amount" | "add", "to") => at + 2,
        ("add", "up") if text.word(at + 2) == "to" => at + 3,
        _ => return,
    };
    let asks = |i: usize| {
        matches!(text.word(i), "what" | "how") && (i..i + 3).any(|k| matches!(text.word(k), "did" | "do" | "does"))
    };
    let Some(first) = (0..at).find(|i| asks(*i)) else {
        return;
    };
    for (ent, last, score) in (first..at).flat_map(|i| things(text, i)) {
        let Ent::Table(t) = ent else { continue };
        if last != at {
            continue;
        }
        if let Some(c) = money(text, t) {
            let acts = vec![Act::Figure(Agg::Sum, Measure::Col(c))];
            out.push(Edge::new("brought", at, end, acts, 1.4 + score));
        }
    }
}
