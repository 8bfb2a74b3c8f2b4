//! What a model is shown of a schema too large to show, and what becomes of its choice: forty columns in five tables.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use askwell_contract::model::{Privacy, Request};
use askwell_contract::run::{FieldName, Linked};
use serde_json::{json, Value};

use super::{door, QUESTION};
use crate::ask::advice::{place, with_keys, Part};
use crate::ask::{ground, link};
use crate::prepare::{fake, skeleton};
use crate::prompt::scripted::{text, ScriptedLlm};
use crate::scripted::{plan, run_advised, Scripted};

/// customers - orders - order_lines - products - suppliers, eight columns each.
fn depot() -> Scripted {
    let tables = [
        (
            "customers",
            "id int,name text,country text,since date,email text,phone text,segment text,city text",
        ),
        (
            "orders",
            "id int,customer_id int,status text,total real,placed date,shipped date,note text,clerk text",
        ),
        (
            "order_lines",
            "id int,order_id int,product_id int,quantity int,price real,discount real,tax real,packed date",
        ),
        (
            "products",
            "id int,title text,colour text,weight real,supplier_id int,launched date,shelf text,rating real",
        ),
        (
            "suppliers",
            "id int,firm text,street text,post_code text,contact text,fax text,founded date,region text",
        ),
    ];
    let mut scripted = Scripted::shop();
    let table = |(name, columns): (&str, &str)| fake::table(name, &columns.split(',').collect::<Vec<_>>());
    scripted.catalog = fake::catalog(tables.map(table).into());
    for (from, to) in [
        ("orders.customer_id", "customers.id"),
        ("order_lines.order_id", "orders.id"),
        ("order_lines.product_id", "products.id"),
        ("products.supplier_id", "suppliers.id"),
    ] {
        fake::refer(&mut scripted.catalog, from, to);
    }
    for table in &mut scripted.catalog.tables {
        table.primary_key = vec!["id".into()];
    }
    scripted
}

fn all() -> BTreeSet<String> {
    let tables = depot().catalog.tables;
    let columns = tables
        .iter()
        .flat_map(|t| t.columns.iter().map(|c| format!("{}.{}", t.name, c.name)));
    columns.collect()
}

fn fields(names: &[&str]) -> Value {
    let field = |name: &&str| {
        let (table, column) = name.split_once('.').unwrap();
        json!({"table": table, "column": column, "reason": "it is needed"})
    };
    json!({"fields": names.iter().map(field).collect::<Vec<_>>(), "sketch": ""})
}

fn names(list: &[FieldName]) -> BTreeSet<String> {
    list.iter().map(|f| format!("{}.{}", f.table, f.column)).collect()
}

/// The columns that a prompt lists, a line each.
fn listed(request: &Request) -> BTreeSet<String> {
    let shown = text(request);
    let line = |l: &str| l.split([' ', ':']).next().unwrap_or_default().to_owned();
    shown.lines().map(line).filter(|name| all().contains(name)).collect()
}

/// What is linked where a model gives these two answers, and the two requests.
fn linked(question: &str, hints: &str, precise: &[&str], recall: &[&str]) -> (Linked, Vec<Request>) {
    let llm = ScriptedLlm::default()
        .expects("link_precise", &[question], fields(precise))
        .expects("link_recall", &[question], fields(recall));
    let (door, llm) = door(llm, Privacy::Values);
    let mut out = None;
    run_advised(depot(), &door, async |cx| {
        let asked = askwell_contract::run::Plan {
            evidence: hints.into(),
            ..plan(question)
        };
        // Without the model's words, which are another stage's.
        let alone = crate::cx::Cx {
            door: None,
            embedder: None,
            ..*cx
        };
        let grounding = ground::ground(&alone, &asked).await.unwrap();
        out = Some(link::link(cx, &asked, &grounding).await.unwrap());
    });
    let asked = llm.asked.lock().unwrap().clone();
    (out.unwrap(), asked)
}

#[test]
fn thirty_of_forty_columns_are_shown_and_two_calls_made() {
    let (_, asked) = linked("Which products have customers bought?", "", &["products.title"], &[]);
    assert_eq!(asked.len(), 2);
    assert_eq!(all().len(), 40);
    assert_eq!(listed(&asked[0]).len(), 30);
}

#[test]
fn tables_that_are_joined_bring_the_tables_and_keys_between_them() {
    let (linked, _) = linked(
        "Which products have customers bought?",
        "",
        &["customers.name", "products.title"],
        &[],
    );
    let chosen = linked.chosen.unwrap();
    for key in [
        "customers.id",
        "orders.customer_id",
        "orders.id",
        "order_lines.order_id",
        "order_lines.product_id",
        "products.id",
    ] {
        assert!(names(&chosen.precise).contains(key), "{key}: {:?}", chosen.precise);
        assert!(names(&chosen.recall).contains(key), "{key}");
    }
    assert!(
        !names(&chosen.precise).iter().any(|n| n.starts_with("suppliers.")),
        "nobody needs them"
    );
}

#[test]
fn a_value_that_was_found_brings_its_column_whatever_the_model_chooses() {
    let (linked, asked) = linked(QUESTION, "", &["customers.name"], &[]);
    assert!(
        text(&asked[0]).contains("customers.country holds 'Germany'"),
        "and the model is told of it"
    );
    assert!(names(&linked.chosen.unwrap().precise).contains("customers.country"));
}

