//! What was sold is worth its pieces times the price of one: "revenue", "turnover", "spent", "the value of our stock" where
//! no column keeps the product.

use super::{Construction, Edge};
use crate::frame::{Act, Ent, Key, Measure, Top};
use crate::known::{Col, Column, Role};
use crate::lexicon::{self, Opener};
use crate::link::{Atom, Meaning, Text};
use crate::query::{Agg, Query};
use crate::words::among;
use crate::worths;

pub const WORTH: Construction = Construction {
    name: "worth",
    find,
    reads: &["revenue by country", "best selling product", "worst selling products"],
    leaves: &[
        "customers from France",
        "best product",
        "when did each customer order last",
        "the first order",
    ],
};

const SOLD: &str = "revenue turnover sales takings income proceeds spent spend spends spending sold sell make made makes earn earned earns \
    take took taking worth value money bring brought brings bringing business paid pay bill billed bills charge charged invoiced order";
const PIECES: &[&str] = &[
    "quantiti", "qti", "qty", "unit", "piec", "stock", "hand", "copi", "number", "count", "amount", "hour", "night",
];
/// What a column of such products is called.
const TOTALS: &[&str] = &["total", "amount", "revenue", "sales"];
const PRICES: &[&str] = &["price", "cost", "rate", "fee", "fare", "charg", "penc", "cent"];

/// Whether a word speaks of what was sold.
pub(crate) fn is_sold(word: &str) -> bool {
    among(SOLD, word)
}

/// Pieces times prices where a word speaks of what was sold.
pub(crate) fn sold(text: &Text<'_>, at: usize) -> Vec<(Measure, f64)> {
    // What was paid is kept with the payments, and is not what was ordered.
    let paid = among("pay pays paid paying", text.word(at));
    if let Some(amount) = text.keeps_deed(text.word(at)).filter(|_| paid) {
        return vec![(Measure::Col(amount), 0.3)];
    }
    let mut found = match is_sold(text.word(at)) {
        true => products(text),
        false => Vec::new(),
    };
    // What is still in stock has not been sold, and is what "the value of our stock" asks for.
    let held = |i: usize| {
        let before = i.checked_sub(1).map_or("", |b| text.word(b));
        let out = before == "of" && i > 1 && text.word(i - 2) == "out";
        is_stock(&text.tokens[i].stem) && !out && !among("in on below with low no", before)
    };
    let sells = (0..text.tokens.len()).any(|i| among("sales sold sell revenue turnover", text.word(i)));
    let stock = !sells && (0..text.tokens.len()).any(held);
    let kept = |f: &(Col, Col, f64)| text.known.column(f.0).stems.iter().any(|stem| is_stock(stem));
    if stock && found.iter().any(kept) {
        found.retain(kept);
    } else if !among("worth value", text.word(at)) {
        found.retain(|f| !kept(f));
    }
    let stock = stock && !found.is_empty();
    let mut out: Vec<(Measure, f64)> = found
        .into_iter()
        .map(|(a, b, score)| (Measure::Times(a, b), score))
        .collect();
    if !stock {
        out.extend(made(text, at));
    }
    if out.is_empty() && among("sales revenue turnover takings", text.word(at)) && !own_word(text, at) {
        out.extend(of_orders(text));
    }
    out
}

/// What the orders, invoices or sales come to, where each keeps it.
fn of_orders(text: &Text<'_>) -> Vec<(Measure, f64)> {
    const ORDERS: &str =
        "order orders invoice invoices sale sales purchase purchases transaction transactions receipt receipts";
    let known = text.known;
    let tables = (0..known.tables.len()).filter(|t| known.tables[*t].words.last().is_some_and(|w| among(ORDERS, w)));
    tables
        .filter_map(|t| Some((Measure::Col(text.comes_to(t, false)?), 0.4)))
        .take(1)
        .collect()
}

fn is_stock(stem: &str) -> bool {
    matches!(stem, "stock" | "hand" | "inventori" | "inventory" | "reorder")
}

