//! Conditions that tell nothing: what another one says or rules out, and numbers that a column does not reach.

use crate::known::{Col, Known, Role};
use crate::link::{Meaning, Text};
use crate::query::{Cond, Expr, Op, Query};

/// "Not in A, B or C" is no "not A, and one of B and C", and of a year that is 2014 it says nothing to be above 80.
pub(super) fn says_twice(conds: &[Cond]) -> bool {
    let again = |a: &Cond, b: &Cond| match (a, b) {
        (Cond::Is { col, not: true, .. }, Cond::Is { col: other, not, .. }) => col == other && !not,
        (Cond::Compare(e, Op::Eq, Expr::Num(_)), Cond::Compare(f, op, Expr::Num(_))) => e == f && *op != Op::Eq,
        _ => false,
    };
    conds.iter().any(|a| conds.iter().any(|b| again(a, b)))
}

/// Whether a column that no word names is compared with a number that none or all of its rows are below: "less than 2 years
/// with us" is nobody's age where the youngest is 18.
pub(super) fn beyond(text: &Text<'_>, q: &Query) -> bool {
    let inner = q.over.as_ref().is_some_and(|inner| beyond(text, inner));
    inner || q.filter.iter().any(|c| is_beyond(text, c))
}

fn is_beyond(text: &Text<'_>, cond: &Cond) -> bool {
    let (col, above, below) = match cond {
        Cond::Compare(Expr::Col(c), Op::Lt | Op::Le, Expr::Num(n)) => (*c, None, Some(*n)),
        Cond::Compare(Expr::Col(c), Op::Gt | Op::Ge, Expr::Num(n)) => (*c, Some(*n), None),
        Cond::Compare(Expr::Col(c), Op::Eq, Expr::Num(n)) => (*c, Some(*n), Some(*n)),
        Cond::Between(Expr::Col(c), from, to) => (*c, Some(*from), Some(*to)),
        _ => return false,
    };
    let Some((least, most)) = reach(text.known, col) else {
        return are_years(above, below) && keeps_time(text.known, col) && !is_said(text, col);
    };
    let none = above.is_some_and(|n| n > most) || below.is_some_and(|n| n < least);
    let all = above.is_none_or(|n| n < least) && below.is_none_or(|n| n > most);
    (none || all) && !is_said(text, col)
}

fn reach(known: &Known, col: Col) -> Option<(f64, f64)> {
    let column = known.column(col);
    if column.role == Role::Flag {
        return Some((0.0, 1.0));
    }
    column.min.zip(column.max)
}

/// A stretch of years, of a column of which it is not known how far it reaches.
fn are_years(above: Option<f64>, below: Option<f64>) -> bool {
    let year = |n: f64| n.fract() == 0.0 && (1900.0..2100.0).contains(&n);
    above.is_some_and(year) && below.is_some_and(year)
}

/// Whether another column of its table says when.
fn keeps_time(known: &Known, col: Col) -> bool {
    !known.column(col).is_time() && known.columns(col.table).any(|(c, column)| c != col && column.is_time())
}

/// Whether words name the column, or an adjective is on its scale: who asks for those older than 120 may be told that there
/// are none.
fn is_said(text: &Text<'_>, col: Col) -> bool {
    let names = |m: &Meaning| match m {
        Meaning::Column(c) => *c == col,
        Meaning::Scale { cols, .. } => cols.iter().any(|(c, _)| *c == col),
        _ => false,
    };
    let mut atoms = (0..text.tokens.len()).flat_map(|t| text.at(t));
    atoms.any(|a| names(&a.meaning) && !a.loose && a.score >= 0.9)
}
