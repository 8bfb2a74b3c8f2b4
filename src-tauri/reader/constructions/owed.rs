//! What has not been paid yet, and how much it is: "how much do patients still owe us", "total outstanding", "who owes us money".

use super::{takings, things, Construction, Edge};
use crate::dues;
use crate::frame::{Act, Ent, Key, Measure};
use crate::known::{Col, Column};
use crate::lexicon::{self, Opener};
use crate::link::{came_to_nothing, Meaning, Text};
use crate::lost;
use crate::query::{Agg, Cond, Expr, Op};
use crate::rank::keeps_people;
use crate::words::among;

pub const OWED: Construction = Construction {
    name: "owed",
    find,
    reads: &[
        "how much do projects still owe us",
        "total unpaid",
        "who still owes us money and how much does each of them owe",
    ],
    leaves: &["how much do we sell", "total amount"],
};

const OWED_WORDS: [&str; 7] = ["owe", "owes", "owed", "owing", "unpaid", "outstanding", "overdue"];

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    who_owes(text, at, out);
    // "Still to be paid", "left to pay".
    let due = |i: usize| {
        text.word(i) == "to"
            && matches!(
                (text.word(i + 1), text.word(i + 2)),
                ("pay", _) | ("be" | "get", "paid")
            )
    };
    let owed = |i: usize| OWED_WORDS.contains(&text.word(i)) || due(i);
    // "How much", "total", where what is owed stands behind.
    let asks = match (text.word(at), text.word(at + 1)) {
        ("how", "much") => Some(at + 2),
        ("total" | "amount" | "sum" | "balance", _) => Some(at + 1),
        _ => None,
    };
    if let Some(end) = asks {
        let most = if text.word(at) == "how" { 6 } else { 3 };
        let paid = text.word(text.past(end, &["amount", "money"])) == "paid";
        let end = text.past(end, &["is", "are", "was", "were", "do", "does", "money", "amount"]);
        if (end..end + most).any(owed) || paid {
            let asked = (end..end + most).find(|i| owed(*i));
            for c in balances(text).into_iter().filter(|_| !paid) {
                let acts = vec![Act::Figure(Agg::Sum, Measure::Col(c))];
                let past = match asked {
                    Some(i) if due(i) => text.past(i + 1, &["be", "get", "pay", "paid"]),
                    Some(i) if text.word(at) != "how" => i + 1,
                    _ => end,
                };
                out.push(Edge::new("owed", at, past, acts.clone(), 1.4));
                // "Total owed by customer": each of those who owe.
                for (ent, end, score) in things(text, past + 1) {
                    if text.word(at) != "how" && among("by per for", text.word(past)) {
                        let group = Act::Group(vec![Key::Ent(ent)]);
                        let acts = acts.iter().cloned().chain(open(text, c)).chain([group]);
                        out.push(Edge::new("owed", at, end, acts.collect(), 2.0 + score));
                    }
                }
            }
            for (col, _) in settled(text) {
                if let Some(c) = takings::own(text, col.table) {
                    let acts = vec![Act::Figure(Agg::Sum, Measure::Col(c))];
                    out.push(Edge::new("owed", at, end, acts, 0.8));
                }
            }
        }
    }
    // "Outstanding balance by customer", "amounts owing".
    let amounts = |i: usize| among("balance balances amount amounts money total totals", text.word(i));
    if owed(at) && amounts(at + 1) || amounts(at) && owed(at + 1) {
        for c in balances(text) {
            let acts = vec![Act::Figure(Agg::Sum, Measure::Col(c))];
            out.push(Edge::new("owed", at, at + 2, acts, 1.6));
        }
    }
    owes_most(text, at, out);
    // "Still owe their subs for this year", "haven't paid their fee", of a column that says yes or no to it.
    let verb = text.past(at + 1, &["yet", "been", "fully", "completely"]);
    let unpaid = lexicon::is_not(text.word(at)) && matches!(text.word(verb), "paid" | "settled");
    if owed(at) || unpaid {
        let start = at - usize::from(at > 0 && text.word(at - 1) == "still");
        let next = text.past(
            if unpaid { verb + 1 } else { at + 1 },
            &["us", "their", "there", "the", "his", "her", "a", "any", "money", "for"],
        );
        for atom in text.at(next).iter().filter(|a| a.score >= 0.3) {
            let Meaning::Column(col) = atom.meaning else { continue };
            let c = text.known.column(col);
            let no = c.noes();
            const FEES: [&str; 9] = [
                "subs", "sub", "dues", "fee", "fees", "deposit", "rent", "paid", "settled",
            ];
            let fee = c.words.iter().any(|w| FEES.contains(&w.as_str()));
            if !fee || no.is_empty() || !c.says_yes_or_no() {
                continue;
            }
            let end = year_of_name(text, &c.words, atom.end).unwrap_or(atom.end);
            let cond = Cond::Is {
                col,
                values: no,
                not: false,
            };
            out.push(Edge::new("owed", start, end, vec![Act::Where(cond)], 1.2));
        }
    }
    // "Who owes subs", of a column that keeps how much.
    if owed(at) {
        let start = at - usize::from(at > 0 && text.word(at - 1) == "still");
        let next = text.past(at + 1, &["us", "their", "the", "any"]);
        for atom in text.at(next).iter().filter(|a| a.score >= 0.5) {
            let Meaning::Column(col) = atom.meaning else { continue };
            let c = text.known.column(col);
            if c.is_number() && c.words.iter().any(|w| OWED_WORDS.contains(&w.as_str())) {
                let some = Cond::Compare(Expr::Col(col), Op::Gt, Expr::Num(0.0));
                out.push(Edge::new("owed", start, atom.end, vec![Act::Where(some)], 2.0));
            }
        }
    }
    // "Which jobs are still unpaid", "bookings with money owing": some of it is not paid yet.
    if owed(at) || unpaid {
        let start = at - usize::from(at > 0 && text.word(at - 1) == "still");
        let end = if unpaid { verb + 1 } else { at + 1 };
        let end = text.past(
            end,
            &["to", "us", "me", "money", "anything", "something", "in", "full", "up"],
        );
        for c in balances(text) {
            // Who paid a part has not paid in full.
            let full = (at..end).any(|i| matches!(text.word(i), "fully" | "completely" | "full"));
            out.push(Edge::new(
                "owed",
                start,
                end,
                open(text, c),
                if full { 2.4 } else { 1.1 },
            ));
        }
    }
    // "Still owe us", "owes us money".
    if owed(at) && matches!(text.word(at + 1), "us" | "me" | "to") {
        let start = at - usize::from(at > 0 && text.word(at - 1) == "still");
        let end = text.past(at + 1, &["to", "us", "me", "money", "anything", "something"]);
        for (_, cond) in settled(text) {
            out.push(Edge::new("owed", start, end, vec![Act::Where(cond)], 1.0));
        }
    }
}

