//! What in this part of the schema leads astray (seed 001, 3b and 3c), worked out from the schema and the question.
//!
//! In: what is grounded and linked. Out: cautions, for the trace and for prompts. Deliberately absent: lists of tables
//! made by hand, and any change to what is linked.

use std::collections::BTreeSet;

use askwell_contract::beside::{Caution, Trap};
use askwell_contract::run::{FieldMatch, Grounding, Linked};
use askwell_contract::Table;

use crate::ask::advice::place;
use crate::prepare::fields::Field;
use crate::prepare::Knowledge;

mod called;
mod overlap;
mod ways;

use called::Likeness;

/// A name by its own words, most of them, or a synonym of it.
const NAMED: f64 = 0.7;
/// A value as it is stored.
const STORED: f64 = 0.95;
/// Cautions of one kind; more are not read.
const MOST: usize = 4;
/// A word that hundreds of tables are called by is about none of them.
const TOUCHED: usize = 12;
/// Columns that two tables share, as a part of the smaller one's, for them to be taken for each other.
const LIKE: f64 = 0.5;

pub fn cautions(knowledge: &Knowledge, grounding: &Grounding, linked: &Linked) -> Vec<Caution> {
    let tables = tables(linked);
    let mut out = elsewhere(knowledge, linked, &tables);
    out.extend(alike(knowledge, &tables));
    out.extend(shared(knowledge, grounding));
    out.extend(overlap::cautions(knowledge, linked, &tables));
    out.extend(ways::cautions(knowledge, grounding, linked, &tables));
    out
}

fn caution(trap: Trap, says: String) -> Caution {
    Caution {
        trap,
        says,
        of_data: trap == Trap::Shared,
    }
}

/// Tables that the question surely touches, in its order, and no more than one question can be about.
fn tables(linked: &Linked) -> Vec<&str> {
    let mut out: Vec<&str> = Vec::new();
    for field in linked.precise.iter().filter(|f| f.score >= NAMED) {
        if !out.contains(&field.table.as_str()) {
            out.push(&field.table);
        }
        if out.len() == TOUCHED {
            break;
        }
    }
    out
}

/// The question names a table and a column that only the table's parent has.
fn elsewhere(knowledge: &Knowledge, linked: &Linked, tables: &[&str]) -> Vec<Caution> {
    let touched = |f: &&FieldMatch| f.score >= NAMED && tables.contains(&f.table.as_str());
    let sure = || linked.precise.iter().filter(touched);
    let mut out = Vec::new();
    let mut seen = BTreeSet::new();
    for child in sure().filter(|f| f.column.is_none()) {
        for field in sure().filter(|f| f.table != child.table) {
            let Some(column) = &field.column else { continue };
            // Where another match of the same words stands in the table itself, nothing is missing there.
            let own = |f: &&FieldMatch| f.table == child.table && f.column.is_some() && f.span == field.span;
            if linked.recall.iter().any(|f| own(&f)) || has_one_like(knowledge, &child.table, &field.table, column) {
                continue;
            }
            let edges = knowledge.graph.edges_between(&child.table, &field.table);
            // Two ways there are told apart below.
            let [edge] = edges.as_slice() else { continue };
            let key = edge.from_table == field.table && edge.from_column == *column
                || edge.to_table == field.table && edge.to_column == *column;
            if edge.from_table != child.table || key || !seen.insert((&child.table, &field.table, column)) {
                continue;
            }
            out.push(caution(
                Trap::Elsewhere,
                format!(
                    "{0} has no {column}: it stands in {1}, by {0}.{2} = {1}.{3}.",
                    child.table, field.table, edge.from_column, edge.to_column
                ),
            ));
        }
    }
    out.truncate(MOST);
    out
}

/// Whether the table has a column of the same name, its own prefix left out.
fn has_one_like(knowledge: &Knowledge, table: &str, other: &str, column: &str) -> bool {
    let Some((t, c)) = place(knowledge, other, column) else {
        return false;
    };
    let Some(own) = knowledge.catalog.tables.iter().position(|x| x.name == table) else {
        return false;
    };
    let bare = |field: &Field| field.stems[field.implied.min(field.stems.len())..].to_vec();
    let wanted = bare(knowledge.fields.of_column(t, c));
    let columns = 0..knowledge.catalog.tables[own].columns.len();
    columns
        .into_iter()
        .any(|c| bare(knowledge.fields.of_column(own, c)) == wanted)
}

