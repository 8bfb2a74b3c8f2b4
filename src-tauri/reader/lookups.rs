//! Kinds by the names that a table of their own keeps: "how many family parcels" are deliveries of that kind, "how many tickets
//! are not closed" are tickets and no states.
//!
//! In: a query. Out: the same with the rows counted that refer to the one row of a name, for of that there is only one.
//! Deliberately absent: names that no row refers to, and several tables that do.

use crate::known::{Col, Known};
use crate::link::{Atom, Meaning, Text};
use crate::query::{Agg, Cond, Expr, Query};

pub(crate) fn counted(text: &Text<'_>, q: &mut Query) {
    let known = text.known;
    let [Expr::Agg {
        agg: Agg::Count, of, ..
    }] = q.select.as_slice()
    else {
        return;
    };
    let table = match **of {
        Expr::Rows(t) => t,
        Expr::Col(c) if known.key(c.table) == Some(c) => c.table,
        _ => return,
    };
    let one = |c: &Cond| matches!(c, Cond::Is { col, values, not: false } if values.len() == 1 && is_name(known, table, *col));
    if !q.group.is_empty() || q.needed().iter().any(|t| *t != table) || q.filter.is_empty() {
        return;
    }
    let refers = |t: &usize| *t != table && known.refers(*t, table) && known.tables[*t].rows > known.tables[table].rows;
    let called = |a: &Atom| a.score >= 0.9 && a.meaning == Meaning::Table(table);
    if (0..text.tokens.len()).any(|at| text.at(at).iter().any(called)) {
        return;
    }
    let named = q.filter.iter().any(one);
    // "How many tickets are not closed", of a table of states: the tickets.
    let spoken = |t: &usize| named || text.said(*t) && !text.said(table);
    let mut found = (0..known.tables.len()).filter(refers).filter(spoken);
    if let (Some(rows), None) = (found.next(), found.next()) {
        q.select = vec![Expr::count(rows)];
        q.tables = vec![rows, table];
    }
}

fn is_name(known: &Known, table: usize, c: Col) -> bool {
    c.table == table && known.column(c).unique
}
