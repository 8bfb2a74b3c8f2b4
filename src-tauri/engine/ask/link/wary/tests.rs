//! What leads astray in small schemas, each trap once, and what does not.

use askwell_contract::profile::{TableProfile, ValueCount};

use super::*;
use crate::ask::{ground, link};
use crate::prepare::fake::{self, catalog, refer, table};
use crate::prepare::values::ColumnValues;
use crate::scripted::plan;

fn trading() -> Knowledge {
    let mut catalog = catalog(vec![
        table(
            "sales_orders",
            &["id int", "order_date date", "bill_to int", "ship_to int"],
        ),
        table("order_lines", &["id int", "sales_order_id int", "quantity int"]),
        table("addresses", &["id int", "city text"]),
        table("stores", &["id int", "city text", "opened date"]),
        table("sales_orders_archive", &["id int", "order_date date", "bill_to int"]),
    ]);
    refer(&mut catalog, "order_lines.sales_order_id", "sales_orders.id");
    refer(&mut catalog, "sales_orders.bill_to", "addresses.id");
    refer(&mut catalog, "sales_orders.ship_to", "addresses.id");
    let cities =
        |table: &str| ColumnValues::new(table, "city", vec![("Lyon".into(), 3), ("Oslo".into(), 2)], true, None);
    Knowledge::build(
        catalog,
        "1".into(),
        Vec::new(),
        vec![cities("addresses"), cities("stores")],
    )
}

fn said(question: &str) -> Vec<(Trap, String)> {
    let (knowledge, plan) = (trading(), plan(question));
    let grounding = ground::find(&knowledge.values, question);
    let linked = link::find(&knowledge, &plan, &grounding);
    let all = cautions(&knowledge, &grounding, &linked);
    all.into_iter().map(|c| (c.trap, c.says)).collect()
}

fn of(trap: Trap, question: &str) -> Vec<String> {
    said(question)
        .into_iter()
        .filter(|c| c.0 == trap)
        .map(|c| c.1)
        .collect()
}

#[test]
fn a_column_that_stands_in_the_parent_is_redirected() {
    assert_eq!(
        of(Trap::Elsewhere, "order lines by order date"),
        ["order_lines has no order_date: it stands in sales_orders, by order_lines.sales_order_id = sales_orders.id."]
    );
    assert_eq!(of(Trap::Elsewhere, "quantity of order lines"), [""; 0]);
    assert_eq!(of(Trap::Elsewhere, "order date of sales orders"), [""; 0]);
}

#[test]
fn tables_that_are_called_nearly_the_same_are_told_apart() {
    let told = of(Trap::Alike, "how many sales orders are there?");
    assert_eq!(
        told,
        ["sales_orders and sales_orders_archive are two tables with 3 columns in common. Use the one that the question names, and not both."]
    );
    // Lines belong to orders; stores are like nothing.
    assert_eq!(of(Trap::Alike, "how many stores are there?"), [""; 0]);
    assert_eq!(of(Trap::Alike, "how many order lines are there?"), [""; 0]);
}

#[test]
fn a_value_of_several_tables_is_a_matter_of_data() {
    assert_eq!(
        of(Trap::Shared, "stores in Lyon"),
        ["'Lyon' is stored in addresses.city, stores.city: compare the one that the question is about."]
    );
    assert_eq!(of(Trap::Shared, "how many stores are there?"), [""; 0]);
    assert!(caution(Trap::Shared, [], String::new()).of_data && !caution(Trap::Ways, [], String::new()).of_data);
}

#[test]
fn several_ways_between_two_tables_are_named() {
    assert_eq!(
        of(Trap::Ways, "sales orders and their addresses"),
        ["sales_orders and addresses join in 2 ways, which mean different things: sales_orders.bill_to = addresses.id; sales_orders.ship_to = addresses.id."]
    );
    assert_eq!(of(Trap::Ways, "order lines of sales orders"), [""; 0]);
}

