//! Whether the texts that a query looks for are stored where it looks for them.
//!
//! In: SQL and what is known of the database. Out: counts, and the look-up that repairs use.

use askwell_sql::repair::Near;
use askwell_sql::{compared, parse, scope};

use crate::prepare::Knowledge;

/// Stored values tried for one text.
const LOOKED_AT: usize = 5;

#[derive(Debug, Clone, PartialEq, Default)]
pub struct Found {
    /// `customers.country = 'France'` for texts that are stored.
    pub stored: Vec<String>,
    /// The same for texts that are not, although every value of the column is known.
    pub missing: Vec<String>,
}

pub fn found(knowledge: &Knowledge, sql: &str) -> Found {
    let Ok(query) = parse::query(sql, knowledge.catalog.dialect) else {
        return Found::default();
    };
    let names = scope::names(&query, &knowledge.catalog);
    let mut out = Found::default();
    // A blank is looked for where nothing is said, not as a value.
    let said = compared::texts(&query, &names)
        .into_iter()
        .filter(|c| !c.text.trim().is_empty());
    for c in said {
        let says = format!("{}.{} = '{}'", c.table, c.column, c.text);
        match is_stored(knowledge, &c.table, &c.column, &c.text) {
            Some(true) => out.stored.push(says),
            Some(false) => out
                .missing
                .push(match nearest(knowledge, &c.table, &c.column, &c.text) {
                    Some(value) => format!("{says} (the nearest is '{value}')"),
                    None => says,
                }),
            None => {}
        }
    }
    out
}

/// `None` where the column's values are not all known.
fn is_stored(knowledge: &Knowledge, table: &str, column: &str, text: &str) -> Option<bool> {
    if near(knowledge, table, column, text).iter().any(|n| n.value == text) {
        return Some(true);
    }
    let skipped = |s: &(String, String, String)| s.0.eq_ignore_ascii_case(table) && s.1.eq_ignore_ascii_case(column);
    let sampled = knowledge.table(table).is_none_or(|t| t.read < t.rows);
    (!sampled && !knowledge.values.skipped.iter().any(skipped)).then_some(false)
}

/// Stored values that are shown for a text that is none.
const SHOWN: usize = 5;

/// For every text that the query looks for in vain, the stored values of its column that are nearest: a line each.
pub fn instead(knowledge: &Knowledge, sql: &str) -> Vec<String> {
    let Ok(query) = parse::query(sql, knowledge.catalog.dialect) else {
        return Vec::new();
    };
    let names = scope::names(&query, &knowledge.catalog);
    let mut lines = Vec::new();
    for c in compared::texts(&query, &names) {
        if near(knowledge, &c.table, &c.column, &c.text)
            .iter()
            .any(|n| n.value == c.text)
        {
            continue;
        }
        let values = &knowledge.values;
        let mut offered: Vec<String> = Vec::new();
        let likely = values.lookup_in(&c.table, &c.column, &c.text, SHOWN).into_iter();
        let begins = values.starting(&c.table, &c.column, &c.text, SHOWN);
        for hit in likely
            .chain(begins)
            .chain(values.nearest(&c.table, &c.column, &c.text, SHOWN))
        {
            if offered.len() < SHOWN && !offered.contains(&hit.value) {
                offered.push(hit.value);
            }
        }
        if !offered.is_empty() {
            let list: Vec<String> = offered.iter().map(|v| format!("'{v}'")).collect();
            let line = format!(
                "{}.{} holds no '{}'; it holds {}",
                c.table,
                c.column,
                c.text,
                list.join(", ")
            );
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
    }
    lines
}

/// What may have been meant by a text that is not stored: a likely slip, else a value that begins with it, else the
/// one that shares the most with it.
fn nearest(knowledge: &Knowledge, table: &str, column: &str, text: &str) -> Option<String> {
    let values = &knowledge.values;
    let likely = values.lookup_in(table, column, text, 1).into_iter();
    let offered = likely
        .chain(values.starting(table, column, text, 1))
        .chain(values.nearest(table, column, text, 1));
    offered.map(|hit| hit.value).next()
}

/// Stored values of a column that resemble a text, best first.
pub fn near(knowledge: &Knowledge, table: &str, column: &str, text: &str) -> Vec<Near> {
    let hits = knowledge.values.lookup_in(table, column, text, LOOKED_AT);
    hits.into_iter()
        .map(|h| Near {
            value: h.value,
            similarity: h.similarity,
        })
        .collect()
}
