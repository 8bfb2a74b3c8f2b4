//! Bounds that no row meets: "donations over £1,500" are not those with a card fee over it, where no fee is so high.
//!
//! In: the readings of one question. Out: the same without those whose bound lies beyond all that the column holds, where another
//! holds the same bound against a number that reaches it. Deliberately absent: columns whose ends are not known.

use crate::constructions::money;
use crate::known::{Col, Known};
use crate::link::{Atom, Meaning, Text};
use crate::query::{Agg, Cond, Expr, Op, Query};
use crate::read::{drop_worse, keep_better, Reading};

/// From here on a column is named, if without its unit.
const NAMED: f64 = 0.7;

pub(crate) fn settle(text: &Text<'_>, readings: &mut Vec<Reading>) {
    of_money(text, readings);
    // What is named is meant, whether any row meets it or not.
    let named = |c: Col| {
        let is = |a: &Atom| a.score >= NAMED && a.meaning == Meaning::Column(c);
        (0..text.tokens.len()).any(|at| text.at(at).iter().any(is))
    };
    drop_worse(readings, |all, r| {
        let beyond = bounds(text.known, &r.query).filter(|b| !b.met && !b.on.is_some_and(named));
        beyond.into_iter().any(|b| {
            // Rows of another table, or groups, meet it for reasons of their own.
            let table = |c: Option<Col>| c.map(|c| c.table);
            let beside = |m: &Bound| m.on.is_some() && (b.on.is_none() || table(m.on) == table(b.on));
            let same = |o: &Reading| bounds(text.known, &o.query).any(|m| m.met && m.of == b.of && beside(&m));
            all.iter().any(same)
        })
    });
}

/// "Donations over £1,500", where no column of numbers is named: what each of them came to.
fn of_money(text: &Text<'_>, readings: &mut Vec<Reading>) {
    let named = |a: &Atom| match a.meaning {
        Meaning::Column(c) => a.score >= NAMED && text.known.column(c).is_number(),
        _ => false,
    };
    if (0..text.tokens.len()).any(|at| text.at(at).iter().any(named)) {
        return;
    }
    // A number may be read from the words before it, too.
    let number = |at: usize| text.tokens[at].number.and_then(|_| text.number(at));
    let amounts: Vec<f64> = (0..text.tokens.len())
        .filter_map(number)
        .filter(|n| n.2.as_deref() == Some("money"))
        .map(|n| n.0)
        .collect();
    let is = |c: &Cond| match c {
        Cond::Compare(Expr::Col(col), _, Expr::Num(n)) => amounts.contains(n) && money(text, col.table) == Some(*col),
        _ => false,
    };
    let held = |q: &Query| q.filter.iter().filter(|c| is(c)).count();
    keep_better(readings, |r| !amounts.is_empty() && held(&r.query) >= amounts.len());
}

struct Bound {
    /// Which way, and the number.
    of: (Op, f64),
    /// The column, where it is not of groups.
    on: Option<Col>,
    /// Whether some row may meet it.
    met: bool,
}

fn bounds<'a>(known: &'a Known, q: &'a Query) -> impl Iterator<Item = Bound> + 'a {
    let rows = q.filter.iter().filter_map(|c| match c {
        Cond::Compare(Expr::Col(col), op, Expr::Num(n)) => {
            let column = known.column(*col);
            let (min, max) = column.min.zip(column.max)?;
            Some(Bound {
                of: (*op, *n),
                on: Some(*col),
                met: reaches(*op, *n, min, max),
            })
        }
        _ => None,
    });
    let groups = q.having.iter().filter_map(|c| match c {
        Cond::Compare(Expr::Agg { agg: Agg::Count, .. }, op, Expr::Num(n)) => {
            let most = q.needed().into_iter().map(|t| known.tables[t].rows).max()? as f64;
            Some(Bound {
                of: (*op, *n),
                on: None,
                met: reaches(*op, *n, 0.0, most),
            })
        }
        _ => None,
    });
    rows.chain(groups)
}

fn reaches(op: Op, n: f64, min: f64, max: f64) -> bool {
    match op {
        Op::Gt => max > n,
        Op::Ge => max >= n,
        Op::Lt => min < n,
        Op::Le => min <= n,
        Op::Eq | Op::Ne => true,
    }
}