/// What is said of a question about these tables.
fn told(tables: Vec<Table>, keys: &[(&str, &str)], profiles: Vec<TableProfile>, question: &str) -> Vec<(Trap, String)> {
    let mut catalog = catalog(tables);
    for (from, to) in keys {
        refer(&mut catalog, from, to);
    }
    let knowledge = Knowledge::build(catalog, "1".into(), profiles, Vec::new());
    let grounding = ground::find(&knowledge.values, question);
    let linked = link::find(&knowledge, &plan(question), &grounding);
    let all = cautions(&knowledge, &grounding, &linked);
    all.into_iter().map(|c| (c.trap, c.says)).collect()
}

#[test]
fn names_that_differ_by_a_slip_are_told_apart_whatever_the_tables_keep() {
    let tables = || {
        vec![
            table("contracts", &["id int", "signed date"]),
            table("contacts", &["id int", "phone text"]),
            table("ships", &["id int", "tonnage int"]),
            table("salesorders", &["number int"]),
            table("sales_orders", &["id int"]),
        ]
    };
    assert_eq!(
        told(tables(), &[], Vec::new(), "how many contracts are there?"),
        [(
            Trap::Alike,
            "contracts and contacts are two tables with 1 column in common. Use the one that the question names, and not both."
                .to_owned()
        )]
    );
    assert_eq!(
        told(tables(), &[], Vec::new(), "how many sales orders are there?"),
        [(
            Trap::Alike,
            "sales_orders and salesorders are two tables that are called nearly the same. Use the one that the question names, and not both."
                .to_owned()
        )]
    );
    assert_eq!(told(tables(), &[], Vec::new(), "how many ships are there?"), []);
}

fn states(table: &str, values: &[&str]) -> TableProfile {
    let mut state = fake::profile(table, "state", 12, values.len() as u64);
    let top = values.iter().map(|v| ValueCount {
        value: fake::text(v),
        rows: 4,
    });
    state.top = top.collect();
    TableProfile {
        table: table.into(),
        rows: 12,
        read: 12,
        columns: vec![state],
        grain: String::new(),
        freshness: None,
    }
}

#[test]
fn columns_of_one_name_that_hold_the_same_values_are_told() {
    let tables = || {
        vec![
            table("orders", &["id int", "state text"]),
            table("refunds", &["id int", "order_id int", "state text"]),
        ]
    };
    let keys = [("refunds.order_id", "orders.id")];
    let of = |mine: &[&str], theirs: &[&str], question: &str| {
        let profiles = vec![states("orders", mine), states("refunds", theirs)];
        told(tables(), &keys, profiles, question)
    };
    let same = ["open", "paid", "sent"];
    assert_eq!(
        of(&same, &["paid", "open", "lost"], "state of the orders and refunds"),
        [(
            Trap::Shared,
            "refunds.state and orders.state hold much the same values: take the one that the question is about."
                .to_owned()
        )]
    );
    assert_eq!(
        of(&same, &["lost", "new", "void"], "state of the orders and refunds"),
        []
    );
    assert_eq!(
        of(&same, &same, "how many refunds of orders are there?"),
        [],
        "nobody asks for it"
    );
}

#[test]
fn that_a_copy_of_a_table_holds_the_same_values_is_said_apart_from_its_name() {
    let of = |values: &[&str]| {
        let tables = vec![
            table("orders", &["id int", "state text"]),
            table("orders_archive", &["id int", "state text"]),
        ];
        let profiles = vec![states("orders", &["open", "paid"]), states("orders_archive", values)];
        told(tables, &[], profiles, "how many orders are there?")
    };
    let traps = |told: &[(Trap, String)]| told.iter().map(|c| c.0).collect::<Vec<_>>();
    let same = of(&["paid", "open"]);
    assert_eq!(traps(&same), [Trap::Alike, Trap::Shared]);
    assert!(
        same[1]
            .1
            .ends_with("orders_archive hold much the same values in state."),
        "{same:?}"
    );
    assert_eq!(traps(&of(&["lost", "void"])), [Trap::Alike]);
}

