//! "Average price", "total of the sales", "avg number of orders", and the same behind the column: "the price on average".

use super::{in_all, measures, things, value_cond, Construction, Edge};
use crate::frame::{Act, Ent, Key, Measure};
use crate::known::{Col, Role};
use crate::lexicon;
use crate::link::{Atom, Meaning, Text};
use crate::query::Agg;
use crate::words::{among, stem};

pub const FIGURE: Construction = Construction {
    name: "figure",
    find,
    reads: &[
        "average price of products",
        "total amount by country",
        "how many orders on a typical day",
    ],
    leaves: &["products cheaper than 20"],
};

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    range(text, at, out);
    bare(text, at, out);
    usual_period(text, at, out);
    rate(text, at, out);
    // "Charges the most an hour": the verb says it.
    if text.is_of_rate(at) {
        out.push(Edge::new("figure", at, at + 2, Vec::new(), 0.3));
    }
    adverb(text, at, out);
    units(text, at, out);
    // "How much was damaged".
    if (text.word(at), text.word(at + 1)) == ("how", "much") {
        let from = text.past(
            at + 2,
            &[
                "was", "were", "is", "are", "has", "have", "been", "of", "it", "the", "still",
            ],
        );
        valued(text, at, from, &[Agg::Sum], out);
    }
    if let Some(agg) = lexicon::aggregate(text.word(at)) {
        let others = out.len();
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
                out.push(Edge::new("figure", at, end, vec![Act::OfCount(agg, ent)], 1.0 + score));
            }
        }
        let aggs: Vec<Agg> = [Some(agg), also, third].into_iter().flatten().collect();
        let from = text.past(from, &["of", "the"]);
        let from = match measures(text, from).is_empty() {
            true => text.past(from, &["of", "the", "amount", "value", "number"]),
            false => from,
        };
        for (col, end, score) in measures(text, from) {
            let figures = |col: Col| aggs.iter().map(move |a| Act::Figure(*a, Measure::Col(col)));
            // "Total gold vs silver and bronze".
            let mut acts: Vec<Act> = figures(col).collect();
            let mut last = end;
            while let Some((next, then)) = beside(text, last, col.table) {
                acts.extend(figures(next));
                last = then;
                out.push(Edge::new("figure", at, last, acts.clone(), 1.2 + score));
            }
            // "Average guest rating" is no average of guests.
            let whose = end == from + 1 && !text.word(from).ends_with('s') && !measures(text, end).is_empty();
            let less = if whose { 0.6 } else { 0.0 };
            out.push(Edge::new("figure", at, end, figures(col).collect(), 0.9 + score - less));
        }
        sized(text, at, at + 1, &aggs, out);
        apart(text, at, from, &aggs, out);
        valued(text, at, from, &aggs, out);
        behind(text, at, from, &aggs, out);
        if agg == Agg::Sum {
            for (ent, end, score) in things(text, from) {
                let acts = vec![Act::Count {
                    of: Some(ent),
                    distinct: false,
                }];
                out.push(Edge::new("figure", at, end, acts, 0.2 + score));
            }
        }
        // "Total sales" is no total of something else beside the sales.
        if !super::worth::sold(text, at + 1).is_empty() {
            let own = out.split_off(others);
            out.extend(own.into_iter().filter(|e| e.end > at + 1));
        }
    }
    // "Open pledges total", "unpaid fees in total".
    for (ent, end, score) in things(text, at).into_iter().take(3) {
        let (Ent::Table(t), Some((agg, taken))) = (ent, behind_of(text, end)) else {
            continue;
        };
        // "What did we charge for lessons in total": the money was said before.
        if agg == Agg::Sum && (0..at).any(|i| super::takings::is_verb(text.word(i))) {
            out.push(Edge::new("figure", at, end + taken, vec![Act::Thing(ent)], 0.9 + score));
            continue;
        }
        for (i, col) in own(text, t).into_iter().take(2).enumerate() {
            let acts = vec![Act::Thing(ent), Act::Figure(agg, Measure::Col(col))];
            out.push(Edge::new("figure", at, end + taken, acts, 0.4 + score - 0.3 * i as f64));
        }
    }
    for (col, end, score) in measures(text, at) {
        let behind = behind_of(text, end);
        if let Some((agg, taken)) = behind {
            let acts = vec![Act::Figure(agg, Measure::Col(col))];
            out.push(Edge::new("figure", at, end + taken, acts, 0.6 + score));
        }
    }
}

