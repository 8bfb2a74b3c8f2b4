//! How much each table has to do with a question (seed 001, 3b).
//!
//! In: the fields that words and hints name, and what the search for the whole question found. Out: tables with three figures
//! and what they come to, the best first.

use std::collections::{BTreeMap, BTreeSet};

use askwell_contract::run::{FieldMatch, TableMatch};

/// What each counts for: how many names of the table are said, how well the best of them, and the search.
const NAMED: f64 = 0.3;
const BEST: f64 = 0.4;
const SEARCHED: f64 = 0.3;

#[derive(Default)]
struct Found<'a> {
    names: BTreeSet<Option<&'a str>>,
    best: f64,
    searched: f64,
}

/// `searched`: tables of the columns that the search found, with its scores.
pub fn relevance<'a>(named: &'a [FieldMatch], searched: impl Iterator<Item = (&'a str, f64)>) -> Vec<TableMatch> {
    let mut tables: BTreeMap<&str, Found<'_>> = BTreeMap::new();
    for field in named {
        let table = tables.entry(&field.table).or_default();
        table.names.insert(field.column.as_deref());
        table.best = table.best.max(field.score.min(1.0));
    }
    for (table, score) in searched {
        let table = tables.entry(table).or_default();
        table.searched = table.searched.max(score);
    }
    let most_named = tables.values().map(|t| t.names.len()).max().unwrap_or(0).max(1) as f64;
    let most_searched = tables.values().map(|t| t.searched).fold(0.0, f64::max);
    let mut out: Vec<TableMatch> = tables
        .into_iter()
        .map(|(table, found)| {
            let share = if most_searched > 0.0 {
                found.searched / most_searched
            } else {
                0.0
            };
            let named = found.names.len() as f64 / most_named;
            TableMatch {
                table: table.to_owned(),
                named: found.names.len() as u32,
                best: found.best,
                searched: share,
                score: NAMED * named + BEST * found.best + SEARCHED * share,
            }
        })
        // What only joins the others was not found for itself.
        .filter(|table| table.score > 0.0)
        .collect();
    out.sort_by(|a, b| b.score.total_cmp(&a.score));
    out
}

#[cfg(test)]
mod tests {
    use askwell_contract::run::Span;

    use super::*;

    fn field(table: &str, column: Option<&str>, score: f64) -> FieldMatch {
        FieldMatch {
            table: table.to_owned(),
            column: column.map(str::to_owned),
            span: Span { start: 0, end: 0 },
            words: String::new(),
            score,
            by: "name".to_owned(),
        }
    }

    /// Seed 001, 3b: 0.3 for how many match, 0.4 for the best match, 0.3 for what retrieval says.
    #[test]
    fn a_table_is_weighed_by_its_names_the_best_of_them_and_the_search() {
        let named = [
            field("orders", None, 1.0),
            field("orders", Some("status"), 0.8),
            field("orders", Some("status"), 0.5),
            field("returns", Some("status"), 0.7),
        ];
        let searched = [
            ("returns", 0.02),
            ("returns", 0.01),
            ("orders", 0.01),
            ("stock", 0.01),
            ("audit", 0.0),
        ];
        let tables = relevance(&named, searched.into_iter());
        let names: Vec<&str> = tables.iter().map(|t| t.table.as_str()).collect();
        assert_eq!(names, ["orders", "returns", "stock"]);
        assert_eq!((tables[0].named, tables[0].best, tables[0].searched), (2, 1.0, 0.5));
        let near = |at: usize, score: f64| assert!((tables[at].score - score).abs() < 1e-9, "{:?}", tables[at]);
        near(0, 0.3 + 0.4 + 0.3 * 0.5);
        near(1, 0.3 * 0.5 + 0.4 * 0.7 + 0.3);
        near(2, 0.3 * 0.5);
        assert_eq!(relevance(&[], std::iter::empty()), []);
    }
}
