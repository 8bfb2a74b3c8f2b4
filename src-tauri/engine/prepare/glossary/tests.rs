#![allow(clippy::unwrap_used)]

use super::*;
use crate::prepare::describe::tests::{known as prepared, shop};

fn term(name: &str, meaning: Meaning) -> Term {
    Term {
        name: name.into(),
        definition: " What it  means ".into(),
        meaning,
    }
}

fn value(column: &str, value: &str) -> Meaning {
    Meaning::Value {
        table: "Customers".into(),
        column: column.into(),
        value: value.into(),
    }
}

#[tokio::test]
async fn names_and_values_are_kept_as_the_database_writes_them() {
    let knowledge = prepared(shop()).await;
    let terms = vec![
        term("Incas", value("COUNTRY", "peru")),
        term(
            " our  firms ",
            Meaning::Table {
                table: "CUSTOMERS".into(),
            },
        ),
        term("id three", value("customer_id", "3")),
    ];
    let checked = check(&knowledge, terms);
    assert_eq!(checked.refused, []);
    let names: Vec<&str> = checked.kept.iter().map(|t| t.name.as_str()).collect();
    assert_eq!(names, ["id three", "Incas", "our firms"]);
    assert_eq!(checked.kept[0].definition, "What it means");
    let Meaning::Value { table, column, value } = &checked.kept[1].meaning else {
        panic!()
    };
    assert_eq!(
        (table.as_str(), column.as_str(), value.as_str()),
        ("customers", "country", "Peru")
    );
}

#[tokio::test]
async fn what_means_nothing_here_is_refused_with_a_reason() {
    let knowledge = prepared(shop()).await;
    let filter = |sql: &str| Meaning::Filter {
        table: "orders".into(),
        sql: sql.into(),
    };
    for (meaning, why) in [
        (
            value("country", "Frence"),
            "No row of customers has country 'Frence'. The nearest is 'France'.",
        ),
        (value("country", " "), "The value is missing."),
        (value("colour", "red"), "This database has no column Customers.colour."),
        (
            Meaning::Table { table: "deals".into() },
            "This database has no table deals.",
        ),
        (
            filter("country = 'Peru'"),
            "country is no column of orders. Texts stand between single quotes.",
        ),
        (
            filter("status = 'open'; DROP TABLE orders"),
            "It cannot be read as one SQL expression.",
        ),
    ] {
        let checked = check(&knowledge, vec![term("x", meaning)]);
        assert_eq!(
            checked.refused,
            [Refused {
                name: "x".into(),
                why: why.into()
            }]
        );
    }
    for name in ["", " ! ", &"x".repeat(81)] {
        assert_eq!(check(&knowledge, vec![term(name, Meaning::Words)]).refused.len(), 1);
    }
}

#[tokio::test]
async fn terms_are_found_in_a_question_whatever_their_ending() {
    let knowledge = prepared(shop()).await;
    let mut told = Told::default();
    told.glossary = vec![
        term(
            "our firm",
            Meaning::Table {
                table: "customers".into(),
            },
        ),
        term("firm", Meaning::Words),
        term("lost", Meaning::Table { table: "gone".into() }),
        term(
            "big order",
            Meaning::Filter {
                table: "orders".into(),
                sql: "weight_kg > 50".into(),
            },
        ),
    ];
    let knowledge = knowledge.with(told);
    assert_eq!(
        knowledge.terms.len(),
        2,
        "a word that is only explained, and one whose table is gone, stand for nothing"
    );
    let tokens = tokenise("Which of our firms have lost big orders?");
    let found: Vec<(usize, usize, &str)> = said(&knowledge.terms, &tokens)
        .into_iter()
        .map(|(a, b, t)| (a, b, knowledge.terms[t].name.as_str()))
        .collect();
    assert_eq!(found, [(2, 4, "our firm"), (6, 8, "big order")]);
    let Sense::Condition { sql, .. } = &knowledge.terms[1].meaning else {
        panic!()
    };
    assert_eq!(sql.joined, "orders.weight_kg > 50");
}

#[tokio::test]
async fn a_condition_without_sql_is_checked_counted_and_known_like_one_with_it() {
    let knowledge = prepared(shop()).await;
    let rows = |column: &str, holds: Holds, value: &str| Meaning::Rows {
        table: "Orders".into(),
        column: column.into(),
        holds,
        value: value.into(),
    };
    let heavy = rows("WEIGHT_KG", Holds::Above, " 50 ");
    let checked = check(&knowledge, vec![term("heavy", heavy.clone())]);
    let Meaning::Rows {
        table, column, value, ..
    } = &checked.kept[0].meaning
    else {
        panic!()
    };
    assert_eq!(
        (table.as_str(), column.as_str(), value.as_str()),
        ("orders", "weight_kg", "50")
    );
    assert_eq!(
        counting(&knowledge, &heavy).as_deref(),
        Ok("SELECT COUNT(*) FROM orders WHERE weight_kg > 50")
    );
    let mut told = Told::default();
    told.glossary = checked.kept;
    let knowledge = knowledge.with(told);
    let Sense::Condition { table, sql } = &knowledge.terms[0].meaning else {
        panic!()
    };
    assert_eq!(
        (table.as_str(), sql.joined.as_str()),
        ("orders", "orders.weight_kg > 50")
    );
    for (meaning, why) in [
        (
            rows("weight_kg", Holds::Below, "light"),
            "weight_kg holds numbers, and “light” is none.",
        ),
        (
            rows("colour", Holds::Is, "red"),
            "This database has no column Orders.colour.",
        ),
        (rows("weight_kg", Holds::Above, ""), "The value is missing."),
    ] {
        assert_eq!(check(&knowledge, vec![term("x", meaning)]).refused[0].why, why);
    }
}