/// "Page views last month", "fees in March": a measure and a time alone ask what it came to.
fn bare(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let opens = (0..at).any(|i| lexicon::opener(&text.words(i)).is_some() || matches!(text.word(i), "list" | "show"));
    // "Page views": what stands before says whose they are.
    if opens || at > 1 {
        return;
    }
    for (col, end, score) in measures(text, at) {
        let of_time = |a: &Atom| matches!(a.meaning, Meaning::Time(_));
        let small = ["in", "for", "during", "of", "on", "since", "so", "far", "?"];
        // "Pitch fees and petrol so far this year".
        let tied = matches!(text.word(end), "and" | "&" | "plus");
        let next = if tied { measures(text, end + 1) } else { Vec::new() };
        let other = next.into_iter().find(|m| m.0 != col && m.2 > -0.3);
        let end = other.map_or(end, |m| m.1);
        let from = text.past(end, &small);
        let taken = text.at(from).iter().filter(|a| of_time(a)).map(|a| a.end).max();
        let alone = taken.is_some_and(|t| text.past(t, &small) >= text.tokens.len());
        let adds = super::by::usual_of(text.known, col) == Agg::Sum;
        if alone && adds && text.known.column(col).role == Role::Measure {
            let both = [Some(col), other.map(|m| m.0)].into_iter().flatten();
            let acts = both.map(|c| Act::Figure(Agg::Sum, Measure::Col(c))).collect();
            out.push(Edge::new("figure", 0, end, acts, 0.9 + score));
        }
    }
}

/// "Metres of pipe in each district", "hours of lessons by teacher": units of something add up.
fn units(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    const UNITS: &str =
        "metres meters miles kilometres kilometers km hours minutes nights kilos kilograms kg tonnes tons \
        litres liters gallons pages acres hectares";
    let of = text.word(at + 1) == "of";
    // "Tonnage by owner", "kilos for each field".
    let alone = matches!(
        text.word(at),
        "tonnage" | "mileage" | "kilos" | "litres" | "tonnes" | "tons" | "gallons"
    ) && matches!(text.word(at + 1), "by" | "per" | "for" | "from" | "off" | "each");
    let unit = among(UNITS, text.word(at)) && of || alone;
    let mean = (0..at).any(|i| lexicon::aggregate(text.word(i)).is_some() || text.word(i) == "per");
    if !unit || mean {
        return;
    }
    let end = if of { at + 2 } else { at + 1 };
    for (col, _, score) in measures(text, at).into_iter().filter(|m| m.1 == at + 1) {
        let acts = vec![Act::Figure(Agg::Sum, Measure::Col(col))];
        out.push(Edge::new("figure", at, end, acts, 1.2 + score));
    }
}

/// "Average size of a gift", "typical value of an order": the money of the rows.
fn sized(text: &Text<'_>, at: usize, from: usize, aggs: &[Agg], out: &mut Vec<Edge>) {
    let size = matches!(text.word(from), "size" | "value" | "amount" | "worth") && text.word(from + 1) == "of";
    if !size || aggs.contains(&Agg::Sum) {
        return;
    }
    for (ent, end, score) in things(text, text.past(from + 2, &["a", "an", "the", "each", "one", "our"])) {
        let Ent::Table(t) = ent else { continue };
        if let Some(col) = super::money(text, t) {
            let acts = aggs.iter().map(|a| Act::Figure(*a, Measure::Col(col))).collect();
            out.push(Edge::new("figure", at, end, acts, 1.2 + score));
        }
    }
}

