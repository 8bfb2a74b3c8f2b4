//! Conditions that tell nothing: two of one column where one would do, and numbers that a column never reaches.

use crate::known::{Col, Known, Role};
use crate::link::{Atom, Meaning, Text};
use crate::query::{Cond, Expr, Op, Query};

/// "Not in A, B or C" is no "not A, and one of B and C"; and a year that is 2014 need not be above 80, too.
pub(super) fn says_twice(conds: &[Cond]) -> bool {
    let again = |a: &Cond, b: &Cond| match (a, b) {
        (
            Cond::Is { col, not: true, .. },
            Cond::Is {
                col: other,
                values,
                not: false,
            },
        ) => col == other && values.len() > 1,
        (Cond::Compare(e, Op::Eq, Expr::Num(_)), Cond::Compare(f, op, Expr::Num(_))) => e == f && *op != Op::Eq,
        _ => false,
    };
    conds.iter().any(|a| conds.iter().any(|b| again(a, b)))
}

/// Whether a column that a word only resembles is compared with a number that none of its rows reaches: "less than 2 years with
/// us" is nobody's age where the youngest is 18. Who asks for those older than 120 is told that there are none.
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
    let none = match reach(text.known, col) {
        Some((least, most)) => above.is_some_and(|n| n > most) || below.is_some_and(|n| n < least),
        None => are_years(above, below) && keeps_time(text.known, col),
    };
    none && is_guessed(text, col)
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

/// Whether words lead to the column, and all of them only by what they nearly mean, or to another one sooner.
fn is_guessed(text: &Text<'_>, col: Col) -> bool {
    let known = text.known;
    let place = format!("{}.{}", known.tables[col.table].name, known.column(col).name);
    let atoms = || (0..text.tokens.len()).flat_map(|t| text.at(t));
    let scaled = |a: &Atom| matches!(&a.meaning, Meaning::Scale { cols, .. } if cols.iter().any(|(c, _)| *c == col));
    let sooner = |a: &Atom| {
        let other = |b: &Atom| b.end == a.end && b.score > a.score && b.meaning != a.meaning;
        text.at(a.start)
            .iter()
            .any(|b| matches!(b.meaning, Meaning::Column(_)) && other(b))
    };
    let only_like = |a: &Atom| {
        let words: Vec<&str> = text.tokens[a.start..a.end].iter().map(|t| t.lower.as_str()).collect();
        a.loose && (sooner(a) || known.resembles(&words.join(" "), &place))
    };
    let mut of = atoms().filter(|a| a.meaning == Meaning::Column(col)).peekable();
    of.peek().is_some() && of.all(only_like) && !atoms().any(scaled)
}

/// Two texts that one column cannot have at once, a text without the part that it must hold, or two stretches that no day lies in.
pub(super) fn is_empty(conds: &[Cond]) -> bool {
    let excludes = |a: &Cond, b: &Cond| match (a, b) {
        (
            Cond::Is {
                col: c,
                values: v,
                not: false,
            },
            Cond::Is {
                col: d,
                values: w,
                not: false,
            },
        ) => c == d && !v.iter().any(|x| w.contains(x)),
        (
            Cond::When {
                col: c,
                from: Some(from),
                not: false,
                ..
            },
            Cond::When {
                col: d,
                to: Some(to),
                not: false,
                ..
            },
        ) => c == d && from > to,
        (
            Cond::Is {
                col: c,
                values,
                not: false,
            },
            Cond::Holds {
                col: d,
                text,
                not: false,
                ..
            },
        ) => c == d && !values.iter().any(|v| v.to_lowercase().contains(&text.to_lowercase())),
        _ => false,
    };
    conds.iter().any(|a| conds.iter().any(|b| excludes(a, b)))
}