/// "When did they order last", "the first order": one of the rows, and no sum of money.
fn is_one(text: &Text<'_>, at: usize) -> bool {
    let before = at.checked_sub(1).map_or("", |i| text.word(i));
    let time = |a: &Atom| matches!(a.meaning, Meaning::Time(_));
    let behind = among("last first", text.word(at + 1)) && !text.at(at + 1).iter().any(time);
    among("order sell sold pay paid", text.word(at))
        && (behind || among("last first latest earliest newest recent", before))
}

/// Whether a word means rows that keep what they come to: the biggest bill is one of the invoices.
fn is_kept(text: &Text<'_>, at: usize) -> bool {
    let keeps = |a: &Atom| matches!(a.meaning, Meaning::Table(t) if keeps_total(text, t));
    text.at(at).iter().any(keeps)
}

/// A column made of pieces and prices, where a word speaks of what it holds.
fn made(text: &Text<'_>, at: usize) -> Vec<(Measure, f64)> {
    let name = match text.word(at) {
        "bill" | "bills" if is_kept(text, at) => return Vec::new(),
        "profit" | "profits" => worths::PROFIT,
        word if is_sold(word) => worths::REVENUE,
        _ => return Vec::new(),
    };
    // Extras of some bookings are not what bookings bring in, unless they are asked for.
    let aside = |c: Col| worths::is_aside(text.known, c.table) && !text.said(c.table);
    let made = text
        .known
        .all()
        .filter(|(col, c)| c.is_made() && c.name == name && !aside(*col));
    let said = |t: usize| if text.said(t) { 0.5 } else { 0.3 };
    made.map(|(col, _)| (Measure::Col(col), said(col.table))).collect()
}

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let w = |n: usize| text.word(at + n);
    selling(text, at, out);
    pieces_sold(text, at, out);
    // How many were sold is no sum of money.
    let counted = (0..at).any(|i| (text.word(i), text.word(i + 1)) == ("how", "many"));
    if counted && matches!(w(0), "sell" | "sold" | "order") || is_one(text, at) {
        return;
    }
    for (by, score) in sold(text, at) {
        let agg = if at > 0 && matches!(text.word(at - 1), "average" | "avg") {
            Agg::Avg
        } else {
            Agg::Sum
        };
        out.push(Edge::new("worth", at, at + 1, vec![Act::Figure(agg, by)], 0.3 + score));
    }
    // "Total sales" are one figure.
    if matches!(w(0), "total" | "overall") && !own_word(text, at + 1) && !is_one(text, at + 1) {
        for (by, score) in sold(text, at + 1) {
            let acts = vec![Act::Figure(Agg::Sum, by)];
            out.push(Edge::new("worth", at, at + 2, acts, 0.9 + score));
        }
    }
    // A person's own word means what they said.
    if is_sold(w(0)) && !own_word(text, at) {
        // A total that is kept beside pieces and prices may hold more than their product: a discount.
        for (i, col) in kept(text).into_iter().take(2).enumerate() {
            let acts = vec![Act::Figure(Agg::Sum, Measure::Col(col))];
            let sales = matches!(w(0), "sales" | "revenue" | "turnover" | "takings" | "income");
            let score = if sales { 0.5 } else { 0.1 };
            out.push(Edge::new("worth", at, at + 1, acts, score - 0.2 * i as f64));
        }
    }
    let (desc, next) = match (w(0), w(1)) {
        ("most" | "highest" | "best" | "biggest" | "largest" | "top", "total") => (true, at + 2),
        ("most" | "highest" | "best" | "biggest" | "largest" | "top", _) => (true, at + 1),
        ("least" | "lowest" | "worst" | "smallest", "total") => (false, at + 2),
        ("least" | "lowest" | "worst" | "smallest", _) => (false, at + 1),
        ("by", "total") => (true, at + 2),
        ("by", _) => (true, at + 1),
        _ => return,
    };
    for (by, score) in sold(text, next) {
        let act = match w(0) {
            "by" => Act::By(by),
            _ => Act::Top(Top {
                rows: None,
                desc,
                by: Some(by),
                ..Top::default()
            }),
        };
        out.push(Edge::new("worth", at, next + 1, vec![act], 0.6 + score));
    }
}