/// "Rent by area, total and average": the functions stand behind their column.
fn behind(text: &Text<'_>, at: usize, end: usize, aggs: &[Agg], out: &mut Vec<Edge>) {
    let last = matches!(text.word(end), "" | "?" | "," | "and" | "for" | "in" | "please");
    if !last || at < 2 || !matches!(text.word(at - 1), "," | "-" | ":" | "(" | "and" | "with") {
        return;
    }
    let mut found: Vec<Col> = Vec::new();
    for (col, _, score) in (0..at - 1).rev().flat_map(|i| measures(text, i)) {
        if text.known.column(col).role == Role::Measure && !found.contains(&col) && found.len() < 2 {
            found.push(col);
            let acts = aggs.iter().map(|a| Act::Figure(*a, Measure::Col(col))).collect();
            out.push(Edge::new("figure", at - 1, end, acts, 0.7 + score));
        }
    }
}

/// "On a typical day", "in an average month": the average of what each comes to.
fn usual_period(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    if !matches!(text.word(at), "on" | "in" | "per" | "for") || !matches!(text.word(at + 1), "a" | "an") {
        return;
    }
    if !matches!(
        text.word(at + 2),
        "typical" | "average" | "normal" | "usual" | "regular"
    ) {
        return;
    }
    let Some(part) = lexicon::period(text.word(at + 3)) else {
        return;
    };
    // What is added up or counted for each stands before.
    let before = (0..at).flat_map(|i| super::worth::sold(text, i));
    let mut found: Vec<(Measure, f64)> = before.collect();
    found.extend(
        (0..at)
            .flat_map(|i| measures(text, i))
            .map(|m| (Measure::Col(m.0), m.2)),
    );
    for (of, score) in found.into_iter().take(4) {
        let acts = vec![Act::Each(Key::Part(part)), Act::Figure(Agg::Avg, of)];
        out.push(Edge::new("figure", at, at + 4, acts, 1.0 + score));
    }
    for i in 0..at {
        for (ent, _, score) in things(text, i).into_iter().take(2) {
            let acts = vec![Act::Group(vec![Key::Part(part)]), Act::OfCount(Agg::Avg, ent)];
            out.push(Edge::new("figure", at, at + 4, acts, 0.8 + score));
        }
    }
}

/// "How many calls do we get a day": what a day has on average.
fn rate(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let each = matches!(text.word(at), "a" | "an" | "per" | "each" | "every");
    let Some(part) = lexicon::period(text.word(at + 1)).filter(|_| each && at > 3) else {
        return;
    };
    let asks = (0..at).find(|i| {
        matches!(
            (text.word(*i), text.word(i + 1)),
            ("do" | "does", "we" | "i" | "they" | "you")
        )
    });
    if asks.is_none_or(|i| i + 3 != at) || text.word(0) != "how" {
        return;
    }
    // "Coffees" may be rows that a stored value names.
    let value = |a: &Atom| match &a.meaning {
        Meaning::Value { col, .. } if a.score >= 0.8 => Some((Ent::Table(col.table), a.end, a.score.ln())),
        _ => None,
    };
    let named = things(text, 2).into_iter().chain(text.at(2).iter().filter_map(value));
    for (ent, _, score) in named.take(4) {
        let acts = vec![Act::Group(vec![Key::Part(part)]), Act::OfCount(Agg::Avg, ent)];
        out.push(Edge::new("figure", at, at + 2, acts, 1.0 + score));
    }
}

/// The column of the same table that stands beside what ends here.
fn beside(text: &Text<'_>, end: usize, table: usize) -> Option<(Col, usize)> {
    let next = text.past(end, &["and", ",", "vs", "versus", "&", "plus"]);
    let mut found = measures(text, next)
        .into_iter()
        .filter(|m| m.0.table == table && next > end);
    found.next().map(|(col, end, _)| (col, end))
}

