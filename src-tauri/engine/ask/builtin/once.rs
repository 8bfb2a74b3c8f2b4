//! The fan-out guard: what is added up, averaged or counted is counted once, whatever it is joined with.
//!
//! In: a query. Out: the same with each row of the counted table counted by its key, or, where it adds up or averages,
//! with the conditions on the rows that a join would repeat it for put into a subquery; `None` where nothing is repeated,
//! or where the question itself wants it for each of them. Deliberately absent: queries of models, which the lint rule
//! `fan_out` warns of.

use std::collections::BTreeSet;

use super::query::{Agg, Col, Cond, Expr, Op, Query, Value};
use crate::prepare::Knowledge;

/// And the table whose rows are counted once.
pub fn once(knowledge: &Knowledge, q: &Query) -> Option<(Query, usize)> {
    added(knowledge, q).or_else(|| counted(knowledge, q))
}

/// Rows of a table that a join repeats are counted by their key: in what is shown, ordered by and asked of groups. Rows of
/// the table that repeats them ("the lines of each product") are not repeated themselves and stay as they are.
fn counted(knowledge: &Knowledge, q: &Query) -> Option<(Query, usize)> {
    if q.set.is_some() || q.each.is_some() || q.outer {
        return None;
    }
    let counts = |e: &Expr| match e {
        Expr::Agg {
            agg: Agg::Count,
            distinct: false,
            of,
        } => match **of {
            Expr::Rows(table) => Some(table),
            _ => None,
        },
        _ => None,
    };
    let asked = q.having.iter().filter_map(|cond| match cond {
        Cond::Compare(e, ..) | Cond::Between(e, ..) => Some(e),
        _ => None,
    });
    let shown = q.select.iter().chain(q.order.iter().map(|(e, _)| e)).chain(asked);
    let tables: BTreeSet<usize> = shown.filter_map(counts).collect();
    // "Players, and how often each came" counts nobody: the counted table is what the groups are made of.
    let grouped = |t: usize| {
        q.group
            .iter()
            .any(|e| matches!(e, Expr::Column(c) if c.table == t && tells(knowledge, *c)))
    };
    // "The tracks of one kind" are many, the kind is one: where a condition leaves one row, it is not what was meant.
    let pinned = |t: usize| {
        let one = |cond: &Cond| {
            matches!(cond, Cond::Compare(Expr::Column(c), Op::Eq, _) if c.table == t && tells(knowledge, *c)
                || refers(knowledge, *c) == Some(t))
        };
        q.filter.iter().any(one)
    };
    let repeated = |t: &usize| {
        let by = reached(knowledge, q, *t).unwrap_or_default();
        !by.is_empty() && !by.iter().any(|(_, both)| *both) && !grouped(*t) && !pinned(*t)
    };
    let table = tables.into_iter().find(repeated)?;
    let key = Expr::Column(key_of(knowledge, table)?);
    let put = |e: &mut Expr| {
        if counts(e) == Some(table) {
            *e = Expr::Agg {
                agg: Agg::Count,
                distinct: true,
                of: Box::new(key.clone()),
            };
        }
    };
    let mut out = q.clone();
    out.select.iter_mut().for_each(put);
    out.order.iter_mut().for_each(|(e, _)| put(e));
    for cond in &mut out.having {
        if let Cond::Compare(e, ..) | Cond::Between(e, ..) = cond {
            put(e);
        }
    }
    Some((out, table))
}

/// The one column that tells the rows of a table apart.
pub fn key_of(knowledge: &Knowledge, table: usize) -> Option<Col> {
    let columns = knowledge.catalog.tables.get(table)?;
    let [key] = columns.primary_key.as_slice() else {
        return None;
    };
    let column = columns.columns.iter().position(|c| c.name.eq_ignore_ascii_case(key))?;
    Some(Col { table, column })
}

