//! Whether a query can tell anything at all.
//!
//! In: a query. Out: the same without what it shows twice, or nothing where it contradicts itself, compares days with
//! numbers, sets a single period against the one before, or adds up a row's number for each line of another table.
//! Deliberately absent: what was asked.

use askwell_contract::TypeKind;

use crate::known::{Col, Known, Role};
use crate::query::{Agg, Cond, Expr, Op, Part, Query};

mod amiss;
mod vain;

pub(crate) use amiss::is_amiss;

/// Numbers with a fraction that have more values than these are amounts.
const SEVERAL: u64 = 60;

/// Takes out columns shown before and, of those that never had something, the numbers of their rows. False: the query is no
/// reading of anything.
pub fn sound(known: &Known, q: &mut Query) -> bool {
    let mut shown: Vec<Expr> = Vec::new();
    let again = amiss::counted_twice(known, q);
    q.select.retain(|e| {
        let fresh = !shown.contains(e) && again.as_ref() != Some(e);
        if fresh {
            shown.push(e.clone());
        }
        fresh
    });
    // "Which departments never had an urgent ticket": each department once, and not with every ticket of it.
    if let Some(never) = never(&q.filter).filter(|c| q.select.contains(&Expr::Col(*c))) {
        let numbers = |c: &Col| matches!(known.column(*c).role, Role::Key | Role::Number | Role::Reference);
        let own = |c: &Col| c.table == never.table && *c != never && (known.column(*c).unique || numbers(c));
        let of_a_row = |e: &Expr| matches!(e, Expr::Col(c) if own(c));
        q.select.retain(|e| !of_a_row(e));
    }
    once_each(known, q);
    let inner = q.over.as_mut().is_none_or(|inner| sound(known, inner));
    inner
        && !q.filter.iter().any(|c| mixes(known, c) || half_denied(c))
        && !at_odds(&q.having)
        && !vain::is_empty(&q.filter)
        && !vain::says_twice(&q.filter)
        && !grows_alone(q)
        && !amiss::sorts_what_is_fixed(q)
        && !amiss::adds_numbers(known, q)
        && !amiss::last_of_one(known, q)
        && !amiss::denies_itself(q)
        && !amiss::dates_the_other(known, q)
        && !says_of_nothing(q)
        && !counts_answers(known, q)
        && !counts_lines(known, q)
        && !counts_itself(known, q)
        && !groups_by_amounts(known, q)
        && !multiplies(known, q)
}

/// "Taught by more than one tutor": behind the lessons of a pupil each tutor counts once, however many lessons there were.
fn once_each(known: &Known, q: &mut Query) {
    let inside = |t: usize| {
        let apart = |e: &Expr| matches!(e, Expr::Col(c) if bridged(known, of(known, *c), t));
        !q.group.is_empty() && q.group.iter().any(apart)
    };
    let once = |e: &mut Expr| {
        let Expr::Agg {
            agg: Agg::Count,
            distinct: false,
            of,
        } = e
        else {
            return;
        };
        let Expr::Rows(t) = **of else { return };
        if let Some(key) = known.key(t).filter(|_| inside(t)) {
            *e = Expr::each(Agg::Count, Expr::Col(key));
        }
    };
    let compared = |c: &mut Cond| {
        if let Cond::Compare(e, ..) | Cond::Between(e, ..) = c {
            once(e);
        }
    };
    let mut having = std::mem::take(&mut q.having);
    having.iter_mut().for_each(compared);
    let mut select = std::mem::take(&mut q.select);
    select.iter_mut().for_each(once);
    let mut order = std::mem::take(&mut q.order);
    order.iter_mut().for_each(|o| once(&mut o.0));
    (q.having, q.select, q.order) = (having, select, order);
    for cond in &mut q.filter {
        if let Cond::Among(_, inner, _) = cond {
            once_each(known, inner);
        }
    }
}

