//! Those who have left are no members: what the rows of a table say of now is said by those that nothing has ended.

use super::beside::speaks_of;
use super::{Builder, Built};
use crate::known::Col;
use crate::lexicon;
use crate::query::{Cond, Expr, Query};
use crate::words::stem;

/// Names of days that end what a row stands for, rather than one of its steps.
const ENDED: &[&str] = &[
    "left", "leav", "leave", "resign", "quit", "termin", "close", "closed", "to", "until", "end", "ended", "retir",
];
/// What it costs that the question does not say so.
const UNSAID: f64 = 1.0;

impl Builder<'_> {
    /// The query, and the same for what has not ended where a table keeps the day of it.
    pub(super) fn present(&self, built: Built) -> Vec<Built> {
        let now = self.open_end(built.query.over.as_deref().unwrap_or(&built.query));
        let alive = now.map(|col| {
            let mut alive = built.clone();
            let open = Cond::Null(Expr::Col(col), false);
            match &mut alive.query.over {
                Some(rows) => rows.filter.push(open),
                None => alive.query.filter.push(open),
            }
            alive.prior -= UNSAID;
            alive.choices.push("present");
            alive
        });
        [Some(built), alive].into_iter().flatten().collect()
    }

    /// The day that ends rows of the query, where nothing of it speaks of that table's days.
    fn open_end(&self, q: &Query) -> Option<Col> {
        let mut spoken: Vec<Col> = Vec::new();
        let mut add = |_: usize, c: Option<Col>| spoken.extend(c);
        q.select.iter().chain(&q.group).for_each(|e| e.visit(&mut add));
        let ends = |col: Col| {
            let c = self.known.column(col);
            let some = c.is_time() && !c.is_number() && c.nulls > 0 && c.nulls < c.rows;
            some && !lexicon::is_cover(&c.words)
                && c.words
                    .iter()
                    .any(|w| ENDED.contains(&w.as_str()) || ENDED.contains(&stem(w).as_str()))
        };
        let columns = q
            .needed()
            .into_iter()
            .flat_map(|t| self.known.columns(t))
            .map(|(col, _)| col);
        let mut free =
            columns.filter(|c| ends(*c) && !spoken.contains(c) && !q.filter.iter().any(|f| speaks_of(f, *c)));
        free.next()
    }
}
