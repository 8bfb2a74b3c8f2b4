//! Orders that say nothing, and days of the wrong thing.

use crate::known::Known;
use crate::query::{Agg, Cond, Expr, Op, Query};

/// "The youngest in year 9", by the year that all of them have in common.
pub(super) fn sorts_what_is_fixed(q: &Query) -> bool {
    let fixed = |e: &Expr| {
        let Expr::Col(c) = e else { return false };
        q.filter.iter().any(|cond| match cond {
            Cond::Compare(Expr::Col(col), Op::Eq, Expr::Num(_)) => col == c,
            Cond::Is {
                col,
                values,
                not: false,
            } => col == c && values.len() == 1,
            _ => false,
        })
    };
    let first = q.order.first().filter(|_| q.limit.is_some() && q.over.is_none());
    first.is_some_and(|(e, _)| match e {
        Expr::Agg { agg, of, .. } => matches!(agg, Agg::Avg | Agg::Min | Agg::Max) && fixed(of),
        e => fixed(e),
    })
}

/// "With an order in 2024", by the day on which the customer of each order came: orders have days of their own.
pub(super) fn dates_the_other(known: &Known, q: &Query) -> bool {
    q.filter.iter().any(|c| {
        let Cond::Among(outer, inner, _) = c else { return false };
        let timed =
            |c: &Cond| matches!(c, Cond::When { col, .. } | Cond::PartIs(_, col, _) if col.table == outer.table);
        let own = |t: usize| t != outer.table && known.columns(t).any(|(_, c)| c.is_time());
        inner.filter.iter().any(timed) && inner.needed().into_iter().any(own)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constructions::tests::shop;
    use crate::known::Col;

    const ORDERED: Col = Col { table: 1, column: 3 };

    const AMOUNT: Col = Col { table: 1, column: 6 };

    #[test]
    fn what_a_condition_fixes_orders_nothing() {
        let by = |e: Expr, n: f64, op: Op| Query {
            select: vec![Expr::Col(AMOUNT)],
            filter: vec![Cond::Compare(Expr::Col(AMOUNT), op, Expr::Num(n))],
            order: vec![(e, true)],
            limit: Some(1),
            ..Query::default()
        };
        assert!(sorts_what_is_fixed(&by(Expr::Col(AMOUNT), 9.0, Op::Eq)));
        assert!(sorts_what_is_fixed(&by(
            Expr::agg(Agg::Avg, Expr::Col(AMOUNT)),
            9.0,
            Op::Eq
        )));
        assert!(!sorts_what_is_fixed(&by(
            Expr::agg(Agg::Sum, Expr::Col(AMOUNT)),
            9.0,
            Op::Eq
        )));
        assert!(!sorts_what_is_fixed(&by(Expr::Col(AMOUNT), 9.0, Op::Gt)));
    }

    #[test]
    fn what_has_days_of_its_own_is_not_dated_by_whom_it_belongs_to() {
        let within = |col: Col| {
            let when = Cond::When {
                col,
                from: Some("2024-01-01".to_owned()),
                to: None,
                not: false,
            };
            let inner = Query {
                select: vec![Expr::Col(Col { table: 1, column: 1 })],
                filter: vec![when],
                tables: vec![1],
                ..Query::default()
            };
            Query {
                select: vec![Expr::count(0)],
                filter: vec![Cond::Among(Col { table: 0, column: 0 }, Box::new(inner), false)],
                ..Query::default()
            }
        };
        assert!(!dates_the_other(&shop(), &within(ORDERED)));
        assert!(dates_the_other(&shop(), &within(Col { table: 0, column: 3 })));
    }
}
