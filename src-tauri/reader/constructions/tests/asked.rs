//! Questions with the values, times and words of a person's own that are looked up before.

use askwell_contract::run::{FieldMatch, Span, ValueMatch};
use askwell_contract::time::{TimeKind, TimeMatch};
use askwell_contract::TypeKind;

use super::{column, shop};
use crate::asked::{Asked, Meant, Style};
use crate::known::{Column, Role};
use crate::link::GLOSSARY;

/// A column of these few texts.
pub(crate) fn few(name: &str, texts: &[&str]) -> Column {
    let mut column = column(name, TypeKind::Text, Role::Category);
    column.top = texts.iter().map(|t| (*t).to_owned()).collect();
    column.distinct = texts.len() as u64;
    column
}

pub(crate) fn found(question: &str, word: &str) -> Option<Span> {
    let start = question.to_lowercase().find(&word.to_lowercase())?;
    Some(Span {
        start: start as u32,
        end: (start + word.len()) as u32,
    })
}

/// A word of the question that is stored as a value.
pub(crate) fn stored(question: &str, word: &str, (table, column): (&str, &str), value: &str) -> ValueMatch {
    ValueMatch {
        span: found(question, word).unwrap(),
        words: word.to_owned(),
        table: table.to_owned(),
        column: column.to_owned(),
        value: value.to_owned(),
        similarity: 1.0,
        exact: true,
        rows: 10,
        part: false,
    }
}

/// The question with the values and times that ground would find.
pub(crate) fn asked(question: &str) -> Asked {
    let stored = [
        ("France", 0, "country"),
        ("Germany", 0, "country"),
        ("Tea", 2, "category"),
        ("Coffee", 2, "category"),
        ("Sencha", 2, "name"),
    ];
    let known = shop();
    let values = stored.iter().filter_map(|(value, table, column)| {
        Some(ValueMatch {
            span: found(question, value)?,
            words: (*value).to_owned(),
            table: known.tables[*table].name.clone(),
            column: (*column).to_owned(),
            value: (*value).to_owned(),
            similarity: 1.0,
            exact: true,
            rows: 10,
            part: false,
        })
    });
    let years = ["2023", "2024"].into_iter().filter_map(|year| {
        Some(TimeMatch {
            span: found(question, year)?,
            words: year.to_owned(),
            kind: TimeKind::Year,
            from: Some(format!("{year}-01-01")),
            to: Some(format!("{year}-12-31")),
            relative: false,
            says: String::new(),
            of_data: None,
            from_data: false,
        })
    });
    let own = ["stale", "big deal", "takings"].into_iter().filter_map(|word| {
        Some(FieldMatch {
            table: "orders".to_owned(),
            column: Some(word.to_owned()),
            span: found(question, word)?,
            words: word.to_owned(),
            score: 1.0,
            by: GLOSSARY.to_owned(),
        })
    });
    Asked {
        question: question.to_owned(),
        values: values.collect(),
        times: years.collect(),
        meant: Meant::default(),
        fields: own.collect(),
        today: Some("2026-06-15".to_owned()),
        style: Style::People,
    }
}