/// Whether a question for what sells is answered from a table of goods that nobody bought, such as the stock, unasked.
pub(crate) fn is_unsold(text: &Text<'_>, q: &Query) -> bool {
    const SELLS: [&str; 5] = ["selling", "seller", "sellers", "bestseller", "bestsellers"];
    let sells = text.tokens.iter().any(|t| SELLS.contains(&t.lower.as_str()));
    let unsold = |t: usize| {
        let table = &text.known.tables[t];
        let said = table.stems.iter().any(|s| text.tokens.iter().any(|t| t.stem == *s));
        !said && !worths::is_sold(&table.words)
    };
    sells && q.needed().into_iter().any(unsold)
}

/// More than these are a year and no number of rows.
const MOST: f64 = 1000.0;

/// What columns are called that say what was sold.
const GOODS: [&str; 8] = [
    "item",
    "product",
    "article",
    "dish",
    "title",
    "sku",
    "description",
    "goods",
];

/// "Best selling", "top sellers": by how many pieces went.
fn selling(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let desc = match text.word(at) {
        "best" | "top" | "most" | "hottest" | "biggest" => true,
        "worst" | "least" | "slowest" => false,
        _ => return,
    };
    let end = match text.word(at + 1) {
        "selling" | "seller" | "sellers" | "sold" => at + 2,
        "-" if text.word(at + 2) == "selling" => at + 3,
        _ => return,
    };
    // "Our five best selling bikes".
    let rows = at.checked_sub(1).and_then(|b| text.tokens[b].number);
    let rows = rows.filter(|n| n.fract() == 0.0 && (1.0..=MOST).contains(n));
    // "Top 5 best selling products".
    let top = at > 1 && text.word(at - 2) == "top";
    let from = at - rows.map_or(0, |_| 1 + usize::from(top));
    for (t, table) in text.known.tables.iter().enumerate() {
        let Some(column) = worths::pieces(table) else { continue };
        let by = Measure::Figure(Agg::Sum, Col { table: t, column });
        let top = Top {
            rows: rows.map(|n| n as u64),
            desc,
            by: Some(by),
            open: rows.is_none(),
            ..Top::default()
        };
        // Of a sheet of lines it is the article that sells best.
        let called =
            |c: &Column| c.is_text() && !c.unique && c.words.last().is_some_and(|w| GOODS.contains(&w.as_str()));
        let goods = text.known.columns(t).find(|(_, c)| called(c)).map(|(col, _)| col);
        let named = goods.filter(|_| !text.at(end).iter().any(|a| a.meaning.thing().is_some()));
        let group = named.map(|col| Act::Group(vec![Key::Ent(Ent::Column(col))]));
        let acts: Vec<Act> = [Some(Act::Top(top)), group].into_iter().flatten().collect();
        out.push(Edge::new("worth", from, end, acts, 1.2));
    }
}

/// "How many mugs did we sell", "tickets sold per event": pieces, and not lines of orders.
fn pieces_sold(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    const SELL: [&str; 4] = ["sell", "sold", "bought", "ordered"];
    if matches!(text.word(at + 1), "sold" | "bought")
        && matches!(text.word(at + 2), "per" | "by" | "for" | "in" | "each" | "")
    {
        for atom in text.at(at).iter().filter(|a| a.end == at + 1 && a.score < 0.9) {
            let Meaning::Table(t) = atom.meaning else { continue };
            if let Some(column) = worths::pieces(&text.known.tables[t]) {
                let pieces = Measure::Col(Col { table: t, column });
                let acts = vec![Act::Figure(Agg::Sum, pieces)];
                out.push(Edge::new("worth", at, at + 2, acts, 1.2 + atom.score.ln()));
            }
        }
    }
    let sells = (at + 2..text.tokens.len()).any(|i| SELL.contains(&text.word(i)));
    if (text.word(at), text.word(at + 1)) != ("how", "many") || !sells {
        return;
    }
    for (t, table) in text.known.tables.iter().enumerate() {
        let counted = text
            .at(at + 2)
            .iter()
            .any(|a| a.meaning == Meaning::Table(t) && a.score >= 0.9);
        if let Some(column) = worths::pieces(table).filter(|_| !counted) {
            let pieces = Measure::Col(Col { table: t, column });
            let acts = vec![Act::Ask(Opener::HowMany), Act::Figure(Agg::Sum, pieces)];
            out.push(Edge::new("worth", at, at + 2, acts, 0.4));
        }
    }
}

