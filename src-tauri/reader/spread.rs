//! What an average per something is, where nothing says that each stands by itself: "average number of orders per customer" is
//! one number.
//!
//! In: the readings of one question. Out: the same without those that show each of the things by itself, where another spreads
//! the rows over all of them. Deliberately absent: kinds ("average spend per category"), which are compared with each other,
//! and what does not add up ("average rating per film").

use crate::asked::Style;
use crate::constructions::{by::usual_of, measures, per, things, told_apart};
use crate::frame::Ent;
use crate::known::{Col, Known, Role};
use crate::link::{Atom, Meaning, Text};
use crate::query::{Agg, Expr, Query};
use crate::read::Reading;

pub(crate) fn settle(text: &Text<'_>, readings: &mut Vec<Reading>) {
    if text.asked.style != Style::People {
        return;
    }
    if let Some(rows) = own_rows(text) {
        prefer(readings, |q| !is_one_by_one(text.known, q, rows));
    }
    let Some(said) = said(text) else { return };
    let over = |q: &Query| said.over.iter().any(|e| is_spread(text.known, q, *e));
    prefer(readings, over);
    // Those who have any: nobody speaks of the others.
    prefer(readings, |q| over(q) && q.keeps.is_none());
    // "Average bonus per job", of a table of bonuses: what they come to, unless it says "number of".
    let sums = |c: &Col| Expr::agg(Agg::Sum, Expr::Col(*c));
    prefer(readings, |q| {
        over(q) && top(q).is_some_and(|e| said.sums.iter().any(|c| *e == sums(c)))
    });
}

/// Leaves those that are so, where any is.
fn prefer(readings: &mut Vec<Reading>, so: impl Fn(&Query) -> bool) {
    if readings.iter().any(|r| so(&r.query)) {
        readings.retain(|r| so(&r.query));
    }
}

struct Said {
    /// What it may be spread over.
    over: Vec<Ent>,
    /// What is added up, where nothing says that rows are counted.
    sums: Vec<Col>,
}

/// "Average A per B", "A per B on average".
fn said(text: &Text<'_>) -> Option<Said> {
    let all = 0..text.tokens.len();
    let at = all.clone().find(|at| text.word(*at) == "per")?;
    let mean = |at: usize| matches!(text.word(at), "average" | "avg" | "mean");
    let first = all.clone().find(|i| mean(*i))?;
    let behind = first > at && first > 0 && text.word(first - 1) == "on";
    let from = match () {
        () if behind => 0,
        () if first < at => first + 1,
        () => return None,
    };
    // "Different items per receipt" are told apart within each.
    if (from..at).any(|i| told_apart(text, i)) {
        return None;
    }
    let counted = per::counts(text, from).is_some_and(|next| next <= at) || at > 0 && text.word(at - 1) == "size";
    let of = |found: Vec<(Col, usize, f64)>| {
        let adds = |c: &Col| text.known.column(*c).role == Role::Measure && usual_of(text.known, *c) == Agg::Sum;
        let near = found.into_iter().filter(|m| per::past(text, m.1) == at && m.2 > -0.7);
        near.map(|m| m.0).filter(adds).collect::<Vec<Col>>()
    };
    // "Average tip per waiter" is that of one tip, compared by waiter; "average hours per helper" are all of the helper's.
    const WHOLE: [&str; 12] = [
        "spend", "spending", "revenue", "income", "turnover", "size", "money", "time", "usage", "mileage", "number",
        "pay",
    ];
    let noun = text.word(at - 1);
    let one = at > from && !noun.ends_with('s') && !WHOLE.contains(&noun) && !per::is_done(noun);
    let again = (at..text.tokens.len()).any(|i| matches!(text.word(i), "each" | "every" | "by"));
    if one && !counted && !again {
        return None;
    }
    let sums: Vec<Col> = (from..at).flat_map(|i| of(measures(text, i))).collect();
    let rows = |i: usize| {
        let mut found = things(text, i).into_iter();
        found.any(|(_, end, score)| per::past(text, end) == at && score > -0.7)
    };
    let money = (from..at).any(|i| crate::constructions::money_word(text.word(i)));
    if !counted && !money && sums.is_empty() && !(from..at).any(rows) {
        return None;
    }
    // "Per class style": the style.
    let named = |a: &Atom| matches!(a.meaning, Meaning::Table(_) | Meaning::Column(_)) && a.score >= 0.8;
    let mut over = things(text, at + 1);
    over.retain(|t| !text.at(t.1).iter().any(named));
    let mut over: Vec<Ent> = over.into_iter().map(|t| t.0).collect();
    // A number of the very thing is averaged as it is.
    if sums.iter().any(|c| over.contains(&Ent::Table(c.table))) {
        return None;
    }
    over.retain(|e| counted || !per::is_kind(text, *e));
    Some(Said {
        over,
        sums: if counted { Vec::new() } else { sums },
    })
}