#[test]
fn ways_over_other_tables_are_named_too() {
    let tables = || {
        vec![
            table("sales", &["id int", "customer_id int", "store_id int"]),
            table("customers", &["id int", "store_id int"]),
            table("stores", &["id int", "region_id int"]),
            table("regions", &["id int"]),
        ]
    };
    let keys = [
        ("sales.customer_id", "customers.id"),
        ("sales.store_id", "stores.id"),
        ("customers.store_id", "stores.id"),
        ("stores.region_id", "regions.id"),
    ];
    // Where it was sold, or where the customer belongs.
    assert_eq!(
        told(tables(), &keys, Vec::new(), "how many sales does each of the stores have?"),
        [(
            Trap::Ways,
            "stores and sales join in 2 ways, which mean different things: stores.id = sales.store_id; stores.id = customers.store_id and customers.id = sales.customer_id."
                .to_owned()
        )]
    );
    // Neither refers to the other: by what was sold, and by who sells.
    let tables = vec![
        table("makers", &["id int"]),
        table("shops", &["id int"]),
        table("deliveries", &["maker_id int", "shop_id int"]),
        table("complaints", &["maker_id int", "shop_id int"]),
    ];
    let keys = [
        ("deliveries.maker_id", "makers.id"),
        ("deliveries.shop_id", "shops.id"),
        ("complaints.maker_id", "makers.id"),
        ("complaints.shop_id", "shops.id"),
    ];
    let said = told(tables, &keys, Vec::new(), "how many shops do the makers have?");
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(
        said[0].1.contains("deliveries.shop_id") && said[0].1.contains("complaints.maker_id"),
        "{said:?}"
    );
}

#[test]
fn what_two_tables_merely_share_is_no_way_between_them() {
    let tables = vec![
        table("orders", &["id int", "store_id int"]),
        table("lines", &["order_id int", "store_id int"]),
        table("stores", &["id int"]),
    ];
    let keys = [
        ("orders.store_id", "stores.id"),
        ("lines.store_id", "stores.id"),
        ("lines.order_id", "orders.id"),
    ];
    assert_eq!(told(tables, &keys, Vec::new(), "how many lines have the orders?"), []);
}

#[test]
fn a_column_that_another_table_of_the_question_has_is_not_missing() {
    let tables = || {
        vec![
            table("races", &["id int", "q3 text"]),
            table("results", &["id int", "race_id int", "points int"]),
            table("heats", &["id int", "race_id int", "q3 text"]),
        ]
    };
    let keys = [("results.race_id", "races.id"), ("heats.race_id", "races.id")];
    let missing = |question: &str| {
        let all = told(tables(), &keys, Vec::new(), question);
        all.into_iter().filter(|c| c.0 == Trap::Elsewhere).count()
    };
    assert_eq!(missing("points of the results and q3 of the heats"), 0);
    assert_eq!(missing("q3 of the results of the races"), 1);
}

#[test]
fn a_caution_knows_which_tables_it_speaks_of() {
    let (knowledge, plan) = (trading(), plan("order lines by order date and how many sales orders"));
    let grounding = ground::find(&knowledge.values, &plan.question);
    let linked = link::find(&knowledge, &plan, &grounding);
    let all = cautions(&knowledge, &grounding, &linked);
    assert!(!all.is_empty());
    for caution in &all {
        assert!(!caution.tables.is_empty(), "{caution:?}");
        assert!(caution.tables.iter().all(|t| caution.says.contains(t)), "{caution:?}");
        // A part without one of them says nothing of it.
        let place = |name: &str| knowledge.catalog.tables.iter().position(|t| t.name == name).unwrap();
        let of = |tables: &[String]| {
            let places = tables.iter().map(|t| (place(t), 0));
            crate::ask::advice::Part::of(&knowledge, places).cautions(&knowledge, std::slice::from_ref(caution))
        };
        assert_eq!(of(&caution.tables).len(), 1);
        let other = if caution.tables[0] == "stores" {
            "addresses"
        } else {
            "stores"
        };
        assert_eq!(of(&[other.to_owned()]).len(), 0);
    }
}