/// The table whose rows a column stands for: that which it refers to, else its own.
fn of(known: &Known, c: Col) -> usize {
    let refers = known.links.iter().find(|l| l.from.as_slice() == [c]);
    refers.and_then(|l| l.tables()).map_or(c.table, |l| l.1)
}

/// Whether rows of two tables are tied by others that may tie the same two again: a list whose key they are does not.
fn bridged(known: &Known, a: usize, b: usize) -> bool {
    if a == b || known.belongs(a, b) || known.belongs(b, a) {
        return false;
    }
    let to = |list: usize, end: usize| known.links.iter().find(|l| l.tables() == Some((list, end)));
    let once = |list: usize| {
        let ends = to(list, a).zip(to(list, b));
        ends.is_some_and(|(one, other)| {
            let key = &known.tables[list].key;
            let mut both = one.from.iter().chain(&other.from).map(|c| c.column);
            key.len() == one.from.len() + other.from.len() && both.all(|c| key.contains(&c))
        })
    };
    !(0..known.tables.len()).any(once)
}

/// What a condition denies of all rows of a sheet that have it in common.
fn never(filter: &[Cond]) -> Option<Col> {
    filter.iter().find_map(|c| match c {
        Cond::Among(col, q, true) => {
            let same = matches!(q.select.as_slice(), [Expr::Col(d)] if d == col);
            same.then_some(*col)
        }
        _ => None,
    })
}

/// Whether it counts the different answers of yes and no, of which there are two.
fn counts_answers(known: &Known, q: &Query) -> bool {
    let answers = |e: &Expr| match e {
        Expr::Agg { distinct: true, of, .. } => {
            matches!(&**of, Expr::Col(c) if known.column(*c).role == Role::Flag)
        }
        _ => false,
    };
    let compared = |c: &Cond| matches!(c, Cond::Compare(e, ..) if answers(e));
    q.select.iter().any(answers) || q.having.iter().any(compared)
}

/// Whether it counts fairs by the leads that were met there: once for each lead of a company, and not once for each fair.
fn counts_lines(known: &Known, q: &Query) -> bool {
    let lines = |t: usize| {
        let of = |e: &Expr| matches!(e, Expr::Col(c) if c.table != t && known.belongs(c.table, t) && !known.column(*c).unique);
        !q.group.is_empty() && q.group.iter().all(of)
    };
    let counted = |e: &Expr| match e {
        Expr::Agg {
            agg: Agg::Count,
            distinct: false,
            of,
        } => matches!(&**of, Expr::Rows(t) if lines(*t)),
        _ => false,
    };
    let compared = |c: &Cond| matches!(c, Cond::Compare(e, ..) if counted(e));
    q.select.iter().any(counted) || q.having.iter().any(compared)
}

/// Whether it groups by numbers that have a fraction and hardly come back, such as distances.
fn groups_by_amounts(known: &Known, q: &Query) -> bool {
    let amount = |e: &Expr| match e {
        Expr::Col(c) => {
            let column = known.column(*c);
            let fraction = matches!(column.kind, TypeKind::Real | TypeKind::Decimal);
            fraction && column.role == Role::Measure && column.distinct > SEVERAL
        }
        _ => false,
    };
    // A price beside what it is the price of is shown, and groups nothing.
    q.group.len() == 1 && q.having.is_empty() && q.group.iter().any(amount)
}

