//! Two figures that a question ties together: "how many orders did we have, and what was the average amount".
//!
//! In: the readings of one question. Out: the same without those that give only the second of both, where another gives both.
//! Deliberately absent: parts of a whole, of which "what share is that" asks beside how many there are.

use crate::lexicon;
use crate::link::Text;
use crate::query::{Agg, Expr, Query};
use crate::read::Reading;

pub(crate) fn settle(text: &Text<'_>, readings: &mut Vec<Reading>) {
    if tied(text) && readings.iter().any(|r| both(&r.query)) {
        readings.retain(|r| both(&r.query) || !averages(&r.query));
    }
}

/// "How many ... and what was the average ...".
fn tied(text: &Text<'_>) -> bool {
    let all = 0..text.tokens.len();
    let first = |at: &usize| matches!((text.word(*at), text.word(at + 1)), ("how", "many"));
    let Some(many) = all.clone().find(first) else {
        return false;
    };
    let average = |at: usize| {
        let next = text.past(
            at,
            &[
                "what", "is", "was", "were", "are", "what's", "whats", "their", "the", "its", "with",
            ],
        );
        lexicon::aggregate(text.word(next)) == Some(Agg::Avg)
    };
    all.into_iter()
        .any(|at| at > many && matches!(text.word(at), "and" | ",") && average(at + 1))
}

fn is_count(e: &Expr) -> bool {
    matches!(e, Expr::Agg { agg: Agg::Count, .. })
}

fn averages(q: &Query) -> bool {
    q.select.iter().any(|e| matches!(e, Expr::Agg { agg: Agg::Avg, .. }))
}

fn both(q: &Query) -> bool {
    averages(q) && q.select.iter().any(is_count)
}
