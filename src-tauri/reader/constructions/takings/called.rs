//! Money by what it is called: "breakfast money", "permit money", "what has it cost us".

use super::{money, of_sheet, own};
use crate::constructions::share::is_part;
use crate::constructions::worth::products;
use crate::constructions::{measures, things, value_cond, Edge};
use crate::frame::{Act, Measure, Top};
use crate::known::{Col, Column, Role};
use crate::link::{Atom, Meaning, Text};
use crate::query::Agg;
use crate::words::{among, TokenKind};

/// "What has it cost us", "and what they've cost": all of it.
pub(super) fn cost(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    if !matches!(text.word(at), "what" | "whats" | "what's") {
        return;
    }
    const IT: &[&str] = &[
        "has", "have", "did", "it", "they", "that", "this", "each", "it's", "its", "they've", "theyve", "all",
    ];
    let from = text.past(at + 1, IT);
    if from == at + 1 || text.word(from) != "cost" {
        return;
    }
    let end = text.past(from + 1, &["us"]);
    let (agg, end) = match (text.word(end), text.word(end + 1)) {
        ("on", "average") => (Agg::Avg, end + 2),
        _ => (Agg::Sum, end),
    };
    for (col, _, score) in measures(text, from).into_iter().take(3) {
        // "Vans and what they've cost": each of them.
        let each = (at..from).any(|i| matches!(text.word(i), "they" | "they've" | "theyve" | "each"));
        let of = each.then_some(Act::OfEach);
        let acts = of.into_iter().chain([Act::Figure(agg, Measure::Col(col))]);
        out.push(Edge::new("takings", at, end, acts.collect(), 1.4 + score));
    }
}

/// Whether a column keeps pieces or what one costs: the worth of both is meant.
pub(super) fn is_piece(text: &Text<'_>, c: Col) -> bool {
    products(text).iter().any(|p| p.0 == c || p.1 == c)
}

/// "Breakfast money", "bar takings": what the rows of a stored value came to.
pub(super) fn money_of_value(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    for atom in text.at(at).iter().filter(|a| a.score >= 0.6) {
        let Meaning::Value { col, value, part } = &atom.meaning else {
            continue;
        };
        if !matches!(text.word(atom.end), "money" | "income" | "takings" | "revenue" | "cash") {
            continue;
        }
        if let Some(c) = own(text, col.table).filter(|c| !is_piece(text, *c)) {
            let acts = vec![
                Act::Figure(Agg::Sum, Measure::Col(c)),
                Act::Where(value_cond(*col, value, *part, false)),
            ];
            out.push(Edge::new("takings", at, atom.end + 1, acts, 1.4 + atom.score.ln()));
        }
    }
}

/// "How much deposit money do we hold": the money of a column that says what it is.
pub(super) fn money_of_column(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    for (col, end, score) in measures(text, at) {
        if text.word(end) != "money" || !text.known.column(col).is_money() {
            continue;
        }
        let who = text.past(end + 1, &["do", "does", "did", "have", "we", "i", "they"]);
        let held = among("hold held have got had", text.word(who)) && who > end + 1;
        let acts = vec![Act::Figure(Agg::Sum, Measure::Col(col))];
        out.push(Edge::new(
            "takings",
            at,
            if held { who + 1 } else { end + 1 },
            acts,
            1.4 + score,
        ));
    }
}

/// "Permit money", "by ticket money": what the rows came to, where nothing is called so.
pub(super) fn money_of_rows(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    // "The share of the ticket money" is a part of it.
    if (0..at).any(|i| is_part(text.word(i))) {
        return;
    }
    for (ent, end, score) in things(text, at) {
        // "Payment method cash" is a stored value.
        let stored = |a: &Atom| matches!(a.meaning, Meaning::Value { .. }) && a.score >= 0.8;
        if text.at(end).iter().any(stored) {
            continue;
        }
        let kept = |m: &(Col, usize, f64)| m.0.table == ent.table() && m.2 > -0.3;
        let said = matches!(text.word(end), "money" | "takings" | "cash");
        if !said || measures(text, end).iter().any(kept) || score < -0.7 {
            continue;
        }
        if let Some(c) = money(text, ent.table()).filter(|c| !is_piece(text, *c)) {
            let acts = vec![Act::Figure(Agg::Sum, Measure::Col(c))];
            out.push(Edge::new("takings", at, end + 1, acts, 1.2 + score));
            if at > 0 && text.word(at - 1) == "by" {
                let acts = vec![Act::By(Measure::Figure(Agg::Sum, c))];
                out.push(Edge::new("takings", at - 1, end + 1, acts, 1.8 + score));
            }
        }
    }
}