/// Whether it counts the rows behind each value of a column that no two rows share, one of each, averages their single
/// numbers behind a bare key, or counts the names of a group that has one.
fn counts_itself(known: &Known, q: &Query) -> bool {
    let alone = |t: usize| {
        let own = |e: &Expr| matches!(e, Expr::Col(c) if c.table == t && known.column(*c).unique);
        q.group.iter().any(own) && q.needed().iter().all(|n| *n == t || known.belongs(t, *n))
    };
    // What else it is grouped by belongs to the row, too.
    let keyed = |t: usize| {
        let own = q.group.iter().filter_map(|e| match e {
            Expr::Col(c) if c.table == t => Some(known.column(*c).role == Role::Key),
            _ => None,
        });
        let own: Vec<bool> = own.collect();
        !own.is_empty() && own.iter().all(|key| *key)
    };
    let single = |e: &Expr| match e {
        Expr::Agg { agg, of, distinct } => match (agg, &**of) {
            (Agg::Count, Expr::Rows(t)) => alone(*t),
            (Agg::Count, Expr::Col(_)) => *distinct && q.group.contains(of),
            (Agg::Avg, Expr::Col(c)) => keyed(c.table) && alone(c.table),
            _ => false,
        },
        _ => false,
    };
    // What share of a row is so: all of it or nothing.
    let nearly = |c: &Col| known.column(*c).distinct * 10 >= known.column(*c).rows * 9 && known.column(*c).rows > 20;
    let of_rows = q
        .group
        .iter()
        .any(|e| matches!(e, Expr::Col(c) if nearly(c) && q.needed() == [c.table]));
    let parts = |e: &Expr| of_rows && matches!(e, Expr::Percent(_));
    q.select
        .iter()
        .chain(q.order.iter().map(|o| &o.0))
        .any(|e| single(e) || parts(e))
}

/// "Not from the street or from a home" denies both.
fn half_denied(cond: &Cond) -> bool {
    let Cond::Any(list) = cond else { return false };
    let is = |denied: bool| {
        let of = |c: &Cond| matches!(c, Cond::Is { not, .. } | Cond::Holds { not, .. } if *not == denied);
        list.iter().any(of)
    };
    is(true) && is(false)
}

/// Whether a day is compared with a number, which no day is below, or a figure with a year.
fn mixes(known: &Known, cond: &Cond) -> bool {
    let time = |e: &Expr| match e {
        Expr::Col(c) => Some(known.column(*c).is_time()),
        _ => None,
    };
    let day = |e: &Expr| matches!(e, Expr::Col(c) if known.column(*c).is_time() && !known.column(*c).is_number());
    match cond {
        Cond::Compare(e, _, Expr::Num(_)) | Cond::Between(e, ..) => day(e),
        Cond::Compare(a, _, b) => time(a).zip(time(b)).is_some_and(|(a, b)| a != b),
        Cond::Any(list) | Cond::All(list) => list.iter().any(|c| mixes(known, c)),
        _ => false,
    }
}

/// "Exactly one" and "exactly two" of the same figure.
fn at_odds(conds: &[Cond]) -> bool {
    let exact = |c: &Cond| match c {
        Cond::Compare(e, Op::Eq, Expr::Num(n)) => Some((e.clone(), *n)),
        _ => None,
    };
    let all: Vec<(Expr, f64)> = conds.iter().filter_map(exact).collect();
    all.iter().any(|(e, n)| all.iter().any(|(f, m)| e == f && n != m))
}

/// Growth over rows of one period: there is none before it.
fn grows_alone(q: &Query) -> bool {
    let by = q.select.iter().find_map(|e| match e {
        Expr::Growth { by, .. } => Some(&**by),
        _ => None,
    });
    let settles = |c: &Cond| match (by, c) {
        (
            Some(Expr::Part(part, of)),
            Cond::When {
                col,
                from: Some(from),
                to: Some(to),
                not: false,
            },
        ) if of == col => {
            let digits = match part {
                Part::Year => 4,
                Part::YearMonth => 7,
                Part::Day => 10,
                _ => return false,
            };
            from.get(..digits).is_some_and(|p| to.get(..digits) == Some(p))
        }
        (Some(Expr::Col(of)), Cond::Compare(Expr::Col(col), Op::Eq, _)) => of == col,
        _ => false,
    };
    q.filter.iter().any(settles)
}