/// "Who still owes us money", "who hasn't paid": each with all that they owe, and "how much each of them owes" says no more.
fn who_owes(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    const OWES: [&str; 4] = ["owe", "owes", "owed", "owing"];
    let who = |i: usize| matches!(text.word(i), "who" | "whos" | "who's");
    let from = text.past(
        at + 1,
        &["still", "currently", "is", "are", "has", "have", "yet", "all"],
    );
    let unpaid = |i: usize| {
        lexicon::is_not(text.word(i)) && matches!(text.word(text.past(i + 1, &["yet", "been"])), "paid" | "settled")
    };
    let verb = match () {
        () if who(at) && OWES.contains(&text.word(from)) => Some(from + 1),
        () if who(at) && unpaid(from) => Some(text.past(from + 1, &["yet", "been"]) + 1),
        () => None,
    };
    // Of a deposit the whole bill says nothing.
    let whole = !text.tokens.iter().any(|t| among(dues::PARTS, &t.lower));
    if let Some(verb) = verb.filter(|_| whole) {
        let end = text.past(verb, &["us", "me", "money", "anything", "to", "in", "full", "up"]);
        for c in balances(text) {
            for key in debtors(text, c.table) {
                let mut acts = vec![
                    Act::Ask(Opener::Who),
                    Act::Figure(Agg::Sum, Measure::Col(c)),
                    Act::Group(vec![key]),
                ];
                acts.extend(open(text, c));
                out.push(Edge::new("owed", at, end, acts, 2.2));
            }
        }
        for (place, (col, cond)) in settled(text).into_iter().take(2).enumerate() {
            let ours = !takings::goes_out(text, col.table);
            let Some(c) = takings::money(text, col.table).filter(|_| ours) else {
                continue;
            };
            for key in debtors(text, col.table) {
                let acts = vec![
                    Act::Ask(Opener::Who),
                    Act::Figure(Agg::Sum, Measure::Col(c)),
                    Act::Where(cond.clone()),
                    Act::Group(vec![key]),
                ];
                out.push(Edge::new("owed", at, end, acts, 1.6 - 0.3 * place as f64));
            }
        }
    }
    // "And how much does each of them owe".
    let asked = (0..at).any(|i| who(i) && (i + 1..i + 5).any(|n| OWES.contains(&text.word(n)) || unpaid(n)));
    if asked && (text.word(at), text.word(at + 1)) == ("how", "much") {
        let next = text.past(
            at + 2,
            &[
                "do", "does", "did", "each", "of", "them", "they", "is", "one", "person", "it",
            ],
        );
        let end = next + usize::from(OWES.contains(&text.word(next)));
        out.push(Edge::new("owed", at, text.past(end, &["us", "me"]), Vec::new(), 0.9));
    }
}

/// "Which customer owes the most": by what is still to be paid.
fn owes_most(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    if !matches!(text.word(at), "owe" | "owes" | "owed") {
        return;
    }
    let Some((desc, end)) = takings::most(text, at + 1, &["us", "me", "the"]) else {
        return;
    };
    let end = end + usize::from(text.word(end) == "money");
    let mut found: Vec<(Col, Vec<Act>)> = balances(text).into_iter().map(|c| (c, open(text, c))).collect();
    if found.is_empty() {
        let unpaid = settled(text).into_iter();
        found.extend(unpaid.filter_map(|(col, cond)| Some((takings::money(text, col.table)?, vec![Act::Where(cond)]))));
    }
    for (c, mut acts) in found.into_iter().take(2) {
        acts.push(takings::by_sum(desc, c));
        out.push(Edge::new("owed", at, end, acts, 1.8));
    }
}

