//! What still holds by a day that it ends on: "under warranty", "out of contract", "an expired passport".

use super::{Construction, Edge};
use crate::frame::Act;
use crate::known::{Col, Column};
use crate::lexicon;
use crate::link::{Meaning, Text};
use crate::query::Cond;

pub const VALID: Construction = Construction {
    name: "valid",
    find,
    reads: &[
        "parcels out of cover",
        "parcels still under cover",
        "parcels whose cover has run out",
        "parcels with an expired cover",
    ],
    leaves: &["parcels out of stock"],
};

const ENDS: &[&str] = &[
    "end",
    "ends",
    "ended",
    "until",
    "till",
    "expiry",
    "expires",
    "expire",
    "expiration",
    "exp",
    "to",
    "due",
    "through",
];

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let Some(today) = &text.asked.today else { return };
    itself(text, at, today, out);
    let from = at + usize::from(text.word(at) == "still");
    let (noun, end, over) = match (text.word(from), text.word(from + 1)) {
        ("out", "of") => (from + 2, from + 3, true),
        ("expired" | "lapsed", _) => (from + 1, from + 2, true),
        ("in" | "under" | "within", _) => (from + 1, from + 2, false),
        // "Warranty has run out", "warranty expired".
        _ => match run_out(text, at + 1) {
            Some(end) if !asked_when(text, at, end) => (at, end, true),
            _ => return,
        },
    };
    let Some(token) = text.tokens.get(noun).filter(|t| t.lower.len() > 2) else {
        return;
    };
    let meant = |col: Col| text.at(noun).iter().any(|a| a.meaning == Meaning::Column(col));
    let ends = |col: Col, c: &Column| {
        let named = (c.stems.contains(&token.stem) || meant(col)) && !ENDS.contains(&token.lower.as_str());
        named && c.is_time() && !c.is_number() && c.words.iter().any(|w| ENDS.contains(&w.as_str()))
    };
    for (col, _) in text.known.all().filter(|(col, c)| ends(*col, c)) {
        let cond = Cond::When {
            col,
            from: Some(today.clone()),
            to: None,
            not: over,
        };
        out.push(Edge::new("valid", at, end, vec![Act::Where(cond)], 1.0));
    }
}

/// "Certificates that have run out", "lapsed memberships": the thing's own day on which it ends.
fn itself(text: &Text<'_>, at: usize, today: &str, out: &mut Vec<Edge>) {
    let denied = (at.saturating_sub(3)..at).any(|i| lexicon::is_not(text.word(i)));
    let Some(end) = run_out(text, at).filter(|end| !asked_when(text, at, *end) && !denied) else {
        return;
    };
    // Goods run out when none are left.
    let stock = |w: &String| matches!(w.as_str(), "stock" | "quantity" | "qty" | "hand");
    let stocked = |t: usize| text.known.columns(t).any(|(_, c)| c.words.iter().any(stock));
    let ran_out = text.word(end - 1) == "out";
    let table = |t: usize| (0..text.tokens.len()).any(|i| text.at(i).iter().any(|a| a.meaning == Meaning::Table(t)));
    for t in (0..text.known.tables.len()).filter(|t| table(*t) && !(ran_out && stocked(*t))) {
        let mut days = text.known.columns(t).filter(|(_, c)| is_expiry(c));
        if let (Some((col, _)), None) = (days.next(), days.next()) {
            let cond = Cond::When {
                col,
                from: Some(today.to_owned()),
                to: None,
                not: true,
            };
            out.push(Edge::new("valid", at, end, vec![Act::Where(cond)], 0.9));
        }
    }
}

/// Whether a column is the day on which something stops being valid.
pub(crate) fn is_expiry(c: &Column) -> bool {
    let says = |w: &String| {
        matches!(
            w.as_str(),
            "expires" | "expiry" | "expire" | "expired" | "expiration" | "exp" | "until" | "lapses" | "lapse"
        )
    };
    c.is_time() && !c.is_number() && c.words.iter().any(says)
}

/// Whether a time stands behind it, or it is asked for: "runs out next month", "when the cover runs out".
fn asked_when(text: &Text<'_>, at: usize, end: usize) -> bool {
    let behind = text.past(
        end,
        &[
            "in", "by", "on", "before", "after", "within", "during", "the", "end", "of",
        ],
    );
    let timed = (end..=behind).any(|i| text.at(i).iter().any(|a| matches!(a.meaning, Meaning::Time(_))));
    timed || (at.saturating_sub(3)..at).any(|i| text.word(i) == "when")
}

/// Where "has run out" or "expired" ends.
fn run_out(text: &Text<'_>, at: usize) -> Option<usize> {
    let from = text.past(at, &["has", "have", "is", "are", "already", "now", "had"]);
    match (text.word(from), text.word(from + 1)) {
        ("run" | "ran" | "runs", "out") => Some(from + 2),
        ("expired" | "lapsed", _) => Some(from + 1),
        _ => None,
    }
}