/// "Where no offer was made", and then when: what the condition leaves empty is compared, ordered or calculated with.
fn says_of_nothing(q: &Query) -> bool {
    let empty = q.filter.iter().filter_map(|c| match c {
        Cond::Null(Expr::Col(col), false) => Some(*col),
        _ => None,
    });
    empty.into_iter().any(|col| {
        let over = |e: &Expr| {
            let mut found = false;
            e.visit(&mut |_, c| found |= c == Some(col));
            found && !matches!(e, Expr::Col(_))
        };
        let bound = |c: &Cond| {
            let mut found = false;
            c.visit(&mut |_, c| found |= c == Some(col));
            found && !matches!(c, Cond::Null(_, false) | Cond::Any(_) | Cond::All(_))
        };
        let ordered = |e: &Expr| over(e) || *e == Expr::Col(col);
        q.filter.iter().any(bound) || q.select.iter().any(over) || q.order.iter().any(|o| ordered(&o.0))
    })
}

/// Adds up rows of one table as often as another one has rows for what both belong to: what was sold of a product, once for
/// each warehouse that has it (the chasm trap); or a number of one row for each of its lines, such as the seats of a room
/// for each child in it (the fan trap).
fn multiplies(known: &Known, q: &Query) -> bool {
    let needed = q.needed();
    let lines = |t: usize| needed.iter().any(|other| *other != t && known.belongs(*other, t));
    let own = |t: usize| {
        let of = |e: &Expr| matches!(e, Expr::Col(c) if c.table == t && known.column(*c).unique);
        q.group.iter().any(of)
    };
    let apart = |t: usize| {
        // The credits of a student's courses are added up over enrolments, which belong to both.
        let over = |other: usize| (0..known.tables.len()).any(|b| known.belongs(b, t) && known.belongs(b, other));
        let tied = |other: usize| known.belongs(t, other) || known.belongs(other, t) || over(other);
        needed.iter().any(|other| !tied(*other))
    };
    let sums = |e: &Expr| match e {
        Expr::Agg {
            agg: Agg::Sum,
            of,
            distinct: false,
        } => match &**of {
            Expr::Col(c) => own(c.table) && lines(c.table) || apart(c.table),
            _ => false,
        },
        // Payments of customers, counted once for each of their orders.
        Expr::Agg {
            agg: Agg::Count,
            of,
            distinct: false,
        } => matches!(&**of, Expr::Rows(t) if apart(*t)),
        _ => false,
    };
    q.select.iter().any(|e| match e {
        Expr::Math(a, _, b) => sums(a) || sums(b),
        e => sums(e),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constructions::tests::shop;
    use crate::query::Col;

    const ORDERED: Col = Col { table: 1, column: 3 };
    const AMOUNT: Col = Col { table: 1, column: 6 };
    const CUSTOMER: Col = Col { table: 0, column: 0 };
    const PARCELS: usize = 3;

    fn counts(having: &[f64]) -> Query {
        let is = |n: &f64| Cond::Compare(Expr::count(1), Op::Eq, Expr::Num(*n));
        Query {
            select: vec![Expr::count(1), Expr::count(1)],
            having: having.iter().map(is).collect(),
            ..Query::default()
        }
    }

    #[test]
    fn what_is_shown_twice_is_shown_once() {
        let mut q = counts(&[2.0]);
        assert!(sound(&shop(), &mut q));
        assert_eq!(q.select.len(), 1);
    }

    #[test]
    fn no_group_has_one_row_and_two() {
        assert!(!sound(&shop(), &mut counts(&[2.0, 1.0])));
    }

    #[test]
    fn a_year_alone_has_not_grown() {
        let grown = |from: &str, to: &str| Query {
            select: vec![Expr::Growth {
                of: Box::new(Expr::count(1)),
                by: Box::new(Expr::Part(Part::Year, ORDERED)),
                apart: Vec::new(),
                percent: true,
            }],
            filter: vec![Cond::When {
                col: ORDERED,
                from: Some(from.to_owned()),
                to: Some(to.to_owned()),
                not: false,
            }],
            ..Query::default()
        };
        assert!(!sound(&shop(), &mut grown("2025-01-01", "2025-12-31")));
        assert!(sound(&shop(), &mut grown("2024-01-01", "2025-12-31")));
    }

    fn sum(c: Col) -> Expr {
        Expr::agg(crate::query::Agg::Sum, Expr::Col(c))
    }

    #[test]
    fn what_a_condition_leaves_empty_tells_nothing() {
        let without = |order: Vec<(Expr, bool)>| Query {
            select: vec![Expr::Col(CUSTOMER)],
            filter: vec![Cond::Null(Expr::Col(ORDERED), false)],
            order,
            ..Query::default()
        };
        assert!(sound(&shop(), &mut without(Vec::new())));
        assert!(!sound(&shop(), &mut without(vec![(Expr::Col(ORDERED), true)])));
        let mut bound = without(Vec::new());
        bound.filter.push(Cond::When {
            col: ORDERED,
            from: Some("2024-01-01".to_owned()),
            to: None,
            not: false,
        });
        assert!(!sound(&shop(), &mut bound));
    }

    #[test]
    fn no_day_is_below_a_number() {
        let mut q = counts(&[]);
        q.filter.push(Cond::Compare(Expr::Col(ORDERED), Op::Lt, Expr::Num(5.0)));
        assert!(!sound(&shop(), &mut q));
    }

    #[test]
    fn a_number_of_one_row_is_not_added_up_for_each_of_its_lines() {
        let of = |c: Col, tables: Vec<usize>| Query {
            select: vec![Expr::Col(CUSTOMER), sum(c)],
            group: vec![Expr::Col(CUSTOMER)],
            tables,
            ..Query::default()
        };
        let own = Col { table: 0, column: 0 };
        assert!(
            !sound(&shop(), &mut of(own, vec![1])),
            "a customer's number for each order"
        );
        assert!(
            sound(&shop(), &mut of(AMOUNT, Vec::new())),
            "amounts of a customer's orders"
        );
    }

    #[test]
    fn what_two_tables_share_is_not_added_up_through_both() {
        let of = |other: usize| Query {
            select: vec![sum(AMOUNT)],
            tables: vec![other],
            ..Query::default()
        };
        assert!(
            !sound(&shop(), &mut of(PARCELS)),
            "orders, once for each parcel of their customer"
        );
        assert!(sound(&shop(), &mut of(0)) && sound(&shop(), &mut of(2)));
    }

    #[test]
    fn there_are_two_answers_to_yes_and_no_however_often_they_are_given() {
        let of = |c: Col| Query {
            select: vec![Expr::each(Agg::Count, Expr::Col(c))],
            ..Query::default()
        };
        let active = Col { table: 0, column: 4 };
        let country = Col { table: 0, column: 2 };
        assert!(!sound(&shop(), &mut of(active)) && sound(&shop(), &mut of(country)));
    }

    #[test]
    fn a_group_has_one_name() {
        let country = Expr::Col(Col { table: 0, column: 2 });
        let of = |distinct: bool| Query {
            select: vec![Expr::Agg {
                agg: Agg::Count,
                distinct,
                of: Box::new(country.clone()),
            }],
            group: vec![country.clone()],
            ..Query::default()
        };
        assert!(!sound(&shop(), &mut of(true)) && sound(&shop(), &mut of(false)));
    }

    #[test]
    fn customers_are_not_counted_once_for_each_of_their_orders() {
        let of = |counted: usize, group: Col| Query {
            select: vec![Expr::Col(group), Expr::count(counted)],
            group: vec![Expr::Col(group)],
            ..Query::default()
        };
        let (profit, country) = (Col { table: 1, column: 8 }, Col { table: 0, column: 2 });
        assert!(
            !sound(&shop(), &mut of(0, profit)),
            "customers for each profit of an order"
        );
        assert!(sound(&shop(), &mut of(1, country)), "orders for each country");
    }
}
