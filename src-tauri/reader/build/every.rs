//! What holds of some rows of a thing for each of several values, or of all its rows: "both A and B", "only ever".

use super::Builder;
use crate::frame::Ent;
use crate::known::Col;
use crate::query::{Cond, Expr, Query};

impl Builder<'_> {
    /// "Both A and B": for each value the thing has a row with it.
    pub(super) fn each_of(&self, cond: &Cond, target: Option<Ent>) -> Option<Vec<Cond>> {
        let target = target.filter(|_| self.frame.both)?;
        let single = |v: &String, col: Col| Cond::Is {
            col,
            values: vec![v.clone()],
            not: false,
        };
        let several: Vec<Cond> = match cond {
            Cond::Is {
                col,
                values,
                not: false,
            } => values.iter().map(|v| single(v, *col)).collect(),
            Cond::Any(any) => any.clone(),
            _ => return None,
        };
        let mut cols: Vec<Col> = Vec::new();
        several.iter().for_each(|c| c.visit(&mut |_, c| cols.extend(c)));
        cols.dedup();
        let ([col], true) = (cols.as_slice(), several.len() > 1) else {
            return None;
        };
        let (own, theirs) = match target {
            Ent::Table(of) if of != col.table && !self.known.belongs(of, col.table) => self.hook(of, col.table)?,
            Ent::Column(c) if c != *col && !self.known.column(c).unique => (c, c),
            _ => return None,
        };
        let each = several
            .into_iter()
            .map(|one| Cond::Among(own, Box::new(rows_with(theirs, col.table, vec![one])), false));
        Some(each.collect())
    }

    /// "Who have only ever paid by card": with a row that it holds of, and none of which it does not.
    pub(super) fn always(&self, cond: &Cond, target: Option<Ent>) -> Vec<Cond> {
        let mut table = None;
        cond.visit(&mut |t, _| table = Some(t));
        let tied = table.and_then(|t| {
            let (own, theirs) = match target? {
                Ent::Table(of) if of != t && !self.known.belongs(of, t) => self.hook(of, t)?,
                Ent::Column(c) if c.table == t => (c, c),
                _ => return None,
            };
            let some = Cond::Among(own, Box::new(rows_with(theirs, t, vec![cond.clone()])), false);
            Some(vec![some, self.absent(target, t, &[cond.clone().denied()], 0)?])
        });
        tied.unwrap_or_else(|| vec![cond.clone()])
    }
}

/// Rows of what is tied to a thing, perhaps over a table between, for which these hold.
pub(super) fn rows_with(theirs: Col, table: usize, filter: Vec<Cond>) -> Query {
    Query {
        select: vec![Expr::Col(theirs)],
        tables: if theirs.table == table {
            Vec::new()
        } else {
            vec![theirs.table, table]
        },
        filter,
        ..Query::default()
    }
}
