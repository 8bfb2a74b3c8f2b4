//! The fan-out guard: what is added up or averaged is counted once, whatever it is joined with.
//!
//! In: a query. Out: the same with conditions on the rows that a join would repeat it for put into a subquery; `None`
//! where nothing is repeated, or where the question itself wants it for each of them. Deliberately absent: queries of
//! models, which the lint rule `fan_out` warns of.

use std::collections::BTreeSet;

use super::query::{Agg, Col, Cond, Expr, Query};
use crate::prepare::Knowledge;

/// And the table whose rows are counted once.
pub fn once(knowledge: &Knowledge, q: &Query) -> Option<(Query, usize)> {
    let plain = q.set.is_none() && q.each.is_none() && !q.outer;
    let measured = measured(q).filter(|_| plain)?;
    let table = knowledge.catalog.tables.get(measured)?;
    let [key] = table.primary_key.as_slice() else {
        return None;
    };
    let key = table.columns.iter().position(|c| c.name.eq_ignore_ascii_case(key))?;
    let repeating = repeating(knowledge, q, measured)?;
    let mut shown = BTreeSet::new();
    let bare = Query {
        filter: Vec::new(),
        ..q.clone()
    };
    shown.extend(bare.needed());
    // "The total of the orders of each product" is meant for each.
    if repeating.is_empty() || shown.iter().any(|t| repeating.contains(t)) {
        return None;
    }
    let repeats = |cond: &Cond| {
        let mut any = false;
        cond.tables(&mut |t| any |= repeating.contains(&t));
        any
    };
    let (moved, mut filter): (Vec<Cond>, Vec<Cond>) = q.filter.iter().cloned().partition(repeats);
    if moved.is_empty() {
        return None;
    }
    let key = Expr::Column(Col {
        table: measured,
        column: key,
    });
    let inner = Query {
        select: vec![key.clone()],
        filter: moved,
        route: q.route,
        ..Query::default()
    };
    filter.push(Cond::In(key, Box::new(inner), false));
    Some((Query { filter, ..q.clone() }, measured))
}

/// The one table whose columns are added up or averaged; `None` where there is none, several, or more than that is done.
fn measured(q: &Query) -> Option<usize> {
    let mut tables = BTreeSet::new();
    let exprs = q.select.iter().chain(q.order.iter().map(|(e, _)| e));
    for expr in exprs {
        measures(expr, &mut tables)?;
    }
    if !q.having.is_empty() {
        return None;
    }
    match tables.into_iter().collect::<Vec<_>>().as_slice() {
        [one] => Some(*one),
        _ => None,
    }
}

/// `None`: it is of a kind that is left as it is.
fn measures(expr: &Expr, tables: &mut BTreeSet<usize>) -> Option<()> {
    match expr {
        Expr::Agg {
            agg: Agg::Sum | Agg::Avg,
            distinct: false,
            of,
        } => of.tables(&mut |t| {
            tables.insert(t);
        }),
        Expr::Arith(a, _, b) => {
            measures(a, tables)?;
            measures(b, tables)?;
        }
        // The least and the greatest are the same however often they come.
        Expr::Agg {
            agg: Agg::Min | Agg::Max,
            ..
        }
        | Expr::Column(_)
        | Expr::Part(..)
        | Expr::Number(_) => {}
        _ => return None,
    }
    Some(())
}

