//! Comparisons with what other rows hold: "above the average", "more than all of France", "home score above away score".

use super::Walk;
use crate::ask::builtin::choose::Chooser;
use crate::ask::builtin::cues::{Adjective, Cue};
use crate::ask::builtin::mentions::{Kind, Meaning};
use crate::ask::builtin::query::{Agg, Col, Cond, Expr, Op, Query, Value};

/// Items behind a comparison in which conditions on its other side are looked for.
const REACH: usize = 6;

impl Walk<'_> {
    /// "above the average [weight] [of French players]", "than the minimum price of ...".
    pub(super) fn against_aggregate(
        &mut self,
        i: usize,
        j: usize,
        op: Op,
        agg: Agg,
        adjective: Option<&'static Adjective>,
        ch: &mut Chooser,
    ) {
        let left = self
            .left_of(i)
            .or_else(|| adjective.and_then(|a| self.hinted(a, None)).map(|h| h.0));
        let right = (j + 1..self.items.len().min(j + 4)).find_map(|k| self.column_at(k).map(|c| (k, c)));
        let Some(c) = left.or(right.map(|r| r.1)) else { return };
        self.take(i, "compared");
        self.take(j, "of all");
        let mut of = c;
        let mut end = j;
        if let Some((k, r)) = right.filter(|r| r.1 == c || left.is_none() || self.is_number(r.1)) {
            self.take(k, "of all");
            (of, end) = (r, k);
        }
        let inner = self.inner(Expr::agg(agg, Expr::Column(of)), end, ch);
        self.filter(Cond::Compare(Expr::Column(c), op, Value::Query(Box::new(inner))), i);
    }

    /// "hold more people than the average arena".
    pub(super) fn more_than_usual(&mut self, i: usize, j: usize, k: usize, c: Col, op: Op, agg: Agg) {
        for at in [i, j, k] {
            self.take(at, "compared");
        }
        if self.table_at(k + 1) == Some(c.table) {
            self.take(k + 1, "of all");
        }
        let inner = Query {
            select: vec![Expr::agg(agg, Expr::Column(c))],
            ..Query::default()
        };
        self.parts.tables.push((c.table, j));
        self.filter(Cond::Compare(Expr::Column(c), op, Value::Query(Box::new(inner))), i);
    }

    /// "home score above away score"; "revenue above the revenue of all companies in Austin".
    pub(super) fn against_column(&mut self, i: usize, j: usize, op: Op, ch: &mut Chooser) {
        let right = self.column_at(j);
        let (Some(left), Some(right)) = (self.left_of(i), right) else {
            return;
        };
        if left == right {
            return self.against_others(i, j, left, op, ch);
        }
        if left.table == right.table {
            self.take(i, "compared");
            self.take(j, "compared");
            self.filter(
                Cond::Compare(Expr::Column(left), op, Value::Expr(Expr::Column(right))),
                i,
            );
        }
    }

    /// The same column on both sides: of all, of some, or of the one row that the conditions behind it leave.
    fn against_others(&mut self, i: usize, j: usize, c: Col, op: Op, ch: &mut Chooser) {
        let behind = self.items[j].end..self.tokens.len().min(self.items[j].end + 4);
        let says = |words: &[&str]| self.tokens[behind.clone()].iter().any(|t| t.is_any(words));
        let upward = matches!(op, Op::Gt | Op::Ge);
        let of = if says(&["all", "every", "each"]) {
            Expr::agg(if upward { Agg::Max } else { Agg::Min }, Expr::Column(c))
        } else if says(&["any", "some"]) {
            Expr::agg(if upward { Agg::Min } else { Agg::Max }, Expr::Column(c))
        } else {
            Expr::Column(c)
        };
        let alone = of == Expr::Column(c);
        let inner = self.inner(of, j, ch);
        if alone && inner.filter.is_empty() {
            return;
        }
        self.take(i, "compared");
        self.take(j, "compared");
        self.filter(Cond::Compare(Expr::Column(c), op, Value::Query(Box::new(inner))), i);
    }

    /// The query of the other side. Values said behind it may be conditions on it or on what is asked for.
    fn inner(&mut self, of: Expr, end: usize, ch: &mut Chooser) -> Query {
        let stop = (end + 1..self.items.len().min(end + REACH))
            .find(|k| {
                matches!(self.cue(*k), Some(Cue::And | Cue::But | Cue::Or)) || matches!(self.items[*k].kind, Kind::Mark)
            })
            .unwrap_or(self.items.len().min(end + REACH));
        let values: Vec<usize> = (end + 1..stop)
            .filter(|k| matches!(self.mention(*k), Some(Meaning::Value { .. })))
            .collect();
        let mut inner = Query {
            select: vec![of],
            ..Query::default()
        };
        if values.is_empty() || !ch.whether("condition of the other side", 0.6) {
            return inner;
        }
        for k in values {
            let Some(Meaning::Value { col, text, part, .. }) = self.mention(k).cloned() else {
                continue;
            };
            self.take(k, format!("'{text}'"));
            self.consume_column_of(k, col);
            inner.filter.push(Cond::text(col, text, part));
        }
        inner
    }
}
