#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use askwell_contract::explore::{Meaning, Term};
use askwell_contract::ports::Cancel;
use askwell_contract::{Row, TypeKind};

use super::*;
use crate::prepare::fake::{catalog, refer, row, table, world, Fake, Memory};
use crate::prepare::{prepare, Knowledge};

/// Customers, orders with every kind of column, and a table without rows.
pub fn shop() -> Fake {
    let mut customers = table(
        "customers",
        &["customer_id int", "customer_name text", "country text", "is_active int"],
    );
    customers.primary_key = vec!["customer_id".into()];
    let mut orders = table(
        "orders",
        &[
            "id int",
            "customer_id int",
            "ordered_on date",
            "shipped_at text",
            "status text",
            "num_items int",
            "weight_kg real",
            "note text",
            "Discount (%) real",
        ],
    );
    orders.primary_key = vec!["id".into()];
    orders.comment = Some("What was\n  sold".into());
    orders.columns[7].comment = Some("Said by the customer".into());
    let empty = table("audit_log", &["entry text", "at date"]);
    let people = (0..30).map(|i| {
        row(&[
            &i.to_string(),
            &format!("Firm {i}"),
            ["France", "Peru"][i % 2],
            &(i % 2).to_string(),
        ])
    });
    let sold = (0..100).map(|i| -> Row {
        let shipped = if i < 97 {
            format!("2024-03-{:02}", i % 28 + 1)
        } else {
            "NULL".into()
        };
        row(&[
            &i.to_string(),
            &(i % 30).to_string(),
            &format!("2023-01-{:02}", i % 28 + 1),
            &shipped,
            ["open", "paid", "sent"][i % 3],
            &(i % 9 + 1).to_string(),
            &format!("{}.5", i),
            "NULL",
            "0.5",
        ])
    });
    let mut fake = Fake::new(catalog(vec![]))
        .with(customers, people.collect())
        .with(orders, sold.collect())
        .with(empty, vec![]);
    refer(&mut fake.catalog, "orders.customer_id", "customers.customer_id");
    fake
}

pub async fn known(fake: Fake) -> Knowledge {
    let (knowledge, _) = prepare(
        Arc::new(fake),
        "sqlite:/x.db",
        &world(Arc::<Memory>::default()),
        &Cancel::new(),
        &|_| {},
    )
    .await
    .unwrap();
    (*knowledge).clone()
}

fn column<'a>(knowledge: &'a Knowledge, table: &str, column: &str) -> &'a Description {
    let at = knowledge.catalog.tables.iter().position(|t| t.name == table).unwrap();
    let c = knowledge.catalog.tables[at]
        .columns
        .iter()
        .position(|c| c.name == column)
        .unwrap();
    &knowledge.described.tables[at].columns[c]
}

#[tokio::test]
async fn columns_are_described_as_a_person_would() {
    let knowledge = known(shop()).await;
    for (table, name, short) in [
        ("customers", "customer_id", "The number that identifies each customer."),
        (
            "customers",
            "country",
            "The country of the customer. 'France' or 'Peru'.",
        ),
        (
            "customers",
            "is_active",
            "Whether the customer is active. 1 means yes, 0 means no.",
        ),
        (
            "orders",
            "customer_id",
            "The customer of the order; refers to customers.customer_id.",
        ),
        (
            "orders",
            "ordered_on",
            "When the order was ordered. Dates from 2023-01-01 to 2023-01-28.",
        ),
        (
            "orders",
            "shipped_at",
            "When the order was shipped. Dates from 2024-03-01 to 2024-03-28; 3% are empty.",
        ),
        ("orders", "status", "The status of the order. 'open', 'paid' or 'sent'."),
        (
            "orders",
            "num_items",
            "How many items the order has. From 1 to 9, 4.96 on average.",
        ),
        (
            "orders",
            "weight_kg",
            "The weight of the order, in kilograms. From 0.5 to 99.5, 50 on average.",
        ),
        ("orders", "note", "Said by the customer"),
        (
            "audit_log",
            "entry",
            "The entry of the audit log. The table has no rows.",
        ),
    ] {
        assert_eq!(column(&knowledge, table, name).words.short, short);
    }
}

