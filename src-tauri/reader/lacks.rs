//! What a question asks for in so many words and a query does not give: a share, a difference, a figure for each, an order.
//!
//! In: the question with its atoms, what its edges say, a query. Out: the words that were not answered, which keep the answer
//! from being trusted. Deliberately absent: which reading is meant.

use crate::constructions::share::is_part;
use crate::dated;
use crate::frame::Act;
use crate::link::{Meaning, Text};
use crate::paired;
use crate::query::{Agg, Cond, Expr, Query};

pub(crate) fn lacks(text: &Text<'_>, acts: &[&Act], q: &Query) -> Vec<String> {
    let mut out = Vec::new();
    let mut add = |is: bool, word: &str| out.extend(is.then(|| word.to_owned()));
    add(paired::misses(text, q), "how many");
    let all = || 0..text.tokens.len();
    let each = |at: usize| text.word(at) == "each" && text.word(at + 1) != "other";
    add(all().any(each) && is_one(q), "each");
    let part = |at: &usize| {
        is_part(text.word(*at)) && text.word(*at) != "%" && text.word(at + 1) == "of" && {
            let before = at.checked_sub(1).map_or("", |b| text.word(b));
            matches!(before, "" | "what" | "the" | "a" | "which")
        }
    };
    let asked = all().find(part);
    let divides = |e: &Expr| {
        has(e, &|e| {
            matches!(e, Expr::Percent(_) | Expr::OfAll(..) | Expr::Math(_, '/', _))
        })
    };
    if let Some(at) = asked.filter(|_| !gives(q, &divides)) {
        add(true, &text.tokens[at].text.to_lowercase());
    }
    let less = |e: &Expr| {
        has(e, &|e| {
            matches!(
                e,
                Expr::Math(_, '-', _) | Expr::Growth { .. } | Expr::Days(..) | Expr::Hours(..)
            )
        })
    };
    let gap =
        |at: &usize| matches!(text.word(*at), "difference" | "gap") && !text.at(*at).iter().any(|a| a.score >= 0.9);
    if let Some(at) = all().find(gap).filter(|_| !gives(q, &less)) {
        add(true, text.word(at));
    }
    let ranked = acts
        .iter()
        .any(|a| matches!(a, Act::Top(top) if top.skip > 0 || !top.open));
    add(ranked && !ranks(q), "most");
    // Shows that sold out are not all shows of a year, and worth is no sum.
    let is_time = |c: &Cond| matches!(c, Cond::When { .. });
    let pair = |first: &'static str, second: &'static str| {
        move |at: &usize| (text.word(*at), text.word(*at + 1)) == (first, second)
    };
    if let Some(at) = all().find(pair("sold", "out")).filter(|_| q.filter.iter().all(is_time)) {
        add(true, &format!("{} {}", text.word(at), text.word(at + 1)));
    }
    add(all().any(|at| pair("worth", "it")(&at)), "worth");
    if dated::takes_a_life(text, q) {
        let when = |at: usize| {
            text.at(at)
                .iter()
                .filter(|a| matches!(a.meaning, Meaning::Time(_)))
                .max_by_key(|a| a.end)
        };
        if let Some(time) = all().find_map(when) {
            let words: Vec<&str> = (time.start..time.end).map(|at| text.word(at)).collect();
            add(true, &words.join(" "));
        }
    }
    out
}

/// One row of figures of all rows together.
fn is_one(q: &Query) -> bool {
    q.over.is_none() && q.group.is_empty() && q.select.iter().any(Expr::is_figure)
}

/// Whether one of the columns, of the query or of the one that it is made over, is such.
fn gives(q: &Query, is: &dyn Fn(&Expr) -> bool) -> bool {
    q.select.iter().any(is) || q.order.iter().any(|o| is(&o.0)) || q.over.as_ref().is_some_and(|o| gives(o, is))
}

/// Whether the expression or a part of it is such.
fn has(e: &Expr, is: &dyn Fn(&Expr) -> bool) -> bool {
    is(e)
        || match e {
            Expr::Agg { of, .. } | Expr::Abs(of) | Expr::Only(_, of) | Expr::Bands(of, _) => has(of, is),
            Expr::Math(a, _, b) => has(a, is) || has(b, is),
            _ => false,
        }
}

/// Whether rows stand in an order, or one end of a scale is told.
fn ranks(q: &Query) -> bool {
    let end = |e: &Expr| {
        has(e, &|e| {
            matches!(
                e,
                Expr::Agg {
                    agg: Agg::Max | Agg::Min,
                    ..
                } | Expr::Place(..)
            )
        })
    };
    let meets = |c: &Cond| matches!(c, Cond::Compare(_, _, Expr::Query(_)) | Cond::Among(..));
    q.limit.is_some() || !q.order.is_empty() || q.over.is_some() || gives(q, &end) || q.filter.iter().any(meets)
}