/// A table of the question, and one called nearly the same; where it is called by a word more, one that keeps much the same
/// columns, too.
fn alike(knowledge: &Knowledge, tables: &[&str]) -> Vec<Caution> {
    let mut out: Vec<Caution> = Vec::new();
    let mut seen = BTreeSet::new();
    for name in tables {
        let Some(at) = knowledge.catalog.tables.iter().position(|t| t.name == *name) else {
            continue;
        };
        let table = &knowledge.catalog.tables[at];
        for (other_at, other) in knowledge.catalog.tables.iter().enumerate() {
            if other_at == at {
                continue;
            }
            let Some(likeness) = called::alike(
                knowledge.fields.of_table(at),
                knowledge.fields.of_table(other_at),
                (name, &other.name),
            ) else {
                continue;
            };
            let both = in_common(table, other);
            let fewer = table.columns.len().min(other.columns.len());
            // A table and its own children are called alike for good reason.
            let related = !knowledge.graph.edges_between(name, &other.name).is_empty();
            let longer = likeness == Likeness::Akin && (related || (both as f64) < LIKE * fewer as f64);
            if longer || !seen.insert((at.min(other_at), at.max(other_at))) {
                continue;
            }
            let columns = match both {
                0 => " that are called nearly the same".to_owned(),
                1 => " with 1 column in common".to_owned(),
                _ => format!(" with {both} columns in common"),
            };
            let held = overlap::columns(knowledge, table, other);
            let values = match held.is_empty() {
                true => String::new(),
                false => format!(" and much the same values in {}", held.join(", ")),
            };
            out.push(Caution {
                of_data: !held.is_empty(),
                ..caution(
                    Trap::Alike,
                    format!(
                        "{name} and {} are two tables{columns}{values}. Use the one that the question names, and not both.",
                        other.name
                    ),
                )
            });
        }
    }
    out.truncate(MOST);
    out
}

fn in_common(a: &Table, b: &Table) -> usize {
    let same = |name: &str| b.columns.iter().any(|c| c.name.eq_ignore_ascii_case(name));
    a.columns.iter().filter(|c| same(&c.name)).count()
}

/// A value of the question that is stored in columns of several tables.
fn shared(knowledge: &Knowledge, grounding: &Grounding) -> Vec<Caution> {
    let mut out = Vec::new();
    let mut seen = BTreeSet::new();
    for value in grounding.values.iter().filter(|v| v.similarity >= STORED) {
        let mut columns: Vec<(&str, &str)> = Vec::new();
        for other in &grounding.values {
            let here = (other.table.as_str(), other.column.as_str());
            let same = other.span == value.span && other.similarity >= STORED && other.value == value.value;
            // A key and what it refers to hold the same by design.
            let keyed = |at: &(&str, &str)| {
                knowledge.graph.edges_between(at.0, here.0).iter().any(|e| {
                    let ends = [
                        (e.from_table.as_str(), e.from_column.as_str()),
                        (e.to_table.as_str(), e.to_column.as_str()),
                    ];
                    ends.contains(at) && ends.contains(&here)
                })
            };
            if same && !columns.contains(&here) && !columns.iter().any(keyed) {
                columns.push(here);
            }
        }
        if columns.len() > 1 && seen.insert((value.span, &value.value)) {
            let names: Vec<String> = columns.iter().take(MOST).map(|(t, c)| format!("{t}.{c}")).collect();
            out.push(caution(
                Trap::Shared,
                format!(
                    "'{}' is stored in {}: compare the one that the question is about.",
                    value.value,
                    names.join(", ")
                ),
            ));
        }
    }
    out.truncate(MOST);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use askwell_contract::profile::{TableProfile, ValueCount};

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
        assert!(caution(Trap::Shared, String::new()).of_data && !caution(Trap::Ways, String::new()).of_data);
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
    fn told(
        tables: Vec<Table>,
        keys: &[(&str, &str)],
        profiles: Vec<TableProfile>,
        question: &str,
    ) -> Vec<(Trap, String)> {
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
}