#[tokio::test]
async fn long_descriptions_say_how_it_is_stored_and_what_is_missing() {
    let knowledge = known(shop()).await;
    let long = &column(&knowledge, "orders", "shipped_at").words.long;
    for part in [
        "When the order was shipped. Column shipped_at of table orders.",
        "Stored as text; the values are dates written year-month-day.",
        "There are 28 different values.",
        "3% of the rows are empty (3 of 100).",
    ] {
        assert!(long.contains(part), "{part} in {long}");
    }
    let status = &column(&knowledge, "orders", "status").words.long;
    assert!(
        status.contains("Most frequent: 'open' (34 rows), 'paid' (33 rows), 'sent' (33 rows)."),
        "{status}"
    );
    assert!(status.ends_with("Also called state, condition."), "{status}");
}

#[tokio::test]
async fn tables_say_what_a_row_is_how_many_there_are_and_what_they_refer_to() {
    let knowledge = known(shop()).await;
    let of = |at: usize| &knowledge.described.tables[at].table;
    assert_eq!(of(0).words.short, "Customers: one row per customer. 30 rows.");
    assert!(
        of(0).words.long.contains("Referred to by orders."),
        "{}",
        of(0).words.long
    );
    assert_eq!(
        (of(1).words.short.as_str(), of(1).author),
        ("What was sold", Author::Database)
    );
    let long = &of(1).words.long;
    for part in [
        "100 rows. The newest shipped_at is 2024-03-28.",
        "Its rows are told apart by id. Refers to customers.",
    ] {
        assert!(long.contains(part), "{part} in {long}");
    }
    assert_eq!(of(2).words.short, "Audit logs. It is empty.");
}

#[tokio::test]
async fn every_column_of_every_table_is_described_within_the_bounds() {
    let mut fake = shop();
    let names: Vec<String> = (0..300)
        .map(|i| format!("a_very_long_column_name_that_goes_on_and_on_{i} text"))
        .collect();
    let wide: Vec<&str> = names.iter().map(String::as_str).collect();
    let long = "word ".repeat(400);
    let cells: Vec<&str> = (0..300).map(|_| long.as_str()).collect();
    let mut table = table("wide", &wide);
    table.columns[0].comment = Some(long.clone());
    fake = fake.with(table, vec![row(&cells)]);
    let knowledge = known(fake).await;
    assert_eq!(knowledge.described.tables.len(), knowledge.catalog.tables.len());
    for (table, words) in knowledge.catalog.tables.iter().zip(&knowledge.described.tables) {
        assert_eq!(words.columns.len(), table.columns.len());
        for description in words.columns.iter().chain([&words.table]) {
            let (short, long) = (&description.words.short, &description.words.long);
            assert!(!short.is_empty() && short.chars().count() <= SHORT, "{short}");
            assert!(!long.is_empty() && long.chars().count() <= LONG, "{long}");
        }
    }
}

#[tokio::test]
async fn the_same_database_is_described_in_the_same_words() {
    assert_eq!(known(shop()).await.described, known(shop()).await.described);
}

#[tokio::test]
async fn terms_of_the_glossary_are_synonyms_and_a_person_wins_over_a_comment() {
    let knowledge = known(shop()).await;
    let mut told = Told::default();
    told.glossary.push(Term {
        name: "remark".into(),
        definition: String::new(),
        meaning: Meaning::Column {
            table: "orders".into(),
            column: "note".into(),
        },
    });
    let words = Words {
        short: "What the customer wrote".into(),
        long: "In their own hand".into(),
    };
    told.say("ORDERS", Some("Note"), Some(words.clone()));
    let told = knowledge.with(told);
    let note = column(&told, "orders", "note");
    assert_eq!((&note.words, note.author), (&words, Author::Person));
    assert_eq!(note.synonyms[0], "remark");
}

#[test]
fn names_alone_are_enough_where_nothing_was_read() {
    let mut t = table(
        "tblMembers",
        &[
            "memNo int",
            "mgrNo int",
            "dtHired date",
            "dob date",
            "salAmt real",
            "addr text",
            "createdBy text",
        ],
    );
    t.primary_key = vec!["memNo".into()];
    t.columns[2].kind = TypeKind::Timestamp;
    let others = [table("tblOffices", &["a int"]), table("tblRegions", &["a int"])];
    let catalog = catalog([vec![t], others.to_vec()].concat());
    let described = describe(&catalog, &[], &Told::default());
    let short: Vec<&str> = described.tables[0]
        .columns
        .iter()
        .map(|d| d.words.short.as_str())
        .collect();
    assert_eq!(
        short,
        [
            "The number that identifies each member.",
            "The manager number of the member.",
            "When the member was hired.",
            "Date of birth of the member.",
            "The salary amount of the member.",
            "The address of the member.",
            "By whom the member was created.",
        ]
    );
    assert_eq!(described.tables[0].table.words.short, "Members: one row per member.");
}