/// "Total by department", "her total for each year", where a column is called so.
pub(super) fn total_of(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let before = at.checked_sub(1).map_or("", |b| text.word(b));
    let behind = among("by per for each in this last across since", text.word(at + 1));
    let said = matches!(text.word(at), "total" | "totals") && !among("in of sub running", before);
    let column = text
        .at(at + 1)
        .iter()
        .any(|a| a.score >= 0.9 && matches!(a.meaning, Meaning::Column(_)));
    if !said || column || !(behind || text.tokens.get(at + 1).is_none_or(|t| t.kind == TokenKind::Mark)) {
        return;
    }
    let called = |c: &Column| c.is_number() && c.role == Role::Measure && c.words == ["total"];
    let mut found = text.known.all().filter(|(_, c)| called(c));
    // "Total by supplier", of a sheet of bills: their money, whatever it is called.
    let split = behind || among("daily weekly monthly quarterly yearly annual", before);
    let unnamed = !text.known.all().any(|(_, c)| called(c)) && !named_before(text, at);
    if let Some(col) = of_sheet(text).filter(|_| split && unnamed) {
        let acts = vec![Act::Figure(Agg::Sum, Measure::Col(col))];
        out.push(Edge::new("takings", at, at + 1, acts, 1.2));
    }
    if let (Some((col, _)), None) = (found.next(), found.next()) {
        // "The average total", "average booking total": one of them all.
        let agg = |i: usize| match text.word(i) {
            "average" | "avg" | "mean" => Some(Agg::Avg),
            "highest" | "largest" | "biggest" | "maximum" | "max" | "top" => Some(Agg::Max),
            "lowest" | "smallest" | "minimum" | "min" => Some(Agg::Min),
            "median" => Some(Agg::Median),
            _ => None,
        };
        let whose = |i: usize| {
            text.at(i)
                .iter()
                .any(|a| a.meaning == Meaning::Table(col.table) && a.end == at)
        };
        let spoken = at.checked_sub(2).filter(|i| whose(i + 1));
        if let Some((start, agg)) = at
            .checked_sub(1)
            .into_iter()
            .chain(spoken)
            .find_map(|i| Some((i, agg(i)?)))
        {
            let acts = vec![Act::Figure(agg, Measure::Col(col))];
            out.push(Edge::new("takings", start, at + 1, acts, 1.6));
            return;
        }
        // "Guests total by cottage" adds up something else.
        let other = |a: &Atom| {
            let number = |c: Col| text.known.column(c).is_number();
            a.end == at
                && match a.meaning {
                    Meaning::Table(t) => t != col.table,
                    Meaning::Column(c) => number(c),
                    _ => false,
                }
        };
        if (at.saturating_sub(2)..at).any(|i| text.at(i).iter().any(other)) {
            return;
        }
        let acts = vec![Act::Figure(Agg::Sum, Measure::Col(col))];
        out.push(Edge::new("takings", at, at + 1, acts, 1.2));
    }
}

/// "Who has paid us the most", "which customer spent least": by how much, and not by how often.
pub(super) fn paid_most(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    const PAYS: [&str; 21] = [
        "paid", "pay", "pays", "spent", "spend", "spends", "owes", "owe", "gave", "given", "give", "gives", "donated",
        "donates", "billed", "bills", "bill", "charged", "charges", "charge", "invoiced",
    ];
    // "Which month did we invoice the least".
    let invoices = text.word(at) == "invoice" && at > 0 && matches!(text.word(at - 1), "we" | "i" | "they" | "us");
    if !PAYS.contains(&text.word(at)) && !invoices {
        return;
    }
    let Some((desc, end)) = most(text, at + 1, &["us", "me", "in", "out", "the", "a"]) else {
        return;
    };
    let end = end + usize::from(text.word(end) == "money");
    // "Charges the most an hour": by the rate, which nothing adds up.
    if text.is_of_rate(end) {
        if let Some((rate, ..)) = measures(text, at).first() {
            let top = Top {
                desc,
                by: Some(Measure::Col(*rate)),
                ..Top::default()
            };
            out.push(Edge::new("takings", at, end + 2, vec![Act::Top(top)], 1.8));
        }
        return;
    }
    let mut tables: Vec<usize> = text
        .at(at)
        .iter()
        .filter_map(|a| Some(a.meaning.thing()?.table()))
        .collect();
    tables.dedup();
    for t in tables.into_iter().take(2) {
        if let Some(c) = money(text, t) {
            out.push(Edge::new("takings", at, end, vec![by_sum(desc, c)], 1.0));
        }
    }
}

/// "Us the most", "the least": whether it is the most, and where it ends.
pub(in crate::constructions) fn most(text: &Text<'_>, from: usize, between: &[&str]) -> Option<(bool, usize)> {
    let at = text.past(from, between);
    match text.word(at) {
        "most" => Some((true, at + 1)),
        "least" => Some((false, at + 1)),
        _ => None,
    }
}

/// The one of whose rows a column comes to the most, or to the least.
pub(in crate::constructions) fn by_sum(desc: bool, col: Col) -> Act {
    Act::Top(Top {
        desc,
        by: Some(Measure::Figure(Agg::Sum, col)),
        ..Top::default()
    })
}

/// Whether something stands before the word that may be added up: "guests total by cottage".
fn named_before(text: &Text<'_>, at: usize) -> bool {
    let names = |a: &Atom| a.end == at && matches!(a.meaning, Meaning::Table(_) | Meaning::Column(_)) && a.score >= 0.5;
    (at.saturating_sub(2)..at).any(|i| text.at(i).iter().any(names))
}