/// The table whose key a column holds.
fn refers(knowledge: &Knowledge, c: Col) -> Option<usize> {
    let tables = &knowledge.catalog.tables;
    let table = &tables[c.table];
    let name = &table.columns[c.column].name;
    let edges = knowledge.graph.neighbours(&table.name).into_iter();
    let mut edges = edges.flat_map(|other| knowledge.graph.edges_between(&table.name, other));
    let edge = edges.find(|e| e.from_table == table.name && e.from_column == *name)?;
    tables.iter().position(|t| t.name == edge.to_table)
}

/// Whether no two rows of its table have the same in this column, as far as is known.
pub fn tells(knowledge: &Knowledge, c: Col) -> bool {
    key_of(knowledge, c.table) == Some(c) || tells_of(knowledge, c, 1.0)
}

/// Whether at least this share of the rows that have a value have one of their own; no where that is not known.
pub fn tells_of(knowledge: &Knowledge, c: Col, share: f64) -> bool {
    let table = &knowledge.catalog.tables[c.table];
    let profile = knowledge.profile(&table.name, &table.columns[c.column].name);
    profile.is_some_and(|p| p.distinct > 1 && p.distinct as f64 >= share * p.rows.saturating_sub(p.nulls) as f64)
}

fn added(knowledge: &Knowledge, q: &Query) -> Option<(Query, usize)> {
    let plain = q.set.is_none() && q.each.is_none() && !q.outer;
    let measured = measured(q).filter(|_| plain)?;
    let key = Expr::Column(key_of(knowledge, measured)?);
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
    let mut adds = false;
    for expr in q.select.iter().chain(q.order.iter().map(|(e, _)| e)) {
        measures(expr, &mut tables, &mut adds)?;
    }
    for cond in &q.having {
        match cond {
            Cond::Compare(expr, _, Value::Expr(other)) => {
                measures(expr, &mut tables, &mut adds)?;
                measures(other, &mut tables, &mut adds)?;
            }
            Cond::Compare(expr, ..) | Cond::Between(expr, ..) => measures(expr, &mut tables, &mut adds)?,
            _ => return None,
        }
    }
    match tables.into_iter().collect::<Vec<_>>().as_slice() {
        [one] if adds => Some(*one),
        _ => None,
    }
}

