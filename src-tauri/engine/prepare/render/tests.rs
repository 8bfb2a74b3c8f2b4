#![allow(clippy::unwrap_used)]

use super::*;
use crate::prepare::describe::tests::{known, shop};

async fn all(form: Form) -> (Knowledge, String) {
    let knowledge = known(shop()).await;
    let text = render(&knowledge, form, &Subset::all(&knowledge.catalog));
    (knowledge, text)
}

async fn some(form: Form, names: &[&str]) -> String {
    let knowledge = known(shop()).await;
    let names: Vec<String> = names.iter().map(|n| (*n).to_owned()).collect();
    let subset = Subset::named(&knowledge.catalog, &names).unwrap();
    render(&knowledge, form, &subset)
}

#[tokio::test]
async fn ddl_has_every_table_and_every_column_with_its_type() {
    let (knowledge, ddl) = all(Form::Ddl).await;
    for table in &knowledge.catalog.tables {
        assert!(ddl.contains(&format!("CREATE TABLE {} (", table.name)));
        for column in &table.columns {
            let name = ident(&column.name, knowledge.catalog.dialect);
            assert!(ddl.contains(&format!("\n  {name} {}", kind(column))), "{name}");
        }
    }
}

#[tokio::test]
async fn ddl_has_long_descriptions_keys_and_an_example_row() {
    let (knowledge, ddl) = all(Form::Ddl).await;
    for words in knowledge.described.tables.iter().flat_map(|t| &t.columns) {
        assert!(ddl.contains(&format!("-- {}\n", words.words.long)));
    }
    assert!(ddl.contains("  customer_id INTEGER PRIMARY KEY, -- The number"));
    assert!(ddl.contains("-- Foreign key: (customer_id) REFERENCES customers (customer_id)\n"));
    assert!(ddl.contains("-- Example row: (0, 'Firm 0', 'France', 0)\n"), "{ddl}");
    assert_eq!(ddl.matches("-- Example row").count(), 2, "an empty table has none");
}

#[tokio::test]
async fn a_bare_schema_holds_nothing_that_was_found_out() {
    let (_, bare) = all(Form::Bare).await;
    assert!(bare.contains("\n  customer_id INTEGER PRIMARY KEY,\n"), "{bare}");
    assert!(bare.contains("-- Example row: (0, 'Firm 0', 'France', 0)\n"), "{bare}");
    let remarks = bare.lines().filter(|line| line.contains("-- "));
    let plain = ["-- Foreign key: ", "-- Example row: "];
    for line in remarks {
        assert!(plain.iter().any(|start| line.starts_with(start)), "{line}");
    }
}

#[tokio::test]
async fn names_that_need_quotes_have_them() {
    let ddl = some(Form::Ddl, &["orders.Discount (%)"]).await;
    assert!(ddl.contains("  \"Discount (%)\" REAL -- "), "{ddl}");
}

#[tokio::test]
async fn markdown_has_a_heading_a_table_and_a_row_a_column() {
    let (knowledge, text) = all(Form::Markdown).await;
    assert_eq!(text.matches("## Table: ").count(), knowledge.catalog.tables.len());
    for table in &knowledge.catalog.tables {
        let (_, rest) = text.split_once(&format!("## Table: {}\n", table.name)).unwrap();
        let part = rest.split("## Table: ").next().unwrap();
        let rows = part.lines().filter(|l| l.starts_with("| ")).count();
        assert_eq!(rows, table.columns.len() + 1, "one heading and one row a column");
    }
    assert!(text.contains("| customer_id | INTEGER (PK) | The number that identifies each customer. | 0, 1, 2 |"));
    assert!(text.contains("**Foreign keys:** customer_id → customers.customer_id"));
}

#[tokio::test]
async fn long_samples_are_cut_and_marks_of_the_table_escaped() {
    let mut fake = shop();
    let text = crate::prepare::fake::table("texts", &["a text"]);
    let long = format!("{}|{}", "x".repeat(10), "y".repeat(40));
    fake = fake.with(text, vec![crate::prepare::fake::row(&[&long])]);
    let knowledge = known(fake).await;
    let subset = Subset::named(&knowledge.catalog, &["texts".into()]).unwrap();
    let markdown = render(&knowledge, Form::Markdown, &subset);
    let cut = format!("{}\\|{}...", "x".repeat(10), "y".repeat(19));
    assert!(markdown.contains(&format!("| {cut} |")), "{markdown}");
}

#[tokio::test]
async fn mschema_is_one_line_a_column() {
    let text = some(Form::Mschema, &["customers", "orders.customer_id"]).await;
    assert_eq!(
        text,
        "【DB_ID】 fake\n【Schema】\n# Table: customers, Customers: one row per customer. 30 rows.\n[\n\
        (customer_id:INTEGER, The number that identifies each customer, Primary Key, Examples: [0, 1, 2]),\n\
        (customer_name:TEXT, The name of the customer, Examples: [Firm 0, Firm 1, Firm 10]),\n\
        (country:TEXT, The country of the customer, Examples: [France, Peru]),\n\
        (is_active:INTEGER, Whether the customer is active, Examples: [0, 1]),\n]\n\
        # Table: orders, What was sold\n[\n\
        (customer_id:INTEGER, The customer of the order; refers to customers.customer_id, Examples: [0, 1, 2]),\n]\n\
        【Foreign keys】\norders.customer_id=customers.customer_id\n"
    );
}

#[tokio::test]
async fn a_subset_is_the_same_text_whatever_its_order_and_nothing_is_the_same_twice() {
    for form in [Form::Ddl, Form::Markdown, Form::Mschema] {
        let one = some(form, &["orders.status", "orders.id", "customers"]).await;
        let two = some(form, &["customers.country", "customers", "orders.id", "ORDERS.STATUS"]).await;
        assert_eq!(one, two);
        assert!(
            !one.contains("shipped_at:") && !one.contains("\n  shipped_at"),
            "columns left out stay out"
        );
        assert_eq!(all(form).await.1, all(form).await.1);
    }
    let knowledge = known(shop()).await;
    let gone = Subset::named(&knowledge.catalog, &["orders.colour".into()]).unwrap_err();
    assert_eq!(gone.code, ProblemCode::NotFound);
    assert_eq!(
        Subset::named(&knowledge.catalog, &[" ".into()]).unwrap_err().code,
        ProblemCode::BadInput
    );
}