/// Words between the function and its column: "median maths score", "average daily humidity".
fn apart(text: &Text<'_>, at: usize, from: usize, aggs: &[Agg], out: &mut Vec<Edge>) {
    let mut found = Vec::new();
    // What stands right behind the function is meant where it is named: the "weight of a parcel".
    let named = measures(text, from).iter().any(|m| m.2 > -0.3) && text.word(from + 1) == "of";
    let last = if named { from } else { (from + 6).min(text.tokens.len()) };
    for later in from + 1..last {
        for (col, _, score) in measures(text, later) {
            let far = 0.25 * (later - from) as f64;
            if text.known.column(col).role == Role::Measure && !found.contains(&col) {
                found.push(col);
                let acts = aggs.iter().map(|a| Act::Figure(*a, Measure::Col(col))).collect();
                out.push(Edge::new("figure", at, at + 1, acts, 0.5 + score - far));
            }
        }
    }
    // "Average guest rating": the noun before the measure says whose it is.
    let end = from + 1;
    let named = |a: &Atom| matches!(a.meaning, Meaning::Table(_) | Meaning::Column(_)) && a.end == end;
    // The "weight of a parcel" is no parcels.
    let of = text.word(end) == "of";
    let stands = lexicon::is_standing(text.word(from));
    if !(of || stands || text.word(from).ends_with('s')) && text.at(from).iter().any(named) {
        for (col, last, score) in measures(text, end) {
            let acts = aggs.iter().map(|a| Act::Figure(*a, Measure::Col(col))).collect();
            out.push(Edge::new("figure", at, last, acts, 1.1 + score));
        }
    }
    each(text, at, from, aggs, out);
    // "The average bill", "avg rental": a table's own figure.
    for (ent, _, score) in things(text, from).into_iter().take(4) {
        let Ent::Table(t) = ent else { continue };
        for (i, col) in own(text, t).into_iter().take(3).enumerate() {
            let acts = aggs.iter().map(|a| Act::Figure(*a, Measure::Col(col))).collect();
            out.push(Edge::new("figure", at, at + 1, acts, 0.2 + score - 0.3 * i as f64));
        }
    }
}

/// "Average rent", "total groceries": the figure of the rows that a stored value names.
fn valued(text: &Text<'_>, at: usize, from: usize, aggs: &[Agg], out: &mut Vec<Edge>) {
    for atom in text.at(from).iter().filter(|a| a.score >= 0.8) {
        let Meaning::Value { col, value, part } = &atom.meaning else {
            continue;
        };
        for (i, measure) in own(text, col.table).into_iter().take(2).enumerate() {
            let mut acts: Vec<Act> = aggs.iter().map(|a| Act::Figure(*a, Measure::Col(measure))).collect();
            acts.push(Act::Where(value_cond(*col, value, *part, false)));
            out.push(Edge::new("figure", at, atom.end, acts, 0.8 - 0.3 * i as f64));
        }
    }
}

/// "What do we spend a month on average": the adverb stands apart from its column.
fn adverb(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    // "How tall are they on average": the height is, and nothing else that is named.
    if (text.word(at), text.word(at + 1)) != ("on", "average") || super::extent::asks(text) {
        return;
    }
    let mut found: Vec<(Col, f64)> = Vec::new();
    for before in 0..at {
        for (col, end, score) in measures(text, before) {
            if end < at && text.known.column(col).role == Role::Measure && !found.iter().any(|f| f.0 == col) {
                found.push((col, score - 0.05 * (at - end) as f64));
            }
        }
    }
    // "A month on average": the months are averaged, and what is in each is added up.
    // What is kept for a week is that already.
    let period = (1..at).filter(|i| !text.is_of_rate(i - 1)).find_map(|i| {
        let each = matches!(text.word(i - 1), "per" | "a" | "an" | "each" | "every");
        let mut keys = super::by::period_at(text, i).into_iter();
        let found = keys.find_map(|(key, _)| match key {
            Key::Part(part) => Some(part),
            _ => None,
        });
        found.filter(|_| each)
    });
    for (col, score) in found.into_iter().take(3) {
        if let Some(part) = period {
            let acts = vec![Act::Each(Key::Part(part)), Act::Figure(Agg::Avg, Measure::Col(col))];
            out.push(Edge::new("figure", at, at + 2, acts, 1.2 + score));
            continue;
        }
        out.push(Edge::new(
            "figure",
            at,
            at + 2,
            vec![Act::Figure(Agg::Avg, Measure::Col(col))],
            0.6 + score,
        ));
    }
}