/// Those who may owe for rows of a table: the nearest people who do not work here, else the column that names them.
fn debtors(text: &Text<'_>, table: usize) -> Vec<Key> {
    let known = text.known;
    if known.is_human(table) {
        return vec![Key::Ent(Ent::Table(table))];
    }
    let mut near = known.up(table).into_iter();
    // A pub with a telephone owes as people do.
    let reached = |t: usize| known.is_human(t) || keeps_people(&known.tables[t]);
    if let Some(t) = near.find(|t| reached(*t) && !known.is_staff(*t)) {
        return vec![Key::Ent(Ent::Table(t))];
    }
    let names = |c: &Column| {
        let person = c.words.iter().any(|w| lexicon::is_person(w));
        let staff = c.words.iter().any(|w| lexicon::is_staff(w));
        c.is_text() && person && !staff && !c.is_numbering()
    };
    let columns = known.columns(table).filter(|(_, c)| names(c));
    columns.take(1).map(|(col, _)| Key::Ent(Ent::Column(col))).collect()
}

/// That some of it is not paid yet; nobody owes for what was called off.
fn open(text: &Text<'_>, c: Col) -> Vec<Act> {
    let some = Cond::Compare(Expr::Col(c), Op::Gt, Expr::Num(0.0));
    let mut columns = text.known.columns(c.table);
    let off = columns.find_map(|(col, column)| Some((col, came_to_nothing(column)?.0)));
    let off = off.map(|state| Act::LeftOut(lost::none_of(text.known, &state)));
    std::iter::once(Act::Where(some)).chain(off).collect()
}

/// The numbers that say what is still to be paid of a row.
fn balances(text: &Text<'_>) -> Vec<Col> {
    // Who has not paid the deposit may have paid nothing, or all.
    if text.tokens.iter().any(|t| among(dues::PARTS, &t.lower)) {
        return Vec::new();
    }
    let ours = |t: &usize| !takings::goes_out(text, *t);
    let tables = (0..text.known.tables.len()).filter(ours);
    tables
        .filter_map(|t| dues::outstanding(text.known, t))
        .take(2)
        .collect()
}

/// Where a time ends that a column's name says itself: "for this year" of `subs_2026`.
fn year_of_name(text: &Text<'_>, words: &[String], at: usize) -> Option<usize> {
    let from = text.past(at, &["for", "in", "of"]);
    text.at(from).iter().find_map(|a| match a.meaning {
        Meaning::Time(i) => {
            let time = text.times.get(i)?;
            let year = time.from.as_deref()?.get(..4)?;
            words.iter().any(|w| w == year).then_some(a.end)
        }
        _ => None,
    })
}

/// Columns that tell whether a row is paid for, with the condition that it is not.
fn settled(text: &Text<'_>) -> Vec<(Col, Cond)> {
    let says = |c: &Column| c.words.iter().any(|w| matches!(w.as_str(), "paid" | "settled")) && !dues::is_part(text, c);
    let mut out: Vec<(Col, Cond)> = Vec::new();
    for (col, c) in text.known.all() {
        let paid: Vec<String> = c
            .top
            .iter()
            .filter(|v| v.trim().eq_ignore_ascii_case("paid"))
            .cloned()
            .collect();
        if text.is_flag(col) && says(c) {
            // Whoever has one that is not paid owes something, whatever else is paid.
            let no = c.noes();
            let cond = match no.is_empty() || !c.is_text() {
                true => Cond::Yes(col, false),
                false => Cond::Is {
                    col,
                    values: no,
                    not: false,
                },
            };
            out.push((col, cond));
        } else if c.is_time() && !c.is_number() && c.has_gaps() && says(c) {
            out.push((col, Cond::Null(Expr::Col(col), false)));
        } else if c.is_text() && !paid.is_empty() && c.distinct <= 8 {
            // Where a text says that it is owed, what was waived or written off is not.
            let owing = |v: &&String| OWED_WORDS.contains(&v.trim().to_lowercase().as_str());
            let owed: Vec<String> = c.top.iter().filter(owing).cloned().collect();
            let settled = |v: &&String| {
                const SETTLED: [&str; 9] = [
                    "waived",
                    "written off",
                    "cancelled",
                    "canceled",
                    "refunded",
                    "void",
                    "exempt",
                    "free",
                    "n/a",
                ];
                paid.contains(v) || owing(v) || SETTLED.contains(&v.trim().to_lowercase().as_str())
            };
            // What was sent, or paid in part, is owed as well.
            let not = owed.is_empty() || !c.top.iter().all(|v| settled(&v));
            let cond = Cond::Is {
                col,
                values: if not { paid } else { owed },
                not,
            };
            // What says that it is owed is surer than a day that is not there.
            let place = if not { out.len() } else { 0 };
            out.insert(place, (col, cond));
        }
    }
    out
}
