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
    // "The totals of the orders by customer" repeats nothing.
    let name = Expr::Column(col(3, 0));
    let each = Query {
        group: vec![name.clone()],
        ..query(vec![name, total(Agg::Sum)], Vec::new())
    };
    assert_eq!(once(&knowledge, &each), None);
}

#[test]
fn a_row_that_comes_twice_in_a_group_is_taken_once() {
    let knowledge = trading();
    let name = Expr::Column(col(2, 1));
    let each = Query {
        group: vec![name.clone()],
        having: vec![Cond::Compare(Expr::count(0), Op::Ge, Value::Number("2".into()))],
        order: vec![(total(Agg::Sum), true)],
        limit: Some(3),
        ..query(vec![name, total(Agg::Sum), Expr::count(0)], vec![many()])
    };
    assert_eq!(
        sql(&knowledge, &each).as_deref(),
        Some(
            "SELECT name, SUM(total) AS total_total, COUNT(*) AS number_of_orders FROM (SELECT DISTINCT orders.id, \
             products.name, orders.total FROM products JOIN lines ON products.id = lines.product_id JOIN orders ON \
             lines.order_id = orders.id WHERE lines.quantity > 5) AS each_once GROUP BY name HAVING COUNT(*) >= 2 \
             ORDER BY SUM(total) DESC NULLS LAST LIMIT 3"
        )
    );
    // By what one order has one of, nothing comes twice.
    let country = Expr::Column(col(3, 1));
    let plain = Query {
        group: vec![country.clone()],
        ..query(vec![country.clone(), total(Agg::Sum)], Vec::new())
    };
    assert_eq!(once(&knowledge, &plain), None);
    // Nor does what is added up of the other table.
    let mixed = Query {
        group: vec![country.clone()],
        tables: vec![0, 1],
        ..query(vec![country, Expr::agg(Agg::Sum, Expr::Column(col(1, 3)))], Vec::new())
    };
    assert_eq!(once(&knowledge, &mixed), None);
}

#[test]
fn a_key_of_two_columns_leaves_one_row_a_group() {
    let mut catalog = catalog(vec![
        table("students", &["id int", "age int"]),
        table("allergies", &["student_id int", "allergy text"]),
        table("kinds", &["allergy text", "category text"]),
    ]);
    refer(&mut catalog, "allergies.student_id", "students.id");
    refer(&mut catalog, "allergies.allergy", "kinds.allergy");
    catalog.tables[0].primary_key = vec!["id".into()];
    catalog.tables[1].primary_key = vec!["student_id".into(), "allergy".into()];
    catalog.tables[2].primary_key = vec!["allergy".into()];
    let knowledge = Knowledge::build(catalog, "1".into(), Vec::new(), Vec::new());
    let by = |group: Col| {
        let age = Expr::agg(Agg::Avg, Expr::Column(col(0, 1)));
        let q = Query {
            group: vec![Expr::Column(group)],
            ..query(vec![Expr::Column(group), age], Vec::new())
        };
        once(&knowledge, &q).is_some()
    };
    assert!(!by(col(1, 1)) && !by(col(2, 0)));
    // A student may have two allergies of one category.
    assert!(by(col(2, 1)));
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