/// Tables of the query's joins for whose rows a row of `one` comes again.
fn repeating(knowledge: &Knowledge, q: &Query, one: usize) -> Option<BTreeSet<usize>> {
    let tables = &knowledge.catalog.tables;
    let names: Vec<String> = q.needed().iter().map(|t| tables[*t].name.clone()).collect();
    let at = |name: &str| tables.iter().position(|t| t.name.eq_ignore_ascii_case(name));
    let key = |t: usize, column: &str| {
        let alone = |k: &[String]| matches!(k, [c] if c.eq_ignore_ascii_case(column));
        alone(&tables[t].primary_key) || tables[t].unique.iter().any(|k| alone(k))
    };
    let mut ends = Vec::new();
    for step in knowledge.graph.connect(&names)? {
        let (left, right) = (at(&step.left_table)?, at(&step.right_table)?);
        ends.push((left, right, !key(right, &step.right_column)));
        ends.push((right, left, !key(left, &step.left_column)));
    }
    let mut reached = vec![(one, false)];
    let mut seen = BTreeSet::from([one]);
    let mut out = BTreeSet::new();
    while let Some((t, repeated)) = reached.pop() {
        for (_, next, many) in ends.iter().filter(|e| e.0 == t) {
            if seen.insert(*next) {
                let again = repeated || *many;
                if again {
                    out.insert(*next);
                }
                reached.push((*next, again));
            }
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::builtin::query::{Op, Value};
    use crate::ask::builtin::write::Writer;
    use crate::prepare::fake::{catalog, refer, table};

    fn trading() -> Knowledge {
        let mut catalog = catalog(vec![
            table("orders", &["id int", "customer_id int", "total real"]),
            table("lines", &["id int", "order_id int", "product_id int", "quantity int"]),
            table("products", &["id int", "name text"]),
            table("customers", &["id int", "country text"]),
        ]);
        refer(&mut catalog, "lines.order_id", "orders.id");
        refer(&mut catalog, "lines.product_id", "products.id");
        refer(&mut catalog, "orders.customer_id", "customers.id");
        for table in &mut catalog.tables {
            table.primary_key = vec!["id".into()];
        }
        Knowledge::build(catalog, "1".into(), Vec::new(), Vec::new())
    }

    fn col(table: usize, column: usize) -> Col {
        Col { table, column }
    }

    fn total(agg: Agg) -> Expr {
        Expr::agg(agg, Expr::Column(col(0, 2)))
    }

    fn query(select: Vec<Expr>, filter: Vec<Cond>) -> Query {
        Query {
            select,
            filter,
            ..Query::default()
        }
    }

    fn tea() -> Cond {
        Cond::eq(col(2, 1), Value::Text("Tea".into()))
    }

    fn sql(knowledge: &Knowledge, q: &Query) -> Option<String> {
        let (q, of) = once(knowledge, q)?;
        assert_eq!(of, 0);
        Writer { knowledge }.statement(&q)
    }

    #[test]
    fn an_order_with_two_such_lines_is_added_up_once() {
        let knowledge = trading();
        assert_eq!(
            sql(&knowledge, &query(vec![total(Agg::Sum)], vec![tea()])).as_deref(),
            Some(
                "SELECT SUM(total) AS total_total FROM orders WHERE id IN (SELECT orders.id FROM orders \
                 JOIN lines ON orders.id = lines.order_id JOIN products ON lines.product_id = products.id \
                 WHERE products.name = 'Tea')"
            )
        );
    }

    #[test]
    fn what_repeats_nothing_stays_where_it_is() {
        let knowledge = trading();
        let french = Cond::eq(col(3, 1), Value::Text("France".into()));
        assert_eq!(
            once(&knowledge, &query(vec![total(Agg::Avg)], vec![french.clone()])),
            None
        );
        let both = sql(&knowledge, &query(vec![total(Agg::Avg)], vec![french, tea()])).unwrap();
        assert!(
            both.contains("JOIN customers") && both.contains("customers.country = 'France' AND orders.id IN"),
            "{both}"
        );
        // The measure of a line belongs to it.
        let lines = Expr::agg(Agg::Sum, Expr::Column(col(1, 3)));
        assert_eq!(once(&knowledge, &query(vec![lines], vec![tea()])), None);
        // The greatest is the greatest however often it comes; a count says itself what it counts.
        assert_eq!(once(&knowledge, &query(vec![total(Agg::Max)], vec![tea()])), None);
        assert_eq!(once(&knowledge, &query(vec![Expr::count(0)], vec![tea()])), None);
    }

    #[test]
    fn what_is_asked_for_each_of_them_is_left() {
        let knowledge = trading();
        let name = Expr::Column(col(2, 1));
        let each = Query {
            group: vec![name.clone()],
            ..query(vec![name, total(Agg::Sum)], Vec::new())
        };
        assert_eq!(once(&knowledge, &each), None);
    }

    #[test]
    fn conditions_on_the_same_rows_stay_together() {
        let knowledge = trading();
        let many = Cond::Compare(Expr::Column(col(1, 3)), Op::Gt, Value::Number("5".into()));
        let both = sql(&knowledge, &query(vec![total(Agg::Sum)], vec![tea(), many])).unwrap();
        assert_eq!(both.matches(" IN (").count(), 1, "{both}");
        assert!(
            both.ends_with("WHERE products.name = 'Tea' AND lines.quantity > 5)"),
            "{both}"
        );
    }
}
