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
    /// Things without what they are grouped by are no group where it is a time, and may be none elsewhere.
    pub(super) fn known_groups(&self, built: Built) -> Vec<Built> {
        let mut missing = Vec::new();
        let mut time = false;
        let rows = built.query.over.as_deref().unwrap_or(&built.query);
        for e in &rows.group {
            let (Expr::Col(c) | Expr::Part(_, c)) = e else { continue };
            let column = self.known.column(*c);
            // What is blank rather than NULL has no day either, and is not what most have.
            let blank = column.has_gaps() && (column.is_time() || built.query.limit.is_some());
            if (column.nulls > 0 || blank) && !rows.filter.iter().any(|f| speaks_of(f, *c)) {
                missing.push(Cond::Null(Expr::Col(*c), true));
                time |= column.is_time();
            }
        }
        if missing.is_empty() {
            return vec![built];
        }
        // What is missing is neither the most nor the least, and nobody who has more than one.
        let picked = (built.query.limit.is_some() || !rows.having.is_empty()) && !time;
        let mut known = built.clone();
        match &mut known.query.over {
            Some(inner) => inner.filter.extend(missing),
            None => known.query.filter.extend(missing),
        }
        if picked {
            return vec![known];
        }
        known.choices.push("known groups");
        let mut all = built;
        if time {
            all.prior -= 0.3;
        } else {
            known.prior -= 0.7;
        }
        vec![all, known]
    }

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