/// `None`: it is of a kind that is left as it is. `adds`: a join that repeats rows makes it more, and no key can undo that.
fn measures(expr: &Expr, tables: &mut BTreeSet<usize>, adds: &mut bool) -> Option<()> {
    let mut all = |e: &Expr| {
        e.tables(&mut |t| {
            tables.insert(t);
        });
    };
    match expr {
        Expr::Agg {
            agg: Agg::Sum | Agg::Avg,
            distinct: false,
            of,
        } => {
            all(of);
            *adds = true;
        }
        Expr::Agg {
            agg: Agg::Count,
            distinct: false,
            of,
        } if matches!(**of, Expr::Rows(_)) => all(of),
        Expr::Arith(a, _, b) => {
            measures(a, tables, adds)?;
            measures(b, tables, adds)?;
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
pub fn repeating(knowledge: &Knowledge, q: &Query, one: usize) -> Option<BTreeSet<usize>> {
    Some(reached(knowledge, q, one)?.into_iter().map(|(t, _)| t).collect())
}

/// The same; true: through rows that belong to both ("students, what they have, allergies"). There a pair may be what is
/// counted, so that counting each once is one of two readings and no repair of a fault; on the training set it is the rarer.
fn reached(knowledge: &Knowledge, q: &Query, one: usize) -> Option<Vec<(usize, bool)>> {
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
    let mut open = vec![(one, false)];
    let mut seen = BTreeSet::from([one]);
    let mut out = Vec::new();
    while let Some((t, repeated)) = open.pop() {
        for (_, next, many) in ends.iter().filter(|e| e.0 == t) {
            if seen.insert(*next) {
                let again = repeated || *many;
                if again {
                    out.push((*next, repeated && !many));
                }
                open.push((*next, again));
            }
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
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

    fn many() -> Cond {
        Cond::Compare(Expr::Column(col(1, 3)), Op::Gt, Value::Number("5".into()))
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
        // The greatest is the greatest however often it comes.
        assert_eq!(once(&knowledge, &query(vec![total(Agg::Max)], vec![tea()])), None);
    }

    #[test]
    fn rows_are_counted_by_their_key_where_a_join_repeats_them() {
        let knowledge = trading();
        assert_eq!(
            sql(&knowledge, &query(vec![Expr::count(0)], vec![many()])).as_deref(),
            Some(
                "SELECT COUNT(DISTINCT orders.id) AS number_of_orders FROM orders \
                 JOIN lines ON orders.id = lines.order_id WHERE lines.quantity > 5"
            )
        );
        // A group's, what it is ordered by and what is asked of it.
        let country = Expr::Column(col(3, 1));
        let often = Query {
            group: vec![country.clone()],
            order: vec![(Expr::count(3), true)],
            having: vec![Cond::Compare(Expr::count(3), Op::Ge, Value::Number("2".into()))],
            tables: vec![0],
            ..query(vec![country, Expr::count(3)], Vec::new())
        };
        let (often, of) = once(&knowledge, &often).unwrap();
        let often = Writer { knowledge: &knowledge }.statement(&often).unwrap();
        assert!(
            of == 3 && often.contains("HAVING COUNT(DISTINCT customers.id) >= 2"),
            "{often}"
        );
        assert!(!often.contains("COUNT(*)"), "{often}");
    }

    #[test]
    fn rows_that_nothing_repeats_are_counted_as_they_are() {
        let knowledge = trading();
        // A line has one product and one order: these repeat no line.
        assert_eq!(once(&knowledge, &query(vec![Expr::count(1)], vec![tea()])), None);
        let french = Cond::eq(col(3, 1), Value::Text("France".into()));
        assert_eq!(once(&knowledge, &query(vec![Expr::count(0)], vec![french])), None);
        // An order and a product may well be counted by the lines that they share: the other reading is a candidate of its own.
        assert_eq!(once(&knowledge, &query(vec![Expr::count(0)], vec![tea()])), None);
        // One row for each customer: counting customers there would say 1 of everybody.
        let customer = Expr::Column(col(3, 0));
        let often = Query {
            group: vec![customer.clone()],
            tables: vec![0],
            ..query(vec![customer, Expr::count(3)], Vec::new())
        };
        assert_eq!(once(&knowledge, &often), None);
        // So it would of one customer's orders.
        for its in [col(3, 0), col(0, 1)] {
            let one = Query {
                tables: vec![0],
                ..query(vec![Expr::count(3)], vec![Cond::eq(its, Value::Number("7".into()))])
            };
            assert_eq!(once(&knowledge, &one), None, "{its:?}");
        }
        let name = Expr::Column(col(2, 1));
        let each = Query {
            group: vec![name.clone()],
            ..query(vec![name, Expr::count(1)], Vec::new())
        };
        assert_eq!(once(&knowledge, &each), None);
    }

    #[test]
    fn a_count_beside_a_sum_and_what_is_asked_of_a_sum_are_of_the_same_rows() {
        let knowledge = trading();
        let both = query(vec![total(Agg::Sum), Expr::count(0)], vec![tea()]);
        let both = sql(&knowledge, &both).unwrap();
        assert!(
            both.contains("COUNT(*)") && both.contains(" IN (SELECT orders.id"),
            "{both}"
        );
        let country = Expr::Column(col(3, 1));
        let much = Query {
            group: vec![country.clone()],
            having: vec![Cond::Compare(total(Agg::Sum), Op::Gt, Value::Number("100".into()))],
            ..query(vec![country], vec![tea()])
        };
        let much = sql(&knowledge, &much).unwrap();
        assert!(
            much.contains(" IN (SELECT orders.id") && much.contains("HAVING SUM(orders.total) > 100"),
            "{much}"
        );
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
        let both = sql(&knowledge, &query(vec![total(Agg::Sum)], vec![tea(), many()])).unwrap();
        assert_eq!(both.matches(" IN (").count(), 1, "{both}");
        assert!(
            both.ends_with("WHERE products.name = 'Tea' AND lines.quantity > 5)"),
            "{both}"
        );
    }
}