/// "Median order total", "average order value": what belongs to each is added up first.
fn each(text: &Text<'_>, at: usize, from: usize, aggs: &[Agg], out: &mut Vec<Edge>) {
    let [agg] = aggs else { return };
    for (ent, end, score) in things(text, from).into_iter().take(4) {
        let behind = matches!(
            text.word(end),
            "total" | "value" | "size" | "amount" | "worth" | "spend"
        );
        let end = if behind { end + 1 } else { end };
        let below = |t: &usize| match ent {
            Ent::Table(of) => *t != of && text.known.belongs(*t, of),
            Ent::Column(c) => *t == c.table && !text.known.column(c).unique,
        };
        for t in (0..text.known.tables.len()).filter(below) {
            let sums = own(text, t).into_iter().take(2).map(Measure::Col);
            let products = super::worth::products(text).into_iter();
            // Not beside a total that is kept.
            let products = products.filter(|p| p.0.table == t && !super::worth::keeps_total(text, t));
            let products = products.map(|(a, b, _)| Measure::Times(a, b)).take(1);
            for (i, m) in sums.chain(products).enumerate() {
                let sure = if behind { 0.9 } else { 0.0 };
                out.push(Edge::new(
                    "figure",
                    at,
                    end,
                    vec![Act::Each(Key::Ent(ent)), Act::Figure(*agg, m)],
                    sure + score - 0.2 * i as f64,
                ));
            }
        }
    }
}

/// Number columns of a table that stand for the whole of a row: its amount before anything else.
pub(crate) fn own(text: &Text<'_>, table: usize) -> Vec<Col> {
    let worth = crate::lexicon::concept("worth");
    let place = |words: &[String]| {
        worth
            .iter()
            .position(|s| words.iter().any(|w| stem(w) == *s))
            .unwrap_or(worth.len())
    };
    let numbers = text
        .known
        .columns(table)
        .filter(|(_, c)| c.is_number() && c.role == Role::Measure);
    // What one costs, beside pieces and what they came to together.
    let says = |c: &crate::known::Column, list: &str| c.words.iter().any(|w| among(list, w));
    let counts = |c: &crate::known::Column| c.is_number() && !lexicon::is_beside(&c.words);
    let has = |list: &str| text.known.columns(table).any(|(_, c)| counts(c) && says(c, list));
    let lines = has("qty quantity pieces") && has("total amount value");
    // A discount or a tax only where nothing else is kept.
    let aside = |c: &crate::known::Column| {
        let each = c.words.iter().any(|w| matches!(w.as_str(), "unit" | "per" | "rate"));
        let each = each || lines && says(c, "price cost") && !says(c, "total amount value");
        each || lexicon::is_beside(&c.words) || crate::flows::stands(c)
    };
    let mut out: Vec<(bool, usize, bool, Col)> = numbers
        .map(|(col, c)| (aside(c), place(&c.words), !c.is_money(), col))
        .collect();
    out.sort();
    out.into_iter().map(|o| o.3).collect()
}

/// The function that stands behind its column.
fn behind_of(text: &Text<'_>, end: usize) -> Option<(Agg, usize)> {
    if let Some((agg, next)) = in_all::together(text, end) {
        return Some((agg, next - end));
    }
    match (text.word(end), text.word(end + 1)) {
        (word, next) if matches!(word, "average" | "avg" | "total" | "median") && next != "number" => {
            lexicon::aggregate(word).map(|a| (a, 1))
        }
        _ => None,
    }
}

/// "Price range", "range of prices": the least and the most.
fn range(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let both = |col: Col| {
        [Agg::Min, Agg::Max]
            .map(|agg| Act::Figure(agg, Measure::Col(col)))
            .to_vec()
    };
    if matches!(text.word(at), "range" | "spread") && matches!(text.word(at + 1), "of" | "in") {
        for (col, end, score) in measures(text, at + 2) {
            out.push(Edge::new("figure", at, end, both(col), 1.1 + score));
        }
    }
    for (col, end, score) in measures(text, at) {
        if matches!(text.word(end), "range" | "ranges") {
            out.push(Edge::new("figure", at, end + 1, both(col), 1.1 + score));
        }
    }
}
