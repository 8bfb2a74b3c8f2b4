//! Rows of a sheet that add up the others are none of the things that a question is about: they are left out, and as a
//! condition of the query this is said beside the answer.
//!
//! In: a query. Out: the same with these conditions, in subqueries too. Deliberately absent: how such rows are found.

use crate::known::{Col, Known};
use crate::query::{Cond, Expr, Query};

pub(crate) fn left_out(known: &Known, q: &mut Query) {
    if known.tables.iter().all(|t| t.totals.is_empty()) {
        return;
    }
    query(known, q);
}

fn query(known: &Known, q: &mut Query) {
    q.select.iter_mut().for_each(|e| expr(known, e));
    q.order.iter_mut().for_each(|o| expr(known, &mut o.0));
    q.filter.iter_mut().chain(&mut q.having).for_each(|c| cond(known, c));
    if let Some(inner) = &mut q.over {
        return query(known, inner);
    }
    for table in q.needed() {
        for (column, texts) in &known.tables[table].totals {
            let col = Col { table, column: *column };
            let asked = |c: &Cond| matches!(c, Cond::Is { col: of, not: false, .. } if *of == col);
            if q.filter.iter().any(asked) {
                continue;
            }
            let no_total = Cond::Is {
                col,
                values: texts.clone(),
                not: true,
            };
            // A row without the text is no total.
            q.filter.push(match known.column(col).nulls {
                0 => no_total,
                _ => Cond::Any(vec![no_total, Cond::Null(Expr::Col(col), false)]),
            });
        }
    }
}

fn cond(known: &Known, c: &mut Cond) {
    match c {
        Cond::Among(_, q, _) => query(known, q),
        Cond::Compare(a, _, b) => {
            expr(known, a);
            expr(known, b);
        }
        Cond::Between(e, ..) | Cond::Null(e, _) => expr(known, e),
        Cond::Any(list) | Cond::All(list) => list.iter_mut().for_each(|c| cond(known, c)),
        Cond::Is { .. } | Cond::Holds { .. } | Cond::When { .. } | Cond::PartIs(..) | Cond::Yes(..) => {}
    }
}

fn expr(known: &Known, e: &mut Expr) {
    match e {
        Expr::Query(q) => query(known, q),
        Expr::Agg { of, .. } | Expr::OfAll(of, _) | Expr::Place(_, of, _) => expr(known, of),
        Expr::Abs(of) | Expr::Bands(of, _) => expr(known, of),
        Expr::Math(a, _, b) => {
            expr(known, a);
            expr(known, b);
        }
        Expr::Only(c, e) => {
            cond(known, c);
            expr(known, e);
        }
        Expr::Percent(c) => cond(known, c),
        Expr::Sides(list) => list.iter_mut().for_each(|s| cond(known, &mut s.1)),
        Expr::Growth { of, by, .. } | Expr::Running { of, by, .. } => {
            expr(known, of);
            expr(known, by);
        }
        Expr::Col(_)
        | Expr::Rows(_)
        | Expr::Part(..)
        | Expr::Num(_)
        | Expr::Days(..)
        | Expr::Hours(..)
        | Expr::Age(..) => {}
        // One row of another table, or the like of a row: no total is alike.
        Expr::Out(_) | Expr::Linked(..) | Expr::Peers(..) => {}
    }
}

#[cfg(test)]
mod tests {
    use crate::constructions::tests::{asked, shop};
    use crate::rank::Weights;

    #[test]
    fn rows_that_add_up_the_others_are_left_out_of_every_figure() {
        let mut known = shop();
        known.tables[2].totals = vec![(1, vec!["TOTAL".to_owned()])];
        let of = |question: &str| {
            let readings = crate::read(&known, &asked(question), &Weights::default());
            let first = readings.into_iter().next().unwrap();
            (first.sql, first.says)
        };
        let (sql, says) = of("total price of products");
        assert!(sql.ends_with("WHERE name <> 'TOTAL'"), "{sql}");
        assert!(says.contains("name is not 'TOTAL'"), "{says}");
        let (sql, _) = of("products above the average price");
        assert_eq!(sql.matches("name <> 'TOTAL'").count(), 2, "{sql}");
    }
}
