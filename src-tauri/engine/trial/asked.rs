//! Whether a query shows what the question asks to see.
//!
//! In: the question and the query's output. Out: how many output columns nobody asked for, and which.

use askwell_sql::features::{Features, Shown};

use super::wants;
use crate::words::lexicon::{alike, is_function_word, Alike};
use crate::words::{split_name, stem, tokenise};

/// Names of things: showing one is right whatever the question calls the thing.
const NAMING: &[&str] = &["name", "title"];

/// Words with which a person asks for a key.
const KEY_WORDS: &[&str] = &["id", "ids", "identifier", "identifiers", "key", "number", "code"];

pub fn unasked(question: &str, f: &Features) -> (f64, String) {
    let tokens = tokenise(question);
    let stems: Vec<&str> = tokens
        .iter()
        .filter(|t| !is_function_word(&t.lower))
        .map(|t| t.stem.as_str())
        .collect();
    let keys = tokens.iter().any(|t| t.is_any(KEY_WORDS));
    let wants = wants::of(question);
    let said = |word: &str| {
        let word = stem(word);
        stems
            .iter()
            .any(|s| matches!(alike(s, &word), Some(Alike::Same | Alike::Synonym)))
    };
    let mut unasked = Vec::new();
    for shown in &f.shown {
        let asked = match shown {
            Shown::Column(name) => {
                let words = split_name(name);
                match words.last().map(String::as_str) {
                    Some("id" | "key") => keys,
                    Some(last) if NAMING.contains(&last) => true,
                    _ => words.iter().any(|w| said(w)),
                }
            }
            Shown::Aggregate(function) => {
                let function = if function == "total" { "sum" } else { function.as_str() };
                wants.aggregates.contains(&function) || (wants.ranking && matches!(function, "min" | "max"))
            }
            Shown::Other => true,
        };
        if !asked {
            unasked.push(match shown {
                Shown::Column(name) => name.clone(),
                Shown::Aggregate(function) => format!("{function}(...)"),
                Shown::Other => String::new(),
            });
        }
    }
    let says = if unasked.is_empty() {
        "it shows only what was asked for".to_string()
    } else {
        format!("it shows {}, which was not asked for", unasked.join(", "))
    };
    (unasked.len() as f64, says)
}

#[cfg(test)]
mod tests {
    use askwell_contract::Dialect;
    use askwell_sql::features;

    use super::*;

    fn count(question: &str, sql: &str) -> f64 {
        unasked(question, &features::of(sql, Dialect::Sqlite).unwrap()).0
    }

    #[test]
    fn columns_are_asked_for_by_their_words() {
        let question = "List the names and phone numbers of customers";
        assert_eq!(count(question, "SELECT company_name, phone FROM customers"), 0.0);
        assert_eq!(
            count(
                question,
                "SELECT company_name, phone, COUNT(*) FROM customers GROUP BY 1, 2"
            ),
            1.0
        );
        assert_eq!(
            count("Which city has most customers?", "SELECT customer_id FROM customers"),
            1.0
        );
        assert_eq!(
            count("Give the id of each customer", "SELECT customer_id FROM customers"),
            0.0
        );
        assert_eq!(
            count(
                "How many orders per country?",
                "SELECT country, COUNT(*) FROM orders GROUP BY country"
            ),
            0.0
        );
        assert_eq!(
            count("What is the highest price?", "SELECT MAX(price) FROM products"),
            0.0
        );
    }
}