#[test]
fn a_column_that_the_hints_name_is_needed_whatever_the_model_chooses() {
    let question = "How eligible is each customer?";
    let (bare, _) = linked(question, "", &["customers.name"], &[]);
    assert!(!names(&bare.chosen.unwrap().precise).contains("orders.clerk"));
    let (hinted, _) = linked(question, "eligible means `clerk` is empty", &["customers.name"], &[]);
    assert!(names(&hinted.chosen.unwrap().precise).contains("orders.clerk"));
    let named: Vec<_> = hinted.recall.iter().filter(|f| f.by == "hint").collect();
    assert_eq!(named.len(), 1);
}

#[test]
fn names_that_nobody_has_get_into_neither_part_and_are_reported() {
    let (linked, _) = linked(
        "Which products have customers bought?",
        "",
        &["products.title", "products.flavour", "baskets.id"],
        &["customers.shoe_size", "orders.status"],
    );
    let chosen = linked.chosen.unwrap();
    let both: BTreeSet<String> = names(&chosen.precise).union(&names(&chosen.recall)).cloned().collect();
    assert!(both.is_subset(&all()), "{both:?}");
    assert!(both.contains("products.title") && both.contains("orders.status"));
    assert_eq!(
        chosen.dropped,
        ["products.flavour", "baskets.id", "customers.shoe_size"]
    );
}

#[test]
fn a_table_that_nothing_joins_leaves_the_others_their_joins() {
    let mut scripted = depot();
    scripted
        .catalog
        .tables
        .push(fake::table("weather", &["day date", "sky text"]));
    let knowledge = scripted.knowledge();
    let at = |name: &str| {
        let (table, column) = name.split_once('.').unwrap();
        place(&knowledge, table, column).unwrap()
    };
    let places = ["weather.sky", "customers.name", "orders.status"].map(at).to_vec();
    let keys = with_keys(&knowledge, places.clone());
    assert!(keys.contains(&at("orders.customer_id")), "{keys:?}");
    let written = skeleton::of(&knowledge, &Part::of(&knowledge, places).names);
    assert_eq!(
        written,
        "FROM customers JOIN orders ON customers.id = orders.customer_id\n\
         -- Each row of customers comes once for each of its rows of orders.\n\
         -- No key joins weather to the others."
    );
    let plan = plan("What is the sky of the weather, the email of the customers and the status of their orders?");
    let linked = link::find(&knowledge, &plan, &ground::find(&knowledge.values, &plan.question));
    assert!(
        linked.precise.iter().any(|f| f.table == "weather"),
        "{:?}",
        linked.precise
    );
    assert_eq!(linked.joins.len(), 1, "{:?}", linked.joins);
}

#[test]
fn a_word_before_the_name_of_a_column_asks_for_no_day_that_is_called_by_it() {
    let mut scripted = depot();
    let homes = fake::table("homes", &["id int", "city text", "price real", "sale_date text"]);
    scripted.catalog.tables = vec![homes];
    let knowledge = scripted.knowledge();
    let dated = |question: &str| {
        let linked = link::find(&knowledge, &plan(question), &ground::find(&knowledge.values, question));
        let day = |name: &Option<String>| name.as_deref() == Some("sale_date");
        linked.precise.iter().any(|f| day(&f.column))
    };
    assert!(!dated("average sale price by city"));
    assert!(dated("average price by sale date"));
    assert!(dated("the last sale in each city"));
}

/// Forty tables more, which the search has no reason to bring among the first thirty columns.
fn warehouse() -> Scripted {
    let mut depot = depot();
    for n in 0..40 {
        let table = fake::table(&format!("ledger_{n}"), &["id int", "entry text", "amount real"]);
        depot.catalog.tables.push(table);
    }
    depot
}

#[test]
fn what_the_models_first_query_uses_and_the_search_missed_is_fetched() {
    let question = "Which products have customers bought?";
    let sketch = "SELECT p.title FROM products p JOIN suppliers s ON s.id = p.supplier_id WHERE s.region = 'x' AND s.nowhere = 1";
    let mut second = fields(&[]);
    second["sketch"] = json!(sketch);
    let llm = ScriptedLlm::default()
        .expects("link_precise", &[question], fields(&["products.title"]))
        .expects("link_recall", &[question, "Other tables", "first query"], second);
    let (door, _llm) = door(llm, Privacy::Values);
    run_advised(warehouse(), &door, async |cx| {
        let alone = crate::cx::Cx {
            door: None,
            embedder: None,
            ..*cx
        };
        let grounding = ground::ground(&alone, &plan(question)).await.unwrap();
        let linked = link::link(cx, &plan(question), &grounding).await.unwrap();
        let chosen = linked.chosen.unwrap();
        assert!(
            !names(&chosen.precise).contains("suppliers.region"),
            "S1 is not touched"
        );
        for column in ["suppliers.region", "suppliers.id", "products.supplier_id"] {
            assert!(names(&chosen.recall).contains(column), "{column}: {:?}", chosen.recall);
        }
        assert_eq!(chosen.sketch, sketch);
    });
}
