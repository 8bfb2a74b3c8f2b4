//! "Do we see more ducks or waders", "did we raise more in 2024 or in 2025": a figure of each side, so that both can be seen.
//!
//! In: the readings of one question. Out: the same without those that only list the rows of both, and where one on average is
//! compared, without those that add up or count. Deliberately absent: which side is the answer; the figures say so.

use crate::link::Text;
use crate::query::{Agg, Cond, Expr, Query};
use crate::read::{keep_better, Reading};
use crate::words::among;

pub(crate) fn settle(text: &Text<'_>, readings: &mut Vec<Reading>) {
    let opens = among("do does did are is were was have has", text.word(0));
    let has = |list: &str| text.tokens.iter().any(|t| among(list, &t.lower));
    // "With a price higher than 100" sets nothing against anything.
    let bound = |at: usize| text.word(at) == "than" && text.tokens.get(at + 1).is_some_and(|t| t.number.is_some());
    let against = has("or than") && !(0..text.tokens.len()).any(bound);
    if !(opens && has("more less fewer better worse longer higher lower oftener") && against) {
        return;
    }
    keep_better(readings, |r| sides(&r.query));
    // Which is more can be seen.
    for r in readings.iter_mut().filter(|r| sides(&r.query)) {
        r.unused.retain(|w| !among("more less fewer", w));
    }
    if has("average avg mean") {
        let mean = |e: &Expr| matches!(e, Expr::Agg { agg: Agg::Avg, .. });
        keep_better(readings, |r| r.query.select.iter().any(mean));
    }
}

/// Whether both sides have a figure of their own.
fn sides(q: &Query) -> bool {
    let figures = q.select.iter().filter(|e| e.is_figure()).count();
    let both = |c: &Cond| match c {
        Cond::Is { values, not: false, .. } => values.len() > 1,
        Cond::Any(all) => all.len() > 1,
        Cond::PartIs(_, _, parts) => parts.len() > 1,
        _ => false,
    };
    figures > 1 && q.group.is_empty()
        || figures > 0 && !q.group.is_empty() && q.filter.iter().any(both) && q.limit.is_none()
}
