//! "The price of each product": every row with what it has, and no sum for each name or kind.
//!
//! In: the readings of one question. Out: the same without groups, rankings and conditions that it does not ask for.
//! Deliberately absent: which questions those are, see the construction.

use crate::constructions::each_row;
use crate::link::Text;
use crate::query::{Expr, Query};
use crate::read::{keep_better, Reading};

pub(crate) fn settle(text: &Text<'_>, readings: &mut Vec<Reading>) {
    let Some(asked) = each_row::asked(text) else { return };
    let shows = |q: &Query| q.select.iter().any(|e| asked.cols.iter().any(|c| *e == Expr::Col(*c)));
    let plain = |q: &Query| {
        q.group.is_empty() && q.over.is_none() && q.limit.is_none() && !q.select.iter().any(Expr::is_figure)
    };
    keep_better(readings, |r| {
        plain(&r.query) && shows(&r.query) && r.query.filter.is_empty()
    });
    // By their names, and not with all that is kept of them.
    keep_better(readings, |r| {
        let columns = r.query.select.len();
        plain(&r.query) && shows(&r.query) && columns > 1 && columns <= asked.cols.len() + 3
    });
}