/// Totals kept in tables that also have pieces and what one costs.
fn kept(text: &Text<'_>) -> Vec<Col> {
    let mut tables: Vec<usize> = products(text).into_iter().map(|p| p.0.table).collect();
    tables.dedup();
    let total =
        |c: &Column| c.is_number() && c.role == Role::Measure && c.words.iter().any(|w| TOTALS.contains(&w.as_str()));
    // A discount's amount, or the tax on a sale, is no total.
    let beside = |c: &Column| lexicon::is_beside(&c.words);
    let columns = tables.into_iter().flat_map(|t| text.known.columns(t));
    columns
        .filter(|(_, c)| total(c) && !beside(c))
        .map(|(col, _)| col)
        .collect()
}

/// Whether the person said what the word means.
fn own_word(text: &Text<'_>, at: usize) -> bool {
    let told = |a: &Atom| matches!(a.meaning, Meaning::Column(c) if text.known.column(c).told.is_some());
    text.at(at).iter().any(told)
}

/// Whether a table keeps what its rows come to.
pub(super) fn keeps_total(text: &Text<'_>, table: usize) -> bool {
    let total = |c: &Column| c.is_number() && !c.is_made() && c.words.iter().any(|w| TOTALS.contains(&w.as_str()));
    let mut columns = text.known.columns(table);
    columns.any(|(_, c)| total(c) && !lexicon::is_beside(&c.words))
}

/// Columns of pieces and of what one costs in one table that keeps no total, likeliest first.
pub(super) fn products(text: &Text<'_>) -> Vec<(Col, Col, f64)> {
    let mut out = Vec::new();
    let aside = |t: usize| worths::is_aside(text.known, t) && !text.said(t);
    // Where a discount comes off, the made column holds the worth.
    let all = text.known.tables.iter().enumerate();
    let open = all.filter(|(t, table)| !aside(*t) && !worths::is_less(table));
    for (t, table) in open {
        let numbers: Vec<(Col, Vec<String>)> = text
            .known
            .columns(t)
            .filter(|(_, c)| c.is_number() && c.role == Role::Measure)
            .map(|(col, c)| (col, c.stems.clone()))
            .collect();
        let place = |words: &[String], list: &[&str]| list.iter().position(|l| words.iter().any(|w| w == l));
        let total = table
            .columns
            .iter()
            .any(|c| c.is_number() && c.words.iter().any(|w| TOTALS.contains(&w.as_str())));
        for (a, pieces) in &numbers {
            // "Rating" and "rate" have one stem.
            let rated = |c: Col| text.known.column(c).words.iter().any(|w| w.starts_with("rating"));
            // What was taken off is no price.
            let off = |c: Col| lexicon::is_beside(&text.known.column(c).words);
            for (b, price) in numbers.iter().filter(|n| n.0 != *a && !rated(n.0) && !off(n.0)) {
                // A fee or a price beside hours is what they came to, a rate or a price per hour what each cost.
                let lasts = pieces.iter().find(|w| *w == "hour" || *w == "night");
                let each = |unit: &String| price.contains(unit) || place(price, &["rate", "per", "each"]).is_some();
                if lasts.is_some_and(|unit| !each(unit) && (unit == "hour" || place(price, &["price"]).is_none())) {
                    continue;
                }
                if let (Some(x), Some(y), None) = (place(pieces, PIECES), place(price, PRICES), place(pieces, PRICES)) {
                    let score =
                        if text.said(t) { 0.2 } else { 0.0 } - 0.05 * (x + y) as f64 - if total { 1.0 } else { 0.0 };
                    out.push((*a, *b, score));
                }
            }
        }
    }
    out.sort_by(|x, y| y.2.total_cmp(&x.2));
    out.truncate(3);
    out
}