/// "Average weight per parcel", of the parcels' own weight: the table.
fn own_rows(text: &Text<'_>) -> Option<usize> {
    let all = 0..text.tokens.len();
    let at = all.clone().find(|at| text.word(*at) == "per")?;
    let mean = |i: usize| matches!(text.word(i), "average" | "avg" | "mean");
    let again = |i: usize| matches!(text.word(i), "each" | "every" | "by");
    if !all.clone().any(mean) || all.clone().any(again) {
        return None;
    }
    let table = |t: &(Ent, usize, f64)| match t.0 {
        Ent::Table(table) => Some(table),
        Ent::Column(_) => None,
    };
    things(text, at + 1).iter().find_map(table)
}

/// Whether each row of a table has an average of its own.
fn is_one_by_one(known: &Known, q: &Query, table: usize) -> bool {
    let own = |c: Col| c.table == table && known.column(c).unique;
    let averages = |e: &Expr| matches!(e, Expr::Agg { agg: Agg::Avg, of, .. } if matches!(&**of, Expr::Col(c) if c.table == table));
    let groups = q.group.iter().any(|e| matches!(e, Expr::Col(c) if own(*c)));
    groups && q.select.iter().any(averages)
}

/// What a ratio divides.
fn top(q: &Query) -> Option<&Expr> {
    match q.select.last()? {
        Expr::Math(a, '/', b) if b.is_figure() => Some(a),
        _ => None,
    }
}

/// Whether it divides by how many of the thing there are, and shows none of them.
fn is_spread(known: &Known, q: &Query, over: Ent) -> bool {
    let stands = |c: Col| match over {
        Ent::Column(of) => c == of,
        Ent::Table(t) => {
            known.key(t) == Some(c)
                || known
                    .links
                    .iter()
                    .any(|l| l.from.as_slice() == [c] && l.tables().is_some_and(|l| l.1 == t))
        }
    };
    let Some(Expr::Math(above, '/', below)) = q.select.last() else {
        return false;
    };
    // What is divided by its own rows is spread over nothing.
    let mut others = false;
    above.visit(&mut |t, _| others |= known.key(t).is_none_or(|key| !below_is(below, key)));
    if !others {
        return false;
    }
    let counted = match &**below {
        Expr::Agg {
            agg: Agg::Count,
            distinct: true,
            of,
        } => matches!(&**of, Expr::Col(c) if stands(*c)),
        _ => false,
    };
    let own = |e: &Expr| matches!(e, Expr::Col(c) if stands(*c));
    counted && !q.group.iter().any(own)
}

fn below_is(below: &Expr, key: Col) -> bool {
    matches!(below, Expr::Agg { of, .. } if **of == Expr::Col(key))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constructions::tests::{asked, shop};

    #[test]
    fn an_average_per_row_of_its_own_table_is_no_row_by_itself() {
        let known = shop();
        let rows = |question: &str| own_rows(&Text::new(&known, &asked(question)));
        assert_eq!(rows("average amount per order"), Some(1));
        assert_eq!(rows("average amount per order by country"), None);
        assert_eq!(rows("total amount per order"), None);
        let by = |column| Query {
            select: vec![Expr::agg(Agg::Avg, Expr::Col(Col { table: 1, column: 6 }))],
            group: vec![Expr::Col(Col { table: 1, column })],
            ..Query::default()
        };
        assert!(is_one_by_one(&known, &by(0), 1));
        assert!(!is_one_by_one(&known, &by(3), 1));
        assert!(!is_one_by_one(&known, &by(0), 0));
    }
}
