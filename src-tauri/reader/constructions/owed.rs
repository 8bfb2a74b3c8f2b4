//! What has not been paid yet, and how much it is: "how much do patients still owe us", "total outstanding", "who owes us money".

use super::{takings, Construction, Edge};
use crate::frame::{Act, Measure};
use crate::known::{yes_or_no, Col, Column};
use crate::link::{Meaning, Text};
use crate::query::{Agg, Cond, Expr};

pub const OWED: Construction = Construction {
    name: "owed",
    find,
    reads: &["how much do projects still owe us", "total unpaid"],
    leaves: &["how much do we sell", "total amount"],
};

const OWED_WORDS: [&str; 7] = ["owe", "owes", "owed", "owing", "unpaid", "outstanding", "overdue"];

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let owed = |i: usize| OWED_WORDS.contains(&text.word(i));
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
            for (col, _) in settled(text) {
                if let Some(c) = takings::own(text, col.table) {
                    let acts = vec![Act::Figure(Agg::Sum, Measure::Col(c))];
                    out.push(Edge::new("owed", at, end, acts, 0.8));
                }
            }
        }
    }
    // "Still owe their subs for this year", of a column that says yes or no to it.
    if owed(at) {
        let start = at - usize::from(at > 0 && text.word(at - 1) == "still");
        let next = text.past(
            at + 1,
            &["us", "their", "there", "the", "his", "her", "a", "any", "money", "for"],
        );
        for atom in text.at(next).iter().filter(|a| a.score >= 0.6) {
            let Meaning::Column(col) = atom.meaning else { continue };
            let c = text.known.column(col);
            let no: Vec<String> = c.top.iter().filter(|v| yes_or_no(v) == Some(false)).cloned().collect();
            let yes_or_no_alone = c.top.iter().all(|v| v.trim().is_empty() || yes_or_no(v).is_some());
            if !text.is_flag(col) || no.is_empty() || !yes_or_no_alone || !c.is_text() {
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
    // "Still owe us", "owes us money".
    if owed(at) && matches!(text.word(at + 1), "us" | "me" | "to") {
        let start = at - usize::from(at > 0 && text.word(at - 1) == "still");
        let end = text.past(at + 1, &["to", "us", "me", "money", "anything", "something"]);
        for (_, cond) in settled(text) {
            out.push(Edge::new("owed", start, end, vec![Act::Where(cond)], 1.0));
        }
    }
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
    let says = |c: &Column| c.words.iter().any(|w| matches!(w.as_str(), "paid" | "settled"));
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
            let no: Vec<String> = c.top.iter().filter(|v| yes_or_no(v) == Some(false)).cloned().collect();
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
            let cond = Cond::Is {
                col,
                values: paid,
                not: true,
            };
            out.push((col, cond));
        }
    }
    out
}
